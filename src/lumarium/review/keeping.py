"""Reviews are kept by what their record is: whoever has it finds them again, and nothing is worked out twice."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec

from lumarium.kernel.record import save_whole

from .weighing import EFFORT, LEVEL

MOST = 20_000
"""So many files are kept; then the oldest go."""
Kept = TypeVar("Kept")


def name_of(record: bytes) -> str:
    """By what a record's review is found: by the game in it, and by who measures with what effort."""
    return sha256(f"{LEVEL} {EFFORT} ".encode() + record).hexdigest()[:32]


class Keep:
    """A folder with what was worked out. Whatever is lost or broken there is worked out again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._number = -1

    def load(self, name: str, part: str, kind: type[Kept]) -> Kept | None:
        """What was kept, if it is there and whole."""
        with suppress(OSError, msgspec.MsgspecError, UnicodeError):
            return msgspec.json.decode(self._path(name, part).read_bytes(), type=kind)
        return None

    def all(self, part: str, kind: type[Kept]) -> Iterator[tuple[str, Kept]]:
        """All that is kept of one part, the latest first."""
        with suppress(OSError):
            for path in sorted(self.folder.glob(f"*.{part}.json"), key=lambda path: -path.stat().st_mtime):
                name = path.name.partition(".")[0]
                if (found := self.load(name, part, kind)) is not None:
                    yield name, found

    def save(self, name: str, part: str, data: object) -> None:
        """Keeps it, if there is room."""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            save_whole(self._path(name, part), msgspec.json.encode(data))
            self._tidy()

    def _path(self, name: str, part: str) -> Path:
        return self.folder / f"{name}.{part}.json"

    def _tidy(self) -> None:
        if self._number < 0:
            self._number = sum(1 for _ in self.folder.glob("*.json"))
        self._number += 1
        if self._number > MOST:
            oldest = sorted(self.folder.glob("*.json"), key=lambda path: path.stat().st_mtime)
            for path in oldest[: MOST // 10]:
                path.unlink(missing_ok=True)
            self._number = -1
