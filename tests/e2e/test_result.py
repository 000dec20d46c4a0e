"""What remains of a game: the result as a page, on paper, and as a picture to pass on."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from lumarium import Record
from tests.e2e.conftest import Visit
from tests.e2e.eyes import findings, pale_texts, spoiled
from tests.e2e.visitor import Visitor

GOLDEN = Path(__file__).parents[1] / "golden"
KEEP = "(record) => { sessionStorage['lumarium.record'] = JSON.stringify(record); }"
LOADED = "() => [...document.querySelectorAll('.result img')].every((image) => image.complete && image.naturalWidth)"
RANKED = "() => [...document.querySelectorAll('#ui-ranking li')].map((row) => row.innerText.split(/\\s*\\n\\s*/))"


def _open(visitor: Visitor, record: Path) -> None:
    visitor.goto("/replay")
    visitor.page.evaluate(KEEP, {"name": record.name, "text": record.read_text()})
    visitor.goto("/result")
    visitor.page.wait_for_selector("#ui-card-save")
    visitor.page.wait_for_function(LOADED)


@pytest.mark.parametrize("name", ["lumen-3", "luminos-2", "nomads-red", "lumicora-A-dark"])
def test_a_result_can_be_printed_and_passed_on(visit: Visit, name: str, tmp_path: Path) -> None:
    file = GOLDEN / f"{name}.jsonl"
    end = Record.load(file).replay()
    ana = visit("Ana", "phone", lang="de-DE", theme="dark" if name in ("lumen-3", "nomads-red") else "light")
    _open(ana, file)
    ranked = ana.page.evaluate(RANKED)
    assert sorted(int(points.replace("−", "-")) for _, _, points in ranked) == sorted(end.state.scores)
    assert [int(place) for place, _, _ in ranked] == sorted(end.state.ranking)
    assert ana.page.locator(".result-points table").count() == end.state.players
    assert findings(ana.page) + pale_texts(ana.page) + spoiled(ana.page) == []
    with ana.page.expect_download() as download:
        ana.press("#ui-card-save")
    download.value.save_as(tmp_path / "card.png")
    picture = (tmp_path / "card.png").read_bytes()
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)
    ana.page.emulate_media(media="print")
    for unprinted in ("#ui-header", "#ui-print", "#ui-result-card"):
        assert not ana.page.is_visible(unprinted)
    assert ana.page.is_visible("#ui-result-board")


def test_a_finished_table_leads_to_its_result(visit: Visit) -> None:
    ana = visit("Ana")
    table = ana.open_table("luminos", ("me", "random"), options={"target": [1, 1, 1]})["table"]
    ana.play_on()
    ana.page.wait_for_selector("#ui-ending:not([hidden])")
    said = ana.page.inner_text("#ui-ending-title")
    ana.press("#ui-result-open")
    ana.page.wait_for_url(f"**/result/{table}")
    ana.page.wait_for_selector("#ui-card-save")
    assert ana.page.inner_text(".result h1") == said


def test_a_result_without_a_game_says_so(visit: Visit) -> None:
    ana = visit("Ana")
    ana.goto("/result")
    ana.page.wait_for_selector("[role=alert]")
    assert ana.page.inner_text("[role=alert]").startswith("Choose")


def test_a_result_without_a_link_leads_to_the_door_of_its_table(visit: Visit) -> None:
    ana, eve = visit("Ana"), visit("Eve", "phone")
    table = ana.open_table("luminos", ("me", "random"), options={"target": [1, 1, 1]})["table"]
    ana.play_on()
    eve.forgiven = ("Failed to load resource",)
    eve.goto(f"/result/{table}")
    eve.press("#ui-table")
    eve.page.wait_for_selector("#ui-knock")
