"""Wrong, missing, foreign and stale tokens on every message type and route: a typed refusal, and nothing happens."""

from __future__ import annotations

import asyncio
import json

import pytest
from starlette.routing import Route

from lumarium.server.app import _routes
from tests.faults.raw import Raw
from tests.faults.samples import SAMPLES, tags
from tests.server.harness import Client, Made, Refusal, Server

EVIL = ("http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1.evil.example", "file://")


def test_every_message_type_has_a_sample() -> None:
    assert {sample.kind for sample in SAMPLES} == tags()


@pytest.fixture(scope="module")
def other(server: Server) -> Made:
    """Another table: its tokens are sound, but not here."""
    return server.table("luminos", ("me", "open"))


async def _refused(server: Server, table: str, *tokens: str) -> tuple[str, int | None]:
    with pytest.raises(Refusal) as refusal:
        async with Client(server, table, tokens):
            pass
    return refusal.value.code, refusal.value.closed


def _state(client: Client) -> object:
    """What must not change: all but who is looking on."""
    table = {name: value for name, value in client.table.items() if name != "watchers"}
    return table, client.scene


@pytest.mark.parametrize("running", [False, True], ids=["waiting", "playing"])
def test_whoever_may_look_may_do_nothing(server: Server, other: Made, running: bool) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.host, made.seats[0]) as ana:
            if running:
                await ana.nonce()
                await ana.do("start")
                await ana.until(lambda: ana.scene)
            before = _state(ana)
            for sample in SAMPLES:
                foreign = [other.host, other.join, *other.seats.values()]
                async with made.client(made.watch, *foreign) as eve:
                    answer = await eve.ask(sample.kind, **sample.facts)
                    wanted = (running and sample.playing) or sample.watcher
                    assert answer.get("code", answer["type"]) == wanted, sample
            await ana.do("ping")
            assert _state(ana) == before

    asyncio.run(story(server.table("luminos", ("me", "random"), settings={"start": "host"})))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{sample.kind}{len(sample.facts)}")
def test_nothing_is_done_without_a_token(server: Server, other: Made, sample: object) -> None:
    assert isinstance(sample, tuple)
    kind, facts, *_ = sample

    async def story(made: Made) -> None:
        for tokens in ([], ["x" * 24], [other.host], [made.watch[:-1]], [made.watch + "A"], [made.watch.swapcase()]):
            assert await _refused(server, made.id, *tokens) == ("forbidden", 4403)
        client = made.client()
        await client.open()
        await client.send(json.dumps({"type": kind, "id": 1, **facts}))
        await client.until(lambda: client.closed is not None)
        assert client.closed == (4403 if kind == "hello" else 4400)
        (answer,) = client.answers.values()
        assert answer["code"] == ("forbidden" if kind == "hello" else "hello_first")
        await client.close()

    asyncio.run(story(server.table("luminos", ("me", "open"))))


def test_tokens_that_counted_once(server: Server) -> None:
    """What was given up, taken away, renewed or replaced opens nothing, for old connections as for new ones."""

    async def story(made: Made) -> None:
        async with made.client(made.host) as host:
            async with made.client(made.seats[1]) as ben:
                token = (await ben.do("sit", name="Ben"))["token"]
                renewed = (await ben.do("sit", name="Ben"))["token"]
                assert await _refused(server, made.id, token) == ("forbidden", 4403)
                await ben.do("leave")
                assert await ben.refused("nonce", nonce="0123456789") == "not_seated"
            assert await _refused(server, made.id, renewed) == ("forbidden", 4403)
            assert await _refused(server, made.id, made.seats[1]) == ("forbidden", 4403)
            async with made.client(made.seats[0]) as ana:
                await host.do("seat", seat=0, kind="bot", level="random")
                assert await ana.refused("leave") == "not_seated"
            for which, old in (("watch", made.watch), ("join", made.join)):
                async with made.client(old) as before:
                    fresh = (await host.do("link", to=which))["token"]
                    assert await _refused(server, made.id, old) == ("forbidden", 4403)
                    assert await before.refused("sit", name="x") == "forbidden"
                async with made.client(fresh) as welcome:
                    assert welcome.you["watch"]
            for path in (f"/api/tables/{made.id}", f"/api/tables/{made.id}/record"):
                for token in (renewed, made.seats[1], made.watch, made.join):
                    status, _, body = server.request("GET", path, Authorization=f"Bearer {token}")
                    assert (status, json.loads(body)["code"]) == (403, "forbidden")

    asyncio.run(story(server.table("luminos", ("me", "open"), settings={"start": "host"})))


def test_every_route_that_needs_a_token(server: Server, other: Made) -> None:
    made = server.table("luminos", ("me", "open"))
    tables = {route.path for route in _routes() if isinstance(route, Route) and route.path.startswith("/api/tables/")}
    knocking = "/api/tables/{table}/knock"  # for those who have no token
    assert knocking in tables
    assert server.get(knocking.replace("{table}", made.id), Authorization=f"Bearer {other.host}") == {"state": "gone"}
    guarded = tables - {knocking}
    assert len(guarded) == 2
    for path in guarded:
        here = path.replace("{table}", made.id)
        wrong = ("", "Bearer", "Bearer ", "Bearer nonsense", f"Bearer {other.host}", f"Basic {made.host}", made.host)
        for given in wrong:
            status, headers, body = server.request("GET", here, Authorization=given)
            assert (status, json.loads(body)["code"]) == (403, "forbidden"), given
            assert headers["Content-Security-Policy"]
        status, _, body = server.request("GET", f"{here}?token={made.host}")
        assert status == 403
        for missing in ("nosuchtable", "%00", "a" * 300, "%2e%2e"):
            status, _, body = server.request(
                "GET", path.replace("{table}", missing), Authorization=f"Bearer {made.host}"
            )
            assert (status, json.loads(body)["code"]) in ((404, "unknown_table"), (404, "unknown"))


def test_every_post_asks_where_it_comes_from(server: Server) -> None:
    posts = [route.path for route in _routes() if isinstance(route, Route) and "POST" in (route.methods or ())]
    assert posts
    for path in posts:
        for origin in (*EVIL, f"http://127.0.0.1:{server.port}@evil.example", f"ws://127.0.0.1:{server.port}"):
            status, answer = server.post(path, {}, Origin=origin)
            assert (status, answer["code"]) == (403, "origin"), (path, origin)
        status, answer = server.post(path, {}, Origin=f"http://127.0.0.1:{server.port}")
        if path.startswith("/api/me"):  # of whom nothing is kept may ask nothing, and needs to say nothing to be known
            assert answer.get("code") in (None, "unknown", "malformed"), path
            continue
        assert answer["code"] == ("unknown_table" if "{table}" in path else "malformed")
        status, answer = server.post(path, {}, Host="127.0.0.9", Origin=f"http://127.0.0.1:{server.port}")
        assert (status, answer["code"]) == (403, "origin")


def test_a_name_that_is_not_ours_opens_nothing(server: Server) -> None:
    """Somebody's name that leads to our address would make their page one of ours."""
    made = server.table("luminos", ("me", "open"))
    evil = f"evil.example:{server.port}"
    for path in ("/", "/healthz", "/api/server", f"/api/tables/{made.id}", "/web/shared/base.css"):
        status, _, body = server.request("GET", path, Host=evil)
        assert (status, json.loads(body)["code"]) == (421, "host"), path
        assert (
            server.request("GET", path, Host=f"localhost:{server.port}", Authorization=f"Bearer {made.host}")[0] == 200
        )
    status, answer = server.post("/api/tables", {}, Host=evil, Origin=f"http://{evil}")
    assert (status, answer["code"]) == (421, "host")

    async def story() -> None:
        async with Raw(server) as raw:
            asked = await raw.upgrade(made.id, host=evil)
            assert asked.split()[1] == b"421"

    asyncio.run(story())


def test_what_cannot_be_read_is_answered_to_whoever_waits_for_it(server: Server) -> None:
    async def story(made: Made) -> None:
        async with made.client(made.watch) as eve:
            for wrong in ({"v": "x"}, {"nonsense": 1}, {"type": "no_such"}, {"type": 7}):
                message = {"type": "move", "v": 0, "id": "mine", **wrong}
                await eve.send(json.dumps(message))
                await eve.until(lambda: "mine" in eve.answers)
                assert eve.answers.pop("mine")["code"] == "malformed"
            for unnamed in ("{", "[]", '{"type":"move","id":{}}', '{"type":"move","id":"' + "x" * 65 + '"}'):
                before = len(eve.errors)
                await eve.send(unnamed)
                await eve.until(lambda before=before: len(eve.errors) > before)  # type: ignore[misc]
                assert eve.errors[-1]["code"] == "malformed"

    asyncio.run(story(server.table("luminos", ("me", "open"))))
