"""Tournaments: the same luck for each side, the same result for any number of jobs, ratings that go by strength."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
from pathlib import Path

import msgspec
import pytest

from lumarium import BadOptions, Chance, UnknownBot
from lumarium.arena.rating import interval, ratings
from lumarium.arena.single import OnFailure
from lumarium.arena.tournament import Pairing, Task, Tournament, tournament
from lumarium.cli.tournament import show
from tests.cli.terminal import PATIENCE, environment, lumarium_command, run

TOURNAMENT = ("tournament", "luminos", "--bots", "random,easy", "--players", "2,3", "--seed", "7")


def task(players: int, each: int = 12) -> Task:
    pairings = (Pairing(players, "b", "a"), Pairing(players, "c", "a"))
    return Task("luminos", pairings, each, "luck", {}, OnFailure())


def test_a_rotation_shares_its_luck_and_takes_every_seat() -> None:
    given = task(3)
    seats = [given.seats(number) for number in range(24)]
    lucks = [Chance(given.seed).fork(given.luck(number)) for number in range(24)]
    alone = [[place for place, name in enumerate(each) if name != "a"] for each in seats]
    assert alone == [[0], [1], [2]] * 8
    assert {name for each in seats[:12] for name in each} == {"a", "b"}
    picks = [[luck.pick(1000) for _ in range(5)] for luck in lucks]
    assert picks[0] == picks[1] == picks[2] == picks[12]
    assert picks[0] != picks[3]


def test_jobs_do_not_change_a_byte() -> None:
    one, two = (run(*TOURNAMENT, "--games", "6", "--json", "--jobs", jobs) for jobs in "12")
    assert one.returncode == 0, one.stderr
    assert one.stdout == two.stdout
    assert one.stderr == two.stderr == ""
    result = msgspec.json.decode(one.stdout, type=Tournament)
    assert (result.games, result.complete) == (12, True)


def test_the_stronger_bot_is_found() -> None:
    result = tournament("luminos", ["random", "easy"], 24, [2], seed="who")
    (duel,) = result.duels
    assert (duel.alone.bot, duel.others.bot, duel.fair, duel.games) == ("easy", "random", 0.5, 24)
    assert duel.low > duel.fair
    assert duel.verdict == 1
    assert duel.alone.points > duel.others.points
    assert duel.alone.place < duel.others.place
    assert [rating.bot for rating in result.ratings] == ["easy", "random"]


def test_equal_bots_are_not_told_apart(tmp_path: Path) -> None:
    (tmp_path / "twin.py").write_text(
        "class Twin:\n    def choose(self, view, legal, chance):\n        return chance.choice(legal)\n"
    )
    result = tournament("luminos", ["random", f"{tmp_path / 'twin.py'}:Twin"], 40, [2], seed=2)
    assert result.duels[0].verdict == 0


def test_the_interval_is_wilson_s() -> None:
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert interval(100, 100) == pytest.approx((0.9630, 1.0), abs=1e-4)
    assert all(interval(wins, wins)[1] == 1.0 and interval(0, wins)[0] == 0.0 for wins in range(1, 200))
    low, high = interval(0, 20)
    assert (low, round(high, 4)) == (0.0, 0.1611)


def test_ratings_go_by_places() -> None:
    rated = ratings(["a", "b", "c"], [(("a", "b", "c"), (1, 2, 3)), (("c", "a", "b"), (2, 1, 1))] * 20)
    assert [rating.bot for rating in rated] == ["a", "b", "c"]
    assert all(rating.sigma < 25 / 3 for rating in rated)
    assert ratings(["a"], [])[0].mu == 25


def test_bad_calls() -> None:
    with pytest.raises(BadOptions, match="at least two different bots"):
        tournament("luminos", ["random"], 2)
    with pytest.raises(BadOptions, match="at least two different bots"):
        tournament("luminos", ["random", "random"], 2)
    with pytest.raises(UnknownBot, match="did you mean “medium”"):
        tournament("luminos", ["random", "medum"], 2)
    with pytest.raises(BadOptions, match="2 to 4"):
        tournament("luminos", ["random", "easy"], 2, [5])


def test_ctrl_c_gives_what_there_is(tmp_path: Path) -> None:
    (tmp_path / "telling.py").write_text(
        "class Telling:\n    def choose(self, view, legal, chance):\n"
        "        with open('told', 'ab') as file:\n            file.write(b'.')\n        return legal[0]\n"
    )
    call = (
        "tournament",
        "luminos",
        "--bots",
        "random,telling.py:Telling",
        "--games",
        "100000",
        "--json",
        "--jobs",
        "1",
    )
    process = subprocess.Popen(
        lumarium_command(*call),
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    told, deadline = tmp_path / "told", time.monotonic() + PATIENCE
    while not told.exists() or told.stat().st_size < 1000:  # no game has so many decisions
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    result = json.loads(out)
    assert 0 < result["games"] < result["asked"]
    assert "stopped early" in err


def test_no_figure_of_the_table_is_cut_whatever_the_bots_are_called(tmp_path: Path) -> None:
    (tmp_path / "a_bot_with_a_long_name.py").write_text(
        "class FirstOne:\n    def choose(self, view, legal, chance):\n        return legal[0]\n"
    )
    bots = "strong@20n,a_bot_with_a_long_name.py:FirstOne"
    for lang in ("en", "de"):
        call = ("tournament", "nomads", "--bots", bots, "--games", "5", "--seed", "1", "--lang", lang)
        done = run(*call, cwd=tmp_path, COLUMNS="80")
        assert done.returncode == 0, done.stderr
        assert max(map(len, done.stdout.splitlines())) <= 80
        assert "…" not in done.stdout
        rows = [line for line in done.stdout.splitlines() if re.search(r" [-+=] \d+ % +\d+-\d+ +(50|20) ", line)]
        assert len(rows) == 2
        assert all(re.search(r" -?\d+\.\d:-?\d+\.\d +\d\.\d:\d\.\d *$", row) for row in rows)
        assert {"en": "+ surely stronger", "de": "+ sicher stärker"}[lang] in done.stdout


def test_a_pairing_without_games_shows_no_share(capsys: pytest.CaptureFixture[str]) -> None:
    result = tournament("luminos", ["random", "easy"], 2, [2], seed=1)
    none = msgspec.structs.replace(result.duels[0], games=0, wins=0.0, share=0.0)
    show(msgspec.structs.replace(result, duels=[*result.duels, none]), 1.0, json=False)
    shown = [line.split() for line in capsys.readouterr().out.splitlines() if line.strip().startswith("easy  random")]
    assert shown[0][:4] == ["easy", "random", "2", "2"]
    assert len(shown[0]) > 4
    assert shown[1] == ["easy", "random", "2", "0"]


def test_the_table_fits_a_terminal_and_the_picture_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "result.png"
    done = run(*TOURNAMENT, "--games", "3", "--plot", str(picture))
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "easy" in done.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert run(*TOURNAMENT, "--games", "3", "--plot", str(tmp_path / "none" / "a.png")).returncode == 2
