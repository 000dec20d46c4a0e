"""What travels to machines that have not got it: bots from files, and a game from a folder of one's own."""

from __future__ import annotations

import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import lumarium
from lumarium.kernel import registry
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.game import Game
from lumarium.kernel.message import Message

from . import botfile
from .players import bot_file

PACKAGE = Path(lumarium.__file__).parent

_unpacked: dict[str, TemporaryDirectory[str]] = {}
"""What has come to this process, by its digest; it is gone with the process."""


class Luggage(NamedTuple):
    """Files, and what the rules are where they come from."""

    game: str
    version: str
    rules_version: int
    files: tuple[tuple[str, bytes], ...]
    """Of a game that lies in a folder of its own, by their paths in there."""
    bots: tuple[tuple[str, bytes], ...]
    """Of bots, by the names that their seats give them."""


def pack(game: Game, bots: Iterable[str]) -> Luggage:
    """All that these bots need to play the game somewhere else."""
    files = sorted({name for bot in bots if (name := bot_file(bot)) is not None})
    return Luggage(
        game.name,
        lumarium.__version__,
        game.rules_version,
        _folder(game.folder) if registry.is_loose(game) else (),
        tuple((name, Path(name).read_bytes()) for name in files),
    )


def _folder(folder: Path) -> tuple[tuple[str, bytes], ...]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return tuple((path.relative_to(folder).as_posix(), path.read_bytes()) for path in paths)


def unpack(luggage: Luggage) -> None:
    """Makes the files known to this process; raises unless it plays by the same rules."""
    key = sha256(repr(luggage).encode()).hexdigest()
    if key not in _unpacked:
        _unpacked[key] = TemporaryDirectory(prefix="lumarium-")
        _lay_out(luggage, Path(_unpacked[key].name))
    for number, (name, _) in enumerate(luggage.bots):
        botfile.brought[name] = Path(_unpacked[key].name) / "bots" / str(number) / Path(name).name
    ours = lumarium.__version__, registry.game(luggage.game).rules_version
    if ours != (luggage.version, luggage.rules_version):
        node, home = (f"{version}, rules {rules}" for version, rules in (ours, luggage[1:3]))
        raise LumariumError(Message("kernel", "cluster.version", game=luggage.game, node=node, home=home))


def _lay_out(luggage: Luggage, folder: Path) -> None:
    for name, data in luggage.files:
        _write(folder / "games" / luggage.game / name, data)
    for number, (name, data) in enumerate(luggage.bots):
        _write(folder / "bots" / str(number) / Path(name).name, data)
    if luggage.files:
        known = os.environ.get(registry.FOLDERS)
        os.environ[registry.FOLDERS] = os.pathsep.join(filter(None, (str(folder / "games"), known)))


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
