"""Setup (LC-12 to LC-19)."""

from collections import Counter

import pytest

from lumarium import Chance
from lumarium.games.lumicora.options import Options
from tests.games.lumicora.builder import dealt, kinds, legal, names, play, refused, start


@pytest.mark.rule("LC-12")
@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("board", ["dark", "light"])
def test_the_two_sides_are_chosen_independently(side: str, board: str) -> None:
    state = start(2, options=Options(side=side, board=board))  # type: ignore[arg-type]
    assert (state.view(0).options.side, state.view(0).options.board) == (side, board)
    assert sum(state.reefs[1].terrain.penalties) == (12 if side == "B" else 0)


@pytest.mark.rule("LC-13")
def test_everything_begins_at_nothing() -> None:
    state = start(4)
    assert (state.round, state.track, state.stores, state.supply()) == (1, [0] * 4, [0] * 4, 40)
    assert [state.jellyfish(seat) for seat in range(4)] == [0] * 4
    assert not any(state.has_scored(seat, colour) for seat in range(4) for colour in range(4))


@pytest.mark.rule("LC-14")
def test_starting_luminos_are_dealt_at_random_without_repetition() -> None:
    seen: Counter[str] = Counter()
    for seed in range(300):
        pairs = [shore.start for shore in start(4, seed).view(None).shores]
        assert len(set(pairs)) == 4
        seen.update(pairs[:1])
    assert set(seen) == {"GP", "GB", "GY", "PB", "PY", "BY"}
    assert min(seen.values()) > 25


@pytest.mark.rule("LC-14", "LC-R-1")
def test_each_lays_the_own_starting_lumino_either_way() -> None:
    state = start(2, seed=3)
    pair = state.view(None).shores[0].start
    assert legal(state) == sorted([f"start {pair}", f"start {pair[::-1]}"], key=legal(state).index)
    play(state, f"start {pair[::-1]}")
    (laid,) = state.view(None).shores[0].luminos
    assert (laid.tile, laid.spaces, laid.draw) == (pair[::-1], (21, 22), None)
    assert [state.reefs[0].heights[space] for space in (21, 22)] == [1, 1]
    assert state.turn == 1


@pytest.mark.rule("LC-14")
def test_nobody_lays_another_starting_lumino() -> None:
    state = start(2, seed=3)
    pair = state.view(None).shores[0].start
    other = next(name for name in ("GP", "BY") if set(name) != set(pair))
    assert refused(state, f"start {other}").startswith("your starting Lumino is ")


@pytest.mark.rule("LC-R-1", "LC-18")
def test_orientation_is_chosen_before_luminos_are_drawn() -> None:
    state = start(3)
    for _ in range(3):
        assert (state.drawn, state.atoll) == (0, [])
        state.step(state.legal()[0], Chance(0))
    assert state.drawn == 4 + 12


@pytest.mark.rule("LC-15", "LC-16", "LC-17", "LC-18", "LC-WE-5")
@pytest.mark.parametrize(
    ("players", "in_play", "emergency", "bag_before", "bag_after"),
    [(2, 72, 0, 72, 60), (3, 88, 6, 82, 66), (4, 104, 8, 96, 76)],
)
def test_bag_and_emergency_stack(players: int, in_play: int, emergency: int, bag_before: int, bag_after: int) -> None:
    new = start(players)
    assert len(new.bag.unseen) == in_play
    assert (new.bag.emergency, new.bag.size()) == (emergency, bag_before)
    state = dealt(players)
    assert (len(state.atoll), [len(names(display).split()) for display in state.displays]) == (4, [4] * players)
    assert (state.bag.emergency, state.bag.size()) == (emergency, bag_after)


@pytest.mark.rule("LC-15", "LC-16", "LC-17")
def test_boxed_luminos_are_those_with_fish() -> None:
    options = Options()
    for players, backs in ((2, 1), (3, 2), (4, 3)):
        in_play = [name for back in range(backs) for name in options.copies(back)]
        assert len(in_play) == len(start(players).bag.unseen)
    four_fish = Counter(options.in_play(4)) - Counter(options.in_play(3))
    assert sum(four_fish.values()) == 16
    assert sorted(four_fish.elements()) == kinds(" ".join(options.copies(2)))


@pytest.mark.rule("LC-19", "LC-R-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_seat_0_has_the_octopus(players: int) -> None:
    state = dealt(players)
    assert (state.octopus, state.turn, state.view(0).phase) == (0, 0, "feed")


@pytest.mark.rule("LC-18")
def test_events_of_the_setup() -> None:
    state = start(2)
    play(state, legal(state)[0])
    events = play(state, legal(state)[1])
    assert [event.kind for event in events] == ["start", "atoll", "display", "display"]
    assert events[1].facts["tiles"] == names(state.atoll).split()
    assert all(event.reveals for event in events[1:])
