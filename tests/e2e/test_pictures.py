"""Pictures from Python look like the table in the browser, which has the rules of the symbol sheets worked out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from lumarium import Record
from tests.e2e.conftest import Visit

GOLDEN = Path(__file__).parents[1] / "golden"

# What of each piece can be seen, and how its text is written; a transform of CSS and the attribute of SVG are the same.
LOOKS = """(within) => {
  for (const each of document.getAnimations()) if (each.effect.getComputedTiming().endTime < 1e6) each.finish();
  const looks = {};
  const written = ["fill", "stroke", "strokeWidth", "strokeOpacity", "strokeLinejoin", "paintOrder", "fontSize",
    "fontWeight", "fontFamily", "textAnchor", "letterSpacing", "transform", "opacity"];
  for (const piece of document.querySelectorAll(`${within} [data-piece]`)) {
    const own = getComputedStyle(piece);
    if (own.opacity === "0" || own.visibility === "hidden" || own.display === "none") continue;
    const text = piece.querySelector("text");
    const style = text && getComputedStyle(text);
    looks[piece.dataset.piece] = [own.opacity, Boolean(piece.querySelector("use"))];
    if (text?.textContent) looks[piece.dataset.piece].push(text.textContent, ...written.map((name) => style[name]));
  }
  return looks;
}"""
SLIDE = """(at) => { const slider = document.getElementById("ui-slider");
  slider.value = at; slider.dispatchEvent(new Event("input")); }"""


def looks_alone(page: Page, picture: str) -> dict[str, Any]:
    page.set_content(f"<!doctype html>{picture}")
    return dict(page.evaluate(LOOKS, "svg"))


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(
    "file", ["lumen-4.jsonl", "lumicora-B-light.jsonl", "luminos-3-B-picked.jsonl", "nomads-red.jsonl"]
)
def test_a_picture_shows_what_the_browser_shows(visit: Visit, browser: Browser, file: str, theme: str) -> None:
    record = Record.load(GOLDEN / file)
    ana = visit("Ana", "phone" if theme == "light" else "desk", theme=theme)
    ana.goto("/replay")
    data = (GOLDEN / file).read_bytes()
    ana.page.set_input_files("#ui-record-file", {"name": file, "mimeType": "text/plain", "buffer": data})
    ana.page.wait_for_selector("#ui-root[data-v='0']")
    ana.page.select_option("#ui-view", "1")
    ana.page.wait_for_selector("#ui-root[data-seat='1']")
    alone = browser.new_page()
    last = len(record.entries)
    for position in (0, last // 3, last // 2, last):
        ana.page.evaluate(SLIDE, position)
        ana.page.wait_for_selector(f"#ui-root[data-v='{position}']")
        layout = ana.page.get_attribute("#ui-stage", "data-layout") or ""
        shown = ana.page.evaluate(LOOKS, "#ui-pieces")
        match = record.replay(position)
        picture = match.game.scene(match.view(1), "en", match.names).svg(layout, theme)
        assert looks_alone(alone, picture) == shown
        assert len(shown) > 20
    alone.close()
