"""Passkeys in a real browser: made on one device, used on another by the same key, removed; where they do not count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect

from tests.e2e.conftest import UNHURRIED, Visit
from tests.e2e.test_me import shot
from tests.e2e.visitor import Visitor
from tests.server.harness import Server

KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place = ("--passkeys", "http://localhost")
    with Server(tmp_path_factory.mktemp("server") / "data", *UNHURRIED, *place, host="localhost") as running:
        yield running


class Key:
    """What keeps a visitor's passkeys: Chromium's own virtual authenticator."""

    def __init__(self, visitor: Visitor) -> None:
        self.to: CDPSession = visitor.page.context.new_cdp_session(visitor.page)
        self.to.send("WebAuthn.enable")
        self.id: str = self.to.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})["authenticatorId"]

    def passkeys(self) -> list[dict[str, Any]]:
        return list(self.to.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"])

    def copy_to(self, other: Key) -> None:
        """As systems do that keep passkeys for all devices of their owner."""
        for credential in self.passkeys():
            other.to.send("WebAuthn.addCredential", {"authenticatorId": other.id, "credential": credential})

    def knows_owner(self, yes: bool) -> None:
        self.to.send("WebAuthn.setUserVerified", {"authenticatorId": self.id, "isUserVerified": yes})


def test_a_passkey_is_made_here_used_there_and_removed(visit: Visit) -> None:
    desk, phone = visit("Ana", lang="de-DE"), visit("Ana", "phone", lang="de-DE", theme="dark")
    table = desk.open_table("luminos", ["me", "random"])["table"]
    desk.page.wait_for_selector("#ui-root[data-status='turn']")
    desk.goto("/me")
    phone.goto("/me")
    hers, pocket = Key(desk), Key(phone)
    desk.page.click("#ui-passkey-add")
    expect(desk.page.locator("#ui-me-passkeys li")).to_have_count(1)
    expect(desk.page.locator("#ui-passkey-use")).to_have_count(0)
    assert [each["rpId"] for each in hers.passkeys()] == ["localhost"]
    shot(desk, "passkey-desk")
    desk.page.click("#ui-passkey-add")
    expect(desk.page.locator("#ui-me-said")).to_have_text("Auf diesem Gerät hast du schon einen Passkey.")

    shot(phone, "passkey-phone-none")
    hers.copy_to(pocket)
    phone.press("#ui-passkey-use")
    shot(phone, "passkey-phone-ask")
    phone.press("#ui-me-enter-yes")
    expect(phone.page.locator("#ui-me-turn .table-row")).to_have_attribute("href", f"/t/{table}")
    expect(phone.page.locator("#ui-me-passkeys li")).to_have_count(1)
    shot(phone, "passkey-phone")
    phone.press("#ui-me-next")
    phone.page.wait_for_selector("#ui-root[data-status='turn']")

    desk.page.reload()
    field = desk.page.locator("#ui-me-passkeys input")
    field.fill("Schlüsselbund")
    with desk.page.expect_response("**/api/me/passkeys/*"):
        field.press("Enter")
    desk.page.reload()
    expect(field).to_have_value("Schlüsselbund")
    desk.page.locator("[id^='ui-passkey-gone-']").click()
    expect(desk.page.locator("#ui-me-passkeys li")).to_have_count(0)
    late = visit("Ana")
    late.goto("/me")
    hers.copy_to(Key(late))
    late.press("#ui-passkey-use")
    late.press("#ui-me-enter-yes")
    expect(late.page.locator("#ui-me-said")).to_contain_text("passkey")
    late.page.wait_for_selector("#ui-me-none:not([hidden])")
    late.forgiven = ("404",)


def test_games_come_along_if_asked_and_whoever_changes_their_mind_is_told_so(visit: Visit) -> None:
    ana, other = visit("Ana"), visit("Ana", "phone")
    ana.goto("/me")
    hers = Key(ana)
    ana.page.click("#ui-passkey-add")
    expect(ana.page.locator("#ui-me-passkeys li")).to_have_count(1)
    table = other.open_table("nomads", ["me", "random"])["table"]
    other.page.wait_for_selector("#ui-root[data-v='0']")
    other.goto("/me")
    pocket = Key(other)
    hers.copy_to(pocket)
    pocket.knows_owner(False)
    other.press("#ui-passkey-use")
    other.press("#ui-me-enter-yes")
    expect(other.page.locator("#ui-me-said")).to_contain_text("No passkey was used")
    shot(other, "passkey-refused")
    pocket.knows_owner(True)
    other.press("#ui-passkey-use")
    other.press("#ui-me-enter-bring")
    other.press("#ui-me-enter-yes")
    expect(other.page.locator("#ui-me-passkeys li")).to_have_count(1)
    ana.page.reload()
    ana.page.wait_for_selector(f".table-row[href='/t/{table}']")


def test_elsewhere_the_page_says_where_they_count(visit: Visit, server: Server) -> None:
    ana = visit("Ana")
    ana.page.goto(f"http://127.0.0.1:{server.port}/me")
    link = ana.page.locator("#ui-me-passkeys a")
    expect(link).to_have_attribute("href", f"http://localhost:{server.port}/me")
    expect(ana.page.locator("#ui-passkey-add")).to_have_count(0)


def test_a_house_without_them_says_nothing(visit: Visit, own_server: Server) -> None:
    ana = visit("Ana", at=own_server)
    ana.goto("/me")
    ana.page.wait_for_selector("#ui-me-devices")
    assert ana.page.locator("#ui-me-passkeys").count() == 0
