"""Which pieces an event is about, for whoever tells the story of a move."""

from __future__ import annotations

from collections.abc import Sequence

from lumarium.games.lumen.rules.view import View
from lumarium.kernel.event import Event

from .window import card_id


def subjects(events: Sequence[Event], view: View) -> list[tuple[str, ...]]:
    """The card that was played, the bid that was made, the beads that a trick lit, the line of the sheet."""
    deal = view.trick.deal if view.trick is not None else view.deal
    return [_subjects(event, deal, view.just_scored is not None) for event in events]


def _subjects(event: Event, deal: int, scored: bool) -> tuple[str, ...]:
    seat = event.seat
    if event.kind == "play" and seat is not None:
        colour, position = str(event.facts["slot"]).split("#")
        return (card_id(deal, seat, colour, int(position)),)
    if event.kind == "bid":
        return (f"made{seat}", f"chip{seat}")
    if event.kind == "trick":
        won = ("ahead-trick", f"pile{seat}")
        return won if scored else (*won, f"chip{seat}")
    if event.kind == "score":
        return (f"row{seat}", f"points{seat}") if scored else (f"row{seat}",)
    if event.kind == "open":
        return (f"plus{seat}",)
    return ()
