"""Pictures in notebooks: what shows itself, the player of records, and the tour from beginning to end."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from io import BytesIO
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import Page, expect

import lumarium
from lumarium import BadRecord, LumariumError, Match, UnknownSeat
from lumarium.adapters.notebook import Film, Player
from tests.e2e.conftest import WINDOWLESS, opened
from tests.house import whole_game

ROOT = Path(__file__).parents[2]
TOUR = ROOT / "examples" / "tour.ipynb"
SVG = "image/svg+xml"


def is_picture(text: str) -> bool:
    return ET.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("name", lumarium.games())
def test_everything_shows_itself_as_svg(name: str) -> None:
    record = whole_game(name)
    match = record.replay()
    shown: list[Any] = [record, match, match.state, match.view(0), match.view(None), match.game.scene(match.view(0))]
    assert all(is_picture(each._repr_svg_()) for each in shown)


def test_a_view_shows_no_more_than_its_seat_knows() -> None:
    """The picture stays the same when the truth behind the view is another."""
    match = whole_game("lumen").replay(at=5)
    for seat in range(match.state.players):
        view = match.view(seat)
        others = [match.game.imagine(view, lumarium.Chance(seed)) for seed in range(6)]
        assert {other.view(seat)._repr_svg_() for other in others} == {view._repr_svg_()}
    assert len({other._repr_svg_() for other in others}) > 1


FOLDED = "display:none"


def test_pictures_in_one_page_leave_each_other_alone() -> None:
    """As notebooks put them there, one after the other; the first may be folded away."""
    with opened(WINDOWLESS) as chromium:
        page = chromium.new_page(viewport={"width": 500, "height": 800})

        def last(*pictures: tuple[str, str]) -> NDArray[np.int16]:
            boxes = "".join(f'<div style="height:370px;{style}">{picture}</div>' for style, picture in pictures)
            page.set_content(f"<!doctype html><body style='margin:0'>{boxes}")
            with Image.open(BytesIO(page.locator("div").last.screenshot())) as image:
                return np.array(image.convert("RGB"), np.int16)

        for name in lumarium.games():
            record = whole_game(name)
            early, late = (match.game.scene(match.view(0)) for match in (record.replay(9), record.replay()))
            dark, light = late.svg(), late.svg(theme="light")
            for before, picture in (
                (("", light), dark),
                (("", dark), light),
                (("", early.svg()), dark),
                ((FOLDED, early._repr_svg_()), late._repr_svg_()),
            ):
                # Only the seams between shapes depend on where a picture stands.
                apart = abs(last(before, ("", picture)) - last(("", picture))).max(axis=2)
                assert (apart > 60).mean() < 0.0005, name
            assert (abs(last(("", light)) - last(("", dark))) > 60).mean() > 0.1


# The player


def test_a_film_gives_back_its_texts() -> None:
    texts = ["a\nb\nc", "a\nb\nd\nc", "", "c\nc\na\nb"]
    film = Film()
    for text in texts:
        film.add(text)
    assert [film.text(at) for at in range(4)] == texts
    assert film.frames[1] == [0, 2, 3, 1, 2, 1]


@pytest.mark.parametrize("name", lumarium.games())
def test_the_player_shows_every_position(name: str) -> None:
    record = whole_game(name)
    player = Player(record, seat=1, lang="de")
    assert len(player.captions) == len(record.entries) + 1
    for at in (0, 7, len(record.entries)):
        match = record.replay(at)
        assert player.svg(at) == match.game.scene(match.view(1), "de", match.names).svg()
    assert player.captions[7][0] == f"Zug 7 von {len(record.entries)}"


def test_the_player_of_a_seat_tells_only_what_that_seat_knew() -> None:
    match = whole_game("lumen").replay(at=3)
    pages = {Player(match.record, seat=0).svg(3)}
    opened = Player(match.record).svg(3)
    assert opened not in pages
    for seed in range(4):
        truth = match.game.imagine(match.view(0), lumarium.Chance(seed))
        pages.add(match.game.scene(truth.view(0), names=match.names).svg())
    assert len(pages) == 1


def test_the_page_needs_nothing_else_and_trusts_no_name() -> None:
    match = Match("luminos", players=2, seed=1, names=("</script><b>Ana", "Ben & <i>"))
    match.play(match.state.legal()[0])
    page = Player(match.record).html()
    assert page.count("</script>") == 1
    assert re.findall(r'(?:src|href)="(?!#)', page) == []
    assert re.findall(r"https?://(?!www\.w3\.org/)", page) == []
    assert "{" + "data}" not in page
    frame = Player(match.record)._repr_html_()
    assert frame.startswith("<iframe ")
    assert frame.count("<") == 2


def test_a_match_is_played_back_like_its_record() -> None:
    match = Match("lumicora", players=2, seed=3)
    for _ in range(3):
        match.play(match.state.legal()[0])
    assert Player(match, 1).html() == Player(match.record, 1).html()


@pytest.mark.parametrize("seat", [2, -1, "0", True, 0.0])
def test_a_wrong_seat_is_refused_without_advice_that_would_open_all(seat: Any) -> None:
    match = Match("luminos", players=2, seed=1)
    with pytest.raises(UnknownSeat, match=rf"no seat {seat!r}; seats run from 0 to 1, and without .* open") as refused:
        Player(match.record, seat)
    assert "None" not in str(refused.value)
    assert f"keinen Platz {seat!r};" in refused.value.describe("de")


def test_what_cannot_be_shown_is_refused() -> None:
    match = Match("luminos", players=2, seed=1)
    shown: Any
    for shown in (match.state, "game.jsonl", None):
        with pytest.raises(BadRecord, match="a Record or a Match, not"):
            Player(shown)
    with pytest.raises(LumariumError, match="no language “xx”; there are en, de"):
        Player(match, lang="xx")
    with pytest.raises(LumariumError, match="theme “pink”"):
        Player(match, theme="pink")


def test_the_player_is_clicked_through(tmp_path: Path) -> None:
    record = whole_game("luminos")
    player, last = Player(record), len(record.entries)
    (tmp_path / "page.html").write_text(f"<!doctype html>{player._repr_html_()}", encoding="utf-8")
    with opened(WINDOWLESS) as chromium:
        page = chromium.new_page()
        said: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto((tmp_path / "page.html").as_uri())
        _click_through(page, player, last)
        assert said == []


def _click_through(page: Page, player: Player, last: int) -> None:
    inside = page.frame_locator("iframe")

    def shows(at: int) -> bool:
        # A frame hears of a touch a moment after the touch is over.
        expect(inside.locator("#told")).to_have_text("\n".join(player.captions[at]), use_inner_text=True)
        pieces = inside.locator("#picture svg .piece").evaluate_all("all => all.map(each => each.id).join(' ')")
        drawn = " ".join(element.get("id", "") for element in ET.fromstring(player.svg(at)).iterfind("{*}g[@id]"))
        return bool(pieces == drawn)

    assert shows(0)
    assert inside.locator("#back").is_disabled()
    for _ in range(3):
        inside.locator("#next").click()
    assert shows(3)
    inside.locator("#back").click()
    assert shows(2)
    inside.locator("#slider").fill("9")
    assert shows(9)
    inside.locator("#last").click()
    assert shows(last)
    assert inside.locator("#next").is_disabled()
    inside.locator("#first").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert shows(1)
    for modifier in ("Alt", "Control", "Meta"):
        for key in ("ArrowRight", "End"):
            page.keyboard.press(f"{modifier}+{key}")
            assert shows(1)


# The tour


def test_the_tour_runs_to_its_end() -> None:
    notebook: Any = nbformat.read(TOUR, as_version=4)  # type: ignore[no-untyped-call]
    assert all(not cell.get("outputs") and not cell.get("execution_count") for cell in notebook.cells)
    NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    outputs = {cell.source: cell.outputs for cell in notebook.cells if cell.cell_type == "code"}
    shown = {source.splitlines()[-1]: results[-1].get("data", {}) for source, results in outputs.items() if results}
    for last_line in ("record", "view", "match.state", 'SVG(folder / "tournament.svg")'):
        assert is_picture(shown[last_line][SVG])
    assert shown["Player(record, seat=0)"]["text/html"].startswith("<iframe ")
    printed = "".join(result.get("text", "") for results in outputs.values() for result in results)
    assert re.search(r"medium against random: +\d+%", printed)
    assert "[None, None" in printed
    assert not re.search(r"error|warning", printed, re.IGNORECASE)


def test_what_can_be_known_shows_itself_as_tables() -> None:
    game = lumarium.game("lumen")
    state = game.start(3, lumarium.Chance(1))
    known = game.know(state.view(0), "de", ("<b>Ana</b>", "Ben", "Cleo"))
    page = known._repr_html_()
    assert page.count("<table>") == len(known.topics) == 1
    assert "Deine Karten" in page
    assert page.count("<tr>") == 1 + 10
    about = game.know(state.view(1), "en", ("<b>Ana</b>", "Ben", "Cleo"), about=0)
    assert "<b>Ana" not in about._repr_html_()
    assert all(part.text in page for line in known.topics[0].lines for cell in line.cells for part in cell.parts)
