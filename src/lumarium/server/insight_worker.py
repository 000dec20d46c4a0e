"""A process that works out what a seat can know: a request per line on stdin, an answer per line on stdout."""

from __future__ import annotations

import msgspec

from lumarium.kernel import registry
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.known import Known, KnownTopic

from .errors import code_of
from .pool import work


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked: from a seat's view, and from nothing else of the table."""

    game: str
    view: msgspec.Raw
    lang: str
    names: tuple[str, ...]
    about: int | None = None
    """The seat whose knowledge is meant; None for the viewer's own."""
    topic: str | None = None
    step: int = 0
    """One estimate, and how precise it shall be."""


class Problem(msgspec.Struct, frozen=True):
    """Why there is no answer."""

    code: str
    text: str


def answer(question: Question) -> Known | KnownTopic:
    """Asks the game."""
    game = registry.game(question.game)
    view = msgspec.json.decode(question.view, type=game.View)
    lang, names = question.lang, question.names
    if question.topic is None:
        return game.know(view, lang, names, question.about, pictured=True)
    return game.estimate(view, question.topic, question.step, lang, names, pictured=True)


_questions = msgspec.json.Decoder(Question)


def reply(line: bytes) -> bytes:
    """The answer to a question, whatever the game does."""
    try:
        question = _questions.decode(line)
        return msgspec.json.encode(answer(question))
    except LumariumError as error:
        text = error.describe(question.lang)
        return msgspec.json.encode(Problem(code_of(error), text[:1].upper() + text[1:]))
    except Exception as error:  # noqa: BLE001  # a game may fail in any way; the table plays on
        return msgspec.json.encode(Problem("internal", f"{type(error).__name__}: {error}"))


if __name__ == "__main__":
    work(reply)
