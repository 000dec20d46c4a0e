"""Loss of power under load: the disk keeps what was synced and anything of the rest. Nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults.conftest import Hasty
from tests.faults.power import Disk, shim
from tests.faults.test_kill import _all_stored, _look, _under_fire
from tests.server.conftest import UNHURRIED

CUTS, CUTS_LONG = 4, 50
pytestmark = pytest.mark.skipif(sys.platform != "linux" or shim() is None, reason="needs Linux and a C compiler")

WRITER = """
import os, signal, sys
kept, lost = (os.open(sys.argv[1] + name, os.O_CREAT | os.O_RDWR, 0o600) for name in ("/kept", "/lost"))
folder = os.open(sys.argv[1], os.O_RDONLY)
os.pwrite(kept, b"k" * 5000, 0); os.pwrite(lost, b"l" * 50_000, 0)
os.fsync(kept); os.fsync(folder)
os.pwrite(kept, b"x" * 50_000, 5000)
os.kill(os.getpid(), signal.SIGKILL)
"""


class Wired(Hasty):
    """The real server at a disk that may lose its power."""

    def __init__(self, folder: Path, seed: int) -> None:
        data = folder / "data"
        self.disk = Disk(data, folder / "writes", seed)
        super().__init__(data, *UNHURRIED, "--database", f"sqlite:///{data / 'tables.sqlite'}", **self.disk.env)

    def kill(self) -> None:
        super().kill()
        self.disk.cut()


def test_the_disk_keeps_what_was_synced_and_may_lose_the_rest(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    whole = 0
    for seed in range(5):
        disk = Disk(folder, tmp_path / "writes", seed)
        subprocess.run([sys.executable, "-c", WRITER, str(folder)], env={**os.environ, **disk.env}, check=False)
        disk.cut()
        assert (folder / "kept").read_bytes()[:5000] == b"k" * 5000
        assert disk.lost == 2
        whole += (folder / "lost").read_bytes() == b"l" * 50_000
        for file in folder.iterdir():
            file.unlink()
    assert whole < 5


def test_what_was_acknowledged_is_there_after_a_loss_of_power(tmp_path: Path, long: bool) -> None:
    cuts = CUTS_LONG if long else CUTS
    with Wired(tmp_path, seed=cuts) as server:
        load = asyncio.run(_under_fire(server, cuts, seed=cuts))
        moves = sum(len(player.acknowledged) for _, _, player, _ in load.games)
        print(f"{cuts} cuts, {server.disk.lost} writes lost, {len(load.games)} games, {moves} acknowledged moves")
        assert moves > cuts
        assert server.disk.lost > 0
        server.kill()
        _all_stored(server, load)
        server.start()
        for _, made, _, _ in load.games:
            asyncio.run(_look(made))
    assert not [entry for entry in server.logged if entry["event"] in ("table_broken", "storage_failed")]
    server.check_log()
