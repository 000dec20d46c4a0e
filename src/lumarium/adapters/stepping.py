"""Many games moved on in one call; compiled with the engine."""

from __future__ import annotations

from lumarium.kernel.chance import Chance
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


def wander(state: State, seat: int, chance: Chance, lucks: list[Chance]) -> list[int]:
    """Random decisions of the others, each with the own luck, until it is the seat's turn or the game is over."""
    decisions: list[int] = []
    while True:
        turn = state.turn
        if turn is None or turn == seat:
            return decisions
        legal = state.legal()
        index = legal[lucks[turn].pick(len(legal))]
        state.carry_out(index, chance, None)
        decisions.append(index)


def legal_flags(states: list[State], width: int) -> bytearray:
    """The masks of the seats to move, one game after the other."""
    flags = bytearray(len(states) * width)
    start = 0
    for state in states:
        for index in state.legal():
            flags[start + index] = 1
        start += width
    return flags
