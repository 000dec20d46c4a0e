"""Taking back for practice: further than the rules of the house go, with the same luck again."""

from __future__ import annotations

import msgspec
import pytest

import lumarium
from lumarium import BadRecord, Chance, FairChance, IllegalAction, Match, NotYourTurn, Record
from lumarium.conformance.case import everything
from lumarium.kernel.record import Undo


@pytest.fixture
def match() -> Match:
    return Match("luminos", players=2, seed=7, names=("Ana", "Ben"))


def take(match: Match) -> str:
    return match.state.legal_actions()[0].notation


def _played(match: Match, moves: int, luck: Chance) -> Match:
    for _ in range(moves):
        if not match.over:
            match.play(luck.choice(match.state.legal()))
    return match


@pytest.mark.parametrize("game", lumarium.games())
def test_practice_goes_back_to_any_own_decision_and_the_same_luck_comes_again(game: str) -> None:
    players = lumarium.game(game).players[0]
    fair = FairChance(bytes(range(32)), "table", ("a", "b"))
    whole = _played(Match(game, players, chance=FairChance(fair.secret, fair.table, fair.nonces)), 45, Chance(3))
    match = _played(Match(game, players, chance=fair), len(whole.history) - 1, Chance(3))
    before = [(played.seat, played.action.notation) for played in match.history]
    events, state = [played.events for played in match.history], everything(match.state)
    at = next(number for number, (seat, _) in enumerate(before) if seat == 1 and number > 4)
    match.take_back(1, len(before) - at)
    assert (len(match.history), match.state.turn) == (at, 1)
    assert everything(match.state) == everything(match.position(at))
    for seat, move in before[at:]:
        match.play(move, seat)
    assert everything(match.state) == state
    assert [played.events for played in match.history] == events
    record = match.record
    assert record.practice
    assert record.moves == [move for _, move in before]
    assert Record.parse(record.dump()) == record
    again = record.replay(chance=FairChance(fair.secret, fair.table, fair.nonces))
    assert everything(again.state) == state
    again.take_back(1, len(before) - at)
    assert again.state.turn == 1


def test_practice_is_verified_to_the_end_with_the_luck_of_the_header() -> None:
    fair = FairChance(bytes(range(32)), "table", ("a", "b"))
    match = _played(Match("luminos", 2, chance=fair), 30, Chance(3))
    own = max(number for number, played in enumerate(match.history) if played.seat == 0)
    match.take_back(0, len(match.history) - own)
    _played(match, 100_000, Chance(4))
    record = match.record
    assert record.end.secret is not None
    record.replay()
    undo = next(entry for entry in record.entries if isinstance(entry, Undo))
    for wrong in (undo.practice - 1, undo.practice + 1, 10_000, -1):
        forged = msgspec.structs.replace(undo, practice=wrong)
        entries = tuple(forged if entry is undo else entry for entry in record.entries)
        with pytest.raises(BadRecord):
            msgspec.structs.replace(record, entries=entries).replay()


def test_practice_ends_with_the_game_and_begins_with_an_own_decision(match: Match) -> None:
    for move in (take(match), "place (1,1)", "done"):
        match.play(move)
    match.play("take bag")
    assert match.shown(1)
    assert match.shown(4)
    for number in (0, 5, -1):
        with pytest.raises(IllegalAction, match="4 stand"):
            match.take_back(0, number)
    with pytest.raises(NotYourTurn, match="own"):
        match.take_back(0, 1)
    match.take_back(0, 2)
    assert not match.shown(2)
    _played(match, 100_000, Chance(4))
    with pytest.raises(IllegalAction, match="once the game is over"):
        match.take_back(0, 1)
