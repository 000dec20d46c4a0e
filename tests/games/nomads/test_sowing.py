"""The sowing against a second, naive implementation: the formulas of NO-29, NO-87 and NO-90, disc by disc."""

import pytest

from lumarium import Chance
from lumarium.games.nomads.rules.indices import DISC_NAMES
from lumarium.games.nomads.rules.state import State
from tests.games.nomads.builder import GAME, Seat, phase, position

SHORT, LONG = 3_000, 100_000
Columns = list[list[str]]


def offset(number: int, double: int | None, skip: int | None) -> int:
    """How far from the origin disc `number` lands, counted from 1."""
    if double is not None:
        return number if number <= double else number - 1
    if skip is not None:
        return number if number < skip else number + 1
    return number


def naive(columns: Columns, origin: int, way: int, double: int | None, skip: int | None) -> tuple[Columns, int]:
    """All columns after the move, and the space of the last disc."""
    after = [[] if space == origin else list(column) for space, column in enumerate(columns)]
    last = origin
    for number, disc in enumerate(columns[origin], 1):
        last = (origin + way * offset(number, double, skip)) % 8
        after[last].append(disc)
    return after, last


def random_columns(state: State, luck: Chance) -> None:
    """All 19 discs on random spaces; now and then nearly all of them on one."""
    discs = list(range(len(DISC_NAMES)))
    columns: list[list[int]] = [[] for _ in range(8)]
    crowded = luck.pick(8) if luck.pick(2) else None
    while discs:
        disc = discs.pop(luck.pick(len(discs)))
        space = crowded if crowded is not None and luck.pick(4) else luck.pick(8)
        columns[space].append(disc)
    state.set_out(columns)
    state.lys = luck.pick(8)


@pytest.mark.rule("NO-28", "NO-29", "NO-87", "NO-90", "NO-RU-8", "NO-RU-9", "NO-RU-10", "NO-32")
def test_sowing_agrees_with_the_formulas(long: bool) -> None:
    luck = Chance("naive sowing")
    bases = [position(Seat(mover), Seat("N")) for mover in "URS"]
    most, long_columns, powers = 0, 0, 0
    for _ in range(LONG if long else SHORT):
        state = luck.choice(bases).clone()
        state.reserve = []
        random_columns(state, luck)
        before = [[DISC_NAMES[disc] for disc in column] for column in state.columns]
        move = luck.choice([index for index in state.legal() if GAME.actions[index].notation.startswith("move")])
        _, space, way = GAME.actions[move].notation.split()
        state.step(move, Chance(0))
        double = skip = None
        if phase(state) in ("double", "skip"):
            power = luck.choice(state.legal_actions())
            kind, _, step = power.notation.partition(" ")
            double = int(step) if kind == "double" else None
            skip = int(step) if kind == "skip" else None
            state.step(power.index, Chance(0))
        after, last = naive(before, int(space), 1 if way == "cw" else -1, double, skip)
        assert [[DISC_NAMES[disc] for disc in column] for column in state.columns] == after
        assert (phase(state) == "send") == (last == state.lys)
        most = max(most, len(before[int(space)]))
        long_columns += len(before[int(space)]) > 8
        powers += double is not None or skip is not None
    assert most > 12
    assert long_columns > SHORT // 10
    assert powers > SHORT // 10
