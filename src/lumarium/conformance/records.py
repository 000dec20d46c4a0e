"""The record is the truth: it replays to the same positions, and damage is found."""

from __future__ import annotations

from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import BadRecord, NotYourTurn
from lumarium.kernel.match import Match
from lumarium.kernel.record import Record

from .case import Case, everything


def records(case: Case, seed: int) -> None:
    """Move by move the replay is the match; a flipped byte or a missing tail is refused."""
    match, moves = Match(case.game, case.players, seed, case.options), Chance(seed)
    positions = [everything(match.state)]
    while not match.over:
        if match.version == 0:
            _wrong_seat(case, match)
        match.play(moves.choice(match.state.legal_actions()))
        positions.append(everything(match.state))
    data = match.record.dump()
    record = Record.parse(data)
    case.need(record == match.record and record.dump() == data, "a record changes when it is written and read")
    step = max(1, len(positions) // 8)
    for at in [*range(0, len(positions), step), len(positions) - 1]:
        case.need(everything(record.replay(at).state) == positions[at], f"the replay differs after {at} moves")
    _finds_damage(case, data, moves)


def _wrong_seat(case: Case, match: Match) -> None:
    turn = match.state.turn
    assert turn is not None
    with case.refused(NotYourTurn, "a seat moved out of turn"):
        match.play(match.state.legal()[0], seat=(turn + 1) % case.players)


def _finds_damage(case: Case, data: bytes, luck: Chance) -> None:
    for _ in range(40):
        place = luck.pick(len(data))
        flipped = data[:place] + bytes([data[place] ^ (1 << luck.pick(8))]) + data[place + 1 :]
        _must_refuse(case, flipped, f"a flipped bit in byte {place} goes unnoticed")
        if place:
            _must_refuse(case, data[:place], f"a record cut off after {place} bytes goes unnoticed")


def _must_refuse(case: Case, data: bytes, complaint: str) -> None:
    with case.refused(BadRecord, complaint):
        Record.parse(data).replay()
