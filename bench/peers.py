"""Our games beside those of other libraries, measured alternately in one run.

Installs the peers into an environment of its own, times ours and theirs in turn on one core, each measurement in a
new process (bench/peers_worker.py), prints a table and writes docs/benchmarks.md. Run it with a Python in which the
compiled lumarium is installed.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

REPOSITORY = Path(__file__).resolve().parent.parent
WORKER = Path(__file__).resolve().with_name("peers_worker.py")
PINS = ("open_spiel==2.0.2", "rlcard==1.2.0", "pettingzoo[classic]==1.27.0", "catanatron==3.2.1")
OH_HELL = "oh_hell(players=4,num_suits=4,num_cards_per_suit=13,num_tricks_fixed=10)"
ADAPTERS = {"our_pettingzoo": "PettingZoo", "our_gymnasium": "Gymnasium", "our_batch": "batch"}
EMPTY = "empty_pettingzoo"
GAMES = {"lumicora": 3, "lumen": 4, "nomads": 4, "luminos": 3}


class Row(NamedTuple):
    """Two things to be measured in turn, and how many times faster the first one should be."""

    game: str
    inside: bool
    peer: str
    side: str
    peer_game: str = ""
    wanted: float | None = None
    adapter: str = ""
    """One of ADAPTERS, if our side is an environment."""

    @property
    def ours(self) -> str:
        """The left side in words."""
        if self.adapter == EMPTY:
            return "an empty PettingZoo environment"
        how = ADAPTERS.get(self.adapter) or ("playouts inside" if self.inside else "stepped")
        return f"{self.game.capitalize()}, {GAMES[self.game]} players, {how}"


PEERS = [
    Row("lumen", False, "OpenSpiel oh_hell, stepped", "open_spiel", OH_HELL, 10),
    Row("lumen", True, "OpenSpiel oh_hell, C++ rollouts", "open_spiel", OH_HELL, 1.2),
    Row("lumicora", False, "OpenSpiel hive, stepped", "open_spiel", "hive", 15),
    Row("nomads", False, "OpenSpiel oware, stepped", "open_spiel", "oware", 1),
    Row("luminos", False, "OpenSpiel hex 11x11, stepped", "open_spiel", "hex(board_size=11)", 1),
    Row("lumen", False, "RLCard uno", "uno"),
    Row("luminos", False, "PettingZoo connect_four_v3", "connect_four"),
    Row("lumicora", False, "catanatron, 4 players", "catan"),
    Row("lumen", False, "RLCard leduc-holdem", "their_rlcard", "leduc-holdem", adapter=EMPTY),
]
INTERPRETED = [Row(game, True, "the same, interpreted", "interpreted", wanted=4) for game in GAMES]


def environment_row(adapter: str, game: str, peer: str) -> Row:
    """One of our environments beside `PettingZoo go_v5` or `RLCard uno`."""
    library, peer_game = peer.split()
    return Row(game, False, peer, f"their_{library.lower()}", peer_game, 5, adapter)


ENVIRONMENTS = [
    *[environment_row("our_pettingzoo", game, "PettingZoo connect_four_v3") for game in GAMES],
    environment_row("our_pettingzoo", "lumen", "PettingZoo tictactoe_v3"),
    environment_row("our_pettingzoo", "lumen", "PettingZoo leduc_holdem_v4"),
    environment_row("our_pettingzoo", "luminos", "PettingZoo go_v5"),
    environment_row("our_pettingzoo", "lumicora", "PettingZoo chess_v6"),
    environment_row("our_pettingzoo", "lumen", "RLCard uno"),
    environment_row("our_pettingzoo", "lumen", "RLCard gin-rummy"),
    environment_row("our_pettingzoo", "lumen", "RLCard leduc-holdem"),
    environment_row("our_gymnasium", "lumen", "RLCard uno"),
    environment_row("our_batch", "lumen", "RLCard uno"),
    environment_row("our_batch", "lumen", "RLCard leduc-holdem"),
    *[environment_row("our_batch", game, "PettingZoo connect_four_v3") for game in GAMES],
]


class Sample(NamedTuple):
    """One measurement."""

    games: float
    decisions: float
    seconds: float

    @property
    def speed(self) -> float:
        """Decisions per second."""
        return self.decisions / self.seconds


class Result(NamedTuple):
    """All measurements of a row, ours and theirs in pairs."""

    row: Row
    pairs: list[tuple[Sample, Sample]]

    @property
    def ratio(self) -> float:
        """Of the medians."""
        return middle(self.sides[0]) / middle(self.sides[1])

    @property
    def ratios(self) -> list[float]:
        """Of each pair."""
        return [ours.speed / theirs.speed for ours, theirs in self.pairs]

    @property
    def sides(self) -> tuple[list[Sample], list[Sample]]:
        """Ours, and theirs."""
        return [ours for ours, _ in self.pairs], [theirs for _, theirs in self.pairs]


def middle(samples: list[Sample]) -> float:
    """The median speed."""
    return median(sample.speed for sample in samples)


# Running


class Bench:
    """Starts the workers."""

    def __init__(self, options: argparse.Namespace, peers: Path, worker: Path = WORKER) -> None:
        self.options = options
        self.peers = peers
        self.worker = worker

    def ours(self, **job: Any) -> dict[str, Any]:
        """Asks the lumarium that is installed here."""
        return self.ask(sys.executable, dict(os.environ), job)

    def interpreted(self, **job: Any) -> dict[str, Any]:
        """Asks the sources of this repository."""
        return self.ask(sys.executable, os.environ | {"PYTHONPATH": str(REPOSITORY / "src")}, job)

    def theirs(self, **job: Any) -> dict[str, Any]:
        """Asks the environment of the peers."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        return self.ask(str(self.peers), environment, job)

    def ask(self, python: str, environment: dict[str, str], job: dict[str, Any]) -> dict[str, Any]:
        """One job, in a process of its own."""
        job |= {"core": self.options.core, "seconds": self.options.seconds}
        done = subprocess.run(
            [python, str(self.worker), json.dumps(job)], env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SystemExit(f"{done.stderr}\n{self.worker}: a worker failed at {job}")
        answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return answer

    def left(self, row: Row, seed: int) -> Sample:
        """Our side of a row."""
        return Sample(**self.ours(**self.job(row, seed)))

    def right(self, row: Row, seed: int) -> Sample:
        """The other side of a row."""
        if row.side == "interpreted":
            return Sample(**self.interpreted(**self.job(row, seed)))
        return Sample(**self.theirs(**self.job(row, seed) | {"side": row.side, "game": row.peer_game}))

    def job(self, row: Row, seed: int) -> dict[str, Any]:
        """Our side as the worker wants it."""
        return {
            "task": "rate",
            "side": row.adapter or "ours",
            "game": row.game,
            "players": GAMES[row.game],
            "inside": row.inside,
            "seed": seed,
        }

    def pair(self, row: Row, seed: int) -> tuple[Sample, Sample]:
        """Both sides right after one another, and the other way round the next time."""
        if seed % 2:
            ours = self.left(row, seed)
            return ours, self.right(row, seed)
        theirs = self.right(row, seed)
        return self.left(row, seed), theirs

    def rounds(self, rows: list[Row]) -> list[Result]:
        """Every row once, and again, so that no row has a quiet hour for itself."""
        results = [Result(row, []) for row in rows]
        for seed in range(1, self.options.repeat + 1):
            for number, result in enumerate(results, 1):
                progress(f"repetition {seed} of {self.options.repeat}, row {number} of {len(rows)}")
                result.pairs.append(self.pair(result.row, seed))
        progress("")
        return results


def progress(text: str) -> None:
    """One line that is written over, where somebody looks."""
    if sys.stderr.isatty():
        print(f"\r{text:<60}\r", end="", file=sys.stderr, flush=True)


# Environments


def hide(folder: Path) -> None:
    """Makes a folder that git does not see."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ".gitignore").write_text("*\n", encoding="utf-8")


def environment(folder: Path, requirements: tuple[str, ...]) -> Path:
    """The Python of a virtual environment with these packages, made unless it is there."""
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp, wanted = folder / "requirements.txt", "\n".join([sys.version, *requirements])
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != wanted:
        hide(folder.parent)
        print(f"installing {', '.join(requirements)} ...", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", *requirements], check=True)
        stamp.write_text(wanted, encoding="utf-8")
    return python


def build_figures(folder: Path) -> str:
    """Builds a wheel from a copy of the sources, with the build requirements already installed."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    python = environment(folder / "build", ("pip", "wheel", *project["build-system"]["requires"]))
    with tempfile.TemporaryDirectory() as scratch:
        source, wheels = Path(scratch) / "source", Path(scratch) / "wheels"
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info")
        shutil.copytree(REPOSITORY / "src", source / "src", ignore=ignored)
        for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
            shutil.copy(REPOSITORY / name, source)
        command = [str(python), "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-cache-dir"]
        begun = perf_counter()
        subprocess.run([*command, "--wheel-dir", str(wheels), str(source)], check=True)
        seconds = perf_counter() - begun
        [wheel] = wheels.iterdir()
        engine = "interpreted" if wheel.name.endswith("none-any.whl") else "compiled"
        return f"{seconds:.0f} s for a wheel of {megabytes(wheel.stat().st_size)} ({engine} engine)"


# Reporting


def short(number: float) -> str:
    """Three digits that count."""
    for size, unit in ((1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{unit}" if number < 1000 * size else f"{number / size:.0f}{unit}"
    return f"{number:.3g}"


def megabytes(size: float) -> str:
    """A size on disk."""
    return f"{size / 1e6:.1f} MB"


def span(numbers: list[float]) -> str:
    """The least and the most."""
    return f"{short(min(numbers))} - {short(max(numbers))}"


def side_cells(samples: list[Sample]) -> list[str]:
    """Decisions per second with their spread, games per second, decisions per game."""
    return [
        f"{short(middle(samples))} ({span([sample.speed for sample in samples])})",
        short(median(sample.games / sample.seconds for sample in samples)),
        f"{median(sample.decisions / sample.games for sample in samples):.1f}",
    ]


def verdict(result: Result) -> list[str]:
    """The wanted ratio, and whether it is reached; nothing for a row that is there for information."""
    wanted = result.row.wanted
    if wanted is None:
        return []
    return [f"{wanted:g}", "yes" if result.ratio >= wanted else "no"]


HEAD = ["ours", "decisions/s (spread)", "games/s", "decisions/game"]
HEAD += ["peer", "decisions/s (spread)", "games/s", "decisions/game", "ratio (spread)", "wanted", "reached"]


def result_cells(result: Result) -> list[str]:
    """A line of the table."""
    ours, theirs = result.sides
    ratio = f"{short(result.ratio)} ({span(result.ratios)})"
    return [result.row.ours, *side_cells(ours), result.row.peer, *side_cells(theirs), ratio, *verdict(result)]


def table(head: list[str], lines: list[list[str]]) -> str:
    """A table in Markdown, straight enough to be read as it is."""
    widths = [max(len(line[column]) for line in [head, *lines]) for column in range(len(head))]
    rows = [head, ["-" * width for width in widths], *lines]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    )


def results_table(results: list[Result]) -> str:
    """Measured rows."""
    lines = [result_cells(result) for result in results]
    return table(HEAD[: len(lines[0])], lines)


def memory_table(bench: Bench) -> str:
    """What states weigh."""
    lines = []
    for game, players in GAMES.items():
        figures = bench.ours(task="memory", game=game, players=players, seed=1)
        sizes = [f"{figures['state_bytes']:,} bytes", f"{figures['clone_bytes']:,} bytes"]
        lines.append([f"{game.capitalize()}, {players} players", *sizes, f"{figures['clone_us']:.2f} µs"])
    return table(["game", "a new state", "a copy in the middle of a game", "time of that copy"], lines)


def processor() -> str:
    """The CPU by its name."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def machine_list(bench: Bench, ours: dict[str, Any], build: str | None) -> str:
    """Where and with what this was measured."""
    theirs = bench.theirs(task="about")
    versions = ", ".join(f"{name} {version}" for name, version in theirs["versions"].items())
    load = f"; load average {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    options = bench.options
    facts = {
        "Date": f"{datetime.now(UTC):%Y-%m-%d}",
        "Machine": f"{processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}{load}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}; the peers' {theirs['python']}",
        "Ours": f"lumarium {ours['version']}, {'compiled' if ours['compiled'] else 'interpreted'} engine",
        "Peers": versions,
        "Measurement": f"{options.repeat} interleaved repetitions of {options.seconds:g} s CPU time each, on one core",
        "Installed size": f"{megabytes(ours['bytes'])}, {megabytes(ours['binary_bytes'])} of it the compiled engine",
    }
    if build is not None:
        facts["Build time"] = build
    return "\n".join(f"- {name}: {fact}" for name, fact in facts.items())


PAGE = """# Benchmarks

Written by `bench/peers.py`; do not edit. Our games and those of other libraries were measured alternately in one run.

## How to run it

With a Python in which the compiled lumarium is installed:

    python bench/peers.py            # installs the peers into bench/.peers, measures, writes this page
    python bench/peers.py --build    # builds a wheel too, for its time and size

## What was run

{machine}

## How it is measured

- A repetition starts one process of ours and one of theirs right after one another, pinned to the same core; which
  comes first changes every time. Figures are medians, with the least and the most in brackets; the ratio is that of
  the medians, its spread that of the pairs.
- The same kind of loop drives both sides, and the same `random.Random(seed).random()` chooses uniformly among the
  legal actions. Our luck comes from `lumarium.Chance`.
- Decisions with a single legal action are played and not counted, on either side. Beginning and dealing a game are
  within the time.
- Stepped means driven from Python: ours by `legal` and `step`, OpenSpiel by `legal_actions` and `apply_action`,
  without asking it for the end of the game or whose turn it is at every step. `step` checks every action against the
  rules; `apply_action` leaves that to its caller.
- Inside means that the loop runs in the engine: ours by `lumarium.playout` on new games, OpenSpiel by an `MCTSBot` with
  one simulation and a `RandomRolloutEvaluator`, on positions dealt before the clock starts. Such loops do not count;
  the decisions per game come from {counted} games of the same kind stepped from Python.
- `oh_hell` is `{oh_hell}`.
- Games differ: the ratio says how fast the engines are at what they play, not that they do the same work.

## Beside OpenSpiel

{open_spiel}

## Beside other libraries, for information

RLCard and PettingZoo extract an observation at every step, which is part of their interface and of their time. The
empty environment does nothing at all: none that is driven one step at a time by PettingZoo's loop can be faster.

{others}

## Environments

Each is driven as its users do: observation and mask at every step, a random legal action. A step of ours in `batch` is
one of 64 to 256 games, as many as have about a megabyte of observations; in `Gymnasium` it is the learner's decision
with those of the random bots up to its next one, which are not counted. RLCard's `leduc-holdem` is a game of six cards
and three decisions. As everywhere here only decisions with a choice count: those are 36 % of all steps in `uno`, 72 %
in Lumen, and nine of ten or more in most others.

{environments}

## Compiled and interpreted

The same source, playouts inside the engine.

{interpreted}

## Memory and copies

{memory}
"""


def page(bench: Bench, machine: str, counted: int, results: list[Result]) -> str:
    """The whole page."""
    spiel = [result for result in results if result.row.side == "open_spiel"]
    interpreted = [result for result in results if result.row.side == "interpreted"]
    environments = [result for result in results if result.row in ENVIRONMENTS]
    others = [result for result in results if result not in [*spiel, *interpreted, *environments]]
    return PAGE.format(
        machine=machine,
        counted=counted,
        oh_hell=OH_HELL,
        open_spiel=results_table(spiel),
        others=results_table(others),
        environments=results_table(environments),
        interpreted=results_table(interpreted),
        memory=memory_table(bench),
    )


def sections(page: str) -> dict[str, str]:
    """What stands under each heading of a page."""
    parts = [part.partition("\n") for part in f"\n{page}".split("\n## ")[1:]]
    return {title: text for title, _, text in parts}


def with_section(page: str, title: str, text: str) -> str:
    """The page with this section, in its place or at the end."""
    head = f"\n{page}".split("\n## ")[0].removeprefix("\n")
    found = sections(page) | {title: text}
    return "\n".join([head.rstrip("\n"), *(f"\n## {each}\n\n{body.strip()}" for each, body in found.items())]) + "\n"


# The command


def arguments(about: str | None, seconds: float) -> argparse.ArgumentParser:
    """What can be chosen of every measurement beside peers."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=5, help="repetitions of every measurement")
    parser.add_argument("--seconds", type=float, default=seconds, help="CPU time of one measurement")
    parser.add_argument("--python", type=Path, help="a Python that has the peers, instead of installing them")
    parser.add_argument("--cache", type=Path, default=REPOSITORY / "bench" / ".peers", help="where they are installed")
    parser.add_argument("--core", type=int, default=last_core(), help="the core to run on")
    parser.add_argument("--page", type=Path, default=REPOSITORY / "docs" / "benchmarks.md", help="the page to write")
    return parser


def last_core() -> int:
    """The last core that we may use."""
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0


def check_engines(bench: Bench) -> dict[str, Any]:
    """Ours is compiled, and the sources beside it are not; tells about ours."""
    ours = bench.ours(task="about_ours")
    if not ours["compiled"]:
        raise SystemExit("bench/peers.py: this Python has no compiled lumarium; install it where a C compiler is")
    if bench.interpreted(task="about_ours")["compiled"]:
        raise SystemExit("bench/peers.py: src/ holds compiled modules; delete its .so files")
    return ours


def refresh_environments(bench: Bench) -> str:
    """The page with new figures of the environments, and where these come from."""
    old: str = bench.options.page.read_text(encoding="utf-8")
    head, mark, rest = old.partition("## Environments\n")
    _, after, tail = rest.partition("## Compiled and interpreted\n")
    section = PAGE.partition(mark)[2].partition(after)[0]
    load = f", load average {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    table = results_table(bench.rounds(ENVIRONMENTS))
    note = f"Measured on {datetime.now(UTC):%Y-%m-%d}, {bench.options.repeat} x {bench.options.seconds:g} s{load}."
    return head + mark + section.format(environments=f"{note}\n\n{table}") + after + tail


def main() -> None:
    parser = arguments(__doc__, seconds=1.0)
    parser.add_argument("--build", action="store_true", help="also build a wheel and time that")
    parser.add_argument("--environments", action="store_true", help="measure the environments only")
    options = parser.parse_args()
    bench = Bench(options, options.python or environment(options.cache / "peers", PINS))
    ours = check_engines(bench)
    if options.environments:
        text = refresh_environments(bench)
        options.page.write_text(text, encoding="utf-8")
        print(text[text.index("## Environments") : text.index("## Compiled and")])
        return
    machine = machine_list(bench, ours, build_figures(options.cache) if options.build else None)
    text = page(bench, machine, ours["counted_games"], bench.rounds(PEERS + ENVIRONMENTS + INTERPRETED))
    # What other commands wrote stays.
    old = options.page.read_text(encoding="utf-8") if options.page.is_file() else ""
    written = text
    for title, section in sections(old).items():
        if title not in sections(text):
            written = with_section(written, title, section)
    options.page.write_text(written, encoding="utf-8")
    print(text[text.index("## What was run") :])


if __name__ == "__main__":
    main()
