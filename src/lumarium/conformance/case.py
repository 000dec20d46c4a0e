"""What is checked: a game with a number of players and options, and random positions of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.game import Game
from lumarium.kernel.registry import game as find_game
from lumarium.kernel.state import State
from lumarium.kernel.view import View

TOO_LONG = 20_000


class Nonconformance(AssertionError):
    """A game breaks a promise of the house."""


class Case(NamedTuple):
    """One way to play a game."""

    game: Game
    players: int
    preset: str
    options: Any

    def __str__(self) -> str:
        return f"{self.game.name}-{self.players}-{self.preset}"

    def start(self, chance: Chance) -> State:
        """A new game of this case."""
        return self.game.start(self.players, chance, self.options)

    def walk(self, seed: int) -> Iterator[tuple[State, Chance]]:
        """Every position of a random game, the last one included; the states are the walk's own, so clone them."""
        chance = Chance(seed)
        state = self.start(chance)
        for _ in range(TOO_LONG):
            yield state, chance
            if state.over:
                return
            state.random_step(chance)
        raise Nonconformance(f"{self}: seed {seed} did not end within {TOO_LONG} decisions")

    def positions(self, seed: int, wanted: int = 12) -> list[State]:
        """Some positions of a random game, spread evenly, the first and the last among them."""
        states = [state.clone() for state, _ in self.walk(seed)]
        step = max(1, (len(states) - 1) // wanted)
        return [*states[:-1][::step], states[-1]]

    def viewers(self) -> list[int | None]:
        """All seats, and a spectator."""
        return [*range(self.players), None]

    def need(self, holds: bool, complaint: str) -> None:
        """Raises unless it holds."""
        if not holds:
            raise Nonconformance(f"{self}: {complaint}")

    @contextmanager
    def refused(self, error: type[LumariumError], complaint: str) -> Iterator[None]:
        """What is done inside must be refused with this error."""
        try:
            yield
        except error:
            return
        raise Nonconformance(f"{self}: {complaint}")


def cases(name: str | None = None) -> Iterator[Case]:
    """Every player count with every preset, of one game or of all."""
    from lumarium.kernel.registry import games

    for game in [find_game(name) for name in ([name] if name else games())]:
        yield from ways(game)


def ways(game: Game) -> Iterator[Case]:
    """Every player count of a game with every preset that is for so many; those of the printed range come first."""
    counts = {preset: game.counts(options) for preset, options in game.presets.items()}
    others = {players for own in counts.values() for players in own}.difference(game.players)
    for players in (*game.players, *sorted(others)):
        for preset, options in game.presets.items():
            if players in counts[preset]:
                yield Case(game, players, preset, options)


def encoded(view: View) -> bytes:
    """A view as bytes."""
    return msgspec.json.encode(view)


def everything(state: State) -> list[bytes]:
    """All that anybody sees of a state: equal lists, equal positions as far as anyone can tell."""
    return [encoded(state.view(seat)) for seat in [*range(state.players), None]]
