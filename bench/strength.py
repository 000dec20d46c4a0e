"""How strong the levels are: every figure of docs/bots.md, by one command (hours, with `strong` at a second).

    python bench/strength.py                          all games, the counts of the documentation
    python bench/strength.py lumen --strong 0.2s      one game, with less time for `strong`
    python bench/strength.py --strong lumen=5000n,luminos=4000n,lumicora=1500n,nomads=5000n      as on the page
    python bench/strength.py --games 40 --few 10      a quick look

Each row is one `lumarium tournament` pairing; its JSON goes to bench/results/ so that a run can be continued.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import lumarium

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "bots.md"
RESULTS = ROOT / "bench" / "results"
BEGIN, END = "<!-- strength: begin -->", "<!-- strength: end -->"
SEED = "strength"


class Row(NamedTuple):
    """One pairing to be measured."""

    game: str
    players: int
    weaker: str
    stronger: str
    games: int

    @property
    def file(self) -> Path:
        """Where its result is kept."""
        name = f"{self.game}-{self.players}-{self.weaker}-{self.stronger}-{self.games}.json"
        return RESULTS / name.replace("@", "_")


def rows(games: list[str], many: int, few: int, strong: str) -> list[Row]:
    """All pairings, the quick ones first; `strong` is the budget for all games, or one for each."""
    budgets = dict(part.split("=") for part in strong.split(",")) if "=" in strong else dict.fromkeys(games, strong)
    tables = [
        (name, count)
        for name in games
        for count in sorted({*lumarium.game(name).players[:1], lumarium.game(name).players[-1]})
    ]
    quick = [
        Row(name, count, weaker, stronger, many)
        for name, count in tables
        for weaker, stronger in (("random", "easy"), ("easy", "medium"))
    ]
    return quick + [Row(name, count, "medium", f"strong@{budgets[name]}", few) for name, count in tables]


def measure(row: Row) -> dict[str, Any]:
    """Plays the pairing, or reads what was played before."""
    if not row.file.exists():
        RESULTS.mkdir(exist_ok=True)
        call = [sys.executable, "-m", "lumarium", "tournament", row.game, "--bots", f"{row.weaker},{row.stronger}"]
        call += ["--players", str(row.players), "--games", str(row.games), "--seed", SEED, "--json"]
        begun = perf_counter()
        done = subprocess.run(call, capture_output=True, text=True, check=True)
        row.file.write_text(json.dumps({**json.loads(done.stdout), "seconds": perf_counter() - begun}))
    found: dict[str, Any] = json.loads(row.file.read_text())
    return found


def line(row: Row, result: dict[str, Any]) -> str:
    """The pairing as a row of the page's table."""
    duel = result["duels"][0]
    share = f"{100 * duel['share']:.1f} % ({100 * duel['low']:.0f} to {100 * duel['high']:.0f})"
    points = f"{duel['alone']['points']:.1f} : {duel['others']['points']:.1f}"
    return (
        f"| {row.game} | {row.players} | {row.stronger} | {row.weaker} | {duel['games']} | {share} "
        f"| {100 * duel['fair']:.0f} % | {points} |"
    )


def write(lines: list[str]) -> None:
    """Puts the table into the page, between its marks."""
    head = [
        "| game | seats | bot | against | games | share of wins (95 %) | fair | points |",
        "|---|---|---|---|---|---|---|---|",
    ]
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text("\n".join([before + BEGIN, *head, *lines, END + after]), encoding="utf-8")


def main() -> None:
    """Measures and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(lumarium.games()))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--few", type=int, default=100, help="games of the pairings with strong")
    parser.add_argument("--strong", default="1s", help="the budget of strong, or GAME=BUDGET,...")
    parser.add_argument("--dry", action="store_true", help="print, but leave the page as it is")
    given = parser.parse_args()
    lines = []
    for row in rows(given.game, given.games, given.few, given.strong):
        lines.append(line(row, measure(row)))
        print(lines[-1], flush=True)
    if not given.dry:
        write(lines)


if __name__ == "__main__":
    main()
