"""The hidden Luminos: bag and emergency stack (LC-15 to LC-18, LC-79 to LC-84)."""

from __future__ import annotations

from bisect import insort
from typing import Final

from lumarium.kernel.chance import Chance

NO_DOUBTS: Final[dict[int, tuple[int, ...]]] = {}


class Account:
    """The hidden Luminos as a perfect memory at the table counts them (LC-R-24). It is never changed once it is made.

    Where a kind is both among the unseen and among the returned, nobody can tell which of them a draw brings. Everybody
    counts it to the returned, and keeps in mind that it is in doubt.
    """

    def __init__(self, unseen: list[int], returned: list[int], doubts: dict[int, tuple[int, ...]]) -> None:
        self.unseen = unseen
        """Those among which the stack is: as many of a kind as were ever hidden at least."""
        self.returned = returned
        """Those that must be in the bag."""
        self.doubts = doubts
        """By kind of which a draw was one that had come back, or was not: how many nobody had seen before the first
        such draw; then how many were hidden before it, and before each draw of the kind since."""

    def after(self, seen: list[int]) -> Account:
        """What is counted once this was seen: kinds that were drawn, and as ~kind those that came back."""
        later = Account(self.unseen.copy(), self.returned.copy(), self.doubts)
        for kind in seen:
            if kind < 0:
                insort(later.returned, ~kind)
            else:
                later._draw(kind)
        return later

    def _draw(self, kind: int) -> None:
        returned = kind in self.returned
        if returned:
            self.returned.remove(kind)
        else:
            self.unseen.remove(kind)
        if kind in self.doubts or (returned and kind in self.unseen):
            self._doubt(kind)

    def _doubt(self, kind: int) -> None:
        """A Lumino has been drawn of a kind that is in doubt."""
        unseen = self.unseen.count(kind)
        self.doubts = self.doubts.copy()
        if unseen:
            hidden = unseen + self.returned.count(kind) + 1
            self.doubts[kind] = (*self.doubts.get(kind, (unseen,)), hidden)
        else:
            # All of the kind lie open at once: whatever comes back of it from now on is known.
            del self.doubts[kind]


class Bag:
    """What nobody can see, decided as late as can be.

    Bag and emergency stack are not one pool: Luminos that came back are known to lie in the bag. So there are those
    that were never seen, `emergency` of them in the stack and nobody knows which, and those that came back.

    Of two like Luminos, one unseen and one returned, these lists know which was drawn. So nothing that a seat gets may
    come from them, but only from the account.
    """

    def __init__(self, unseen: list[int], returned: list[int], emergency: int, account: Account | None) -> None:
        self.unseen = unseen
        self.returned = returned
        self.emergency = emergency
        self._account = account
        """As it was before `_news`; None where it has to be made."""
        self._news: list[int] = []
        """What was drawn and put back since, as `Account.after` takes it: most positions are never looked at."""

    def copy(self) -> Bag:
        """An independent copy."""
        twin = Bag(self.unseen.copy(), self.returned.copy(), self.emergency, self._account)
        if self._news:
            twin._news = self._news.copy()
        return twin

    def size(self) -> int:
        """How many Luminos are in the bag."""
        return len(self.unseen) - self.emergency + len(self.returned)

    def put(self, kind: int) -> None:
        """A Lumino comes back and is mixed in at once (LC-33, LC-53)."""
        insort(self.returned, kind)
        self._tell(~kind)

    def draw(self, chance: Chance) -> int:
        """A uniformly random Lumino of the bag; it must not be empty."""
        if self.returned and chance.pick(self.size()) < len(self.returned):
            kind = self.returned.pop(chance.pick(len(self.returned)))
        else:
            kind = self.unseen.pop(chance.pick(len(self.unseen)))
        self._tell(kind)
        return kind

    def add_emergency_stack(self) -> None:
        """The whole stack goes into the bag (LC-80), and all that is hidden is one pool."""
        self.emergency = 0
        self._account = None
        self._news = []

    def account(self) -> Account:
        """What everybody knows of it. Without a stack there is nothing to tell apart."""
        account = self._account
        if account is None:
            account = Account(self.unseen + self.returned, [], NO_DOUBTS)
        elif self._news:
            account = account.after(self._news)
            self._news = []
        self._account = account
        return account

    def _tell(self, news: int) -> None:
        if self.emergency:
            self._news.append(news)
        else:
            self._account = None


def known_bag(unseen: list[int], returned: list[int], emergency: int, doubts: dict[int, tuple[int, ...]]) -> Bag:
    """A bag in which everything is as everybody counts it."""
    account = Account(unseen.copy(), returned.copy(), doubts) if emergency else None
    return Bag(unseen, returned, emergency, account)
