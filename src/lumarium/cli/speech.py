"""What the commands say, in the language that was asked for."""

from __future__ import annotations

import sys
from contextvars import ContextVar

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

LANGUAGE: ContextVar[str] = ContextVar("language", default="en")


def language() -> str:
    """The language of this run."""
    return LANGUAGE.get()


def speak(lang: str | None) -> None:
    """From now on in this language; None leaves it as it is."""
    if lang is not None:
        LANGUAGE.set(lang)


def say(key: str, **facts: object) -> str:
    """A sentence of the command line."""
    return Message("kernel", f"cli.{key}", **facts).render(language())


def mistake(key: str, **facts: object) -> LumariumError:
    """Something that the user can put right."""
    return LumariumError(Message("kernel", f"cli.{key}", **facts))


def complain(error: LumariumError) -> None:
    """Tells what went wrong, on stderr."""
    print(f"lumarium: {error.describe(language())}", file=sys.stderr)
