"""What a move would bring, from what everyone sees: where each disc lands, who listens to what, where it ends."""

from __future__ import annotations

from typing import NamedTuple

from lumarium.games.nomads.rules.components import COLOURS, SPACES, letter_of
from lumarium.games.nomads.rules.view import View
from lumarium.games.nomads.words.words import say

NOMAD = COLOURS[0]
ASLEEP = "z"


class Landing(NamedTuple):
    """A disc that is laid: where, and how many discs lie below it then."""

    disc: str
    space: int
    level: int


class Outcome(NamedTuple):
    """A move laid out to its end, before Lys turns and before anybody listens."""

    landings: list[Landing]
    skipped: int | None
    tops: list[str]
    """The letter of the top disc on each space; "" where there is none."""
    last: int
    """The space of the last disc."""


def outcome(view: View, origin: int, way: str, double: int = 0, skip: int = 0) -> Outcome:
    """The move of a column, with Ulrich's or Siana's power on a step, counted from 1."""
    columns = [list(column) for column in view.columns]
    hand, columns[origin] = columns[origin], []
    step = 1 if way == "cw" else -1
    space, skipped, landings = origin, None, []
    for number, disc in enumerate(hand, 1):
        if number != double + 1 or not double:
            space = (space + step) % SPACES
        if number == skip:
            skipped = space
            space = (space + step) % SPACES
        landings.append(Landing(disc, space, len(columns[space])))
        columns[space].append(disc)
    return Outcome(landings, skipped, [column[-1][0] if column else "" for column in columns], space)


def listeners(view: View, tops: list[str]) -> list[tuple[int, str]]:
    """The spaces where the top tile would be taken, each with who is on top: a letter, or ASLEEP."""
    sleeping = {letter_of(name) for name in view.asleep}
    return [
        (space, ASLEEP if letter in sleeping else letter)
        for space, letter in enumerate(tops)
        if letter and letter != NOMAD and view.heights[space]
    ]


def disc_symbol(view: View, disc: str) -> str:
    """The drawing of a disc; all who sleep look alike, because they are (NO-8)."""
    asleep = any(letter_of(name) == disc[0] for name in view.asleep)
    return f"nomads-disc-{ASLEEP if asleep else disc[0]}"


def outcome_label(view: View, move: Outcome, head: str, lang: str) -> str:
    """A move in words: how it goes, where it ends, who hears what then."""
    parts = [say("label.ends_at_lys" if move.last == view.lys else "label.ends", lang, space=move.last)]
    heard: dict[str, str] = {}
    for space, letter in listeners(view, move.tops):
        top = view.tops[space]
        assert top is not None
        taker = "O" if top == "O" else letter
        heard[taker] = heard.get(taker, "") + top
    adventurer = view.seats[view.turn].adventurer if view.turn is not None else None
    own = letter_of(adventurer) if adventurer else ""
    for letter in sorted(heard, key=lambda letter: (letter != own, letter == ASLEEP, letter == "O", letter)):
        if letter == "O":
            parts.append(say("label.moons_rise", lang, n=len(heard[letter])))
        elif letter == ASLEEP:
            parts.append(say("label.sleeper_loses", lang, heard=heard[letter]))
        elif letter == own:
            parts.append(say("label.you_hear", lang, heard=heard[letter]))
        else:
            parts.append(say("label.hears", lang, who=letter, heard=heard[letter]))
    return f"{head}: {'; '.join(parts)}"
