"""Hands every public door things that it does not take, and prints how it answers: one line per call.

Run as a program, once on each engine: the lines must be the same. Right calls with numbers of other libraries are among
them; they must answer as for Python's own.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import lumarium
from lumarium import Action, Chance, FairChance, LumariumError, Match, Record, State, playout
from lumarium.conformance.case import encoded, everything
from lumarium.kernel import registry

DECISIONS = 5


class Own(int):
    """A whole number of a class of its own."""


class Index:
    """Something that says which whole number it is."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


class Shy:
    """Cannot be written out."""

    def __repr__(self) -> str:
        raise ZeroDivisionError


class Foreign(Action, frozen=True):
    """An action of no game here."""

    game = "elsewhere"


NO_NUMBERS = ["0", b"0", "", 0.0, 1.5, float("nan"), True, False, [], [0], {}, (0,), 1j, np.float64(0), np.bool_(True)]
NO_NUMBERS += [np.array([0]), np.array(["0"]), Ellipsis, Shy()]
FAR_NUMBERS = [-1, 99, 10**9, -(10**30), 10**5000, np.int64(-1), np.uint64(2**64 - 1)]
NO_LUCK: list[Any] = [None, 5, "7", random.Random, 0.5, [], Shy()]
NO_SEEDS = [True, 1.5, b"7", "\ud800", 10**5000, [], (1,), np.float64(1), Shy()]
NO_TEXTS: list[Any] = [None, 5, True, b"done", [], Shy()]


def alike(number: int) -> list[object]:
    """The same number as other libraries hand it over."""
    return [np.int64(number), np.uint16(number), np.array(number), Own(number), Index(number)]


def main() -> None:
    """Everything, for every game."""
    for name in lumarium.games():
        for line in lines(name):
            print(name, line)
    for line in house():
        print(line)
    print(lumarium.compiled)


def answer(door: Callable[..., object], *given: Any) -> str:
    """How a door answers: the error with its sentence in both languages, or what it gives."""
    try:
        gives = door(*given)
    except LumariumError as error:
        return f"{type(error).__name__}: {error.describe('en')} / {error.describe('de')}"
    except Exception as error:  # noqa: BLE001  # the texts of Python and of mypyc differ
        return f"BARE {type(error).__name__}"
    return f"ANSWERS {shown(gives)}"


def shown(given: object) -> str:
    if isinstance(given, lumarium.View):
        return encoded(given).decode()
    if isinstance(given, lumarium.State):
        return b" ".join(everything(given)).decode()
    if isinstance(given, Match):
        return given.record.dump().decode()
    return str(given.tolist()) if isinstance(given, memoryview) else str(given)


def called(given: object) -> str:
    if isinstance(given, Shy | Index | Chance):
        return type(given).__name__
    return f"{type(given).__name__}(far)" if type(given) is int and abs(given) > 10**100 else ascii(given)


def played(name: str) -> Match:
    """A match in which something has happened, and the last move can perhaps be taken back."""
    game = lumarium.game(name)
    match, luck = Match(game, game.players[0], seed=5), Chance(1)
    for _ in range(DECISIONS):
        match.play(luck.choice(match.state.legal_actions()))
    return match


def lines(name: str) -> Iterator[str]:
    """The doors of a game, of its states and of its matches."""
    match = played(name)
    yield repr(match)
    before = everything(match.state), match.record.dump()
    yield from of_seats(match)
    yield from of_actions(match)
    yield from of_luck(match)
    yield from of_games(name, match)
    yield f"unchanged: {before == (everything(match.state), match.record.dump())}"
    playout(match.state, Chance(1))
    yield repr(match.state)
    yield from tried("over: state.check", match.state.check, [0, "0", None])
    yield from tried("over: state.random_step", match.state.random_step, [Chance(1), None])


def tried(label: str, door: Callable[[Any], object], wrongs: list[Any]) -> Iterator[str]:
    for wrong in wrongs:
        yield f"{label}({called(wrong)}): {answer(door, wrong)}"


def agreed(label: str, door: Callable[[Any], object], number: int) -> Iterator[str]:
    expected = answer(door, number)
    for same in alike(number):
        given = answer(door, same)
        yield f"{label}({called(same)}): {'SAME' if given == expected else 'DIFFERS'}"


def of_seats(match: Match) -> Iterator[str]:
    state, game = match.state, match.game
    turn = state.turn
    assert turn is not None
    view, events = state.view(turn), [event for move in match.history for event in move.events]
    spectators: dict[str, Callable[[Any], object]] = {
        "state.view": state.view,
        "state.check_seat": state.check_seat,
        "match.view": match.view,
        "match.log": match.log,
        "match.can_undo": match.can_undo,
    }
    players: dict[str, Callable[[Any], object]] = {
        "state.points": state.points,
        "state.score_sheet": state.score_sheet,
        "state.check_player": state.check_player,
        "features.observe": lambda seat: game.features.observe(state, seat),
    }
    if hasattr(view, "points"):
        players["view.points"] = view.points
    if game.name == "lumicora":
        spectators["state.preview"] = lambda seat: state.preview("G", seat)  # type: ignore[attr-defined]
        spectators["view.preview"] = lambda seat: view.preview("G", seat)  # type: ignore[attr-defined]
    for label, door in spectators.items():
        yield from tried(label, door, NO_NUMBERS + FAR_NUMBERS)
        yield from agreed(label, door, 0)
    for label, door in players.items():
        yield from tried(label, door, [None, *NO_NUMBERS, *FAR_NUMBERS])
        yield from agreed(label, door, state.players - 1)
    yield from tried("event.for_seat", lambda seat: [event.for_seat(seat) for event in events], NO_NUMBERS)
    yield from agreed("event.for_seat", lambda seat: [event.for_seat(seat) for event in events], turn)
    legal = state.legal()[0]
    yield from tried("match.play(seat=)", lambda seat: match.play(legal, seat), NO_NUMBERS + FAR_NUMBERS)
    yield from tried("match.undo", match.undo, NO_NUMBERS + FAR_NUMBERS)
    yield from agreed("match.play(seat=)", lambda seat: twin(match).play(legal, seat), turn)


def twin(match: Match) -> Match:
    return match.record.replay()


def stepped(state: State, index: Any) -> State:
    after = state.clone()
    after.step(index, Chance(1))
    return after


def of_actions(match: Match) -> Iterator[str]:
    state, actions = match.state, match.game.actions
    legal = state.legal()[-1]
    illegal = next(index for index in range(len(actions)) if index not in state.legal())
    wrongs = [None, slice(0, 2), illegal, *NO_NUMBERS, *FAR_NUMBERS]
    doors: dict[str, Callable[[Any], object]] = {
        "state.step": lambda index: state.step(index, Chance(1)),
        "state.check": state.check,
        "match.play": match.play,
    }
    for label, door in doors.items():
        yield from tried(label, door, [*wrongs, actions[illegal].notation])
    yield from tried("actions[]", lambda index: actions[index], [None, slice(0, 2), *NO_NUMBERS, *FAR_NUMBERS[2:5]])
    yield from tried("actions.parse", actions.parse, NO_TEXTS)
    odd = [None, "done", legal, True, Foreign(legal, "foreign"), Foreign("0", "x"), Shy()]  # type: ignore[arg-type]
    yield f"in actions: {[action in actions for action in odd]}"
    yield from tried("state.apply", lambda action: state.apply(action, Chance(1)), [*odd, actions[illegal]])
    yield from tried("match.play", match.play, [*odd[4:], actions[illegal]])
    yield from agreed("actions[]", lambda index: actions[index], legal)
    yield from agreed("state.check", state.check, legal)
    yield from agreed("state.step", lambda index: stepped(state, index), legal)
    yield from agreed("match.play", lambda index: twin(match).play(index), legal)


def of_luck(match: Match) -> Iterator[str]:
    state, game = match.state, match.game
    action, turn = state.legal_actions()[0], state.turn
    doors: dict[str, Callable[[Any], object]] = {
        "state.step(luck)": lambda luck: state.step(action.index, luck),
        "state.apply(luck)": lambda luck: state.apply(action, luck),
        "state.random_step": state.random_step,
        "playout": lambda luck: playout(state, luck),
        "game.start(luck)": lambda luck: game.start(state.players, luck),
        "game.imagine(luck)": lambda luck: game.imagine(state.view(turn), luck),
        "match.play_on": match.play_on,
    }
    for label, door in doors.items():
        yield from tried(label, door, NO_LUCK)
    yield from tried("Match(chance=)", lambda luck: Match(game, state.players, chance=luck), NO_LUCK[1:])
    yield from tried("Match(luck=)", lambda luck: Match(game, state.players, luck=luck), [5, "seed"])
    yield from tried("replay(chance=)", lambda luck: match.record.replay(chance=luck), NO_LUCK[1:])


def of_games(name: str, match: Match) -> Iterator[str]:
    game, players = match.game, match.state.players
    other = lumarium.game("lumen" if name == "luminos" else "luminos")
    wrongs = [None, 0, *NO_NUMBERS, *FAR_NUMBERS]
    yield from tried("game.start", lambda number: game.start(number, Chance(1)), wrongs)
    yield from tried("Match(players=)", lambda number: Match(name, number, 1), wrongs)
    yield from agreed("game.start", lambda number: game.start(number, Chance(1)), players)
    yield from agreed("Match(players=)", lambda number: Match(name, number, 1), players)
    yield from tried("Match(seed=)", lambda seed: Match(name, players, seed), NO_SEEDS)
    yield from agreed("Match(seed=)", lambda seed: Match(name, players, seed), 7)
    no_names = [5, None, "Ana", {"Ana"}, (1,), Shy()]
    yield from tried("Match(names=)", lambda names: Match(name, players, names=names), no_names)
    yield from tried("Match(options=)", lambda given: Match(name, players, options=given), [5, "x", [], {1: 2}])
    foreign = other.start(other.players[0], Chance(1)).view(0)
    views = [None, 5, "view", match.state, game, match.view(None), foreign, Shy()]
    for label, given in zip(("None", "5", "text", "state", "game", "spectator", "foreign", "shy"), views, strict=True):
        yield f"imagine({label}): {answer(game.imagine, given, Chance(1))}"
    record = match.record
    yield from tried("replay", record.replay, NO_NUMBERS + FAR_NUMBERS)
    yield from agreed("replay", record.replay, 3)


def house() -> Iterator[str]:
    """The doors that belong to no game."""
    yield from tried("game", lumarium.game, [*NO_TEXTS, {}, "lumino"])
    yield from tried("bot", registry.bot, [*NO_TEXTS, {}, "randm"])
    yield from tried("Match(game=)", lambda game: Match(game, 2), [*NO_TEXTS, {}, "lumino"])
    yield from tried("Chance", Chance, NO_SEEDS)
    yield from tried("fork", Chance(1).fork, [None, *NO_SEEDS])
    yield from tried("FairChance", FairChance, [None, 5, "x" * 32, b"short", bytearray(32), []])
    yield from agreed("Chance", lambda seed: Chance(seed).pick(10**6), 7)
    yield from agreed("fork", lambda label: Chance(1).fork(label).seed, 7)
    yield from tried("pick", Chance(1).pick, [0, -1, None, "3", b"3", 2.5, [], Shy()])
    yield from tried("Record.load", Record.load, [None, 5, True, b"a", "no\0where", "nowhere.jsonl", []])
    yield from tried("Record.parse", Record.parse, [None, 5, "text", bytearray(b"x"), [], b""])


if __name__ == "__main__":
    sys.set_int_max_str_digits(4300)
    main()
