"""The hidden Luminos: bag and emergency stack (LC-15 to LC-18, LC-79 to LC-84)."""

from __future__ import annotations

from bisect import insort

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

    def copy(self) -> Bag:
        """An independent copy."""
        twin = Bag(self.unseen.copy(), self.emergency)
        twin.returned = self.returned.copy()
        twin.doubts = self.doubts.copy()
        return twin

    def size(self) -> int:
        """How many Luminos are in the bag."""
        return len(self.unseen) - self.emergency + len(self.returned)

    def put(self, kind: int) -> None:
        """A Lumino comes back and is mixed in at once (LC-33, LC-53)."""
        insort(self.returned, kind)

    def draw(self, chance: Chance) -> int:
        """A uniformly random Lumino of the bag; it must not be empty."""
        came_back = len(self.returned) > 0 and chance.pick(self.size()) < len(self.returned)
        pool = self.returned if came_back else self.unseen
        place = chance.pick(len(pool))
        if self.emergency and (self.returned or self.doubts):
            self._remember(pool[place])
        return pool.pop(place)

    def add_emergency_stack(self) -> None:
        """The whole stack goes into the bag (LC-80), and all that is hidden is one pool."""
        self.emergency = 0
        self.doubts = {}

    def account(self) -> tuple[list[int], list[int]]:
        """The hidden Luminos as a perfect memory at the table counts them, in any order.

        First those among which the stack is, as many of a kind as were ever hidden at least; then those that must be
        in the bag. Without a stack there is nothing to tell apart.
        """
        if not self.emergency:
            return self.unseen + self.returned, []
        if not self.doubts:
            return self.unseen, self.returned
        unseen, returned = self.unseen.copy(), self.returned.copy()
        for kind, seen in self.doubts.items():
            for _ in range(fewest(seen) - self.unseen.count(kind)):
                unseen.append(kind)
                returned.remove(kind)
        return unseen, returned

    def _remember(self, kind: int) -> None:
        """A Lumino of this kind is about to be drawn: will anybody know which?"""
        came_back = self.returned.count(kind)
        seen = self.doubts.get(kind)
        if seen is None:
            if came_back:
                unseen = self.unseen.count(kind)
                if unseen:
                    self.doubts[kind] = (unseen, unseen + came_back)
            return
        seen = (*seen, self.unseen.count(kind) + came_back)
        if fewest(seen):
            self.doubts[kind] = seen
        else:
            # All of the kind lay open at once: whatever comes back of it from now on is known.
            del self.doubts[kind]


def fewest(seen: tuple[int, ...]) -> int:
    """How many of a kind in doubt were hidden at least, at any time: no more can be in the stack."""
    least = seen[0]
    for hidden in seen[1:]:
        if hidden == least:
            least -= 1
    return least
