"""What can be known, beside the board and on it: asked by a key, up to date, and off where the host says so."""

from __future__ import annotations

import pytest

import lumarium
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor

OPEN = "#ui-insight:not([hidden]) .topic"
BARS = """() => [...document.querySelectorAll(".topic[open] .known-chart i")]
  .map((bar) => Number(bar.style.getPropertyValue("--share")))"""
LIT = "#ui-pieces [data-known]"
# What reaches out of the list to the right.
CUT = """() => { const edge = document.querySelector(".topics").getBoundingClientRect();
  return [...document.querySelectorAll(".topic[open] :is(th, td, td > *, .known-chart > *)")].filter((each) =>
    !each.matches(".unseen") && each.checkVisibility() && each.getBoundingClientRect().right > edge.left + document
      .querySelector(".topics").clientWidth + 0.5).map((each) => each.textContent); }"""
FROM_ITS_TITLE = """() => document.querySelector(".topic[open] summary").getBoundingClientRect().top
  >= document.querySelector(".topics").getBoundingClientRect().top - 1"""


def titles(visitor: Visitor) -> list[str]:
    return [text.strip() for text in visitor.page.locator("#ui-insight .topic summary").all_text_contents()]


def test_odds_beside_the_board_follow_the_game(visit: Visit) -> None:
    ana = visit("Ana")
    ana.open_table("luminos", ("me", "random"))
    ana.wait_turn()
    ana.page.keyboard.press("i")
    ana.page.wait_for_selector(OPEN)
    assert ana.page.evaluate("document.activeElement.id") == "ui-topic-display"
    assert titles(ana)[0] == "What the display offers you"
    ana.page.hover("#ui-insight .topic[open] tbody tr >> nth=0")
    ana.page.wait_for_selector(LIT)
    assert ana.page.locator(LIT).count() == 1
    ana.page.click("#ui-topic-bag")
    assert ana.page.locator("#ui-insight .topic[open]").count() == 1
    known = [frame["known"] for frame in ana.frames if frame["type"] == "known"][-1]
    (bag,) = [topic for topic in known["topics"] if topic["id"] == "bag"]
    shown = ana.page.locator("#ui-insight .topic[open] tbody td:nth-child(2) > span:last-of-type").all_text_contents()
    assert shown == [line["cells"][0]["text"] for line in bag["lines"]]
    ana.play_some(1)
    ana.page.wait_for_selector("#ui-topic-cells")
    assert ana.page.locator("#ui-insight .topic[open]").get_attribute("data-topic") == "bag"
    ana.page.keyboard.press("Escape")
    assert ana.page.is_hidden("#ui-insight")
    assert ana.page.locator(LIT).count() == 0
    ana.page.keyboard.press("?")
    ana.page.wait_for_selector("#ui-aid:not([hidden])")
    ana.page.keyboard.press("i")
    ana.page.wait_for_selector("#ui-aid", state="hidden")


def test_beliefs_stand_at_the_cards_and_bids_are_coached(visit: Visit) -> None:
    ana = visit("Ana", "phone")
    ana.open_table("lumen", ("me", "random", "random"))
    ana.wait_turn()
    ana.press("#ui-insight-open")
    ana.page.wait_for_selector("#ui-marks .mark")
    assert ana.page.locator("#ui-marks .mark").count() == 10
    (cards,) = [
        topic
        for topic in [f["known"] for f in ana.frames if f["type"] == "known"][-1]["topics"]
        if topic["id"] == "cards"
    ]
    shares = [part["share"] for line in cards["lines"] for part in line["cells"][0]["parts"]]
    bars = ana.page.evaluate(BARS)
    assert bars == pytest.approx([share / max(shares) for share in shares]), "one scale: lines can be compared"
    ana.press("#ui-insight-fold")
    assert ana.page.is_hidden("#ui-topic-cards")
    assert ana.page.locator("#ui-marks .mark").count() == 10
    ana.press("#ui-insight-fold")
    ana.press("#ui-topic-bids")
    ana.page.wait_for_selector("[data-topic='bids'] .estimate tbody tr")
    ana.page.wait_for_selector("[data-topic='bids'] .working", state="hidden")
    assert ana.page.locator("[data-topic='bids'] tbody tr").count() == 21
    assert [frame["topic"]["done"] for frame in ana.frames if frame["type"] == "estimate"][:3] == [0.125, 0.25, 0.5]
    assert ana.page.locator("#ui-marks").count() == 0
    ana.press("#ui-mind-1")
    ana.page.wait_for_selector("#ui-topic-theirs")
    assert ana.page.locator("#ui-marks rect[data-true]").count() == 10
    ana.press("#ui-mind-own")
    ana.page.wait_for_selector("#ui-topic-bids")
    # Whoever asks faster than can be answered is asked for one thing at a time, and gets what was wished for last.
    heard = len(ana.frames)
    ana.page.evaluate("for (const each of [0, 1, 2, 0, 1, 2]) document.querySelectorAll('.minds button')[each].click()")
    ana.page.wait_for_selector(".minds button:nth-child(3)[aria-pressed=true]")
    assert ana.page.locator("#ui-insight [role=alert]").count() == 0
    told = [frame for frame in ana.frames[heard:] if frame["type"] in ("known", "error")]
    assert [frame["type"] for frame in told] == ["known"] * len(told)
    assert 1 <= len(told) < 6


def test_a_host_who_plays_seriously_switches_it_off(visit: Visit) -> None:
    ana = visit("Ana")
    ana.open_table("luminos", ("me", "random"), settings={"insight": False})
    ana.wait_turn()
    assert ana.page.is_hidden("#ui-insight-open")
    ana.page.keyboard.press("i")
    assert ana.page.is_hidden("#ui-insight")


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("game", ["lumen", "lumicora"])
def test_nothing_of_the_panel_is_cut(visit: Visit, game: str, size: str) -> None:
    """Many columns, and charts of many values, find room beside the board; what is opened is seen from its title on."""
    ana = visit("Ana", size, lang="de-DE")
    most = lumarium.game(game).players[-1]
    ana.open_table(game, ("me", *["random"] * (most - 1)))
    ana.play_some(2)
    ana.press("#ui-insight-open")
    ana.page.wait_for_selector(OPEN)
    minds = ana.page.evaluate("[...document.querySelectorAll('.minds:not([hidden]) button')].map(({ id }) => id)")
    seen = 0
    for mind in minds or [None]:
        if mind:
            ana.press(f"#{mind}")
            ana.page.wait_for_selector(f"#{mind}[aria-pressed=true]")
            ana.page.wait_for_selector(".topics:not([aria-busy])")
        for name in ana.page.evaluate("[...document.querySelectorAll('.topic')].map((each) => each.dataset.topic)"):
            if ana.page.locator(f"[data-topic={name}][open]").count() == 0:
                ana.press(f"#ui-topic-{name}")
                ana.page.wait_for_selector(f"[data-topic={name}][open]")
                ana.page.wait_for_function(FROM_ITS_TITLE)
            assert ana.page.evaluate(CUT) == [], (mind, name)
            seen += 1
    assert seen >= 3


def test_what_takes_the_place_of_an_open_topic_is_open(visit: Visit) -> None:
    ana = visit("Ana")
    ana.open_table("luminos", ("me", "random"))
    ana.wait_turn()
    ana.page.keyboard.press("i")
    ana.page.wait_for_selector("[data-topic=display][open]")
    ana.play_some(1)
    ana.page.wait_for_selector("[data-topic=cells][open]")
    ana.press("#ui-topic-cells")
    ana.page.wait_for_selector("[data-topic=cells]:not([open])")
    ana.play_some(1)
    ana.page.wait_for_selector("#ui-topic-bag")
    assert ana.page.locator("#ui-insight .topic[open]").count() == 0, "closed is closed"
