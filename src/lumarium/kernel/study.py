"""A game that can branch: what was played, what could have been, and what people say of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, SupportsIndex

from .action import Action
from .branches import node_id
from .chance import Chance, luck_of
from .edits import (
    Add,
    Comment,
    Delete,
    Edit,
    Mark,
    Opinion,
    Outlook,
    Played,
    Promote,
    Sight,
    Stamp,
    Step,
    Title,
    Withdraw,
    check_author,
    checked,
    new_author,
)
from .errors import BadEdit, BadRecord, LumariumError
from .game import Game
from .given import quoted, shortened
from .match import Match
from .message import Message
from .node import Node
from .positions import Positions, path
from .record import Record, loaded, save_whole

BOARD = "lumarium.adapters.widget"
"""Found by its name when a notebook asks: what stands above the kernel is no part of the engine, nor of its types."""


class Study(Positions):
    """A record with variations: positions that follow from each other by moves, with names, comments and marks.

    Everything that is done is a change of its own (`edits`). Whoever has the same changes has the same study, in
    whatever order they came; so studies can be merged, and several people can work on one.
    """

    def __init__(
        self,
        game: str | Game,
        players: SupportsIndex,
        seed: SupportsIndex | str | None = None,
        options: Any = None,
        start: Sequence[int] | None = None,
        author: str | None = None,
    ) -> None:
        """An empty study. Luck is drawn from the seed; `start` gives the picks of the set-up instead. `author` is who
        makes the changes from here, and different for everybody; without one it is drawn."""
        super().__init__(game, players, seed, options, start)
        self.author = new_author() if author is None else check_author(author)
        self.by = ""
        """The name below one's comments."""
        self._listeners: list[Callable[[list[Edit]], None]] = []

    @classmethod
    def of(cls, source: Record | Match, seat: SupportsIndex | None = None) -> Study:
        """The study of a game that was played; moves that were taken back are variations. With a `seat` it shows what
        that seat knew until it is opened."""
        record = source.record if isinstance(source, Match) else source
        if not isinstance(record, Record):
            raise BadRecord(Message("kernel", "film.source", given=quoted(source)))
        from .studyfile import of_record

        study = of_record(record)
        if seat is not None:
            study.close(seat)
        return study

    @classmethod
    def load(cls, path: str | Path) -> Study:
        """Reads a study or a record; damage and whatever cannot be raise BadRecord naming the line."""
        return loaded(path, cls.parse)

    @classmethod
    def parse(cls, data: bytes) -> Study:
        """A study from the bytes of a file."""
        from .studyfile import read

        return read(data)

    @classmethod
    def trusted(cls, data: bytes) -> Study:
        """The same from bytes that were written by `dump` and come from nowhere else: nothing is checked again."""
        from .studyfile import read

        return read(data, trusted=True)

    def dump(self) -> bytes:
        """The study as the bytes of a file: the main line as a record, then all changes."""
        from .studyfile import write

        return write(self)

    def save(self, path: str | Path) -> None:
        """Writes the study to a file, whole or not at all."""
        save_whole(path, self.dump())

    # Looking

    @property
    def root(self) -> Node:
        """The position before the first move."""
        return Node(self, self.tree.root)

    def __getitem__(self, name: str) -> Node:
        """A position by its id, or by the beginning of it."""
        branches = self.tree.branches
        found = [name] if name in branches else [each for each in branches if name and each.startswith(name)]
        if len(found) != 1:
            raise BadEdit(Message("kernel", "study.no_node", node=quoted(name)))
        return Node(self, branches[found[0]])

    def __len__(self) -> int:
        """How many positions there are."""
        return sum(1 for _ in self.tree.walk())

    def __iter__(self) -> Iterator[Node]:
        """Every position, each line to its end before the next; the main line comes first."""
        return (Node(self, branch) for branch in self.tree.walk())

    def main_line(self) -> list[Node]:
        """From the first position to the end of the main line."""
        return [Node(self, branch) for branch in self.tree.main_line()]

    @property
    def record(self) -> Record:
        """The main line as a record."""
        *_, last = self.tree.main_line()
        return self.line(Node(self, last))

    # Changing

    def add(self, node: Node, *moves: Action | SupportsIndex | str | Step, chance: Chance | None = None) -> Node:
        """A line of moves from a position on; gives the position after the last of them. A `Step` says what its move
        draws; what others draw comes from `chance`, or else from the luck of the study."""
        self.check_open(None)
        branch = self.own(node).branch
        steps, names, state = [], [branch.id], self.state_at(branch).clone()
        source = None if chance is None else luck_of(chance)
        for move in moves:
            step = self.done(state, move, source)
            steps.append(step)
            names.append(node_id(names[-1], step))
        if not steps:
            return node
        known = [self.tree.branches.get(name) for name in names]
        if any(each is None or not self.tree.is_shown(each) for each in known):
            self._do(Add(id=self._next(), at=branch.id, moves=tuple(steps)))
        return self[names[-1]]

    def delete(self, node: Node) -> None:
        """A position goes with all that follows it. What others do there meanwhile stays."""
        self._do(Delete(id=self._next(), at=self.own(node).id, seen=self.tree.seen()))

    def promote(self, node: Node) -> None:
        """A position goes before all others that follow the same one."""
        self._do(Promote(id=self._next(), at=self.own(node).id))

    def promote_to_main(self, node: Node) -> None:
        """The line that leads to a position becomes the main line."""
        for branch in path(self.own(node).branch):
            if branch.parent is not None and self.tree.children(branch.parent)[0] is not branch:
                self.promote(Node(self, branch))

    def name(self, node: Node, name: str) -> None:
        """What a line is called; "" takes the name away."""
        self._do(Title(id=self._next(), at=self.own(node).id, name=name))

    def comment(self, node: Node, text: str, by: str | None = None) -> Comment:
        """Says something about a position."""
        said = Comment(id=self._next(), at=self.own(node).id, by=self.by if by is None else by, text=text)
        self._do(said)
        return said

    def mark(self, node: Node, piece: str, to: str = "", tone: str = "note") -> None:
        """A ring around a piece, or an arrow to another one, in the tone "note", "good" or "bad"; "" takes it away."""
        self._do(Mark(id=self._next(), at=self.own(node).id, piece=piece, to=to, tone=tone))

    def keep_outlook(self, node: Node, bot: str, thoughts: Iterable[Opinion]) -> None:
        """What a bot thinks of a position, the best move first."""
        self._do(Outlook(id=self._next(), at=self.own(node).id, bot=bot, thoughts=tuple(thoughts)))

    def close(self, seat: SupportsIndex) -> None:
        """From now on it shows what that seat knew, until it is opened."""
        self._do(Sight(id=self._next(), seat=self.check_seat(seat)))

    def open(self) -> None:
        """From now on everything can be seen."""
        if self.seat is not None:
            self._do(Sight(id=self._next(), seat=None))

    def withdraw(self, edit: Edit | str) -> None:
        """A change does not count any more."""
        self._do(Withdraw(id=self._next(), what=edit if isinstance(edit, str) else edit.id))

    def undo(self) -> Edit | None:
        """Withdraws one's own last change that counts; None if there is none."""
        for edit in reversed(self.tree.ordered):
            if edit.stamp.author == self.author and not isinstance(edit, Withdraw) and self.tree.counts(edit):
                self.withdraw(edit)
                return edit
        return None

    def redo(self) -> Edit | None:
        """Makes what was undone last count again; None if there is nothing, or something else was done since."""
        for edit in reversed(self.tree.ordered):
            if edit.stamp.author == self.author and self.tree.counts(edit):
                if not isinstance(edit, Withdraw):
                    return None
                if not isinstance(self.tree.edits[edit.what], Withdraw):
                    self.withdraw(edit)
                    return self.tree.edits[edit.what]
        return None

    def merge(self, other: Study) -> int:
        """Takes in all changes of another study of the same beginning; gives how many of them were new."""
        if other.tree.root.id != self.tree.root.id:
            raise BadEdit(Message("kernel", "study.other"))
        return len(self.take(other.tree.ordered))

    def take(self, edits: Iterable[Edit]) -> list[Edit]:
        """Takes in changes that somebody made; gives those that were new. If one of them cannot be, none is taken."""
        new: list[Edit] = []
        try:
            for edit in sorted(map(checked, edits), key=lambda each: each.stamp):
                if edit.id not in self.tree.edits:
                    self.check(edit)
                if self.tree.take(edit):
                    new.append(edit)
        except BaseException:
            self.forget(new)
            raise
        for listener in list(self._listeners) if new else ():
            listener(new)
        return new

    def forget(self, edits: Sequence[Edit]) -> None:
        """The last changes that were taken in never were."""
        for edit in reversed(edits):
            self.tree.forget(edit)

    def check(self, edit: Edit) -> None:
        """BadEdit, or what the rules say, unless the change can be one of this game."""
        match edit:
            case Add():
                self._check_moves(edit)
            case Outlook():
                for thought in edit.thoughts:
                    self.game.actions.parse(thought.move)
            case Played():
                # A game that is said to have been played must have the luck that it names.
                deque(self.written_line(self.tree.branch(edit.at), edit).walk(), maxlen=0)
            case Sight(seat=seat) if seat is not None:
                self.check_seat(seat)
            case Title(name=text) | Comment(by=text):
                if not text.isprintable():
                    raise BadEdit(Message("kernel", "study.name", name=shortened(text)))
            case _:
                pass

    def _check_moves(self, edit: Add) -> None:
        branch = self.tree.branch(edit.at)
        state, name = self.state_at(branch).clone(), branch.id
        for step in edit.moves:
            if self.done(state, step) != step:
                raise BadEdit(Message("kernel", "study.notation", move=shortened(step.move)))
            name = node_id(name, step)
        self.keep(name, state)

    def listen(self, listener: Callable[[list[Edit]], None]) -> Callable[[], None]:
        """Calls somebody with all changes that are new, whoever made them; gives what to call to end that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def sync(self, patience: float = 30.0) -> None:
        """Waits until all of one's own changes are stored; those of a study that is only here are nowhere else."""

    def disconnect(self) -> None:
        """Ends the connection of a live study; the study stays as it is, here and there."""

    def _next(self) -> str:
        return str(Stamp(self.tree.latest + 1, self.author))

    def _do(self, edit: Edit) -> None:
        self.take([edit])

    def __repr__(self) -> str:
        return f"<study of {self.game.name} for {self.players} players, {len(self)} positions>"

    def _repr_svg_(self) -> str:
        """The end of the main line, for notebooks."""
        return self.scene(self.main_line()[-1])._repr_svg_()

    def _repr_mimebundle_(self, **wanted: Any) -> Any:
        """A board to play on, for notebooks that have anywidget; others get the picture."""
        try:
            board = import_module(BOARD).Board(self)
        except LumariumError:
            return {"image/svg+xml": self._repr_svg_(), "text/plain": repr(self)}
        return board._repr_mimebundle_(**wanted)
