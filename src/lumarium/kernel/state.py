"""The referee's knowledge of a game in progress, and the doors through which it is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Self

from mypy_extensions import mypyc_attr

from .action import Action, ActionSpace
from .chance import Chance
from .errors import GameOver, IllegalAction, UnknownSeat
from .event import Event
from .message import Message

if TYPE_CHECKING:
    from .view import View


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A whole position, hidden things included. Only a referee holds one; everyone else gets a view.

    A game writes `legal`, `refusal` and `carry_out` on small integers; the typed doors are built here on top of them.
    """

    game: ClassVar[str]
    actions: ClassVar[ActionSpace]

    players: int
    turn: int | None

    # What a game writes

    @abstractmethod
    def legal(self) -> list[int]:
        """The indices of all legal actions, ascending; never empty while the game is not over."""

    @abstractmethod
    def refusal(self, index: int) -> Message | None:
        """Why the rules forbid this action now, or None if it is legal. Asked only while the game is not over."""

    @abstractmethod
    def carry_out(self, index: int, chance: Chance, log: list[Event] | None) -> None:
        """Does a legal action; tells what happened to `log` if there is one."""

    @abstractmethod
    def clone(self) -> Self:
        """An independent copy."""

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a state cannot be pickled: pickle or save the match's record, from which it follows")

    @abstractmethod
    def points(self, seat: int) -> list[tuple[Message, int]]:
        """Where the seat's points come from; the rows of `score_sheet`."""

    @property
    @abstractmethod
    def ranking(self) -> list[int]:
        """The place of each seat, 1 for the winner; seats that share a place share its number."""

    @property
    @abstractmethod
    def ending(self) -> str | None:
        """How the game ended: a key of the catalogue's `ending` table; None while it is not over."""

    @abstractmethod
    def census(self) -> dict[str, int]:
        """Every piece of the game by kind, wherever it lies: constant through a game."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What that seat may know; None gives a spectator's view."""

    def action_count(self) -> int:
        """How many actions the game has; a game in a hurry answers with its constant."""
        return len(self.actions)

    def figures(self) -> dict[str, list[list[int]]]:
        """Numbers of a finished game worth counting over many: by name, one list per seat or one for the table."""
        return {}

    # What everyone gets

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.turn is None

    @property
    def scores(self) -> list[int]:
        """The points of each seat, counted as if the game ended now."""
        return [sum(points for _, points in self.points(seat)) for seat in range(self.players)]

    def score_sheet(self, seat: int, lang: str = "en") -> list[tuple[str, int]]:
        """Where the seat's points come from, as (label, points) rows; they sum to its score."""
        self.check_seat(seat)
        return [(label.render(lang), points) for label, points in self.points(seat)]

    def legal_actions(self) -> list[Action]:
        """All legal actions, ordered by index."""
        actions = self.actions
        return [actions[index] for index in self.legal()]

    def apply(self, action: Action, chance: Chance) -> list[Event]:
        """Plays an action in place and tells what happened. An illegal one raises and changes nothing."""
        if action not in self.actions:
            raise IllegalAction(Message("kernel", "action.foreign", action=repr(action), game=self.game))
        self.check(action.index)
        log: list[Event] = []
        self.carry_out(action.index, chance, log)
        return log

    def step(self, index: int, chance: Chance) -> None:
        """The fast door of `apply`: by index, without events."""
        self.check(index)
        self.carry_out(index, chance, None)

    def random_step(self, chance: Chance) -> None:
        """One uniformly random legal decision."""
        legal = self.legal()
        if not legal:
            raise GameOver(Message("kernel", "over"))
        self.carry_out(legal[chance.pick(len(legal))], chance, None)

    def check(self, index: int) -> None:
        """Raises unless the action is legal now."""
        if self.turn is None:
            raise GameOver(Message("kernel", "over"))
        if type(index) is not int or not 0 <= index < self.action_count():
            last = self.action_count() - 1
            raise IllegalAction(Message("kernel", "action.range", index=index, game=self.game, last=last))
        reason = self.refusal(index)
        if reason is not None:
            raise IllegalAction(reason)

    def check_seat(self, seat: int | None) -> None:
        """Raises unless there is such a seat (None: a spectator)."""
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.players):
            raise UnknownSeat(Message("kernel", "seat.unknown", seat=seat, last=self.players - 1))

    def _repr_svg_(self) -> str:
        """The table with nothing hidden, for notebooks."""
        from .registry import game

        found = game(self.game)
        return found.scene(found.opened(self))._repr_svg_()


def playout(state: State, chance: Chance) -> State:
    """Random decisions to the end of the game, in place; gives the state back."""
    while state.turn is not None:
        state.random_step(chance)
    return state


def places(keys: list[tuple[int, ...]]) -> list[int]:
    """The place of each key, the largest first; equal keys share a place."""
    ordered = sorted(keys, reverse=True)
    return [ordered.index(key) + 1 for key in keys]
