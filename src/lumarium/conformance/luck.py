"""Same seed, same game; and what a seat imagines has the odds of the truth."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from statistics import fmean, stdev

import msgspec

from lumarium.kernel.chance import Chance
from lumarium.kernel.luck import RecordingChance
from lumarium.kernel.state import State, playout

from .case import Case, everything

SUSPICIOUS = 5.0
"""Standard errors. An honest game gets there once in more than a million checks."""


def seeds(case: Case, seed: int) -> None:
    """The same seed gives the same game, other seeds give other games."""
    first = everything(playout(case.start(Chance(seed)), Chance(seed)))
    again = everything(playout(case.start(Chance(seed)), Chance(seed)))
    case.need(first == again, f"seed {seed} gave two different games")
    games = [_played(case, Chance(seed), RecordingChance(Chance(other))) for other in range(seed, seed + 6)]
    lucky = any(picks for _, picks in games)
    case.need(not lucky or any(ended != games[0][0] for ended, _ in games), "the seed does not matter")


def _played(case: Case, moves: Chance, luck: RecordingChance) -> tuple[list[bytes], bool]:
    """A game whose moves and luck have seeds of their own: how it ended, and whether there was any luck in it."""
    state = case.start(luck)
    while not state.over:
        legal = state.legal()
        state.step(legal[moves.pick(len(legal))], luck)
    return everything(state), bool(luck.picks)


def imagination(case: Case, seed: int) -> None:
    """Imagined states play to their end, and the truth is as likely as any other imagined state.

    Were `imagine` biased, two imagined worlds would agree with each other more, or less, often than the truth agrees
    with an imagined world. Agreement is counted fact by fact over what the other seats see.
    """
    differences = []
    for game in range(40):
        luck = Chance(seed).fork(game)
        states = [state.clone() for state, _ in case.walk(seed * 1000 + game)][:-1]
        state = luck.choice(states)
        seat = luck.pick(case.players)
        view = state.view(seat)
        first, second = case.game.imagine(view, luck), case.game.imagine(view, luck)
        truth, one, two = (_facts(world, seat) for world in (state, first, second))
        differences.append(_agreement(one, two) - (_agreement(truth, one) + _agreement(truth, two)) / 2)
        case.need(playout(first, luck).over, "an imagined state does not play to its end")
    spread = stdev(differences) / sqrt(len(differences))
    biased = abs(fmean(differences)) > SUSPICIOUS * spread if spread else any(differences)
    case.need(not biased, f"imagine is biased: mean difference {fmean(differences):.4f}, standard error {spread:.4f}")


def _facts(state: State, seat: int) -> dict[str, object]:
    """What the other seats see, leaf by leaf."""
    others = [other for other in range(state.players) if other != seat]
    return {
        f"{other}{path}": leaf for other in others for path, leaf in _leaves(msgspec.to_builtins(state.view(other)), "")
    }


def _leaves(value: object, path: str) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for key in value:
            yield from _leaves(value[key], f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            yield from _leaves(item, f"{path}.{number}")
    else:
        yield path, value


def _agreement(one: dict[str, object], two: dict[str, object]) -> float:
    return sum(two.get(path) == leaf for path, leaf in one.items()) / max(1, len(one))
