"""One game of bots, from beginning to end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec

from lumarium.bots import Bot, of_the_house
from lumarium.bots.random import RandomBot
from lumarium.bots.search.thinker import Position
from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import BotFailed
from lumarium.kernel.game import Game
from lumarium.kernel.luck import RecordingChance
from lumarium.kernel.match import checked_names, header_of
from lumarium.kernel.message import Message
from lumarium.kernel.record import End, Move, Record, Seeded, Start
from lumarium.kernel.state import AIMLESS, ASKED, THINKS, State, play_on

from .asking import LIMIT, Decide, ask, asked, think
from .players import bot_luck, bot_maker, kind


class OnFailure(NamedTuple):
    """What happens to bots that fail: how long they may take, and who decides in their place (None: the game stops)."""

    limit: float = LIMIT
    fallback: str | None = None


class Failure(msgspec.Struct, frozen=True, order=True):
    """A decision that a bot failed to make, and the fallback made."""

    game: int
    decision: int
    seat: int
    problem: str


class Played(msgspec.Struct, frozen=True, gc=False):
    """A finished game as data."""

    number: int
    seed: int | str
    """Of the game's luck; it stands in the record, too."""
    seats: tuple[str, ...]
    scores: list[int]
    places: list[int]
    decisions: int
    ending: str
    figures: dict[str, list[list[int]]]
    """What the game itself counts: by name, one list per seat or one for the table."""
    failures: list[Failure]
    record: bytes | None = None


class Table:
    """A table at which many games are played: what is to be looked up is looked up once."""

    def __init__(self, game: Game, seats: Sequence[str], options: Any, on_failure: OnFailure) -> None:
        self.game = game
        self.seats = checked_names(seats, len(seats))
        self.options = game.options(options)
        self.on_failure = on_failure
        self.makers = [bot_maker(seat) for seat in seats]
        self.stand_in = bot_maker(on_failure.fallback) if on_failure.fallback else None
        self.manners = [_manner(make()) for make in self.makers]

    def play(self, number: int, seed: int | str, luck: Chance, recorded: bool = False) -> Played:
        """One game; the bots' own luck follows from the seed and the number."""
        course = Course(self, number, seed, luck, recorded)
        decisions = course.play()
        state, notes = course.state, course.notes
        return Played(
            number,
            luck.seed,
            self.seats,
            state.scores,
            state.ranking,
            decisions,
            state.ending or "?",
            state.figures(),
            course.failures,
            None if notes is None else notes.record(self, state).dump(),
        )


class Course:
    """A game at the table, while it is played."""

    def __init__(self, table: Table, number: int, seed: int | str, luck: Chance, recorded: bool) -> None:
        players = len(table.seats)
        self._table = table
        self._number = number
        self._lucks = [bot_luck(seed, number, seat) for seat in range(players)]
        self.notes = Notes(luck) if recorded else None
        self._chance = luck if self.notes is None else self.notes.chance
        self.state: State = table.game.begin(players, table.options, self._chance)
        if self.notes is not None:
            self.notes.begin()
        self.failures: list[Failure] = []
        self._stand_in: Bot | None = None

    def play(self) -> int:
        """Plays to the end; tells how many decisions there were. Where nothing is written down, the engine plays what
        nobody has to be asked for."""
        state, chance, notes, decisions = self.state, self._chance, self.notes, 0
        manners, deciders, actions = self._table.manners, self._deciders(), self._table.game.actions
        while True:
            if notes is None:
                decisions += play_on(state, manners, self._lucks, chance)
            turn = state.turn
            if turn is None:
                asked.nobody()
                return decisions
            asked.ask(self._number, decisions, turn)
            try:
                index = deciders[turn]()
            except BotFailed as failure:
                index = self._replaced(failure, decisions, turn)
            state.carry_out(index, chance, None)
            decisions += 1
            if notes is not None:
                notes.add(turn, actions[index].notation)

    def _deciders(self) -> list[Decide]:
        table = self._table
        if self.notes is None and all(manner == AIMLESS for manner in table.manners):
            return []
        return [self._decider(seat, make()) for seat, make in enumerate(table.makers)]

    def _decider(self, seat: int, bot: Bot) -> Decide:
        """How the seat decides in this game. Only bots of the house do without a view."""
        table, state, luck = self._table, self.state, self._lucks[seat]
        game, name, limit = table.game, kind(table.seats[seat]), table.on_failure.limit
        if not of_the_house(bot):
            return lambda: ask(bot, name, game, state.view(seat), luck, limit).index
        position = position_of(game, state, seat, luck)
        return partial(think, bot, name, state, seat, position, luck, limit)

    def _replaced(self, failure: BotFailed, decisions: int, turn: int) -> int:
        """The decision of the fallback, if there is one."""
        table = self._table
        if table.stand_in is None:
            place = Message(
                "kernel", "cli.failure", game=self._number + 1, decision=decisions + 1, problem=failure.reason
            )
            raise BotFailed(Message("kernel", "bots.no_fallback", problem=place), turn) from failure
        self.failures.append(Failure(self._number, decisions, turn, str(failure)))
        if self._stand_in is None:
            self._stand_in = table.stand_in()
        view, name = self.state.view(turn), str(table.on_failure.fallback)
        return ask(self._stand_in, name, table.game, view, self._lucks[turn]).index


def position_of(game: Game, state: State, seat: int, luck: Chance) -> Position:
    """What a bot of the house gets: ways to ask about the game as it goes on, none of which tells it a secret."""
    return Position(game, lambda: state.view(seat), lambda number: game.resample(state, seat, number, luck))


class Notes:
    """A game written down while it is played: what a `Match` keeps of it, without the way back."""

    def __init__(self, luck: Chance) -> None:
        self.chance = RecordingChance(luck)
        self._set_up: list[int] = []
        self._moves: list[Move] = []

    def begin(self) -> None:
        """The game has been set up."""
        self._set_up = self.chance.take()

    def add(self, seat: int, move: str) -> None:
        """A move was made."""
        self._moves.append(Move(seat=seat, move=move, picks=tuple(self.chance.take())))

    def record(self, table: Table, state: State) -> Record:
        """The finished game."""
        header = header_of(table.game, state.players, table.options, table.seats, Seeded(self.chance.seed))
        end = End(over=True, scores=tuple(state.scores), ranking=tuple(state.ranking))
        return Record(header, Start(picks=tuple(self._set_up)), tuple(self._moves), end)


def _manner(bot: Bot) -> int:
    if type(bot) is RandomBot:
        return AIMLESS
    return THINKS if of_the_house(bot) else ASKED
