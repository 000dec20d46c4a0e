"""A game by keys alone: Tab, arrows, Enter and Escape, from the home page to the record."""

from __future__ import annotations

from pathlib import Path

from lumarium import Record
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor

ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
FOCUS = "() => document.activeElement?.dataset.piece ?? document.activeElement?.id ?? ''"


def _tab_to(visitor: Visitor, *wanted: str) -> None:
    """To the first of these."""
    for _ in range(80):
        if visitor.page.evaluate(FOCUS) in wanted:
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {wanted}")


def _open(visitor: Visitor) -> None:
    keys = visitor.page.keyboard
    visitor.goto("/")
    visitor.page.wait_for_selector("#ui-play-luminos")
    _tab_to(visitor, "ui-play-luminos")
    keys.press("Enter")
    visitor.page.wait_for_selector("#ui-create")
    _tab_to(visitor, "ui-level-1")
    keys.press("ArrowUp")
    keys.press("ArrowUp")
    assert visitor.page.input_value("#ui-level-1") == "random"
    _tab_to(visitor, "ui-create")
    keys.press("Enter")
    visitor.page.wait_for_url("**/t/*")


def _decide(visitor: Visitor) -> str:
    """Walks over what is offered and takes one. Whatever has the focus can be touched."""
    seen = visitor.see()
    keys = visitor.page.keyboard
    keys.press(visitor.rng.choice(ARROWS))
    for _ in range(visitor.rng.randrange(4)):
        keys.press(visitor.rng.choice(ARROWS))
    focused = visitor.page.evaluate(FOCUS)
    assert focused in seen["touch"], f"the focus is on {focused!r}"
    keys.press("Enter")
    visitor.wait_changed(seen["v"])
    return str(seen["v"])


def test_a_whole_game_by_keys(visit: Visit, tmp_path: Path) -> None:
    ana = visit("Ana")
    _open(ana)
    status = ana.wait_turn()
    _look_around(ana)
    while status == "turn":
        status = ana.wait_turn(_decide(ana))
    ana.page.wait_for_selector("#ui-ending:not([hidden])")
    _tab_to(ana, "ui-record")
    with ana.page.expect_download() as download:
        ana.page.keyboard.press("Enter")
    download.value.save_as(tmp_path / "record")
    assert Record.load(tmp_path / "record").end.over


def _look_around(visitor: Visitor) -> None:
    """Points, an opponent's sky and the menu open by Enter and close by Escape."""
    keys = visitor.page.keyboard
    for control, opened in (
        ("ui-score-seat0", "#ui-score-card:not([hidden])"),
        ("ui-look-seat1", "#ui-board[data-spot='1']"),
        ("ui-menu-open", "#ui-menu"),
    ):
        _tab_to(visitor, control)
        keys.press("Enter")
        visitor.page.wait_for_selector(opened)
        keys.press("Escape")
        visitor.page.wait_for_selector(opened, state="detached")
    _tab_to(visitor, *visitor.see()["touch"])


def test_escape_takes_one_touch_back(visit: Visit) -> None:
    ana = visit("Ana")
    ana.open_table("lumicora", ("me", "random"))
    begun = ana.play_to_long_move()
    before = ana.see()
    assert before["chosen"] == [begun]
    assert before["prompt"] != ana.scene["prompt"]
    ana.page.keyboard.press("Escape")
    after = ana.see()
    assert (after["chosen"], after["v"], after["prompt"]) == ([], before["v"], ana.scene["prompt"])
    assert begun in after["touch"]
