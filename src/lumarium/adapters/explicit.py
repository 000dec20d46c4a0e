"""A game with its luck laid open: every pick becomes a node of its own, as trees of games want it.

What a decision needs of luck is found by doing it: a `Chance` answers with the picks that are known and stops at the
first that is not. That one is a node with equal outcomes; once it is answered, the decision is done again from before.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from lumarium.kernel.chance import Chance
from lumarium.kernel.game import Game
from lumarium.kernel.outcomes import KnownLuck, Unanswered
from lumarium.kernel.registry import game as find_game
from lumarium.kernel.state import State
from lumarium.kernel.view import View

LUCK = -1
OVER = -4
"""Who decides when nobody does; the numbers are OpenSpiel's."""
START = -1
"""The decision that is being done while the game is set up."""


class Rules(NamedTuple):
    """What is played, with players and options already checked."""

    game: Game
    players: int
    options: Any


class Imagined(NamedTuple):
    """Where a play began that was made up from a seat's view."""

    view: View
    seed: int
    story: str
    memory: str


class Position:
    """A state that is never changed, what seats see of it, and the position of the decision before."""

    __slots__ = ("_memories", "_texts", "_views", "before", "state")

    def __init__(self, state: State, before: Position | None, memories: dict[int | None, str] | None = None) -> None:
        self.state = state
        self.before = before
        self._views: dict[int | None, View] = {}
        self._texts: dict[int | None, str] = {}
        self._memories = memories or {}

    def view(self, seat: int | None) -> View:
        """What a seat may know (None: a spectator)."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self.state.view(seat)
        return view

    def text(self, seat: int | None) -> str:
        """The same in JSON."""
        text = self._texts.get(seat)
        if text is None:
            text = self._texts[seat] = msgspec.json.encode(self.view(seat)).decode()
        return text

    def memory(self, seat: int | None) -> str:
        """A digest of all that the seat saw when it decided before; of a spectator, at every decision."""
        later = []
        position = self
        while seat not in position._memories and position.before is not None:
            later.append(position)
            position = position.before
        memory = position._memories.setdefault(seat, "")
        for after in reversed(later):
            if seat in (None, position.state.turn):
                memory = blake2b(f"{memory}\n{position.text(seat)}".encode(), digest_size=16).hexdigest()
            after._memories[seat] = memory
            position = after
        return memory


class Play:
    """A game in progress whose luck comes from outside, one pick at a time.

    The position is never changed in place, so that copies share it.
    """

    __slots__ = ("history", "origin", "outcomes", "pending", "picks", "player", "position", "rules", "story")

    rules: Rules
    origin: Imagined | None
    position: Position | None
    """The one before the pending decision; None while the game is set up."""
    pending: int | None
    """The decision that waits for luck."""
    picks: list[int]
    """What luck has answered to it so far."""
    outcomes: int
    """How many equal answers the next pick has; 0 where a seat decides."""
    player: int
    history: list[int]
    """Decisions and picks since the beginning, or since the play was made up."""
    story: str
    """The decisions of all seats, which are open to everybody, in notation."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.origin = None
        self.position = None
        self.history = []
        self.story = ""
        self._decide(START)

    @classmethod
    def imagine(cls, rules: Rules, origin: Imagined) -> Play:
        """A play that the view's seat cannot tell from the truth. What the others saw before is not made up."""
        play = cls.__new__(cls)
        play.rules, play.origin = rules, origin
        play.history = []
        play.story = origin.story
        play.position = None
        play._rest(rules.game.imagine(origin.view, Chance(origin.seed)), {origin.view.seat: origin.memory})
        return play

    def copy(self) -> Play:
        """An independent copy."""
        play = Play.__new__(Play)
        play.rules, play.origin = self.rules, self.origin
        play.position, play.pending, play.picks = self.position, self.pending, self.picks.copy()
        play.outcomes, play.player = self.outcomes, self.player
        play.history, play.story = self.history.copy(), self.story
        return play

    def __deepcopy__(self, memo: object) -> Play:
        return self.copy()

    @property
    def state(self) -> State | None:
        """The position before the pending decision; None while the game is set up."""
        return None if self.position is None else self.position.state

    def apply(self, number: int) -> None:
        """A seat's action by index, or the outcome of a pick; what is not legal raises and changes nothing."""
        if self.outcomes:
            if not 0 <= number < self.outcomes:
                raise ValueError(f"a pick among {self.outcomes} cannot be {number}")
            self.history.append(number)
            self.picks.append(number)
            self._go_on()
        else:
            assert self.position is not None
            self.position.state.check(number)
            self.history.append(number)
            self.story += f"{self.rules.game.actions[number].notation}; "
            self._decide(number)

    def legal(self) -> list[int]:
        """What the seat whose turn it is may do."""
        return [] if self.outcomes or self.position is None else self.position.state.legal()

    def finished(self, source: Chance) -> State:
        """The position after the pending decision, with luck from a source; a new one that may be changed."""
        return self._done(KnownLuck(self.picks, source))

    def view(self, seat: int | None) -> View:
        """What a seat may know; while luck is waited for, as before the decision."""
        if self.position is None:
            raise ValueError("there is nothing to see while the game is being set up")
        return self.position.view(seat)

    def observation(self, seat: int | None) -> str:
        """The view of a seat (None: a spectator's) in JSON; nothing while the game is set up."""
        return "" if self.position is None else self.position.text(seat)

    def information(self, seat: int | None) -> str:
        """Perfect recall: the decisions so far, a digest of what the seat saw at its own (a spectator at all of them),
        and what it sees now."""
        return f"{self.story}\n{self.memory(seat)}\n{self.observation(seat)}"

    def memory(self, seat: int | None) -> str:
        """A digest of what the seat saw when it decided before."""
        return "" if self.position is None else self.position.memory(seat)

    def secrets(self, seat: int) -> str:
        """Of what a seat sees, what a spectator does not; "" if there is nothing."""
        if self.position is None:
            return ""
        own, everybody = self.view(seat), self.view(None)
        fields = [name for name in own.__struct_fields__ if name not in ("seat", "legal")]
        hidden = {name: getattr(own, name) for name in fields if getattr(own, name) != getattr(everybody, name)}
        return msgspec.json.encode(hidden).decode() if hidden else ""

    def _decide(self, index: int) -> None:
        self.pending, self.picks = index, []
        self._go_on()

    def _go_on(self) -> None:
        """Does the pending decision as far as the luck is known."""
        try:
            state = self._done(KnownLuck(self.picks))
        except Unanswered as stopped:
            self.outcomes, self.player = stopped.outcomes, LUCK
        else:
            self._rest(state)

    def _done(self, chance: Chance) -> State:
        if self.position is None:
            game, players, options = self.rules
            return game.begin(players, options, chance)
        state = self.position.state.clone()
        if self.pending is not None:
            state.carry_out(self.pending, chance, None)
        return state

    def _rest(self, state: State, memories: dict[int | None, str] | None = None) -> None:
        """Nothing is pending any more."""
        self.position = Position(state, self.position, memories)
        self.pending, self.picks, self.outcomes = None, [], 0
        self.player = OVER if state.turn is None else state.turn

    def __reduce__(self) -> tuple[Any, ...]:
        game, players, options = self.rules
        origin = self.origin and (msgspec.json.encode(self.origin.view), *self.origin[1:])
        return _again, (game.name, players, msgspec.to_builtins(options), origin, self.history)


def _again(
    name: str, players: int, options: dict[str, Any], origin: tuple[bytes, int, str, str] | None, history: list[int]
) -> Play:
    game = find_game(name)
    rules = Rules(game, players, game.options(options))
    if origin is None:
        play = Play(rules)
    else:
        view, seed, story, memory = origin
        play = Play.imagine(rules, Imagined(msgspec.json.decode(view, type=game.View), seed, story, memory))
    for number in history:
        play.apply(number)
    return play
