"""What is hidden, and that deciding it late is the same as shuffling (NO-9, NO-10)."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from lumarium import Chance
from lumarium.games.nomads.rules.state import State
from tests.games.nomads.builder import (
    GAME,
    Seat,
    hidden_tiles,
    legal,
    play,
    position,
    random_state,
    start,
    tiles,
)
from tests.games.referee import everything


class EveryLuck(Chance):
    """Goes through all outcomes of a few picks, one after the other, and knows how likely each is."""

    def __init__(self) -> None:
        super().__init__(0)
        self.picks: list[int] = []
        self.sizes: list[int] = []
        self.at = 0

    def pick(self, n: int) -> int:
        if self.at == len(self.picks):
            self.picks.append(0)
            self.sizes.append(n)
        self.at += 1
        return self.picks[self.at - 1]

    @property
    def weight(self) -> Fraction:
        product = Fraction(1)
        for size in self.sizes:
            product /= size
        return product

    def next(self) -> bool:
        """The next outcome; False after the last one."""
        self.at = 0
        while self.picks and self.picks[-1] + 1 == self.sizes[-1]:
            self.picks.pop()
            self.sizes.pop()
        if not self.picks:
            return False
        self.picks[-1] += 1
        return True


def two_stacks() -> State:
    """Ulrich hears stack 1, Siana stack 2, in every turn; the tiles below are a, a, b, J, O in some order."""
    return position(
        Seat("U"), Seat("S"), columns="0:[U,B] 1:[B,U] 2:[B,S] 3:[S,B]", stacks="1:c,a,a,J 2:d,b,O 4:- 7:-", lys=0
    )


MOVES = ("move 0 ccw", "plain", "move 3 cw", "plain")


@pytest.mark.rule("NO-9", "NO-10", "NO-RU-1")
def test_the_tops_and_heights_are_known_and_the_rest_is_one_multiset() -> None:
    view = two_stacks().view(1)
    assert (view.tops[1], view.heights[1]) == ("c", 4)
    assert view.hidden == {"a": 2, "b": 1, "J": 1, "O": 1}


@pytest.mark.rule("NO-10", "NO-RU-2")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_seats_know_the_same(players: int) -> None:
    state = random_state(players, 4, 60)
    views = [state.view(seat) for seat in (None, *range(players))]
    for view in views:
        assert view.columns == views[0].columns
        assert (view.seats, view.hidden, view.box, view.tops) == (
            views[0].seats,
            views[0].hidden,
            views[0].box,
            views[0].tops,
        )


@pytest.mark.rule("NO-10", "NO-9")
@pytest.mark.parametrize("players", [2, 5])
def test_the_hidden_tiles_are_public_by_subtraction(players: int) -> None:
    view = random_state(players, 9, 70).view(None)
    seen = Counter(view.box) + Counter(top for top in view.tops if top)
    seen += Counter({"O": view.moon_fields + sum(player.moon_tiles for player in view.seats)})
    for player in view.seats:
        seen += Counter(player.tiles)
    box = Counter(dict.fromkeys("abcdefg", 14) | {"J": 2, "O": 12})
    assert box - seen == Counter(view.hidden)
    assert sum(view.hidden.values()) == hidden_tiles(random_state(players, 9, 70))


def outcome(state: State) -> tuple[object, ...]:
    """What was taken, and what lies open afterwards."""
    return tiles(state, 0), tiles(state, 1), state.moon_fields, tuple(state.view(None).tops)


@pytest.mark.rule("NO-10", "NO-11", "NO-43")
def test_uncovering_late_equals_shuffled_stacks() -> None:
    """Every order of the five hidden tiles, played by hand, against every pick of the engine: the same odds."""
    engine: Counter[tuple[object, ...]] = Counter()
    luck, more = EveryLuck(), True
    while more:
        state = two_stacks()
        play(state, *MOVES, chance=luck)
        engine[outcome(state)] += luck.weight  # type: ignore[assignment]
        more = luck.next()

    shuffled: Counter[tuple[object, ...]] = Counter()
    orders = list(permutations("aaJbO"))
    for order in orders:
        # Both turns are heard at 1 and 2; the stacks are c + three hidden tiles, and d + two.
        first, second = ["c", *order[:3]], ["d", *order[3:]]
        taken = [first[:2], second[:2]]
        moons = "".join(first[:2] + second[:2]).count("O")
        held = ["".join(sorted(part, key="abcdefgJO".index)).rstrip("O") for part in taken]
        tops = ("g", first[2], second[2], "g", None, "g", "g", None)
        shuffled[held[0], held[1], moons, tops] += Fraction(1, len(orders))  # type: ignore[assignment]
    assert engine == shuffled
    assert sum(engine.values()) == 1


@pytest.mark.rule("NO-10", "NO-11")
def test_the_first_tops_equal_a_shuffled_box() -> None:
    """How many moon tiles lie open at the start: hypergeometric, 8 of 112 with 12 moon tiles."""
    games = 4000
    seen = [start(2, seed).view(None).tops.count("O") for seed in range(games)]
    mean, variance = 8 * 12 / 112, 8 * (12 / 112) * (100 / 112) * (104 / 111)
    assert abs(sum(seen) / games - mean) < 5 * (variance / games) ** 0.5


@pytest.mark.rule("NO-10", "NO-EC-67")
def test_orders_below_the_tops_cannot_be_told_apart() -> None:
    """Nothing of the order is in the state; what a seat imagines is the position itself."""
    one = position(Seat("U"), Seat("S"), columns="0:[U]", stacks="1:c,a,b,J 2:d,e,O")
    two = position(Seat("U"), Seat("S"), columns="0:[U]", stacks="1:c,J,O,a 2:d,b,e")
    assert everything(one) == everything(two)
    assert legal(one) == legal(two)
    for seat in (0, 1):
        imagined = GAME.imagine(one.view(seat), Chance(5))
        assert isinstance(imagined, State)
        assert everything(imagined) == everything(two)


@pytest.mark.rule("NO-9")
def test_a_new_top_is_told_as_new() -> None:
    state = two_stacks()
    events = play(state, *MOVES[:2])
    assert [event.kind for event in events if event.reveals] == ["uncover"]
    quiet = position(Seat("N"), Seat("U"), columns="0:[N]", stacks="1:a")
    assert not any(event.reveals for event in play(quiet, "move 0 cw"))
