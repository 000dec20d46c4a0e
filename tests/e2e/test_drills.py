"""Learning from games in a real browser: a game measured, its costly decisions practised, and the drill of the day."""

from __future__ import annotations

from datetime import date

import pytest

import lumarium
from lumarium import Chance, Match
from lumarium.review.drills import daily, drill, shipped
from tests.e2e.conftest import Visit
from tests.e2e.eyes import findings, spoiled
from tests.e2e.studies import TOUCHED
from tests.e2e.test_replay import DROP
from tests.e2e.visitor import Visitor
from tests.house import HOUSE

# Another touch was taken and a further one is offered, or the drill is answered.
ANSWERED = """(chosen) => document.getElementById("ui-drill-verdict")
  || document.querySelectorAll("#ui-pieces [data-chosen]").length > chosen
    && document.querySelector("#ui-pieces [data-touch][tabindex]")"""


def night() -> str:
    """A short game, played by somebody who takes what comes."""
    match, luck = Match("moths", 2, 6, names=("Ana", "Ben")), Chance(6)
    while match.state.turn is not None:
        match.play(match.state.legal()[luck.pick(len(match.state.legal()))])
    return match.record.dump().decode()


def decide(visitor: Visitor) -> None:
    """Answers a drill with whatever comes first."""
    for _ in range(8):
        if visitor.page.query_selector("#ui-drill-verdict"):
            break
        seen = visitor.see()
        visitor.page.focus(f"[data-piece='{seen['stops'][0]}']")
        visitor.page.keyboard.press("Enter")
        visitor.page.wait_for_function(ANSWERED, arg=len(seen["chosen"]))
    visitor.page.wait_for_selector("#ui-drill-verdict")


def table(visitor: Visitor) -> dict[str, str]:
    """What lies on the board: by piece its picture. The names of the seats are others."""
    return {name: piece["symbol"] for name, piece in visitor.see()["pieces"].items()}


def test_a_game_is_reviewed_and_its_costly_decisions_practised(visit: Visit) -> None:
    ana = visit("Ana", "phone", lang="de-DE")
    ana.goto("/replay")
    ana.page.wait_for_selector("#ui-record-drop")
    ana.page.evaluate(DROP, ["night.jsonl", night()])
    ana.page.wait_for_selector("#ui-root[data-v='0']")
    ana.press("#ui-measure-open")
    ana.page.wait_for_selector("#ui-measure-kinds tbody tr")
    assert "Glück: " in ana.page.inner_text("#ui-measure-luck")
    assert findings(ana.page) == []
    assert ana.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ana.press("#ui-costly-0")
    ana.page.wait_for_selector("#ui-thoughts li[data-played]")
    ana.goto("/drills?set=own")
    ana.page.wait_for_selector("#ui-root[data-phase='playing'][data-game='moths']")
    ana.press("#ui-drill-give-up")
    ana.page.wait_for_selector("#ui-thoughts li[data-best]")
    ana.press("#ui-drill-try")
    ana.page.wait_for_selector("#ui-root[data-node]")
    assert ana.see()["touch"] == [], "as the seat saw it, until it is opened"
    assert ana.page.locator("#ui-view option").count() == 1
    ana.page.go_back()
    ana.page.wait_for_selector("#ui-drill-set")


@pytest.mark.parametrize("game", HOUSE)
def test_a_phone_shows_a_drill_as_a_table(visit: Visit, game: str) -> None:
    """The board stands upright, and stays so under the answer, which can be folded away."""
    ana = visit("Ana", "phone", lang="de-DE")
    ana.goto(f"/drills?set={game}")
    ana.page.wait_for_selector(f"#ui-root[data-status='turn'][data-game='{game}']")
    assert ana.see()["layout"] == "tall"
    assert findings(ana.page) + spoiled(ana.page) == []
    ana.press("#ui-drill-give-up")
    ana.page.wait_for_selector("#ui-thoughts li[data-best]")
    assert ana.see()["layout"] == "tall"
    assert findings(ana.page) == []
    ana.press("#ui-drill-verdict")
    ana.page.wait_for_selector("#ui-thoughts", state="hidden")


def test_a_drill_is_answered_on_the_board_and_remembered(visit: Visit) -> None:
    found = shipped("nomads")[0]
    ana = visit("Ana")
    ana.goto("/drills?set=nomads")
    ana.page.wait_for_selector("#ui-root[data-status='turn'][data-game='nomads']")
    assert findings(ana.page) == []
    assert drill("nomads", found.id) is found
    decide(ana)
    assert ana.page.evaluate(f"JSON.parse(localStorage['lumarium.drills']).known['{found.id}'] !== undefined")
    ana.press("#ui-drill-next")
    ana.page.wait_for_selector("#ui-drill-give-up:not([hidden])")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_an_answered_drill_is_tried_out_on_the_analysis_board(visit: Visit, size: str) -> None:
    """First as its seat sees it; once it is opened, with any move of any seat."""
    found = shipped("lumen")[0]
    seat = found.match(lumarium.game("lumen")).state.turn or 0
    ana = visit("Ana", size)
    ana.goto("/drills?set=lumen")
    page = ana.page
    page.wait_for_selector("#ui-root[data-status='turn'][data-game='lumen']")
    assert not page.is_visible("#ui-drill-try")
    here = table(ana)
    decide(ana)
    assert findings(page) == []
    ana.press("#ui-drill-try")
    page.wait_for_selector(f"#ui-root[data-node][data-v='{len(found.moves)}']")
    assert table(ana) == here, "the very same position"
    assert ana.see()["touch"] == []
    assert page.input_value("#ui-view") == str(seat)
    assert page.locator("#ui-view option").count() == 1
    assert findings(page) == []
    ana.press("#ui-open")
    page.wait_for_function("() => document.querySelectorAll('#ui-pieces [data-touch]').length > 0")
    assert table(ana).items() >= here.items()
    for _ in range(8):
        seen = ana.see()
        if page.get_attribute("#ui-root", "data-v") != str(len(found.moves)):
            break
        ana.touch(seen["touch"][-1])
        page.wait_for_function(TOUCHED, arg=[page.get_attribute("#ui-root", "data-node"), seen["touch"]])
    page.wait_for_selector(f"#ui-root[data-v='{len(found.moves) + 1}']")
    page.go_back()
    page.wait_for_selector("#ui-drill-set")


def test_the_drill_of_the_day_is_the_same_for_everybody(visit: Visit) -> None:
    ana = visit("Ana")
    ana.goto("/drills")
    ana.page.wait_for_selector("#ui-root[data-phase='playing']")
    day = ana.page.evaluate("new Date().toLocaleDateString('sv')")
    assert ana.page.get_attribute("#ui-root", "data-game") == daily(date.fromisoformat(day))[0]


def test_only_ones_own_decisions_are_kept_to_be_practised(visit: Visit) -> None:
    """The others' are shown, but nobody is told: this is how you played."""
    ana = visit("Ana")
    made = ana.open_table("moths", ("me", "random"))
    status = ana.wait_turn()
    while status == "turn":
        status = ana.wait_turn(ana.decide()["v"])
    ana.goto(f"/replay/{made['table']}")
    ana.page.wait_for_selector("#ui-root[data-phase='replay'][data-v]")
    ana.press("#ui-measure-open")
    ana.page.wait_for_selector("#ui-measure-kinds tbody tr")
    assert ana.page.input_value("#ui-measure-seat") == "0"
    kept = ana.page.evaluate("localStorage['lumarium.drills']")
    ana.page.select_option("#ui-measure-seat", "1")
    assert ana.page.locator("#ui-measure-drills").count() == 0
    assert ana.page.evaluate("localStorage['lumarium.drills']") == kept
