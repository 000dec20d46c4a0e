"""Pictures of every page and of every game at several stages, in both sizes and themes, into a folder that git ignores.

    python -m bench.screenshots [--out screenshots] [--games luminos,lumen] [--sizes desk,phone] [--themes dark,light]
        [--vision deuteranopia,protanopia] [--players 5]

Needs Playwright for Python and a Chromium; starts a server of its own with an empty data folder. With --vision
every picture is taken once more as somebody with that colour vision sees it.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

SIZES = {"desk": (1280, 800), "phone": (390, 844)}
PLAYERS = {"luminos": 3, "lumen": 4, "nomads": 3, "lumicora": 3}
STAGES = {"luminos": (2, 30), "lumen": (1, 12), "nomads": (12, 24), "lumicora": (3, 30)}
"""Decisions of seat 0 after which a picture is taken; the last one is the end of the game."""
PAGES = {"home": "/", "new": "/new?game=luminos", "rules": "/rules/luminos", "pieces": "/pieces?game=luminos"}
TOUCH = "() => [...document.querySelectorAll('#ui-pieces [data-touch][tabindex]')].map((piece) => piece.dataset.piece)"
HINTED = TOUCH.replace("[data-touch]", "[data-touch][data-hint]")


@contextmanager
def server() -> Iterator[str]:
    """A server on a free port, stopped at the end."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    data = tempfile.mkdtemp(prefix="lumarium-")
    command = [sys.executable, "-m", "lumarium", "serve", "--no-open", "--port", str(port), "--data", data]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(150):
            try:
                urllib.request.urlopen(f"{address}/healthz", timeout=1).close()
                break
            except OSError:
                time.sleep(0.2)  # the server is still starting; nothing tells when it listens
        yield address
    finally:
        process.terminate()
        process.wait(20)
        shutil.rmtree(data, ignore_errors=True)


def new_page(browser: Browser, size: str, theme: str, problems: list[str], lang: str = "de-DE") -> Page:
    """A browser of its own with the theme set and motion off; what its console complains about is kept."""
    width, height = SIZES[size]
    phone = size == "phone"
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale=lang, has_touch=phone, is_mobile=phone
    )
    prefs = json.dumps({"theme": theme, "motion": "off", "name": "Ana"})
    context.add_init_script(f"localStorage.setItem('lumarium.prefs', {prefs!r})")
    page = context.new_page()
    page.on("console", lambda message: problems.extend([message.text] if message.type in ("error", "warning") else []))
    page.on("pageerror", lambda error: problems.append(str(error)))
    return page


def make_table(page: Page, address: str, game: str, seats: list[dict[str, str]]) -> str:
    """A table made through the browser itself, which so keeps the tokens."""
    page.goto(f"{address}/new?game={game}")
    page.wait_for_selector("#ui-create")
    body = {"game": game, "seats": seats, "settings": {"pace": "instant", "start": "full"}}
    script = """async (body) => {
      const { postJson } = await import("/web/shared/api.js");
      const { keepNewTable } = await import("/web/shared/tokens.js");
      const made = await postJson("/api/tables", body);
      keepNewTable(made);
      return made.table;
    }"""
    return str(page.evaluate(script, body))


def wait_turn(page: Page, version: str) -> str:
    """Waits until it is our turn in a newer version, or the game is over."""
    page.wait_for_function(
        """(v) => { const root = document.getElementById("ui-root")?.dataset ?? {};
        return (root.v ?? v) !== v && (root.status === "over" || root.status === "turn"); }""",
        arg=version,
        timeout=60000,
    )
    return str(page.get_attribute("#ui-root", "data-status"))


def touch_something(page: Page, number: int, hints: bool = False) -> None:
    """Plays one decision through the board: a piece that is offered (with `hints`: and hinted at), until the path is
    spelled."""
    version = page.get_attribute("#ui-root", "data-v") or ""
    if hints:
        page.click("#ui-hint")
        page.wait_for_selector("#ui-pieces [data-hint]", timeout=20000)
    for step in range(20):
        offered = (hints and page.evaluate(HINTED)) or page.evaluate(TOUCH)
        if not offered:
            break
        page.evaluate("(id) => document.getElementById('p-' + id).focus()", offered[(number * 7 + step) % len(offered)])
        page.keyboard.press("Enter")
        stop = page.locator("#ui-confirm")
        if stop.is_visible():
            stop.click()
        if page.get_attribute("#ui-root", "data-v") != version:
            break
        page.wait_for_timeout(20)


def stages(page: Page, game: str, shoot: Callable[[str], None]) -> None:
    """Plays a whole game and takes its pictures on the way."""
    status = wait_turn(page, "")
    for number in range(600):
        if status == "over":
            break
        if number in STAGES[game]:
            page.wait_for_timeout(150)
            shoot(f"{game}-{STAGES[game].index(number) + 1}")
            if number == STAGES[game][-1]:
                look_around(page, game, shoot)
        version = page.get_attribute("#ui-root", "data-v") or ""
        touch_something(page, number)
        status = wait_turn(page, version)
    page.wait_for_selector("#ui-ending:not([hidden])")
    page.click("#ui-sheets summary")
    shoot(f"{game}-3-end")


def look_around(page: Page, game: str, shoot: Callable[[str], None]) -> None:
    """The drawer, an opponent's board, and where points come from."""
    phone = page.locator("#ui-chips").is_visible()
    if phone:
        page.click(".chip >> nth=0")
        page.wait_for_timeout(350)
        shoot(f"{game}-2-drawer")
    page.click("#ui-players .score >> nth=0")
    shoot(f"{game}-2-score")
    page.keyboard.press("Escape")
    page.click("#ui-players .player:has(.avatar[data-colour='1']) button[id^='ui-enlarge']")
    page.wait_for_timeout(150)
    shoot(f"{game}-2-spotlight")
    page.click("#ui-unspot")
    page.wait_for_timeout(100)


def main() -> None:
    """Takes all pictures; complains at the end about what the consoles said."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("screenshots"))
    parser.add_argument("--games", default=",".join(PLAYERS))
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--themes", default="dark,light")
    parser.add_argument("--vision", default="", help="deficiencies that Chromium can simulate, with commas")
    parser.add_argument("--players", type=int, help="how many play, instead of a usual number for each game")
    parser.add_argument("--address", help="a server that runs already")
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    parser.add_argument("--no-pages", action="store_true")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / ".gitignore").write_text("*\n")
    problems: list[str] = []
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=given.chromium, args=["--no-sandbox"])
        with server() if given.address is None else _given(given.address) as address:
            for size in given.sizes.split(","):
                for theme in given.themes.split(","):
                    _all(browser, address, given, size, theme, problems)
        browser.close()
    for problem in sorted(set(problems)):
        print("console:", problem)
    print(len(list(given.out.glob("*.png"))), "pictures in", given.out)
    sys.exit(1 if problems else 0)


@contextmanager
def _given(address: str) -> Iterator[str]:
    yield re.sub("/$", "", address)


def _all(browser: Browser, address: str, given: argparse.Namespace, size: str, theme: str, problems: list[str]) -> None:
    page = new_page(browser, size, theme, problems)

    eyes = page.context.new_cdp_session(page)

    def shoot(name: str, whole: bool = False) -> None:
        page.screenshot(path=given.out / f"{name}-{size}-{theme}.png", full_page=whole)
        for vision in filter(None, given.vision.split(",")):
            eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
            page.screenshot(path=given.out / f"{name}-{size}-{theme}-{vision}.png", full_page=whole)
            eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})

    if not given.no_pages:
        for name, path in PAGES.items():
            page.goto(address + path)
            page.wait_for_load_state("networkidle")
            shoot(name, whole=name != "pieces")
        page.goto(address)
        page.click("#ui-settings-open")
        shoot("settings")
        table = make_table(
            page, address, "luminos", [{"kind": "me", "name": "Ana"}, {"kind": "open"}, {"kind": "open"}]
        )
        page.goto(f"{address}/t/{table}")
        page.wait_for_selector("#ui-invite-qr")
        page.wait_for_load_state("networkidle")
        shoot("lobby")
    for game in given.games.split(","):
        others = [{"kind": "bot", "level": "easy"}] * ((given.players or PLAYERS[game]) - 1)
        table = make_table(page, address, game, [{"kind": "me", "name": "Ana"}, *others])
        page.goto(f"{address}/t/{table}")
        stages(page, game, shoot)
    page.context.close()


if __name__ == "__main__":
    main()
