"""Notices by web hook, e-mail and push: for every kind of event, once a turn, and never a word too many."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import shared
from tests.server.harness import Client, Server, paths
from tests.server.persons import Device, kinds, wait_for
from tests.server.receivers import Browser, Mailbox, Receiver, mail_server, until

INSIDE = ("--inside", "127.0.0.0/8", "--codes-per-hour", "10000")
QUICK = ("--notice-seconds", "0.2", "--requests-per-second", "1000", *INSIDE)


@pytest.fixture(scope="module")
def box() -> Iterator[tuple[Mailbox, str]]:
    with mail_server() as opened:
        yield opened


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as running:
        yield running


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, box: tuple[Mailbox, str]) -> Iterator[Server]:
    mail = ("--mail", box[1], "--mail-from", "house@example.org", "--tables-per-address", "0")
    with Server(tmp_path_factory.mktemp("notices") / "data", *QUICK, *mail) as running:
        yield running
    running.check_log()


def two(first: Device, second: Device, game: str = "luminos") -> tuple[str, str]:
    """A table with two people; nobody is there. Gives its id and the link of its host."""
    made = first.table(game, [{"kind": "me", "name": "Ana"}, {"kind": "open"}])

    async def sit() -> None:
        async with first.client(made.id, prefs={"hidden": True}):
            pass
        async with second.client(made.id, made.seats[1], prefs={"hidden": True}) as client:
            await client.do("sit", name="Ben")
            await client.until(lambda: client.phase == "playing")

    asyncio.run(sit())
    return made.id, made.host


async def one_turn(client: Client) -> None:
    """All decisions until it is somebody else's turn."""
    await client.until(lambda: client.status == "turn")
    while client.status == "turn":
        version = client.version
        path = next(paths(client.scene["scene"]["actions"]))
        await client.do("move", v=version, path=path)
        await client.until(lambda at=version: client.version > at)  # type: ignore[misc]


def turn(device: Device, table: str) -> None:
    """Comes, plays a turn, and goes."""

    async def play() -> None:
        async with device.client(table, prefs={"hidden": True}) as client:
            await one_turn(client)

    asyncio.run(play())


def test_every_kind_of_event_is_told_and_a_turn_once(house: Server, receiver: Receiver) -> None:
    ana, ben = Device(house), Device(house)
    ana.me()
    ben.me(lang="de")
    hers, his = ana.hook(receiver), ben.hook(receiver)
    table, host = two(ana, ben)
    wait_for(receiver, hers, lambda told: "turn" in told)
    wait_for(receiver, his, lambda told: "start" in told)
    turn(ana, table)
    wait_for(receiver, his, lambda told: told.count("turn") == 1)
    turn(ben, table)
    wait_for(receiver, hers, lambda told: told.count("turn") == 2)
    turn(ana, table)
    wait_for(receiver, his, lambda told: told.count("turn") == 2)

    async def close() -> None:
        async with ana.client(table, host) as client:
            await client.do("close")

    asyncio.run(close())
    wait_for(receiver, his, lambda told: "end" in told)
    wait_for(receiver, hers, lambda told: "end" in told)
    assert kinds(receiver.at(hers)) == ["turn", "turn", "end"]
    assert kinds(receiver.at(his)) == ["start", "turn", "turn", "end"]
    assert not [token for token in house.tokens for taken in receiver.taken if token in taken.body.decode()]
    said = receiver.at(his)[2].json
    assert said["title"] == "Luminos: Du bist am Zug, Ben"
    assert said["told"] == [{"kind": "turn", "table": table, "game": "luminos", "name": "Ben"}]
    assert said["url"].endswith(f"/t/{table}")


def test_somebody_sits_down_at_a_table_that_waits(house: Server, receiver: Receiver) -> None:
    ana, ben = Device(house), Device(house)
    ana.me()
    hers = ana.hook(receiver)
    made = ana.table("luminos", [{"kind": "me", "name": "Ana"}, {"kind": "open"}, {"kind": "open"}])

    async def sit() -> None:
        async with ben.client(made.id, made.seats[1]) as client:
            await client.do("sit", name="Ben")

    asyncio.run(sit())
    assert wait_for(receiver, hers, bool) == ["joined"]
    assert "Ben" not in receiver.at(hers)[-1].body.decode()


def test_mail_is_confirmed_and_then_comes_once_a_turn(house: Server, box: tuple[Mailbox, str]) -> None:
    ana, ben = Device(house), Device(house)
    ana.me(lang="de")
    assert ana.do("/api/me/channels", {"mail": "ana@example.org"})["channels"][0]["confirmed"] is False
    asked = until(lambda: box[0].to("ana@example.org"))[0]
    code = re.search(r"Code: (\w+)", asked.get_content())
    assert code is not None
    assert ana.refused("/api/me/confirm", {"code": "nonsense"}) == "unknown"
    assert Device(house).refused("/api/me/confirm", {"code": code[1]}) == "unknown"
    assert ana.do("/api/me/confirm", {"code": code[1].upper()})["channels"][0]["confirmed"] is True
    table, _ = two(ana, ben)
    mail = until(lambda: box[0].to("ana@example.org")[1:])[0]
    assert mail["Subject"] == "Luminos: Du bist am Zug, Ana"
    assert mail["From"] == "house@example.org"
    assert f"/t/{table}" in mail.get_content()
    assert mail["Auto-Submitted"] == "auto-generated"


def test_push_is_signed_and_sealed_by_the_standards(house: Server, receiver: Receiver) -> None:
    ana, ben = Device(house), Device(house)
    key = ana.me()["push"]
    browser = Browser()
    ana.do("/api/me/channels", {"push": browser.subscription(f"{receiver.url}/push")})
    first = receiver.wait(lambda: receiver.at("/push"))[0]
    assert b"confirm" not in first.body
    told = browser.read(first, key, receiver.url)
    ana.do("/api/me/confirm", {"code": told["confirm"]})
    table, _ = two(ana, ben)
    second = receiver.wait(lambda: receiver.at("/push")[1:])[0]
    assert browser.read(second, key, receiver.url) == {
        "title": "Luminos: it is your turn, Ana",
        "body": f"Table {table}",
        "path": f"/t/{table}",
    }
    house.stop()
    house.start()
    assert ana.get("/api/me")["push"] == key, "the house keeps its key"


def test_programs_are_told_as_they_like_it(house: Server, receiver: Receiver) -> None:
    ana = Device(house)
    ana.me()
    wanted = {"slack": "text", "matrix": "text", "discord": "content", "ntfy": "message", "json": "title"}
    for style, field in wanted.items():
        ana.do("/api/me/channels", {"hook": {"url": f"{receiver.url}/in/{style}", "style": style}})
        path = "/" if style == "ntfy" else f"/in/{style}"
        said = receiver.first(path).json
        assert "code" in said[field].lower() or style == "json", said
        assert said.get("topic") == ("ntfy" if style == "ntfy" else None)
    assert ana.refused("/api/me/channels", {"hook": {"url": receiver.url, "style": "telegraph"}}) == "malformed"


def test_whoever_has_the_table_before_their_eyes_is_not_told(house: Server, receiver: Receiver) -> None:
    ana, ben = Device(house), Device(house)
    ana.me()
    ben.me()
    hers, his = ana.hook(receiver), ben.hook(receiver)
    table, _ = two(ana, ben)
    wait_for(receiver, hers, lambda told: "turn" in told)

    async def look() -> None:
        async with ben.client(table) as here:
            await asyncio.to_thread(turn, ana, table)
            await asyncio.sleep(1.5)
            assert "turn" not in kinds(receiver.at(his))
            await here.do("prefs", hidden=True)
            await asyncio.to_thread(wait_for, receiver, his, lambda told: "turn" in told)

    asyncio.run(look())


def test_what_fails_is_tried_again_and_what_is_gone_is_dropped(house: Server, receiver: Receiver) -> None:
    ana, ben = Device(house), Device(house)
    ana.me()
    failing, gone, fine = ana.hook(receiver), ana.hook(receiver), ana.hook(receiver)
    receiver.answer = lambda taken: {failing: 500 if len(receiver.at(failing)) < 4 else 204, gone: 410}.get(
        taken.path, 204
    )
    two(ana, ben)
    receiver.wait(lambda: len(receiver.at(failing)) == 4)
    receiver.wait(lambda: len(receiver.at(fine)) == 2)
    until(lambda: len(ana.get("/api/me")["channels"]) == 2)
    assert len(receiver.at(gone)) == 2
    assert len({taken.body for taken in receiver.at(failing)[1:]}) == 1


def test_a_redirect_is_not_followed(house: Server, receiver: Receiver) -> None:
    ana, ben = Device(house), Device(house)
    ana.me()
    hers = ana.hook(receiver)
    receiver.headers = {"location": f"{receiver.url}/elsewhere"}
    receiver.answer = lambda _: 307
    two(ana, ben)
    receiver.wait(lambda: len(receiver.at(hers)) >= 3)
    assert not receiver.at("/elsewhere")


def test_a_receiver_that_hangs_holds_up_nobody(house: Server, receiver: Receiver) -> None:
    ana, ben = Device(house), Device(house)
    ana.me()
    ben.me()
    hers, his = ana.hook(receiver), ben.hook(receiver)
    over = threading.Event()
    receiver.answer = lambda taken: over.wait(300) and 204 if taken.path == hers else 204
    table, _ = two(ana, ben)
    receiver.wait(lambda: len(receiver.at(hers)) == 2)
    turn(ana, table)
    wait_for(receiver, his, lambda told: "turn" in told)
    over.set()


def test_addresses_inside_are_refused_unless_the_host_allows_them(tmp_path: Path, receiver: Receiver) -> None:
    with Server(tmp_path / "data", "--requests-per-second", "1000") as closed:
        ana = Device(closed)
        ana.me()
        for url in (
            receiver.url,
            receiver.url.replace("127.0.0.1", "localhost"),
            receiver.url.replace("127.0.0.1", "[::ffff:127.0.0.1]"),
            "http://169.254.169.254/latest/meta-data",
            "http://[64:ff9b::7f00:1]/",
            "ftp://example.org/",
            "http://me:secret@example.org/",
            "http://10.0.0.1:22/",
        ):
            status, answer = ana.ask("/api/me/channels", {"hook": {"url": url}})
            assert status in (400, 429), (url, answer)
            push = Browser().subscription(url)
            assert ana.ask("/api/me/channels", {"push": push})[0] in (400, 429)
        assert ana.refused("/api/me/channels", {"mail": "ana@example.org"}) in ("malformed", "too_many")
        assert ana.get("/api/me")["channels"] == []
        assert receiver.taken == []


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://10.0.0.1/", "10.0.0.1 liegt im Netz dieses Servers; wer ihn betreibt, kann das zulassen (--inside)"),
        ("http://no.such.invalid/", "no.such.invalid ist nicht zu finden"),
        ("ntfy.sh/ana", "Eine Adresse beginnt mit https:// oder http://"),
        ("http://[::1/", "Das ist keine Adresse"),
    ],
)
def test_what_is_wrong_with_an_address_is_said_in_german_too(house: Server, url: str, said: str) -> None:
    ana = Device(house)
    ana.me()
    status, answer = ana.ask("/api/me/channels?lang=de", {"hook": {"url": url}})
    assert status == 400
    assert answer["text"].startswith(f"Dorthin können keine Nachrichten gehen: {said}")


@pytest.mark.skipif(os.name != "posix", reason="several processes behind one port are not possible there")
def test_of_several_processes_one_tells(tmp_path: Path, receiver: Receiver) -> None:
    several = ("--processes", "3", "--database", shared().new_database())
    with Server(tmp_path / "data", *QUICK, *several) as house:
        ana, ben = Device(house), Device(house)
        ana.me()
        ben.me()
        hers, his = ana.hook(receiver), ben.hook(receiver)
        tables = [two(ana, ben)[0] for _ in range(3)]
        wait_for(receiver, hers, lambda told: told.count("turn") == len(tables))
        for table in tables:
            turn(ana, table)
        wait_for(receiver, his, lambda told: told.count("turn") == len(tables))
        turn(ben, tables[0])
        wait_for(receiver, hers, lambda told: told.count("turn") == len(tables) + 1)
        assert kinds(receiver.at(his)).count("start") == len(tables)
        assert kinds(receiver.at(his)).count("turn") == len(tables)
        asyncio.run(_lost(ana, tables[1]))
    house.check_log()


async def _lost(ana: Device, table: str) -> None:
    """A device that was lost is sent away wherever it is connected."""
    phone = ana.joined("Phone")
    async with contextlib.AsyncExitStack() as stack:
        here = [await stack.enter_async_context(phone.client(table)) for _ in range(6)]
        name = next(device["id"] for device in ana.get("/api/me")["devices"] if device["name"] == "Phone")
        ana.do(f"/api/me/devices/{name}/revoke")
        for client in here:
            await client.until(lambda client=client: client.closed is not None)  # type: ignore[misc]
        assert {client.closed for client in here} == {4403}
