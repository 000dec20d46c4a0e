"""A server for the tests of a module, and one for a test alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.harness import Server

UNHURRIED = (
    *("--requests-per-second", "1000", "--messages-per-second", "200"),
    *("--tables-per-address", "0", "--tables-per-day", "0", "--connections-per-address", "1000"),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server") / "data", *UNHURRIED) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "data", *UNHURRIED) as running:
        yield running
