"""Games played on a Ray cluster, wherever its nodes are.

Ray finds the nodes, sends them parts and brings back what came of them. A node that dies costs the parts that it had:
they are played again elsewhere.
"""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from importlib.util import find_spec
from socket import create_connection
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from lumarium.kernel import registry
from lumarium.kernel.errors import BotFailed, LumariumError, UnknownBot
from lumarium.kernel.message import Message

from .luggage import Luggage, pack, unpack
from .processes import PATIENCE, Processes
from .spreading import Part, Task, play_part

SLICE = 1.0
"""Seconds after which a part comes back: its way is longer than on one machine."""
AHEAD = 2
"""So many parts more than there are processors are under way: nobody waits, and whoever scales the cluster sees it."""
LOOK = 1.0
"""Seconds between two looks at who is there."""
NAMES = ("auto", "local")
"""Addresses that mean something to Ray without a machine in them."""
REACH = 10.0
"""Seconds in which a machine has to answer."""
MOST_LOSSES = 5
"""How often a part may get lost before it is given up."""


class Cluster:
    """All nodes of a cluster, also those that come later."""

    slice = SLICE

    def __init__(self, task: Task, address: str) -> None:
        if find_spec("ray") is None:
            raise LumariumError(Message("kernel", "cluster.no_ray"))
        import ray

        self._ray = ray
        self._guest = ray.is_initialized()  # somebody else's connection stays open
        if not self._guest:
            _connect(address)
        self._task = task
        self._luggage = ray.put(pack(registry.game(task.game), task.bots))
        self._play = ray.remote(num_cpus=1, max_retries=0, scheduling_strategy="SPREAD")(play_there)
        self._running: dict[Any, range] = {}
        self._losses: Counter[int] = Counter()
        self._looked = -LOOK
        self._look()

    def _look(self) -> None:
        if monotonic() - self._looked < LOOK:
            return
        self._looked = monotonic()
        processors = [node["Resources"].get("CPU", 0) for node in self._ray.nodes() if node["Alive"]]
        self.nodes = sum(number > 0 for number in processors)
        self.hands = int(sum(processors)) + AHEAD

    def begin(self, numbers: range) -> None:
        """The next node that is free plays. What got lost before is played with care: perhaps a bot was the reason."""
        careful = self._losses[numbers.start] > 0
        self._running[self._play.remote(self._task, self._luggage, numbers, careful)] = numbers

    def finished(self) -> Iterator[tuple[range, Part | Exception | None]]:
        """What comes within a moment."""
        self._look()
        running = list(self._running)
        done, _ = self._ray.wait(running, num_returns=1, timeout=PATIENCE)
        if done:
            done, _ = self._ray.wait(running, num_returns=len(running), timeout=0)
        for reference in done:
            numbers = self._running.pop(reference)
            yield numbers, self._outcome(reference, numbers)

    def _outcome(self, reference: Any, numbers: range) -> Part | Exception | None:
        lost = self._ray.exceptions
        try:
            outcome: Part | Exception = self._ray.get(reference)
        except (lost.NodeDiedError, lost.WorkerCrashedError, lost.ObjectLostError, lost.OutOfMemoryError) as error:
            self._losses[numbers.start] += 1
            if self._losses[numbers.start] <= MOST_LOSSES:
                return None
            return LumariumError(Message("kernel", "cluster.lost", problem=type(error).__name__))
        except lost.RayTaskError as error:
            unexpected: Exception = error
            if not isinstance(error.cause, lost.RaySystemError):
                return unexpected
            problem = str(error).strip().splitlines()[-1]
            return LumariumError(Message("kernel", "cluster.missing", problem=problem))
        return outcome

    def close(self) -> None:
        """Nobody waits for parts that nobody wants."""
        for reference in self._running:
            self._ray.cancel(reference)
        if not self._guest:
            self._ray.shutdown()


def _connect(address: str) -> None:
    """Ray itself would try for many minutes, and say so all the time."""
    import ray

    place = urlsplit(address if "//" in address else f"//{address}")
    try:
        if address not in NAMES:
            create_connection((place.hostname or "", place.port or 0), REACH).close()
        ray.init(address, log_to_driver=False, logging_level="ERROR")
    except (OSError, RuntimeError, ValueError) as error:
        problem = str(error).strip().partition("\n")[0] or type(error).__name__
        raise LumariumError(Message("kernel", "cluster.none", address=address, problem=problem)) from error


def play_there(task: Task, luggage: Luggage, numbers: range, careful: bool) -> Part | LumariumError:
    """What a node does: plays these games, with care in a process that may die without taking everything along."""
    try:
        unpack(luggage)
        if not careful:
            return play_part(task, numbers, SLICE)
        with closing(Processes(task, 1, partial(unpack, luggage))) as crew:
            crew.begin(numbers)
            while True:
                for _, outcome in crew.finished():
                    if isinstance(outcome, Part | LumariumError):
                        return outcome
                    assert outcome is not None
                    raise outcome
    except BotFailed as failure:
        return failure
    except LumariumError as problem:
        what = "bot" if isinstance(problem, UnknownBot) else "node"
        return LumariumError(Message("kernel", f"cluster.{what}", node=platform.node(), problem=problem.reason))
