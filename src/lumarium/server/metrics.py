"""GET /metrics for Prometheus, at a port of its own that no player reaches."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from itertools import accumulate
from threading import Thread
from typing import TYPE_CHECKING, Any
from wsgiref.simple_server import WSGIRequestHandler

from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector, make_wsgi_app
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import ThreadingWSGIServer
from prometheus_client.registry import Collector

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

from .counts import BOUNDS

if TYPE_CHECKING:
    from .house import House


class HouseCollector(Collector):
    """A house in numbers. It is asked by another thread, so it only reads what is one number, or copies."""

    def __init__(self, house: House) -> None:
        self._house = house

    def collect(self) -> Iterator[Metric]:
        house, counts = self._house, self._house.counts
        yield GaugeMetricFamily("lumarium_tables", "Tables in memory.", house.tables)
        yield GaugeMetricFamily("lumarium_viewers", "Open connections to tables.", house.connections)
        yield GaugeMetricFamily("lumarium_bot_queue", "Decisions that wait for a bot's time.", house.bots.waiting)
        behind = house.store.neighbours.behind
        yield GaugeMetricFamily("lumarium_notices_behind_seconds", "How long the latest notice took.", behind)
        yield CounterMetricFamily("lumarium_commits", "Transactions that stored moves.", house.store.commits)
        bounds = [*map(str, BOUNDS), "+Inf"]
        buckets = list(zip(bounds, map(float, accumulate(counts.moves)), strict=True))
        text = "Moves, from their arrival to their answer."
        yield HistogramMetricFamily("lumarium_move_seconds", text, buckets, counts.seconds)
        refused = CounterMetricFamily("lumarium_refused", "Requests that were refused.", labels=["code"])
        for code, number in counts.refused.copy().items():
            refused.add_metric([code], number)
        yield refused


class Silent(WSGIRequestHandler):
    """Writes no line for every question."""

    def log_message(self, *_: Any) -> None:
        pass


class AtSocket(ThreadingWSGIServer):
    """Answers at a socket at which others may listen too: a process and the one that renews it, for a moment."""

    def __init__(self, listening: socket.socket) -> None:
        super().__init__(listening.getsockname()[:2], Silent, bind_and_activate=False)
        self.socket.close()
        self.socket = listening
        self.server_name, self.server_port = self.server_address = listening.getsockname()[:2]
        self.setup_environ()

    def get_request(self) -> tuple[socket.socket, Any]:
        asking, address = super().get_request()
        asking.setblocking(True)
        return asking, address


def listen_at(address: str, number: int) -> list[int]:
    """Sockets at HOST:PORT and the ports that follow, at 127.0.0.1 if there is only a port: one for each process.

    They are opened before there is one, so that whoever renews a process need not wait for its port."""
    host, _, port = address.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened: list[socket.socket] = []
    try:
        for offset in range(number):
            opened.append(socket.create_server((host, int(port) + offset), family=family))
            # Of two that listen there the slower finds nobody, and must not wait for the next.
            opened[-1].setblocking(False)
    except (OSError, ValueError, OverflowError) as error:
        for listening in opened:
            listening.close()
        raise LumariumError(Message("server", "run.metrics", address=address, problem=str(error))) from error
    return [listening.detach() for listening in opened]


def serve_metrics(house: House, listening: int) -> Callable[[], None]:
    """Answers at that socket. Gives what stops it."""
    registry = CollectorRegistry()
    registry.register(HouseCollector(house))
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    server = AtSocket(socket.socket(fileno=listening))
    server.set_app(make_wsgi_app(registry))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()

    def stop() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return stop
