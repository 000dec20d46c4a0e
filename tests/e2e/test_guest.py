"""A game from a folder of its own in the browser: its words, its colours, a whole game and the way back through it."""

from __future__ import annotations

import lumarium
from lumarium.kernel.form import form
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor
from tests.house import HOUSE

COLOUR = "(element, name) => getComputedStyle(element).getPropertyValue(name).trim()"
GROUND = "() => getComputedStyle(document.querySelector('#ui-board .table')).fill"


def _asked(visitor: Visitor) -> list[str]:
    """Every word of the form for what a table may agree on."""
    visitor.page.evaluate("document.getElementById('ui-options').open = true")
    shown: list[str] = visitor.page.eval_on_selector_all(
        ".options :is(legend, .help, .segment span, .toggle-text > *, .field > span, option)",
        "(found) => found.map((element) => element.textContent)",
    )
    return shown


def test_what_a_table_is_asked_is_said_by_the_game(visit: Visit) -> None:
    ana = visit("Ana", lang="de-DE")
    ana.goto("/new")
    for name in lumarium.games():
        ana.page.locator(f"#ui-game-{name}").dispatch_event("click")
        asked = form(lumarium.game(name), "de")
        words = {word for field in asked.options for word in (field.title, field.help) if word}
        words |= {choice.text for field in asked.options for choice in field.values}
        words |= {word for word in (asked.help, *(choice.text for choice in asked.presets)) if word}
        assert words <= set(_asked(ana)), name


def test_every_game_has_its_own_colours(visit: Visit) -> None:
    ana = visit("Ana")
    ana.goto("/")
    ana.page.wait_for_selector("#ui-game-moths")
    usual = ana.page.eval_on_selector("html", COLOUR, "--world")
    cards = {name: ana.page.eval_on_selector(f"#ui-game-{name}", COLOUR, "--world") for name in lumarium.games()}
    assert cards["moths"] == "#ffd08a"
    assert len({usual, *cards.values()}) == len(cards) + 1
    assert set(HOUSE) < set(cards)


def test_a_night_from_its_opening_to_looking_back(visit: Visit) -> None:
    """By finger on a phone: agreed on, played to the end, looked back at."""
    ana = visit("Ana", "phone", lang="de-DE")
    ana.goto("/new?game=moths")
    ana.page.wait_for_selector("#ui-options")
    assert not _here(ana)
    ana.press("#ui-options summary")
    ana.press(".segment:has(#ui-option-turns-5)")
    ana.press(".toggle:has(#ui-option-gentle)")
    ana.page.select_option("#ui-level-1", "easy")
    ana.press("#ui-create")
    ana.wait_turn()
    assert ana.page.evaluate(GROUND) in ("rgb(23, 16, 38)", "rgb(243, 234, 216)")
    seen = ana.play_on()
    assert len(seen) == 11, "ten decisions of one's own, and the end"
    ana.page.wait_for_selector("#ui-ending:not([hidden]) #ui-replay")
    ana.press("#ui-replay")
    ana.page.wait_for_url("**/replay/*")
    ana.page.wait_for_selector("#p-h1-0 use[href='#moths-back']")
    ana.page.select_option("#ui-view", "all")
    ana.page.wait_for_selector("#p-h1-0 use[href='#moths-moth']")


def _here(visitor: Visitor) -> bool:
    """Is a second person offered a seat at this device, with a hand that only they may see?"""
    return visitor.page.locator("#ui-kind-1 option[value='me']").count() > 0
