"""Reading vectors back: what stands in each part, by its indices."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import product

import lumarium
from lumarium import Chance
from lumarium.kernel.state import State
from lumarium.kernel.view import View
from tests.games.printed import printed


class Reading:
    """The vector of a view, part by part."""

    def __init__(self, view: View) -> None:
        features = lumarium.game(view.game).features
        vector = features.encode(view)
        self.parts: dict[str, dict[tuple[int, ...], float]] = {}
        place = 0
        for part in features.layout(view.players):
            values = {}
            for at in product(*map(range, part.shape)):
                if vector[place]:
                    values[at] = vector[place]
                place += 1
            self.parts[part.name] = values

    def __getitem__(self, name: str) -> dict[tuple[int, ...], float]:
        """What is not zero in a part, by its indices."""
        return self.parts[name]

    def only(self, name: str) -> int | None:
        """Where the one stands in a part with at most one."""
        found = [at for (at,) in self[name]]
        assert len(found) <= 1
        assert all(value == 1 for value in self[name].values())
        return found[0] if found else None

    def times(self, name: str, scale: int) -> dict[tuple[int, ...], int]:
        """A part in whole numbers."""
        return {at: round(value * scale) for at, value in self[name].items()}


def positions(name: str, players: int, seed: int, every: int = 7) -> Iterator[State]:
    """Positions of a random game, the last one included, with each printed preset in turn."""
    game = lumarium.game(name)
    presets = list(printed(game).values())
    chance = Chance(seed)
    state = game.start(players, chance, presets[seed % len(presets)])
    steps = 0
    while state.turn is not None:
        if steps % every == 0:
            yield state
        state.random_step(chance)
        steps += 1
    yield state


def single(number: float) -> float:
    """A number as it is in single precision."""
    return array("f", [number])[0]


def soft(score: int) -> float:
    """A score as the vectors have it."""
    return single(score / (50 + abs(score)))
