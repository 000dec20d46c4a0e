"""Simulations: the same for any number of jobs, with records that verify, and whole when stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import msgspec
import pytest

from lumarium import BadOptions, Record, UnknownBot, UnknownGame
from lumarium.arena.simulate import Result, simulate
from tests.cli.terminal import PATIENCE, Terminal, environment, lumarium_command, run

SIMULATE = ("simulate", "luminos", "--seats", "random,random", "--seed", "7")


def test_jobs_do_not_change_a_byte(long: bool) -> None:
    games = "2000" if long else "60"
    one, two, three = (run(*SIMULATE, "--games", games, "--json", "--jobs", jobs) for jobs in "123")
    assert one.returncode == 0
    assert one.stderr == two.stderr == three.stderr == ""
    assert one.stdout == two.stdout == three.stdout
    assert json.loads(one.stdout)["games"] == int(games)


def test_the_result_adds_up(long: bool) -> None:
    games = 1000 if long else 40
    result = simulate("luminos", ["random", "random", "random"], games, seed="adds up")
    assert result.games == result.asked == games
    assert result.complete
    assert sum(seat.wins for seat in result.results) == pytest.approx(games)
    assert all(sum(seat.places) == games for seat in result.results)
    assert sum(result.endings.values()) == games
    assert result.decisions.min <= result.decisions.mean <= result.decisions.max
    assert msgspec.json.decode(msgspec.json.encode(result), type=Result) == result


def test_a_game_depends_on_its_number_alone(tmp_path: Path) -> None:
    simulate("luminos", ["random", "random"], 3, seed=5, records=tmp_path / "few")
    simulate("luminos", ["random", "random"], 5, seed=5, records=tmp_path / "more", jobs=2)
    few, more = ([path.read_bytes() for path in sorted((tmp_path / name).iterdir())] for name in ("few", "more"))
    assert few == more[:3]
    assert len(set(more)) == 5


def test_records_verify_and_tell_the_result(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "records"
    result = simulate("luminos", ["random", "random"], 12, seed=3, options={"tiles": "C"}, records=folder)
    files = sorted(folder.iterdir())
    assert [files[0].name, files[-1].name] == ["luminos-00.jsonl", "luminos-11.jsonl"]
    records = [Record.load(path) for path in files]
    for record in records:
        assert record.replay().over
        assert record.header.names == ("random", "random")
        assert record.header.options == {"tiles": "C"}
    for seat in (0, 1):
        assert result.results[seat].mean == pytest.approx(sum(record.end.scores[seat] for record in records) / 12)
    assert run("verify", *map(str, files)).returncode == 0


def test_without_a_seed_one_is_drawn_and_told() -> None:
    first = json.loads(run("simulate", "luminos", "--seats", "random,random", "--games", "2", "--json").stdout)
    again = run(
        "simulate", "luminos", "--seats", "random,random", "--games", "2", "--json", "--seed", str(first["seed"])
    )
    assert json.loads(again.stdout) == first
    assert "Seed: " in run("simulate", "luminos", "--seats", "random,random", "--games", "1").stdout


@pytest.mark.parametrize(
    ("jobs", "request_to_stop"), [("1", signal.SIGINT), ("2", signal.SIGINT), ("2", signal.SIGTERM)]
)
def test_ctrl_c_gives_what_there_is(tmp_path: Path, jobs: str, request_to_stop: signal.Signals) -> None:
    folder = tmp_path / "records"
    call = [*SIMULATE, "--games", "1000000", "--json", "--jobs", jobs, "--records", str(folder)]
    must_stop_on_ctrl_c(call, folder, request_to_stop)


def must_stop_on_ctrl_c(call: list[str], folder: Path, request_to_stop: signal.Signals = signal.SIGINT) -> None:
    """Of a million games, whose records go into the folder."""
    process = subprocess.Popen(
        lumarium_command(*call),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        _wait_for_records(folder, 5)
        # The whole group, as a terminal does it: the worker processes get the signal too.
        os.killpg(process.pid, request_to_stop)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    result = json.loads(out)
    assert process.returncode == 130
    assert 0 < result["games"] < result["asked"] == 1_000_000
    assert err.splitlines() == [f"lumarium: stopped early: {result['games']} of 1000000 games were played"]
    files = sorted(folder.iterdir())
    assert len(files) == result["games"]
    assert all(Record.load(path).end.over for path in files)


def test_ctrl_c_while_the_workers_start() -> None:
    command = lumarium_command(*SIMULATE, "--games", "100000", "--json", "--jobs", "2")
    for children, delay in ((1, 0.0), (2, 0.0), (2, 0.1), (3, 0.1)):
        process = subprocess.Popen(
            command,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            # The interrupt shall come at different moments of the start, however long that takes here.
            while _children(process.pid) < children:
                assert process.poll() is None
                time.sleep(0.005)
            time.sleep(delay)
            _signal_group(process.pid)
            _, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
        assert process.returncode in (130, -signal.SIGINT)
        assert "spawn" not in err  # no worker's traceback


def _children(process: int) -> int:
    listed = subprocess.run(["ps", "-A", "-o", "ppid="], capture_output=True, text=True, check=True)
    return listed.stdout.split().count(str(process))


def test_workers_do_not_outlive_a_killed_parent(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    # Fifty games in a row, which take minutes.
    slow = ("simulate", "lumicora", "--seats", "medium,medium", "--games", "1000", "--jobs", "2")
    command = lumarium_command(*slow, "--records", str(folder))
    process = subprocess.Popen(
        command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    _wait_for_records(folder, 1)
    process.kill()
    process.wait(PATIENCE)
    deadline = time.monotonic() + PATIENCE
    while _group_lives(process.pid):
        assert time.monotonic() < deadline, "the workers play on for nobody"
        time.sleep(0.1)


def test_a_terminal_shows_progress_and_stops_on_ctrl_c(tmp_path: Path) -> None:
    with Terminal(*SIMULATE, "--games", "1000000", cwd=tmp_path) as terminal:
        terminal.expect("/1000000")
        terminal.press(b"\x03")
        terminal.expect("games of luminos")
        terminal.expect("stopped early")
        assert terminal.end() == 130


def test_bad_calls_raise_the_library_s_errors(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame):
        simulate("chess", ["random"], 1)
    with pytest.raises(BadOptions):
        simulate("luminos", ["random"], 1)
    with pytest.raises(UnknownBot):
        simulate("luminos", ["random", "human"], 1)
    with pytest.raises(BadOptions):
        simulate("luminos", ["random", "random"], 1, options={"tile": "A"}, records=tmp_path / "none")
    assert list(tmp_path.iterdir()) == []


def _wait_for_records(folder: Path, number: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if folder.is_dir() and len(list(folder.iterdir())) >= number:
            return
        time.sleep(0.05)
    raise AssertionError("no games were played")


def _signal_group(group: int) -> None:
    os.killpg(group, signal.SIGINT)


def _group_lives(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
