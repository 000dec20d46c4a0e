"""First-game guides in a real browser: to their end by what is lit, and off the path."""

from __future__ import annotations

from typing import Any

import pytest

import lumarium
from lumarium.kernel.guide import load_guide
from lumarium.server.guides import told
from tests.e2e.conftest import Visit
from tests.e2e.eyes import findings
from tests.e2e.library import plain
from tests.e2e.visitor import Visitor
from tests.house import HOUSE

Json = dict[str, Any]

STEP = "document.getElementById('ui-guide')?.dataset.step"
WORDS = """() => Object.fromEntries(["title", "text", "answer", "count"].map((name) =>
  [name, document.getElementById(`ui-guide-${name}`).textContent]))"""


def arrive(visitor: Visitor, step: Json) -> None:
    """Waits until the step's position is on the board."""
    status = "turn" if "wanted" in step else "over" if step["scene"]["status"] == "over" else "wait"
    visitor.page.wait_for_function(
        f"([name, v, status]) => {{ const dataset = document.getElementById('ui-root')?.dataset ?? {{}};"
        f" return {STEP} === name && dataset.v === v && dataset.status === status; }}",
        arg=[step["name"], str(step["scene"]["v"]), status],
    )


def check(visitor: Visitor, guide: Json, number: int) -> None:
    """The screen shows the step's words, its position, and nothing to touch but what is wanted."""
    step = guide["steps"][number]
    words = visitor.page.evaluate(WORDS)
    assert (words["title"], words["text"], words["answer"]) == (step["title"], step["text"], "")
    assert words["count"].split()[1::2] == [str(number + 1), str(len(guide["steps"]))]
    seen = visitor.see()
    assert seen["prompt"] == (step["do"] or guide["title"])
    assert set(seen["touch"]) == {piece for piece in step.get("wanted", []) if piece}
    zones = step["scene"]["layouts"][seen["layout"]]["zones"]
    assert set(seen["pieces"]) == {p["id"] for p in step["scene"]["pieces"] if p.get("zone", "") in ("", *zones)}
    assert seen["log"] == step["scene"]["log"][::-1]


def play(visitor: Visitor, step: Json) -> None:
    """Touches what is lit until the guide goes on; a touch that shows what it brings is made twice."""
    while visitor.page.evaluate(STEP) == step["name"]:
        before = visitor.see()
        asked = visitor.page.is_visible("#ui-confirm")
        if not before["touch"] and not before["chosen"]:
            continue
        visitor.touch(before["touch"][0])
        visitor.page.wait_for_function(
            f"([name, chosen, asked]) => {STEP} !== name"
            " || document.querySelectorAll('#ui-pieces [data-chosen]').length !== chosen"
            " || Boolean(document.querySelector('#ui-confirm:not([hidden])')) !== asked",
            arg=[step["name"], len(before["chosen"]), asked],
        )


WAYS = [(name, *way) for name in HOUSE for way in (("en", "desk"), ("de", "phone"))]


@pytest.mark.parametrize(("game", "lang", "size"), [*WAYS, ("moths", "de", "phone")])
def test_a_guide_to_its_end(visit: Visit, game: str, lang: str, size: str) -> None:
    guide = plain(told(load_guide(lumarium.game(game)), lang))
    learner = visit("Lea", size, lang="de-DE" if lang == "de" else "en-GB")
    learner.goto("/")
    learner.press(f"#ui-learn-{game}")
    for number, step in enumerate(guide["steps"]):
        arrive(learner, step)
        check(learner, guide, number)
        if number == 1:
            assert findings(learner.page) == []
        if "wanted" in step:
            play(learner, step)
        elif number + 1 < len(guide["steps"]):
            learner.press("#ui-guide-next")
    assert learner.page.is_hidden("#ui-guide-next")
    learner.press("#ui-guide-play")
    learner.page.wait_for_url(f"**/new?game={game}")


def test_other_touches_are_answered_and_the_way_back_is_open(visit: Visit) -> None:
    guide = plain(told(load_guide(lumarium.game("luminos")), "en"))
    welcome, take, place, *_ = guide["steps"]
    learner = visit("Lea", "desk")
    learner.goto("/learn/luminos")
    arrive(learner, welcome)
    learner.press("#ui-guide-next")
    arrive(learner, take)
    learner.page.locator("#p-t1-1").click()
    assert learner.page.evaluate(WORDS)["answer"] == take["instead"]
    assert learner.page.evaluate(STEP) == "take"
    play(learner, take)
    arrive(learner, place)
    learner.page.reload()
    arrive(learner, place)
    check(learner, guide, 2)
    learner.press("#ui-guide-back")
    arrive(learner, take)
    check(learner, guide, 1)
    learner.page.keyboard.press("Escape")
    learner.page.wait_for_selector("#ui-games .game")
    learner.press("#ui-learn-luminos")
    arrive(learner, take)


def test_by_keys_alone(visit: Visit) -> None:
    guide = plain(told(load_guide(lumarium.game("nomads")), "en"))
    learner = visit("Lea", "desk")
    learner.goto("/learn/nomads")
    for number, step in enumerate(guide["steps"][:6]):
        arrive(learner, step)
        check(learner, guide, number)
        assert learner.page.inner_text("#ui-guide-live").startswith(step["title"])
        for _ in range(4):
            if learner.page.evaluate(STEP) != step["name"]:
                break
            learner.page.wait_for_function("document.activeElement !== document.body")
            learner.page.keyboard.press("Enter")
    arrive(learner, guide["steps"][6])


def test_the_lobby_offers_it_once(visit: Visit) -> None:
    host = visit("Ana", "desk")
    host.open_table("luminos", ["me", "open"])
    host.page.wait_for_selector("#ui-learn-yes[href='/learn/luminos'][target='_blank']")
    host.press("#ui-learn-no")
    host.page.reload()
    host.page.wait_for_selector("#ui-start")
    assert host.page.locator("#ui-learn").count() == 0


def test_a_game_without_a_guide_is_said_so(visit: Visit) -> None:
    stranger = visit("Lea", "desk", lang="de-DE")
    stranger.goto("/learn/chess")
    stranger.page.wait_for_selector("#ui-refused a[href='/']")
    assert stranger.page.inner_text("#ui-refused h1") == "Hier gibt es keinen Einstieg"
    assert "404" in stranger.problems.pop()
