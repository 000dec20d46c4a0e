"""Somebody is recognised by a passkey on any device; whoever has another one, or an old answer, gets nothing."""

from __future__ import annotations

import copy
import io
import json
import os
import random
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from lumarium.kernel.errors import LumariumError
from lumarium.server.config import passkeys_at
from lumarium.server.passkeys_api import MOST
from lumarium.server.security import digest
from tests.house import DATABASE
from tests.postgres import database_of
from tests.server.authenticator import PRESENT, VERIFIED, Authenticator, Json, text
from tests.server.conftest import UNHURRIED
from tests.server.harness import Server
from tests.server.persons import Device
from tests.server.test_people import everything, seat_at
from tests.server.test_store import done

ON = ("--passkeys", "http://localhost", "--passkeys-per-minute", "10000")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("passkeys") / "data", *UNHURRIED, *ON) as running:
        yield running
    running.check_log()


def place(house: Server) -> str:
    return f"http://localhost:{house.port}"


def make(device: Device, key: Authenticator, name: str = "Key") -> Json:
    """A passkey of whoever has the device; gives what is kept about them."""
    options = device.do("/api/me/passkeys/options", {"name": "Ana"})
    return dict(device.do("/api/me/passkeys", {"credential": key.make(options), "name": name}))


def enter(device: Device, key: Authenticator, bring: bool = False) -> Json:
    """They are recognised by it there."""
    proof = key.prove(device.do("/api/me/enter/options"))
    return dict(device.do("/api/me/enter", {"credential": proof, "device": device.name, "bring": bring}))


def not_let_in(device: Device, key: Authenticator) -> str:
    return device.refused("/api/me/enter", {"credential": key.prove(device.do("/api/me/enter/options"))})


def known(house: Server, origin: str = "") -> tuple[Device, Authenticator]:
    """Somebody with a passkey."""
    ana, key = Device(house), Authenticator(origin or place(house))
    ana.me()
    make(ana, key)
    return ana, key


def test_a_person_is_recognised_on_another_device(house: Server) -> None:
    ana, phone, key = Device(house, "Desk"), Device(house, "Phone"), Authenticator(place(house))
    assert ana.refused("/api/me/passkeys/options") == "unknown", "nobody is known yet"
    assert ana.me()["passkeys_at"] == place(house)
    made = ana.table("lumicora", [{"kind": "me", "name": "Ana"}, {"kind": "open"}])
    assert [each["name"] for each in make(ana, key, "Security key")["passkeys"]] == ["Security key"]
    assert seat_at(phone, made.id) == []
    found = enter(phone, key)
    assert {device["name"] for device in found["devices"]} == {"Desk", "Phone"}
    assert [row["id"] for row in phone.mine()] == [made.id]
    assert seat_at(phone, made.id) == [0]
    assert enter(phone, key)["here"] == found["here"], "once more changes nothing"

    (passkey,) = phone.get("/api/me")["passkeys"]
    renamed = phone.do(f"/api/me/passkeys/{passkey['id']}", {"name": "On my ring"})
    assert [each["name"] for each in renamed["passkeys"]] == ["On my ring"]
    assert phone.do(f"/api/me/passkeys/{passkey['id']}/remove")["passkeys"] == []
    assert phone.refused(f"/api/me/passkeys/{passkey['id']}/remove") == "unknown"
    assert not_let_in(Device(house), key) == "unknown", "it opens nothing any more"
    assert seat_at(phone, made.id) == [0], "devices are given up as devices"


def test_a_lost_device_comes_back_only_by_the_passkey(house: Server) -> None:
    ana, key = known(house)
    phone = ana.joined("Phone")
    lost = next(each for each in ana.get("/api/me")["devices"] if each["name"] == "Phone")
    ana.do(f"/api/me/devices/{lost['id']}/revoke")
    before = phone.cookie
    assert phone.get("/api/me")["known"] is False
    assert enter(phone, key)["known"] is True
    assert phone.cookie != before
    assert Device(house, cookie=before).get("/api/me")["known"] is False


def test_games_come_along_only_if_they_are_brought_and_nobody_is_lost(house: Server) -> None:
    (ana, hers), (ben, his) = known(house), known(house)
    table = ben.table("lumicora", [{"kind": "me", "name": "Ben"}, {"kind": "open"}]).id
    enter(ben, hers)
    assert ben.mine() == ana.mine() == []
    assert [row["id"] for row in _entered(house, his).mine()] == [table], "whoever has a passkey can come back"
    back = _entered(house, his)
    enter(ben, his)
    for device in back.get("/api/me")["devices"]:
        if device["id"] != ben.get("/api/me")["here"]:
            ben.do(f"/api/me/devices/{device['id']}/revoke")
    enter(ben, hers, bring=True)
    assert [row["id"] for row in ana.mine()] == [table]
    # Revoked devices count as none: all went along, and of the person before nothing is left.
    assert not_let_in(Device(house), his) == "unknown"


def _entered(house: Server, key: Authenticator) -> Device:
    device = Device(house)
    enter(device, key)
    return device


def test_an_answer_counts_once_and_only_for_whom_it_was_asked(house: Server) -> None:
    ana, key = known(house)
    phone, thief = Device(house), Device(house)
    proof = {"credential": key.prove(phone.do("/api/me/enter/options"))}
    assert thief.refused("/api/me/enter", proof) == "forbidden", "asked of another device"
    phone.do("/api/me/enter", proof)
    assert phone.refused("/api/me/enter", proof) == "forbidden", "replayed"
    assert thief.refused("/api/me/enter", proof) == "forbidden"
    assert thief.get("/api/me")["known"] is False

    other, second = known(house)
    options = ana.do("/api/me/passkeys/options")
    made = {"credential": Authenticator(place(house)).make(options)}
    assert other.refused("/api/me/passkeys", made) == "forbidden", "asked of another person"
    ana.do("/api/me/passkeys", made)
    assert ana.refused("/api/me/passkeys", made) == "forbidden", "replayed"
    making = phone.do("/api/me/passkeys/options")
    crossed = second.prove({"rpId": "localhost", "challenge": making["challenge"]})
    assert phone.refused("/api/me/enter", {"credential": crossed}) == "forbidden", "asked for something else"


def test_what_took_too_long_does_not_count(house: Server) -> None:
    ana, key = known(house)
    phone = Device(house)
    proof = {"credential": key.prove(phone.do("/api/me/enter/options"))}
    made = {"credential": Authenticator(place(house)).make(ana.do("/api/me/passkeys/options"))}
    done(_database(house), "UPDATE challenges SET until = until - 301")
    assert phone.refused("/api/me/enter", proof) == "forbidden"
    assert ana.refused("/api/me/passkeys", made) == "forbidden"
    phone.do("/api/me/enter/options")
    assert len(done(_database(house), "SELECT * FROM challenges")) == 1, "what is too old goes"


def _database(house: Server) -> str:
    postgres = os.environ[DATABASE] == "postgres"
    return database_of(house.data) if postgres else f"sqlite:///{house.data}/tables.sqlite"


def test_pages_of_other_places_get_nothing(house: Server) -> None:
    ana, key = known(house)
    phone = Device(house)
    for origin in ("https://localhost", f"http://127.0.0.1:{house.port}", "http://localhost:1", "https://evil.example"):
        key.origin = origin
        assert not_let_in(phone, key) == "forbidden", origin
        options = ana.do("/api/me/passkeys/options")
        assert ana.refused("/api/me/passkeys", {"credential": Authenticator(origin).make(options)}) == "forbidden"
    key.origin = place(house)
    elsewhere = key.prove({**phone.do("/api/me/enter/options"), "rpId": "evil.example"})
    assert phone.refused("/api/me/enter", {"credential": elsewhere}) == "forbidden"
    at = {"Origin": f"http://127.0.0.1:{house.port}", "Content_Type": "application/json"}
    status, _, answer = house.request("POST", "/api/me/enter/options", b"{}", **at)
    assert (status, json.loads(answer)["code"]) == (403, "origin")
    assert place(house) in json.loads(answer)["text"], "it says where passkeys count"
    assert phone.get("/api/me")["known"] is False
    enter(phone, key)


def test_a_passkey_of_another_person_and_one_that_knows_no_owner_do_not_count(house: Server) -> None:
    (ana, hers), (eve, his) = known(house), known(house)
    stranger, phone = Authenticator(place(house)), Device(house)
    stranger.handle = hers.handle
    assert not_let_in(phone, stranger) == "unknown"
    stranger.id = hers.id
    assert not_let_in(phone, stranger) == "forbidden", "another key"
    his.handle = hers.handle
    assert not_let_in(phone, his) == "forbidden", "it names somebody else"
    hers.flags = PRESENT
    assert not_let_in(phone, hers) == "forbidden", "whoever found it"
    options = ana.do("/api/me/passkeys/options")
    careless = Authenticator(place(house), PRESENT).make(options)
    assert ana.refused("/api/me/passkeys", {"credential": careless}) == "forbidden"
    hers.flags, hers.count = PRESENT | VERIFIED, 5
    enter(phone, hers)
    hers.count = 2
    assert not_let_in(phone, hers) == "forbidden", "a copy of it"

    thief = Authenticator(place(house))
    thief.id = hers.id
    options = eve.do("/api/me/passkeys/options")
    assert eve.refused("/api/me/passkeys", {"credential": thief.make(options)}) == "forbidden", "it is hers"
    (own,) = ana.get("/api/me")["passkeys"]
    assert eve.refused(f"/api/me/passkeys/{own['id']}/remove") == "unknown"
    eve.do(f"/api/me/passkeys/{own['id']}", {"name": "mine"})
    assert ana.get("/api/me")["passkeys"] == [own]


def test_malformed_answers_are_refused_by_name_and_change_nothing(house: Server) -> None:
    ana, key = known(house)
    phone, rng = Device(house), random.Random(1)
    for path, body in (
        ("/api/me/enter", {}),
        ("/api/me/passkeys", {"credential": {}}),
        ("/api/me/enter/options", {"a": 1}),
    ):
        assert ana.refused(path, body) == "malformed"
    assert ana.refused("/api/me/passkeys/a%00b", {"name": "x"}) == "unknown"
    assert ana.refused("/api/me/passkeys/a%00b/remove", {}) == "unknown"
    kept = ana.get("/api/me")["passkeys"]
    for number in range(60):
        making = number % 2
        asked = (ana if making else phone).do(f"/api/me/{'passkeys' if making else 'enter'}/options")
        given = Authenticator(place(house)).make(asked) if making else key.prove(asked)
        spoilt = copy.deepcopy(given)
        part = rng.choice(sorted(set(spoilt["response"]) - {"userHandle"}))
        spoilt["response"][part] = _spoilt(spoilt["response"][part], rng)
        device, path = (ana, "/api/me/passkeys") if making else (phone, "/api/me/enter")
        if spoilt != given and making and part == "attestationObject":
            device.ask(path, {"credential": spoilt})  # nothing signs it: another id is another passkey
        elif spoilt != given:
            assert device.refused(path, {"credential": spoilt}) in ("malformed", "forbidden"), (part, spoilt)
    for passkey in ana.get("/api/me")["passkeys"]:
        if passkey not in kept:
            ana.do(f"/api/me/passkeys/{passkey['id']}/remove")
    deep = text(b'{"challenge": ' + b"[" * 5000)
    proof = key.prove(phone.do("/api/me/enter/options"))
    proof["response"]["clientDataJSON"] = deep
    assert phone.refused("/api/me/enter", {"credential": proof}) == "malformed"
    assert phone.get("/api/me")["known"] is False
    enter(phone, key)


def _spoilt(sealed: str, rng: random.Random) -> str:
    """One letter is another, or the end is missing."""
    at = rng.randrange(len(sealed) - 2)
    cut = rng.random() < 0.3
    return (sealed[:at] or "A") if cut else sealed[:at] + rng.choice("ABCDxyz019_-") + sealed[at + 1 :]


def test_there_is_room_for_a_few(house: Server) -> None:
    ana, _ = known(house)
    for _ in range(MOST - 1):
        make(ana, Authenticator(place(house)))
    assert ana.refused("/api/me/passkeys/options") == "too_many"


def test_what_is_taken_along_are_names_and_of_whoever_goes_nothing_is_left(tmp_path: Path) -> None:
    with Server(tmp_path / "data", *UNHURRIED, *ON) as house:
        ana, key = known(house)
        _, _, packed = house.request("GET", "/api/me/records", None, **ana.headers)
        with zipfile.ZipFile(io.BytesIO(packed)) as file:
            assert json.loads(file.read("me.json"))["passkeys"] == [{"name": "Key"}]
        assert text(key.id) in everything(house)
        ana.do("/api/me/enter/options")
        ana.do("/api/me/delete")
        left = everything(house)
        assert text(key.id) not in left
        assert digest(ana.cookie) not in left
        assert not_let_in(Device(house), key) == "unknown"
    house.check_log()


def test_it_is_off_unless_the_host_switches_it_on(server: Server) -> None:
    ana = Device(server)
    assert ana.me()["passkeys_at"] == ""
    assert ana.refused("/api/me/passkeys/options") == "unknown"
    assert ana.refused("/api/me/enter/options") == "unknown"


def test_nobody_tries_without_end(tmp_path: Path) -> None:
    with Server(tmp_path / "data", *UNHURRIED, *ON[:2], "--passkeys-per-minute", "1") as house:
        ana = Device(house)
        assert [ana.ask("/api/me/enter/options")[0] for _ in range(3)] == [200, 200, 429]


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://Play.Example.org", "https://play.example.org"),
        ("https://play.example.org:443", "https://play.example.org"),
        ("https://play.example.org:8443", "https://play.example.org:8443"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
        ("http://localhost", "http://localhost:8642"),
        ("http://localhost:80", "http://localhost"),
    ],
)
def test_the_address_is_written_as_browsers_do(url: str, origin: str) -> None:
    assert passkeys_at(url, 8642) == origin


@pytest.mark.parametrize(
    "url",
    ["http://play.example.org", "https://192.168.1.7", "https://[::1]", "http://10.0.0.1:80", "play", "https://a:x"],
)
def test_a_place_where_browsers_keep_no_passkeys_is_refused(url: str) -> None:
    with pytest.raises(LumariumError, match="https"):
        passkeys_at(url, 8642)
