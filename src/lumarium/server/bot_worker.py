"""A process in which bots think: a request per line on stdin, an answer per line on stdout."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec

from lumarium.bots import Bot
from lumarium.bots.search.budget import Budget
from lumarium.bots.search.thinker import Thinker
from lumarium.kernel import registry
from lumarium.kernel.action import Action
from lumarium.kernel.chance import Chance
from lumarium.kernel.message import Message
from lumarium.kernel.view import View

from .pool import work

HINT = Budget(seconds=0.5)
"""What a bot thinks about a hint; moves take the time that their level needs."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot is asked: its seat's view, and nothing else of the table."""

    game: str
    level: str
    view: msgspec.Raw
    seed: str
    seconds: float
    """As long as a bot may think that goes by the clock; others want the time too."""
    explain: bool = False
    lang: str = "en"


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """What it answers: a notation and, if asked for, why; or what went wrong."""

    action: str = ""
    text: str = ""
    problem: str = ""
    took: float = 0.0
    """Seconds of thought."""


def answer(question: Question) -> Choice:
    """Asks the bot."""
    game = registry.game(question.game)
    view: View = msgspec.json.decode(question.view, type=game.View)
    legal = [game.actions[index] for index in view.legal]
    kind = registry.bot(question.level)
    chance = Chance(question.seed)
    if not issubclass(kind, Thinker):
        bot: Bot = kind()
    else:
        wanted = HINT if question.explain else kind.budget
        bot = kind(_within(wanted, question.seconds))
    if question.explain:
        return explained(bot, view, legal, chance, question.lang)
    return Choice(action=bot.choose(view, legal, chance).notation)


def _within(budget: Budget, seconds: float) -> Budget:
    return budget if budget.seconds is None else Budget(min(budget.seconds, seconds))


def explained(bot: Bot, view: View, legal: Sequence[Action], chance: Chance, lang: str) -> Choice:
    """A bot's advice in words: its best candidate with the reason, or just the move that it would choose."""
    if isinstance(bot, Thinker):
        (best,) = bot.explain(view, chance, 1)
        return Choice(action=best.action.notation, text=_spoken(best.action, best.reason, lang))
    action = bot.choose(view, legal, chance)
    return Choice(action=action.notation, text=Message("server", "hint.choice", move=action.message()).render(lang))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _spoken(action: Action, reason: Message, lang: str) -> str:
    said = _sentence(reason.render(lang))
    return Message("server", "hint.reason", move=action.message(), reason=said).render(lang)


_questions = msgspec.json.Decoder(Question)


def reply(line: bytes) -> bytes:
    """The answer to a question, whatever the bot does."""
    try:
        question, begun = _questions.decode(line), time.perf_counter()
        choice = msgspec.structs.replace(answer(question), took=time.perf_counter() - begun)
    except Exception as error:  # noqa: BLE001  # a bot may fail in any way; the table plays on
        choice = Choice(problem=f"{type(error).__name__}: {error}")
    return msgspec.json.encode(choice)


if __name__ == "__main__":
    work(reply)
