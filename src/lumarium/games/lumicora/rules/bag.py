"""The hidden Luminos: bag and emergency stack (LC-15 to LC-18, LC-79 to LC-84)."""

from __future__ import annotations

from lumarium.kernel.chance import Chance


class Bag:
    """What nobody can see, decided as late as can be.

    Bag and emergency stack are not one pool: Luminos that came back are known to lie in the bag. So there are those
    that were never seen, `emergency` of them in the stack and nobody knows which, and those that came back.

    Where a kind is in both, nobody at a table can tell which of them a draw brings (LC-R-24). The lists know it, so
    nothing that a seat gets may come from them but through `account` and `doubts`.
    """

    def __init__(self, unseen: list[int], emergency: int) -> None:
        self.unseen = unseen
        self.returned: list[int] = []
        self.emergency = emergency
        self.doubts: dict[int, tuple[int, ...]] = {}
        """By kind of which a draw was one that had come back, or was not: how many nobody had seen before the first
        such draw; then how many were hidden before it, and before each draw of the kind since. All of that is open."""
        self.strays: list[int] = []
        """Those of the returned that everybody counts among the unseen: a draw in doubt took another one instead."""

    def copy(self) -> Bag:
        """An independent copy."""
        twin = Bag(self.unseen.copy(), self.emergency)
        twin.returned = self.returned.copy()
        if self.doubts:
            twin.doubts = self.doubts.copy()
            twin.strays = self.strays.copy()
        return twin

    def size(self) -> int:
        """How many Luminos are in the bag."""
        return len(self.unseen) - self.emergency + len(self.returned)

    def put(self, kind: int) -> None:
        """A Lumino comes back and is mixed in at once (LC-33, LC-53)."""
        place = 0
        for other in self.returned:
            if other > kind:
                break
            place += 1
        self.returned.insert(place, kind)

    def draw(self, chance: Chance) -> int:
        """A uniformly random Lumino of the bag; it must not be empty."""
        if not self.returned:
            kind = self.unseen.pop(chance.pick(len(self.unseen)))
            if self.doubts:
                self._remember(kind, False)
        elif chance.pick(self.size()) < len(self.returned):
            kind = self.returned.pop(chance.pick(len(self.returned)))
            if self.emergency:
                self._remember(kind, True)
        else:
            kind = self.unseen.pop(chance.pick(len(self.unseen)))
            if self.emergency:
                self._remember(kind, False)
        return kind

    def add_emergency_stack(self) -> None:
        """The whole stack goes into the bag (LC-80), and all that is hidden is one pool."""
        self.emergency = 0
        self.doubts = {}
        self.strays = []

    def account(self) -> tuple[list[int], list[int]]:
        """The hidden Luminos as a perfect memory at the table counts them, in any order.

        First those among which the stack is, as many of a kind as were ever hidden at least; then those that must be
        in the bag. Without a stack there is nothing to tell apart.
        """
        if not self.emergency and self.returned:
            return self.unseen + self.returned, []
        if not self.strays:
            return self.unseen, self.returned
        returned = self.returned.copy()
        for kind in self.strays:
            returned.remove(kind)
        return self.unseen + self.strays, returned

    def _remember(self, kind: int, came_back: bool) -> None:
        """A Lumino of this kind was drawn. Everybody counts it among the returned, if there was any."""
        stray = count(self.strays, kind)
        returned = count(self.returned, kind) + came_back - stray
        seen = self.doubts.get(kind)
        if seen is None and not returned:
            return
        unseen = count(self.unseen, kind) + (not came_back) + stray
        if returned:
            if not came_back:
                self.strays.append(kind)
            if unseen:
                self.doubts[kind] = (*(seen or (unseen,)), unseen + returned)
        elif seen is not None:
            if came_back:
                self.strays.remove(kind)
            if unseen > 1:
                self.doubts[kind] = (*seen, unseen)
            else:
                # All of the kind lie open at once: whatever comes back of it from now on is known.
                del self.doubts[kind]


def count(kinds: list[int], kind: int) -> int:
    """As `kinds.count(kind)`, which takes many times as long once this is compiled."""
    number = 0
    for other in kinds:
        if other == kind:
            number += 1
    return number
