"""A time that ran out: an entry of the record that changes nothing in the game."""

from __future__ import annotations

import msgspec
import pytest

import lumarium
from lumarium import BadRecord, Chance, GameOver, Match, NotYourTurn, Record
from lumarium.conformance.case import everything
from lumarium.kernel.errors import UnknownSeat
from lumarium.kernel.record import Out
from lumarium.review.walking import decisions


def _played(game: str, outs: bool) -> Match:
    """The same whole game, with or without somebody who runs out now and then."""
    match, choice = Match(game, lumarium.game(game).players[0], seed=5), Chance(6)
    while not match.over:
        if outs and len(match.history) % 7 == 3:
            assert match.state.turn is not None
            match.run_out(match.state.turn, 1790000000 + match.version)
        match.play(choice.choice(match.state.legal()))
    return match


@pytest.mark.parametrize("game", lumarium.games())
def test_the_game_is_the_same_and_the_record_tells_of_it(game: str) -> None:
    match, plain = _played(game, outs=True), _played(game, outs=False)
    record = Record.parse(match.record.dump())
    assert record == match.record
    assert record.moves == plain.record.moves
    assert record.plain == plain.record
    assert (record.header.lumarium, plain.record.header.lumarium) == (2, 1)
    assert record.replay().version == match.version > plain.version
    assert everything(record.replay().state) == everything(plain.state)
    both = (
        [(made.seat, made.picks, everything(made.after)) for made in decisions(each)] for each in (record, plain.record)
    )
    assert next(both) == next(both)
    assert sum(line.endswith(": out") for line in record.excerpt()) == match.version - plain.version


def test_only_the_time_of_whoever_decides_runs_out() -> None:
    match = Match("luminos", 2, seed=1, names=("Ana", "Ben"))
    before = everything(match.state)
    with pytest.raises(NotYourTurn, match="Ana"):
        match.run_out(1, 5)
    with pytest.raises(UnknownSeat):
        match.run_out(2, 5)
    assert (match.version, everything(match.state)) == (0, before)
    match.run_out(0, 5)
    assert match.last == Out(seat=0, time=5)
    over = _played("luminos", outs=False)
    with pytest.raises(GameOver):
        over.run_out(0, 5)


def test_what_was_decided_before_stands() -> None:
    match = Match("luminos", 2, seed=1)
    choice = Chance(2)
    while not match.can_undo():
        match.play(choice.choice(match.state.legal()))
    assert match.state.turn is not None
    match.run_out(match.state.turn, 5)
    assert not match.can_undo()
    assert not Record.parse(match.record.dump()).replay().can_undo()


def test_a_forged_one_is_refused() -> None:
    match = Match("luminos", 2, seed=1)
    match.run_out(0, 5)
    forged = msgspec.structs.replace(match.record, entries=(Out(seat=1, time=5),))
    with pytest.raises(BadRecord, match="line 3"):
        forged.replay()
