"""Many games moved on and looked at in one call; compiled with the engine."""

from __future__ import annotations

from typing import Final

from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import IllegalAction
from lumarium.kernel.features import Features
from lumarium.kernel.native import i32, i64, u8, vec
from lumarium.kernel.state import State


def advance(states: list[State], indices: list[int], chances: list[Chance]) -> list[int]:
    """One decision in every game; tells which games it ended. If one is illegal it raises, and no game changes."""
    for number in range(len(states)):
        states[number].check(indices[number])
    ended: list[int] = []
    for number in range(len(states)):
        state = states[number]
        state.carry_out(indices[number], chances[number], None)
        if state.turn is None:
            ended.append(number)
    return ended


def wander(state: State, seat: int, chance: Chance, lucks: list[Chance], decisions: list[int]) -> None:
    """Random decisions of the others, each with the own luck, until it is the seat's turn or the game is over."""
    while True:
        turn = state.turn
        if turn is None or turn == seat:
            return
        legal = state.legal()
        index = legal[lucks[turn].pick(len(legal))]
        state.carry_out(index, chance, None)
        decisions.append(index)


def step_and_wander(
    state: State, index: int, seat: int, chance: Chance, lucks: list[Chance], decisions: list[int]
) -> None:
    """The seat's decision, which raises if it is illegal and changes nothing, and those of the others after it."""
    state.step(index, chance)
    decisions.append(index)
    wander(state, seat, chance, lucks, decisions)


def refused(states: list[State], rows: list[int], indices: list[int]) -> list[int]:
    """Of these games those whose decision is illegal."""
    found: list[int] = []
    for row in rows:
        try:
            states[row].check(indices[row])
        except IllegalAction:
            found.append(row)
    return found


def answer_all(
    states: list[State],
    rows: list[int],
    indices: list[int],
    seats: list[int],
    chances: list[Chance],
    lucks: list[list[Chance]],
    decisions: list[list[int]],
) -> list[int]:
    """In each of these games the seat's decision, which is legal, and random ones of the others; tells which ended."""
    ended: list[int] = []
    for row in rows:
        state = states[row]
        state.carry_out(indices[row], chances[row], None)
        decisions[row].append(indices[row])
        wander(state, seats[row], chances[row], lucks[row], decisions[row])
        if state.turn is None:
            ended.append(row)
    return ended


def seats_to_move(states: list[State]) -> list[int]:
    """Whose decision it is in every game; seat 0 where it is over."""
    seats: list[int] = []
    for state in states:
        turn = state.turn
        seats.append(0 if turn is None else turn)
    return seats


CHUNK: Final = 8
"""So many vectors are written in one go: little enough for the memory that is fast, and used again and again."""


class Onlooker:
    """What the seats of tables that are set up alike see: vectors in single precision, and masks of flags."""

    def __init__(self, features: Features, players: int, options: object, actions: int) -> None:
        self._features = features
        self._blank = features.blank(players, options)
        size = len(self._blank)
        self._chunk = vec[i32]([self._blank[place % size] for place in range(CHUNK * size)])
        """So many blank vectors in a row."""
        self._actions = actions
        self._shut = vec[u8]([0] * actions)
        """As many flags as were needed so far."""

    def vector(self, state: State, seat: int) -> bytearray:
        """What the seat knows; it has to be one of the table."""
        values = self._blank[:]
        self._features.fill_from(state, seat, values, 0)
        return bytearray(values)

    def vectors(self, states: list[State], into: memoryview[int]) -> None:
        """Writes what the seats to move know (seat 0 where the game is over), one game after the other."""
        size: i64 = len(self._blank)
        for first in range(0, len(states), CHUNK):
            number = min(CHUNK, len(states) - first)
            values = self._chunk[: number * size]
            start: i64 = 0
            for place in range(first, first + number):
                state = states[place]
                turn = state.turn
                self._features.fill_from(state, 0 if turn is None else turn, values, start)
                start += size
            into[first * size : (first + number) * size] = memoryview(values)

    def mask(self, state: State, seat: int) -> bytearray:
        """What the seat may do: nothing unless the decision is its own."""
        flags = self._shut[: self._actions]
        if state.turn == seat:
            open_flags(state, flags, 0)
        return bytearray(flags)

    def masks(self, states: list[State]) -> bytearray:
        """What the seats to move may do, one game after the other."""
        size = self._actions * len(states)
        if len(self._shut) < size:
            self._shut = vec[u8]([0] * size)
        flags = self._shut[:size]
        start: i64 = 0
        for state in states:
            open_flags(state, flags, start)
            start += self._actions
        return bytearray(flags)


def open_flags(state: State, flags: vec[u8], start: i64) -> None:
    """Sets the flags of the legal actions."""
    index: i64
    for index in state.legal():
        flags[start + index] = 1
