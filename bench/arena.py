"""How many games a second the arena plays: as a share of the engine's own, and beside other libraries' simulators.

    python -m bench.arena            installs the peers into bench/.peers, measures, writes its section of the page

Measures in CPU time on one core, in processes of their own that take turns. Run it with a Python in which the compiled
lumarium is installed. What peers are, and how they are installed: bench/peers.py.
"""

from __future__ import annotations

import os
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.peers import (
    GAMES,
    OH_HELL,
    PINS,
    Bench,
    arguments,
    environment,
    progress,
    short,
    with_section,
)

WORKER = Path(__file__).resolve().with_name("arena_worker.py")
LEVELS = ("random", "easy", "medium")
COUNTED = {"ours": 300, "open_spiel": 300, "catan": 20}
"""Over how many games decisions are counted."""


class Peer(NamedTuple):
    """Somebody else's simulator."""

    name: str
    task: str
    game: str = ""


OPEN_SPIEL = Peer("OpenSpiel oh_hell, `evaluate_bots`", "open_spiel", OH_HELL)
CATANATRON = Peer("catanatron, 4 players, `Game.play`", "catan")
NEAREST = {
    "lumen": OPEN_SPIEL,
    "lumicora": Peer("OpenSpiel hive, `evaluate_bots`", "open_spiel", "hive"),
    "nomads": Peer("OpenSpiel oware, `evaluate_bots`", "open_spiel", "oware"),
    "luminos": Peer("OpenSpiel hex 11x11, `evaluate_bots`", "open_spiel", "hex(board_size=11)"),
}
PEERS = (*NEAREST.values(), CATANATRON)

SECTION = """
`python -m bench.arena`: whole games of bots in one process on one core, CPU time, {repeat} interleaved repetitions of
{seconds:g} s each; of rates the best is told, of shares the median. {when}.

| game | engine's playouts | `simulate`, random | share | with records | easy | thinking | medium | thinking |
|---|---|---|---|---|---|---|---|---|
{games}

All but the shares are games a second. `engine's playouts` are `lumarium.playout` on new games, measured in turn with
`simulate` in the same process; `thinking` is the part of the time that passes inside the bots' own `decide`.

Beside the simulators of other libraries, all with random players: OpenSpiel's `evaluate_bots` with its bots in C++, and
catanatron's `Game.play` (its package has no other simulator). Games differ in length, so decisions are compared: those
with a choice, counted over games of the same kind. The ratios say how many times as many decisions a second ours makes.

| simulator | games/s | decisions/game | decisions/s | to OpenSpiel's nearest | to oh_hell | to catanatron |
|---|---|---|---|---|---|---|
{peers}
"""


class Figures:
    """All repetitions: of a rate the best is told, of a share the middle."""

    def __init__(self) -> None:
        self._noted: defaultdict[tuple[str | bool, ...], list[float]] = defaultdict(list)

    def note(self, value: float, *key: str | bool) -> None:
        """One measurement."""
        self._noted[key].append(value)

    def rate(self, *key: str | bool) -> str:
        """The best, as it is written."""
        return short(self.best(*key))

    def best(self, *key: str | bool) -> float:
        """The best."""
        return max(self._noted[key])

    def share(self, *key: str | bool) -> str:
        """The median, as it is written."""
        return f"{median(self._noted[key]):.0%}"


def measured(bench: Bench, repeat: int) -> Figures:
    """Everything once, and again."""
    figures = Figures()
    for seed in range(1, repeat + 1):
        for game, players in GAMES.items():
            for level, recorded in [*((level, False) for level in LEVELS), ("random", True)]:
                progress(f"repetition {seed} of {repeat}: {game}, {level}")
                job = {"game": game, "players": players, "level": level, "recorded": recorded, "seed": seed}
                found = bench.ours(task="ours", **job)
                rate, engine = found["games"] / found["seconds"], found["engine_games"] / found["engine_seconds"]
                figures.note(rate, game, level, recorded)
                figures.note(rate / engine, game, level, recorded, "share")
                figures.note(found["thinking"], game, level, recorded, "thinking")
                figures.note(engine, game, "engine")
        for peer in PEERS:
            progress(f"repetition {seed} of {repeat}: {peer.name}")
            found = bench.theirs(task=peer.task, game=peer.game, seed=seed)
            figures.note(found["games"] / found["seconds"], peer.name)
    progress("")
    return figures


def game_lines(figures: Figures) -> str:
    """A line for each of our games."""
    lines = []
    for game, players in GAMES.items():
        cells = [f"{game.capitalize()}, {players} players", figures.rate(game, "engine")]
        cells += [figures.rate(game, "random", False), figures.share(game, "random", False, "share")]
        cells.append(figures.rate(game, "random", True))
        for level in ("easy", "medium"):
            cells += [figures.rate(game, level, False), figures.share(game, level, False, "thinking")]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def peer_lines(bench: Bench, figures: Figures) -> str:
    """A line for each simulator: ours with their ratios, then theirs."""
    lines, speeds = [], {}
    for peer in PEERS:
        job = {"task": "counted", "stepped": peer.task, "counted": COUNTED[peer.task], "seed": 1}
        decisions, rate = bench.theirs(**job, game=peer.game)["decisions"], figures.best(peer.name)
        speeds[peer] = rate * decisions
        lines.append([peer.name, short(rate), f"{decisions:.1f}", short(speeds[peer]), "", "", ""])
    for game, players in reversed(GAMES.items()):
        job = {"task": "counted", "stepped": "ours", "counted": COUNTED["ours"], "seed": 1}
        decisions = bench.ours(**job, game=game, players=players)["decisions"]
        rate = figures.best(game, "random", False)
        ratios = [short(rate * decisions / speeds[peer]) for peer in (NEAREST[game], OPEN_SPIEL, CATANATRON)]
        name = f"{game.capitalize()}, {players} players, `simulate`"
        lines.insert(0, [name, short(rate), f"{decisions:.1f}", short(rate * decisions), *ratios])
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def main() -> None:
    options = arguments(__doc__, seconds=2.0).parse_args()
    bench = Bench(options, options.python or environment(options.cache / "peers", PINS), WORKER)
    load = f", load average {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    figures = measured(bench, options.repeat)
    text = SECTION.format(
        repeat=options.repeat,
        seconds=options.seconds,
        when=f"{datetime.now(UTC):%Y-%m-%d}{load}",
        games=game_lines(figures),
        peers=peer_lines(bench, figures),
    )
    options.page.write_text(with_section(options.page.read_text(encoding="utf-8"), "The arena", text), encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
