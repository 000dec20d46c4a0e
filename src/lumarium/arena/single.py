"""One game of bots, from beginning to end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import BotFailed
from lumarium.kernel.game import Game
from lumarium.kernel.match import Match
from lumarium.kernel.message import Message

from .asking import LIMIT, ask
from .players import bot_luck, kind, new_bot


class OnFailure(NamedTuple):
    """What happens to bots that fail: how long they may take, and who decides in their place (None: the game stops)."""

    limit: float = LIMIT
    fallback: str | None = None


class Failure(msgspec.Struct, frozen=True, order=True):
    """A decision that a bot failed to make, and the fallback made."""

    game: int
    decision: int
    seat: int
    problem: str


class Finished(NamedTuple):
    """A finished game."""

    match: Match
    failures: list[Failure]


def play_game(
    game: Game, seats: Sequence[str], luck: Chance, label: tuple[int | str, ...], options: Any, on_failure: OnFailure
) -> Finished:
    """Plays one game; `label` is the seed and the number that the bots' own luck follows from."""
    match = Match(game, len(seats), options=options, names=seats, chance=luck)
    bots = [new_bot(seat) for seat in seats]
    lucks = [bot_luck(*label, seat) for seat in range(len(seats))]
    stand_in = new_bot(on_failure.fallback) if on_failure.fallback else None
    failures: list[Failure] = []
    while (turn := match.state.turn) is not None:
        view = match.view(turn)
        try:
            action = ask(bots[turn], kind(seats[turn]), game, view, lucks[turn], on_failure.limit)
        except BotFailed as failure:
            if stand_in is None:
                raise BotFailed(Message("kernel", "bots.no_fallback", problem=failure.reason), turn) from failure
            failures.append(Failure(int(label[-1]), match.version, turn, str(failure)))
            action = ask(stand_in, str(on_failure.fallback), game, view, lucks[turn])
        match.play(action, turn)
    return Finished(match, failures)
