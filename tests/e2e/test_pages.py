"""Every page in both languages and both themes, in the browser's language, and light on the wire."""

from __future__ import annotations

import gzip
import json
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Response

import lumarium
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor
from tests.house import HOUSE

PACKAGE = Path(lumarium.__file__).parent
PAGES = ("/", "/new", "/new?game=nomads", "/rules/lumen", "/learn/nomads", "/pieces?game=luminos", "/t/nosuchtable")
FIRST_LOAD = 60_000

# Every text that somebody sees or hears, with what is only announced.
TEXTS = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode())
    if (!walk.currentNode.parentElement.closest("script, noscript, style")) found.push(walk.currentNode.textContent);
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name));
  return [...new Set(found.map((text) => text.trim()))].filter(Boolean);
}"""


# What surrounds a board: by id, what an element is, where it stands, and how it is read aloud.
FRAME = """() => {
  const facts = ["role", "aria-live", "type"];
  return Object.fromEntries([...document.querySelectorAll("#ui-root, #ui-root [id]")].map((element) => [
    element.id,
    [element.localName, element.parentElement.id, ...facts.map((name) => element.getAttribute(name))],
  ]));
}"""


def _texts(found: Any) -> Iterable[str]:
    if isinstance(found, dict):
        for value in found.values():
            yield from _texts(value)
    elif isinstance(found, list):
        for value in found:
            yield from _texts(value)
    else:
        yield str(found)


def _catalogue(lang: str) -> set[str]:
    """Everything that is said in a language: by the client, the server and the games."""
    games = (lumarium.game(name).file("words", f"messages.{lang}.toml") for name in lumarium.games())
    files = [*games, PACKAGE / f"server/messages.{lang}.toml"]
    texts: set[str] = set()
    for file in (PACKAGE / "web").rglob(f"texts.{lang}.json"):
        texts |= set(_texts(json.loads(file.read_text())))
    for file in files:
        texts |= set(_texts(tomllib.loads(file.read_text())))
    return texts


def _pattern(text: str) -> str:
    return "".join(".+" if part.startswith("{") else re.escape(part) for part in re.split(r"(\{[^}]*\})", text))


def _english() -> re.Pattern[str]:
    """Sentences that are English only: with at least four letters that are not filled in."""
    only = _catalogue("en") - _catalogue("de")
    telling = [text for text in only if len(re.findall(r"[A-Za-z]", re.sub(r"\{[^}]*\}", "", text))) >= 4]
    assert len(telling) > 300
    return re.compile("|".join(f"(?:{_pattern(text)})" for text in telling))


ENGLISH = _english()


def _no_english(visitor: Visitor) -> None:
    leaked = [text for text in visitor.page.evaluate(TEXTS) if ENGLISH.fullmatch(text)]
    assert leaked == []


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_page(visit: Visit, lang: str, theme: str, long: bool) -> None:
    one = "desk" if (lang == "en") == (theme == "dark") else "phone"
    for size in ("desk", "phone") if long else (one,):
        ana = visit("Ana", size, lang=lang, theme=theme)
        for page in PAGES:
            ana.goto(page)
            ana.page.wait_for_load_state("networkidle")
            assert ana.page.get_attribute("html", "lang") == lang
            assert ana.page.get_attribute("html", "data-theme") == theme
            ids = ana.page.evaluate("[...document.querySelectorAll('[id]')].map((element) => element.id)")
            assert len(ids) == len(set(ids))
            wide = ana.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{page} is wider than the screen"
            if lang == "de":
                _no_english(ana)


def test_tables_replays_and_guides_have_the_same_frame(visit: Visit) -> None:
    ana = visit("Ana")
    frames = {}
    for page in ("/t/nosuchtable", "/replay", "/learn/nosuchgame"):
        ana.goto(page)
        ana.page.wait_for_selector("#ui-refused")
        assert ana.page.get_attribute("#ui-lobby", "aria-label") == ana.page.inner_text("#ui-refused h1")
        frames[page] = ana.page.evaluate(FRAME)
        loud = [name for name, facts in frames[page].items() if "assertive" in facts]
        assert loud == [], "nothing cuts in on what is being read"
    common = set.intersection(*map(set, frames.values()))
    parts = "root bar home prompt line menu-open stage step side chips drawer players log lobby live live-turn"
    assert {f"ui-{part}" for part in parts.split()} <= common
    for name in common:
        assert len({tuple(frame[name]) for frame in frames.values()}) == 1, name
    for live in ("ui-live", "ui-live-turn"):
        assert frames["/replay"][live][2:4] == ["status", "polite"]
    assert "404" in ana.problems.pop()  # the guide that there is not


@pytest.mark.parametrize("game", lumarium.games())
def test_a_german_table(visit: Visit, game: str) -> None:
    ana = visit("Änne", lang="de-DE")
    ana.open_table(game, ("me", *["random"] * (lumarium.game(game).players[0] - 1)))
    for number in range(14):
        if ana.wait_turn() != "turn":
            break
        if number % 7 == 3:
            ana.press("#ui-hint")
            ana.page.wait_for_selector("#ui-line[data-kind='hint']")
        _no_english(ana)
        ana.wait_turn(ana.decide()["v"])
    if ana.see()["status"] == "over":
        ana.page.wait_for_selector("#ui-ending:not([hidden])")
        _no_english(ana)
        ana.press("#ui-ending-close")
    ana.open("#ui-menu-open")
    _no_english(ana)
    ana.open("#ui-menu-settings", "#ui-settings")
    _no_english(ana)


def test_the_first_load_of_a_table_is_light(visit: Visit) -> None:
    ana = visit("Ana")
    made = ana.open_table("luminos", ("me", "random"))
    # Who waits for the start of a game is shown who else does, which is another part of the page.
    ana.wait_turn()
    link = f"/t/{made['table']}#{made['tokens']['host']}"
    ben = visit("Ben")
    came: list[Response] = []

    def keep(response: Response) -> None:
        came.append(response)

    ben.page.on("response", keep)
    ben.goto(link)
    ben.page.wait_for_selector("#ui-pieces [data-piece]")
    ben.page.wait_for_load_state("networkidle")
    weights = {each.url.removeprefix(ben.address): each.request.sizes()["responseBodySize"] for each in came}
    # The guest of the tests tells about itself too, which no family loads.
    (told,) = (each for each in came if "/api/server" in each.url)
    facts = told.json()
    facts["games"] = [game for game in facts["games"] if game["name"] in HOUSE]
    weights[told.url.removeprefix(ben.address)] = len(gzip.compress(msgspec.json.encode(facts), 6))
    sheet = sum(weight for path, weight in weights.items() if path.startswith("/sheet/"))
    assert sheet > 0
    assert sum(weights.values()) - sheet < FIRST_LOAD, weights
    for each in came:
        if each.request.sizes()["responseBodySize"] > 1000:
            assert each.header_value("content-encoding") == "gzip", each.url
        assert each.header_value("content-security-policy")
    came.clear()
    ben.page.reload()
    ben.page.wait_for_selector("#ui-pieces [data-piece]")
    ben.page.wait_for_load_state("networkidle")
    again = [each for each in came if "/web/" in each.url or "/sheet/" in each.url]
    assert again
    assert {each.request.sizes()["responseBodySize"] for each in again} == {0}, "what has not changed came again"
