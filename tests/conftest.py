"""Options and fixtures that all tests share."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests at the counts that the issues name")


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Is this the long run?"""
    return bool(request.config.getoption("--long"))
