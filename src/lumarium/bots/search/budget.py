"""How long a bot may think: seconds on a clock, or a number of simulated decisions that is the same everywhere."""

from __future__ import annotations

from time import perf_counter
from typing import NamedTuple

from lumarium.kernel.effort import Effort
from lumarium.kernel.errors import BadOptions
from lumarium.kernel.message import Message

MOST_SECONDS = 600.0
MOST_NODES = 10**9
FIRST = 2000
"""What a search with a clock takes for its nodes where it has to divide them beforehand."""
KEPT = 0.97
"""Which share of the time is thought in: what is begun then must end."""


class Budget(NamedTuple):
    """A budget per decision. With `nodes` the same seed gives the same game, however fast the machine is."""

    seconds: float | None = None
    nodes: int | None = None

    @classmethod
    def parse(cls, text: str) -> Budget:
        """The budget of "0.2s" or "5000n"."""
        number, unit = text[:-1], text[-1:]
        try:
            if unit == "s" and 0 < float(number) <= MOST_SECONDS:
                return cls(seconds=float(number))
            if unit == "n" and 0 < int(number) <= MOST_NODES:
                return cls(nodes=int(number))
        except ValueError:
            pass
        raise BadOptions(Message("kernel", "bots.budget", given=text))

    def effort(self) -> Effort:
        """What there is to spend, from now on."""
        return Effort(self.nodes or FIRST, 0.0 if self.seconds is None else perf_counter() + self.seconds * KEPT)
