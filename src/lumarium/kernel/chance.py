"""The only source of luck. Everything random in Lumarium is one verb: `pick`."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, Protocol, SupportsIndex, TypeVar

from mypy_extensions import i64, mypyc_attr

from .errors import BadOptions
from .given import bad_seed, quoted, seed_of
from .message import Message

T = TypeVar("T")

# A multiply-with-carry generator whose products fit 63 bits, so that the same source runs on Python's integers and
# on machine words. MULTIPLIER * 2**32 - 1 and MULTIPLIER * 2**31 - 1 are prime, which gives a period near 2**62.
MULTIPLIER: Final = 2089776309
WORD: Final = 4294967295


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """Seeded luck: the same seed gives the same picks on every machine and every Python."""

    def __init__(self, seed: SupportsIndex | str | None = None) -> None:
        if seed is None:
            from secrets import randbits

            seed = randbits(64)
        self.seed: int | str = seed if type(seed) is int or type(seed) is str else seed_of(seed)
        digest = sha256(_text("lumarium ", self.seed)).digest()
        self._word: i64 = int.from_bytes(digest[:4], "big")
        self._carry: i64 = int.from_bytes(digest[4:8], "big") % (MULTIPLIER - 2) + 1

    def pick(self, n: int) -> int:
        """A uniformly random number of 0..n-1. With n = 1 there is nothing to pick, and no luck is used."""
        if n <= 1:
            if n < 1:
                raise ValueError(f"pick(n) needs at least one outcome, not {n}")
            return 0
        outcomes: i64 = n
        while True:
            total = self._word * MULTIPLIER + self._carry
            word, carry = total & WORD, total >> 32
            self._word, self._carry = word, carry
            product = (word ^ carry) * outcomes
            rest = product & WORD
            # Lemire's rejection: exactly uniform, and almost always the first comparison decides.
            if rest >= outcomes or rest >= (WORD + 1 - outcomes) % outcomes:
                return product >> 32

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.pick(len(items))]

    def mark(self) -> tuple[int, ...]:
        """Where this luck stands, for `rewind`."""
        return int(self._word), int(self._carry)

    def rewind(self, mark: tuple[int, ...]) -> None:
        """Back to a mark of this luck: from there the same comes again."""
        self._word, self._carry = mark[0], mark[1]

    def fork(self, label: SupportsIndex | str) -> Chance:
        """An independent stream that depends only on this one's seed and the label, and does not tell that seed."""
        plain = label if type(label) is int or type(label) is str else seed_of(label)
        return Chance(sha256(_text(f"{self.seed}/", plain)).hexdigest())


def _text(beginning: str, seed: int | str) -> bytes:
    try:
        return f"{beginning}{seed}".encode()
    except ValueError:  # half a surrogate pair, or more digits than Python writes: no record could hold it
        raise bad_seed(seed) from None


class SupportsPick(Protocol):
    """Something that looks like luck, as it comes to a door; `luck_of` makes sure that it is a `Chance`."""

    def pick(self, n: int, /) -> int:
        """A uniformly random number of 0..n-1."""


def luck_of(given: SupportsPick) -> Chance:
    """The same, or BadOptions unless it is a `Chance`."""
    if isinstance(given, Chance):
        return given
    raise BadOptions(Message("kernel", "options.chance", given=quoted(given)))
