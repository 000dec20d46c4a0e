"""First-game guides in a real browser: to their end by what is lit, and off the path."""

from __future__ import annotations

import re
from typing import Any

import pytest

import lumarium
from lumarium.kernel.guide import load_guide
from lumarium.server.guides import told
from tests.e2e.conftest import Visit
from tests.e2e.eyes import findings, spoiled
from tests.e2e.library import plain
from tests.e2e.visitor import POINT, Visitor
from tests.house import HOUSE
from tests.server.streams import in_words

Json = dict[str, Any]

STEP = "document.getElementById('ui-guide')?.dataset.step"
# What is said aloud waits for a moment, so that no focus cuts it off.
ANSWERED = "(text) => document.getElementById('ui-guide-answer').textContent === text"
SAID = "(text) => document.getElementById('ui-guide-live').textContent.startsWith(text)"
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
    assert seen["log"] == in_words(step["scene"]["log"])[::-1]


# As far from the middle of a piece as a finger may be that means it, where nothing else takes that touch.
BESIDE = """(id) => {
  const { left, right, top, bottom } = document.getElementById("p-" + id).getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const places = [[x + 20, y], [x - 20, y], [x, y + 20], [x, y - 20]];
  const free = ([first, ...others]) =>
    first?.closest("#ui-board") && ![first, ...others].some((each) => each.closest("[data-chosen]"));
  return places.find((place) => free(document.elementsFromPoint(...place)));
}"""


def _touch(visitor: Visitor, piece: str, alone: bool) -> None:
    """Where nothing else could be meant, a finger touches beside a small piece, too."""
    beside = visitor.page.evaluate(BESIDE, piece) if visitor.phone and alone else None
    if beside:
        visitor.page.touchscreen.tap(*beside)
    else:
        visitor.touch(piece)


def play(visitor: Visitor, step: Json) -> None:
    """Touches what is lit until the guide goes on; a touch that shows what it brings is made twice."""
    while visitor.page.evaluate(STEP) == step["name"]:
        before = visitor.see()
        asked = visitor.page.is_visible("#ui-confirm")
        if not before["touch"] and not before["chosen"]:
            continue
        _touch(visitor, before["touch"][0], len(before["touch"]) == 1)
        visitor.page.wait_for_function(
            f"([name, chosen, asked]) => {STEP} !== name"
            " || document.querySelectorAll('#ui-pieces [data-chosen]').length !== chosen"
            " || Boolean(document.querySelector('#ui-confirm:not([hidden])')) !== asked",
            arg=[step["name"], len(before["chosen"]), asked],
        )


WAYS = (("de", "phone"), ("en", "desk"))


@pytest.mark.parametrize("game", ["moths", *HOUSE])
def test_a_guide_to_its_end(visit: Visit, game: str, long: bool) -> None:
    """In the long run both ways, else every other game on a phone."""
    number = sorted(HOUSE).index(game) if game in HOUSE else 0
    for lang, size in WAYS if long else [WAYS[number % 2]]:
        _to_its_end(visit, game, lang, size)


def _to_its_end(visit: Visit, game: str, lang: str, size: str) -> None:
    guide = plain(told(load_guide(lumarium.game(game)), lang))
    assert not re.search(r"\b(mouse|Maus)\b", str([step["text"] for step in guide["steps"]])), "many have none"
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


def test_on_a_phone_the_board_has_the_room(visit: Visit) -> None:
    """What a step says folds to a line, lies away from what is to be touched, and leaves the buttons alone."""
    steps = plain(told(load_guide(lumarium.game("luminos")), "de"))["steps"]
    learner = visit("Lea", "phone", lang="de-DE")
    learner.goto("/learn/luminos")
    arrive(learner, steps[0])
    assert learner.page.evaluate("document.getElementById('ui-stage').clientHeight") >= 0.8 * 844
    assert learner.page.is_visible("#ui-guide-text")
    learner.press("#ui-guide-fold")
    assert learner.page.is_hidden("#ui-guide-text")
    assert learner.page.get_attribute("#ui-guide-fold", "aria-expanded") == "false"
    learner.press("#ui-guide-next")
    arrive(learner, steps[1])
    assert learner.page.is_visible("#ui-guide-text")
    assert learner.page.evaluate(POINT, steps[1]["wanted"][0]) is not None
    learner.press("#ui-guide-fold")
    learner.page.locator("#p-t1-1").tap()
    learner.page.wait_for_function(ANSWERED, arg=steps[1]["instead"])
    learner.page.evaluate(
        f"localStorage['lumarium.guides'] = JSON.stringify({{luminos: {{step: '{steps[-1]['name']}'}}}})"
    )
    learner.page.reload()
    arrive(learner, steps[-1])
    assert spoiled(learner.page) == []


def test_other_touches_are_answered_and_the_way_back_is_open(visit: Visit) -> None:
    guide = plain(told(load_guide(lumarium.game("luminos")), "en"))
    welcome, take, place, *_ = guide["steps"]
    learner = visit("Lea", "desk")
    learner.goto("/learn/luminos")
    arrive(learner, welcome)
    learner.press("#ui-guide-next")
    arrive(learner, take)
    learner.page.locator("#p-t1-1").click()
    learner.page.wait_for_function(ANSWERED, arg=take["instead"])
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
        learner.page.wait_for_function(SAID, arg=step["title"])
        for _ in range(4):
            if learner.page.evaluate(STEP) != step["name"]:
                break
            learner.page.wait_for_function("() => document.activeElement !== document.body")
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
