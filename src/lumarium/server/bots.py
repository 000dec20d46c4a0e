"""Bots think in processes of their own, never on the event loop, and in turn."""

from __future__ import annotations

import secrets
from collections import defaultdict, deque

import msgspec

from lumarium.kernel import registry
from lumarium.kernel.game import Game
from lumarium.kernel.view import View

from .bot_worker import Choice, Question
from .pool import Failed, WorkerPool

LEVELS = ("random", "easy", "medium", "strong", "swift", "master")
QUICK = 0.1
"""Seconds below which a level is quick."""
ROUND = 3.0
"""Seconds in which everybody who waits should have had a turn: the more they are, the less time has each."""
SHORTEST = 0.05
REMEMBERED = 16
_choices = msgspec.json.Decoder(Choice)


def levels(game: Game) -> list[str]:
    """The bots to choose from, weakest first, then all others that are installed and play the game."""
    installed = registry.bots(game)
    return [level for level in LEVELS if level in installed] + [name for name in installed if name not in LEVELS]


def adviser() -> str | None:
    """The bot whose hints are worth most."""
    return next((level for level in ("strong", "medium", "easy") if level in registry.bots()), None)


class Bots:
    """So many worker processes, and one for levels that are quick, started when first needed."""

    def __init__(self, workers: int, patience: float) -> None:
        self._pool = WorkerPool("bot", "lumarium.server.bot_worker", workers, patience)
        self._took: defaultdict[tuple[str, str], deque[float]] = defaultdict(lambda: deque(maxlen=REMEMBERED))
        """By game and level, how long the latest decisions took."""

    async def choose(self, level: str, view: View, address: str, rank: int = 0) -> str:
        """The notation of the bot's decision; Failed if there is none. It is on the account of that address."""
        took = self._took[view.game, level]
        quick = sum(took) <= QUICK * len(took)
        return (await self._ask(level, view, address, rank, quick, took)).action

    async def explain(self, level: str, view: View, lang: str, address: str) -> Choice:
        """A hint: the decision and why."""
        return await self._ask(level, view, address, explain=True, lang=lang)

    def usual(self, game: str, level: str) -> float:
        """As long as a decision takes where there is something to decide: all but the longest of the latest."""
        return max([0.0, *sorted(self._took[game, level])[:-1]])

    def asked_by(self, address: str) -> int:
        """How many questions of an address wait or are thought about."""
        return self._pool.line.of(address)

    @property
    def waiting(self) -> int:
        """How many questions nobody thinks about yet."""
        return self._pool.line.waiting

    async def close(self) -> None:
        """Ends all workers."""
        await self._pool.close()

    async def _ask(
        self,
        level: str,
        view: View,
        address: str,
        rank: int = 0,
        quick: bool = False,
        took: deque[float] | None = None,
        explain: bool = False,
        lang: str = "en",
    ) -> Choice:
        def question() -> bytes:
            return msgspec.json.encode(
                Question(
                    game=view.game,
                    level=level,
                    view=msgspec.Raw(msgspec.json.encode(view)),
                    seed=secrets.token_hex(16),
                    seconds=self._share(address),
                    explain=explain,
                    lang=lang,
                )
            )

        reply = await self._pool.ask(question, address, rank, quick)
        try:
            choice = _choices.decode(reply)
        except msgspec.MsgspecError as error:
            raise Failed(f"the worker broke: {error}") from error
        if choice.problem:
            raise Failed(choice.problem)
        if took is not None and len(view.legal) > 1:
            took.append(choice.took)
        return choice

    def _share(self, address: str) -> float:
        """Whoever keeps many bots at work has bots that think little, and others hardly notice."""
        line = self._pool.line
        return max(SHORTEST, ROUND * line.places / (line.addresses * line.of(address)))
