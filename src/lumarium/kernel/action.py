"""A move is a value with a name: typed, frozen, one object per index."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, SupportsIndex

import msgspec

from .errors import BadNotation, UnknownAction
from .given import quoted, shortened, whole
from .message import Message

if TYPE_CHECKING:
    from .view import View


class Action(msgspec.Struct, frozen=True):
    """One decision of a game. Games subclass it with the facts that make it up (a tile, a cell, a bid).

    `index` is its stable number for programs, `notation` its stable text for people and records.
    """

    game: ClassVar[str]
    index: int
    notation: str

    def message(self) -> Message:
        """The sentence of `describe`: the catalogue's `action.<class name>` with the action's own fields."""
        facts = {name: getattr(self, name) for name in self.__struct_fields__ if name not in ("index", "notation")}
        return Message(self.game, f"action.{type(self).__name__.lower()}", **facts)

    def describe(self, lang: str = "en") -> str:
        """What the action means, as a phrase for people."""
        return self.message().render(lang)

    def touch(self, view: View) -> tuple[str, ...]:
        """The pieces to touch, in order, to play this action in the scene of that view."""
        from .registry import game
        from .touch import path_to

        return path_to(game(self.game).touch(view), self)

    def __str__(self) -> str:
        return self.notation

    def __repr__(self) -> str:
        return f"<{self.game} {self.index}: {self.notation}>"

    def __copy__(self) -> Action:
        return self

    def __deepcopy__(self, memo: object) -> Action:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _interned, (self.game, self.index)


class ActionSpace(Sequence[Action]):
    """All actions of a game by index. It depends neither on the number of players nor on options."""

    def __init__(self, game: str, actions: Sequence[Action]) -> None:
        self.game = game
        self.by_index = tuple(actions)
        """The same as a tuple, for programs in a hurry."""
        self._by_notation = {_plain(action.notation): action for action in actions}
        if [action.index for action in actions] != list(range(len(actions))):
            raise ValueError(f"{game}: actions must be listed by index, from 0 without a gap")
        if len(self._by_notation) != len(actions):
            raise ValueError(f"{game}: two actions share a notation")

    def __len__(self) -> int:
        return len(self.by_index)

    def __getitem__(self, index: SupportsIndex) -> Action:  # type: ignore[override]  # slices of actions have no use
        number = index if type(index) is int else whole(index)
        try:
            if number is not None:
                return self.by_index[number]
        except IndexError:
            pass
        last = len(self) - 1
        raise UnknownAction(Message("kernel", "action.number", given=quoted(index), game=self.game, last=last))

    def __iter__(self) -> Iterator[Action]:
        return iter(self.by_index)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action) or type(action.index) is not int:
            return False
        return 0 <= action.index < len(self) and self.by_index[action.index] is action

    def parse(self, text: str) -> Action:
        """The action with that notation; case and spacing do not matter. BadNotation names the nearest ones."""
        if not isinstance(text, str):
            raise BadNotation(Message("kernel", "action.type", given=type(text).__name__))
        action = self._by_notation.get(_plain(text))
        if action is None:
            from difflib import get_close_matches

            near = get_close_matches(_plain(text), self._by_notation, n=3, cutoff=0.5)
            names = " / ".join(self._by_notation[name].notation for name in near)
            key = "notation.near" if near else "notation.unknown"
            example = self.by_index[0].notation
            raise BadNotation(Message("kernel", key, text=shortened(text), game=self.game, near=names, example=example))
        return action


def _plain(text: str) -> str:
    text = " ".join(text.casefold().split())
    return re.sub(r"\s*([(),+#])\s*", r"\1", text)


def _interned(game_name: str, index: int) -> Action:
    from .registry import game

    return game(game_name).actions[index]
