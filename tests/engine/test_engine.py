"""One source, two ways to run it: they play the same games, and the package builds without a compiler."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import lumarium

ROOT = Path(__file__).parents[2]

CHECKSUM = """
import sys
from hashlib import sha256
import lumarium
from lumarium.conformance.case import cases, everything

for case in cases(sys.argv[1]):
    check = sha256()
    for seed in range(int(sys.argv[2])):
        for state, _ in case.walk(seed):
            check.update(repr((state.legal(), state.scores, state.ranking, state.census())).encode())
            for view in everything(state):
                check.update(view)
    print(case, check.hexdigest())
print(lumarium.compiled)
"""


WRONG_CALLS = Path(__file__).parent / "wrong_calls.py"
NO_COMPILER = "the engine is not compiled: install a C compiler (Debian: apt install gcc) and run ./test again"


def checksums(game: str, seeds: int, **environment: str) -> list[str]:
    return printed("-c", CHECKSUM, game, str(seeds), **environment)


def printed(*program: str, **environment: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, *program],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.skipif(shutil.which("cc") is None or bool(os.environ.get("LUMARIUM_PURE")), reason=NO_COMPILER)
def test_where_there_is_a_compiler_the_engine_is_compiled() -> None:
    """Without a word the package would run interpreted, and every test of the compiled engine be skipped."""
    assert lumarium.compiled


@pytest.mark.parametrize("game", lumarium.games())
def test_compiled_and_interpreted_play_the_same(game: str, long: bool) -> None:
    """Move by move, over every player count and preset."""
    if not lumarium.compiled:
        pytest.skip(NO_COMPILER)
    seeds = 10 if long else 1
    interpreted = checksums(game, seeds, PYTHONPATH=str(ROOT / "src"))
    compiled = checksums(game, seeds)
    assert (interpreted.pop(), compiled.pop()) == ("False", "True")
    assert interpreted == compiled


def answers(**environment: str) -> list[str]:
    return printed(str(WRONG_CALLS), PYTHONUTF8="1", **environment)


@pytest.fixture(scope="module")
def interpreted_answers() -> list[str]:
    return answers(PYTHONPATH=str(ROOT / "src"))


def test_wrong_calls_get_errors_of_our_own(interpreted_answers: list[str]) -> None:
    """None is taken, none gets an error of Python's but for the engine's own verb, and nothing changes."""
    assert len(interpreted_answers) > 3000
    for line in interpreted_answers:
        assert "ANSWERS" not in line
        assert "DIFFERS" not in line
        assert "unchanged: False" not in line
        assert "BARE" not in line or line.startswith("pick(")


def test_both_engines_answer_wrong_calls_alike(interpreted_answers: list[str]) -> None:
    if not lumarium.compiled:
        pytest.skip(NO_COMPILER)
    compiled = answers()
    assert (interpreted_answers[-1], compiled[-1]) == ("False", "True")
    assert interpreted_answers[:-1] == compiled[:-1]


def copy_source(folder: Path) -> None:
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))


def build(folder: Path, **environment: str) -> tuple[Path, str]:
    """A wheel built from a copy of the source; and what the build said."""
    copy_source(folder)
    command = [sys.executable, "-m", "pip", "wheel", "-v", "--no-deps", "--no-build-isolation", "--no-index", "."]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel, done.stdout + done.stderr


def is_compiled(wheel: Path) -> bool:
    return any("__mypyc" in name or name.endswith(".so") for name in zipfile.ZipFile(wheel).namelist())


def test_without_a_compiler_the_package_builds_and_says_so(tmp_path: Path) -> None:
    wheel, said = build(tmp_path, CC=str(tmp_path / "no-such-compiler"))
    assert not is_compiled(wheel)
    assert said.count("lumarium: the engine could not be compiled and runs interpreted") == 1


def test_without_a_compiler_in_the_path(tmp_path: Path) -> None:
    wheel, _ = build(tmp_path, PATH=str(Path(sys.executable).parent))
    assert not is_compiled(wheel)


def test_with_a_compiler_that_fails_the_package_builds_and_says_so(tmp_path: Path, long: bool) -> None:
    if not long:
        pytest.skip("it takes a minute until the compiler is asked: run ./test --long")
    wheel, said = build(tmp_path, CC="false")
    assert not is_compiled(wheel)
    assert said.count("lumarium: the engine could not be compiled and runs interpreted") == 1


def test_a_pure_build_on_request(tmp_path: Path) -> None:
    wheel, said = build(tmp_path, LUMARIUM_PURE="1")
    assert not is_compiled(wheel)
    assert "could not be compiled" not in said


@pytest.mark.parametrize("asked", ["get_requires_for_build_wheel", "prepare_metadata_for_build_wheel"])
def test_who_only_asks_about_the_package_waits_for_no_translation(tmp_path: Path, asked: str) -> None:
    copy_source(tmp_path)
    ask = f"from setuptools import build_meta; print(build_meta.{asked}({'' if 'requires' in asked else repr('.')}))"
    subprocess.run([sys.executable, "-c", ask], cwd=tmp_path, capture_output=True, check=True)
    assert (tmp_path / "src/lumarium.egg-info").is_dir() or list(tmp_path.glob("*.dist-info"))
    assert not (tmp_path / "build").exists()  # mypyc writes its C there
