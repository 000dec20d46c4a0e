"""Bots think in processes of their own, never on the event loop."""

from __future__ import annotations

import secrets

import msgspec

from lumarium.kernel import registry
from lumarium.kernel.view import View

from .bot_worker import Choice, Question
from .pool import Failed, WorkerPool

LEVELS = ("random", "easy", "medium", "strong")
_choices = msgspec.json.Decoder(Choice)


def levels() -> list[str]:
    """The bots to choose from, weakest first, then all others that are installed."""
    installed = registry.bots()
    return [level for level in LEVELS if level in installed] + [name for name in installed if name not in LEVELS]


def adviser() -> str | None:
    """The bot whose hints are worth most."""
    return next((level for level in ("strong", "medium", "easy") if level in registry.bots()), None)


class Bots:
    """A fixed number of worker processes, started when first needed."""

    def __init__(self, workers: int, patience: float) -> None:
        self._pool = WorkerPool("bot", "lumarium.server.bot_worker", workers, patience)

    async def choose(self, level: str, view: View) -> str:
        """The notation of the bot's decision; Failed if there is none."""
        return (await self._ask(level, view)).action

    async def explain(self, level: str, view: View, lang: str) -> Choice:
        """A hint: the decision and why."""
        return await self._ask(level, view, explain=True, lang=lang)

    async def review(self, level: str, view: View, lang: str, played: str | None) -> Choice:
        """What the bot thinks of its best candidates, and of the move that was played."""
        return await self._ask(level, view, review=True, played=played, lang=lang)

    async def close(self) -> None:
        """Ends all workers."""
        await self._pool.close()

    async def _ask(
        self,
        level: str,
        view: View,
        explain: bool = False,
        review: bool = False,
        played: str | None = None,
        lang: str = "en",
    ) -> Choice:
        question = Question(
            game=view.game,
            level=level,
            view=msgspec.Raw(msgspec.json.encode(view)),
            seed=secrets.token_hex(16),
            explain=explain,
            review=review,
            played=played,
            lang=lang,
        )
        reply = await self._pool.ask(msgspec.json.encode(question))
        try:
            choice = _choices.decode(reply)
        except msgspec.MsgspecError as error:
            raise Failed(f"the worker broke: {error}") from error
        if choice.problem:
            raise Failed(choice.problem)
        return choice
