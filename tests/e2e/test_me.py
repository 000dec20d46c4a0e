"""My games in a real browser: whose turn it is, one more device by a link, notices, and the way to be forgotten."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import UNHURRIED, Visit
from tests.e2e.visitor import Visitor
from tests.server.harness import Server
from tests.server.receivers import Receiver

SHOTS = os.environ.get("LUMARIUM_SHOTS", "")
INSIDE = (
    "--inside",
    "127.0.0.0/8",
    "--notice-seconds",
    "0.5",
    "--mail",
    "smtp://127.0.0.1:9",
    "--mail-from",
    "a@b.org",
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server") / "data", *UNHURRIED, *INSIDE) as running:
        yield running


def shot(visitor: Visitor, name: str) -> None:
    """A picture for whoever wants to look (LUMARIUM_SHOTS names a folder)."""
    if SHOTS:
        visitor.page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)


def test_tables_devices_and_notices_of_a_person(visit: Visit) -> None:
    desk = visit("Ana", lang="de-DE")
    first = desk.open_table("luminos", ["me", "random"])["table"]
    desk.page.wait_for_selector("#ui-root[data-status='turn']")
    second = desk.open_table("nomads", ["me", "open"])["table"]
    desk.page.wait_for_selector("#ui-lobby:not([hidden])")
    desk.page.goto(f"{desk.address}/me")
    expect(desk.page.locator("#ui-me-turn .table-row")).to_have_attribute("href", f"/t/{first}")
    expect(desk.page.locator("#ui-me-waiting .table-row")).to_have_attribute("href", f"/t/{second}")
    expect(desk.page.locator("#ui-me-next")).to_have_attribute("href", f"/t/{first}")

    desk.page.click("#ui-me-other")
    link = desk.page.locator("#ui-me-link-link").input_value()
    desk.page.wait_for_selector("#ui-me-link-qr[src^=blob]")
    shot(desk, "offer")
    phone = visit("Ana", "phone", lang="de-DE")
    phone.page.goto(link)
    shot(phone, "join")
    phone.page.click("#ui-me-join-yes")
    expect(phone.page.locator("#ui-me-turn .table-row")).to_have_attribute("href", f"/t/{first}")
    phone.page.click("#ui-me-next")
    phone.page.wait_for_selector("#ui-root[data-status='turn']")

    phone.page.goto(f"{phone.address}/t/{second}")
    expect(phone.page.locator("#ui-next")).to_have_attribute("href", f"/t/{first}")
    phone.page.wait_for_selector("#ui-lobby:not([hidden])")
    shot(phone, "next")

    desk.page.goto(f"{desk.address}/me")
    with Receiver() as receiver:
        desk.page.click("#ui-me-notices summary")
        desk.page.fill("#ui-me-hook", f"{receiver.url}/ana")
        desk.page.click("#ui-me-hook-form-yes")
        code = receiver.wait(lambda: receiver.at("/ana"))[0].json["code"]
        desk.page.fill("#ui-me-code", code)
        desk.page.click("#ui-me-confirm-yes")
        expect(desk.page.locator("#ui-me-notices .me-list")).to_contain_text("bestätigt")
        desk.page.click("#ui-me-quiet")
        expect(desk.page.locator("#ui-me-from")).to_have_value("22:00")
        desk.page.click("#ui-me-kind-joined")
        desk.page.wait_for_selector("#ui-me-kind-joined:not(:checked)")
        shot(desk, "me-desk-de")
        phone.page.goto(f"{phone.address}/me")
        phone.page.wait_for_selector("#ui-me-from")
        shot(phone, "me-phone-de")

    others = desk.page.locator("[id^='ui-lost-']")
    expect(others).to_have_count(1)
    others.click()
    desk.page.click("#ui-me-lost-yes")
    expect(others).to_have_count(0)
    phone.page.goto(f"{phone.address}/me")
    phone.page.wait_for_selector("#ui-me-none:not([hidden])")
    phone.page.goto(f"{phone.address}/t/{first}")
    phone.page.wait_for_selector("#ui-refused")

    with desk.page.expect_download() as saved:
        desk.page.click("#ui-me-records")
    assert saved.value.suggested_filename == "lumarium.zip"
    desk.page.click("#ui-me-delete")
    desk.page.click("#ui-me-sure-yes")
    desk.page.wait_for_url("**/")
    desk.page.goto(f"{desk.address}/me")
    desk.page.wait_for_selector("#ui-me-none:not([hidden])")
    phone.forgiven = ("403",)


def test_an_address_that_is_refused_can_be_mended(visit: Visit) -> None:
    """Nobody types it again, whether they are known already or not."""
    ana = visit("Ana", lang="de-DE")
    ana.goto("/me")
    ana.press("#ui-me-notices summary")
    for url in ("http://10.0.0.1/ana", "http://10.0.0.2/ana"):
        ana.page.fill("#ui-me-hook", url)
        ana.press("#ui-me-hook-form-yes")
        expect(ana.page.locator("#ui-me-said")).to_contain_text("liegt im Netz dieses Servers")
        expect(ana.page.locator("#ui-me-hook")).to_be_visible()
        expect(ana.page.locator("#ui-me-hook")).to_have_value(url)
    ana.forgiven = ("400",)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_looks_the_same_in_english_and_in_both_themes(visit: Visit, theme: str) -> None:
    for size in ("desk", "phone"):
        visitor = visit("Ben", size, theme=theme)
        visitor.open_table("lumicora", ["me", "random"])
        visitor.page.wait_for_selector("#ui-root[data-status='turn']")
        visitor.page.goto(f"{visitor.address}/me")
        visitor.page.wait_for_selector("#ui-me-devices")
        visitor.page.wait_for_selector(".table-row")
        shot(visitor, f"me-{size}-en-{theme}")
        wide = visitor.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not wide
