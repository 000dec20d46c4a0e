"""The built wheel, installed into an empty folder, plays and shows the rules: nothing hangs on the source tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKED = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "src")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    for name in PACKED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        else:
            shutil.copy(source, folder / name)
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", "dist", "."]
    pure = {**os.environ, "LUMARIUM_PURE": "1"}
    done = subprocess.run(build, cwd=folder, env=pure, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = (folder / "dist").glob("*.whl")
    return built


def test_everything_that_is_not_code_is_in_the_wheel(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    source = ROOT / "src"
    data = [path for path in source.rglob("*") if path.suffix in (".jsonl", ".md", ".svg", ".toml", ".typed")]
    data += [path for path in (source / "lumarium" / "web").rglob("*") if path.is_file()]
    assert data
    assert {str(path.relative_to(source)) for path in data} <= packed


def test_the_wheel_plays_in_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    installed, empty = tmp_path / "installed", tmp_path / "empty"
    empty.mkdir()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(installed)
    for arguments, expected in (
        (["games"], "luminos"),
        (["rules", "luminos", "--lang", "de"], "Plättchen"),
        (["simulate", "luminos", "--seats", "random,random", "--games", "3", "--seed", "1", "--json"], '"games"'),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "lumarium", *arguments],
            cwd=empty,
            env={**os.environ, "PYTHONPATH": str(installed)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert expected in done.stdout


def test_the_wheel_installs_into_an_empty_environment(wheel: Path, tmp_path: Path, long: bool) -> None:
    if not long:
        pytest.skip("needs the network and a minute: run ./test --long")
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    constraints = str(ROOT / "constraints.txt")
    subprocess.run([python, "-m", "pip", "install", "-q", "-c", constraints, str(wheel)], cwd=tmp_path, check=True)
    games = [python, "-m", "lumarium", "games"]
    shown = subprocess.run(games, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "luminos" in shown.stdout
