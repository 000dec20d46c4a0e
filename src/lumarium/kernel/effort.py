"""How much thought a search has left. The clock is read here, so that no game needs one."""

from __future__ import annotations

from time import perf_counter


class Effort:
    """A number of simulated decisions, or a time until which the clock may run."""

    def __init__(self, nodes: int, until: float = 0.0) -> None:
        """`until` is a moment of `perf_counter`; 0 counts the nodes instead, the same on every machine."""
        self.nodes = max(1, nodes)
        self.timed = until != 0.0
        self._begun = perf_counter() if self.timed else 0.0
        self._span = max(until - self._begun, 1e-9)

    def share(self, spent: int) -> float:
        """How much of it is used up after so many simulated decisions; 1 and more is all of it."""
        if self.timed:
            return (perf_counter() - self._begun) / self._span
        return spent / self.nodes
