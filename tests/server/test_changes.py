"""Tables told as changes: whoever follows them has what the server would show to somebody who comes now."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

import lumarium
from tests.server.harness import Client, Json, Made, Server, paths


def without_events(scene: Json) -> Json:
    """Whoever comes now is told of nothing that led here."""
    return {**scene, "scene": {**scene["scene"], "events": []}}


async def compare(made: Made, client: Client) -> None:
    """A newcomer with the same rights, who only understands whole scenes, sees the same."""
    lang = client.hello.get("lang", "en")
    async with made.client(*client.tokens, lang=lang, protocol=1) as newcomer:
        await newcomer.until(lambda: newcomer.scene)
        while newcomer.version != client.version:  # bots play on meanwhile
            await newcomer.until(lambda: newcomer.version >= client.version)
            await client.until(lambda: client.version >= newcomer.version)
        assert without_events(client.scene) == without_events(newcomer.scene)
        assert not any('"type":"changes"' in text for text in newcomer.received)


async def somebody(players: list[Client]) -> None:
    """Waits until one of them has to decide, whoever is told of it last."""
    waiting = [
        asyncio.create_task(player.until(lambda player=player: player.status in ("turn", "over")))  # type: ignore[misc]
        for player in players
    ]
    try:
        await next(asyncio.as_completed(waiting))
    finally:
        for task in waiting:
            task.cancel()


async def wander(made: Made, steps: int, choice: random.Random) -> list[Client]:
    """Two people play; viewers come, go, change the language, lose their scene, and take moves back."""
    tokens = list(made.seats.values())
    everybody: list[Client] = []
    async with made.client(tokens[0]) as ana, made.client(tokens[1]) as ben:
        players = [ana, ben]
        ben.tokens = [(await ben.do("sit", name="Ben"))["token"]]
        for player in players:
            await player.nonce()
            await player.until(lambda player=player: player.scene)  # type: ignore[misc]
        watcher: Client | None = None
        for _ in range(steps):
            mover = next((player for player in players if player.status == "turn"), None)
            event = choice.random()
            if event < 0.08:
                someone = choice.choice(players)
                someone.hello["lang"] = "de" if someone.hello.get("lang", "en") == "en" else "en"
                await someone.do("prefs", lang=someone.hello["lang"])
            elif event < 0.16:
                if watcher is None:
                    watcher = await made.client(made.watch).__aenter__()
                    everybody.append(watcher)
                else:
                    await watcher.close()
                    watcher = None
            elif event < 0.24:
                someone = choice.choice(players)
                someone.scene = {}
                await someone.do("whole")
                await someone.until(lambda someone=someone: someone.scene)  # type: ignore[misc]
            elif event < 0.4 and (taker := next((who for who in players if who.scene["can_undo"]), None)) is not None:
                version = taker.version
                await taker.ask("undo", v=version, key=f"undo {version}")
            elif mover is not None:
                version = mover.version
                path = choice.choice(list(paths(mover.scene["scene"]["actions"])))
                await mover.do("move", v=version, path=path)
                for player in players:
                    await player.until(lambda player=player, at=version: player.version > at)  # type: ignore[misc]
            elif all(player.status == "over" for player in players):
                break
            else:
                await somebody(players)
            if choice.random() < 0.3:
                await compare(made, choice.choice(players))
                if watcher is not None:
                    await compare(made, watcher)
        if watcher is not None:
            await watcher.close()
    return [ana, ben, *everybody]


@pytest.mark.parametrize("game", lumarium.games())
def test_changes_are_the_scene(server: Server, game: str, long: bool) -> None:
    count = lumarium.game(game).players[0]
    made = server.table(game, ("me", "open", *["random"] * (count - 2)))
    clients = asyncio.run(wander(made, 1000 if long else 60, random.Random(game)))
    server.check_log()
    told = [json.loads(text)["type"] for client in clients for text in client.received]
    assert told.count("changes") > 3 * told.count("scene")


def test_who_says_nothing_of_changes_gets_whole_scenes(server: Server) -> None:
    async def play(made: Made) -> Client:
        async with made.client(made.seats[0], protocol=1) as ana:
            for _ in range(5):
                await ana.until(lambda: ana.status == "turn")
                version = ana.version
                await ana.do("move", v=version, path=next(paths(ana.scene["scene"]["actions"])))
                await ana.until(lambda at=version: ana.version > at)  # type: ignore[misc]
            return ana

    ana = asyncio.run(play(server.table("luminos", ("me", "random"))))
    told = [json.loads(text)["type"] for text in ana.received]
    assert told.count("scene") > 5
    assert "changes" not in told
