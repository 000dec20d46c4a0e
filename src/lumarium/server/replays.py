"""What takes long and is no table's business: looking back, and codes to scan. One process walks through records and
draws codes, others measure decisions, and only so many may wait."""

from __future__ import annotations

from base64 import b64decode
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from . import replay_worker, review_worker
from .errors import Refused
from .logs import warn
from .pool import Failed, TooManyWait, TooSlow, WorkerPool

MOST_WAITING = 64
MOST_EACH = 4
THINKERS = 2
"""So many processes measure decisions."""
CROWD = 32
"""When so many wait, each address may have one of them."""


class Replays:
    """Looks into records, and draws codes. The bots of the tables need not wait for it."""

    def __init__(self, patience: float, review_patience: float) -> None:
        self._pool = WorkerPool("replay", "lumarium.server.replay_worker", 1, patience)
        self._thinkers = WorkerPool("review", "lumarium.server.review_worker", THINKERS, review_patience)
        self._waiting: Counter[str] = Counter()

    async def ask(self, question: replay_worker.Question, address: str) -> bytes:
        """The answer as it is sent, packed by gzip; refused if there is none."""
        quick = isinstance(question, replay_worker.Code)
        with self._in_line(address):
            try:
                answer = await self._pool.ask(lambda: msgspec.json.encode(question), address, quick=quick)
            except TooManyWait as error:
                raise Refused("too_fast", "busy_replay") from error
            except TooSlow as error:
                raise Refused("too_big", "heavy_record") from error
            except Failed as error:
                warn("replay_failed", problem=str(error))
                raise Refused("internal") from error
        if answer.startswith(b'{"code":'):
            raise _refused(msgspec.json.decode(answer, type=replay_worker.Problem))
        return b64decode(answer)

    async def review(self, question: review_worker.Question, address: str) -> bytes:
        """What comes of measuring decisions, as JSON."""
        drill = isinstance(question, review_worker.Show) and not question.record
        quick = drill or isinstance(question, review_worker.Branch)
        with self._in_line(address):
            try:
                answer = await self._thinkers.ask(lambda: msgspec.json.encode(question), address, quick=quick)
            except TooManyWait as error:
                raise Refused("too_fast", "busy_replay") from error
            except TooSlow as error:
                raise Refused("too_big", "heavy_record") from error
            except Failed as error:
                warn("review_failed", problem=str(error))
                raise Refused("internal") from error
        if answer.startswith(b'{"code":'):
            raise _refused(msgspec.json.decode(answer, type=replay_worker.Problem))
        return answer.rstrip()

    async def close(self) -> None:
        """Ends the processes."""
        await self._pool.close()
        await self._thinkers.close()

    @contextmanager
    def _in_line(self, address: str) -> Iterator[None]:
        everybody = self._waiting.total()
        if everybody >= MOST_WAITING or self._waiting[address] >= (1 if everybody >= CROWD else MOST_EACH):
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
