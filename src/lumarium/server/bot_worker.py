"""A process in which bots think: a request per line on stdin, an answer per line on stdout."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from lumarium.bots import Bot
from lumarium.bots.search.budget import Budget
from lumarium.bots.search.thinker import Candidate, Position, Thinker
from lumarium.kernel import registry
from lumarium.kernel.action import Action
from lumarium.kernel.chance import Chance
from lumarium.kernel.message import Message
from lumarium.kernel.view import View

from .pool import work

HINT = Budget(seconds=0.5)
"""What a bot thinks about a hint; moves take the time that their level needs."""
REVIEW = Budget(seconds=1.0)
"""The same when somebody looks back and is in no hurry."""
BEST = 3
"""So many candidates are told when looking back."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot is asked: its seat's view, and nothing else of the table."""

    game: str
    level: str
    view: msgspec.Raw
    seed: str
    explain: bool = False
    review: bool = False
    played: str | None = None
    """When looking back, what was decided here."""
    lang: str = "en"


class Thought(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot thinks of one decision."""

    action: str
    path: tuple[str, ...]
    text: str
    reason: str
    outlook: float
    """From 0 to 1: the odds of winning, with a little for the other places."""
    points: float
    """The points with which the seat can expect to end the game."""
    played: bool


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """What it answers: a notation and, if asked for, why; or what went wrong."""

    action: str = ""
    text: str = ""
    problem: str = ""
    thoughts: tuple[Thought, ...] = ()


def answer(question: Question) -> Choice:
    """Asks the bot."""
    game = registry.game(question.game)
    view: View = msgspec.json.decode(question.view, type=game.View)
    legal = [game.actions[index] for index in view.legal]
    kind = registry.bot(question.level)
    chance = Chance(question.seed)
    if question.review and issubclass(kind, Thinker):
        return reviewed(kind(REVIEW), view, chance, question.lang, question.played)
    bot = kind(HINT) if question.explain and issubclass(kind, Thinker) else kind()
    if question.explain or question.review:
        return explained(bot, view, legal, chance, question.lang)
    return Choice(action=bot.choose(view, legal, chance).notation)


def explained(bot: Bot, view: View, legal: Sequence[Action], chance: Chance, lang: str) -> Choice:
    """A bot's advice in words: its best candidate with the reason, or just the move that it would choose."""
    if isinstance(bot, Thinker):
        (best,) = bot.explain(view, chance, 1)
        return Choice(action=best.action.notation, text=_spoken(best.action, best.reason, lang))
    action = bot.choose(view, legal, chance)
    return Choice(action=action.notation, text=Message("server", "hint.choice", move=action.message()).render(lang))


def reviewed(bot: Thinker, view: View, chance: Chance, lang: str, played: str | None) -> Choice:
    """What the bot thinks of its best candidates, the best first, and of what was played."""
    position = Position(view, chance)
    values = bot.values(position, chance)
    order = sorted(range(len(values)), key=lambda place: -values[place])
    notations = [position.game.actions[index].notation for index in position.legal]
    told = [place for rank, place in enumerate(order) if rank < BEST or notations[place] == played]
    thoughts = []
    for place in told:
        candidate = position.candidate(position.legal[place], values[place], chance)
        thoughts.append(_thought(candidate, view, lang, notations[place] == played))
    return Choice(action=notations[order[0]], thoughts=tuple(thoughts))


def _thought(candidate: Candidate, view: View, lang: str, played: bool) -> Thought:
    action = candidate.action
    return Thought(
        action=action.notation,
        path=tuple(action.touch(view)),
        text=_sentence(action.message().render(lang)),
        reason=_sentence(candidate.reason.render(lang)),
        outlook=round(min(max(candidate.outlook, 0.0), 1.0), 3),
        points=round(candidate.points, 1),
        played=played,
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _spoken(action: Action, reason: Message, lang: str) -> str:
    said = _sentence(reason.render(lang))
    return Message("server", "hint.reason", move=action.message(), reason=said).render(lang)


_questions = msgspec.json.Decoder(Question)


def reply(line: bytes) -> bytes:
    """The answer to a question, whatever the bot does."""
    try:
        choice = answer(_questions.decode(line))
    except Exception as error:  # noqa: BLE001  # a bot may fail in any way; the table plays on
        choice = Choice(problem=f"{type(error).__name__}: {error}")
    return msgspec.json.encode(choice)


if __name__ == "__main__":
    work(reply)
