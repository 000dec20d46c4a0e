"""What can be known is worked out in a process of its own; what takes long keeps nobody waiting who asks for little."""

from __future__ import annotations

import msgspec

from .errors import Refused
from .insight_worker import Problem, Question
from .logs import warn
from .pool import Failed, TooManyWait, WorkerPool


class Insights:
    """Asks the games, in turn."""

    def __init__(self, patience: float) -> None:
        self._pool = WorkerPool("insight", "lumarium.server.insight_worker", 1, patience)

    async def ask(self, question: Question, address: str) -> msgspec.Raw:
        """The answer as JSON; refused if there is none."""
        quick = question.topic is None
        try:
            answer = await self._pool.ask(lambda: msgspec.json.encode(question), address, quick=quick)
        except TooManyWait as error:
            raise Refused("too_fast") from error
        except Failed as error:
            warn("insight_failed", game=question.game, problem=str(error))
            raise Refused("internal") from error
        if answer.startswith(b'{"code":'):
            raise _refused(question, msgspec.json.decode(answer, type=Problem))
        return msgspec.Raw(answer.rstrip())

    async def close(self) -> None:
        """Ends the processes."""
        await self._pool.close()


def _refused(question: Question, problem: Problem) -> Refused:
    if problem.code == "internal":
        warn("insight_failed", game=question.game, problem=problem.text)
        return Refused("internal")
    refused = Refused(problem.code)
    refused.reason = problem.text
    return refused
