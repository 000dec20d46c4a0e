"""What a seat may know: the base of every game's View."""

from __future__ import annotations

from typing import SupportsIndex

import msgspec

from .given import seat_of


class View(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What one seat (None: a spectator) may know. It holds no State, equals by value, and goes to JSON and back.

    Games add their own fields. Hidden things are None or a type of their own, and everything that a player with a
    perfect memory has legitimately seen is here, as far as it tells something about how the game goes on.
    """

    game: str
    players: int
    seat: int | None
    turn: int | None
    legal: tuple[int, ...] = ()
    """What the seat may do now, by index; empty for everyone but the seat whose decision it is."""
    scores: tuple[int, ...]
    """By seat, counted as if the game ended now."""
    ranking: tuple[int, ...]
    ending: str | None
    """How the game ended, as `State.ending` says it."""

    def check_player(self, seat: SupportsIndex) -> int:
        """The seat as a plain number; raises unless there is such a seat."""
        return seat_of(self.players, seat)

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.turn is None

    def _repr_svg_(self) -> str:
        """The table as the seat sees it, for notebooks."""
        from .registry import game

        return game(self.game).scene(self)._repr_svg_()
