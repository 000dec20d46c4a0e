"""The positions of a study: found again by playing from the nearest that is in memory, and seen as they may be."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex

import msgspec

from .action import Action
from .branches import Branch, Tree, node_id
from .chance import Chance
from .edits import Edit, Played, Step
from .errors import BadEdit, BadNotation, BadRecord
from .game import Game
from .given import quoted, seat_of, whole
from .luck import RecordedChance, RecordingChance
from .match import header_of
from .message import Message
from .outcomes import KnownLuck, Luck, Outcome
from .record import End, Move, Record, Start, Unnamed
from .registry import game as find_game
from .scene import Scene
from .state import State
from .view import View

if TYPE_CHECKING:
    from .node import Node

KEPT = 256
"""So many positions are kept in memory; the others are played again from the nearest of them."""
CHECKPOINT = 8
"""On the way to a position every so manyth is kept."""


class Positions:
    """A game, the tree of what follows from its beginning, and who may see what of it."""

    def __init__(
        self,
        game: str | Game,
        players: SupportsIndex,
        seed: SupportsIndex | str | None = None,
        options: Any = None,
        start: Sequence[int] | None = None,
    ) -> None:
        """Luck is drawn from the seed; `start` gives the picks of the set-up instead."""
        self.game = game if isinstance(game, Game) else find_game(game)
        # By way of a mapping, so that those of a file are the same as those that one makes.
        self.options = self.game.options(msgspec.to_builtins(self.game.options(options)))
        self.chance = Chance(seed)
        given = None if start is None else RecordedChance(start)
        luck = RecordingChance(given or self.chance)
        state = self.game.start(players, luck, self.options)
        if given is not None:
            given.done()
        self.players = state.players
        self.start = tuple(luck.take())
        header = header_of(self.game, self.players, self.options, (), Unnamed())
        facts = (header.game, header.rules_version, header.players, header.options, self.start)
        self.tree = Tree(node_id("", facts))
        self._first = state
        self._states: OrderedDict[str, State] = OrderedDict()
        self._written: dict[str, Action] = {}

    @property
    def edits(self) -> list[Edit]:
        """All changes, in the order that is the same for everybody."""
        return list(self.tree.ordered)

    @property
    def names(self) -> tuple[str, ...]:
        """Who played, as far as that is known."""
        played = self.tree.last(Played)
        return played.names if played is not None else ()

    @property
    def seat(self) -> int | None:
        """The seat from which it is seen until it is opened; None: everything is open."""
        return self.tree.sight

    def line(self, node: Node) -> Record:
        """The way to a position as a record."""
        self.check_open(None)
        return self.written_line(self.own(node).branch)

    def written_line(self, branch: Branch, played: Played | None = None) -> Record:
        """The same, whoever asks; `played` says of which real game it is the end, if that is not in the tree yet."""
        played = played or self.tree.last(Played)
        real = played if played is not None and played.at == branch.id else None
        names = () if played is None else played.names
        header = header_of(self.game, self.players, self.options, names, Unnamed() if real is None else real.chance)
        moves = [
            Move(seat=each.step.seat, move=each.step.move, picks=each.step.picks)
            for each in path(branch)
            if each.step is not None and each.step.seat is not None
        ]
        state = self.state_at(branch)
        end = End(
            over=state.over,
            scores=tuple(state.scores),
            ranking=tuple(state.ranking),
            secret=None if real is None else real.secret,
        )
        return Record(header, Start(picks=self.start), tuple(moves), end)

    # Positions

    def state(self, node: Node) -> State:
        """The full state at a position, to look at or to go on from; not before the study is open."""
        self.check_open(None)
        return self.state_at(self.own(node).branch).clone()

    def view(self, node: Node, seat: SupportsIndex | None = None) -> View:
        """What can be seen at a position: by a seat, or without one as the study is seen."""
        state = self.state_at(self.own(node).branch)
        who = self.seat if seat is None else self.check_seat(seat)
        self.check_open(who)
        return self.game.opened(state) if who is None else state.view(who)

    def scene(self, node: Node, seat: SupportsIndex | None = None, lang: str = "en") -> Scene:
        """The same as a picture."""
        return self.game.scene(self.view(node, seat), lang, self.names)

    def turn(self, node: Node) -> int | None:
        """Whose decision it is; None when the game is over."""
        return self.state_at(self.own(node).branch).turn

    def state_at(self, branch: Branch) -> State:
        """The state at a position, which nobody may change."""
        way: list[Branch] = []
        near = branch
        while not self.is_kept(near):
            way.append(near)
            assert near.parent is not None
            near = near.parent
        if near.id in self._states:
            self._states.move_to_end(near.id)
        found = self._states.get(near.id, self._first)
        if not way:
            return found
        state = found.clone()
        for each in reversed(way):
            assert each.step is not None
            state.carry_out(self.action(each.step.move).index, KnownLuck(each.step.picks), None)
            if each.depth % CHECKPOINT == 0 and each is not branch:
                self.keep(each.id, state.clone())
        self.keep(branch.id, state)
        return state

    def is_kept(self, branch: Branch) -> bool:
        """Is it in memory, so that nothing has to be played again?"""
        return branch.parent is None or branch.id in self._states

    def keep(self, name: str, state: State) -> None:
        """A state that nobody changes any more, for as long as there is room."""
        self._states[name] = state
        if len(self._states) > KEPT:
            self._states.popitem(last=False)

    def outcomes(
        self, node: Node, move: Action | SupportsIndex | str, picks: Sequence[int] = (), lang: str = "en"
    ) -> list[Outcome]:
        """What a move can draw next, after these picks of it; nothing where all is drawn."""
        self.check_open(None)
        state = self.state_at(self.own(node).branch)
        index = state.check_action(self.action(move))
        return Luck(self.game, state, index, lang, self.names).outcomes(picks)

    def done(self, state: State, move: Action | SupportsIndex | str | Step, source: Chance | None = None) -> Step:
        """Plays a move in place and tells what it drew: what a `Step` says, or else what the source gives."""
        action = self.action(move.move if isinstance(move, Step) else move)
        state.check_action(action)
        seat = state.turn
        given = RecordedChance(move.picks) if isinstance(move, Step) else None
        luck = RecordingChance(given or source or self.chance)
        try:
            state.carry_out(action.index, luck, None)
            if given is not None:
                given.done()
        except BadRecord as error:
            raise BadEdit(Message("kernel", "study.picks", move=action.notation)) from error
        return Step(action.notation, tuple(luck.take()), seat)

    def action(self, move: Action | SupportsIndex | str) -> Action:
        """A move, given as such, by index or by notation."""
        if isinstance(move, Action):
            return move
        if isinstance(move, str):
            return self._written.get(move) or self._parsed(move)
        if whole(move) is None:
            raise BadNotation(Message("kernel", "action.type", given=type(move).__name__))
        return self.game.actions[whole(move) or 0]

    def _parsed(self, text: str) -> Action:
        action = self.game.actions.parse(text)
        if action.notation == text:  # what people write otherwise is not kept: there is no end to it
            self._written[text] = action
        return action

    def check_seat(self, seat: object) -> int:
        """A seat of this game as a plain number."""
        return seat_of(self.players, seat)

    def check_open(self, seat: int | None) -> None:
        """Raises unless what is seen so may be seen."""
        if self.seat is not None and seat != self.seat:
            raise BadEdit(Message("kernel", "study.closed", seat=self.seat + 1))

    def own(self, node: Node) -> Node:
        """The position itself; raises unless it is one of this study."""
        if getattr(node, "study", None) is not self:
            raise BadEdit(Message("kernel", "study.no_node", node=quoted(node)))
        return node


def path(branch: Branch) -> list[Branch]:
    """The way to a position, from the first one on."""
    way = [branch]
    while way[-1].parent is not None:
        way.append(way[-1].parent)
    return way[::-1]
