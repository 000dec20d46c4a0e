"""Floods are held back: by connection and by address."""

from __future__ import annotations

import time
from collections import Counter
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

REFUSAL = 1.0
"""Seconds until somebody who asks too often is told so: whoever asks on and on gets few refusals."""


class Rate(NamedTuple):
    """So many per second, and so many at once."""

    per_second: float
    burst: int


class Bucket:
    """Lets `burst` things through at once, and `rate` per second after that."""

    __slots__ = ("burst", "last", "left", "rate")

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self.left = float(burst)
        self.last = time.monotonic()

    def take(self) -> bool:
        """May one more pass?"""
        now = time.monotonic()
        self.left = min(float(self.burst), self.left + (now - self.last) * self.rate)
        self.last = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def full(self) -> bool:
        """Would it be full by now?"""
        return self.left + (time.monotonic() - self.last) * self.rate >= self.burst


def household(address: str) -> str:
    """Whose address it is: with IPv6 everybody has a whole network of them."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"


class Addresses:
    """What each address does at the moment: requests and new sockets, files, messages and bots' decisions."""

    def __init__(
        self, requests: Rate, files: Rate, messages: Rate, connections: int, codes: Rate, passkeys: Rate
    ) -> None:
        self._rates = {"request": requests, "file": files, "message": messages, "code": codes, "passkey": passkeys}
        self._most = connections
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self.connections: Counter[str] = Counter()

    def may(self, what: str, address: str) -> bool:
        """May this address do one more of that?"""
        bucket = self._buckets.get((what, address))
        if bucket is None:
            bucket = self._buckets[what, address] = Bucket(*self._rates[what])
        return bucket.take()

    def connect(self, address: str) -> bool:
        """May this address open one more connection? If so it is counted."""
        if self.connections[address] >= self._most:
            return False
        self.connections[address] += 1
        return True

    def disconnect(self, address: str) -> None:
        """One less."""
        self.connections[address] -= 1
        if self.connections[address] <= 0:
            del self.connections[address]

    def forget(self) -> None:
        """Drops what need not be remembered."""
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.full}
