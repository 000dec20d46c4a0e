"""A game being played: state, luck and record together, with undo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, SupportsIndex

import msgspec

from .action import Action
from .chance import Chance, luck_of
from .errors import BadNotation, BadOptions, BadRecord, GameOver, IllegalAction, LumariumError, NotYourTurn
from .event import Event, called
from .game import Game
from .given import quoted, shortened, whole
from .luck import FairChance, RecordedChance, RecordingChance
from .message import Message
from .record import FORMAT_TIMED, End, Entry, Fair, Header, Move, Out, Record, Seeded, Start, Undo, Unnamed
from .registry import game as find_game
from .state import State
from .view import View

CHECKPOINT = 16
"""After so many moves a position is kept, so that none is far from one."""


class Played(NamedTuple):
    """A move that stands: who decided what, and what became visible."""

    seat: int
    action: Action
    events: list[Event]


class Match:
    """A game with its players' names, its luck, its record, and its way back."""

    def __init__(
        self,
        game: str | Game,
        players: SupportsIndex,
        seed: SupportsIndex | str | None = None,
        options: Any = None,
        names: Sequence[str] = (),
        chance: Chance | None = None,
        luck: Seeded | Fair | Unnamed | None = None,
    ) -> None:
        """`chance` overrules `seed`; `luck` is what the record's header says of it."""
        self.game = game if isinstance(game, Game) else find_game(game)
        self.options = self.game.options(options)
        self._chance = RecordingChance(Chance(seed) if chance is None else luck_of(chance))
        self._luck = _luck_of(self._chance.source) if luck is None else _declared(luck)
        self._luck_to_come = self._luck
        self.state: State = self.game.start(players, self._chance, self.options)
        self.names = checked_names(names, self.state.players)
        self.history: list[Played] = []
        self._start = Start(picks=tuple(self._chance.take()))
        self._entries: list[Entry] = []
        self._ways_back: list[tuple[int, State]] = []
        self._drawn: list[_Drawn] = []
        self._checkpoints: list[State] = []

    @property
    def version(self) -> int:
        """How many moves, undos and times that ran out there were; it only grows."""
        return len(self._entries)

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.state.over

    @property
    def last(self) -> Entry | None:
        """The latest entry, as the record holds it."""
        return self._entries[-1] if self._entries else None

    def view(self, seat: SupportsIndex | None) -> View:
        """What that seat (None: a spectator) may know now."""
        return self.state.view(seat)

    def play(self, move: Action | SupportsIndex | str, seat: SupportsIndex | None = None) -> list[Event]:
        """Plays an action, given as such, by index or by notation. With `seat` it must be that seat's turn."""
        turn, mover = self.state.turn, self.state.check_seat(seat)
        if mover is not None and turn is not None and mover != turn:
            raise NotYourTurn(
                Message("kernel", "turn.other", turn=called(turn, self.names), seat=called(mover, self.names))
            )
        action = self._action(move)
        self.state.check_action(action)
        assert turn is not None
        before, mark = self.state.clone(), self._chance.mark()
        events: list[Event] = []
        try:
            self.state.carry_out(action.index, self._chance, events)
        except BaseException:
            # In the middle of a move, by a fault of the game or of the luck: what is half changed is of no use.
            self.state = before
            self._chance.take()
            raise
        picks = self._chance.take()
        # The end counts as news: it opens hidden things and the secret of fair luck.
        news = bool(picks) or self.over or any(event.reveals for event in events)
        if news or (self._ways_back and self._ways_back[-1][0] != turn):
            self._ways_back.clear()
        if not news:
            self._ways_back.append((turn, before))
        self._luck = self._luck_to_come
        self._entries.append(Move(seat=turn, move=action.notation, picks=tuple(picks)))
        if len(self.history) % CHECKPOINT == 0:
            self._checkpoints.append(before.clone())
        self._drawn.append(_Drawn(tuple(picks), mark, news))
        self.history.append(Played(turn, action, events))
        return events

    def can_undo(self, seat: SupportsIndex | None = None) -> bool:
        """May the last move be taken back (by that seat)?"""
        asking = self.state.check_seat(seat)
        return bool(self._ways_back) and asking in (None, self._ways_back[-1][0])

    def undo(self, seat: SupportsIndex | None = None) -> None:
        """Takes the last move back. It must have shown its player nothing new, and nobody may have moved since."""
        asking = self.state.check_seat(seat)
        if not self._ways_back:
            raise IllegalAction(Message("kernel", "undo.nothing"))
        mover = self._ways_back[-1][0]
        if asking is not None and asking != mover:
            raise NotYourTurn(Message("kernel", "undo.other", player=called(mover, self.names)))
        _, self.state = self._ways_back.pop()
        notation = self._forget(1)
        self._entries.append(Undo(seat=mover, undo=notation))

    def take_back(self, seat: SupportsIndex, moves: SupportsIndex = 1) -> None:
        """Takes back the last `moves` moves, whoever made them and whatever they showed; the first of them must be a
        decision of that seat. For practice: the record says so. The same luck comes again."""
        asking, number = self.state.check_player(seat), whole(moves)
        if self.over or number is None or not 1 <= number <= len(self.history):
            raise IllegalAction(Message("kernel", "undo.practice", n=len(self.history)))
        at = len(self.history) - number
        if self.history[at].seat != asking:
            player = called(self.history[at].seat, self.names)
            raise NotYourTurn(Message("kernel", "undo.theirs", player=player))
        self.state, mark = self.position(at), self._drawn[at].mark
        if mark:
            self._chance.rewind(mark)
        self._ways_back.clear()
        notation = self._forget(number)
        self._entries.append(Undo(seat=asking, undo=notation, practice=number))

    def run_out(self, seat: SupportsIndex, time: int) -> None:
        """The time of the seat that has to decide ran out, in the second `time` since 1970: an entry of the record. The
        game goes on as it was, but what was decided before stands."""
        late = self.state.check_player(seat)
        if self.state.turn is None:
            raise GameOver(Message("kernel", "over"))
        if late != self.state.turn:
            turn = called(self.state.turn, self.names)
            raise NotYourTurn(Message("kernel", "turn.other", turn=turn, seat=called(late, self.names)))
        self._ways_back.clear()
        self._entries.append(Out(seat=late, time=time))

    def shown(self, moves: int) -> bool:
        """Did any of the last `moves` moves draw something, or show somebody what was hidden?"""
        return any(drawn.news for drawn in self._drawn[len(self._drawn) - moves :])

    def position(self, at: int) -> State:
        """The state after `at` of the moves that stand, to look at or to go on from."""
        if at == len(self.history):
            return self.state.clone()
        near = at // CHECKPOINT
        state = self._checkpoints[near].clone()
        for number in range(near * CHECKPOINT, at):
            state.step(self.history[number].action.index, RecordedChance(self._drawn[number].picks))
        return state

    def _forget(self, moves: int) -> str:
        """The last moves no longer stand; gives the notation of the first of them."""
        at = len(self.history) - moves
        notation = self.history[at].action.notation
        del self.history[at:], self._drawn[at:], self._checkpoints[-(-at // CHECKPOINT) :]
        return notation

    def log(self, seat: SupportsIndex | None, lang: str = "en") -> list[str]:
        """What happened so far, in sentences, as that seat may know it and as the rules let it be read again."""
        seat = self.state.check_seat(seat)
        seen = (event.for_seat(seat) for played in self.history for event in played.events)
        told = self.game.retold([event for event in seen if event is not None], self.view(seat))
        return [event.describe(lang, self.names) for event in told]

    @property
    def record(self) -> Record:
        """The match as data, up to now."""
        header = header_of(self.game, self.state.players, self.options, self.names, self._luck)
        if any(isinstance(entry, Out) for entry in self._entries):
            header = msgspec.structs.replace(header, lumarium=FORMAT_TIMED)
        source = self._chance.source
        if isinstance(source, RecordedChance):
            source = source.source or source
        secret = source.secret.hex() if self.over and isinstance(source, FairChance) else None
        scores, ranking = tuple(self.state.scores), tuple(self.state.ranking)
        end = End(over=self.over, scores=scores, ranking=ranking, secret=secret)
        return Record(header, self._start, tuple(self._entries), end)

    def _action(self, move: Action | SupportsIndex | str) -> Action:
        if isinstance(move, Action):
            return move
        if isinstance(move, str):
            return self.game.actions.parse(move)
        if whole(move) is None:
            raise BadNotation(Message("kernel", "action.type", given=type(move).__name__))
        return self.game.actions[self.state.check(move)]

    def play_on(self, chance: Chance, luck: Seeded | Fair | Unnamed | None = None) -> None:
        """From now on the luck comes from here. Unless the record names it already, `luck` says what it is: that is
        what the header tells as soon as a move was made with it."""
        if _origin(self._chance.source) is not _origin(luck_of(chance)):
            # What was drawn from another luck cannot come again from this one.
            self._drawn = [drawn._replace(mark=()) for drawn in self._drawn]
        self._chance.source = luck_of(chance)
        if luck is not None:
            self._luck_to_come = _declared(luck)

    def __repr__(self) -> str:
        return f"<match at move {len(self.history)}: {self.state!r}>"

    def _repr_svg_(self) -> str:
        """The table with nothing hidden, for notebooks."""
        return self.game.scene(self.game.opened(self.state), names=self.names)._repr_svg_()


class _Drawn(NamedTuple):
    """What a move that stands drew, where the luck stood before it, and whether it ended the way back."""

    picks: tuple[int, ...]
    mark: tuple[int, ...]
    news: bool


def header_of(game: Game, players: int, options: Any, names: tuple[str, ...], luck: Seeded | Fair | Unnamed) -> Header:
    """The first line of a record; options and names are checked already."""
    return Header(
        game=game.name,
        rules_version=game.rules_version,
        players=players,
        options=msgspec.json.decode(msgspec.json.encode(options)),
        names=names,
        chance=luck,
    )


def replay(record: Record, at: SupportsIndex | None, chance: Chance | None) -> Match:
    """The match that a record tells, after `at` of its entries."""
    last, number = len(record.entries), whole(at)
    if at is not None and (number is None or not 0 <= number <= last):
        raise LumariumError(Message("kernel", "record.at", n=last, at=quoted(at)))
    own = isinstance(chance, FairChance) and _luck_of(chance) == record.header.chance
    source = chance if own else luck_named(record)
    steps = walk(record, source)
    match = next(steps)
    for _ in islice(steps, number):
        pass
    if source is not None and (own or chance is None):
        match.play_on(source)
    else:
        match.play_on(Chance() if chance is None else chance, Unnamed())
    return match


def walk(record: Record, source: Chance | None) -> Iterator[Match]:
    """The match at its start and after each entry: one object that goes on. All luck must be the source's."""
    header, entries = record.header, record.entries
    game = find_game(header.game)
    if header.rules_version != game.rules_version:
        theirs, ours = header.rules_version, game.rules_version
        raise BadRecord(Message("kernel", "record.rules", game=game.name, theirs=theirs, ours=ours), 1)
    luck = RecordedChance(record.start.picks, source)
    luck.line = 2
    try:
        match = Match(game, header.players, None, header.options, header.names, luck, header.chance)
    except BadRecord:
        raise
    except LumariumError as error:
        raise BadRecord(Message("kernel", "record.options", problem=error.reason), 1) from error
    luck.done()
    yield match
    for line, entry in enumerate(entries, 3):
        luck.feed(entry.picks if isinstance(entry, Move) else (), line)
        _repeat(match, entry, line)
        luck.done()
        yield match
    _compare_end(match, record.end, len(entries) + 3)


def _repeat(match: Match, entry: Entry, line: int) -> None:
    try:
        if isinstance(entry, Move):
            match.play(entry.move, entry.seat)
        elif isinstance(entry, Out):
            match.run_out(entry.seat, entry.time)
        else:
            back = min(max(1, entry.practice), len(match.history))
            last = match.history[-back].action.notation if back else ""
            if (entry.practice or match.can_undo()) and entry.undo != last:
                raise IllegalAction(Message("kernel", "undo.not_last", move=shortened(entry.undo), last=last))
            if entry.practice:
                match.take_back(entry.seat, entry.practice)
            else:
                match.undo(entry.seat)
    except BadRecord:
        raise
    except LumariumError as error:
        raise BadRecord(Message("kernel", "record.move", line=line, problem=error.reason), line) from error


def _compare_end(match: Match, end: End, line: int) -> None:
    state = match.state
    for what, theirs, ours in (
        ("over", end.over, state.over),
        ("scores", list(end.scores), state.scores),
        ("ranking", list(end.ranking), state.ranking),
    ):
        if theirs != ours:
            raise BadRecord(Message("kernel", "record.end", line=line, what=what, theirs=theirs, ours=ours), line)


def checked_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """The names of all seats, or none; raises unless a record can hold them."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise BadOptions(Message("kernel", "options.name_list", players=players, given=quoted(names)))
    if names and len(names) != players:
        raise BadOptions(Message("kernel", "options.names", players=players, given=len(names)))
    for name in names:
        if type(name) is not str or not name.isprintable():
            raise BadOptions(Message("kernel", "options.name", name=shortened(str(name))))
    return tuple(names)


def _declared(luck: Seeded | Fair | Unnamed) -> Seeded | Fair | Unnamed:
    if not isinstance(luck, Seeded | Fair | Unnamed):
        raise BadOptions(Message("kernel", "options.luck", given=quoted(luck)))
    return luck


def _origin(chance: Chance) -> Chance:
    """Whose luck it is in the end, if it is checked against a record."""
    return chance.source if isinstance(chance, RecordedChance) and chance.source is not None else chance


def _luck_of(chance: Chance) -> Seeded | Fair | Unnamed:
    if isinstance(chance, FairChance):
        return Fair(chance.commitment, chance.table, chance.nonces)
    return Seeded(chance.seed) if type(chance) is Chance else Unnamed()


def luck_named(record: Record) -> Chance | None:
    """The luck that the record names, if it can be had: a seed, or a secret that has been revealed."""
    luck, end, line = record.header.chance, record.end, len(record.entries) + 3
    if isinstance(luck, Seeded):
        return Chance(luck.seed)
    if isinstance(luck, Fair) and end.over and end.secret is None:
        raise BadRecord(Message("kernel", "record.secret", line=line), line)
    if isinstance(luck, Fair) and end.secret is not None:
        try:
            fair = FairChance(bytes.fromhex(end.secret), luck.table, luck.nonces)
        except (ValueError, BadOptions) as error:
            raise BadRecord(Message("kernel", "record.commitment", line=line), line) from error
        if fair.commitment != luck.commitment:
            raise BadRecord(Message("kernel", "record.commitment", line=line), line)
        return fair
    return None
