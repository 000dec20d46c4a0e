"""What has a name for those who do not see the board: every stop of the keys its own, everything else its owner's."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import lumarium
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor
from tests.house import HOUSE

OPTIONS = {"luminos": {"start": "picked"}}
"""So that the first choice is among things of several pieces, all of them different."""

FOCUSED = """() => { const at = document.activeElement;
  const text = at instanceof SVGElement ? "" : at.textContent.trim();
  return [at.id, at.getAttribute("aria-label") || text, at.closest("#ui-root") !== null]; }"""

# Labelled pieces in zones of other seats, as a screen reader has them, by seat.
OTHERS = """(pieces) => pieces.map(([id, seat]) => [seat, document.getElementById(`p-${id}`).ariaLabel])"""


def _stops(visitor: Visitor) -> Iterator[tuple[str, str]]:
    """Once around the page by Tab: the id and the name of everything that gets the focus."""
    first = None
    while True:
        visitor.page.keyboard.press("Tab")
        stop, name, inside = visitor.page.evaluate(FOCUSED)
        if not inside:  # the browser's own buttons come in between
            continue
        if stop == first:
            return
        first = first or stop
        yield stop, name


@pytest.mark.parametrize("game", HOUSE)
def test_every_stop_of_the_keys_has_a_name_of_its_own(visit: Visit, game: str) -> None:
    ana = visit("Ana")
    least = lumarium.game(game).players[0]
    ana.open_table(game, ("me", *["random"] * max(2, least - 1)), options=OPTIONS.get(game, {}))
    ana.wait_turn()
    stops = list(_stops(ana))
    assert "" not in [part for stop in stops for part in stop]
    names = [name for _, name in stops]
    assert len(set(names)) == len(names), sorted(names)
    assert {stop[2:] for stop, _ in stops if stop.startswith("p-")} == set(ana.see()["stops"])
    for _ in range(2):
        ana.wait_turn(ana.decide()["v"])
    _others_are_named(ana)


def _others_are_named(visitor: Visitor) -> None:
    scene = visitor.scene
    titles = {panel["seat"]: panel["title"] for panel in scene["panels"] if "seat" in panel}
    pieces = []
    for piece in scene["pieces"]:
        zone = re.fullmatch(r"[a-z]+(\d+)[A-Z]?", piece.get("zone", ""))
        if zone and int(zone[1]) != 0 and piece.get("label") and "part" not in piece.get("classes", "").split():
            pieces.append([piece["id"], int(zone[1])])
    heard = visitor.page.evaluate(OTHERS, pieces)
    assert heard
    assert [(seat, said) for seat, said in heard if titles[seat] not in said] == []


def test_what_was_asked_is_not_left_to_be_found(visit: Visit) -> None:
    """Once it is answered, the region that is read aloud no longer asks it."""
    ana = visit("Ana")
    made = ana.open_table("luminos", ("me", "open"), options=OPTIONS["luminos"])
    ben = visit("Ben")
    ben.sit(f"{ben.address}/t/{made['table']}#{made['tokens']['seats'][1]['token']}")
    ana.wait_turn()
    asked = f"Your turn. {ana.scene['prompt']}"
    ana.page.wait_for_function("(text) => document.getElementById('ui-live-turn').textContent === text", arg=asked)
    ana.decide()
    assert ana.see()["status"] == "wait"
    assert ana.page.text_content("#ui-live-turn") == ""


def test_the_handle_of_the_sheet_is_a_target_for_a_finger(visit: Visit) -> None:
    """At the largest table, too, where the room beside it is small."""
    ana = visit("Ana", "phone")
    ana.open_table("lumen", ("me", *["random"] * 4))
    ana.wait_turn()
    box = ana.page.locator("#ui-handle").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    ana.press("#ui-handle")
    ana.page.wait_for_selector("#ui-side[data-open]")
    ana.press("#ui-handle")
    ana.page.wait_for_selector("#ui-side:not([data-open])")
    # The edge of the sheet, a little above it, is the handle as well.
    ana.page.touchscreen.tap(195, box["y"] - 4)
    ana.page.wait_for_selector("#ui-side[data-open]")
