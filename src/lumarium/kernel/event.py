"""What happened: one visible fact of a move, for the seats that may see it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import SupportsIndex

from .errors import UnknownSeat
from .given import quoted, whole
from .message import Message


class Event:
    """One fact that a move made visible, in the order in which it happened.

    `only` names the seats that may see it (None: everybody); the others get `otherwise`, which may be None.
    `reveals` says that it shows the mover something that was hidden from them, or is final by the rules: such a move
    is never undone.
    """

    __slots__ = ("facts", "game", "kind", "only", "otherwise", "reveals", "seat")

    def __init__(
        self,
        game: str,
        kind: str,
        seat: int | None,
        facts: dict[str, object],
        only: Collection[int] | None = None,
        otherwise: Event | None = None,
        reveals: bool = False,
    ) -> None:
        self.game = game
        self.kind = kind
        self.seat = seat
        self.facts = facts
        self.only = only
        self.otherwise = otherwise
        self.reveals = reveals

    def for_seat(self, seat: SupportsIndex | None) -> Event | None:
        """The event as that seat (None: a spectator) may see it, or None."""
        number = whole(seat)
        if number is None and seat is not None:
            raise UnknownSeat(Message("kernel", "seat.type", seat=quoted(seat)))
        if self.only is None or number in self.only:
            return self
        return None if self.otherwise is None else self.otherwise.for_seat(number)

    def describe(self, lang: str = "en", names: Sequence[str] = ()) -> str:
        """The event as a sentence; seats without a name are called by their number."""
        text = self._message(called(self.seat, names)).render(lang)
        return text[:1].upper() + text[1:]

    def pictured(self, lang: str, names: Sequence[str]) -> str:
        """The same with the small pictures of pieces, for those who can show them; a name cannot bring its own."""
        from .catalogue import capitalised

        player = called(self.seat, names)
        if isinstance(player, str):
            player = player.replace("![", "! [")
        return capitalised(self._message(player).render(lang, pictured=True))

    def _message(self, player: Message | str) -> Message:
        return Message(self.game, f"event.{self.kind}", player=player, **self.facts)

    def data(self) -> dict[str, object]:
        """The event as plain JSON data."""
        return {"kind": self.kind, "seat": self.seat, **self.facts}

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, seat={self.seat}, {self.facts!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        mine = (self.game, self.kind, self.seat, self.facts, self.only, self.otherwise, self.reveals)
        return mine == (other.game, other.kind, other.seat, other.facts, other.only, other.otherwise, other.reveals)

    def __hash__(self) -> int:
        return hash((self.game, self.kind, self.seat))


def called(seat: int | None, names: Sequence[str]) -> Message | str:
    """How a seat is named in sentences: its player's name, or "player 1"."""
    if seat is None:
        return Message("kernel", "everyone")
    if seat < len(names) and names[seat]:
        return names[seat]
    return Message("kernel", "player", number=seat + 1)


def spoken_name(seat: int, names: Sequence[str], lang: str) -> str:
    """The same, in words."""
    name = called(seat, names)
    return name if isinstance(name, str) else name.render(lang)
