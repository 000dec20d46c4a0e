"""Which pieces an event is about, so that a browser can move and light them up one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from lumarium.games.nomads.rules.view import View
from lumarium.kernel.event import Event

DISC = ("lay", "lay_sleeper", "lift", "disc", "frog", "sleeper")
CARD = ("choose_card", "write", "upgrade")


def subjects(events: Sequence[Event], view: View) -> list[tuple[str, ...]]:
    """For each event its pieces."""
    return [_subjects(event, view) for event in events]


def _subjects(event: Event, view: View) -> tuple[str, ...]:
    facts, seat = event.facts, event.seat
    field = f"field{facts.get('space')}"
    match event.kind:
        case "adventurer":
            return (f"badge{seat}",)
        case kind if kind in DISC:
            return (f"disc-{facts['disc']}",) if "disc" in facts else ()
        case "move" | "skip":
            return (f"space{facts['space']}",)
        case "lys" | "shift":
            return ("lys",)
        case "lys_tile" | "listen_tile":
            return (field, f"tiles{seat}-{facts['tile']}")
        case "lys_moon" | "listen_moon" | "sleeper_moon":
            return (field, "moon-dial")
        case "sleeper_tile":
            return (field, "box")
        case "uncover":
            tops = [int(str(top)[0]) for top in _list(facts["tops"])]
            # What was uncovered may have been taken since, and was the last of its stack.
            return tuple(f"t{space}-{view.heights[space]}" for space in tops if view.heights[space])
        case kind if kind in CARD:
            return (_card(str(facts["card"])),)
        case "full_moon":
            return ("full-moon", *(f"sum{player}" for player in range(view.players)))
        case "moon_share":
            return ("full-moon", f"badge{seat}", f"sum{seat}", f"moons{seat}")
        case "moon_none":
            return ("full-moon", f"badge{seat}", f"sum{seat}")
        case "moon_rest":
            return ("box",)
    return ()


def _card(name: str) -> str:
    legend, _, rung = name.partition("#")
    return f"card-{legend}{rung}" if rung else name.replace(" ", "-")


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []
