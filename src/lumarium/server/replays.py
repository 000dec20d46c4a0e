"""Looking back costs time: one process walks through records, another thinks about them, and only so many may wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from lumarium.kernel.view import View

from . import replay_worker
from .bot_worker import Choice
from .bots import Bots
from .errors import Refused
from .logs import warn
from .pool import Failed, TooSlow, WorkerPool

MOST_WAITING = 16
MOST_EACH = 4


class Replays:
    """Looks into records. The bots of the tables need not wait for it."""

    def __init__(self, patience: float, bot_patience: float) -> None:
        self._pool = WorkerPool("replay", "lumarium.server.replay_worker", 1, patience)
        self._bots = Bots(1, bot_patience)
        self._waiting: Counter[str] = Counter()

    async def ask(self, question: replay_worker.Question, address: str) -> bytes:
        """The answer as JSON; refused if there is none."""
        with self._in_line(address):
            try:
                answer = await self._pool.ask(msgspec.json.encode(question))
            except TooSlow as error:
                raise Refused("too_big", "heavy_record") from error
            except Failed as error:
                warn("replay_failed", problem=str(error))
                raise Refused("internal") from error
        if answer.startswith(b'{"code":'):
            raise _refused(msgspec.json.decode(answer, type=replay_worker.Problem))
        return answer

    async def review(self, level: str, view: View, lang: str, played: str | None, address: str) -> Choice:
        """What a bot thinks of a decision."""
        with self._in_line(address):
            try:
                return await self._bots.review(level, view, lang, played)
            except Failed as error:
                warn("review_failed", game=view.game, level=level, problem=str(error))
                raise Refused("internal") from error

    async def close(self) -> None:
        """Ends the processes."""
        await self._pool.close()
        await self._bots.close()

    @contextmanager
    def _in_line(self, address: str) -> Iterator[None]:
        if self._waiting.total() >= MOST_WAITING or self._waiting[address] >= MOST_EACH:
            raise Refused("too_fast", "busy_replay")
        self._waiting[address] += 1
        try:
            yield
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]


def _refused(problem: replay_worker.Problem) -> Refused:
    if problem.code == "internal":
        warn("replay_failed", problem=problem.text)
        return Refused("internal")
    refused = Refused(problem.code)
    refused.reason = problem.text
    return refused
