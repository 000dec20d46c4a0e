"""What a viewer's stream holds follows from that viewer's view alone, byte for byte, and from nothing hidden."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import lumarium
from lumarium import Chance, Match, Record
from lumarium.kernel.record import Move
from tests.server.harness import Client, Made, Server, play_on


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


def _scenes(client: Client) -> list[dict[str, Any]]:
    return [json.loads(text) for text in client.received if text.startswith('{"type":"scene"')]


def _plain(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize("game", lumarium.games())
def test_streams_hold_what_their_seat_may_know(server: Server, game: str, tmp_path: Path) -> None:
    bots = lumarium.game(game).players[0] - 2
    made = server.table(game, ("me", "open", *["random"] * bots))
    clients = asyncio.run(_streams(made))
    path = tmp_path / "record.jsonl"
    path.write_bytes(server.record(made.id, made.watch))
    record = Record.load(path)
    for client in clients:
        shown = {message["scene"]["v"]: message for message in _scenes(client)}
        assert set(shown) <= set(range(len(record.entries) + 1))
        assert len(shown) > len(record.entries) / 2
        _compare(record, client, shown)
        _no_canary(record, made, client)


def _compare(record: Record, client: Client, shown: dict[int, dict[str, Any]]) -> None:
    """Each scene is the one that the library draws for this seat, also from a state in which all that the seat cannot
    know is drawn anew."""
    seat = client.you["seats"][0] if client.you["seats"] else None
    lang = client.hello.get("lang", "en")
    match = record.replay(at=0)
    luck = Chance(5)
    for version in range(len(record.entries) + 1):
        if version:
            _repeat(match, record, version)
        if version not in shown:
            continue
        message = shown[version]
        assert message["seat"] == seat
        views = [match.view(seat)]
        if seat is not None and not match.over and version % 7 == 0:
            views.append(match.game.imagine(views[0], luck).view(seat))
        for view in views:
            expected = _plain(match.game.scene(view, lang, match.names))
            scene = {**message["scene"], "v": 0, "events": [], "log": []}
            assert scene == expected
        assert message["scene"]["log"] == match.log(seat, lang)[-40:]


def _repeat(match: Match, record: Record, version: int) -> None:
    entry = record.entries[version - 1]
    assert isinstance(entry, Move)
    match.play(entry.move, entry.seat)


def _no_canary(record: Record, made: Made, client: Client) -> None:
    secret = record.end.secret
    assert secret is not None
    own = {*client.tokens}
    foreign = [made.host, made.watch, made.join, *made.seats.values(), "canary-of-ana", "canary-of-ben"]
    for text in client.received:
        assert secret not in text or '"phase":"over"' in text
        assert not any(token in text for token in foreign if token not in own)
