"""Wrong, missing and foreign tokens, forged origins, malformed and too much: refused by name, others undisturbed."""

from __future__ import annotations

import asyncio
import json

import pytest
import websockets
from websockets.asyncio.client import connect

from tests.server.harness import Client, Made, Refusal, Server
from tests.server.test_people import everything

EVIL = "http://evil.example"


def test_tokens_that_do_not_count(server: Server) -> None:
    made, other = server.table("luminos", ("me", "open")), server.table("luminos", ("me", "open"))

    async def refused(table: str, *tokens: str) -> tuple[str, int | None]:
        with pytest.raises(Refusal) as refusal:
            async with Client(server, table, tokens):
                pass
        return refusal.value.code, refusal.value.closed

    async def story() -> None:
        assert await refused(made.id) == ("forbidden", 4403)
        for token in ("", "nonsense", "ü" * 20, other.host, other.seats[0], other.watch, other.join):
            assert await refused(made.id, token) == ("forbidden", 4403)
        for table in ("nosuchtable", "..", "a" * 40, "%00"):
            assert await refused(table, made.host) == ("unknown_table", 4404)
        async with made.client(other.host, made.watch) as watcher:
            assert not watcher.you["host"]

    asyncio.run(story())
    for path in (f"/api/tables/{made.id}", f"/api/tables/{made.id}/record"):
        for token in ("", "nonsense", other.host):
            status, _, body = server.request("GET", path, Authorization=f"Bearer {token}")
            assert (status, json.loads(body)["code"]) == (403, "forbidden")
    status, _, body = server.request("GET", f"/api/tables/{made.id}/record", Authorization=f"Bearer {made.host}")
    assert (status, json.loads(body)["code"]) == (409, "running")


def test_a_spectator_may_only_look(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.seats[0]) as ana, made.client(made.watch) as watcher:
            for kind, facts in (
                ("start", {}),
                ("close", {}),
                ("swap", {"a": 0, "b": 1}),
                ("link", {"to": "watch"}),
                ("seat", {"seat": 0, "kind": "open"}),
                ("settings", {"listed": True}),
                ("sit", {"name": "x"}),
                ("sit", {"name": "x", "seat": 1}),
            ):
                assert await watcher.refused(kind, **facts) == "forbidden", kind
            assert await ana.refused("start") == "forbidden"
            assert await watcher.refused("nonce", nonce="0123456789") == "not_seated"
            assert await ana.refused("move", v=0, action="take bag") == "not_started"
            await ana.nonce()
            await ana.until(lambda: ana.phase == "playing")
            for kind, facts in (
                ("move", {"v": 0, "action": "take bag"}),
                ("undo", {"v": 0}),
                ("hint", {"v": 0}),
                ("leave", {}),
                ("hand_over", {"seat": 0, "level": "random"}),
                ("take_back", {}),
                ("rematch", {}),
            ):
                assert await watcher.refused(kind, **facts) == "not_seated", kind
            assert await ana.refused("move", v=0, seat=1, action="take bag") == "forbidden"

    asyncio.run(story(server.table("luminos", ("me", "random"))))


def test_moves_out_of_turn_and_time(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.seats[0]) as ana, made.client(made.seats[1], lang="de") as ben:
            await ana.nonce()
            await ben.do("sit", name="Ben")
            await ben.nonce()
            await ana.until(lambda: ana.status == "turn")
            await ben.until(lambda: ben.status == "wait")
            answer = await ben.ask("move", v=0, action="take bag")
            assert (answer["code"], answer["text"]) == ("not_your_turn", "Am Zug ist Me 0, nicht Ben")
            assert await ana.refused("move", v=7, action="take bag") == "stale"
            assert await ana.refused("move", v=0, action="fly") == "illegal"
            assert await ana.refused("move", v=0, path=["no-such-piece"]) == "illegal"
            assert await ana.refused("move", v=0, path=[]) == "illegal"
            assert await ana.refused("move", v=0) == "malformed"
            await ana.do("move", v=0, action="take bag")
            answer = await ana.ask("move", v=0, action="take bag")
            assert (answer["code"], answer["v"]) == ("stale", 1)

    asyncio.run(story(server.table("luminos", ("me", "open"))))


def test_the_same_move_many_times_is_played_once(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.seats[0]) as ana:
            await ana.nonce()
            await ana.until(lambda: ana.status == "turn")
        clients = [made.client(made.seats[0]) for _ in range(25)]
        await asyncio.gather(*(client.__aenter__() for client in clients))
        moves = [client.ask("move", v=0, action="take bag", key="k") for client in clients for _ in range(2)]
        answers = await asyncio.gather(*moves)
        assert [(answer["type"], answer["v"]) for answer in answers] == [("ok", 1)] * 50
        keyless = await asyncio.gather(*(client.ask("move", v=1, action="place (1,1)") for client in clients[:10]))
        assert sorted(answer.get("code", "ok") for answer in keyless).count("stale") >= 9
        await asyncio.gather(*(client.close() for client in clients))

    asyncio.run(story(server.table("luminos", ("me", "random"))))


def test_what_cannot_be_read(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.seats[0]) as bystander:
            for text in (
                "",
                "nonsense",
                "[]",
                "{}",
                '{"type":"fly"}',
                '{"type":"move","v":-1}',
                '{"type":"ping","more":1}',
            ):
                async with made.client(made.watch) as client:
                    await client.send(text)
                    await client.until(lambda client=client: client.errors)  # type: ignore[misc]
                    assert client.errors[0]["code"] == "malformed"
                    await client.do("ping")
            async with made.client(made.watch) as client:
                await client.send("[" * 4000 + "]" * 4000)
                await client.send(b"\x00\xff")
                await client.until(lambda: len(client.errors) == 2)
                for _ in range(10):
                    await client.send("{")
                await client.until(lambda: client.closed is not None)
                assert client.closed == 4400
            async with made.client(made.watch) as client:
                await client.send(json.dumps({"type": "ping", "id": "x" * 9000}))
                await client.until(lambda: client.closed is not None)
                assert client.closed == 1009
            await bystander.do("ping")

    asyncio.run(story(server.table("luminos", ("me", "open"))))


def test_hello_comes_first(server: Server) -> None:
    async def story(made: Made) -> None:
        client = made.client(made.watch)
        await client.open()
        await client.send('{"type":"ping","id":1}')
        await client.until(lambda: client.closed is not None)
        assert (client.answers[1]["code"], client.closed) == ("hello_first", 4400)
        async with made.client(made.watch) as twice:
            assert await twice.refused("hello") == "malformed"

    asyncio.run(story(server.table("luminos", ("me", "open"))))


def test_a_flood_is_held_back(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.watch) as flood, made.client(made.seats[0]) as ana:
            for _ in range(2000):
                await flood.send('{"type":"ping"}')
            await flood.until(lambda: flood.closed is not None)
            assert {error["code"] for error in flood.errors} == {"too_fast"}
            assert flood.closed == 4429
            await ana.do("ping")

    asyncio.run(story(server.table("luminos", ("me", "open"))))


def test_pages_of_other_sites_are_refused(server: Server) -> None:
    made = server.table("luminos", ("me", "open"))
    for origin in (EVIL, "null", f"http://127.0.0.1:{server.port + 1}", f"http://127.0.0.1:{server.port}.evil.example"):
        status, answer = server.post("/api/tables", {"game": "luminos", "seats": []}, Origin=origin)
        assert (status, answer["code"]) == (403, "origin")

    async def story() -> None:
        with pytest.raises(websockets.InvalidStatus) as denied:
            await connect(f"ws://127.0.0.1:{server.port}/ws/{made.id}", origin=EVIL)  # type: ignore[arg-type]
        assert denied.value.response.status_code == 403
        headers = {"Origin": f"http://127.0.0.1:{server.port}"}
        async with made.client(made.watch, headers=headers) as client:
            await client.do("ping")

    asyncio.run(story())


def test_tables_that_cannot_be_made(server: Server) -> None:
    me, bot = {"kind": "me"}, {"kind": "bot", "level": "random"}
    for body, code in (
        ({"game": "chess", "seats": [me, bot]}, "unknown_game"),
        ({"game": "luminos", "seats": [me]}, "bad_options"),
        ({"game": "luminos", "seats": [me] * 9}, "bad_options"),
        ({"game": "luminos", "seats": [me, {"kind": "bot", "level": "genius"}]}, "unknown_bot"),
        ({"game": "luminos", "seats": [me, bot], "options": {"tile": "A"}}, "bad_options"),
        ({"game": "luminos", "seats": [me, bot], "settings": {"pace": "warp"}}, "malformed"),
        ({"game": "luminos", "seats": [me, bot], "secret": "x"}, "malformed"),
        ([], "malformed"),
    ):
        status, answer = server.post("/api/tables", body)
        assert answer["code"] == code
        assert status in (400, 404)
        assert answer["text"]
    status, _, body_text = server.request("POST", "/api/tables", b"{}", Content_Type="text/plain")
    assert (status, json.loads(body_text)["code"]) == (400, "malformed")
    status, _, body_text = server.request("POST", "/api/tables", b" " * 40_000, Content_Type="application/json")
    assert (status, json.loads(body_text)["code"]) == (413, "too_big")
    status, _, body_text = server.request("GET", "/no/such/page", Accept_Language="de")
    assert (status, json.loads(body_text)["text"]) == (404, "Unter dieser Adresse gibt es nichts")


def test_too_many_tables_and_requests(tmp_path_factory: pytest.TempPathFactory) -> None:
    data = tmp_path_factory.mktemp("limited") / "data"
    with Server(data, "--tables-per-address", "2", "--connections-per-address", "2") as server:
        made = [server.table("luminos", ("me", "open")) for _ in range(2)]
        seats = [{"kind": "me"}, {"kind": "open"}]
        status, answer = server.post("/api/tables", {"game": "luminos", "seats": seats})
        assert (status, answer["code"]) == (429, "too_many")

        async def story() -> None:
            async with made[0].client(made[0].host) as host, made[0].client(made[0].watch):
                with pytest.raises(websockets.InvalidStatus) as denied:
                    await made[0].client(made[0].watch).open()
                assert denied.value.response.status_code == 429
                await host.do("close")

        asyncio.run(story())
        server.table("luminos", ("me", "open"))
        server.kill()
        server.start()
        status, answer = server.post("/api/tables", {"game": "luminos", "seats": seats})
        assert (status, answer["code"]) == (429, "too_many")
        codes = {server.request("GET", "/api/tables")[0] for _ in range(100)}
        assert codes == {200, 429}


def test_what_is_logged_and_sent_holds_no_token_and_no_traceback(own_server: Server) -> None:
    made = own_server.table("luminos", ("me", "open", "random"))

    async def story() -> None:
        async with made.client(made.host, made.seats[0]) as ana, made.client(made.seats[1]) as ben:
            await ben.do("sit", name="Ben")
            await ana.nonce()
            await ben.nonce()
            await ana.until(lambda: ana.status == "turn")
            await ana.ask("move", v=99, action="x")

    asyncio.run(story())
    assert own_server.stop() == 0
    logged = own_server.log.read_text()
    assert '"event":"started"' in logged
    for secret in (made.host, made.watch, made.join, *made.seats.values()):
        assert secret not in logged
    assert "Traceback" not in logged
    stored = everything(own_server)
    for secret in (made.host, made.watch, made.join, *made.seats.values()):
        assert secret not in stored
