"""Looking back in a real browser: every position is what the library makes of the record."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect

from lumarium import Chance, Match, Record
from tests.e2e.conftest import Visit
from tests.e2e.eyes import findings
from tests.e2e.library import Library, plain
from tests.e2e.visitor import Json, Visitor
from tests.server.harness import SOURCE

GOLDEN = Path(__file__).parents[1] / "golden"

DROP = """([name, text]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], name));
  for (const kind of ["dragover", "drop"])
    document.body.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: carried }));
}"""
SLIDE = """(at) => { const slider = document.getElementById("ui-slider");
  slider.value = at; slider.dispatchEvent(new Event("input")); }"""


def at(visitor: Visitor, position: int) -> Json:
    """Waits for a position and gives what is seen of it."""
    visitor.page.wait_for_selector(f"#ui-root[data-v='{position}']")
    seen = visitor.see()
    assert visitor.page.input_value("#ui-slider") == str(position)
    assert visitor.page.get_attribute("#ui-chart", "data-at") == str(position)
    assert seen["touch"] == []
    return seen


def check(library: Library, seen: Json) -> None:
    """It is the library's scene; only that nothing of the past can be touched."""
    offered = library.scenes[int(seen["v"])]["actions"]
    library.check({**seen, "touch": [piece for piece in offered if piece]})


def finished_table(visitor: Visitor, game: str, seats: int) -> str:
    """A table that this browser made, and at which bots have played to the end."""
    made = visitor.open_table(game, ("random",) * seats)
    visitor.page.wait_for_selector("#ui-ending:not([hidden]) #ui-replay")
    return str(made["table"])


def saved(visitor: Visitor, selector: str, path: Path) -> Path:
    """Presses a button and keeps the file that it gives."""
    with visitor.page.expect_download() as download:
        visitor.press(selector)
    download.value.save_as(path / download.value.suggested_filename)
    return path / download.value.suggested_filename


def test_a_finished_table_by_slider_and_keys(visit: Visit, tmp_path: Path, long: bool) -> None:
    ana = visit("Ana")
    finished_table(ana, "luminos", 2)
    ana.press("#ui-replay")
    at(ana, 0)
    ana.press("#ui-share-open")
    record = Record.load(saved(ana, "#ui-share-record", tmp_path))
    ana.press("#ui-share-close")
    last = len(record.entries)
    everyone = Library(record, None)
    keys = ana.page.keyboard
    for key, position in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("PageDown", 12),
        ("End", last),
        ("ArrowRight", last),
        ("ArrowLeft", last - 1),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        keys.press(key)
        check(everyone, at(ana, position))
    for position in range(0, last + 1, 1 if long else 19):
        ana.page.evaluate(SLIDE, position)
        check(everyone, at(ana, position))
    ana.page.focus("#ui-slider")
    keys.press("Home")
    keys.press("ArrowRight")
    check(everyone, at(ana, 1))
    assert record.header.names[record.entries[0].seat] in (ana.page.get_attribute("#ui-slider", "aria-valuetext") or "")
    ana.page.select_option("#ui-view", "1")
    ana.page.wait_for_selector("#ui-root[data-seat='1']")
    second = Library(record, 1)
    for position in (1, 8, 9, last):
        ana.page.evaluate(SLIDE, position)
        check(second, at(ana, position))
    ana.press("#ui-walk-first")
    ana.press("#ui-walk-play")
    expect(ana.page.locator("#ui-root")).to_have_attribute("data-playing", "")
    ana.page.wait_for_selector("#ui-root[data-v='2']")
    ana.press("#ui-walk-play")
    expect(ana.page.locator("#ui-root")).not_to_have_attribute("data-playing", "")


def test_a_position_opens_by_its_link_and_by_its_command(visit: Visit, tmp_path: Path) -> None:
    """The picture of the page, the one that the shown command draws, and what is on the screen are the same."""
    ana = visit("Ana", lang="de-DE", theme="light")
    table = finished_table(ana, "lumen", 3)
    ana.goto(f"/replay/{table}?at=42&seat=2")
    seen = at(ana, 42)
    assert (seen["seat"], seen["layout"]) == ("1", "wide")
    ana.press("#ui-share-open")
    command = shlex.split(ana.page.input_value("#ui-share-command"))
    link = ana.page.input_value("#ui-share-link")
    picture = saved(ana, "#ui-share-svg", tmp_path)
    pixels = saved(ana, "#ui-share-png", tmp_path).read_bytes()
    assert pixels.startswith(b"\x89PNG")
    assert len(pixels) > 20_000
    saved(ana, "#ui-share-record", tmp_path)
    ana.press("#ui-share-close")
    theirs = picture.rename(tmp_path / "from_the_page.svg").read_text()
    assert command[0] == "lumarium"
    own = {**os.environ, "PYTHONPATH": SOURCE}
    subprocess.run([sys.executable, "-m", *command], check=True, cwd=tmp_path, env=own, stdout=subprocess.DEVNULL)
    ours = picture.read_text()
    assert ours == theirs
    visible = {piece: facts for piece, facts in seen["pieces"].items() if not piece.startswith("flare")}
    assert set(re.findall(r'<g data-piece="([^"]+)"', ours)) == set(visible)
    drawn = dict(re.findall(r'<g data-piece="([^"]+)"[^>]*>(?:<title>[^<]*</title>)?<use href="#([^"]+)"', ours))
    assert {piece: symbol.removesuffix("-light") for piece, symbol in drawn.items()} == {
        piece: facts["symbol"] for piece, facts in visible.items() if facts["symbol"]
    }
    ben = visit("Ben", "phone")
    ben.page.goto(link)
    again = at(ben, 42)
    assert again["seat"] == "1"
    assert {piece: facts["symbol"] for piece, facts in again["pieces"].items()} == {
        piece: facts["symbol"] for piece, facts in seen["pieces"].items() if piece in again["pieces"]
    }
    ben.press("#ui-walk-after")
    at(ben, 43)
    ben.page.wait_for_url("**/replay/*?at=43&seat=2")
    ben.page.reload()
    at(ben, 43)
    stranger = visit("Cleo")
    stranger.goto(f"/replay/{table}")
    stranger.page.wait_for_selector("#ui-refused")
    stranger.problems = [said for said in stranger.problems if "403" not in said]


def test_a_dropped_record_on_a_phone_in_german(visit: Visit) -> None:
    name = "lumen-3.jsonl"
    record = Record.load(GOLDEN / name)
    ana = visit("Ana", "phone", lang="de-DE")
    ana.goto("/")
    ana.page.wait_for_selector("#ui-record-drop")
    ana.page.evaluate(DROP, [name, (GOLDEN / name).read_text()])
    ana.page.wait_for_url("**/replay*")
    at(ana, 0)
    ana.page.evaluate(SLIDE, 20)
    seen = at(ana, 20)
    assert seen["layout"] == "tall"
    match = record.replay(20)
    opened = plain(match.game.scene(match.game.opened(match.state), "de", match.names))
    shown = {piece["id"]: piece.get("text", "") for piece in opened["pieces"] if piece["id"] in seen["pieces"]}
    assert {piece: facts["text"] for piece, facts in seen["pieces"].items()} == shown
    assert seen["prompt"] == opened["prompt"]
    ana.page.select_option("#ui-view", "0")
    ana.page.wait_for_selector("#ui-root[data-seat='0']")
    check(Library(record, 0, "de"), at(ana, 20))
    ana.press("#ui-points")
    rows = ana.page.locator("#ui-origins table")
    assert rows.count() == 3
    assert ana.page.locator("#ui-chart-large polyline").count() == 3
    ana.press("#ui-points-dialog-close")
    ana.press("#ui-explain")
    ana.page.wait_for_selector("#ui-thoughts li[data-played]")
    assert findings(ana.page) == []
    entry = record.entries[20]
    assert f"So hat {match.names[entry.seat]} gespielt." in ana.page.inner_text("#ui-thoughts")
    assert "Der Bot (Stark)" in ana.page.inner_text("#ui-review-verdict") or "auch der Bot" in ana.page.inner_text(
        "#ui-review-verdict"
    )
    assert ana.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ana.page.evaluate(DROP, ["luminos-2.jsonl", (GOLDEN / "luminos-2.jsonl").read_text()])
    ana.page.wait_for_selector("#ui-root[data-game='luminos']")


def test_a_game_is_taken_along_as_a_moving_picture(visit: Visit, tmp_path: Path) -> None:
    match, luck = Match("nomads", players=2, seed=1), Chance(1)
    while match.version < 5:
        match.play(luck.choice(match.state.legal_actions()))
    ana = visit("Ana", "phone")
    ana.goto("/replay")
    ana.page.set_input_files(
        "#ui-record-file", {"name": "short.jsonl", "mimeType": "text/plain", "buffer": match.record.dump()}
    )
    at(ana, 0)
    ana.press("#ui-share-open")
    film = saved(ana, "#ui-share-film", tmp_path)
    assert film.name == "short.webp"
    with Image.open(film) as picture:
        assert (picture.format, getattr(picture, "n_frames", 1), picture.height) == ("WEBP", 6, 960)
    expect(ana.page.locator("#ui-film")).to_contain_text("All 6 positions of this line")
    assert findings(ana.page) == []


def test_the_chart_and_the_origins_are_the_records(visit: Visit) -> None:
    record = Record.load(GOLDEN / "nomads-red.jsonl")
    ana = visit("Ana", theme="light")
    ana.goto("/replay")
    ana.page.wait_for_selector("h1:not(:empty)")
    assert findings(ana.page) == []
    name = "it's $(mine).jsonl"
    file = (GOLDEN / "nomads-red.jsonl").read_bytes()
    ana.page.set_input_files("#ui-record-file", {"name": name, "mimeType": "text/plain", "buffer": file})
    at(ana, 0)
    ana.press("#ui-share-open")
    assert shlex.split(ana.page.input_value("#ui-share-command"))[:3] == ["lumarium", "replay", name]
    ana.press("#ui-share-close")
    scores = [match.state.scores for match in record.walk()]
    low, high = min(0, *map(min, scores)), max(1, *map(max, scores))
    lines = ana.page.eval_on_selector_all("#ui-chart polyline", "lines => lines.map(l => l.getAttribute('points'))")
    assert len(lines) == record.header.players
    height = ana.page.eval_on_selector("#ui-chart", "chart => chart.viewBox.baseVal.height") - 20
    for seat, line in enumerate(lines):
        drawn = [float(point) for point in line.split()[1::2]]
        wanted = [10 + height * (high - points[seat]) / (high - low) for points in scores]
        assert all(abs(one - other) < 0.1 for one, other in zip(drawn, wanted, strict=True))
    box = ana.page.locator("#ui-chart").bounding_box()
    assert box is not None
    ana.page.mouse.click(box["x"] + 34 + (box["width"] - 54) / 2, box["y"] + 20)
    middle = round(len(record.entries) / 2)
    at(ana, middle)
    assert findings(ana.page) == []
    ana.press("#ui-points")
    assert findings(ana.page) == []
    state = record.replay(middle).state
    for seat in range(state.players):
        rows = ana.page.locator(f"#ui-origins [data-seat='{seat}'] tbody tr").all_inner_texts()
        wanted = [(label, points) for label, points in state.score_sheet(seat)]
        assert [tuple(part for part in re.split(r"\s*\t\s*", row) if part) for row in rows] == [
            (label, str(points).replace("-", "−")) for label, points in wanted
        ]


def test_what_is_no_record_is_said_in_words(visit: Visit) -> None:
    ana = visit("Ana", lang="de-DE")
    ana.goto("/replay")
    ana.page.set_input_files("#ui-record-file", {"name": "a.jsonl", "mimeType": "text/plain", "buffer": b"hello"})
    ana.page.wait_for_selector("#ui-refused")
    expect(ana.page.locator("#ui-refused")).to_contain_text("keine Lumarium-Partie")
    assert ana.page.locator("#ui-pieces [data-piece]").count() == 0
    ana.problems = [said for said in ana.problems if "400" not in said]


def test_nothing_can_be_looked_at_before_the_end(visit: Visit) -> None:
    ana = visit("Ana")
    table = ana.open_table("lumen", ("me", "easy", "easy"))["table"]
    ana.wait_turn()
    assert ana.page.locator("#ui-replay").count() == 0
    heard: list[str] = []
    ana.page.on("response", lambda answer: heard.append(answer.url) if answer.status == 200 else None)
    ana.goto(f"/replay/{table}")
    ana.page.wait_for_selector("#ui-refused")
    expect(ana.page.locator("#ui-refused")).to_contain_text("when the game is over")
    assert not [address for address in heard if "/api/replay" in address or address.endswith("/record")]
    assert ana.page.locator("#ui-board").count() == 0
    ana.problems = [said for said in ana.problems if "409" not in said]
