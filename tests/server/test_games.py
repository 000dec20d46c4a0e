"""Whole games over real sockets: people, bots and spectators at the same table."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

import lumarium
from lumarium import Record
from tests.server.harness import Client, Made, Server, play_on
from tests.server.streams import scenes

MIXED = {
    "lumen": ("me", "open", "random"),
    "lumicora": ("me", "open"),
    "luminos": ("me", "random", "open"),
    "nomads": ("me", "open", "random"),
}
OTHERS = [name for name in lumarium.games() if name not in MIXED]
TABLES = MIXED | {name: ("me", "open", *["random"] * (lumarium.game(name).players[0] - 2)) for name in OTHERS}


async def _watch(watcher: Client) -> None:
    await watcher.until(lambda: watcher.status == "over", 120)


async def _whole_game(made: Made, seed: int) -> tuple[Client, Client, Client]:
    choice = random.Random(seed)
    (own,) = [seat for seat in made.tokens["seats"] if seat["kind"] == "me"]
    (free,) = [seat for seat in made.tokens["seats"] if seat["kind"] == "open"]
    async with (
        made.client(made.host, own["token"]) as ana,
        made.client(free["token"], lang="de") as ben,
        made.client(made.watch) as watcher,
    ):
        await ana.nonce("nonce-of-ana")
        seated = await ben.do("sit", name="Ben")
        assert seated["seat"] == free["seat"]
        await ben.nonce("nonce-of-ben")
        moves = await asyncio.gather(play_on(ana, choice.choice), play_on(ben, choice.choice), _watch(watcher))
        assert moves[0]
        assert moves[1]
        await watcher.until(lambda: watcher.phase == "over")
        return ana, ben, watcher


@pytest.mark.parametrize("game", sorted(TABLES))
def test_people_bots_and_spectators_play_to_the_end(server: Server, game: str, tmp_path: Path) -> None:
    made = server.table(game, TABLES[game])
    ana, ben, watcher = asyncio.run(_whole_game(made, 7))
    assert ana.table["result"]["ranking"] == watcher.table["result"]["ranking"]
    assert ana.version == ben.version == watcher.version

    path = tmp_path / "record.jsonl"
    path.write_bytes(server.record(made.id, made.watch))
    record = Record.load(path)
    assert record.header.names[ana.you["seats"][0]] == "Me 0"
    assert record.end.secret == ana.table["secret"]
    replayed = record.replay()
    assert replayed.over
    assert replayed.version == ana.version
    assert list(replayed.state.ranking) == ana.table["result"]["ranking"]
    assert "nonce-of-ben" in record.header.chance.nonces  # type: ignore[union-attr]
    secret = record.end.secret
    assert secret is not None
    for client in (ana, ben, watcher):
        before_the_end = "".join(text for text in client.received if '"phase":"over"' not in text)
        assert secret not in before_the_end


def test_every_viewer_sees_every_move_once(server: Server) -> None:
    made = server.table("luminos", ("me", "random"))
    asyncio.run(_sees_all(made))


async def _sees_all(made: Made) -> None:
    async with made.client(made.seats[0]) as ana, made.client(made.watch) as watcher:
        await ana.nonce()
        await play_on(ana, random.Random(3).choice)
        await watcher.until(lambda: watcher.phase == "over")
        log = (await watcher.do("log"))["lines"]
    told = [event["text"] for message in scenes(watcher.received) for event in message["scene"]["events"]]
    assert told == log[-len(told) :]
    assert len(told) == len(log)
