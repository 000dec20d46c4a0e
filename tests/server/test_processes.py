"""Several server processes at one database: whoever is at a table sees the same, wherever they are connected."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.postgres import Cluster, needs_postgres, shared
from tests.server.conftest import UNHURRIED
from tests.server.harness import Client, Made, Server, paths, play_on
from tests.server.reader import Reader, made_study, said_at, study_file

pytestmark = needs_postgres()
SOON = 3.0
"""Seconds in which another process goes on for one that died; on a busy machine it may take a multiple."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    made = Cluster()
    yield made
    made.remove()


@pytest.fixture(scope="module")
def url(cluster: Cluster) -> str:
    return cluster.new_database()


@pytest.fixture(scope="module")
def both(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    folder = tmp_path_factory.mktemp("pair")
    with server(folder / "one", url) as one, server(folder / "two", url) as two:
        yield one, two
    for each in (one, two):
        each.check_log()


@pytest.fixture
def pair(both: tuple[Server, Server]) -> tuple[Server, Server]:
    """Two processes that reach their database: another test may have taken it away."""
    for each in both:
        while each.request("GET", "/readyz")[0] != 200:
            time.sleep(0.05)
    return both


def server(data: Path, url: str) -> Server:
    return Server(data, *UNHURRIED, "--database", url)


def at(server: Server, made: Made, *tokens: str, **more: Any) -> Client:
    """A client that comes to a table by another process than the one that made it."""
    return Client(server, made.id, tokens, **more)


async def two_players(pair: tuple[Server, Server], stack: AsyncExitStack, game: str = "luminos") -> list[Client]:
    """Each at a process of their own; the game has begun."""
    one, two = pair
    made = one.table(game, ["me", "open"])
    ana = await stack.enter_async_context(made.client(made.host, made.seats[0]))
    eva = await stack.enter_async_context(at(two, made, made.seats[1]))
    await ana.nonce("a" * 16)
    await eva.until(lambda: eva.table and eva.table["seats"][0]["connected"])  # so that her share is waited for
    await eva.do("sit", name="Eva")
    await eva.nonce("e" * 16)
    await ana.until(lambda: ana.phase == "playing" and ana.scene)
    await eva.until(lambda: eva.phase == "playing" and eva.scene)
    return [ana, eva]


async def a_move(client: Client) -> int:
    version = client.version
    path = next(iter(paths(client.scene["scene"]["actions"])))
    return int((await client.do("move", v=version, path=path, key=f"k{version}"))["v"])


def test_of_two_databases_the_one_that_takes_writes_is_used(cluster: Cluster, tmp_path: Path) -> None:
    name = "failover"
    for each in (standby := shared(), cluster):
        each.execute(f"CREATE DATABASE {name}")
    standby.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")  # as where there is a standby
    both = f"postgresql://lumarium@127.0.0.1:{standby.port},127.0.0.1:{cluster.port}/{name}"
    with server(tmp_path / "data", both) as running:
        assert running.get("/readyz") == {"ok": True}
        made = running.table("luminos", ["me", "open"])
    assert cluster.execute("SELECT id FROM tables", cluster.url(name)) == [(made.id,)]


def test_a_game_between_two_processes(pair: tuple[Server, Server]) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            players = await two_players(pair, stack)
            assert players[0].table["seats"][1]["name"] == "Eva"
            for client in players:
                await client.until(lambda client=client: all(seat["connected"] for seat in client.table["seats"]))  # type: ignore[misc]
            await asyncio.gather(*(play_on(client, lambda choices: choices[0]) for client in players))
            for client in players:
                await client.until(lambda client=client: client.phase == "over")  # type: ignore[misc]
            results = [client.table["result"] for client in players]
            assert results[0] == results[1]
            name, token = players[0].table["id"], players[0].tokens[0]
            records = [server.record(name, token) for server in pair]
            assert records[0] == records[1]
            header = json.loads(records[0].splitlines()[0])
            assert "a" * 16 in str(header), header
            assert "e" * 16 in str(header), header

    asyncio.run(story())


async def level(one: Client, two: Client) -> None:
    """Waits until both have come to the same decision, or to the end; either may be ahead."""
    while one.version != two.version or one.status not in ("turn", "over"):
        behind = min(one, two, key=lambda client: client.version)
        seen = behind.version
        await behind.until(lambda behind=behind, seen=seen: behind.version > seen)  # type: ignore[misc]


def test_one_of_two_moves_wins(pair: tuple[Server, Server]) -> None:
    """The same seat at two processes at the same moment, many times over."""

    async def story() -> None:
        one, two = pair
        made = one.table("luminos", ["me", "random"])
        async with made.client(made.host, made.seats[0]) as here, at(two, made, made.seats[0]) as there:
            for number in range(12):
                await level(here, there)
                if here.status == "over":
                    break
                path = next(iter(paths(here.scene["scene"]["actions"])))
                asked = (
                    client.ask("move", v=client.version, path=path, key=f"{number}-{name}")
                    for name, client in (("h", here), ("t", there))
                )
                answers = await asyncio.gather(*asked)
                assert sorted(answer["type"] for answer in answers) == ["error", "ok"], answers
                lost = next(answer for answer in answers if answer["type"] == "error")
                assert lost["code"] in ("stale", "not_your_turn"), lost

    asyncio.run(story())


def test_what_was_said_asked_and_left_reaches_the_other_process(pair: tuple[Server, Server]) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            ana, eva = await two_players(pair, stack)
            await ana.do("say", phrase="hello")
            await eva.until(lambda: eva.said)
            assert eva.said[0]["name"] == ana.table["seats"][0]["name"]
            # Among people a move is taken back with the other's leave.
            mover, other = (ana, eva) if ana.status == "turn" else (eva, ana)
            before = await a_move(mover)
            await other.until(lambda: other.version == before)
            if mover.scene["can_undo"]:
                answer = await mover.do("undo", v=before)
                if answer.get("asked"):
                    await other.until(lambda: other.table.get("asking"))
                    await other.do("allow", v=before, allow=True)
                await mover.until(lambda: mover.version == before + 1)
                await other.until(lambda: other.version == before + 1)
            await eva.close()
            await ana.until(lambda: not ana.table["seats"][1]["connected"])
            assert ana.table["seats"][1]["away"]
            host = ana
            await host.do("close")
            third = at(pair[1], Made(pair[0], _made_again(ana)), *ana.tokens)
            async with third:
                assert third.phase == "closed"

    asyncio.run(story())


def _made_again(client: Client) -> dict[str, Any]:
    return {
        "table": client.table["id"],
        "tokens": {"host": client.tokens[0], "watch": "-", "join": "-", "seats": []},
    }


def test_whoever_knocks_at_one_is_let_in_at_the_other(pair: tuple[Server, Server]) -> None:
    async def story() -> None:
        one, two = pair
        made = one.table("luminos", ["me", "open"])
        async with made.client(made.host, made.seats[0]) as host:
            status, answer = await asyncio.to_thread(two.post, f"/api/tables/{made.id}/knock", {"name": "Eva"})
            assert status == 201
            await host.until(lambda: host.knocks)
            await host.do("let_in", knock=host.knocks[0]["knock"], token=made.seats[1])
            state: dict[str, Any] = {}
            while state.get("state") != "welcome":
                path, bearer = f"/api/tables/{made.id}/knock", f"Bearer {answer['knock']}"
                state = await asyncio.to_thread(two.get, path, Authorization=bearer)
                await asyncio.sleep(0.05)
            assert state["token"] == made.seats[1]
            assert state["host"]

    asyncio.run(story())


def test_people_at_a_study_are_seen_from_another_process(pair: tuple[Server, Server]) -> None:
    study = made_study(pair[0], game="luminos", players=2, seed=4)

    async def run() -> None:
        async with Reader(pair[0], study, study["edit"], name="Ana") as ana:
            root = ana.first["root"]
            async with Reader(pair[1], study, study["watch"], name="Eva") as eva:
                await ana.until(lambda: {each["name"] for each in ana.people} == {"Ana", "Eva"})
                await eva.until(lambda: {each["name"] for each in eva.people} == {"Ana", "Eva"})
                step = (await ana.do("play", at=root, path=["bag"]))["step"]
                await ana.do("edit", edits=[{"line": "add", "id": "1-ana", "at": root, "moves": [step]}])
                (node,) = ana.nodes["1-ana"]
                await ana.do("cursor", at=node)
                await eva.until(lambda: {"Ana": node, "Eva": root} == {each["name"]: each["at"] for each in eva.people})
            await ana.until(lambda: [each["name"] for each in ana.people] == ["Ana"])

    asyncio.run(run())


def test_a_study_is_changed_at_two_processes_at_once_and_loses_nothing(pair: tuple[Server, Server]) -> None:
    study = made_study(pair[0], game="luminos", players=2, seed=4)
    number = 12

    async def run() -> None:
        async with Reader(pair[0], study, study["edit"]) as ana, Reader(pair[1], study, study["edit"]) as eva:

            async def say(who: Reader, name: str) -> None:
                for place in range(1, number + 1):
                    await who.do("edit", edits=[said_at(place, name, who.first["root"], f"{name} {place}")])

            await asyncio.gather(say(ana, "ana"), say(eva, "eva"))
            for each in (ana, eva):
                await each.until(lambda each=each: len(each.edits) == 2 * number)  # type: ignore[misc]

    asyncio.run(run())
    assert study_file(pair[0], study) == study_file(pair[1], study)


def test_another_process_goes_on_for_one_that_died(cluster: Cluster, tmp_path: Path) -> None:
    """Nobody is at the table, and no other process has it in memory; the bots play on for a person who comes back."""
    url = cluster.new_database()

    async def begin(made: Made) -> int:
        async with made.client(made.host, *made.seats.values()) as client:
            await client.nonce()
            await client.until(lambda: client.status == "turn")
            await client.do("hand_over", seat=0, level="random")
            await client.do("settings", pace="calm")
            return client.version

    async def versions(made: Made, since: int) -> float:
        begun = time.monotonic()
        query = f"SELECT version FROM tables WHERE id = '{made.id}'"
        while not (rows := cluster.execute(query, url)) or int(str(rows[0][0])) <= since:
            await asyncio.sleep(0.05)
            assert time.monotonic() - begun < 20 * SOON, "nobody went on"
        return time.monotonic() - begun

    with server(tmp_path / "one", url) as one, server(tmp_path / "two", url) as two:
        made = one.table("luminos", ["me", "random", "random", "open"])

        # A person is awaited, so that bots play on without anybody here.
        async def sit() -> int:
            async with made.client(made.seats[3]) as eva:
                await eva.do("sit", name="Eva")
                return await begin(made)

        asyncio.run(sit())
        one.kill()
        stopped = int(str(cluster.execute(f"SELECT version FROM tables WHERE id = '{made.id}'", url)[0][0]))
        took = asyncio.run(versions(made, stopped))
        print(f"after {took:.1f} s")
        assert [entry for entry in two.logged if entry["event"] == "adopted"]
    two.check_log()


def test_a_database_that_is_away_is_said_to_be_and_comes_back(cluster: Cluster, tmp_path: Path) -> None:
    url = cluster.new_database()

    async def story(one: Server, two: Server) -> None:
        async with AsyncExitStack() as stack:
            ana, eva = await two_players((one, two), stack)
            mover, other = (ana, eva) if ana.status == "turn" else (eva, ana)
            shown = other.version
            await asyncio.to_thread(cluster.stop)
            path = next(iter(paths(mover.scene["scene"]["actions"])))
            begun = time.monotonic()
            move = {"v": mover.version, "path": path, "key": "the same"}
            answer = await mover.ask("move", **move)
            print(f"storage after {time.monotonic() - begun:.2f} s")
            assert answer["code"] == "storage"
            assert (mover.version, other.version) == (shown, shown)
            for place in ("/readyz", "/api/tables"):
                status, _, body = await asyncio.to_thread(one.request, "GET", place)
                assert status == 503
                assert json.loads(body)["text"].startswith("The tables cannot be reached"), "nobody moved"
            assert (await asyncio.to_thread(one.request, "GET", "/healthz"))[0] == 200
            await asyncio.to_thread(cluster.start)
            while (answer := await mover.ask("move", **move))["type"] == "error":
                assert answer["code"] == "storage"
                await asyncio.sleep(0.1)
            await other.until(lambda: other.version == answer["v"])

    with server(tmp_path / "one", url) as one, server(tmp_path / "two", url) as two:
        asyncio.run(story(one, two))
    for each in (one, two):
        each.check_log()
        assert json.dumps([entry["event"] for entry in each.logged]).count("listening_lost")
