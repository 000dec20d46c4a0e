"""The tree that a set of changes makes, the same for everybody who has the same changes, in whatever order they came.

A position is known by how it was reached, so that two people who try the same move meet in one place. Nothing is ever
taken out: what was deleted or withdrawn is passed over. Whoever deletes a line deletes what they have seen of it; what
somebody else did there meanwhile brings it back. Of two names or marks for the same thing the later one counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import accumulate
from operator import attrgetter
from typing import TypeVar

import msgspec

from .edits import (
    Add,
    Comment,
    Delete,
    Edit,
    EditBase,
    Mark,
    Outlook,
    Played,
    Promote,
    Sight,
    Step,
    Title,
    Withdraw,
)
from .errors import BadEdit
from .given import shortened
from .message import Message

DIGITS = 16
AnyEdit = TypeVar("AnyEdit", bound=EditBase)
_by_stamp = attrgetter("stamp")


def node_id(before: str, facts: object) -> str:
    """The name of a position: of what it follows and of the step that leads to it."""
    return sha256(before.encode() + msgspec.json.encode(facts)).hexdigest()[:DIGITS]


class Branch:
    """A position with all that was ever done there."""

    __slots__ = ("children", "depth", "edits", "id", "parent", "step")

    def __init__(self, name: str, parent: Branch | None, step: Step | None) -> None:
        self.id = name
        self.parent = parent
        self.step = step
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.children: list[Branch] = []
        self.edits: list[Edit] = []


class Tree:
    """All changes, and what comes of them. It knows no rules: whether a move is legal, others check."""

    def __init__(self, root: str) -> None:
        self.root = Branch(root, None, None)
        self.branches = {root: self.root}
        self.edits: dict[str, Edit] = {}
        self.latest = 0
        """The highest number of a change."""
        self._withdrawn: dict[str, list[Withdraw]] = {}
        self._sights: list[Sight] = []
        self._deletes: dict[str, list[Delete]] = {}
        self._shown: set[str] | None = None
        self._ordered: list[Edit] | None = []

    # Taking in

    def take(self, edit: Edit) -> bool:
        """One change more; False if it is known. BadEdit, and nothing changes, if it cannot follow those that are."""
        known = self.edits.get(edit.id)
        if known is not None:
            if known != edit:
                raise BadEdit(Message("kernel", "study.twice", id=edit.id))
            return False
        match edit:
            case Sight():
                self._sights.append(edit)
            case Withdraw():
                self._check_target(edit)
                self._withdrawn.setdefault(edit.what, []).append(edit)
            case Add():
                self._add(edit)
            case _:
                self._touch(edit)
        self._shown = None
        self.edits[edit.id] = edit
        stamp = edit.stamp
        if self._ordered and self._ordered[-1].stamp > stamp:
            self._ordered = None
        if self._ordered is not None:
            self._ordered.append(edit)
        self.latest = max(self.latest, stamp.number)
        return True

    def forget(self, edit: Edit) -> None:
        """The last change that was taken in never was."""
        del self.edits[edit.id]
        match edit:
            case Sight():
                self._sights.remove(edit)
            case Withdraw():
                self._withdrawn[edit.what].remove(edit)
                if not self._withdrawn[edit.what]:
                    del self._withdrawn[edit.what]
            case Add():
                self._take_out(edit)
            case _:
                branch = self.branches[edit.at]
                branch.edits.remove(edit)
                if isinstance(edit, Delete):
                    self._deletes[branch.id].remove(edit)
                    if not self._deletes[branch.id]:
                        del self._deletes[branch.id]
        self._shown = self._ordered = None
        self.latest = max((each.stamp.number for each in self.edits.values()), default=0)

    def _check_target(self, edit: Withdraw) -> None:
        if edit.what not in self.edits:
            raise BadEdit(Message("kernel", "study.no_edit", id=shortened(edit.what)))
        if self.edits[edit.what].stamp >= edit.stamp:
            raise BadEdit(Message("kernel", "study.early", id=edit.id, before=edit.what))

    def _add(self, edit: Add) -> None:
        branch = self.branch(edit.at)
        for step in edit.moves:
            name = node_id(branch.id, step)
            found = self.branches.get(name)
            if found is None:
                found = Branch(name, branch, step)
                self.branches[name] = found
                branch.children.append(found)
            branch = found
            branch.edits.append(edit)

    def _take_out(self, edit: Add) -> None:
        names = list(accumulate(edit.moves, node_id, initial=edit.at))
        for name in reversed(names[1:]):
            branch = self.branches[name]
            branch.edits.remove(edit)
            if not branch.edits and branch.parent is not None:
                branch.parent.children.remove(branch)
                del self.branches[name]

    def _touch(self, edit: Delete | Promote | Title | Comment | Mark | Outlook | Played) -> None:
        branch = self.branch(edit.at)
        if isinstance(edit, Delete):
            if branch is self.root:
                raise BadEdit(Message("kernel", "study.root"))
            self._deletes.setdefault(branch.id, []).append(edit)
        branch.edits.append(edit)

    # Looking

    @property
    def ordered(self) -> list[Edit]:
        """All changes in the order that is the same for everybody."""
        if self._ordered is None:
            self._ordered = sorted(self.edits.values(), key=_by_stamp)
        return self._ordered

    def seen(self) -> dict[str, int]:
        """By author the last number, in order."""
        last: dict[str, int] = {}
        for edit in self.ordered:
            number, author = edit.stamp
            last[author] = number
        return dict(sorted(last.items()))

    def branch(self, name: str) -> Branch:
        """A position, deleted or not."""
        found = self.branches.get(name)
        if found is None:
            raise BadEdit(Message("kernel", "study.no_node", node=shortened(name)))
        return found

    def counts(self, edit: EditBase) -> bool:
        """Was it not withdrawn? Whoever withdraws can be withdrawn, and so on without end."""
        if edit.id not in self._withdrawn:
            return True
        known: dict[str, bool] = {}
        waiting = [edit]
        while waiting:
            against = self._withdrawn.get(waiting[-1].id, ())
            open_ones = [each for each in against if each.id not in known]
            if open_ones:
                waiting += open_ones
            else:
                known[waiting.pop().id] = not any(known[each.id] for each in against)
        return known[edit.id]

    def at(self, branch: Branch, kind: type[AnyEdit]) -> list[AnyEdit]:
        """The changes of a kind at a position that count, in order."""
        found: list[AnyEdit] = [edit for edit in branch.edits if isinstance(edit, kind) and self.counts(edit)]
        return sorted(found, key=_by_stamp) if len(found) > 1 else found

    def last(self, kind: type[AnyEdit]) -> AnyEdit | None:
        """Of all changes of a kind the latest that counts."""
        return next((edit for edit in reversed(self.ordered) if isinstance(edit, kind) and self.counts(edit)), None)

    @property
    def sight(self) -> int | None:
        """As whom it is seen."""
        counting = [edit for edit in self._sights if self.counts(edit)]
        return max(counting, key=_by_stamp).seat if counting else None

    def children(self, branch: Branch) -> list[Branch]:
        """What follows a position, the main line first."""
        found = [child for child in branch.children if self.is_shown(child)]
        return sorted(found, key=self._rank) if len(found) > 1 else found

    def _rank(self, branch: Branch) -> tuple[tuple[int, ...], str]:
        """The last to be promoted goes first, the others follow as they came."""
        promoted = self.at(branch, Promote)
        if promoted:
            number, author = promoted[-1].stamp
            # Of two with the same number the later author was promoted later.
            return (-1, -number, *(-ord(letter) for letter in author)), branch.id
        came = self.at(branch, Add) or sorted((edit for edit in branch.edits if isinstance(edit, Add)), key=_by_stamp)
        number, author = came[0].stamp
        return (1, number, *map(ord, author)), branch.id

    def is_shown(self, branch: Branch) -> bool:
        """Is it part of the tree, or gone?"""
        if not self._deletes and not self._withdrawn:
            return True
        if self._shown is None:
            self._shown = self._living()
        return branch.id in self._shown

    def _living(self) -> set[str]:
        """All positions at which something stands that nobody deleted, and those on the way there."""
        cuts: dict[str, tuple[Delete, ...]] = {}
        living = {self.root.id}
        for branch in self.branches.values():  # whatever a position follows was known before it
            above = () if branch.parent is None else cuts[branch.parent.id]
            here = filter(self.counts, self._deletes.get(branch.id, ()))
            cuts[branch.id] = (*above, *here) if branch.id in self._deletes else above
            if any(self._stands(edit, cuts[branch.id]) for edit in branch.edits):
                living.add(branch.id)
        for branch in reversed(self.branches.values()):
            if branch.id in living and branch.parent is not None:
                living.add(branch.parent.id)
        return living

    def _stands(self, edit: Edit, cuts: tuple[Delete, ...]) -> bool:
        if isinstance(edit, Delete) or not self.counts(edit):
            return False
        if not cuts:
            return True
        number, author = edit.stamp
        return all(cut.seen.get(author, 0) < number for cut in cuts)

    def main_line(self) -> Iterator[Branch]:
        """From the first position to the end of the main line."""
        branch = self.root
        yield branch
        while following := self.children(branch):
            branch = following[0]
            yield branch

    def line_through(self, branch: Branch) -> list[Branch]:
        """From the first position through this one to the end of its line."""
        way = [branch]
        while way[-1].parent is not None:
            way.append(way[-1].parent)
        way.reverse()
        while following := self.children(way[-1]):
            way.append(following[0])
        return way

    def walk(self) -> Iterator[Branch]:
        """Every position, each line to its end before the next."""
        waiting = [self.root]
        while waiting:
            branch = waiting.pop()
            yield branch
            waiting += reversed(self.children(branch))
