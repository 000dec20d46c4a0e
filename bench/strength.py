"""How strong the levels are: every figure of docs/bots.md, by one command (hours, with `strong` at a second).

    python bench/strength.py                          all games, the counts of the documentation
    python bench/strength.py lumen --strong 0.2s      one game, with less time for `strong`
    python bench/strength.py --strong lumen=5000n,luminos=4000n,lumicora=1500n,nomads=5000n      as on the page
    python bench/strength.py --games 40 --few 10      a quick look
    python bench/strength.py --outside                against bots that know nothing, and the same bot with more effort
    python bench/strength.py --masters                swift and master, in games that bring a network

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
from lumarium.kernel import registry

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "bots.md"
RESULTS = ROOT / "bench" / "results"
LEVELS, OUTSIDE, EFFORT, MASTERS = "strength", "outside", "effort", "masters"
"""The marks of the page's tables."""
SEED = "strength"
NAIVE = "bench/yardsticks.py:Naive"
PATIENT = "bench/results/patient.py:Patient"
# Equal time of one core a decision, measured by `python bench/yardsticks.py`, given out as playouts and nodes: a busy
# machine does not bend the games.
EQUAL = (
    ("lumen", 3, f"{NAIVE}@57n", "medium"),
    ("lumen", 3, PATIENT, "medium"),
    ("lumen", 3, f"{NAIVE}@1500n", "strong@13000n"),
    ("nomads", 2, f"{NAIVE}@50n", "medium"),
    ("nomads", 2, f"{NAIVE}@900n", "strong@5000n"),
)
EFFORTS = {"lumen": 2000, "lumicora": 500, "luminos": 1000, "nomads": 1500}
TIMES = 8
"""How much more effort is held against those nodes."""


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
        weaker = self.weaker.rpartition(":")[2]
        name = f"{self.game}-{self.players}-{weaker}-{self.stronger}-{self.games}.json"
        return RESULTS / name.replace("@", "_")


def rows(games: list[str], many: int, few: int, strong: str) -> list[Row]:
    """All pairings, the quick ones first; `strong` is the budget for all games, or one for each."""
    budgets = dict(part.split("=") for part in strong.split(",")) if "=" in strong else dict.fromkeys(games, strong)
    quick = [
        Row(name, count, weaker, stronger, many)
        for name, count in tables(games)
        for weaker, stronger in (("random", "easy"), ("easy", "medium"))
    ]
    return quick + [Row(name, count, "medium", f"strong@{budgets[name]}", few) for name, count in tables(games)]


def tables(games: list[str]) -> list[tuple[str, int]]:
    """The smallest and the largest table of each game."""
    counts = {name: lumarium.game(name).players for name in games}
    return [(name, count) for name in games for count in sorted({counts[name][0], counts[name][-1]})]


def outside(games: list[str], many: int, few: int) -> list[Row]:
    """The levels against bots that know nothing but the rules, at equal time."""
    return [
        Row(name, count, weaker, stronger, few if stronger.startswith("strong") else many)
        for name, count, weaker, stronger in EQUAL
        if name in games
    ]


def efforts(games: list[str], few: int) -> list[Row]:
    """`strong` against itself with less effort."""
    return [
        Row(name, lumarium.game(name).players[0], f"strong@{nodes}n", f"strong@{TIMES * nodes}n", few)
        for name, nodes in EFFORTS.items()
        if name in games
    ]


def masters(games: list[str], many: int, few: int) -> list[Row]:
    """Those who ask a network against `strong`, at its time and at a tenth of it."""
    taught = [name for name in games if "master" in registry.bots(lumarium.game(name))]
    pairings = (
        ("strong@5000n", "swift", many),
        ("strong@0.2s", "swift", few),
        ("strong@1s", "master@1s", few),
        ("strong@1s", "master@0.1s", few),
    )
    return [Row(name, count, *pairing) for pairing in pairings for name, count in tables(taught)]


def write_patient() -> None:
    """The bot of docs/writing-a-bot.md, as its reader would save it."""
    page = (ROOT / "docs" / "writing-a-bot.md").read_text(encoding="utf-8")
    blocks = [part.partition("```")[0] for part in page.split("```python\n")[1:]]
    (patient,) = [block for block in blocks if block.startswith("class Patient")]
    RESULTS.mkdir(exist_ok=True)
    head = "from collections.abc import Sequence\n\nimport lumarium\n\n\n"
    (RESULTS / "patient.py").write_text(head + patient, encoding="utf-8")


def measure(row: Row) -> dict[str, Any]:
    """Plays the pairing, or reads what was played before."""
    if not row.file.exists():
        RESULTS.mkdir(exist_ok=True)
        call = [sys.executable, "-m", "lumarium", "tournament", row.game, "--bots", f"{row.weaker},{row.stronger}"]
        call += ["--players", str(row.players), "--games", str(row.games), "--seed", SEED, "--json"]
        begun = perf_counter()
        done = subprocess.run(call, capture_output=True, text=True, check=True, cwd=ROOT)
        row.file.write_text(json.dumps({**json.loads(done.stdout), "seconds": perf_counter() - begun}))
    found: dict[str, Any] = json.loads(row.file.read_text())
    return found


def line(row: Row, result: dict[str, Any]) -> str:
    """The pairing as a row of the page's table."""
    duel = result["duels"][0]
    share = f"{100 * duel['share']:.1f} % ({100 * duel['low']:.0f} to {100 * duel['high']:.0f})"
    points = f"{duel['alone']['points']:.1f} : {duel['others']['points']:.1f}"
    return (
        f"| {row.game} | {row.players} | {row.stronger} | {row.weaker.rpartition(':')[2]} | {duel['games']} | {share} "
        f"| {100 * duel['fair']:.0f} % | {points} |"
    )


def write(mark: str, lines: list[str]) -> None:
    """Puts a table into the page, between its marks."""
    begin, end = f"<!-- {mark}: begin -->", f"<!-- {mark}: end -->"
    head = [
        "| game | seats | bot | against | games | share of wins (95 %) | fair | points |",
        "|---|---|---|---|---|---|---|---|",
    ]
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(begin)
    after = rest.partition(end)[2]
    PAGE.write_text("\n".join([before + begin, *head, *lines, end + after]), encoding="utf-8")


def main() -> None:
    """Measures and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(lumarium.games()))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--few", type=int, default=100, help="games of the pairings with strong")
    parser.add_argument("--strong", default="1s", help="the budget of strong, or GAME=BUDGET,...")
    parser.add_argument("--dry", action="store_true", help="print, but leave the page as it is")
    parser.add_argument("--outside", action="store_true", help="the tables of bots that know nothing, and of effort")
    parser.add_argument("--masters", action="store_true", help="the table of those who ask a network")
    given = parser.parse_args()
    wanted = {LEVELS: rows(given.game, given.games, given.few, given.strong)}
    if given.outside:
        write_patient()
        wanted = {OUTSIDE: outside(given.game, given.games, given.few), EFFORT: efforts(given.game, given.few)}
    if given.masters:
        wanted = {MASTERS: masters(given.game, given.games, given.few)}
    for mark, pairings in wanted.items():
        lines = []
        for row in pairings:
            lines.append(line(row, measure(row)))
            print(lines[-1], flush=True)
        if not given.dry:
            write(mark, lines)


if __name__ == "__main__":
    main()
