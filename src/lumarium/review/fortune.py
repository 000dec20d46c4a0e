"""Luck beside skill: what the draws gave, against what they give on average.

After each draw the game is played on from the table as it lies, and as it would lie after other draws of the same move,
until everybody has had a turn; then it is judged. What differs is luck; over all games it adds up to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from lumarium.kernel.chance import Chance
from lumarium.kernel.game import Game
from lumarium.kernel.judgement import Judgement
from lumarium.kernel.luck import RecordingChance
from lumarium.kernel.record import Record
from lumarium.kernel.state import State

from .walking import Made

OTHERS = 96
"""So many other draws are looked at, and as many futures of the one that came."""
PATIENCE = 400
DIGITS = 4


class Draw(msgspec.Struct, frozen=True):
    """What a draw gave to each seat."""

    at: int
    """How many moves and undos there were before; -1 is the set-up."""
    points: tuple[float, ...]
    outlook: tuple[float, ...]


def draws(game: Game, record: Record, made: list[Made]) -> Iterator[Draw]:
    """All draws of a game, the set-up first."""
    header, luck = record.header, Chance("fortune")
    options = game.options(header.options)
    others = [game.start(header.players, luck, options) for _ in range(OTHERS)]
    if made:
        yield compared(game, -1, made[0].before, others)
    for each in made:
        if each.picks:
            yield compared(game, each.at, each.after, list(_others(each, luck)))


def _others(made: Made, luck: Chance) -> Iterator[State]:
    for _ in range(OTHERS):
        state = made.before.clone()
        state.step(made.choice, luck)
        yield state


def compared(game: Game, at: int, came: State, others: list[State]) -> Draw:
    """A draw against others that were as likely."""
    judgement, seats = game.judgement, range(came.players)
    points, outlook = [0.0] * came.players, [0.0] * came.players
    for number, other in enumerate(others):
        for state, sign in ((came.clone(), 1.0), (other, -1.0)):
            play_on(judgement, state, Chance(number))
            forecast, odds = judgement.forecast(state), judgement.outlook(state)
            for seat in seats:
                points[seat] += sign * forecast[seat]
                outlook[seat] += sign * odds[seat]
    return Draw(at, _mean(points, len(others)), _mean(outlook, len(others)))


def play_on(judgement: Judgement, state: State, luck: Chance) -> None:
    """Everybody has a turn, and on until something is drawn again: what a hand was worth is known when it is played."""
    turns, first, heard = max(1, judgement.rounds) * state.players, state.turn, RecordingChance(luck)
    drawn = False
    for _ in range(PATIENCE):
        before = state.turn
        if before is None or (drawn and turns <= 0 and first is not None and judgement.settled(state, first)):
            return
        state.step(judgement.decide(state, luck), heard)
        drawn = drawn or bool(heard.take())
        if state.turn != before:
            turns -= 1


def _mean(sums: list[float], number: int) -> tuple[float, ...]:
    return tuple(round(each / number, DIGITS) for each in sums)
