"""Positions to learn from: what would you do? A set comes with a game, and one's own reviewed games give more."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import cache
from hashlib import sha256

import msgspec

from lumarium.kernel.errors import BadOptions
from lumarium.kernel.game import Game
from lumarium.kernel.match import Match
from lumarium.kernel.message import Message
from lumarium.kernel.record import Record
from lumarium.kernel.registry import game as find_game
from lumarium.kernel.registry import games
from lumarium.kernel.study import Study
from lumarium.kernel.view import View

from .review import COSTLY, Review
from .weighing import BEST, Choice, Weighing, kind_of

FILE = "drills.jsonl"
AS_GOOD = 0.01
"""A choice that costs less than this is as good as the best."""


class Drill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a game of bots, told by its luck and its moves, and what each choice comes to."""

    rules_version: int
    players: int
    seed: int
    moves: tuple[int, ...]
    kind: str
    outlooks: dict[str, float]
    """By notation, the best first."""

    @property
    def id(self) -> str:
        """A name for it that stays."""
        return sha256(f"{self.players} {self.seed} {self.moves}".encode()).hexdigest()[:10]

    def match(self, game: Game) -> Match:
        """The game up to there, with the same luck."""
        match = Match(game, self.players, self.seed)
        for index in self.moves:
            match.play(index)
        return match

    def view(self, game: Game) -> View:
        """What the seat on turn knows there."""
        match = self.match(game)
        assert match.state.turn is not None
        return match.view(match.state.turn)

    def study(self, game: Game) -> Study:
        """The game up to there, to try things out; it shows what the seat on turn knew until it is opened."""
        match = self.match(game)
        return Study.of(match, match.state.turn)


class Own(msgspec.Struct, frozen=True):
    """A decision of one's own with which much was lost."""

    at: int
    seat: int
    kind: str
    lost: float


class Answered(msgspec.Struct, frozen=True):
    """What an answer comes to."""

    right: bool
    """Is it the best, or as good?"""
    lost: float
    points: float
    given: Choice
    best: tuple[Choice, ...]


@cache
def shipped(name: str) -> tuple[Drill, ...]:
    """The set that comes with a game; none where it brings none, or where its rules have changed since."""
    game = find_game(name)
    path = game.file("words", FILE)
    if not path.is_file():
        return ()
    found = msgspec.json.Decoder(Drill).decode_lines(path.read_bytes())
    return tuple(drill for drill in found if drill.rules_version == game.rules_version)


def drill(game: str, name: str) -> Drill:
    """One of them by its id."""
    for each in shipped(game):
        if each.id == name:
            return each
    raise BadOptions(Message("kernel", "drills.unknown", game=find_game(game).name, id=name))


def daily(day: date) -> tuple[str, Drill]:
    """The drill of a day, the same for everybody: the games take turns, and none comes twice before all have come."""
    sets = [(name, shipped(name)) for name in games() if shipped(name)]
    if not sets:
        raise BadOptions(Message("kernel", "drills.none"))
    number = day.toordinal()
    name, found = sets[number % len(sets)]
    return name, found[number // len(sets) % len(found)]


def own(review: Review, seat: int | None = None, least: float = COSTLY) -> list[Own]:
    """What a reviewed game gives to learn from, of one seat or of all."""
    return [
        Own(each.at, each.seat, each.kind, round(each.lost, 4))
        for each in review.decisions
        if each.lost >= least and seat in (None, each.seat)
    ]


def own_view(record: Record, at: int) -> View:
    """What the seat that decided knew there."""
    match = record.replay(at)
    if match.state.turn is None:
        raise BadOptions(Message("kernel", "drills.over"))
    return match.view(match.state.turn)


def names(view: View, lang: str) -> tuple[str, ...]:
    """Who sits at the table of a drill: you, and others."""
    said = [Message("kernel", "drills.other", n=seat + 1).render(lang) for seat in range(view.players)]
    assert view.seat is not None
    said[view.seat] = Message("kernel", "drills.you").render(lang)
    return tuple(said)


def answered(view: View, outlooks: dict[int, float], move: int) -> Answered:
    """Compares a choice with the best."""
    best = list(outlooks)[:BEST]
    *told, given = Weighing(view).choices(outlooks, [*best, move])
    lost = max(0.0, round(told[0].outlook - given.outlook, 4))
    points = max(0.0, round(told[0].points - given.points, 2))
    return Answered(lost < AS_GOOD, lost, points, given, tuple(told))


def clear(outlooks: Iterable[dict[int, float]], gap: float, fewest: int) -> bool:
    """Is there one best choice, and the same one whenever it is weighed?"""
    bests = set()
    for found in outlooks:
        values = list(found.values())
        if len(values) < fewest or values[0] - values[1] < gap:
            return False
        bests.add(next(iter(found)))
    return len(bests) == 1


def indexed(game: Game, outlooks: dict[str, float]) -> dict[int, float]:
    """The same by index."""
    return {game.actions.parse(move).index: value for move, value in outlooks.items()}


def kind_at(game: Game, view: View) -> str:
    """What kind of decision it is."""
    return kind_of(game.actions, view.legal)
