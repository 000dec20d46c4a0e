"""Calls every public door of a game over and over, and prints how many bytes each call leaves behind.

Run in a process of its own, with PYTHONMALLOC=malloc: then the C library, asked before and after, knows every byte.
"""

from __future__ import annotations

import ctypes
import gc
import json
import sys
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from typing import Any

import lumarium
from lumarium import Chance, Game, State
from lumarium.conformance.case import Case
from lumarium.kernel.effort import Effort
from lumarium.kernel.game import Symmetry

POSITIONS = 12
Door = Callable[["Position"], object]
ACTS = ("clone", "figures", "legal", "legal_actions", "census")
FACTS = ("ending", "over", "ranking", "scores", "turn")


class Heap(ctypes.Structure):
    """What glibc's `mallinfo2` tells: ten numbers."""

    _fields_ = (("numbers", ctypes.c_size_t * 10),)


MAPPED, SMALL = 4, 7
"""Which of them are the bytes in use."""


def heap() -> Callable[[], int] | None:
    """A way to ask how many bytes are in use; None where the C library cannot tell."""
    ask = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if ask is None:
        return None
    ask.restype = Heap

    def used() -> int:
        gc.collect()
        numbers = ask().numbers
        return int(numbers[MAPPED]) + int(numbers[SMALL])

    return used


class Position:
    """A position with all its views, looked at once."""

    def __init__(self, state: State) -> None:
        self.state: Any = state
        self.views: list[Any] = [state.view(seat) for seat in range(state.players)]
        self.seat = state.turn or 0
        self.legal = state.legal()

    @property
    def view(self) -> Any:
        return self.views[self.seat]


def doors(case: Case) -> Iterator[tuple[str, Door]]:
    """Every door by its name."""
    game, chance = case.game, Chance(5)
    yield "start", lambda _: case.start(chance)
    yield "view", lambda at: [at.state.view(seat) for seat in case.viewers()]
    yield "opened", lambda at: game.opened(at.state)
    yield from ((name, act(name)) for name in ACTS)
    yield from ((name, fact(name)) for name in FACTS)
    yield "points", lambda at: at.state.points(at.seat)
    yield "score_sheet", lambda at: at.state.score_sheet(at.seat, "de")
    yield "step", lambda at: at.legal and at.state.clone().step(at.legal[-1], chance)
    yield "apply", lambda at: at.legal and at.state.clone().apply(game.actions[at.legal[0]], chance)
    yield "refused step", lambda at: refused(at, game, chance)
    yield "random_step", lambda at: at.legal and at.state.clone().random_step(chance)
    yield "playout", lambda at: lumarium.playout(at.state.clone(), chance)
    yield "imagine", lambda at: [game.imagine(view, chance) for view in at.views]
    yield "resample", lambda at: game.resample(at.state, at.seat, 2, chance)
    yield "scene", lambda at: game.scene(at.view, "de")
    yield "touch", lambda at: game.touch(at.view)
    yield "board", lambda at: game.board(at.view, "de")
    yield "features.encode", lambda at: game.features.encode(at.view)
    yield "features.packed", lambda at: game.features.packed(at.view)
    yield "features.observe", lambda at: game.features.observe(at.state, at.seat)
    yield from ((f"symmetry {each.name}", exchange(each)) for each in game.symmetries)
    yield from judgements(game, chance)
    yield from own_doors(game)


def act(name: str) -> Door:
    """A method without arguments."""
    return lambda at: getattr(at.state, name)()


def fact(name: str) -> Door:
    """An attribute."""
    return lambda at: getattr(at.state, name)


def exchange(symmetry: Symmetry) -> Door:
    """The position exchanged."""
    return lambda at: symmetry.state(at.state)


def refused(at: Position, game: Game, chance: Chance) -> object:
    """A move that the rules forbid."""
    forbidden = next(index for index in range(len(game.actions)) if index not in at.legal)
    try:
        at.state.step(forbidden, chance)
    except lumarium.LumariumError as error:
        return str(error)
    raise AssertionError(f"{forbidden} is not legal and was not refused")


def judgements(game: Game, chance: Chance) -> Iterator[tuple[str, Door]]:
    """What bots ask."""
    judge = game.judgement
    yield "forecast", lambda at: judge.forecast(at.state)
    yield "doubt", lambda at: judge.doubt(at.state)
    yield "outlook", lambda at: judge.outlook(at.state)
    yield "prefer", lambda at: at.legal and judge.prefer(at.state, at.legal)
    yield "decide", lambda at: at.legal and judge.decide(at.state, chance)
    yield "settled", lambda at: judge.settled(at.state, at.seat)
    yield "reason", lambda at: at.legal and judge.reason(at.state, at.legal[0]).render("de")
    yield "appraise", lambda at: at.legal and judge.appraise([at.state], at.legal, 1, chance)
    yield "search", lambda at: at.legal and judge.search([at.state], at.legal, Effort(1), chance)


def own_doors(game: Any) -> Iterator[tuple[str, Door]]:
    """What only some games have."""
    if hasattr(game, "worlds"):
        yield "worlds", lambda at: list(islice(game.worlds(at.view), 3))
        yield "suppose", lambda at: game.suppose(at.view, game.worlds(at.view)[0])
    if game.name == "lumicora":
        yield "preview", lambda at: [at.state.preview(colour, 0) for colour in ("green", "pink")]


def watch(case: Case, calls: int, used: Callable[[], int]) -> dict[str, float]:
    """By door the bytes that a call leaves behind: the lesser of two halves, because what is kept once is no leak."""
    positions = [Position(state) for state in case.positions(seed=3, wanted=POSITIONS)]
    gc.collect()
    gc.freeze()  # what is there now need not be looked through again each time
    lost = {}
    for name, door in doors(case):
        for position in positions * 2:
            door(position)
        halves = []
        for _ in range(2):
            before = used()
            for position in islice(cycle(positions), calls // 2):
                door(position)
            halves.append((used() - before) / (calls // 2))
        lost[name] = min(halves)
    return lost


if __name__ == "__main__":
    measure = heap()
    game = lumarium.game(sys.argv[1])
    case = Case(game, game.players[1], "", game.options())
    told = {"compiled": lumarium.compiled, "lost": measure and watch(case, int(sys.argv[2]), measure)}
    print(json.dumps(told))
