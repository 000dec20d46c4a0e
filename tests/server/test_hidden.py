"""What a viewer's stream holds follows from that viewer's view alone, byte for byte, and from nothing hidden."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

import lumarium
from lumarium import Record
from tests.server.harness import Client, Made, Server, play_on
from tests.server.streams import compare, scenes


async def _streams(made: Made) -> list[Client]:
    choice = random.Random(11)
    tokens = list(made.seats.values())
    async with (
        made.client(tokens[0]) as ana,
        made.client(tokens[1], lang="de") as ben,
        made.client(made.watch) as watcher,
        made.client(made.host) as host,
    ):
        await ana.nonce("canary-of-ana")
        await ben.do("sit", name="Ben")
        await ben.nonce("canary-of-ben")
        await asyncio.gather(play_on(ana, choice.choice), play_on(ben, choice.choice))
        for viewer in (watcher, host):
            await viewer.until(lambda viewer=viewer: viewer.phase == "over")  # type: ignore[misc]
        return [ana, ben, watcher, host]


@pytest.mark.parametrize("game", lumarium.games())
def test_streams_hold_what_their_seat_may_know(server: Server, game: str, tmp_path: Path, long: bool) -> None:
    bots = lumarium.game(game).players[0] - 2
    made = server.table(game, ("me", "open", *["random"] * bots))
    clients = asyncio.run(_streams(made))
    path = tmp_path / "record.jsonl"
    path.write_bytes(server.record(made.id, made.watch))
    record = Record.load(path)
    every = 1 if long else 5
    for client in clients:
        shown = {message["scene"]["v"]: message for message in scenes(client.received)}
        assert set(shown) <= set(range(len(record.entries) + 1))
        assert len(shown) > len(record.entries) / 2
        seat = client.you["seats"][0] if client.you["seats"] else None
        some = {version: message for version, message in shown.items() if version % every == 0}
        compare(record, seat, client.hello.get("lang", "en"), some)
        _no_canary(record, made, client)


def _no_canary(record: Record, made: Made, client: Client) -> None:
    secret = record.end.secret
    assert secret is not None
    own = {*client.tokens}
    foreign = [made.host, made.watch, made.join, *made.seats.values(), "canary-of-ana", "canary-of-ben"]
    for text in client.received:
        assert secret not in text or '"phase":"over"' in text
        assert not any(token in text for token in foreign if token not in own)
