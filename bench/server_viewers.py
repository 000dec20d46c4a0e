"""A server in a process of its own, and viewers that cost little themselves."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect

import lumarium

UNLIMITED = (
    *("--requests-per-second", "1000000", "--connections-per-address", "1000000", "--tables-per-address", "0"),
    *("--messages-per-second", "1000000", "--log-level", "warning"),
)


HOME = "127.0.0.1"


def household(number: int) -> str:
    """An address for each table: from one the server takes only so many messages."""
    return f"127.{1 + (number >> 16)}.{number >> 8 & 255}.{number & 255}"


class Running:
    """`lumarium serve` on a port of its own, bound to one core if wished."""

    program: Sequence[str] = ("-m", "lumarium", "serve")

    def __init__(self, folder: Path, core: int, extra: Sequence[str] = UNLIMITED, files: int = 0) -> None:
        """`extra` are more arguments; with `files` it may open no more than so many."""
        self.folder, self.core, self.port = folder, core, 0
        self.extra, self.files = extra, files
        self.log = folder / "server.log"
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> float:
        """Starts it; gives the seconds until it answers."""
        begun = time.perf_counter()
        command = [sys.executable, *self.program, "--no-open", "--host", "127.0.0.1", "--lang", "en"]
        command += ["--port", str(self.port), "--data", str(self.folder), *self.extra]
        if self.files:
            command = ["sh", "-c", f'ulimit -n {self.files} && exec "$@"', "sh", *command]
        source = str(Path(lumarium.__file__).parents[1])
        env = {**os.environ, "PYTHONPATH": source, "PYTHONUNBUFFERED": "1"}
        self.folder.mkdir(exist_ok=True)
        with self.log.open("a") as log:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=env)
        if self.core >= 0 and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(self.process.pid, {self.core})
        assert self.process.stdout is not None
        while (found := re.search(r"http://\S+:(\d+)", self.process.stdout.readline())) is None:
            assert self.process.poll() is None, "the server ended"
        self.port = int(found[1])
        return time.perf_counter() - begun

    def hurry(self) -> None:
        """It and this process go before everything else on the machine (as root), but not the bots that it starts."""
        assert self.process is not None
        policy = os.SCHED_RR | os.SCHED_RESET_ON_FORK
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            os.sched_setscheduler(int(task.name), policy, os.sched_param(5))
        os.sched_setscheduler(0, policy, os.sched_param(5))

    def send(self, number: signal.Signals) -> None:
        """Sends it a signal."""
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        """kill -9."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def memory(self) -> int:
        """Resident bytes."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/statm").read_text().split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")

    def cpu_seconds(self) -> float:
        """What it has used of a processor so far."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class _Shown(msgspec.Struct):
    v: int
    status: str
    actions: msgspec.Raw


class _Scene(msgspec.Struct):
    scene: _Shown


class _Change(msgspec.Struct):
    v: int
    status: str | msgspec.UnsetType = msgspec.UNSET
    actions: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class _Changed(msgspec.Struct):
    change: _Change


_scenes = msgspec.json.Decoder(_Scene)
_changes = msgspec.json.Decoder(_Changed)


class _Wire(ClientConnection):
    """Counts what comes, as it comes."""

    came = 0

    def data_received(self, data: bytes) -> None:
        self.came += len(data)
        super().data_received(data)


class Viewer:
    """One connection. It reads of a scene only what it needs."""

    def __init__(self, server: Running, table: str, token: str, protocol: int = 2, home: str = HOME) -> None:
        self.server, self.table, self.token, self.protocol, self.home = server, table, token, protocol, home
        self.version = -1
        self.lost = False
        """Did the connection end?"""
        self.came = 0
        """Bytes over the wire, in connections that have ended."""
        self._shown: _Shown | None = None
        self._seen = asyncio.Event()
        self._socket: _Wire | None = None
        self._reader: asyncio.Task[None] | None = None

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self._shown is not None and self._shown.status == "over"

    @property
    def to_move(self) -> bool:
        """Is it this viewer's turn?"""
        return self._shown is not None and self._shown.status == "turn"

    async def connect(self) -> None:
        """Says hello and waits for the scene; what was missed is asked for."""
        address = f"ws://127.0.0.1:{self.server.port}/ws/{self.table}"
        self._socket = await self._opened(address)
        hello: dict[str, Any] = {"type": "hello", "tokens": [self.token], "protocol": self.protocol}
        if self.version >= 0:
            hello["since"] = self.version
        self._shown = None
        self._seen.clear()
        await self._socket.send(msgspec.json.encode(hello).decode())
        self._reader = asyncio.create_task(self._read(self._socket))
        await self._seen.wait()

    async def _opened(self, address: str) -> _Wire:
        wire = await connect(
            address,
            create_connection=_Wire,
            local_addr=(self.home, 0),
            max_size=None,
            ping_interval=None,
            open_timeout=120,
        )
        assert isinstance(wire, _Wire)
        return wire

    @property
    def bytes(self) -> int:
        """All that came over the wire."""
        return self.came + (self._socket.came if self._socket is not None else 0)

    async def close(self) -> None:
        """Goes away."""
        if self._socket is not None and self._reader is not None:
            self._socket.transport.abort()
            await self._reader
            self.came, self._socket = self.bytes, None

    async def play(self, choice: random.Random) -> None:
        """Sends any legal move."""
        assert self._socket is not None
        assert self._shown is not None
        path, branch = [], msgspec.json.decode(self._shown.actions)
        while branch:
            piece = choice.choice(list(branch))
            path += [piece] if piece else []
            branch = branch[piece] if isinstance(branch, dict) else None
        await self._socket.send(msgspec.json.encode({"type": "move", "v": self.version, "path": path}).decode())

    async def sees(self, version: int) -> None:
        """Waits for the scene of that version."""
        while self.version < version:
            self._seen.clear()
            await self._seen.wait()

    def _follow(self, change: _Change) -> None:
        assert self._shown is not None
        self._shown.v = change.v
        if change.status is not msgspec.UNSET:
            self._shown.status = change.status
        if change.actions is not msgspec.UNSET:
            self._shown.actions = change.actions

    async def _read(self, socket: ClientConnection) -> None:
        try:
            while True:
                text = await socket.recv(decode=False)
                if text.startswith(b'{"type":"scene"'):
                    self._shown = _scenes.decode(text).scene
                elif text.startswith(b'{"type":"changes"'):
                    self._follow(_changes.decode(text).change)
                else:
                    continue
                assert self._shown is not None
                self.version = self._shown.v
                self._seen.set()
        except websockets.ConnectionClosed:
            self.lost = True
