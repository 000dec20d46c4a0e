"""A game over three days by three people who come when they are called, with notices as they read them, in German."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import UNHURRIED, Visit
from tests.e2e.test_me import shot
from tests.e2e.visitor import Visitor
from tests.house import DATABASE
from tests.postgres import database_of, shared
from tests.server.harness import Server
from tests.server.receivers import Mailbox, mail_server, until

DAYS = 3
NAMES = ("Ana", "Ben", "Cleo")


@pytest.fixture(scope="module")
def box() -> Iterator[tuple[Mailbox, str]]:
    with mail_server() as opened:
        yield opened


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, box: tuple[Mailbox, str]) -> Iterator[Server]:
    mail = ("--mail", box[1], "--mail-from", "haus@example.org", "--notice-seconds", "0.3")
    with Server(tmp_path_factory.mktemp("days") / "data", *UNHURRIED, *mail) as running:
        yield running


def address(visitor: Visitor) -> str:
    return f"{visitor.name.lower()}@example.org"


def be_told(visitor: Visitor, box: Mailbox) -> None:
    """By e-mail, confirmed on the page."""
    visitor.goto("/me")
    visitor.page.fill("#ui-me-mail", address(visitor))
    visitor.press("#ui-me-mail-form-yes")
    code = re.search(r"Dein Code: (\w+)", until(lambda: box.to(address(visitor)))[0].get_content())
    assert code is not None
    visitor.page.fill("#ui-me-code", code[1])
    visitor.press("#ui-me-confirm-yes")
    expect(visitor.page.locator("#ui-me-notices .me-list")).to_contain_text("bestätigt")


def calls(visitor: Visitor, box: Mailbox) -> list[EmailMessage]:
    """All mails that told them that it is their turn."""
    return [mail for mail in box.to(address(visitor)) if "Du bist am Zug" in mail["Subject"]]


def come(visitor: Visitor, mail: EmailMessage) -> None:
    """By the link in the mail; plays the turn and goes."""
    link = re.search(r"http\S+/t/\w+", mail.get_content())
    assert link is not None
    visitor.page.goto(link[0])
    version = ""
    while (
        visitor.page.wait_for_function(
            """(v) => { const dataset = document.getElementById("ui-root")?.dataset ?? {};
          return dataset.v && dataset.v !== v && !("sending" in dataset) && dataset.status; }""",
            arg=version,
        ).json_value()
        == "turn"
    ):
        version = visitor.decide()["v"]
    visitor.goto("/me")


def night(server: Server) -> None:
    """A day passes for people and tables."""
    for change in (
        "UPDATE people SET seen = seen - 86400, told = told - 86400",
        "UPDATE tables SET touched = touched - 86400",
    ):
        if os.environ[DATABASE] == "postgres":
            shared().execute(change, database_of(server.data))
            continue
        connection = sqlite3.connect(server.data / "tables.sqlite", isolation_level=None, timeout=30)
        connection.execute(change)
        connection.close()


def test_three_people_play_over_three_days(visit: Visit, server: Server, box: tuple[Mailbox, str]) -> None:
    sizes = ("desk", "phone", "desk")
    people = [visit(name, size, lang="de-DE") for name, size in zip(NAMES, sizes, strict=True)]
    ana, ben, cleo = people
    for person in people:
        be_told(person, box[0])
    made = ana.open_table("nomads", ["me", "open", "open"])
    for number, person in ((1, ben), (2, cleo)):
        token = next(seat["token"] for seat in made["tokens"]["seats"] if seat["seat"] == number)
        person.sit(f"{person.address}/t/{made['table']}#{token}")
    for person in people:
        person.page.wait_for_selector("#ui-root[data-phase='playing']")
        person.goto("/me")
    came = dict.fromkeys(people, 0)

    def awaited() -> Visitor | None:
        """Whoever was called, and has not come yet."""
        return next((person for person in people if len(calls(person, box[0])) > came[person]), None)

    for turn in range(DAYS * len(people)):
        person = until(awaited)
        come(person, calls(person, box[0])[-1])
        came[person] += 1
        if turn % len(people) == len(people) - 1:
            night(server)
    last = until(awaited)
    assert {person: len(calls(person, box[0])) - (person is last) for person in people} == came, "once a turn"
    assert min(came.values()) > 1
    last.goto("/me")
    expect(last.page.locator("#ui-me-turn .table-row")).to_have_attribute("href", f"/t/{made['table']}")
    for person in people:
        person.goto("/me")
        person.page.wait_for_selector(".table-row")
        shot(person, f"days-{person.name}")
    letters = [f"{mail['To']}\n{mail['Subject']}\n\n{mail.get_content()}" for mail in box[0].mails]
    if "LUMARIUM_SHOTS" in os.environ:
        (Path(os.environ["LUMARIUM_SHOTS"]) / "letters.txt").write_text("\n----\n".join(letters))
    assert not [token for token in server.tokens for letter in letters if token in letter]
