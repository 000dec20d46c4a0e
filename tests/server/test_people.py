"""A person on several devices, one of them lost; what strangers get; and what is left of somebody who goes."""

from __future__ import annotations

import asyncio
import io
import json
import os
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from lumarium import Record
from lumarium.server.security import digest
from tests.house import DATABASE
from tests.postgres import database_of, shared
from tests.server.harness import Client, Refusal, Server, paths, play_on
from tests.server.persons import Device, kinds, wait_for
from tests.server.receivers import Receiver
from tests.server.test_notices import QUICK, two


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    limits = ("--tables-per-address", "0", "--connections-per-address", "1000")
    with Server(tmp_path_factory.mktemp("people") / "data", *QUICK, *limits) as running:
        yield running
    running.check_log()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as running:
        yield running


def seat_at(device: Device, table: str, *tokens: str) -> list[int]:
    """The seats that somebody gets there."""

    async def come() -> list[int]:
        async with device.client(table, *tokens) as client:
            return list(client.you["seats"])

    try:
        return asyncio.run(come())
    except Refusal:
        return []


def test_one_person_on_two_devices_and_a_third_that_was_lost(house: Server) -> None:
    desk, ben = Device(house, "Desk"), Device(house)
    desk.me()
    made = desk.table("lumicora", [{"kind": "me", "name": "Ana"}, {"kind": "open"}])
    own, host = made.seats[0], made.host
    phone, lost = desk.joined("Phone"), desk.joined("Tablet")
    assert [device["name"] for device in desk.get("/api/me")["devices"]][-1] == "Desk"
    for device in (desk, phone, lost):
        assert seat_at(device, made.id) == [0], "no link is needed"
        assert [row["id"] for row in device.mine()] == [made.id]
    assert seat_at(ben, made.id) == []

    async def live() -> None:
        async with lost.client(made.id, own, host) as open_there, phone.client(made.id) as here:
            tablet = next(each for each in phone.get("/api/me")["devices"] if each["name"] == "Tablet")
            assert len(phone.do(f"/api/me/devices/{tablet['id']}/revoke")["devices"]) == 2
            await open_there.until(lambda: open_there.closed is not None)
            assert here.closed is None
            assert here.you["seats"] == [0]

    asyncio.run(live())
    assert seat_at(lost, made.id, own, host) == [], "nor do links that it keeps open anything"
    assert lost.mine() == []
    assert lost.get("/api/me")["known"] is False
    assert lost.refused("/api/me/link") == "unknown"
    for device in (desk, phone):
        assert seat_at(device, made.id) == [0]
    before = lost.cookie
    assert lost.me()["known"] is True
    assert lost.cookie != before, "it is somebody else's device now"
    assert lost.mine() == []


def test_a_lost_device_leaves_no_link_behind(house: Server) -> None:
    """Whoever found it may have made one before it was given up."""
    ana = Device(house)
    ana.me()
    lost = ana.joined("Tablet")
    token = lost.do("/api/me/link")["token"]
    tablet = next(each for each in ana.get("/api/me")["devices"] if each["name"] == "Tablet")
    ana.do(f"/api/me/devices/{tablet['id']}/revoke")
    assert Device(house).refused("/api/me/join", {"token": token}) == "forbidden"
    ana.joined("Phone")


def test_a_link_of_another_person_gives_nothing(house: Server) -> None:
    ana, eve = Device(house), Device(house)
    ana.me()
    eve.me()
    made = ana.table("lumicora", [{"kind": "me", "name": "Ana"}, {"kind": "open"}])
    token = eve.do("/api/me/link")["token"]
    ana.do("/api/me/join", {"token": token})
    assert eve.mine() == [], "what somebody does not bring stays theirs"
    assert seat_at(ana, made.id, made.seats[0]) == [0]
    assert Device(house).refused("/api/me/join", {"token": token}) == "forbidden"
    assert Device(house).refused("/api/me/join", {"token": made.host}) == "forbidden"
    other = ana.get("/api/me")["devices"][0]["id"]
    stranger = Device(house)
    stranger.me()
    assert stranger.refused(f"/api/me/devices/{other}/revoke") == "unknown"
    stranger.do(f"/api/me/devices/{other}", {"name": "mine"})
    assert "mine" not in [device["name"] for device in ana.get("/api/me")["devices"]]


def test_bad_requests_are_refused_by_name(house: Server) -> None:
    ana = Device(house)
    assert ana.refused("/api/me/link") == "unknown"
    me = ana.me()
    assert ana.refused("/api/me", {"quiet": [0, 1440]}) == "malformed"
    assert ana.refused("/api/me", {"zone": "Moon/Sea"}) == "malformed"
    assert ana.refused("/api/me", {"kinds": ["weather"]}) == "malformed"
    assert ana.refused("/api/me/channels", {}) == "malformed"
    assert ana.refused("/api/me/channels", {"mail": "ana@example.org"}) == "malformed"
    assert ana.refused(f"/api/me/devices/{me['here']}/revoke") == "forbidden"
    assert house.request("POST", "/api/me", b"{}", Content_Type="application/json", Origin="http://evil.test")[0] == 403


@pytest.mark.parametrize("name", ["%00", "a%00b", "%ff", "a.b"])
def test_what_cannot_be_a_name_of_ours_is_not_looked_for(house: Server, name: str) -> None:
    """PostgreSQL takes no zeros in a text: that is no failure of the database, and nothing for the log."""
    ana = Device(house)
    ana.me()
    for path in (f"devices/{name}/revoke", f"channels/{name}/remove"):
        assert ana.refused(f"/api/me/{path}") == "unknown"
    assert ana.refused(f"/api/me/devices/{name}", {"name": "x"}) == "unknown"
    assert not [line for line in house.logged if line["event"] == "storage_failed"]


def test_tables_that_were_watched_are_remembered_for_whoever_is_known(house: Server) -> None:
    ana, ben, eve = Device(house), Device(house), Device(house)
    ben.me()
    made = ana.table("lumicora", [{"kind": "me", "name": "Ana"}, {"kind": "open"}])

    async def watch(device: Device) -> None:
        async with device.client(made.id, made.watch):
            pass

    for device in (ben, eve):
        asyncio.run(watch(device))
    while not ben.mine():
        pass
    assert [(row["id"], row["own"]) for row in ben.mine()] == [(made.id, [])]
    assert eve.mine() == []
    ben.do("/api/me/forget", {"table": made.id})
    assert ben.mine() == []


def finished(ana: Device) -> str:
    """A table of Ana and a bot, played to its end."""
    made = ana.table("luminos", [{"kind": "me", "name": "Ana Unforgotten"}, {"kind": "bot", "level": "random"}])

    async def play() -> None:
        async with ana.client(made.id) as client:
            await client.nonce()
            await play_on(client, lambda found: found[0])

    asyncio.run(play())
    return made.id


def test_all_records_come_as_one_file(house: Server, tmp_path: Path) -> None:
    ana = Device(house)
    ana.me()
    table = finished(ana)
    status, _, body = house.request("GET", "/api/me/records", None, **ana.headers)
    assert status == 200
    with zipfile.ZipFile(io.BytesIO(body)) as file:
        assert sorted(file.namelist()) == ["me.json", f"records/luminos-{table}.jsonl"]
        assert json.loads(file.read("me.json"))["known"] is True
        record = file.read(f"records/luminos-{table}.jsonl")
    path = tmp_path / "a.jsonl"
    path.write_bytes(record)
    assert Record.load(path).replay().over
    _, _, shown = house.request("GET", f"/api/tables/{table}/record", None, **ana.headers)
    assert record == shown


def everything(server: Server) -> str:
    """All that the database holds, and the bytes of its files where it has some."""
    if os.environ[DATABASE] == "postgres":
        url = database_of(server.data)
        names = [row[0] for row in shared().execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", url)]
        return "".join(str(row) for name in names for row in shared().execute(f'SELECT * FROM "{name}"', url))
    connection = sqlite3.connect(server.data / "tables.sqlite")
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    rows = "".join(str(row) for name in names for row in connection.execute(f'SELECT * FROM "{name}"'))
    connection.close()
    return rows + "".join(file.read_bytes().decode("latin-1") for file in server.data.iterdir())


def test_of_somebody_who_goes_nothing_is_left_but_names_in_others_games(tmp_path: Path, receiver: Receiver) -> None:
    with Server(tmp_path / "data", *QUICK) as house:
        ana, ben = Device(house, "Anas Rechner"), Device(house, "Bens Rechner")
        ana.me(zone="Europe/Berlin")
        ben.me()
        hers = ana.hook(receiver)
        phone = ana.joined("Anas Handy")
        over = finished(ana)
        running, _ = two(ana, ben)
        waiting = ana.table("nomads", [{"kind": "me", "name": "Ana"}, {"kind": "open"}])
        wait_for(receiver, hers, lambda told: "turn" in told)
        gone = [hers, "Anas Rechner", "Anas Handy", "Europe/Berlin", digest(ana.cookie), digest(phone.cookie)]
        before = everything(house)
        assert [fact for fact in gone if fact not in before] == []
        cookie = ana.cookie
        ana.do("/api/me/delete")
        assert ana.cookie != cookie
        after = everything(house)
        assert [fact for fact in gone if fact in after] == []
        assert digest(ben.cookie) in after
        assert "Bens Rechner" in after
        assert "Ana Unforgotten" in after, "the record of a game keeps its names"
        assert phone.mine() == ana.mine() == Device(house, cookie=cookie).mine() == []
        assert seat_at(ben, running) == [1]
        assert seat_at(Device(house, cookie=cookie), running) == []

        async def look(table: str, device: Device, *tokens: str) -> Client:
            async with device.client(table, *tokens) as client:
                return client

        assert asyncio.run(look(waiting.id, ben, waiting.watch)).table["seats"][0]["kind"] == "open"
        assert over
        told = len(receiver.taken)
        assert kinds(receiver.at(hers))
        house.stop()
        house.start()
        assert len(receiver.taken) == told
    house.check_log()


def test_whoever_wants_a_choice_is_woken_for_one(house: Server, receiver: Receiver) -> None:
    """Decisions without a choice are played while they are away, and nobody is told of them."""
    ana, ben = Device(house), Device(house)
    ana.me(choice=True)
    ben.me(choice=True)
    hers, his = ana.hook(receiver), ben.hook(receiver)
    table, _ = two(ana, ben, "lumicora")

    async def choose(device: Device) -> tuple[int, int]:
        """Plays every choice until others have one; gives how many there were, and the version then."""
        played = 0
        async with device.client(table, prefs={"hidden": True}) as client:
            while True:
                await client.until(lambda: client.status == "wait" or len(ways(client)) > 1)
                if client.status == "wait":
                    return played, client.version
                version = client.version
                answer = await client.ask("move", v=version, path=ways(client)[0])
                assert answer["type"] == "ok", answer
                await client.until(lambda at=version: client.version > at)  # type: ignore[misc]
                played += 1

    def ways(client: Client) -> list[list[str]]:
        return list(paths(client.scene["scene"]["actions"])) if client.status == "turn" else []

    chosen = version = 0
    for number in range(20):
        device, path = ((ana, hers), (ben, his))[number % 2]
        wait_for(receiver, path, lambda told, at=number: told.count("turn") == at // 2 + 1)  # type: ignore[misc]
        played, version = asyncio.run(choose(device))
        assert played, "nobody is woken for nothing"
        chosen += played
        if version > chosen:
            break
    assert version > chosen, "the rest was played by itself"
