"""Clocks in the browser: chosen, seen and heard, paused by all, and what comes when they run out."""

from __future__ import annotations

import time

import pytest

from tests.e2e.conftest import Visit
from tests.e2e.eyes import findings, pale_texts, spoiled
from tests.e2e.visitor import Visitor

LIVE = {"kind": "live", "limit": 600, "extra": 10, "zero": "bot"}
DAYS = {"kind": "decision", "limit": 3 * 86400, "zero": "out"}
OWN = "#ui-players .player[data-active] [role=timer]"
# What is not wholly within its place there, or whose place is not wholly seen: nothing may push controls out of sight.
LOST = """([bar, each]) => {
  const all = document.querySelector(bar);
  const outside = (part, whole) => {
    const [one, other] = [part.getBoundingClientRect(), whole.getBoundingClientRect()];
    return one.width > 0 && (one.left < other.left - 1 || one.right > other.right + 1);
  };
  return [...all.querySelectorAll(each)].flatMap((row) => [row, ...row.querySelectorAll("*")]
    .filter((part) => outside(part, row) || outside(part, all)).map((part) => part.className || part.textContent));
}"""
CHIPS, ROWS = ["#ui-chips", ".chip"], ["#ui-players", ".player"]
SPOKEN = """() => [...document.querySelectorAll(".clock")].filter((clock) =>
  clock.closest("[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]"))"""


def _seated(ana: Visitor, ben: Visitor, clock: object) -> None:
    made = ana.open_table("luminos", ("me", "open"), settings={"clock": clock})
    ana.page.wait_for_selector("#ui-lobby-clock")
    ben.sit(f"{ana.address}/t/{made['table']}#{made['tokens']['join']}")
    for one in (ana, ben):
        one.page.wait_for_selector("#ui-root[data-phase='playing'][data-v='0']")


def _looks_well(visitor: Visitor) -> None:
    assert findings(visitor.page) == []
    assert [pale for pale in pale_texts(visitor.page) if "ui-undo" not in pale] == [], "what cannot be done is grey"
    assert spoiled(visitor.page) == []


def test_it_counts_what_the_server_says_and_is_read_only_if_asked_for(visit: Visit) -> None:
    ana, opened = visit("Ana"), time.monotonic()
    ana.open_table("luminos", ("me", "random"), settings={"clock": LIVE})
    ana.wait_turn()
    ana.page.wait_for_selector(OWN)
    ana.page.wait_for_function("(own) => /^9:\\d\\d$/.test(document.querySelector(own).textContent)", arg=OWN)
    assert ana.page.get_attribute(OWN, "aria-label") == "Ana: 10 minutes left"
    assert ana.page.evaluate(SPOKEN) == []
    assert ana.page.locator("#ui-players [role=timer]:visible").count() == 1, "bots have none"
    tables = [frame["table"] for frame in ana.frames if frame["type"] == "table" and frame["table"]["clock"]]
    assert tables[-1]["clock"]["left"] == [600_000, None]
    _looks_well(ana)
    begun = time.monotonic()
    ana.wait_turn(ana.decide()["v"])
    minutes, seconds = map(int, ana.page.inner_text(OWN).split(":"))
    said = [frame["table"]["clock"] for frame in ana.frames if frame["type"] == "table" and frame["table"]["clock"]][-1]
    assert said["running"] == 0
    left, passed = said["left"][0] / 1000, time.monotonic() - begun
    assert left - passed - 1 <= 60 * minutes + seconds <= left + 1
    assert left >= 610 - (time.monotonic() - opened), "what a decision brings is in it"


def test_a_phone_shows_whose_time_runs(visit: Visit) -> None:
    ana = visit("Ana", "phone", lang="de-DE")
    ana.open_table("luminos", ("me", "random"), settings={"clock": DAYS})
    ana.wait_turn()
    ana.page.wait_for_selector(".chip[data-active] .clock:has-text('Tg.')")
    _looks_well(ana)
    ana.press(".chip")
    ana.page.wait_for_selector("#ui-clock:has-text('3 Tage je Entscheidung')")


@pytest.mark.parametrize("limit", [47 * 3600, 86000, 12 * 86400])
@pytest.mark.parametrize("bots", [1, 2, 3])
def test_on_a_phone_it_has_room_among_those_who_play(visit: Visit, bots: int, limit: int) -> None:
    ana = visit("Ana", "phone", lang="de-DE")
    clock = {"kind": "decision", "limit": limit - 1}
    ana.open_table("nomads", ("me", *("random",) * bots), settings={"clock": clock})
    ana.wait_turn()
    ana.page.wait_for_selector(".chip[data-active] .clock:visible")
    assert ana.page.evaluate(LOST, CHIPS) == []
    ana.press(".chip")
    ana.page.wait_for_selector(".player [role=timer]:visible")
    assert ana.page.evaluate(LOST, ROWS) == []


def test_all_agree_to_pause_and_nothing_can_be_touched_meanwhile(visit: Visit) -> None:
    ana, ben = visit("Ana"), visit("Ben", "phone", lang="de-DE")
    _seated(ana, ben, LIVE)
    ana.wait_turn()
    ana.press("#ui-pause")
    ana.page.wait_for_selector("#ui-pausing:has-text('Asked: Ben')")
    ben.page.wait_for_selector("#ui-pausing:has-text('Ana möchte eine Pause')")
    ben.press("#ui-disagree")
    ana.page.wait_for_selector("#ui-line:has-text('Ben would rather not')")
    ben.press(".chip")
    ben.press("#ui-pause")
    ana.press("#ui-agree")
    for one, text in ((ana, "The table pauses."), (ben, "Der Tisch macht Pause.")):
        one.page.wait_for_selector(f"#ui-prompt:text-is('{text}')")
        one.page.wait_for_selector("#ui-resume")
    assert ana.page.locator("#ui-pieces [data-touch]").count() == 0
    ana.page.reload()
    ana.page.wait_for_selector("#ui-resume")
    ana.page.wait_for_selector("#ui-root[data-v='0']")
    assert ana.page.locator("#ui-pieces [data-touch]").count() == 0
    assert findings(ana.page) == []
    table = ana.page.url
    ana.goto("/me")
    ana.page.wait_for_selector("#ui-me-paused .table-row:has-text('Pausing')")
    assert not ana.page.is_visible("#ui-me-turn")
    assert not ana.page.is_visible("#ui-me-next"), "nothing can be done there"
    ana.page.goto(table)
    ana.press("#ui-resume")
    ben.press("#ui-agree")
    ana.page.wait_for_selector("#ui-pieces [data-touch]")
    ana.page.wait_for_selector("#ui-pausing", state="detached")


def test_whoever_runs_out_is_warned_replaced_and_may_come_back(visit: Visit) -> None:
    ana = visit("Ana", lang="de-DE")
    ana.open_table("luminos", ("me", "random"), settings={"pace": "calm", "clock": {"kind": "decision", "limit": 4}})
    ana.page.wait_for_selector("#ui-live:has-text('Nur noch')", state="attached")
    ana.page.wait_for_selector("#ui-live:has-text('Die Zeit von Ana ist abgelaufen')", state="attached")
    ana.page.wait_for_selector(".player .note:has-text('Bot, Mittel')")
    assert ana.page.evaluate(LOST, ROWS) == [], "the way back is not out of sight"
    ana.page.wait_for_function(
        """() => {
          const note = document.querySelector(".player .note").textContent;
          if (note.includes("Bot")) document.querySelector("[id^=ui-more-]").click();
          return note === "du";
        }""",
        polling=500,
    )


def test_out_for_good_is_said_and_nothing_is_offered(visit: Visit) -> None:
    ana = visit("Ana")
    ana.open_table("luminos", ("me", "random"), settings={"clock": {"kind": "decision", "limit": 1, "zero": "out"}})
    ana.page.wait_for_selector(".player .note:has-text('out of time')")
    assert ana.page.locator("[id^=ui-more-]:visible").count() == 0
    assert ana.page.evaluate(LOST, ROWS) == []


def test_it_is_chosen_with_the_table_and_can_be_changed_before_the_start(visit: Visit) -> None:
    ana = visit("Ana")
    ana.goto("/new?game=luminos")
    ana.press("#ui-more summary")
    for name in ("live", "live-limit-1800", "live-extra-30", "live-zero-out"):
        wanted = name if name == "live" else name.removeprefix("live-")
        ana.press(f"#ui-set-clock-{wanted} + span")
    ana.page.select_option(".seat-editor .seat:nth-child(2) select", "open")
    ana.press("#ui-create")
    ana.page.wait_for_selector("#ui-lobby-clock:has-text('30 minutes for the game, plus 30 seconds')")
    ana.press("#ui-lobby summary")
    ana.press("#ui-set-clock-decision + span")
    ana.page.wait_for_selector("#ui-lobby-clock:has-text('3 days for each decision.')")
    ana.press("#ui-lobby summary")
    ana.press("#ui-set-clock-none + span")
    ana.page.wait_for_selector("#ui-lobby-clock", state="detached")
