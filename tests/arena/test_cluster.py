"""A real Ray cluster of two nodes: the same bytes as one machine, though a node dies in the middle.

One test, because starting the cluster takes longer than what is played on it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest

import lumarium
from lumarium import BotFailed, LumariumError
from lumarium.arena.simulate import simulate
from lumarium.arena.single import OnFailure
from lumarium.arena.tournament import tournament
from tests.arena.test_failures import BOTS
from tests.arena.test_simulate import must_stop_on_ctrl_c
from tests.cli.terminal import run

pytestmark = pytest.mark.filterwarnings("ignore")  # of Ray's own code

NODE = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": 80 * 2**20}


class Two:
    """Two nodes, of which one can be killed; they know nothing of the games and files here."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        self._cluster: Any = Cluster(initialize_head=True, head_node_args=NODE)
        self._node = self._cluster.add_node(**NODE)
        self.address: str = self._cluster.address

    def kill(self) -> None:
        """As a machine that loses its power."""
        self._cluster.remove_node(self._node, allow_graceful=False)

    def close(self) -> None:
        self._cluster.shutdown()


@contextmanager
def two_nodes(monkeypatch: pytest.MonkeyPatch, long: bool) -> Iterator[Two]:
    if find_spec("ray") is None and not long:
        pytest.skip('no Ray: .venv/bin/pip install -c constraints.txt ".[ray]"')
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    guests = os.environ.pop("LUMARIUM_GAMES")
    cluster = Two()
    os.environ["LUMARIUM_GAMES"] = guests
    try:
        yield cluster
    finally:
        cluster.close()


@contextmanager
def connected(address: str) -> Iterator[None]:
    """One connection for several calls: the workers of the nodes stay warm."""
    import ray

    ray.init(address, log_to_driver=False, logging_level="ERROR")
    try:
        yield
    finally:
        ray.shutdown()


def test_a_cluster_of_two_nodes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, long: bool) -> None:
    with two_nodes(monkeypatch, long) as nodes:
        monkeypatch.chdir(tmp_path)
        Path("mybots.py").write_text(BOTS, encoding="utf-8")
        with connected(nodes.address):
            every_game_is_the_same(nodes.address, 200 if long else 8)
            bots_that_fail_are_named(nodes.address)
            files_that_a_node_cannot_load_are_refused(nodes.address)
        the_command_prints_nothing_else(nodes.address)
        if long:
            ctrl_c_gives_what_there_is(nodes.address)
        with connected(nodes.address):
            a_node_may_die(nodes, 2000 if long else 120)


def every_game_is_the_same(address: str, games: int) -> None:
    """One process, two, and the cluster: result, records and table. The guest game and a bot from a file travel."""
    for name in lumarium.games():
        seats = ["random", "easy", "mybots.py:Sane", "random"][: lumarium.game(name).players[0]]
        found = []
        for number, place in enumerate(({"jobs": 1}, {"jobs": 2}, {"cluster": address})):
            folder, table = Path(f"{name}-{number}"), Path(f"{name}-{number}.csv")
            result = simulate(name, seats, games, seed=7, records=folder, table=table, **place)  # type: ignore[arg-type]
            files = [path.read_bytes() for path in sorted(folder.iterdir())]
            found.append((msgspec.json.encode(result), table.read_bytes(), *files))
        assert len(found[0]) == 2 + games
        assert found[0] == found[1] == found[2], name
    here, there = (
        tournament("luminos", ["random", "mybots.py:Sane"], 4, [2, 3], 1, cluster=at) for at in (None, address)
    )
    assert here == there


def bots_that_fail_are_named(address: str) -> None:
    for name in ("Raises", "Loops", "Dies"):
        said = []
        for place in ({"jobs": 2}, {"cluster": address}):
            with pytest.raises(BotFailed) as caught:
                simulate("luminos", ["random", f"mybots.py:{name}"], 6, 1, on_failure=OnFailure(0.3), **place)
            said.append((caught.value.describe("de"), caught.value.seat))
        assert said[0] == said[1]
        assert said[0][0].startswith("Spiel 1, Entscheidung ")
    fallback = OnFailure(fallback="random")
    here, there = (
        simulate("luminos", ["random", "mybots.py:Raises"], 3, 1, on_failure=fallback, cluster=at)
        for at in (None, address)
    )
    assert here == there
    assert here.failures


def files_that_a_node_cannot_load_are_refused(address: str) -> None:
    Path("needy.py").write_text("from pathlib import Path\nWEIGHTS = Path('weights').read_text()\n" + BOTS)
    Path("weights").write_text("1 2 3")
    assert simulate("luminos", ["random", "needy.py:Sane"], 1, 1).games == 1
    with pytest.raises(
        LumariumError,
        match=r"the node .* cannot play: needy.py cannot be loaded .FileNotFoundError.*weights.*; .* travels alone",
    ):
        simulate("luminos", ["random", "needy.py:Sane"], 1, 1, cluster=address)


def the_command_prints_nothing_else(address: str) -> None:
    call = ("simulate", "moths", "--seats", "random,mybots.py:Sane", "--games", "5", "--seed", "1", "--json")
    here, there = run(*call, "--jobs", "1"), run(*call, "--cluster", address)
    assert (there.stdout, there.stderr, there.returncode) == (here.stdout, "", 0)
    refused = run(*call, "--cluster", "127.0.0.1:1")
    assert refused.returncode == 2
    assert refused.stderr.startswith("lumarium: there is no Ray cluster at 127.0.0.1:1 (")


def ctrl_c_gives_what_there_is(address: str) -> None:
    call = ["simulate", "lumen", "--seats", "easy,easy,easy", "--games", "1000000", "--records", "stopped", "--json"]
    must_stop_on_ctrl_c([*call, "--cluster", address], Path("stopped"))


def a_node_may_die(nodes: Two, games: int) -> None:
    """What it had is played again by the other one."""
    seen: list[int] = []

    def watch(done: int, total: int, alive: int) -> None:
        if not seen or (done > total // 3 and len(seen) == 1):
            seen.append(alive)
        if len(seen) == 2:
            seen.append(0)
            nodes.kill()

    seats = ("easy", "medium", "random")
    result = simulate("lumen", seats, games, seed="storm", progress=watch, cluster=nodes.address)
    assert seen == [2, 2, 0]
    assert msgspec.json.encode(result) == msgspec.json.encode(simulate("lumen", seats, games, seed="storm", jobs=2))
