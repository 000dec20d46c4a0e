"""What is hidden and what is not, and how luck is dealt out (LC-10, LC-R-22)."""

from collections import Counter
from fractions import Fraction

import msgspec
import pytest

from lumarium import Chance, RecordedChance
from lumarium.games.lumicora.rules.components import KINDS
from lumarium.games.lumicora.rules.table import kind_of
from lumarium.games.lumicora.rules.view import View
from tests.games.lumicora.builder import (
    GAME,
    ReallyShuffled,
    Seat,
    dealt,
    distribution,
    hungry_step,
    names,
    play,
    position,
    start,
)
from tests.games.printed import printed
from tests.games.referee import everything

SCRIPTS = [
    "draw draw",
    "draw return draw draw",
    "draw draw return return draw draw",
    "draw return draw return draw draw draw",
    "draw draw draw return draw draw",
]
"""What is done with a small bag; a return gives back the Lumino drawn first of those still out."""


def seen_at_a_table(luminos: list[str], emergency: int, script: str, chance: Chance) -> tuple[str | None, ...]:
    table = ReallyShuffled(luminos, emergency, chance)
    seen: list[str | None] = []
    out: list[str] = []
    for verb in script.split():
        if verb == "return":
            table.put(out.pop(0))
            continue
        lumino = table.draw(chance)
        seen.append(lumino)
        out += [] if lumino is None else [lumino]
    return tuple(seen)


def seen_in_the_engine(luminos: list[str], emergency: int, script: str, chance: Chance) -> tuple[str | None, ...]:
    state = position(bag=" ".join(luminos), emergency=emergency)
    seen: list[str | None] = []
    out: list[int] = []
    for verb in script.split():
        if verb == "return":
            state.bag.put(kind_of(out.pop(0)))
            continue
        tile = state.draw(chance, None)
        seen.append(None if tile < 0 else KINDS[kind_of(tile)])
        out += [] if tile < 0 else [tile]
    return tuple(seen)


@pytest.mark.rule("LC-R-22", "LC-16", "LC-17", "LC-80", "LC-53")
@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize(
    ("luminos", "emergency"), [("G6 P6 B6", 0), ("G6 P6 B6", 1), ("G6 P6 B6 Y6", 2), ("G6 G6 B6", 2)]
)
def test_draws_have_exactly_the_odds_of_really_shuffled_stacks(luminos: str, emergency: int, script: str) -> None:
    tiles = luminos.split()
    table = distribution(lambda chance: seen_at_a_table(tiles, emergency, script, chance))
    engine = distribution(lambda chance: seen_in_the_engine(tiles, emergency, script, chance))
    assert engine == table


@pytest.mark.rule("LC-R-22")
def test_a_returned_lumino_is_likelier_than_an_unseen_one() -> None:
    """Two unseen of which one is in the stack, and one that came back: the bag has two Luminos."""

    def drawn(chance: Chance) -> str:
        state = position(players=3, bag="P6", stack="B6", returned="G6")
        return KINDS[kind_of(state.draw(chance, None))]

    assert distribution(drawn) == {"G6": Fraction(1, 2), "P6": Fraction(1, 4), "B6": Fraction(1, 4)}


@pytest.mark.rule("LC-10", "LC-R-22")
def test_the_view_carries_both_multisets_and_the_size_of_the_stack() -> None:
    view = position(players=3, bag="P6 P6", stack="B6", returned="G6 G5").view(1)
    assert (view.unseen, view.returned) == ({"P6": 2, "B6": 1}, {"G5": 1, "G6": 1})
    assert (view.bag, view.emergency) == (4, 1)


@pytest.mark.rule("LC-R-24", "LC-15")
def test_without_a_stack_all_that_is_hidden_is_one_pool() -> None:
    view = position(players=2, bag="P6 P6 G6", returned="G6 G5").view(1)
    assert (view.unseen, view.returned) == ({"G5": 1, "G6": 2, "P6": 2}, {})
    assert (view.bag, view.emergency) == (5, 0)


@pytest.mark.rule("LC-10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_seats_and_spectators_see_the_same(players: int) -> None:
    state, chance = start(players), Chance(0)
    while not state.over:
        seen = [state.view(seat) for seat in (None, *range(players))]
        assert len({msgspec.json.encode(msgspec.structs.replace(view, seat=None, legal=())) for view in seen}) == 1
        state.random_step(chance)


@pytest.mark.rule("LC-R-22", "LC-15")
def test_nothing_that_the_bag_will_give_is_decided_before_it_is_drawn() -> None:
    drawn = set()
    for pick in range(3):
        state = position(atoll="B6 B6 B5 B4", bag="Y1starfish G1starfish P1starfish")
        luck = RecordedChance([pick])
        play(state, "feed G6", "take B6", "take B6", "stop", chance=luck)
        luck.done()
        drawn.add(names(state.atoll).split()[-1])
    assert drawn == {"Y1starfish", "G1starfish", "P1starfish"}


@pytest.mark.rule("LC-R-22")
def test_feeding_taking_laying_and_scoring_use_no_luck() -> None:
    state = position(Seat(limestone=2))
    play(state, "feed G6", "take own P6", "lay (2,0)(2,-1)", "feed G6", "limestone", chance=LimitedLuck(2 + 1))
    play(state, "score pink", "pass", chance=RecordedChance([]))
    assert state.round == 2


class LimitedLuck(Chance):
    """Luck for so many draws."""

    def __init__(self, draws: int) -> None:
        super().__init__(0)
        self.draws = draws

    def pick(self, n: int) -> int:
        assert self.draws, "one draw too many"
        self.draws -= 1
        return super().pick(n)


@pytest.mark.rule("LC-R-22")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_imagine_gives_the_position_that_the_view_shows(players: int) -> None:
    for preset in printed(GAME).values():
        state, chance = start(players, 4, preset), Chance(4)
        number = 0
        while not state.over:
            assert state.turn is not None
            if number % 5 == 0:
                imagined = GAME.imagine(state.view(state.turn), Chance(9))
                assert everything(imagined) == everything(state)
                # Where nothing came back, nothing is imagined: the same luck then makes the same game of both.
                if not state.bag.returned:
                    twin = state.clone()
                    imagined.random_step(Chance(7))
                    twin.random_step(Chance(7))
                    assert everything(imagined) == everything(twin)
            number += 1
            hungry_step(state, chance)


@pytest.mark.rule("LC-10")
def test_a_view_goes_to_json_and_back() -> None:
    state, chance = dealt(3), Chance(0)
    for _ in range(60):
        view = state.view(0)
        assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
        state.random_step(chance)


@pytest.mark.rule("LC-5", "LC-R-22")
def test_what_is_unseen_is_what_lies_nowhere_else() -> None:
    state, chance = dealt(4), Chance(1)
    while not state.over:
        view = state.view(2)
        lying = [lumino.tile for lumino in (*view.atoll, *view.hand, *view.chosen)]
        for shore in view.shores:
            lying += [lumino.tile for lumino in shore.display if lumino is not None]
            lying += [laid.tile for laid in shore.luminos if laid.draw is not None]
        rest = Counter(view.unseen) + Counter(view.returned) + Counter(lying)
        assert rest == Counter(KINDS[kind] for kind in state.options.in_play(4))
        state.random_step(chance)
