"""Which of two like Luminos a draw brought nobody can tell; whoever imagines it has the odds of a table (LC-R-24)."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction

import msgspec
import pytest

from lumarium import Chance, RecordedChance
from lumarium.games.lumicora.rules import imagine
from lumarium.games.lumicora.rules.components import KIND, KINDS
from lumarium.games.lumicora.rules.indices import NOTHING
from lumarium.games.lumicora.rules.state import State
from lumarium.games.lumicora.rules.table import kind_of
from tests.games.lumicora.builder import GAME, ReallyShuffled, distribution, names, position, start
from tests.games.referee import everything

Seen = tuple[str, ...]

DOUBTFUL = [
    ("G6 G6 B6", 1, "draw return draw"),
    ("G6 G6 B6", 1, "draw return draw return draw"),
    ("G6 G6 G6 B6", 1, "draw draw return draw"),
    ("G6 G6 B6 B6", 1, "draw return draw draw"),
    ("G6 G6 B6 B6", 2, "draw return draw return draw"),
    ("G6 G6 G6 B6 P6", 2, "draw draw return draw"),
]
"""Small bags, stacks, and what is done with them; a return gives back the Lumino drawn first of those in the Atoll."""
cases = pytest.mark.parametrize(("luminos", "emergency", "script"), DOUBTFUL)


def engine(luminos: str, emergency: int, script: str, chance: Chance) -> tuple[Seen, State]:
    """What was drawn, and the position, with what is out in the Atoll."""
    state = position(players=3, atoll="", bag=luminos, emergency=emergency)
    seen: list[str] = []
    for verb in script.split():
        if verb == "return":
            state.bag.put(kind_of(state.atoll.pop(0)))
        else:
            seen += drawn(state, 1, chance)
    return tuple(seen), state


def drawn(state: State, number: int, chance: Chance) -> Seen:
    """So many draws into the Atoll, as far as there is something to draw."""
    tiles = [state.draw(chance, None) for _ in range(number)]
    state.atoll += [tile for tile in tiles if tile != NOTHING]
    return tuple(names(tiles).split())


def table(luminos: str, emergency: int, script: str, chance: Chance) -> tuple[Seen, ReallyShuffled]:
    """The same with a stack that is really set aside and a bag that is really mixed."""
    shuffled = ReallyShuffled(luminos.split(), emergency, chance)
    seen: list[str] = []
    out: list[str] = []
    for verb in script.split():
        if verb == "return":
            shuffled.put(out.pop(0))
        else:
            lumino = shuffled.draw(chance)
            assert lumino is not None
            seen.append(lumino)
            out.append(lumino)
    return tuple(seen), shuffled


def imagined(state: State, chance: Chance) -> State:
    world = GAME.imagine(state.view(0), chance)
    assert isinstance(world, State)
    return world


def shown(state: State) -> tuple[bytes, ...]:
    """All that seats, spectators and learners get of a position."""
    views = [state.view(seat) for seat in (0, None)]
    scenes = [GAME.scene(view).json() for view in views]
    boards = [repr(GAME.board(view)).encode() for view in views]
    return (*map(msgspec.json.encode, views), *scenes, *boards, bytes(GAME.features.observe(state, 0)))


@pytest.mark.rule("LC-R-24")
@pytest.mark.parametrize(
    ("luminos", "emergency", "script"),
    [*DOUBTFUL, ("G6 G6 B6", 0, "draw return draw"), ("G6 G6 B6 B6", 2, "draw draw draw return draw")],
)
def test_what_a_perfect_memory_cannot_tell_apart_looks_the_same(luminos: str, emergency: int, script: str) -> None:
    """With a stack, without one, and after it joined the bag: every sequence of picks is tried."""
    shows: dict[Seen, set[tuple[bytes, ...]]] = defaultdict(set)
    truths: dict[Seen, set[tuple[int, ...]]] = defaultdict(set)

    def look(chance: Chance) -> None:
        seen, state = engine(luminos, emergency, script, chance)
        shows[seen].add(shown(state))
        truths[seen].add((*state.bag.unseen, NOTHING, *state.bag.returned))

    distribution(look)
    assert max(map(len, truths.values())) > 1
    assert set(map(len, shows.values())) == {1}


@pytest.mark.rule("LC-R-24")
@cases
def test_an_imagined_bag_is_as_likely_as_the_true_one(luminos: str, emergency: int, script: str) -> None:
    def bag(state: State) -> tuple[Seen, Seen]:
        return tuple(names(state.bag.unseen).split()), tuple(names(state.bag.returned).split())

    def truth(chance: Chance) -> tuple[Seen, tuple[Seen, Seen]]:
        seen, state = engine(luminos, emergency, script, chance)
        return seen, bag(state)

    def imagination(chance: Chance) -> tuple[Seen, tuple[Seen, Seen]]:
        seen, state = engine(luminos, emergency, script, chance)
        return seen, bag(imagined(state, chance))

    assert distribution(imagination) == distribution(truth)


@pytest.mark.rule("LC-R-24", "LC-R-22")
@cases
def test_imagined_draws_have_the_odds_of_really_shuffled_stacks(luminos: str, emergency: int, script: str) -> None:
    """Given all that was drawn, what comes next; with the last one the stack has joined the bag."""
    left = len(luminos.split()) - emergency - script.split().count("draw") + script.split().count("return") + 1

    def at_a_table(chance: Chance) -> tuple[Seen, Seen]:
        seen, shuffled = table(luminos, emergency, script, chance)
        return seen, tuple(lumino for lumino in (shuffled.draw(chance) for _ in range(left)) if lumino)

    def imagination(chance: Chance) -> tuple[Seen, Seen]:
        seen, state = engine(luminos, emergency, script, chance)
        return seen, drawn(imagined(state, chance), left, chance)

    assert distribution(imagination) == distribution(at_a_table)


@pytest.mark.rule("LC-R-24")
def test_a_second_draw_of_a_kind_speaks_against_it_in_the_stack() -> None:
    """One green six came back, another and a blue one were never seen, one of these is the stack. Green is drawn: for
    certain if the stack is blue, else in one of two cases. So the stack is blue with odds of two to one."""

    def joined(chance: Chance) -> str | None:
        state = position(players=3, atoll="", bag="G6", stack="B6", returned="G6")
        if drawn(state, 1, chance) != ("G6",):
            return None
        view = state.view(0)
        assert (view.unseen, view.returned, view.doubts) == ({"G6": 1, "B6": 1}, {}, {"G6": (1, 2)})
        (_, last) = drawn(imagined(state, chance), 2, chance)
        return last

    odds = distribution(joined)
    assert odds == {None: Fraction(1, 4), "B6": Fraction(1, 2), "G6": Fraction(1, 4)}


@pytest.mark.rule("LC-R-24")
def test_once_all_of_a_kind_lie_open_there_is_no_doubt_left() -> None:
    state = position(players=3, atoll="", bag="G6 G6", stack="B6 B6")
    greens = [KIND["G6"], KIND["B6"]]
    for verb, doubts, returned in [
        ("draw", {}, {}),
        ("put", {}, {"G6": 1}),
        ("draw", {"G6": (1, 2)}, {}),
        ("draw", {}, {}),
        ("put", {}, {"G6": 1}),
        ("put", {}, {"G6": 2}),
    ]:
        if verb == "put":
            state.bag.put(greens[0])
        else:
            draw_kind(state, greens[0])
        view = state.view(0)
        assert (view.doubts, view.returned) == (doubts, returned)


def draw_kind(state: State, kind: int) -> None:
    """Draws until it is a Lumino of this kind."""
    before = state.bag.copy()
    for seed in range(1000):
        if kind_of(state.draw(Chance(seed), None)) == kind:
            return
        state.bag = before.copy()
    raise AssertionError(f"{KINDS[kind]} is not in the bag")


@pytest.mark.rule("LC-R-24")
@pytest.mark.parametrize("players", [3, 4])
def test_the_stack_is_among_as_many_of_a_kind_as_were_hidden_at_the_least(players: int) -> None:
    state, chance = start(players, 1), Chance(1)
    least = Counter(state.view(None).unseen)
    doubts = 0
    while state.bag.emergency and not state.over:
        state.random_step(chance)
        view = state.view(None)
        hidden = Counter(view.unseen) + Counter(view.returned)
        least &= hidden
        assert Counter(view.unseen) == least
        assert all(view.unseen[kind] for kind in view.doubts)
        doubts += len(view.doubts)
    assert doubts


@pytest.mark.rule("LC-R-24")
@pytest.mark.parametrize("players", [3, 4])
def test_another_truth_stands_behind_the_same_table_in_whole_games(players: int) -> None:
    others = 0
    for state in doubtful(players):
        world = imagined(state, Chance(others))
        assert everything(world) == everything(state)
        assert shown(world) == shown(state)
        others += world.bag.unseen != state.bag.unseen
    assert others


def doubtful(players: int) -> Iterator[State]:
    """Positions of random games in which something is in doubt."""
    state, chance = start(players, 1), Chance(1)
    while not state.over:
        state.random_step(chance)
        if state.bag.account().doubts and chance.pick(8) == 0:
            yield state


@pytest.mark.rule("LC-R-24")
def test_large_numbers_are_picked_evenly() -> None:
    """Digit by digit; 6 and 7 of the eight numbers with three digits would favour 0 and 1, and are picked again."""
    assert distribution(lambda chance: imagine.picked_below(8, chance, 2)) == {n: Fraction(1, 8) for n in range(8)}
    luck = RecordedChance([1, 1, 0, 1, 1, 1, 1, 0, 1])
    assert imagine.picked_below(6, luck, 2) == 5
    luck.done()
