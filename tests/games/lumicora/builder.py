"""Positions of Lumicora, written as the rules digest writes them.

A reef is a row of Luminos in the order in which they are laid: `G[(-1,0)(0,-1)]` is a green one, `P3crab[(2,0)(1,1)]`
a pink 3 with its number on (2,0) and its crab on (1,1). Without number and animal it is a plain 6. The starting Lumino
is green on (0,0) and pink on (1,0) unless stated. Displays, Atoll, hand and bag are rows such as `G3crab B5`.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

import lumarium
from lumarium import Chance, Event
from lumarium.games.lumicora.options import Options
from lumarium.games.lumicora.rules import laying, rounds
from lumarium.games.lumicora.rules.bag import NO_DOUBTS, known_bag
from lumarium.games.lumicora.rules.components import DISPLAY_SIZE, KIND, KINDS, LETTERS
from lumarium.games.lumicora.rules.indices import (
    FEEDING,
    LAY,
    NOTHING,
    OVER,
    PLACEMENT,
    PLACEMENTS,
    SPACE_AT,
)
from lumarium.games.lumicora.rules.reef import Reef
from lumarium.games.lumicora.rules.state import State
from tests.games import referee

GAME = lumarium.game("lumicora")
A, B = Options(), Options(side="B")
LIGHT = Options(board="light")
LAID = re.compile(r"([GPBY])([1-6]?)(shellfish|crab|seahorse|starfish)?\[\((-?\d),(-?\d)\)\((-?\d),(-?\d)\)\]")
T = TypeVar("T")


@dataclass(frozen=True)
class Seat:
    """What lies before one player: nothing but the starting Lumino and four plain sixes, unless told otherwise."""

    reef: str = ""
    start: str = "GP"
    display: str = "G6 P6 B6 Y6"
    limestone: int = 0
    scored: str = ""
    """Colours that were scored long ago for nothing, by letter in this order; each tile shows its jellyfish, but for
    the first `spent`."""
    spent: int = 0


def position(
    *seats: Seat,
    players: int = 2,
    turn: int | None = 0,
    octopus: int = 0,
    round_number: int = 1,
    atoll: str = "G6 P6 B6 Y6",
    hand: str = "",
    bag: str | None = None,
    returned: str = "",
    emergency: int = 0,
    stack: str = "",
    options: Options = A,
) -> State:
    """The beginning of a turn; with a `hand` its last step; with `turn=None` the end of the game.

    `bag` names the Luminos in the bag that were never seen and `stack` those of the emergency stack, which nobody can
    tell from them; `emergency` says how many these are where they are not named. Without a `bag` it holds all Luminos
    in play that lie nowhere else.
    """
    seats += (Seat(),) * (max(players, len(seats)) - len(seats))
    state = State(len(seats), options)
    state.turn, state.octopus, state.round = turn, octopus, round_number
    state.phase = OVER if turn is None else FEEDING
    for seat, shore in enumerate(seats):
        _lay_out(state, seat, shore)
    state.atoll = tiles(state, atoll)
    state.hand = tiles(state, hand)
    if bag is None:
        rest = Counter(options.in_play(len(seats))) - Counter(_on_table(state))
        unseen = sorted(rest.elements())
    else:
        unseen = sorted(kinds(bag) + kinds(stack))
        emergency = emergency or len(kinds(stack))
    state.bag = known_bag(unseen, kinds(returned), emergency, NO_DOUBTS)
    if state.hand:
        assert turn is not None
        state.fed = tiles(state, "Y1starfish")[0]
        laying.take_up_hand(state, turn, Chance(0), None)
    return state


def scoring_phase(*seats: Seat, **facts: object) -> State:
    """The beginning of step 2 of a scoring phase."""
    state = position(*seats, **facts)  # type: ignore[arg-type]
    rounds.begin_scoring_phase(state, Chance(0), None)
    return state


def reef(text: str = "", start: str = "GP", options: Options = A) -> Reef:
    """A reef with these Luminos; that each lies level and on two others is checked, all else is not."""
    built = Reef(options.ground())
    built.lay_start(LETTERS.index(start[0]), LETTERS.index(start[1]))
    for number, (kind, placement) in enumerate(laid(text)):
        assert built.is_level(*PLACEMENTS[placement]), text
        assert not built.heights[PLACEMENTS[placement][0]] or not built.is_one_lumino(placement), text
        built.lay((100 + number) * len(KINDS) + kind, placement)
    return built


def laid(text: str) -> list[tuple[int, int]]:
    """The Luminos of such a row as kinds and placements."""
    luminos = []
    for token in text.replace(",\n", " ").split():
        found = LAID.fullmatch(token.rstrip(","))
        assert found, f"{token!r} is no Lumino"
        colour, number, animal, *at = found.groups()
        a, b = SPACE_AT[int(at[0]), int(at[1])], SPACE_AT[int(at[2]), int(at[3])]
        luminos.append((KIND[f"{colour}{number or 6}{animal or ''}"], PLACEMENT[a, b]))
    return luminos


def kinds(names: str) -> list[int]:
    """The kinds of Luminos in a row, ascending."""
    return sorted(KIND[name] for name in names.split())


def tiles(state: State, names: str) -> list[int]:
    """Luminos on the table, numbered as if they had just been drawn."""
    drawn = []
    for name in names.split():
        drawn.append(state.drawn * len(KINDS) + KIND[name])
        state.drawn += 1
    return drawn


def names(luminos: list[int]) -> str:
    """The Luminos of a zone as a row."""
    return " ".join(KINDS[tile % len(KINDS)] for tile in luminos if tile != NOTHING)


def start(players: int, seed: int = 0, options: Options | None = None) -> State:
    """A new game."""
    state = GAME.start(players, Chance(seed), options)
    assert isinstance(state, State)
    return state


def dealt(players: int, seed: int = 0, options: Options | None = None) -> State:
    """A new game in which the starting Luminos have been laid."""
    state, chance = start(players, seed, options), Chance(seed)
    for _ in range(players):
        state.step(state.legal()[0], chance)
    return state


def play(state: State, *moves: str, chance: Chance | None = None) -> list[Event]:
    """Plays moves in notation and tells what happened."""
    luck = chance or Chance(0)
    return [event for move in moves for event in state.apply(GAME.actions.parse(move), luck)]


def legal(state: State, verb: str = "") -> list[str]:
    """What may be done now, in notation."""
    return [action.notation for action in state.legal_actions() if action.notation.startswith(verb)]


def lays(state: State) -> set[str]:
    """Where the Lumino in hand may be laid, as in `(-1,0)(0,-1)`."""
    return {move.removeprefix("lay ") for move in legal(state, "lay")}


def may_lay(text: str, lumino: str, limestone: int = 0, start: str = "GP", options: Options = A) -> bool:
    """On a reef of this fixture: may this Lumino, written `G[(2,0)(1,1)]`, be laid? Both doors must agree."""
    ((kind, placement),) = laid(lumino)
    state = position(Seat(text, start=start, limestone=limestone), hand=KINDS[kind], options=options)
    allowed = LAY + placement in state.legal()
    assert allowed == (state.refusal(LAY + placement) is None)
    return allowed


def refused(state: State, move: str, lang: str = "en") -> str:
    """The move is illegal by both doors and changes nothing; gives the reason in words."""
    return referee.refused(state, GAME.actions.parse(move), lang)


def told(events: list[Event], kind: str) -> list[dict[str, object]]:
    """The facts of the events of one kind."""
    return [event.facts for event in events if event.kind == kind]


def sheet(state: State, seat: int = 0) -> dict[str, int]:
    """A seat's points by label."""
    return dict(state.score_sheet(seat))


class Spelled(Chance):
    """Luck that follows given picks and then takes the first of everything, keeping count of the choices."""

    def __init__(self, picks: list[int]) -> None:
        super().__init__(0)
        self.given, self.made, self.sizes = picks, list[int](), list[int]()

    def pick(self, n: int) -> int:
        if n == 1:
            return 0
        picked = self.given[len(self.made)] if len(self.made) < len(self.given) else 0
        self.made.append(picked)
        self.sizes.append(n)
        return picked


def distribution(experiment: Callable[[Chance], T]) -> dict[T, Fraction]:
    """What an experiment can give, each with its exact probability: all sequences of picks are tried."""
    odds: dict[T, Fraction] = {}
    picks: list[int] | None = []
    while picks is not None:
        luck = Spelled(picks)
        result = experiment(luck)
        weight = Fraction(1)
        for size in luck.sizes:
            weight /= size
        odds[result] = odds.get(result, Fraction(0)) + weight
        picks = _next(luck)
    assert sum(odds.values()) == 1
    return odds


def _next(luck: Spelled) -> list[int] | None:
    for place in reversed(range(len(luck.made))):
        if luck.made[place] + 1 < luck.sizes[place]:
            return [*luck.made[:place], luck.made[place] + 1]
    return None


class ReallyShuffled:
    """A bag and an emergency stack as at a table: the stack is set aside at random before anything is drawn."""

    def __init__(self, luminos: list[str], emergency: int, chance: Chance) -> None:
        self.bag = list(luminos)
        self.stack = [self.bag.pop(chance.pick(len(self.bag))) for _ in range(emergency)]

    def put(self, lumino: str) -> None:
        self.bag.append(lumino)

    def draw(self, chance: Chance) -> str | None:
        if not self.bag:
            self.bag, self.stack = self.stack, []
        return self.bag.pop(chance.pick(len(self.bag))) if self.bag else None


def hungry_step(state: State, chance: Chance) -> None:
    """Takes as many Luminos from the Atoll as it can, and keeps them: so the bag empties as fast as possible."""
    state.step(hungry_choice(state, chance), chance)


def hungry_choice(state: State, chance: Chance) -> int:
    """What a hungry step does."""
    moves = [GAME.actions[index].notation for index in state.legal()]
    return GAME.actions.parse(chance.choice(_hungriest(state, moves))).index


def _hungriest(state: State, moves: list[str]) -> list[str]:
    """The moves that take the most; a fed colour is barred, so one is fed that leaves the most of another."""
    lying = Counter(name[0] for name in names(state.atoll).split())
    takes = [move for move in moves if move.startswith("take ") and not move.startswith("take own")]
    lays = [move for move in moves if move.startswith("lay ")]
    feeds = [move for move in moves if move.startswith("feed ")]
    if takes:
        return [move for move in takes if lying[move[5]] == max(lying[take[5]] for take in takes)]
    if feeds:
        left = {move: max(lying[colour] for colour in LETTERS if colour != move[5]) for move in feeds}
        best = [move for move in feeds if left[move] == max(left.values())]
        return [move for move in best if lying[move[5]] == max(lying[feed[5]] for feed in best)]
    return lays or moves


def _on_table(state: State) -> list[int]:
    zones = [state.atoll, state.hand, *state.displays, *(reef.tiles for reef in state.reefs)]
    return [tile % len(KINDS) for zone in zones for tile in zone if tile != NOTHING]


def _lay_out(state: State, seat: int, shore: Seat) -> None:
    left, right = LETTERS.index(shore.start[0]), LETTERS.index(shore.start[1])
    state.starts[seat] = (min(left, right), max(left, right))
    state.reefs[seat] = reef(shore.reef, shore.start, state.options)
    shown = tiles(state, shore.display)
    state.displays[seat] = shown + [NOTHING] * (DISPLAY_SIZE - len(shown))
    state.stores[seat] = shore.limestone
    state.spent[seat] = shore.spent
    for letter in shore.scored:
        state.corals[seat][LETTERS.index(letter)] = (0,)
        state.order[seat] += (LETTERS.index(letter),)
