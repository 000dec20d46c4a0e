"""Taking back: among bots as far as one likes, among people with their leave, and why not where it is not possible."""

from __future__ import annotations

import asyncio
import json
import random

from lumarium import Record
from lumarium.kernel.record import Undo
from tests.server.harness import Client, Made, Server, paths, play_on


async def _decide(client: Client, choice: random.Random) -> list[str]:
    """Any legal move; gives its path once it is our turn again, or over."""
    await client.until(lambda: client.status == "turn")
    at = client.version
    path = choice.choice(list(paths(client.scene["scene"]["actions"])))
    await client.do("move", v=at, path=path)
    await client.until(lambda: client.version > at and client.status in ("turn", "over"))
    return path


def test_among_bots_one_goes_back_to_any_own_decision_and_the_record_says_so(server: Server) -> None:
    async def story(made: Made) -> None:
        choice = random.Random(2)
        async with made.client(made.seats[0]) as ana, made.client(made.watch) as watcher:
            await ana.nonce()
            await ana.until(lambda: ana.status == "turn")
            scene = ana.scene["scene"]
            assert not ana.scene["can_undo"]
            assert ana.scene["no_undo"] == "You have not decided anything yet"
            assert await ana.refused("undo", v=ana.version) == "no_undo"
            for _ in range(8):
                await _decide(ana, choice)
            assert ana.scene["can_undo"]
            assert ana.scene["no_undo"] == ""
            at = ana.version
            assert await ana.refused("undo", v=at, to=at + 1) == "no_undo"
            done = await ana.do("undo", v=at, to=0, key="once")
            assert done["v"] == at + 1
            assert (await ana.do("undo", v=at, to=0, key="once"))["v"] == at + 1
            assert ana.scene["scene"]["pieces"] == scene["pieces"]
            await watcher.until(lambda: watcher.version == at + 1)
            (event,) = watcher.scene["scene"]["events"]
            assert (event["kind"], event["moves"]) == ("undo", at)
            assert "goes back" in event["text"]
            await play_on(ana, choice.choice)
            await watcher.until(lambda: watcher.phase == "over")
            assert watcher.table["result"]["practice"]
            assert await ana.refused("undo", v=ana.version) == "over"

    made = server.table("luminos", ("me", "random"), settings={"practice": True})
    asyncio.run(story(made))
    record = Record.parse(server.record(made.id, made.watch))
    assert record.practice
    assert record.end.secret is not None
    record.replay()


def test_the_same_moves_bring_the_same_luck_again_also_after_a_restart(own_server: Server) -> None:
    async def go(made: Made, choice: random.Random, moves: int) -> list[object]:
        async with made.client(*made.seats.values()) as ana:
            await ana.nonce()
            for _ in range(moves):
                await _decide(ana, choice)
            return [ana.scene["scene"]["pieces"], ana.scene["scene"]["log"]]

    async def back(made: Made, to: int) -> None:
        async with made.client(*made.seats.values()) as ana:
            await ana.until(lambda: ana.status == "turn")
            await ana.do("undo", v=ana.version, to=to, seat=0)

    # Alone at one device, so that nothing but one's own picks decides.
    made = own_server.table("luminos", ("me", "me"), settings={"practice": True})
    first = asyncio.run(go(made, random.Random(4), 20))
    asyncio.run(back(made, 0))
    own_server.stop()
    own_server.start()
    assert asyncio.run(go(made, random.Random(4), 20)) == first
    own_server.check_log()


def test_without_practice_what_was_shown_stands(server: Server) -> None:
    """Bots' answers are taken back too, but nothing that was drawn or turned up since."""

    async def story(made: Made) -> None:
        choice = random.Random(3)
        async with made.client(made.seats[0]) as ana, made.client(made.host) as host:
            await ana.nonce()
            answers = set()
            for _ in range(12):
                await _decide(ana, choice)
                answers.add((ana.scene["can_undo"], ana.scene["no_undo"]))
                if not ana.scene["can_undo"]:
                    assert await ana.refused("undo", v=ana.version) == "no_undo"
            assert (False, "Something new was shown since; only a table for practice takes that back") in answers
            assert await ana.refused("settings", practice=True) == "forbidden"
            await host.do("settings", practice=True)
            await ana.until(lambda: ana.scene["can_undo"])
            await ana.do("undo", v=ana.version)

    asyncio.run(story(server.table("luminos", ("me", "random"))))


async def _two(made: Made) -> tuple[Client, Client]:
    ana = await made.client(made.seats[0]).__aenter__()
    ben = await made.client(made.seats[1]).__aenter__()
    await ana.nonce()
    await ben.do("sit", name="Ben")
    await ben.nonce()
    await ana.until(lambda: ana.status)
    return ana, ben


async def _until_undo(ana: Client, ben: Client) -> None:
    """Plays on until the first of them could take something back."""
    choice = random.Random(5)
    while not ana.scene["can_undo"]:
        await _one_move(ana, ben, choice)


async def _one_move(ana: Client, ben: Client, choice: random.Random) -> None:
    mover = ana if ana.status == "turn" else ben
    await mover.until(lambda: mover.status == "turn")
    at = mover.version
    await mover.do("move", v=at, path=choice.choice(list(paths(mover.scene["scene"]["actions"]))))
    for one in (ana, ben):
        await one.until(lambda one=one: one.version > at)  # type: ignore[misc]


def test_among_people_the_others_are_asked_once(server: Server) -> None:
    async def story(made: Made) -> None:
        ana, ben = await _two(made)
        await _until_undo(ana, ben)
        at = ana.version
        assert await ben.refused("allow", v=at, allow=True) == "no_undo"
        assert (await ana.do("undo", v=at))["asked"] == [1]
        await ben.until(lambda: ben.table["asking"])
        assert ben.table["asking"] == {"seat": 0, "v": at, "waiting": [1], "refused": None}
        assert ana.version == at
        assert await ana.refused("allow", v=at, allow=True) == "forbidden"
        assert await ben.refused("allow", v=at + 1, allow=True) == "stale"
        await ben.do("allow", v=at, allow=False)
        await ana.until(lambda: ana.table["asking"]["refused"] == 1)
        assert await ana.refused("undo", v=at) == "no_undo"
        await _one_move(ana, ben, random.Random(6))
        await _until_undo(ana, ben)
        at = ana.version
        assert (await ana.do("undo", v=at))["asked"] == [1]
        await ben.until(lambda: ben.table["asking"])
        await ben.do("allow", v=at, allow=True)
        await ana.until(lambda: ana.version == at + 1)
        await _until_undo(ana, ben)
        at = ana.version
        done = await ana.do("undo", v=at)
        assert "asked" not in done
        assert done["v"] == at + 1
        for one in (ana, ben):
            await one.close()

    asyncio.run(story(server.table("luminos", ("me", "open"))))


def test_whoever_is_not_here_is_not_waited_for_and_practice_is_for_bots_alone(server: Server) -> None:
    async def story(made: Made) -> None:
        ana, ben = await _two(made)
        await _until_undo(ana, ben)
        at = ana.version
        while at < 3:
            await _one_move(ana, ben, random.Random(6))
            await _until_undo(ana, ben)
            at = ana.version
        assert await ana.refused("undo", v=at, to=0) == "no_undo"
        await ben.close()
        await ana.until(lambda: not ana.table["seats"][1]["connected"])
        assert (await ana.do("undo", v=at))["v"] == at + 1
        await ana.close()

    asyncio.run(story(server.table("luminos", ("me", "open"), settings={"practice": True})))


def test_records_of_practice_are_looked_back_at(server: Server) -> None:
    async def story(made: Made) -> None:
        choice = random.Random(6)
        async with made.client(made.seats[0]) as ana, made.client(made.host) as host:
            await ana.nonce()
            for _ in range(6):
                await _decide(ana, choice)
            await ana.do("undo", v=ana.version, to=0)
            await _decide(ana, choice)
            await host.do("close")

    made = server.table("luminos", ("me", "random"), settings={"practice": True})
    asyncio.run(story(made))
    text = server.record(made.id, made.watch).decode()
    at = 1 + next(n for n, entry in enumerate(Record.parse(text.encode()).entries) if isinstance(entry, Undo))
    _, told = server.post("/api/replay", {"record": text})
    assert told["entries"][at - 1]["undo"]
    assert json.dumps(told["scores"][at]) == json.dumps(told["scores"][0])
    _, shown = server.post("/api/replay/scenes", {"record": text, "first": at, "end": at + 1})
    (event,) = shown["positions"][0]["scene"]["events"]
    assert event["moves"] == at - 1
