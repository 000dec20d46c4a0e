"""A terminal for the tests: the command runs on a real pty, and a script types into it."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from fcntl import ioctl
from pathlib import Path
from types import TracebackType
from typing import Self

import lumarium
from tests.house import settings

SOURCE = str(Path(lumarium.__file__).parents[1])
PATIENCE = 300.0
"""Seconds after which a test gives up: only what waits for ever shall run into this."""
# Ctrl-C reaches only the process whose terminal it is.
TAKE_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
)
CLEAR = "\x1b[2J"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def environment(**extra: str) -> dict[str, str]:
    """Ours, with this checkout first, in English, and nothing that changes how a terminal is drawn."""
    kept = settings()
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
        kept.pop(name, None)
    drawn = {"PYTHONPATH": SOURCE, "TERM": "xterm-256color", "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"}
    return {**kept, **drawn, **extra}


def lumarium_command(*args: str) -> list[str]:
    return [sys.executable, "-m", "lumarium", *args]


def run(
    *args: str, cwd: Path | None = None, stdin: str = "", timeout: float = PATIENCE, **env: str
) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, without a terminal."""
    return subprocess.run(
        lumarium_command(*args),
        cwd=cwd,
        input=stdin,
        env=environment(**env),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


class Terminal:
    """`with Terminal("play", "luminos") as terminal: terminal.expect("your move")`."""

    def __init__(self, *args: str, cwd: Path, size: tuple[int, int] = (160, 50), **env: str) -> None:
        self.args = args
        self.cwd = cwd
        self.env = environment(**env)
        self.size = size
        self.raw = b""
        self.read_to = 0

    def __enter__(self) -> Self:
        self.master, slave = pty.openpty()
        width, height = self.size
        ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", TAKE_TERMINAL, *lumarium_command(*self.args)],
            cwd=self.cwd,
            env=self.env,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)

    @property
    def text(self) -> str:
        """Everything on the screen so far, without colours."""
        return ESCAPES.sub("", self.raw.decode("utf-8", "replace")).replace("\r\n", "\n")

    @property
    def screen(self) -> list[str]:
        """What was drawn since the screen was last cleared, line by line."""
        shown = ESCAPES.sub("", self.raw.decode("utf-8", "replace").rpartition(CLEAR)[2])
        return shown.replace("\r\n", "\n").split("\n")

    def expect(self, *texts: str) -> str:
        """Waits until one of the texts appears after what was expected before; says which."""
        deadline = time.monotonic() + PATIENCE
        while True:
            found = [(self.text.find(text, self.read_to), text) for text in texts]
            places = [(place, text) for place, text in found if place >= 0]
            if places:
                place, text = min(places)
                self.read_to = place + len(text)
                return text
            if not self._read(deadline):
                raise AssertionError(f"none of {texts} came; the end of the screen is:\n{self.text[-3000:]}")

    def type(self, line: str) -> None:
        os.write(self.master, f"{line}\n".encode())

    def press(self, key: bytes) -> None:
        os.write(self.master, key)

    def signal(self, number: signal.Signals) -> None:
        os.killpg(self.process.pid, number)

    def end(self) -> int:
        """Waits for the command to finish; its exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline):
            pass
        return self.process.wait(PATIENCE)

    def play_to_the_end(self, prompt: str, over: str, answers: Sequence[str] = ("1",)) -> None:
        """Answers every question with the same moves, in turn, until the game is over."""
        number = 0
        while self.expect(prompt, over) == prompt:
            self.type(answers[number % len(answers)])
            number += 1

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self.master], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return False
        with contextlib.suppress(OSError):  # the other side of a closed pty reads as an error
            data = os.read(self.master, 65536)
            self.raw += data
            return bool(data)
        return False
