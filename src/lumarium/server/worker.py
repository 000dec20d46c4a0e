"""A process in which bots think: a request per line on stdin, an answer per line on stdout."""

from __future__ import annotations

import os
import signal
import sys
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

HINT = Budget(seconds=0.5)
"""What a bot thinks about a hint; moves take the time that their level needs."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot is asked: its seat's view, and nothing else of the table."""

    game: str
    level: str
    view: msgspec.Raw
    seed: str
    explain: bool = False
    lang: str = "en"


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """What it answers: a notation and, if asked for, why; or what went wrong."""

    action: str = ""
    text: str = ""
    problem: str = ""


def answer(question: Question) -> Choice:
    """Asks the bot."""
    game = registry.game(question.game)
    view: View = msgspec.json.decode(question.view, type=game.View)
    legal = [game.actions[index] for index in view.legal]
    kind = registry.bot(question.level)
    bot = kind(HINT) if question.explain and issubclass(kind, Thinker) else kind()
    chance = Chance(question.seed)
    if question.explain:
        return explained(bot, view, legal, chance, question.lang)
    return Choice(action=bot.choose(view, legal, chance).notation)


def explained(bot: Bot, view: View, legal: Sequence[Action], chance: Chance, lang: str) -> Choice:
    """A bot's advice in words: its best candidate with the reason, or just the move that it would choose."""
    if isinstance(bot, Thinker):
        (best,) = bot.explain(view, chance, 1)
        return Choice(action=best.action.notation, text=_spoken(best.action, best.reason, lang))
    action = bot.choose(view, legal, chance)
    return Choice(action=action.notation, text=Message("server", "hint.choice", move=action.message()).render(lang))


def _spoken(action: Action, reason: Message, lang: str) -> str:
    text = reason.render(lang)
    return Message("server", "hint.reason", move=action.message(), reason=text[:1].upper() + text[1:]).render(lang)


def main() -> None:
    """Answers until stdin ends, which it does with the server, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    questions = msgspec.json.Decoder(Question)
    for line in sys.stdin.buffer:
        try:
            reply = answer(questions.decode(line))
        except Exception as error:  # noqa: BLE001  # a bot may fail in any way; the table plays on
            reply = Choice(problem=f"{type(error).__name__}: {error}")
        try:
            sys.stdout.buffer.write(msgspec.json.encode(reply) + b"\n")
            sys.stdout.buffer.flush()
        except BrokenPipeError:  # the server is gone; nothing is left to be said, not even at the exit
            os._exit(0)


if __name__ == "__main__":
    main()
