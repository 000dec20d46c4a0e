"""Games by keys alone: Tab, arrows, Enter and Escape, from the home page to the record."""

from __future__ import annotations

from pathlib import Path

import pytest

from lumarium import Record
from tests.e2e.conftest import Visit
from tests.e2e.visitor import STEPPED, Visitor

ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
FOCUS = """() => { const at = document.activeElement;
  return at?.dataset.piece ?? (at?.id || at?.parentElement?.id) ?? ''; }"""


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
    _tab_to(visitor, "ui-more")
    keys.press("Enter")
    _tab_to(visitor, "ui-set-pace-quick")
    keys.press("ArrowLeft")
    assert visitor.page.is_checked("#ui-set-pace-instant")
    _tab_to(visitor, "ui-create")
    keys.press("Enter")
    visitor.page.wait_for_url("**/t/*")


def decide(visitor: Visitor) -> str:
    """Walks over what is offered and takes one, until the move is made. Whatever has the focus can be touched."""
    before = visitor.see()
    keys = visitor.page.keyboard
    now = before
    while now["v"] == before["v"] and now["touch"]:
        if now["chosen"] and visitor.page.is_visible("#ui-confirm") and visitor.rng.random() < 0.5:
            keys.press("Control+Enter")
            break
        for _ in range(visitor.rng.randrange(1, 4)):
            keys.press(visitor.rng.choice(ARROWS))
        focused = visitor.page.evaluate(FOCUS)
        assert focused in now["touch"], f"the focus is on {focused!r}"
        assert visitor.page.get_attribute(f"[data-piece='{focused}']", "aria-label") == _label(visitor, focused)
        keys.press("Enter")
        visitor.page.wait_for_function(STEPPED, arg=[before["v"], len(now["chosen"])])
        now = visitor.see()
    visitor.wait_changed(before["v"])
    return str(before["v"])


def _label(visitor: Visitor, piece: str) -> str:
    """What the scene calls it."""
    named = next(each for each in visitor.scene["pieces"] if each["id"] == piece)
    return str(named.get("label") or named["text"])


FEW = 12
"""After so many decisions a bot plays on, except in the long run."""


def test_a_whole_game_by_keys(visit: Visit, tmp_path: Path, long: bool) -> None:
    ana = visit("Ana")
    _open(ana)
    status = ana.wait_turn()
    _look_around(ana)
    decisions = 0
    while status == "turn" and (long or decisions < FEW):
        status = ana.wait_turn(decide(ana))
        decisions += 1
    if status == "turn":
        _hand_over(ana)
    ana.page.wait_for_selector("#ui-ending:not([hidden])")
    _save(ana, tmp_path / "record")


def _hand_over(visitor: Visitor) -> None:
    for control in ("ui-more-seat0", "ui-hand-over-random"):
        _tab_to(visitor, control)
        visitor.page.keyboard.press("Enter")
        visitor.page.wait_for_selector("#ui-hand-over-random", state="attached" if control[3] == "m" else "detached")


def _save(visitor: Visitor, path: Path) -> None:
    _tab_to(visitor, "ui-record")
    with visitor.page.expect_download() as download:
        visitor.page.keyboard.press("Enter")
    download.value.save_as(path)
    assert Record.load(path).end.over


def _look_around(visitor: Visitor) -> None:
    """Points, an opponent's sky and the menu open by Enter and close by Escape."""
    keys = visitor.page.keyboard
    for control, opened in (
        ("ui-score-seat0", "#ui-score-card:not([hidden])"),
        ("ui-enlarge-seat1", "#ui-board[data-spot='1']"),
        ("ui-menu-open", "#ui-menu"),
    ):
        _tab_to(visitor, control)
        keys.press("Enter")
        visitor.page.wait_for_selector(opened)
        keys.press("Escape")
        visitor.page.wait_for_selector(opened, state="detached")
    _tab_to(visitor, *visitor.see()["touch"])


@pytest.mark.parametrize("game", ["nomads", "lumicora"])
def test_a_game_of_long_moves_by_keys(visit: Visit, game: str, tmp_path: Path, long: bool) -> None:
    """Several touches to a move, and moves that may end at more than one of them; in the long run to the ranking."""
    ana = visit("Ana")
    ana.open_table(game, ("me", "random"))
    status = ana.wait_turn()
    decisions = 0
    while status == "turn" and (long or decisions < FEW):
        status = ana.wait_turn(decide(ana))
        decisions += 1
    if not long:
        return
    ana.page.wait_for_selector("#ui-ending:not([hidden])")
    assert ana.page.evaluate("document.activeElement.closest('#ui-ending') !== null"), "the focus is where it goes on"
    assert ana.page.locator("#ui-ranking li").count() == 2
    _save(ana, tmp_path / "record")


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
