"""What can be known, in words and numbers that can be shown: what a game's `Insight` says, told in one language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from .catalogue import capitalised, find, written
from .chance import Chance
from .errors import BadOptions
from .event import spoken_name
from .insight import STEPS, Cell, Likely, Line, Odds, Points, Spread, Topic, own_seat
from .message import Message
from .view import View

if TYPE_CHECKING:
    from .game import Game

DIGITS = 4


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the things that may be."""

    label: str
    share: float
    text: str
    true: bool = False
    """Does the viewer see that it is so?"""


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cell: always in words, and where it is a chance, also as a number from 0 to 1 or as several of them."""

    text: str
    share: float | None = None
    ways: str = ""
    """An exact chance counted out, such as "5 of 33"."""
    parts: tuple[Part, ...] = ()


class KnownLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a topic."""

    label: str
    cells: tuple[Told, ...]
    pieces: tuple[str, ...] = ()


class KnownTopic(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question and its answers; `done` is below 1 while an estimate can still get more precise."""

    id: str
    title: str
    columns: tuple[str, ...]
    lines: tuple[KnownLine, ...]
    note: str = ""
    done: float = 1.0


class Estimate(msgspec.Struct, frozen=True):
    """Something that can be found out by playing on."""

    id: str
    title: str


class Mind(msgspec.Struct, frozen=True):
    """A seat whose knowledge can be looked at."""

    seat: int
    name: str


class Known(msgspec.Struct, frozen=True):
    """All that a seat can know at a decision, or what another can know as far as that seat can tell."""

    game: str
    seat: int
    about: int | None
    topics: tuple[KnownTopic, ...]
    minds: tuple[Mind, ...]
    estimates: tuple[Estimate, ...]

    def _repr_html_(self) -> str:
        """As tables, for notebooks."""
        from .knownpage import page

        return page(self)


class Teller:
    """Says what is known in one language; `pictured` leaves the small pictures of pieces in."""

    def __init__(self, game: Game, lang: str, names: Sequence[str], pictured: bool) -> None:
        self.game, self.lang, self.names, self.pictured = game, lang, names, pictured

    def topic(self, topic: Topic, done: float = 1.0) -> KnownTopic:
        """A whole topic."""
        note = f"insight.{topic.key}.note"
        return KnownTopic(
            topic.key,
            self.title(topic.key, **topic.facts),
            tuple(self.words(Message(self.game.name, f"insight.column.{name}")) for name in topic.columns),
            tuple(map(self.line, topic.lines)),
            self.words(Message(self.game.name, note, **topic.facts)) if self.said(note) else "",
            done,
        )

    def title(self, key: str, **facts: object) -> str:
        """What a topic is called."""
        return self.words(Message(self.game.name, f"insight.{key}.title", **facts))

    def said(self, key: str) -> bool:
        """Has the game words for it?"""
        return bool(find(self.game.name, key, self.lang) != key)

    def line(self, line: Line) -> KnownLine:
        """One line."""
        label = spoken_name(line.label, self.names, self.lang) if isinstance(line.label, int) else line.label
        return KnownLine(self.words(label), tuple(map(self.cell, line.cells)), line.pieces)

    def words(self, message: Message | str) -> str:
        """A sentence, or the beginning of one."""
        return capitalised(message if isinstance(message, str) else message.render(self.lang, self.pictured))

    def cell(self, cell: Cell) -> Told:
        """A cell of any kind."""
        if isinstance(cell, Message):
            return Told(self.words(cell))
        if isinstance(cell, Odds):
            return Told(self.percent(cell.share), round(cell.share, DIGITS), self.ways(cell))
        if isinstance(cell, Likely):
            return Told(self.percent(cell.share), round(cell.share, DIGITS))
        if isinstance(cell, Points):
            return Told(self.points(cell.points))
        if isinstance(cell, Spread):
            parts = tuple(self.parts(cell))
            return Told(", ".join(f"{part.label}: {part.text}" for part in parts), parts=parts)
        return Told(str(written(cell)))

    def parts(self, spread: Spread) -> Iterable[Part]:
        """The parts of a spread, in its order."""
        for place, (label, chance) in enumerate(spread.parts):
            said = str(label) if isinstance(label, int) else label.render(self.lang)
            yield Part(said, round(chance.share, DIGITS), self.percent(chance.share), place == spread.truth)

    def ways(self, odds: Odds) -> str:
        """An exact chance counted out."""
        if not odds.counted:
            return ""
        return Message("kernel", "insight.ways", ways=odds.ways, of=odds.of).render(self.lang)

    def percent(self, share: float) -> str:
        """A chance as people say it; what may be is never 0 %, and what may not be never 100 %."""
        # A half is rounded up, as people do it; what floating point made of the half first goes away.
        number = int(round(100 * share, DIGITS) + 0.5)
        if number == 0 and share > 0:
            return Message("kernel", "insight.hardly").render(self.lang)
        if number == 100 and share < 1:
            return Message("kernel", "insight.nearly").render(self.lang)
        return Message("kernel", "insight.percent", n=number).render(self.lang)

    def points(self, points: float) -> str:
        """Points with their sign."""
        whole = isinstance(points, int)
        text = f"{abs(points):{'d' if whole else '.1f'}}"
        if self.lang == "de":
            text = text.replace(".", ",")
        return f"{'−' if points < 0 else '+' if points > 0 else ''}{text}"


def known(game: Game, view: View, teller: Teller, about: int | None) -> Known:
    """Everything that the game tells from a seat's view; nothing is open any more once it is over."""
    insight = game.insight
    topics = () if view.over else insight.topics(view) if about is None else insight.mind(view, about)
    minds = () if view.over else insight.minds(view)
    keys = () if view.over or about is not None else insight.estimates(view)
    return Known(
        game.name,
        own_seat(view),
        about,
        tuple(teller.topic(topic) for topic in topics if topic.lines),
        tuple(Mind(seat, spoken_name(seat, teller.names, teller.lang)) for seat in minds),
        tuple(Estimate(key, teller.title(key)) for key in keys),
    )


def estimated(game: Game, view: View, key: str, step: int, teller: Teller) -> KnownTopic:
    """A topic found by playing on. Its luck follows from the view, so that the same view is told the same."""
    keys = () if view.over else tuple(game.insight.estimates(view))
    if key not in keys:
        raise BadOptions(Message("kernel", "insight.no_estimate", topic=key, known=", ".join(keys) or "-"))
    luck = Chance(sha256(msgspec.json.encode(view)).hexdigest())
    return teller.topic(game.insight.estimate(view, key, step, luck), 2.0 ** (step + 1 - STEPS))
