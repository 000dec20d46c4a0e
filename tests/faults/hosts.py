"""Hosts of their own on this machine, where root allows: each in a network namespace, with a way to the database that
can be cut. The network between them is one of its own too: a browser in another test calls each new address of the
machine a change of its network, and gives up what it was loading."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from types import TracebackType
from typing import Self

NEW_NETWORK = 0x40000000
"""CLONE_NEWNET, of which Python knows from 3.12 on."""


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
    """So many of them; without namespaces all are this machine. Whoever enters reaches them, from this thread and from
    what it starts, and nothing else."""

    def __init__(self, number: int) -> None:
        self.apart = possible()
        self._number = number

    def name(self, host: int) -> str:
        return f"lum{os.getpid()}h{host}"

    def address(self, host: int) -> str:
        """Where clients reach it."""
        return f"10.80.{host}.2" if self.apart else "127.0.0.1"

    @property
    def database(self) -> str:
        return "10.78.0.1" if self.apart else "127.0.0.1"

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
        self._home = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
        _call("unshare", NEW_NETWORK)
        _ip("link", "set", "lo", "up")
        _ip("addr", "add", f"{self.database}/32", "dev", "lo")
        for host in range(self._number):
            name, near, gate = self.name(host), f"host{host}", f"10.80.{host}.1"
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
        _call("setns", self._home, NEW_NETWORK)
        os.close(self._home)


def _call(name: str, *numbers: int) -> None:
    """A call of the system, for this thread."""
    if getattr(ctypes.CDLL(None, use_errno=True), name)(*numbers) != 0:
        raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)
