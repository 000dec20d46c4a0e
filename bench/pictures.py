"""The pictures of README and docs: the boards and worked moves from records, the tables from a real browser.

    python -m bench.pictures                  boards and worked moves: docs/images/*.svg, docs/games/*.md
    python -m bench.pictures --tables         also docs/images/tables.webp, by Chromium and a server of its own

The records in docs/images/ are games of `medium` against itself. A test draws the boards and moves again and compares.
"""

from __future__ import annotations

import argparse
import io
import shutil
from pathlib import Path
from typing import NamedTuple

from lumarium import Match, Record

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
BEGIN, END = "<!-- worked move: begin -->", "<!-- worked move: end -->"


class Worked(NamedTuple):
    """The moves of a record that a page explains, and the seat that looks on."""

    first: int
    last: int
    seat: int


WORKED = {
    "lumen": Worked(28, 32, 0),
    "lumicora": Worked(102, 108, 2),
    "luminos": Worked(61, 65, 1),
    "nomads": Worked(36, 39, 2),
}

SHOWN = {"lumicora": 36, "lumen": 7, "nomads": 18, "luminos": 20}
"""Our decisions at the four tables before they are photographed."""


def record(name: str) -> Record:
    """The game behind the pictures."""
    return Record.load(IMAGES / f"{name}.jsonl")


def board(match: Match, seat: int) -> str:
    """The position as that seat sees it."""
    return match.game.scene(match.view(seat), "en", match.names).svg()


def boards(name: str) -> dict[str, str]:
    """The pictures of a game by file name: before and after its worked move."""
    first, last, seat = WORKED[name]
    return {
        f"{name}.svg": board(record(name).replay(first), seat),
        f"{name}-after.svg": board(record(name).replay(last), seat),
    }


def table(name: str) -> str:
    """The worked move as a table: who, the notation, and what the log says."""
    first, last, seat = WORKED[name]
    match = record(name).replay(last)
    lines = ["| player | move | what happens |", "|---|---|---|"]
    for played in match.history[first:]:
        seen = [event for event in (each.for_seat(seat) for each in played.events) if event is not None]
        told = " ".join(event.describe("en", match.names) for event in seen)
        lines.append(f"| {match.names[played.seat]} | `{played.action.notation}` | {told} |")
    return "\n".join(lines)


def page(name: str) -> Path:
    """The game's page."""
    return ROOT / "docs" / "games" / f"{name}.md"


def draw() -> None:
    """Writes boards and worked moves."""
    for name in WORKED:
        for file, text in boards(name).items():
            (IMAGES / file).write_text(text, encoding="utf-8")
        text = page(name).read_text(encoding="utf-8")
        before, rest = text.split(BEGIN)
        page(name).write_text(f"{before}{BEGIN}\n{table(name)}\n{END}{rest.split(END)[1]}", encoding="utf-8")


def photograph(chromium: str) -> None:
    """Takes the four tables in the browser and lays them side by side."""
    from PIL import Image
    from playwright.sync_api import sync_playwright

    from bench.screenshots import PLAYERS, make_table, new_page, server, touch_something, wait_turn

    problems: list[str] = []
    width, height = 1280, 800
    sheet = Image.new("RGB", (width, height))
    with sync_playwright() as tool, server() as address:
        browser = tool.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for number, name in enumerate(SHOWN):
            look = new_page(browser, "desk", "dark", problems, "en-GB")
            others = [{"kind": "bot", "level": "medium"}] * (PLAYERS[name] - 1)
            made = make_table(look, address, name, [{"kind": "me", "name": "Ana"}, *others])
            look.goto(f"{address}/t/{made}")
            for decision in range(SHOWN[name]):
                version = look.get_attribute("#ui-root", "data-v") or ""
                if decision:
                    touch_something(look, decision, hints=True)
                wait_turn(look, version)
            look.wait_for_timeout(500)
            whole = Image.open(io.BytesIO(look.screenshot()))
            half = whole.resize((width // 2, height // 2), Image.Resampling.LANCZOS)
            sheet.paste(half, (number % 2 * width // 2, number // 2 * height // 2))
            look.context.close()
        browser.close()
    sheet.save(IMAGES / "tables.webp", quality=76, method=6)
    assert not problems, problems


def main() -> None:
    """Draws what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", action="store_true", help="also photograph the tables in the browser")
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    given = parser.parse_args()
    draw()
    if given.tables:
        photograph(given.chromium)


if __name__ == "__main__":
    main()
