"""Loss of power: what a disk may hold of files that a program was writing, as power.c has noted it.

What was synced is there. Of what was written since, each piece of 512 bytes is there or not, in any order; a file may
be as long as before or as it was to be; a new file may be gone, and a deleted one be there again, until its folder is
synced.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import gettempdir
from zlib import crc32

SECTOR = 512


@cache
def shim() -> Path | None:
    """The library to load first; None where there is no C compiler."""
    compiler, source = shutil.which("cc") or shutil.which("gcc"), Path(__file__).with_name("power.c")
    if compiler is None:
        return None
    library = Path(gettempdir()) / f"lumarium-power-{crc32(source.read_bytes()):x}.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    return library


@dataclass
class File:
    """One file: what is on disk for certain, and what may be there too."""

    synced: bytes = b""
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Where and what was written since; without bytes it was cut to that length."""
    entry: bool = True
    """Is it in its folder for certain?"""
    gone: bool = False
    """Was it deleted, without the folder's being synced?"""

    def sync(self) -> None:
        """Everything is on disk."""
        for offset, data in self.pending:
            self.synced = _cut(self.synced, offset) if data is None else _put(self.synced, offset, data)
        self.pending = []

    def after(self, luck: random.Random) -> bytes | None:
        """What is found when there is power again."""
        if (self.gone or not self.entry) and luck.random() < 0.5:
            return None
        content = self.synced
        for offset, data in self.pending:
            if data is None:
                content = _cut(content, offset) if luck.random() < 0.5 else content
                continue
            whole = luck.random() < 0.5
            for start in range(0, len(data), SECTOR):
                if whole or luck.random() < 0.5:
                    content = _put(content, offset + start, data[start : start + SECTOR])
        return content


class Disk:
    """The files of a folder, and a program's record of what it does to them."""

    def __init__(self, folder: Path, log: Path, seed: int) -> None:
        self.folder, self.log = folder, log
        self.luck = random.Random(seed)
        self.lost = 0
        """So many writes were not on disk for certain when the power went."""
        library = shim()
        assert library is not None
        self.env = {"LD_PRELOAD": str(library), "POWER_FOLDER": str(folder), "POWER_LOG": str(log)}
        self._before: dict[Path, bytes] = {}

    def cut(self) -> None:
        """The power goes, and comes again. The program must have ended."""
        files = {path: File(content) for path, content in self._before.items()}
        for what, path, offset, data in _notes(self.log.read_bytes() if self.log.exists() else b""):
            file = files.setdefault(path, File(entry=False))
            match what:
                case "create":
                    files[path] = File(entry=False, synced=file.synced if file.gone else b"")
                case "write":
                    file.pending.append((offset, data))
                case "cut":
                    file.pending.append((offset, None))
                case "unlink":
                    file.gone = True
                case "sync" if path == self.folder:
                    files = {name: each for name, each in files.items() if not each.gone and name != path}
                    for each in files.values():
                        each.entry = True
                case "sync":
                    file.sync()
        files.pop(self.folder, None)
        self.lost += sum(len(file.pending) for file in files.values())
        self._before = {path: kept for path, file in files.items() if (kept := file.after(self.luck)) is not None}
        for path in {*files, *self.folder.glob("*-shm")}:
            path.unlink(missing_ok=True)
        for path, content in self._before.items():
            path.write_bytes(content)
        self.log.unlink(missing_ok=True)


def _notes(log: bytes) -> list[tuple[str, Path, int, bytes]]:
    found, at = [], 0
    while (end := log.find(b"\n", at)) >= 0:
        what, offset, length, path = log[at:end].decode().split(" ", 3)
        at = end + 1 + (int(length) if what == "write" else 0)
        found.append((what, Path(path), int(offset), log[end + 1 : at]))
    return found


def _put(content: bytes, offset: int, data: bytes) -> bytes:
    return content[:offset].ljust(offset, b"\0") + data + content[offset + len(data) :]


def _cut(content: bytes, length: int) -> bytes:
    return content[:length].ljust(length, b"\0")
