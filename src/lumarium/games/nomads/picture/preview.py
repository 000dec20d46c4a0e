"""A move in words, and how a disc of it looks."""

from __future__ import annotations

from lumarium.games.nomads.rules.components import letter_of
from lumarium.games.nomads.rules.outcome import ASLEEP, MOONS, Outcome, heard
from lumarium.games.nomads.rules.view import View
from lumarium.games.nomads.words.words import say


def disc_symbol(disc: str, asleep: str) -> str:
    """The drawing of a disc; all who sleep look alike, because they are (NO-8)."""
    return f"nomads-disc-{ASLEEP if disc[0] in asleep else disc[0]}"


def outcome_label(view: View, move: Outcome, head: str, lang: str) -> str:
    """A move in words: how it goes, where it ends, who hears what then."""
    parts = [say("label.ends_at_lys" if move.last == view.lys else "label.ends", lang, space=move.last)]
    adventurer = view.seats[view.turn].adventurer if view.turn is not None else None
    own = letter_of(adventurer) if adventurer else ""
    found = heard(view, move.tops)
    for letter in sorted(found, key=lambda letter: (letter != own, letter == ASLEEP, letter == MOONS, letter)):
        if letter == MOONS:
            parts.append(say("label.moons_rise", lang, n=len(found[letter])))
        elif letter == ASLEEP:
            parts.append(say("label.sleeper_loses", lang, heard=found[letter]))
        elif letter == own:
            parts.append(say("label.you_hear", lang, heard=found[letter]))
        else:
            parts.append(say("label.hears", lang, who=letter, heard=found[letter]))
    return f"{head}: {'; '.join(parts)}"
