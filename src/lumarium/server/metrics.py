"""GET /metrics for Prometheus, at a port of its own that no player reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
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


def serve_metrics(house: House, address: str, number: int) -> Callable[[], None]:
    """Answers at HOST:PORT, or at 127.0.0.1 if there is only a port; the next process at the next port. Gives what
    stops it."""
    host, _, port = address.rpartition(":")
    registry = CollectorRegistry()
    registry.register(HouseCollector(house))
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    try:
        server, thread = start_http_server(int(port) + number, host or "127.0.0.1", registry)
    except (OSError, ValueError, OverflowError) as error:
        raise LumariumError(Message("server", "run.metrics", address=address, problem=str(error))) from error

    def stop() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return stop
