"""Hosts of their own on this machine, where root allows: each in a network namespace, with a way to the database that
can be cut."""

from __future__ import annotations

import os
import shutil
import subprocess
from types import TracebackType
from typing import Self


def possible() -> bool:
    """May we make namespaces?"""
    if os.getuid() != 0 or shutil.which("ip") is None:
        return False
    name = f"lum{os.getpid()}t"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, check=False).returncode == 0
    if made:
        _ip("netns", "del", name)
    return made


class Hosts:
    """So many of them; without namespaces all are this machine."""

    def __init__(self, number: int) -> None:
        self.apart = possible()
        self._number = number
        self._net = os.getpid() % 200

    def name(self, host: int) -> str:
        return f"lum{os.getpid()}h{host}"

    def address(self, host: int) -> str:
        """Where clients reach it."""
        return f"10.{80 + host}.{self._net}.2" if self.apart else "127.0.0.1"

    @property
    def database(self) -> str:
        return f"10.78.{self._net}.1" if self.apart else "127.0.0.1"

    def inside(self, host: int) -> tuple[str, ...]:
        """The command that runs another one there."""
        return ("ip", "netns", "exec", self.name(host)) if self.apart else ()

    def cut(self, host: int) -> None:
        """It no longer reaches the database."""
        _ip("-n", self.name(host), "route", "add", "blackhole", f"{self.database}/32")

    def mend(self, host: int) -> None:
        _ip("-n", self.name(host), "route", "del", "blackhole", f"{self.database}/32")

    def __enter__(self) -> Self:
        if not self.apart:
            return self
        _ip("addr", "add", f"{self.database}/32", "dev", "lo")
        for host in range(self._number):
            name, near = self.name(host), f"v{os.getpid() % 10000}n{host}"
            gate = f"10.{80 + host}.{self._net}.1"
            _ip("netns", "add", name)
            _ip("link", "add", near, "type", "veth", "peer", "name", "eth0", "netns", name)
            _ip("addr", "add", f"{gate}/24", "dev", near)
            _ip("link", "set", near, "up")
            _ip("-n", name, "addr", "add", f"{self.address(host)}/24", "dev", "eth0")
            _ip("-n", name, "link", "set", "eth0", "up")
            _ip("-n", name, "link", "set", "lo", "up")
            _ip("-n", name, "route", "add", "default", "via", gate)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self.apart:
            return
        for host in range(self._number):
            _ip("netns", "del", self.name(host))
        _ip("addr", "del", f"{self.database}/32", "dev", "lo")


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)
