"""The hidden Luminos: bag and emergency stack (LC-15 to LC-18, LC-79 to LC-84)."""

from __future__ import annotations

from bisect import insort

from lumarium.kernel.chance import Chance


class Bag:
    """What nobody can see, as far as anybody knows it.

    Bag and emergency stack are not one pool: Luminos that came back are known to lie in the bag. So there are those
    that were never seen, `emergency` of them in the stack and nobody knows which, and those that came back.
    """

    def __init__(self, unseen: list[int], emergency: int) -> None:
        self.unseen = unseen
        self.returned: list[int] = []
        self.emergency = emergency

    def copy(self) -> Bag:
        """An independent copy."""
        twin = Bag(self.unseen.copy(), self.emergency)
        twin.returned = self.returned.copy()
        return twin

    def size(self) -> int:
        """How many Luminos are in the bag."""
        return len(self.unseen) - self.emergency + len(self.returned)

    def put(self, kind: int) -> None:
        """A Lumino comes back and is mixed in at once (LC-33, LC-53)."""
        insort(self.returned, kind)

    def draw(self, chance: Chance) -> int:
        """A uniformly random Lumino of the bag; it must not be empty."""
        if self.returned and chance.pick(self.size()) < len(self.returned):
            return self.returned.pop(chance.pick(len(self.returned)))
        return self.unseen.pop(chance.pick(len(self.unseen)))

    def add_emergency_stack(self) -> None:
        """The whole stack goes into the bag (LC-80)."""
        self.emergency = 0
