"""Moving house: every table from one store to another and back, running ones included."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lumarium import LumariumError
from lumarium.cli import app
from lumarium.kernel.record import Move
from lumarium.server.moving import Moved, move
from lumarium.server.restore import begin
from lumarium.server.store import Head, Limits, Seat, Settings, Store, StoredEntry, TooMany, open_store
from lumarium.server.store.rows import following
from tests.postgres import needs_postgres, shared

pytestmark = needs_postgres()
GAMES = ("luminos", "nomads", "lumicora", "lumen", "moths", "luminos")


async def _fill(store: Store, moves: int = 12) -> list[str]:
    """Tables with real games, as far as they got; one that waits, one that was set aside."""
    choice = random.Random(1)
    names = []
    for number, game in enumerate(GAMES):
        head = Head(
            id=f"table{number}",
            game=game,
            rules_version=1,
            players=3 if game == "lumen" else 2,
            options={},
            settings=Settings(listed=True),
            secret=bytes([number]) * 32,
            host="h",
            watch="w",
            join="j",
            created=1.0,
            names=("A", "B", "C")[: 3 if game == "lumen" else 2],
        )
        seats = [Seat(kind="person", name=name, device=f"d{name}") for name in head.names]
        await store.create(head, seats, "somebody")
        names.append(head.id)
        if number == len(GAMES) - 1:
            continue
        head.nonces = tuple("n" * 8 for _ in seats)
        head.phase = "playing"
        match, _ = begin(head)
        head.rules_version = match.game.rules_version
        plain = StoredEntry(version=0, seat=None, notation="", picks=match.record.start.picks, time=time.time())
        last = following(plain, head.id, "")
        await store.append(last, head, seats)
        for _ in range(moves):
            seat = match.state.turn
            match.play(choice.choice(match.state.legal_actions()))
            made = match.last
            assert isinstance(made, Move)
            plain = StoredEntry(
                version=match.version,
                seat=seat,
                notation=made.move,
                picks=made.picks,
                time=time.time(),
            )
            last = following(plain, head.id, last.check)
            await store.append(last, head)
    return names


def test_there_and_back_again(tmp_path: Path) -> None:
    async def story() -> None:
        first, second, third = (
            open_store(url, Path())
            for url in (f"sqlite:///{tmp_path}/a.db", shared().new_database(), f"sqlite:///{tmp_path}/b.db")
        )
        names = await _fill(first)
        stops = iter([True, False])

        def interrupted(moved: Moved) -> None:
            if moved.copied == 3 and next(stops):
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            await move(first, second, interrupted)
        moved = await move(first, second)
        assert (moved.copied, moved.there, moved.unchecked, moved.damaged) == (len(names) - 3, 3, 0, [])
        assert (await move(second, third)).copied == len(names)
        for name in names:
            assert await third.load(name) == await first.load(name)
            assert abs((await third.standing(name)).seen - (await first.standing(name)).seen) < 60
        with pytest.raises(TooMany):  # whoever made them is known there too
            await second.create(another("new"), [Seat(), Seat()], "somebody", Limits(unfinished=len(names)))
        # What was played on at one of them is not overwritten.
        stored = await first.load(names[-1])
        assert stored is not None
        await first.save(stored.head, stored.seats)
        with pytest.raises(LumariumError, match=names[-1]):
            await move(first, second)
        for store in (first, second, third):
            await store.close()

    asyncio.run(story())


def another(name: str) -> Head:
    return Head(
        id=name,
        game="luminos",
        rules_version=1,
        players=2,
        options={},
        settings=Settings(),
        secret=b"x" * 32,
        host="h",
        watch="w",
        join="j",
        created=1.0,
    )


def test_by_the_command_line(tmp_path: Path) -> None:
    async def fill() -> None:
        store = open_store(f"sqlite:///{tmp_path}/data/tables.sqlite", Path())
        await _fill(store, moves=2)
        await store.close()

    asyncio.run(fill())
    url = shared().new_database()

    def run(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, ["move-tables", *arguments, "--lang", "en"])
        return result.exit_code, result.output + str(result.exception or "")

    assert run(str(tmp_path / "data"), url) == (0, f"Copied and checked: {len(GAMES)}\n")
    code, said = run(str(tmp_path / "data"), url)
    assert code == 0
    assert "Copied before, checked again" in said
    with closing(sqlite3.connect(tmp_path / "data" / "tables.sqlite")) as file:
        file.execute("UPDATE events SET notation = 'other' WHERE version = 1")
        file.commit()
    code, said = run(str(tmp_path / "data"), shared().new_database())
    assert code == 1
    assert ": entry 1 is not as it was stored" in said
    code, said = run(str(tmp_path / "nowhere"), url)
    assert code == 1
    assert "nowhere" in said
    shared().execute("INSERT INTO processes VALUES ('somebody', 1, now())", url)
    code, said = run(url, str(tmp_path / "back"))
    assert code == 1
    assert f"a server is using 127.0.0.1:{shared().port}/" in said


def test_a_database_that_cannot_keep_every_name_is_refused(tmp_path: Path) -> None:
    url = shared().new_database("ENCODING 'SQL_ASCII' TEMPLATE template0")
    with pytest.raises(LumariumError, match="SQL_ASCII.* createdb --encoding UTF8"):
        open_store(url, tmp_path)
