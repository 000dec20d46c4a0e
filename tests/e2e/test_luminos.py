"""A whole game of Luminos: from the home page by an invitation, on a desk, on a phone, with a bot, to the ranking."""

from __future__ import annotations

from pathlib import Path

from lumarium import Record
from tests.e2e.conftest import Visit
from tests.e2e.library import Library
from tests.e2e.visitor import Json, Visitor, play_together

RANKING = """() => [...document.querySelectorAll("#ui-ranking li")].map((row) => ({
  seat: Number(row.dataset.seat),
  place: Number(row.querySelector(".place").textContent),
  name: row.querySelector(".name").textContent,
  value: Number(row.querySelector(".value").textContent),
}))"""

SHEETS = """() => [...document.querySelectorAll("#ui-sheets table")].map((table) => [
  table.querySelector("caption span").textContent,
  table.querySelector("caption strong").textContent,
  [...table.querySelectorAll("tbody tr")].map((row) => {
    const parts = row.cells.length > 1 ? [...row.cells] : [...row.cells[0].children];
    return parts.length ? parts.map((part) => part.textContent) : [row.textContent, ""];
  }),
])"""


def _set_up(ana: Visitor) -> str:
    """From the home page to a table with a friend and a bot; gives the copied invitation."""
    page = ana.page
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ana.goto("/")
    ana.press("#ui-play-luminos")
    page.select_option("#ui-kind-1", "open")
    for seat, level in ((2, "easy"), (3, "random")):
        ana.press("#ui-seat-add")
        page.select_option(f"#ui-level-{seat}", level)
    ana.press("#ui-more > summary")
    ana.press("label:has(#ui-set-pace-instant)")
    ana.press("label:has(#ui-set-start)")
    ana.press("#ui-create")
    page.wait_for_selector("#ui-lobby-state[data-open='1']")
    assert page.is_disabled("#ui-start")
    ana.press("#ui-invite-copy")
    link = str(page.evaluate("navigator.clipboard.readText()"))
    assert link == page.input_value("#ui-invite-link")
    page.wait_for_function("() => document.getElementById('ui-invite-qr').naturalWidth > 0")
    return link


def test_a_whole_game(visit: Visit, tmp_path: Path) -> None:
    ana, ben = visit("Ana"), visit("Ben", "phone")
    link = _set_up(ana)
    ben.sit(link)
    assert "#" not in ben.page.url
    ana.page.wait_for_selector("#ui-seat-1[data-kind='person'] .name >> text=Ben")
    ana.press("#ui-start")
    seen: dict[Visitor, list[Json]] = {ana: [], ben: []}
    for player, before in play_together(ana, ben):
        seen[player].append(before)
        other = ben if player is ana else ana
        other.page.wait_for_function(
            "(v) => Number(document.getElementById('ui-root').dataset.v) >= v", arg=int(before["v"])
        )
        seen[other].append(other.see())
    for visitor in (ana, ben):
        visitor.page.wait_for_selector("#ui-ending:not([hidden])")
        seen[visitor].append(visitor.see())
        path = tmp_path / visitor.name
        visitor.download_record(path)
        record = Record.load(path)
        assert record.header.names[:2] == ("Ana", "Ben")
        library = Library(record, seat=(ana, ben).index(visitor))
        _check_seen(seen[visitor], library, visitor)
        _check_ending(visitor, library)


AWAY = """() => {
  const middle = ({ left, top, right, bottom }) => [(left + right) / 2, (top + bottom) / 2];
  const [slot, tile] = ["[data-piece]:focus", "#ui-ghosts .ghost use"].map((each) => document.querySelector(each));
  if (!slot || !tile) return Infinity; // the board is just being drawn again
  const [a, b] = [slot, tile].map((each) => middle(each.getBoundingClientRect()));
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}"""


def test_a_tile_shown_in_its_slot_stays_there_when_the_screen_is_turned(visit: Visit) -> None:
    ana = visit("Ana")
    ana.open_table("luminos", ("me", "random"))
    ana.wait_turn()
    while not ana.page.locator("[data-piece='halo']").count():  # nothing in hand yet
        ana.wait_turn(ana.decide()["v"])
    ana.page.keyboard.press("Tab")  # from here on the focus is shown
    ana.page.focus(f"[data-piece='{ana.see()['touch'][0]}']")
    for width, height in ((1280, 800), (390, 844), (1280, 800)):
        ana.page.set_viewport_size({"width": width, "height": height})
        ana.page.wait_for_function(f"() => ({AWAY})() < 6")


def _check_seen(seen: list[Json], library: Library, visitor: Visitor) -> None:
    marked = 0
    assert len(seen) > 30
    for now in seen:
        library.check(now)
        assert ("● Your turn" in now["title"]) is (now["status"] == "turn")
        if now["status"] == "turn":
            assert [panel["title"] for panel in now["panels"] if panel["active"]] == [visitor.name]
        version = int(now["v"])
        if version and now["status"] != "over":
            mover = library.record.entries[version - 1].seat
            if mover == int(now["seat"]):
                assert now["last"] == []
            else:
                assert library.new_pieces(version) <= set(now["last"])
                marked += bool(now["last"])
    assert marked > len(seen) / 4


def _check_ending(visitor: Visitor, library: Library) -> None:
    """The ranking, and row by row where everybody's points come from."""
    end = library.record.end
    rows = visitor.page.evaluate(RANKING)
    assert {row["seat"]: (row["place"], row["value"]) for row in rows} == dict(
        enumerate(zip(end.ranking, end.scores, strict=True))
    )
    assert [row["place"] for row in rows] == sorted(end.ranking)
    assert [row["name"] for row in rows] == [library.names[row["seat"]] for row in rows]
    visitor.press("#ui-sheets summary")
    assert visitor.page.evaluate(SHEETS) == [
        [panel["title"], panel.get("value", ""), [[row["label"], row.get("value", "")] for row in panel["rows"]]]
        for panel in library.scenes[-1]["panels"]
        if panel.get("rows")
    ]
    assert visitor.page.locator("#ui-sheets").inner_text().strip()
