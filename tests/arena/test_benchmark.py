"""A measure that is the same for everybody, and results that can be checked."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import msgspec
import pytest

from bench import leaderboard
from lumarium import BadOptions, Chance
from lumarium.arena import benchmark as arena
from lumarium.arena.benchmark import Standing, benchmark, check
from lumarium.arena.players import guests
from lumarium.arena.single import OnFailure, Table
from lumarium.kernel import registry
from tests.cli.conftest import Command
from tests.cli.terminal import run

BOT = """
class Last:
    def choose(self, view, legal, chance):
        return legal[chance.pick(len(legal))]
"""


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Standing]:
    """A bot of one's own in the small guest game, in one round, with all records."""
    folder = tmp_path_factory.mktemp("benchmark")
    (folder / "mine.py").write_text(BOT)
    standing = benchmark("moths", f"{folder / 'mine.py'}:Last", 1, records=folder / "records")
    return folder, standing


def test_the_same_bot_gives_the_same_bytes(measured: tuple[Path, Standing]) -> None:
    _, standing = measured
    again = benchmark("moths", standing.bot, 1, jobs=2)
    assert msgspec.json.encode(again) == msgspec.json.encode(standing)
    assert [row.opponent for row in standing.rows[:3]] == list(arena.OPPONENTS)
    for row in standing.rows:
        assert row.games % row.players == 0
        assert row.share == pytest.approx(row.wins / row.games)


def test_a_bot_can_be_measured_against_its_like() -> None:
    (row, *_) = benchmark("moths", "random", 2, timed=True).rows
    assert abs(row.share - row.fair) < 0.5


def test_records_prove_a_result(measured: tuple[Path, Standing]) -> None:
    folder, standing = measured
    (folder / "mine.json").write_bytes(msgspec.json.encode(standing))
    (folder / "mine.py").rename(folder / "away.py")  # whoever checks has not got the bot
    call = ("benchmark", "moths", "--check", str(folder / "mine.json"), "--records", str(folder / "records"))
    try:
        done = run(*call)
        assert done.returncode == 0, done.stderr
        assert "ok" in done.stdout
    finally:
        (folder / "away.py").rename(folder / "mine.py")


def test_a_forged_result_is_found(measured: tuple[Path, Standing], tmp_path: Path) -> None:
    folder, standing = measured
    better = msgspec.structs.replace(standing.rows[0], wins=standing.rows[0].games, share=1.0)
    said = rf"another result than this one: rows\[0\].wins is {standing.rows[0].wins}, not {better.wins}"
    with pytest.raises(BadOptions, match=said):
        check(msgspec.structs.replace(standing, rows=[better, *standing.rows[1:]]), folder / "records")
    with pytest.raises(BadOptions, match="bots, options or luck are others"):
        check(msgspec.structs.replace(standing, bot="other.py:Bot"), folder / "records")
    # A record by the rules, under the right names and on the right luck; but the opponents played otherwise.
    forged = tmp_path / "records"
    shutil.copytree(folder / "records", forged)
    game = registry.game("moths")
    task = arena._task(game, standing.bot, 1, OnFailure(), (), True)
    luck = Chance(task.seed).fork(task.luck(0))
    played = Table(game, task.seats(0), task.options, OnFailure()).play(0, "another", luck, True)
    min(forged.iterdir()).write_bytes(played.record or b"")
    with pytest.raises(BadOptions, match="did not happen like this"):
        check(standing, forged)
    assert not [name for name in guests if name.endswith(arena.CANDIDATE)]


def test_the_command_prints_a_table_or_json() -> None:
    call = ("benchmark", "moths", "--bot", "random", "--rounds", "1", "--jobs", "1")
    shown, data = run(*call), run(*call, "--json")
    assert shown.returncode == data.returncode == 0, shown.stderr + data.stderr
    assert "medium" in shown.stdout
    assert json.loads(data.stdout)["benchmark"] == arena.VERSION
    for wrong, words in ((("benchmark", "moths"), "--bot"), (("benchmark", "moths", "--check", "x.json"), "--records")):
        refused = run(*wrong)
        assert refused.returncode == 2
        assert words in refused.stderr


def test_a_result_is_checked_as_one_of_the_game_that_was_named(
    measured: tuple[Path, Standing], command: Command, tmp_path: Path
) -> None:
    folder, standing = measured
    (tmp_path / "mine.json").write_bytes(msgspec.json.encode(standing))
    for file, words in (
        ("mine.json", "mine.json is a result of moths, not of lumen"),
        ("none.json", "none.json: No such file or directory"),
    ):
        refused = command("benchmark", "lumen", "--check", file, "--records", str(folder / "records"))
        assert (refused.code, refused.err) == (2, f"lumarium: {words}\n")


def test_one_round_tells_nothing_of_its_error(measured: tuple[Path, Standing]) -> None:
    game = registry.game("moths")
    for row in measured[1].rows:
        assert (row.share_error is None) == (row.lead_error is None) == (row.players == game.players[-1])


def test_what_the_fallback_decided_is_told(command: Command, lost: str) -> None:
    call = ("benchmark", "moths", "--bot", lost, "--rounds", "1", "--jobs", "1", "--fallback", "random")
    done = command(*call, "--json")
    failures = json.loads(done.out)["failures"]
    assert failures > 10
    assert done.err == f"lumarium: bots failed to make {failures} decisions; the fallback made them\n"


@pytest.mark.usefixtures("stopped")
def test_who_stops_it_gets_no_result(command: Command) -> None:
    done = command("benchmark", "moths", "--bot", "random", "--rounds", "1", "--jobs", "1")
    assert (done.code, done.out) == (130, "")
    assert re.fullmatch(r"lumarium: stopped early: 1 of \d+ games were played\n", done.err)


def test_the_leaderboard_is_made_from_its_files() -> None:
    files = sorted(leaderboard.RESULTS.glob("*.json"))
    assert leaderboard.PAGE.read_text(encoding="utf-8") == leaderboard.page(files)
