"""Decisions in words: what was done, what would have been better, and why."""

from __future__ import annotations

import msgspec

from lumarium.kernel.catalogue import capitalised, find
from lumarium.kernel.game import Game
from lumarium.kernel.message import Message
from lumarium.kernel.view import View

from .review import COSTLY, Decision
from .weighing import Choice, Weighing


class Thought(msgspec.Struct, frozen=True):
    """A choice in words; `path` is where it is made on the board."""

    action: str
    text: str
    outlook: float
    points: float
    path: tuple[str, ...] = ()
    reason: str = ""
    played: bool = False


def kind_word(game: Game, kind: str, lang: str) -> str:
    """What a kind of decision is called; a game that says nothing of it calls it as its actions."""
    key = f"kind.{kind}"
    found = find(game.name, key, lang)
    return kind.capitalize() if found == key else str(found)


def move_word(game: Game, move: str, lang: str) -> str:
    """What a move means, as the beginning of a sentence."""
    return capitalised(game.actions.parse(move).message().render(lang))


def reason_word(view: View, move: str, lang: str) -> str:
    """What speaks for it."""
    return capitalised(Weighing(view).reason(move).render(lang))


def told(game: Game, view: View, choice: Choice, lang: str, played: bool = False, why: bool = True) -> Thought:
    """A choice in words, with its reason and its place on the board."""
    return Thought(
        choice.move,
        move_word(game, choice.move, lang),
        choice.outlook,
        choice.points,
        tuple(game.actions.parse(choice.move).touch(view)),
        reason_word(view, choice.move, lang) if why else "",
        played,
    )


def explained(game: Game, view: View, decision: Decision, lang: str) -> list[Thought]:
    """The best choices, and the one that was made; where nothing was lost, without reasons."""
    why = decision.lost >= COSTLY
    choices = list(decision.best)
    if decision.played not in choices:
        choices.append(decision.played)
    return [told(game, view, each, lang, each.move == decision.played.move, why) for each in choices]


def percent(share: float, signed: bool = False) -> Message:
    """A share as people say it."""
    number = round(100 * share)
    return Message("kernel", "insight.percent", n=f"+{number}" if signed and number > 0 else number)


def decimal(number: float, lang: str, signed: bool = False) -> str:
    """A number with one digit behind the point."""
    text = f"{abs(number):.1f}"
    sign = "−" if round(number, 1) < 0 else "+" if signed else ""
    return sign + (text.replace(".", ",") if lang == "de" else text)
