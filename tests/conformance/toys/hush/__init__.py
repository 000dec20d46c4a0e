"""Hush: a toy with hidden information. Each seat has a number that only the others see, and guesses it.

It lives outside the package and is found through LUMARIUM_GAMES. `FAULT` breaks one promise of the house at a time, so
that the suite itself can be tested.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import ClassVar, Self, SupportsIndex

import msgspec

from lumarium.kernel import stage
from lumarium.kernel.action import Action, ActionSpace
from lumarium.kernel.chance import Chance
from lumarium.kernel.drawing import part
from lumarium.kernel.event import Event
from lumarium.kernel.game import Game, Symmetry
from lumarium.kernel.insight import Insight, Line, Odds, Spread, Topic, own_seat
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Layout, Piece, Scene
from lumarium.kernel.state import State as KernelState
from lumarium.kernel.state import places
from lumarium.kernel.textboard import Block, Span
from lumarium.kernel.touch import TouchTree, wire
from lumarium.kernel.view import View as KernelView

NAME = "hush"
HIGHEST = 4
PASS = HIGHEST
FAULT = ""


class Say(Action, frozen=True):
    """Say that the own number is this one."""

    game = NAME
    number: int


class Pass(Action, frozen=True):
    """Say nothing; allowed once."""

    game = NAME


ACTIONS = ActionSpace(NAME, [*(Say(i, f"say {i + 1}", i + 1) for i in range(HIGHEST)), Pass(PASS, "pass")])


class HushOptions(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Hush can be played over more rounds."""

    rounds: int = 3


class HushView(KernelView, frozen=True, kw_only=True):
    """Every number but the own one, and what was said since each number was drawn."""

    rounds: int
    played: int
    numbers: tuple[int | None, ...]
    said: tuple[tuple[int, ...], ...]
    passed: tuple[bool, ...]
    hits: tuple[int, ...]


class State(KernelState):
    """A seat that says its number gets a point and a new number. Everyone has `rounds` turns."""

    game = NAME
    actions = ACTIONS

    def __init__(self, players: int, rounds: int) -> None:
        self.players = players
        self.rounds = rounds
        self.turn: int | None = 0
        self.played = 0
        self.numbers = [0] * players
        self.said: list[list[int]] = [[] for _ in range(players)]
        self.passed = [False] * players
        self.hits = [0] * players

    def clone(self) -> Self:
        twin = type(self)(self.players, self.rounds)
        twin.turn, twin.played = self.turn, self.played
        twin.numbers, twin.passed = self.numbers.copy(), self.passed.copy()
        twin.said = [said.copy() for said in self.said]
        twin.hits = self.hits if FAULT == "shared clone" else self.hits.copy()
        return twin

    def legal(self) -> list[int]:
        if self.turn is None:
            return []
        open_numbers = [number for number in range(HIGHEST) if number + 1 not in self.said[self.turn]]
        if FAULT == "leaky legal" and len(open_numbers) > 1:
            open_numbers.remove(self.numbers[self.turn] - 1)
        return open_numbers + ([] if self.passed[self.turn] else [PASS])

    def refusal(self, index: int) -> Message | None:
        assert self.turn is not None
        if index in self.legal():
            return None
        if FAULT == "changes on refusal":
            self.hits[self.turn] += 1
        return Message(NAME, "refusal", number=self.numbers[self.turn] if FAULT == "leaky error" else index + 1)

    def carry_out(self, index: int, chance: Chance, log: list[Event] | None) -> None:
        seat = self.turn
        assert seat is not None
        if FAULT == "step forgets" and log is None:
            self.hits[0] += 1
        if index == PASS:
            self.passed[seat] = True
            self.hits[seat] += FAULT == "lopsided" and seat == 0
            if log is not None:
                number = self.numbers[seat] if FAULT == "leaky event" else 0
                log.append(Event(NAME, "pass", seat, {"number": number}))
        else:
            self.say(seat, index + 1, chance, log)
        self.played += FAULT != "endless"
        self.turn = (seat + 1) % self.players
        if self.played == self.rounds * self.players:
            self.turn = None
            if log is not None:
                log.append(Event(NAME, "over", None, {"numbers": self.numbers.copy()}))

    def say(self, seat: int, number: int, chance: Chance, log: list[Event] | None) -> None:
        hit = number == self.numbers[seat]
        if log is not None:
            log.append(Event(NAME, "hit" if hit else "miss", seat, {"number": number}, reveals=FAULT != "quiet reveal"))
        if not hit:
            self.said[seat].append(number)
            return
        self.hits[seat] += 1
        self.said[seat].clear()
        self.numbers[seat] = 0 if FAULT == "lost piece" else self.draw(chance)

    @staticmethod
    def draw(chance: Chance) -> int:
        if FAULT == "own luck":
            return next(_own_luck) % HIGHEST + 1
        picked = chance.pick(HIGHEST) + 1
        return 1 if FAULT == "no luck" else picked

    def decide_at_random(self, own: Chance, chance: Chance) -> None:
        if FAULT == "lazy random" and not self.over:
            self.carry_out(self.legal()[0], chance, None)
        else:
            super().decide_at_random(own, chance)

    def points(self, seat: SupportsIndex) -> list[tuple[Message, int]]:
        hits = self.hits[seat if FAULT == "any seat" else self.check_player(seat)]
        return [(Message(NAME, "sheet", n=hits), hits + (FAULT == "wrong sheet"))]

    @property
    def scores(self) -> list[int]:
        return self.hits.copy()

    @property
    def ranking(self) -> list[int]:
        return places([(hits,) for hits in self.hits])

    @property
    def ending(self) -> str | None:
        return "complete" if self.turn is None else None

    def census(self) -> dict[str, int]:
        return {"numbers": sum(number > 0 for number in self.numbers)}

    def view(self, seat: SupportsIndex | None) -> HushView:
        seat = self.check_seat(seat)
        _peeked[:] = self.numbers
        hidden = (
            []
            if FAULT in ("leaky view", "open hands") or self.over
            else [seat]
            if seat is not None
            else range(self.players)
        )
        return HushView(
            game=NAME,
            players=self.players,
            seat=seat,
            turn=self.turn,
            legal=tuple(self.legal()) if seat == self.turn and seat is not None else (),
            rounds=self.rounds,
            played=self.played,
            numbers=tuple(None if owner in hidden else number for owner, number in enumerate(self.numbers)),
            said=tuple(map(tuple, self.said)),
            passed=tuple(self.passed),
            hits=tuple(self.hits),
            scores=tuple(self.scores),
            ranking=tuple(self.ranking),
            ending=self.ending,
        )


def imagined(view: HushView, chance: Chance) -> State:
    """The own number is any that was not yet ruled out, all with the same odds."""
    assert view.seat is not None
    state = State(view.players, view.rounds)
    state.turn, state.played = view.turn, view.played
    state.said = [list(said) for said in view.said]
    state.passed, state.hits = list(view.passed), list(view.hits)
    possible = [number for number in range(1, HIGHEST + 1) if number not in view.said[view.seat]]
    own = possible[0] if FAULT == "biased imagine" else chance.choice(possible)
    known = enumerate(view.numbers)
    hidden = not view.over and FAULT != "open hands"
    state.numbers = [own if seat == view.seat and hidden else number or 0 for seat, number in known]
    return state


def rotated(state: State) -> State:
    """Everyone moves one seat on."""
    twin = state.clone()
    twin.turn = None if state.turn is None else (state.turn + 1) % state.players
    for name in ("numbers", "said", "passed", "hits"):
        values = getattr(twin, name)
        values.insert(0, values.pop())
    return twin


class HushInsight(Insight):
    """The own number is any that was not yet ruled out."""

    def topics(self, view: HushView) -> list[Topic]:
        seat = own_seat(view)
        possible = [number for number in range(1, HIGHEST + 1) if number not in view.said[seat]]
        if FAULT == "leaky insight":
            possible = [_peeked[seat]]
        of = len(possible) - (FAULT == "too likely" and len(possible) > 1)
        spread = Spread(tuple((number, Odds(1, of)) for number in possible))
        piece = "moon" if FAULT == "stray insight" else f"p{seat}"
        key = "silent" if FAULT == "wordless insight" else "number"
        return [Topic(key, ("chance",), (Line(seat, (spread,), (piece,)),))]


class Hush(Game):
    """The toy as a game."""

    name = NAME
    players = range(2, 4)
    rules_version = 1
    private = True
    Options = HushOptions
    View = HushView
    actions = ACTIONS
    presets: ClassVar = {"default": HushOptions(), "long": HushOptions(rounds=6)}
    insight = HushInsight()
    symmetries = (Symmetry("seats", rotated, lambda index: index, lambda seat, players: (seat + 1) % players),)

    def begin(self, players: int, options: HushOptions, chance: Chance) -> State:
        state = State(players, options.rounds)
        state.numbers = [state.draw(chance) for _ in range(players)]
        return state

    def complete(self, view: HushView, chance: Chance) -> State:
        return imagined(view, chance)

    def resample(self, state: State, seat: int, number: int, chance: Chance) -> list[KernelState]:
        worlds = super().resample(state, seat, number, chance)
        return [state.clone() for _ in worlds] if FAULT == "knowing bots" else worlds

    def touch(self, view: HushView) -> TouchTree:
        tree: TouchTree = {f"n{index + 1}": index for index in view.legal if index < PASS}
        if PASS in view.legal and FAULT != "untouchable":
            tree["hand"] = {"": PASS}
        return tree

    def scene(self, view: HushView, lang: str = "en", names: Sequence[str] = ()) -> Scene:
        owners = [f"p{_peeked[seat]}-{seat}" if FAULT == "leaky id" else f"p{seat}" for seat in range(view.players)]
        _looked[:] = view.numbers
        hands = _hands(tuple(owners), None if FAULT == "careless part" else view.numbers)
        numbers = [Piece(id=f"n{number}", text=str(number), zone="table") for number in range(1, HIGHEST + 1)]
        button = Piece(id="hand", text="-", zone="table", label=Message(NAME, "action.pass").render(lang))
        zones = {"table": (50.0, 50.0, 1.0)}
        return Scene(
            game=NAME,
            layouts={"wide": Layout((100, 100), zones), "tall": Layout((100, 100), zones)},
            pieces=(*hands, *numbers, button),
            actions=wire(self.touch(view)),
            prompt=Message(NAME, "prompt").render(lang),
            status=stage.status(view),
            panels=tuple(stage.panel(view, seat, (), lang, names) for seat in range(view.players)),
        )

    def subjects(self, events: Sequence[Event], view: HushView) -> list[tuple[str, ...]]:
        return [()] * len(events)

    def board(self, view: HushView, lang: str = "en", names: Sequence[str] = ()) -> list[Block]:
        numbers = _peeked if FAULT == "leaky board" else view.numbers
        return [Block("Hush", [[Span(str(list(numbers)))]])]


@part
def _hands(owners: tuple[str, ...], numbers: Sequence[int | None] | None) -> Iterator[Piece]:
    for owner, number in zip(owners, _looked if numbers is None else numbers, strict=True):
        yield Piece(id=owner, symbol="hush-hand", zone="table", label=str(number or "?"))


_looked: list[int | None] = []
_peeked: list[int] = []
"""What a careless author might remember of the last state; faults use it."""

_own_luck = count()

GAME = Hush()
