"""Random games in OpenSpiel's hands, for its tests."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pyspiel  # type: ignore[import-not-found]

import lumarium
import lumarium.adapters.openspiel as adapter
from lumarium.adapters.openspiel import SpielState

TABLES = [(name, players) for name in lumarium.games() for players in lumarium.game(name).players]
PRESETS = [(name, preset) for name in lumarium.games() for preset in lumarium.game(name).presets]


def loaded(name: str, players: int, **parameters: object) -> pyspiel.Game:
    """The game as OpenSpiel loads it."""
    return pyspiel.load_game(adapter.name_of(name), {"players": players, **parameters})


def step(state: SpielState, random: Random) -> None:
    """A random decision or pick."""
    state.apply_action(random.choice(state.legal_actions()))


def positions(game: pyspiel.Game, seed: int) -> Iterator[SpielState]:
    """The nodes of a random game from the start to the end; each changes into the next."""
    state, random = game.new_initial_state(), Random(seed)
    while not state.is_terminal():
        yield state
        step(state, random)
    yield state
