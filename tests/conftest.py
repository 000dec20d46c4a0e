"""Options and fixtures that all tests share.

A small game in a folder of its own is a guest in every run: whatever loops over the games of the registry plays it too,
so that no test can ask of a game what other people's games need not have.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.house import DATABASE

GUESTS = str(Path(__file__).parent / "guest" / "games")

# Before any test module asks which games there are; programs that tests start inherit it.
_folders = os.environ.get("LUMARIUM_GAMES", "").split(os.pathsep)
os.environ["LUMARIUM_GAMES"] = os.pathsep.join([GUESTS, *(folder for folder in _folders if folder not in ("", GUESTS))])


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database", choices=("sqlite", "postgres"), default="sqlite", help="where servers keep tables")
    parser.addoption("--long", action="store_true", help="run the tests at the counts that the issues name")


def pytest_configure(config: pytest.Config) -> None:
    os.environ[DATABASE] = config.getoption("--database")


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Is this the long run?"""
    return bool(request.config.getoption("--long"))
