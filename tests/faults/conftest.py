"""A server whose log is read when a module is done with it: it made no mistake and told no secret."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.conftest import UNHURRIED
from tests.server.harness import Server


class Hasty(Server):
    """The real server with less patience."""

    program = (str(Path(__file__).with_name("hasty.py")),)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Hasty(tmp_path_factory.mktemp("server") / "data", *UNHURRIED) as running:
        yield running
        assert running.process is not None
        assert running.process.poll() is None
    running.check_log()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    with Hasty(tmp_path / "data", *UNHURRIED) as running:
        yield running
    running.check_log()
