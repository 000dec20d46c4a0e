"""Clocks as clients see them: over real sockets, through restarts, and whatever a client claims."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from contextlib import AsyncExitStack

import pytest

from tests.server.harness import Client, Made, Server, paths

LONG = {"kind": "live", "limit": 600, "extra": 5}


def first(client: Client) -> list[str]:
    return next(iter(paths(client.scene["scene"]["actions"])))


async def _seated(made: Made, stack: AsyncExitStack) -> list[Client]:
    """Ana and Eva, each at a device of their own; the game has begun."""
    ana = await stack.enter_async_context(made.client(made.host, made.seats[0]))
    eva = await stack.enter_async_context(made.client(made.seats[1]))
    await ana.nonce("a" * 16)
    await eva.do("sit", name="Eva")
    await eva.nonce("e" * 16)
    for client in (ana, eva):
        await client.until(lambda client=client: client.phase == "playing" and client.scene)  # type: ignore[misc]
    return [ana, eva]


def test_everybody_sees_the_same_clock_and_it_goes_on_with_the_game(server: Server) -> None:
    async def story(made: Made) -> None:
        async with AsyncExitStack() as stack:
            ana, eva = await _seated(made, stack)
            watcher = await stack.enter_async_context(made.client(made.watch, lang="de"))
            assert ana.table["settings"]["clock"] == {**LONG, "zero": "bot"}
            clock = watcher.table["clock"]
            assert (clock["left"], clock["running"], clock["paused"]) == ([600_000, 600_000], 0, False)
            before = ana.version
            while ana.table["turn"] == 0:
                at = ana.version
                await ana.do("move", v=at, path=first(ana), key=str(at))
                await ana.until(lambda at=at: ana.version > at)  # type: ignore[misc]
            moves = ana.version - before
            for client in (ana, eva, watcher):
                await client.until(lambda client=client: client.table["clock"]["running"] == 1)  # type: ignore[misc]
            clocks = [client.table["clock"] for client in (ana, eva, watcher)]
            for clock in clocks:
                assert {**clock, "now": 0} == {**clocks[0], "now": 0}
                assert clock["left"][1] == 600_000
                assert 600_000 < clock["left"][0] <= 600_000 + moves * 5_000
            assert (await eva.do("ping"))["now"] >= clocks[0]["at"]
            assert (await eva.do("pause", pause=True))["asked"] == [0]
            await ana.until(lambda: ana.table["clock"]["asking"])
            assert ana.table["clock"]["asking"] == {"seat": 1, "pause": True, "waiting": [0], "refused": None}
            await ana.do("agree", pause=True, agree=True)
            await eva.until(lambda: eva.table["clock"]["paused"])
            assert await eva.refused("move", v=eva.version, path=first(eva)) == "paused"

    asyncio.run(story(server.table("luminos", ["me", "open"], settings={"clock": LONG})))


@pytest.mark.parametrize("name", ["time", "now", "left", "clock", "at"])
def test_what_a_client_says_of_the_time_is_refused(server: Server, name: str) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.host, *made.seats.values()) as ana:
            await ana.nonce()
            await ana.until(lambda: ana.status == "turn")
            before = ana.table["clock"]
            for value in (0, 10**12, "never"):
                assert await ana.refused("move", v=0, path=first(ana), **{name: value}) == "malformed"
                assert await ana.refused("pause", pause=True, seat=0, **{name: value}) == "malformed"
            assert await ana.refused("settings", clock={**LONG, "limit": 10**6}) == "started"
            await ana.do("prefs", lang="de")
            assert {**ana.table["clock"], "now": 0} == {**before, "now": 0}
            assert ana.version == 0

    asyncio.run(story(server.table("luminos", ["me", "me"], settings={"clock": LONG})))


def test_settings_come_from_whoever_hosts_and_before_the_start(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.host, made.seats[0]) as ana, made.client(made.join) as eva:
            for clock in (None, {"kind": "decision", "limit": 86400, "zero": "out"}, None, {**LONG, "zero": "bot"}):
                await ana.do("settings", clock=clock)
                await eva.until(lambda clock=clock: eva.table["settings"]["clock"] == clock)  # type: ignore[misc]
            await ana.do("settings", pace="calm")
            assert clock == ana.table["settings"]["clock"] == {**LONG, "zero": "bot"}
            assert await eva.refused("settings", clock=None) == "forbidden"
            assert await ana.refused("settings", clock={"kind": "decision", "limit": 0}) == "malformed"

    asyncio.run(story(server.table("luminos", ["me", "open"])))


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_it_goes_on_after_a_restart_and_counts_only_the_time_of_servers(own_server: Server, end: str) -> None:
    async def look(made: Made) -> tuple[float, float]:
        """What is left, and when that was."""
        async with made.client(made.host, *made.seats.values()) as ana:
            await ana.nonce()
            await ana.until(lambda: ana.table["clock"])
            clock = ana.table["clock"]
            assert clock["running"] == 0
            return (clock["left"][0] - (clock["now"] - clock["at"])) / 1000, time.monotonic()

    made = own_server.table("luminos", ["me", "me"], settings={"clock": {"kind": "decision", "limit": 3600}})
    first_left, begun = asyncio.run(look(made))
    time.sleep(0.3)
    later, stopped = asyncio.run(look(made))
    assert later < first_left
    getattr(own_server, end)()
    gone = time.monotonic()
    time.sleep(1.0)
    back = time.monotonic()
    own_server.start()
    last, seen = asyncio.run(look(made))
    # Never more than passed while there was a server; after a clean stop never less than had passed before.
    assert 3600 - last <= (seen - begun) - (back - gone) + (3600 - first_left) + 0.01
    if end == "stop":
        assert last <= later
    assert stopped <= gone


def test_a_time_out_over_sockets_is_told_to_all_and_the_player_comes_back(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.host, made.seats[0]) as ana, made.client(made.watch, lang="de") as watcher:
            await ana.nonce()
            await ana.until(lambda: ana.table["seats"][0]["level"])
            while (await ana.ask("take_back", seat=0)).get("code") == "late":
                pass  # the bot makes the decision whose time ran out
            for client, text in ((ana, "The time of Me 0 has run out"), (watcher, "Die Zeit von Me 0 ist abgelaufen")):
                await client.until(lambda client=client: _outs(client))  # type: ignore[misc]
                assert (_outs(client)[0]["seat"], _outs(client)[0]["text"]) == (0, text)
            tables = [message["table"] for message in map(json.loads, ana.received) if message["type"] == "table"]
            levels = [table["seats"][0]["level"] for table in tables if table["phase"] == "playing"]
            assert [level is None for level, _ in itertools.groupby(levels)][:3] == [True, False, True]

    settings = {"clock": {"kind": "decision", "limit": 1}}
    asyncio.run(story(server.table("luminos", ["me", "random"], settings=settings)))


def _outs(client: Client) -> list[dict[str, object]]:
    messages = [json.loads(text) for text in client.received]
    scenes = [message.get("scene") or message.get("change") or {} for message in messages]
    return [event for scene in scenes for event in scene.get("events", ()) if event["kind"] == "out"]
