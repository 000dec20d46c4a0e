"""Which legal move is meant by what is typed at a terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lumarium.kernel.action import Action
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.given import shortened

from .speech import mistake, say

NUMBER = re.compile(r"\d+\+?")
"""The number that a move is about, as a player would type it."""


def keys(legal: Sequence[Action]) -> dict[str, Action]:
    """What is typed for each legal move: the number that it is about if they differ in nothing else, else its line."""
    words = [action.notation.partition(" ") for action in legal]
    numbers = [rest for _, _, rest in words]
    by_number = len({verb for verb, _, _ in words}) == 1 and all(map(NUMBER.fullmatch, numbers))
    return dict(zip(numbers if by_number else map(str, range(1, len(legal) + 1)), legal, strict=True))


def listed(legal: Sequence[Action]) -> str:
    """All keys, in words."""
    found = list(keys(legal))
    lines = [str(number) for number in range(1, len(legal) + 1)]
    return say("help_number_key", n=len(legal)) if found == lines else ", ".join(found)


def chosen(legal: Sequence[Action], text: str) -> Action | None:
    """The move with this key; None where no number is meant, so that it must be a move as it is written."""
    if text.isdecimal() and text not in keys(legal):
        raise no_choice(legal, text)
    return keys(legal).get(text)


def no_choice(legal: Sequence[Action], text: str) -> LumariumError:
    """That is none of the legal moves."""
    facts = {"number": shortened(text), "keys": listed(legal), "example": legal[0].notation}
    return mistake("number", n=len(legal), **facts)
