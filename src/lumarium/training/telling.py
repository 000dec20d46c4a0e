"""How training goes, told in numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np


class Heard:
    """What several updates tell, together."""

    def __init__(self) -> None:
        self.news: list[tuple[str, dict[str, Any]]] = []

    def add(self, name: str, news: dict[str, Any]) -> None:
        """What one tells."""
        self.news.append((name, news))

    def tell(self) -> dict[str, Any]:
        """Means, and by table the share that the learner got in games against earlier selves."""
        told: dict[str, Any] = {
            fact: round(float(np.mean([each[fact] for _, each in self.news])), 4)
            for fact in ("entropy", "error", "moved", "counts")
        }
        for name in dict.fromkeys(name for name, _ in self.news):
            mine = [each for table, each in self.news if table == name]
            seats = sum(each["seats"] for each in mine)
            told[name] = round(float(sum(each["won"] for each in mine) / seats), 3) if seats else None
        return told


def write(file: Path, line: dict[str, Any]) -> None:
    """A line more in the log."""
    with file.open("a", encoding="utf-8") as log:
        log.write(json.dumps(line) + "\n")
