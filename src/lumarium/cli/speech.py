"""What the commands say, in the language that was asked for."""

from __future__ import annotations

import os
import shlex
import sys
from contextvars import ContextVar

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

LANGUAGE: ContextVar[str | None] = ContextVar("language", default=None)
"""The language that was asked for with --lang."""


def language() -> str:
    """The language of this run."""
    return LANGUAGE.get() or usual_language()


def usual_language() -> str:
    """German where the environment says so, else English."""
    settings = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "de" if next(filter(None, settings), "").lower().startswith("de") else "en"


def speak(lang: str | None) -> None:
    """From now on in this language; None leaves it as it is."""
    if lang is not None:
        LANGUAGE.set(lang)


def program() -> str:
    """What people type to start us: ./play tells how it was called."""
    return shlex.quote(os.environ.get("LUMARIUM_COMMAND") or "lumarium")


def command(*args: object) -> str:
    """A command that people can type, in their language."""
    lang = [] if language() == usual_language() else ["--lang", language()]
    return f"{program()} {shlex.join([*map(str, args), *lang])}"


def say(key: str, **facts: object) -> str:
    """A sentence of the command line."""
    return Message("kernel", f"cli.{key}", **facts).render(language())


def sentence(text: str) -> str:
    """The text as the beginning of a line."""
    return text[:1].upper() + text[1:]


def mistake(key: str, **facts: object) -> LumariumError:
    """Something that the user can put right."""
    return LumariumError(Message("kernel", f"cli.{key}", **facts))


def complain(error: LumariumError) -> None:
    """Tells what went wrong, on stderr."""
    print(f"lumarium: {error.describe(language())}", file=sys.stderr)
