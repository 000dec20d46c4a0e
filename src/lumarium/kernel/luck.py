"""Other holders of luck: provably fair, recorded, replayed. All of them answer `pick` like `Chance`."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256

from .chance import Chance
from .errors import BadOptions, BadRecord
from .message import Message

SECRET_BYTES = 32


class FairChance(Chance):
    """Luck that nobody at the table, nor the table's host, could bend, and that anybody can check afterwards.

    The host publishes `commitment` (the SHA-256 of a secret) first; then every seat sends a nonce. Pick number i is
    HMAC-SHA256(secret, table, nonces, i), reduced to 0..n-1 by rejection. After the game the secret is published.
    """

    def __init__(self, secret: bytes, table: str = "", nonces: Sequence[str] = ()) -> None:
        if type(secret) is not bytes or len(secret) != SECRET_BYTES:
            raise BadOptions(Message("kernel", "options.secret", n=SECRET_BYTES))
        super().__init__(0)
        self.secret = secret
        self.table = table
        self.nonces = tuple(nonces)
        self._counter = 0

    @property
    def commitment(self) -> str:
        """What is published before the first nonce: the SHA-256 of the secret, in hex."""
        return sha256(self.secret).hexdigest()

    def pick(self, n: int) -> int:
        if n <= 1:
            return super().pick(n)
        limit = (1 << 256) // n * n
        while True:
            number = self._draw()
            if number < limit:
                return number % n

    def mark(self) -> tuple[int, ...]:
        return (self._counter,)

    def rewind(self, mark: tuple[int, ...]) -> None:
        (self._counter,) = mark

    def _draw(self) -> int:
        # Each part carries its length: no two tables share a text by moving a boundary.
        parts = [self.table, *self.nonces, str(self._counter)]
        text = "".join(f"{len(part)}:{part}," for part in parts)
        self._counter += 1
        return int.from_bytes(hmac.digest(self.secret, text.encode(), "sha256"), "big")


class RecordingChance(Chance):
    """Passes picks on and keeps them until they are taken."""

    def __init__(self, source: Chance) -> None:
        super().__init__(source.seed)
        self.source = source
        self.picks: list[int] = []

    def pick(self, n: int) -> int:
        picked = self.source.pick(n)
        if n > 1:
            self.picks.append(picked)
        return picked

    def mark(self) -> tuple[int, ...]:
        return self.source.mark()

    def rewind(self, mark: tuple[int, ...]) -> None:
        self.source.rewind(mark)

    def take(self) -> list[int]:
        """The picks since the last take."""
        picks, self.picks = self.picks, []
        return picks


class RecordedChance(Chance):
    """Replays picks. With a `source` each of them must also be what that source gives."""

    def __init__(self, picks: Sequence[int], source: Chance | None = None) -> None:
        super().__init__(0)
        self.source = source
        self.line: int | None = None
        self.feed(picks)

    def feed(self, picks: Sequence[int], line: int | None = None) -> None:
        """The picks of the next move, and the line that they stand in."""
        self._left = list(reversed(picks))
        self.line = line

    def pick(self, n: int) -> int:
        if n <= 1:
            return super().pick(n)
        if not self._left:
            raise BadRecord(Message("kernel", "record.pick_missing", line=self.line, n=n), self.line)
        picked = self._left.pop()
        if not 0 <= picked < n:
            raise BadRecord(Message("kernel", "record.pick_range", line=self.line, pick=picked, last=n - 1), self.line)
        if self.source is not None and self.source.pick(n) != picked:
            raise BadRecord(Message("kernel", "record.pick_unfair", line=self.line, pick=picked), self.line)
        return picked

    def mark(self) -> tuple[int, ...]:
        return () if self.source is None else self.source.mark()

    def rewind(self, mark: tuple[int, ...]) -> None:
        if self.source is not None:
            self.source.rewind(mark)

    def done(self) -> None:
        """All picks must have been used."""
        if self._left:
            raise BadRecord(Message("kernel", "record.pick_left", line=self.line, n=len(self._left)), self.line)
