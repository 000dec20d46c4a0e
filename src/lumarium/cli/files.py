"""Files that commands write: refused before the work, not after it."""

from __future__ import annotations

import os
from pathlib import Path

from lumarium.kernel.message import Message

from .speech import mistake


def check_writable(path: Path) -> None:
    """Raises if it can be foreseen that the file cannot be written."""
    problem = _problem(path)
    if problem is not None:
        raise mistake("unwritable", path=str(path), problem=problem)


def _problem(path: Path) -> Message | None:
    folder = path.absolute().parent
    if path.is_dir():
        return Message("kernel", "cli.is_folder")
    if not folder.is_dir():
        return Message("kernel", "cli.no_folder", folder=str(folder))
    if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        return Message("kernel", "cli.not_allowed", folder=str(folder))
    return None


def write(path: Path, text: str) -> None:
    """Writes a text file whole or not at all."""
    check_writable(path)
    draft = path.with_name(path.name + ".part")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise mistake("unwritable", path=str(path), problem=error.strerror or str(error)) from error


def free_name(game: str) -> Path:
    """A name for a saved game that is not taken here yet."""
    number = 1
    while (path := Path(f"{game}-{number}.jsonl")).exists():
        number += 1
    return path
