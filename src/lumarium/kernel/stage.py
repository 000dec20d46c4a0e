"""What the scenes of all games share: the seats in order, whose turn it is in a sentence, a panel per player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .catalogue import written
from .event import spoken_name
from .message import Message
from .scene import Panel, Row
from .view import View


def seats(view: View) -> list[int]:
    """All seats clockwise, the viewer's own first."""
    first = view.seat or 0
    return [(first + i) % view.players for i in range(view.players)]


def fitting(seat: int, name: str, longest: int, lang: str) -> str:
    """A player's name where so many letters fit: whole or cut, or by a sign where it is only the seat's number."""
    if len(name) <= longest:
        return name
    if name == spoken_name(seat, (), lang):
        return Message("kernel", "player_sign", number=seat + 1).render(lang)
    return f"{name[: longest - 1]}…"


def short(number: float) -> float:
    """A place on the table as it is sent: with one digit after the point at most, and none where that is 0."""
    rounded = round(number, 1)
    return int(rounded) if rounded == int(rounded) else rounded


def status(view: View) -> str:
    """Does the viewer decide, wait, or is it over?"""
    if view.over:
        return "over"
    return "turn" if view.seat == view.turn else "wait"


def prompt(view: View, own: Message, lang: str, names: Sequence[str]) -> str:
    """What the viewer shall do (`own`), or whom to wait for, or who has won."""
    if view.turn is None:
        winners = [spoken_name(seat, names, lang) for seat, place in enumerate(view.ranking) if place == 1]
        return Message("kernel", "won", n=len(winners), winners=together(winners)).render(lang)
    if view.turn == view.seat:
        return own.render(lang)
    return Message("kernel", "turn.wait", player=spoken_name(view.turn, names, lang)).render(lang)


def together(parts: Sequence[Message | str]) -> Message | str:
    """One after the other, with "and" before the last."""
    *first, last = parts
    return Message("kernel", "and", first=list(first), last=last) if first else last


def origins(points: Iterable[tuple[Message, int]], lang: str) -> tuple[Row, ...]:
    """Where points come from, line by line."""
    return tuple(Row(label.render(lang), str(written(number))) for label, number in points)


def panel(
    view: View,
    seat: int,
    points: Iterable[tuple[Message, int]],
    lang: str,
    names: Sequence[str],
    *rows: Row,
    badge: str = "",
) -> Panel:
    """A player's name, score and where it comes from, below any other rows."""
    return Panel(
        id=f"seat{seat}",
        title=spoken_name(seat, names, lang),
        value=str(written(view.scores[seat])),
        seat=seat,
        badge=badge,
        active=seat == view.turn,
        rows=(*rows, *origins(points, lang)),
    )
