"""The referee's knowledge of a game in progress, and the doors through which it is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Final, Self, SupportsIndex

from mypy_extensions import mypyc_attr

from .action import Action, ActionSpace
from .chance import Chance, SupportsPick, luck_of
from .errors import GameOver, IllegalAction
from .event import Event
from .given import quoted, seat_of, whole
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
    def points(self, seat: SupportsIndex) -> list[tuple[Message, int]]:
        """Where a seat's points come from, the rows of `score_sheet`; `check_player` tells which seat is meant."""

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
    def view(self, seat: SupportsIndex | None) -> View:
        """What that seat may know; None gives a spectator's view. `check_seat` tells which seat is meant."""

    def tie_broken(self) -> bool:
        """Are there seats with equal points in different places?"""
        return len(set(zip(self.scores, self.ranking, strict=True))) > len(set(self.scores))

    def ended(self) -> Message:
        """How the game ended, in words; and what decides among equals, where points alone did not."""
        from .catalogue import has

        ending = Message(self.game, f"ending.{self.ending}")
        if self.tie_broken() and has(self.game, "ending.tied", "en"):
            return Message(self.game, "ending.tied", ending=ending)
        return ending

    def action_count(self) -> int:
        """How many actions the game has; a game in a hurry answers with its constant."""
        return len(self.actions)

    def decide_at_random(self, own: Chance, chance: Chance) -> None:
        """What `random_step` does: `own` is the luck that decides, `chance` that of the game, and they may be one.

        A game in a hurry does without the list, but with the same picks.
        """
        legal = self.legal()
        if not legal:
            raise GameOver(Message("kernel", "over"))
        self.carry_out(legal[own.pick(len(legal))], chance, None)

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

    def score_sheet(self, seat: SupportsIndex, lang: str = "en") -> list[tuple[str, int]]:
        """Where the seat's points come from, as (label, points) rows; they sum to its score."""
        return [(label.render(lang), points) for label, points in self.points(seat)]

    def legal_actions(self) -> list[Action]:
        """All legal actions, ordered by index."""
        actions = self.actions.by_index
        return [actions[index] for index in self.legal()]

    def apply(self, action: Action, chance: SupportsPick) -> list[Event]:
        """Plays an action in place and tells what happened. An illegal one raises and changes nothing."""
        index = self.check_action(action)
        log: list[Event] = []
        self.carry_out(index, luck_of(chance), log)
        return log

    def step(self, index: SupportsIndex, chance: SupportsPick) -> None:
        """The fast door of `apply`: by index, without events."""
        number = self.check(index)
        self.carry_out(number, luck_of(chance), None)

    def random_step(self, chance: SupportsPick) -> None:
        """One uniformly random legal decision."""
        luck = luck_of(chance)
        self.decide_at_random(luck, luck)

    def check(self, index: SupportsIndex) -> int:
        """The index as a plain number; raises unless that action is legal now."""
        if self.turn is None:
            raise GameOver(Message("kernel", "over"))
        number = -1
        if type(index) is int:
            number = index
        else:
            found = whole(index)
            if found is not None:
                number = found
        if not 0 <= number < self.action_count():
            last = self.action_count() - 1
            raise IllegalAction(Message("kernel", "action.range", index=quoted(index), game=self.game, last=last))
        reason = self.refusal(number)
        if reason is not None:
            raise IllegalAction(reason)
        return number

    def check_action(self, action: Action) -> int:
        """The same for an action, which must be one of this game's."""
        if action not in self.actions:
            raise IllegalAction(Message("kernel", "action.foreign", action=quoted(action), game=self.game))
        return self.check(action.index)

    def check_seat(self, seat: SupportsIndex | None) -> int | None:
        """The seat as a plain number (None: a spectator); raises unless there is such a seat."""
        return None if seat is None else self.check_player(seat)

    def check_player(self, seat: SupportsIndex) -> int:
        """The same where a spectator will not do."""
        if type(seat) is int and 0 <= seat < self.players:
            return seat
        return seat_of(self.players, seat)

    def __repr__(self) -> str:
        """Which game, for how many, and whose decision it is, among how many actions."""
        turn = self.turn
        if turn is None:
            now = f"over, {' : '.join(map(str, self.scores))}"
        else:
            now = f"seat {turn} to choose from {len(self.legal())}"
        return f"<{self.game} for {self.players} players, {now}>"

    def _repr_svg_(self) -> str:
        """The table with nothing hidden, for notebooks."""
        from .registry import game

        found = game(self.game)
        return found.scene(found.opened(self))._repr_svg_()


def playout(state: State, chance: SupportsPick) -> State:
    """Random decisions to the end of the game, in place; gives the state back."""
    luck = luck_of(chance)
    while state.turn is not None:
        state.decide_at_random(luck, luck)
    return state


ASKED: Final = 0
THINKS: Final = 1
AIMLESS: Final = 2
"""How a seat decides: it is asked every time, only where there is a choice, or never, because it decides at random."""


def play_on(state: State, manners: list[int], lucks: list[Chance], chance: Chance) -> int:
    """Plays what nobody has to be asked for, each seat with luck of its own, and tells how many decisions that were."""
    decisions = 0
    while True:
        seat = state.turn
        if seat is None:
            return decisions
        manner = manners[seat]
        if manner == AIMLESS:
            state.decide_at_random(lucks[seat], chance)
        else:
            legal = state.legal()
            if manner == ASKED or len(legal) > 1:
                return decisions
            state.carry_out(legal[0], chance, None)
        decisions += 1


def places(keys: list[tuple[int, ...]]) -> list[int]:
    """The place of each key, the largest first; equal keys share a place."""
    ordered = sorted(keys, reverse=True)
    return [ordered.index(key) + 1 for key in keys]
