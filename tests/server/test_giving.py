"""Finished games of a server as data, by its host's choice: without who played, and nothing that is still played."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import msgspec
import pytest

from lumarium import Chance
from lumarium.kernel.record import Move
from lumarium.server.moving import finished, opened
from lumarium.server.restore import begin
from lumarium.server.store import Head, Seat, Settings, Store, StoredEntry
from lumarium.server.store.rows import following
from tests.cli.terminal import run

parquet = pytest.importorskip("pyarrow.parquet")


async def play(store: Store, name: str, moves: int) -> None:
    """A table at which so many decisions were made; a game of tiny Luminos has fewer than a hundred."""
    options = {"tiny": {}, "target": [1, 7, 6]}
    head = Head(
        id=name,
        game="luminos",
        rules_version=1,
        players=2,
        options=options,
        settings=Settings(listed=True),
        secret=name.encode().ljust(32),
        host="hosting",
        watch="watching",
        join="joining",
        created=1.0,
        names=("Ana", "Ben"),
        nonces=("nonceana", "nonceben"),
        phase="playing",
    )
    seats = [Seat(kind="person", name=each, device=f"device{each}") for each in head.names]
    await store.create(head, seats, "somebody")
    match, _ = begin(head)
    plain = StoredEntry(version=0, seat=None, notation="", picks=match.record.start.picks, time=time.time())
    last = following(plain, head.id, "")
    await store.append(last, head, seats)
    luck = Chance(7)
    while match.version < moves and not match.over:
        seat = match.state.turn
        match.play(luck.choice(match.state.legal_actions()))
        made, state = match.last, match.state
        assert isinstance(made, Move)
        head.phase = "playing" if state.turn is not None else "over"
        plain = StoredEntry(
            version=match.version,
            seat=seat,
            notation=made.move,
            picks=made.picks,
            time=time.time(),
            turn=state.turn,
            scores=tuple(state.scores),
            ranking=tuple(state.ranking),
        )
        last = following(plain, head.id, last.check)
        await store.append(last, head, seats)


def test_only_what_is_over_and_nobody_is_named(tmp_path: Path) -> None:
    async def fill() -> int:
        with opened(str(tmp_path)) as store:
            await play(store, "table_of_ana", 100)
            await play(store, "table_of_ben", 3)
            try:
                return len(await finished(store, "luminos")) + len(await finished(store, "lumen"))
            finally:
                await store.close()

    assert asyncio.run(fill()) == 1
    done = run("dataset", "luminos", "a.parquet", "--tables", str(tmp_path), "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    made = msgspec.json.decode(done.stdout)
    assert (made["games"], made["source"]) == (1, "records")
    assert len(parquet.read_table(tmp_path / "a.parquet").to_pylist()) == made["decisions"] > 0
    written = (tmp_path / "a.parquet").read_bytes() + (tmp_path / "a.md").read_bytes() + done.stdout.encode()
    for word in (b"Ana", b"Ben", b"table_of", b"nonce", b"device", b"hosting"):
        assert word not in written
    assert "Left out: who played" in (tmp_path / "a.md").read_text()


def test_a_place_without_tables_is_refused(tmp_path: Path) -> None:
    refused = run("dataset", "luminos", "a.parquet", "--tables", str(tmp_path / "nowhere"), cwd=tmp_path)
    assert refused.returncode != 0
    assert "nowhere" in refused.stderr
