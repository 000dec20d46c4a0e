"""A position of a study, as people hold it in their hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex

from .branches import Branch
from .edits import Comment, Mark, Opinion, Outlook, Step, Title

if TYPE_CHECKING:
    from .action import Action
    from .chance import Chance
    from .match import Match
    from .outcomes import Outcome
    from .scene import Scene
    from .state import State
    from .study import Study
    from .view import View


class Node:
    """One position: how it was reached, what follows, and what is said of it."""

    __slots__ = ("branch", "study")

    def __init__(self, study: Study, branch: Branch) -> None:
        self.study = study
        self.branch = branch

    @property
    def id(self) -> str:
        """The name of the position: the same wherever the same moves are played from the same beginning."""
        return self.branch.id

    @property
    def parent(self) -> Node | None:
        """What it follows; None at the root."""
        return None if self.branch.parent is None else Node(self.study, self.branch.parent)

    @property
    def children(self) -> list[Node]:
        """What follows it, the main line first."""
        return [Node(self.study, each) for each in self.study.tree.children(self.branch)]

    @property
    def next(self) -> Node | None:
        """What follows it in its main line; None at the end."""
        following = self.study.tree.children(self.branch)
        return Node(self.study, following[0]) if following else None

    @property
    def depth(self) -> int:
        """How many moves lead here."""
        return self.branch.depth

    @property
    def seat(self) -> int | None:
        """Who made the move that led here; None at the root."""
        return None if self.branch.step is None else self.branch.step.seat

    @property
    def turn(self) -> int | None:
        """Whose decision it is here; None when the game is over."""
        return self.study.turn(self)

    @property
    def move(self) -> str | None:
        """The move that led here; None at the root."""
        return None if self.branch.step is None else self.branch.step.move

    @property
    def picks(self) -> tuple[int, ...]:
        """What that move drew; not before the study is open."""
        self.study.check_open(None)
        return () if self.branch.step is None else self.branch.step.picks

    @property
    def is_main(self) -> bool:
        """Is it part of the main line?"""
        branch = self.branch
        while branch.parent is not None:
            if self.study.tree.children(branch.parent)[:1] != [branch]:
                return False
            branch = branch.parent
        return True

    @property
    def name(self) -> str:
        """What the line that begins here is called."""
        titles = self.study.tree.at(self.branch, Title)
        return titles[-1].name if titles else ""

    @name.setter
    def name(self, name: str) -> None:
        self.study.name(self, name)

    @property
    def comments(self) -> list[Comment]:
        """What is said of it, in order."""
        return self.study.tree.at(self.branch, Comment)

    @property
    def marks(self) -> list[Mark]:
        """Rings and arrows, in the order in which they were drawn."""
        latest: dict[tuple[str, str], Mark] = {}
        for mark in self.study.tree.at(self.branch, Mark):
            latest.pop((mark.piece, mark.to), None)
            latest[mark.piece, mark.to] = mark
        return [mark for mark in latest.values() if mark.tone]

    @property
    def outlooks(self) -> dict[str, tuple[Opinion, ...]]:
        """By bot what it thinks of the position, the best move first."""
        return {outlook.bot: outlook.thoughts for outlook in self.study.tree.at(self.branch, Outlook)}

    def view(self, seat: SupportsIndex | None = None) -> View:
        """What can be seen here: by a seat, or without one as the study is seen."""
        return self.study.view(self, seat)

    def scene(self, seat: SupportsIndex | None = None, lang: str = "en") -> Scene:
        """The same as a picture."""
        return self.study.scene(self, seat, lang)

    @property
    def state(self) -> State:
        """The full state, to go on from; not before the study is open."""
        return self.study.state(self)

    def match(self) -> Match:
        """A match that has come this far, to be played on by itself."""
        return self.study.line(self).replay()

    def outcomes(
        self, move: Action | SupportsIndex | str, picks: tuple[int, ...] = (), lang: str = "en"
    ) -> list[Outcome]:
        """What a move can draw next, after these picks of it; nothing where all is drawn."""
        return self.study.outcomes(self, move, picks, lang)

    def add(self, *moves: Action | SupportsIndex | str | Step, chance: Chance | None = None) -> Node:
        """A line of moves from here; gives the position after the last of them."""
        return self.study.add(self, *moves, chance=chance)

    def comment(self, text: str, by: str | None = None) -> Comment:
        """Says something about it."""
        return self.study.comment(self, text, by)

    def mark(self, piece: str, to: str = "", tone: str = "note") -> None:
        """A ring around a piece, or an arrow to another one; a tone of "" takes it away."""
        self.study.mark(self, piece, to, tone)

    def promote(self) -> None:
        """It goes before all others that follow the same position."""
        self.study.promote(self)

    def delete(self) -> None:
        """It goes with all that follows."""
        self.study.delete(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and other.study is self.study and other.branch is self.branch

    def __hash__(self) -> int:
        return hash(self.branch.id)

    def __repr__(self) -> str:
        return f"<position {self.id} after {self.move or 'the start'}, {self.depth} moves in>"

    def _repr_svg_(self) -> str:
        """The position, for notebooks."""
        return self.scene()._repr_svg_()
