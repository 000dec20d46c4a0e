"""The leaderboard, docs/leaderboard.md, from the results of `lumarium benchmark` in bench/leaderboard/.

    python -m bench.leaderboard                 writes the page
    python -m bench.leaderboard --play          measures our own levels first, where there is no result of them yet

Whoever wants to be on it sends the JSON and the records: `lumarium benchmark GAME --check FILE --records DIR` is the
proof.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

import lumarium
from lumarium.arena.benchmark import VERSION, Row, Standing, benchmark

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "leaderboard"
PAGE = HERE.parent / "docs" / "leaderboard.md"
LEVELS = ("random", "easy", "medium")
ROUNDS = 8

TOP = """# Leaderboard

Written by `python -m bench.leaderboard` from the results in `bench/leaderboard/`; do not edit. How it is measured, and
how to measure a bot of your own: [How strong is my bot?](research.md#how-strong-is-my-bot) Each column is an opponent
and a number of players: wins in percent and the lead in points over the mean of the others, each with half of its 95 %
interval. Whoever leads by most against `medium` at the largest table stands first.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--play", action="store_true", help="measure our own levels, too")
    options = parser.parse_args()
    if options.play:
        for game in lumarium.games():
            for level in LEVELS:
                path = RESULTS / f"{game}-{level}.json"
                if not path.exists():
                    path.parent.mkdir(exist_ok=True)
                    path.write_bytes(msgspec.json.format(msgspec.json.encode(benchmark(game, level, ROUNDS))) + b"\n")
    PAGE.write_text(page(sorted(RESULTS.glob("*.json"))), encoding="utf-8")


def page(files: list[Path]) -> str:
    """The page of these results."""
    found = [msgspec.json.decode(path.read_bytes(), type=Standing) for path in files]
    text = TOP
    for game in sorted({standing.game for standing in found if standing.benchmark == VERSION}):
        standings = [each for each in found if each.game == game and each.benchmark == VERSION]
        heads = [f"{row.opponent}, {row.players}" for row in standings[0].rows]
        text += f"\n## {lumarium.game(game).title()}\n\n| bot | rounds | {' | '.join(heads)} |\n"
        text += "|---" * (2 + len(heads)) + "|\n"
        for standing in sorted(standings, key=lambda each: -each.rows[-1].lead):
            cells = [f"{_share(row)} %, {_lead(row)}" for row in standing.rows]
            text += f"| {standing.bot} | {standing.rounds} | {' | '.join(cells)} |\n"
    return text


def _share(row: Row) -> str:
    return f"{100 * row.share:.0f}" + ("" if row.share_error is None else f" ± {100 * row.share_error:.0f}")


def _lead(row: Row) -> str:
    return f"{row.lead:+.1f}" + ("" if row.lead_error is None else f" ± {row.lead_error:.1f}")


if __name__ == "__main__":
    main()
