"""How far a seat may take back: by the rules of the house, and further where everybody else is a bot."""

from __future__ import annotations

from collections.abc import Collection

from lumarium.kernel.match import Match
from lumarium.kernel.message import Message

from .store import Seat
from .story import NO_WAY, Way


def way_back(match: Match, seats: list[Seat], practice: bool, own: Collection[int], seat: int | None) -> Way:
    """To the last decision of a seat. `own` are the seats of whoever asks, `practice` is what the table allows."""
    if seat is None or match.over:
        return NO_WAY
    if match.can_undo(seat):
        return Way(1)
    last = next((moves for moves, played in enumerate(reversed(match.history), 1) if played.seat == seat), 0)
    if not last:
        return Way(0, why=Message("server", "error.undo_none"))
    if not among_bots(seats, own):
        return Way(0, why=_by_the_rules(match, seat))
    return _for_practice(match, last, practice)


def way_to(match: Match, seats: list[Seat], practice: bool, own: Collection[int], seat: int, to: int) -> Way:
    """The same to an earlier decision: the one after the first `to` moves that stand."""
    moves = len(match.history) - to
    if moves == 1 and match.can_undo(seat):
        return Way(1)
    if not among_bots(seats, own):
        return Way(0, why=_by_the_rules(match, seat))
    if moves < 1 or match.history[to].seat != seat:
        return Way(0, why=Message("server", "error.undo_own"))
    return _for_practice(match, moves, practice)


def among_bots(seats: list[Seat], own: Collection[int]) -> bool:
    """Is everybody else at the table a bot?"""
    return all(seat.kind == "bot" or number in own for number, seat in enumerate(seats))


def _for_practice(match: Match, moves: int, practice: bool) -> Way:
    if practice or not match.shown(moves):
        return Way(moves, practice=True)
    return Way(0, why=Message("server", "error.undo_shown"))


def _by_the_rules(match: Match, seat: int) -> Message:
    """Why the rules of the house do not let this seat take its last move back."""
    last = match.history[-1].seat if match.history else seat
    if last != seat:
        return Message("server", "error.undo_moved")
    return Message("server", "error.undo_new")
