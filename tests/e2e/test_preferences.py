"""What somebody likes is kept, and holds."""

from __future__ import annotations

from pathlib import Path

from lumarium import Record
from tests.e2e.conftest import Visit
from tests.e2e.library import Library
from tests.e2e.visitor import Visitor
from tests.server.harness import paths

STATE = """() => ({ ...document.documentElement.dataset, lang: document.documentElement.lang,
  on: [...document.querySelectorAll("#ui-settings input:checked")].map((input) => input.id) })"""


def _settings(visitor: Visitor) -> dict[str, object]:
    visitor.press("#ui-settings-open")
    visitor.page.wait_for_selector("#ui-settings")
    state: dict[str, object] = visitor.page.evaluate(STATE)
    return state


def test_preferences_last(visit: Visit) -> None:
    ana = visit("Ana")
    ana.goto("/")
    before = _settings(ana)
    assert before["theme"] == "light"
    assert "ui-pref-confirm" not in str(before["on"])
    for name in ("theme-dark", "motion-on", "confirm", "auto"):
        ana.press(f"label:has(#ui-pref-{name})")
    chosen = ana.page.evaluate(STATE)
    assert (chosen["theme"], chosen["motion"]) == ("dark", "on")
    ana.page.reload()
    assert _settings(ana) == chosen
    ana.goto("/rules/luminos")
    assert _settings(ana) == chosen
    tab = ana.context.new_page()
    tab.goto(ana.address)
    tab.wait_for_selector("html[data-theme='dark']")
    ana.press("label:has(#ui-pref-theme-light)")
    tab.wait_for_selector("html[data-theme='light']")


def test_the_language_can_be_changed_at_the_table(visit: Visit) -> None:
    ana = visit("Ana")
    ana.open_table("luminos", ("me", "random"))
    ana.wait_turn()
    english = ana.see()
    ana.press("#ui-menu-open")
    ana.press("#ui-menu-settings")
    ana.press("label:has(#ui-pref-lang-de)")
    ana.page.wait_for_selector("html[lang='de']")
    ana.wait_turn()
    german = ana.see()
    assert german["prompt"] != english["prompt"]
    assert german["v"] == english["v"]
    ana.page.reload()
    ana.wait_turn()
    assert ana.see()["prompt"] == german["prompt"]


def test_confirming_moves(visit: Visit) -> None:
    ana = visit("Ana", "phone", confirm=True)
    ana.open_table("luminos", ("me", "random"))
    ana.wait_turn()
    seen = ana.see()
    first, second = seen["touch"][:2]
    ana.touch(first)
    ana.page.wait_for_selector("#ui-confirm")
    asked = ana.see()
    assert (asked["v"], asked["chosen"], asked["touch"]) == (seen["v"], [first], [first])
    ana.press("#ui-back")
    assert ana.see() == seen
    ana.touch(second)
    ana.press("#ui-confirm")
    ana.wait_changed(seen["v"])


def test_forced_moves_play_themselves(visit: Visit, tmp_path: Path) -> None:
    """In Lumen the last card of a colour is often the only one left to play: nobody has to touch it."""
    ana = visit("Ana", auto=True)
    ana.open_table("lumen", ("me", "random", "random"))
    decided = 0
    while ana.wait_turn() == "turn":
        seen = ana.see()
        if seen["status"] != "turn":
            continue  # the forced move was played between the two looks, and perhaps the game with it
        version = seen["v"]
        shown = next(frame["scene"] for frame in ana.frames if frame.get("scene", {}).get("v") == int(version))
        if len(list(paths(shown["actions"]))) > 1:
            ana.decide()
            decided += 1
        ana.wait_changed(version)
    ana.page.wait_for_selector("#ui-ending:not([hidden])")
    ana.download_record(tmp_path / "record")
    record = Record.load(tmp_path / "record")
    mine = sum(entry.seat == 0 for entry in record.entries)
    scenes = Library(record, seat=0).scenes
    forced = sum(scene["status"] == "turn" and len(list(paths(scene["actions"]))) == 1 for scene in scenes)
    assert forced > 0
    assert decided == mine - forced
