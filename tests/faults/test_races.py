"""Everybody at once: a move that is sent fifty times counts once, a seat that two reach for is one's."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

from tests.server.harness import Client, Made, Server, paths

SENDERS = 50


async def _crowd(made: Made, *tokens: str, many: int = SENDERS) -> list[Client]:
    clients = [made.client(*tokens) for _ in range(many)]
    await asyncio.gather(*(client.__aenter__() for client in clients))
    return clients


async def _all_see(clients: list[Client], version: int) -> None:
    await asyncio.gather(*(client.until(lambda client=client: client.version >= version) for client in clients))  # type: ignore[misc]


async def _leave(clients: list[Client]) -> None:
    await asyncio.gather(*(client.close() for client in clients))


def test_the_same_move_fifty_times_is_played_once(server: Server, long: bool) -> None:
    async def story(made: Made) -> None:
        choice = random.Random(3)
        clients = await _crowd(made, *made.seats.values())
        ana = clients[0]
        await ana.nonce()
        for number in range(20 if long else 4):
            await _all_see(clients, number)
            path = choice.choice(list(paths(ana.scene["scene"]["actions"])))
            keyed = number % 2 == 0
            key = {"key": f"key {number}"} if keyed else {}
            answers = await asyncio.gather(*(client.ask("move", v=number, path=path, **key) for client in clients))
            codes = Counter(answer.get("code", answer["type"]) for answer in answers)
            if keyed:
                assert codes == {"ok": SENDERS}
                assert {answer["v"] for answer in answers} == {number + 1}
            else:
                assert codes == {"ok": 1, "stale": SENDERS - 1}
                assert all(answer["v"] == number + 1 for answer in answers)
            await _all_see([ana], number + 1)
            assert ana.version == number + 1
        async with made.client(made.watch) as watcher:
            await watcher.until(lambda: watcher.scene)
            assert watcher.version == ana.version
        await _leave(clients)

    asyncio.run(story(server.table("luminos", ("me", "me"))))


def test_different_moves_at_once_one_counts(server: Server, long: bool) -> None:
    async def story(made: Made) -> None:
        clients = await _crowd(made, *made.seats.values(), many=12)
        await clients[0].nonce()
        for number in range(20 if long else 5):
            await _all_see(clients, number)
            options = list(paths(clients[0].scene["scene"]["actions"]))
            moves = [options[place % len(options)] for place in range(len(clients))]
            asked = (client.ask("move", v=number, path=path) for client, path in zip(clients, moves, strict=True))
            codes = Counter(answer.get("code", answer["type"]) for answer in await asyncio.gather(*asked))
            assert codes == {"ok": 1, "stale": len(clients) - 1}
        await _leave(clients)

    asyncio.run(story(server.table("nomads", ("me", "me"))))


def test_the_same_undo_fifty_times_takes_one_move_back(server: Server) -> None:
    async def story(made: Made) -> None:
        clients = await _crowd(made, *made.seats.values())
        ana = clients[0]
        await ana.nonce()
        choice = random.Random(1)
        await ana.until(lambda: ana.scene)
        while not ana.scene["can_undo"]:
            at = ana.version
            await ana.do("move", v=at, path=choice.choice(list(paths(ana.scene["scene"]["actions"]))))
            await ana.until(lambda at=at: ana.version > at)  # type: ignore[misc]
        at = ana.version
        answers = await asyncio.gather(*(client.ask("undo", v=at, key="back") for client in clients))
        assert {(answer["type"], answer["v"]) for answer in answers} == {("ok", at + 1)}
        await _leave(clients)

    asyncio.run(story(server.table("luminos", ("me", "me"))))


def test_two_people_reach_for_the_last_seat(server: Server, long: bool) -> None:
    """By the table's link, by the same invitation, and by one each: one sits, the other is told."""

    async def story(made: Made, *links: str) -> None:
        async with made.client(links[0]) as ana, made.client(links[1]) as ben:
            answers = await asyncio.gather(*(who.ask("sit", name="x", seat=1) for who in (ana, ben)))
            assert sorted(str(answer.get("code", "ok")) for answer in answers) == ["ok", "taken"]
            won, lost = (ana, ben) if answers[0]["type"] == "ok" else (ben, ana)
            await won.do("ping")
            await lost.do("ping")
            assert won.you["seats"] == [1]
            assert lost.you["seats"] == []
            assert lost.table["seats"][1]["kind"] == "person"
            assert await lost.refused("sit", name="x") in ("full", "taken", "forbidden")

    for _ in range(25 if long else 4):
        for way in ("join", "invitation", "both"):
            made = server.table("luminos", ("random", "open"), settings={"start": "host"})
            links = {"join": (made.join,) * 2, "invitation": (made.seats[1],) * 2, "both": (made.join, made.seats[1])}
            asyncio.run(story(made, *links[way]))


def test_a_host_who_starts_twice_and_closes_meanwhile(server: Server) -> None:
    async def story(made: Made) -> None:
        clients = await _crowd(made, made.host, made.seats[0], many=6)
        await clients[0].nonce()
        kinds = ("start", "start", "start", "start", "close", "close")
        answers = await asyncio.gather(*(client.ask(kind) for client, kind in zip(clients, kinds, strict=True)))
        codes = Counter(answer.get("code", answer["type"]) for answer in answers)
        assert codes["ok"] in (1, 2)
        assert set(codes) <= {"ok", "started", "over"}
        await clients[0].until(lambda: clients[0].phase == "closed")
        await _leave(clients)

    for _ in range(3):
        asyncio.run(story(server.table("luminos", ("me", "random"), settings={"start": "host"})))
