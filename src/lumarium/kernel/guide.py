"""A first-game guide: a prepared record, the steps through it, and their words; a game brings one or does not."""

from __future__ import annotations

from typing import Any

import msgspec

from .catalogue import LANGUAGES
from .errors import LumariumError
from .game import Game
from .message import Message
from .record import Record


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of the record, with something to read or a move to make."""

    name: str
    at: int
    """How many of the record's moves were made before."""
    move: bool = False
    """Does the learner make the record's next move? Otherwise there is only something to read."""
    leap: bool = False
    """Does the guide jump here, without telling what happened since the last step?"""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a step says in one language."""

    title: str
    text: str
    do: str = ""
    """What to touch."""
    instead: str = ""
    """The answer to a touch of something else."""


class Guide(msgspec.Struct, frozen=True):
    """Everything that a game's guide is made of."""

    record: Record
    seat: int
    """The learner's."""
    steps: tuple[Step, ...]
    words: dict[str, dict[str, Words]]
    """By language and by the step's name."""


class _Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: int
    steps: tuple[Step, ...]


def has_guide(game: Game) -> bool:
    """Does the game bring a guide?"""
    return game.file("words", "guide.toml").is_file()


def load_guide(game: Game) -> Guide:
    """The guide from `guide.jsonl`, `guide.toml` and `guide.<lang>.toml` among the game's words."""
    if not has_guide(game):
        raise LumariumError(Message("kernel", "guide.missing", game=game.name))
    plan = _read(game, "guide.toml", _Plan)
    words = {lang: _read(game, f"guide.{lang}.toml", dict[str, Words]) for lang in LANGUAGES}
    return Guide(Record.load(game.file("words", "guide.jsonl")), plan.seat, plan.steps, words)


def _read(game: Game, file: str, kind: Any) -> Any:
    try:
        return msgspec.toml.decode(game.file("words", file).read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError, UnicodeError, ValueError) as error:
        raise LumariumError(Message("kernel", "guide.broken", game=game.name, file=file, problem=str(error))) from error
