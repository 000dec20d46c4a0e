"""Options and fixtures that all tests share."""

from __future__ import annotations

import os

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests at the counts that the issues name")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Many tests wait for a server or a browser, so one more runs at a time than there are cores."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Is this the long run?"""
    return bool(request.config.getoption("--long"))
