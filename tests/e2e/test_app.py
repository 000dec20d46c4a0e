"""Lumarium as an app: it can be installed, has a page for when there is no connection, and tells whose turn it is."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright

from bench.icons import icons
from lumarium.server import install
from lumarium.server.shell import WEB
from tests.e2e.conftest import Visit, launch
from tests.e2e.visitor import Visitor
from tests.server.harness import Server

READY = "async () => { await navigator.serviceWorker.ready; }"
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys())
    found[name] = (await (await caches.open(name)).keys()).map(({ url }) => url.slice(location.origin.length));
  return found;
}"""
NOTICES = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(({ title, body, data }) => ({ title, body, data }));
}"""


@pytest.fixture(scope="module")
def browser(tool: Playwright) -> Iterator[Browser]:
    """The whole Chromium: apps and notices are its own."""
    with launch(tool) as chromium:
        yield chromium


def _kept(visitor: Visitor) -> dict[str, list[str]]:
    visitor.page.evaluate(READY)
    kept: dict[str, list[str]] = visitor.page.evaluate(KEPT)
    return kept


def _manifest(server: Server, lang: str) -> Any:
    status, headers, body = server.request("GET", "/manifest.webmanifest", Accept_Language=lang)
    assert (status, headers["content-type"]) == (200, "application/manifest+json")
    return json.loads(body)


def test_it_can_be_installed(visit: Visit, server: Server) -> None:
    """Chromium itself finds nothing missing, and all pictures have the size that the manifest says."""
    ana = visit("Ana")
    ana.goto("/")
    ana.page.evaluate(READY)
    browser = ana.context.new_cdp_session(ana.page)
    found = browser.send("Page.getAppManifest")
    assert (found["url"], found["errors"]) == (f"{ana.address}/manifest.webmanifest", [])
    missing = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The tests' browser has no profile, and nothing can be installed without one.
    assert [error["errorId"] for error in missing if error["errorId"] != "in-incognito"] == []
    purposes = set()
    for icon in _manifest(server, "en")["icons"]:
        status, headers, body = server.request("GET", icon["src"])
        assert (status, headers["content-type"]) == (200, icon["type"])
        width, height = struct.unpack(">II", body[16:24])
        assert icon["sizes"] == f"{width}x{height}"
        purposes.add((icon["purpose"], width))
    assert purposes == {("any", 192), ("any", 512), ("maskable", 192), ("maskable", 512)}


def test_the_manifest_speaks_the_browsers_language(server: Server) -> None:
    english, german = (_manifest(server, lang) for lang in ("en-GB", "de-DE"))
    assert (english["lang"], german["lang"]) == ("en", "de")
    assert english["description"] != german["description"]
    assert (english["id"], english["icons"]) == (german["id"], german["icons"])


def test_the_icons_are_drawn_from_their_picture() -> None:
    drawn = icons()
    assert {name: (WEB / "icons" / name).read_bytes() == data for name, data in drawn.items()} == dict.fromkeys(
        drawn, True
    )


def test_only_the_page_for_no_connection_is_kept(visit: Visit) -> None:
    """After pages and a game: no table, no token, no answer of the API; and nothing of an earlier version."""
    ana = visit("Ana")
    ana.goto("/pieces")
    ana.page.evaluate("async () => { await caches.open('lumarium-0.0.1-old'); await caches.open('another'); }")
    ana.open_table("luminos", ("me", "random"))
    ana.wait_turn()
    ana.wait_turn(ana.decide()["v"])
    ana.page.reload()
    ana.wait_turn()
    kept = _kept(ana)
    assert kept.pop("another") == []
    ((name, addresses),) = kept.items()
    assert name.startswith("lumarium-")
    assert "VERSION" not in name
    assert len(addresses) == 8
    assert all(address.startswith("/web/") and "offline" in address for address in addresses)


def test_without_a_connection(visit: Visit, own_server: Server) -> None:
    """Whatever page was wanted, one that explains itself comes, and gives way to it when the server is back."""
    ana, ben = visit("Ana", "phone", at=own_server, lang="de-DE"), visit("Ben", at=own_server)
    made = ana.open_table("luminos", ("me", "random"))
    ana.wait_turn()
    ben.goto("/")
    for visitor in (ana, ben):
        visitor.page.evaluate(READY)
        visitor.page.wait_for_load_state("networkidle")  # no picture is on its way
    own_server.kill()
    for visitor, path, title in (
        (ben, "/rules/lumen", "No connection"),
        (ana, "/", "Keine Verbindung"),
        (ana, f"/t/{made['table']}", "Keine Verbindung"),
    ):
        visitor.goto(path)
        visitor.page.wait_for_selector("#ui-offline-again:not([hidden])")
        assert visitor.page.inner_text("#ui-offline-title") == title
        assert visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        ground = visitor.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert ground == "rgb(244, 236, 218)", "the style is kept with the page"
        assert visitor.page.evaluate("document.querySelector('img').naturalWidth") > 0
    ana.press("#ui-offline-again")
    assert ana.page.is_visible("#ui-offline-again")
    own_server.start()
    ben.page.wait_for_selector(".rules h1")
    ana.page.wait_for_selector("#ui-root")
    assert ana.wait_turn() == "turn"
    assert ana.page.url == f"{ana.address}/t/{made['table']}"
    for visitor in (ana, ben):
        visitor.forgive_absence()


def test_a_notice_when_it_is_ones_turn_and_one_looks_elsewhere(visit: Visit) -> None:
    """Leave is asked for by the switch alone; the notice goes when the table is looked at again."""
    ana = visit("Ana", notify=True)
    ana.context.grant_permissions(["notifications"], origin=ana.address)
    ana.context.add_init_script(
        "Object.defineProperty(Document.prototype, 'hidden', { get: () => sessionStorage.away === 'yes' });"
    )
    ana.open_table("luminos", ("me", "random"))
    table = ana.page.url.removeprefix(ana.address)
    ana.wait_turn()
    ana.page.evaluate(READY)
    assert ana.page.evaluate(NOTICES) == []
    assert ana.page.title() == "● Your turn · Luminos · Lumarium"
    ana.page.evaluate("sessionStorage.away = 'yes'")
    status = "turn"
    while status == "turn" and not ana.page.evaluate(NOTICES):
        status = ana.wait_turn(ana.decide()["v"])
    assert ana.page.evaluate(NOTICES) == [{"title": "Your turn", "body": "Luminos · Lumarium", "data": table}]
    ana.page.evaluate("sessionStorage.away = ''; document.dispatchEvent(new Event('visibilitychange'))")
    ana.page.wait_for_function(f"async () => !(await ({NOTICES})()).length")


def test_what_the_house_pushes_is_shown_and_leads_to_its_table(visit: Visit) -> None:
    """The browser's own push event, as if its push service had brought it."""
    ana = visit("Ana")
    ana.context.grant_permissions(["notifications"], origin=ana.address)
    ana.goto("/me")
    ana.page.evaluate(READY)
    tools = ana.context.new_cdp_session(ana.page)
    found: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    while not found:
        ana.page.wait_for_timeout(20)
    shown = {"title": "Nomaden: Du bist am Zug, Ana", "body": "Tisch k3v9x2mq7a", "path": "/t/k3v9x2mq7a"}
    order = {"origin": ana.address, "registrationId": found[0], "data": json.dumps(shown)}
    tools.send("ServiceWorker.deliverPushMessage", order)
    while not ana.page.evaluate(NOTICES):
        ana.page.wait_for_timeout(20)
    assert ana.page.evaluate(NOTICES) == [{"title": shown["title"], "body": shown["body"], "data": shown["path"]}]


def test_leave_to_notify_is_asked_for_by_the_switch_alone(visit: Visit) -> None:
    ana = visit("Ana")
    asked = "Notification.requestPermission = async () => { sessionStorage.asked = 'yes'; return 'denied'; }"
    ana.context.add_init_script(asked)
    ana.open_table("luminos", ("me", "random"))
    ana.wait_turn()
    ana.wait_turn(ana.decide()["v"])
    assert ana.page.evaluate("sessionStorage.asked") is None
    ana.press("#ui-menu-open")
    ana.press("#ui-menu-settings")
    ana.press("label:has(#ui-pref-notify)")
    ana.page.wait_for_function("() => sessionStorage.asked === 'yes'")
    assert not ana.page.is_checked("#ui-pref-notify")
    assert "does not allow" in ana.page.inner_text("label:has(#ui-pref-notify)")


def test_another_client_is_another_worker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Browsers compare the worker byte by byte: it must change with any file of the client."""
    monkeypatch.setattr(install, "files", lambda: {"table.js": tmp_path / "table.js"})
    (tmp_path / "table.js").write_text("1")
    before = install.version.__wrapped__()
    (tmp_path / "table.js").write_text("2")
    assert install.version.__wrapped__() != before
