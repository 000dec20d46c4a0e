"""What a table may agree on before a game of Lumen."""

from __future__ import annotations

from typing import Annotated

import msgspec

from lumarium.kernel.errors import BadOptions
from lumarium.kernel.message import Message

from .meta import NAME
from .rules.components import COLOURS, DEALS, DECKS, HAND, TINY_PLAYERS, Deck


class Tiny(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game for two that can be solved. It is not from the rulebook."""

    colours: Annotated[int, msgspec.Meta(ge=1, le=len(COLOURS))] = 2
    """Yellow, red, and so on."""

    highest: Annotated[int, msgspec.Meta(ge=1, le=8)] = 3
    """The highest value of each colour."""

    hand: Annotated[int, msgspec.Meta(ge=1, le=HAND)] = 2
    """Cards for everyone."""

    deals: Annotated[int, msgspec.Meta(ge=1, le=DEALS)] = 1
    """How many deals are played."""

    def __post_init__(self) -> None:
        cards, needed = self.colours * self.highest, self.hand * TINY_PLAYERS[-1]
        if cards < needed:
            raise BadOptions(Message(NAME, "options.cards", n=cards, wanted=needed))


class Options(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Options of Lumen."""

    last_trick: bool = False
    """Show the trick before the current one. The rules forbid looking at finished tricks, so this is an aid."""

    tiny: Tiny | None = None
    """A game of a few cards for two players, small enough to be solved. It is not from the rulebook."""

    def deck(self, players: int) -> Deck:
        """What so many players are dealt."""
        if self.tiny is None:
            return DECKS[players]
        return Deck(self.tiny.highest, self.tiny.colours, self.tiny.hand, self.tiny.deals)
