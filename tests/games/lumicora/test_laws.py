"""What holds in every game (LC-INV-1 to LC-INV-7), checked on random and on hungry games of every kind."""

from collections.abc import Iterator

import pytest

from lumarium import Chance
from lumarium.games.lumicora.rules.components import KINDS, PER_COLOUR
from lumarium.games.lumicora.rules.indices import COORDINATES, LAY, NEIGHBOURS, NOTHING, PLACEMENTS, SPACES
from lumarium.games.lumicora.rules.reef import START_LUMINO, Reef
from lumarium.games.lumicora.rules.state import State
from tests.games.lumicora.builder import GAME, hungry_step, reef, start
from tests.games.printed import printed

KINDS_OF_GAMES = [(players, preset) for players in (2, 3, 4) for preset in printed(GAME)]


def games(players: int, preset: str, long: bool) -> Iterator[State]:
    """Every position of some games, half of them random, half of them hungry."""
    for seed in range(60 if long else 2):
        state, chance = start(players, seed, GAME.presets[preset]), Chance(seed)
        while True:
            yield state
            if state.over:
                break
            if seed % 2:
                state.random_step(chance)
            else:
                hungry_step(state, chance)


@pytest.mark.rule("LC-INV-1")
@pytest.mark.parametrize(("players", "preset"), KINDS_OF_GAMES)
def test_no_lumino_is_lost(players: int, preset: str, long: bool) -> None:
    total = {2: 72, 3: 88, 4: 104}[players]
    for state in games(players, preset, long):
        zones = [state.atoll, state.hand, state.chosen, *state.displays, *(each.tiles for each in state.reefs)]
        lying = [tile for zone in zones for tile in zone if tile not in (NOTHING, START_LUMINO)]
        assert state.bag.size() + state.bag.emergency + len(lying) == total
        assert len(lying) == len(set(lying))
        assert state.bag.size() >= 0


@pytest.mark.rule("LC-INV-2", "LC-8", "LC-26")
@pytest.mark.parametrize(("players", "preset"), KINDS_OF_GAMES)
def test_no_limestone_is_lost(players: int, preset: str, long: bool) -> None:
    for state in games(players, preset, long):
        assert state.supply() + sum(state.stores) == 40
        assert all(0 <= store <= 10 for store in state.stores)
        assert all(state.supply() >= 10 - store for store in state.stores)


@pytest.mark.rule("LC-INV-3", "LC-INV-4", "LC-INV-7", "LC-29", "LC-56")
@pytest.mark.parametrize(("players", "preset"), KINDS_OF_GAMES)
def test_display_and_atoll_at_the_start_of_a_turn(players: int, preset: str, long: bool) -> None:
    for state in games(players, preset, long):
        assert len(state.atoll) <= 4 + 10 * players
        if state.view(None).phase == "feed":
            assert NOTHING not in state.displays[state.turn or 0]
            assert len(state.atoll) >= 4 or state.emergency_round


@pytest.mark.rule("LC-INV-5", "LC-INV-6", "LC-38", "LC-43")
@pytest.mark.parametrize(("players", "preset"), KINDS_OF_GAMES)
def test_reefs_are_sound(players: int, preset: str, long: bool) -> None:
    for state in games(players, preset, long):
        if state.over or state.view(None).phase == "score":
            for each in state.reefs:
                check_reef(each)


def check_reef(built: Reef) -> None:
    """Luminos lie level and without gaps, level 1 is connected, and all that the reef remembers is true."""
    stacks: list[list[int]] = [[] for _ in range(SPACES)]
    for number, placement in enumerate(built.placements):
        a, b = PLACEMENTS[placement]
        assert len(stacks[a]) == len(stacks[b])
        assert not stacks[a] or stacks[a][-1] != stacks[b][-1]
        stacks[a].append(number)
        stacks[b].append(number)
    assert list(built.heights) == [len(stack) for stack in stacks]
    assert built.highest() == max(built.heights) <= 16
    for height, spaces in enumerate(built.levels):
        assert spaces.bit_count() == list(built.heights).count(height)
    coral = {space for space in range(SPACES) if stacks[space]}
    reached, todo = set(), [next(iter(coral))]
    while todo:
        space = todo.pop()
        if space in coral and space not in reached:
            reached.add(space)
            todo += NEIGHBOURS[space]
    assert reached == coral
    assert sum(int(spaces).bit_count() for spaces in built.visible) == len(coral)


@pytest.mark.rule("LC-INV-6", "LC-44")
def test_each_level_below_the_top_needs_two_luminos() -> None:
    """30 Luminos laid as high as they go, the most that a player can lay in a game (2 * 15 + 1 = 31 with the first)."""
    for seed in range(30):
        chance = Chance(seed)
        built = reef()
        for draw in range(30):
            colour = chance.pick(2)
            lays = [index - LAY for index in built.legal_lays(colour, 10)]
            highest = max(built.heights[PLACEMENTS[lay][0]] for lay in lays)
            lays = [lay for lay in lays if built.heights[PLACEMENTS[lay][0]] == highest]
            built.lay(draw * len(KINDS) + colour * PER_COLOUR, chance.choice(lays))
        assert len(built.placements) == 31
        assert 2 * (built.highest() - 1) + 1 <= 31
        assert 6 <= built.highest() <= 16


@pytest.mark.rule("LC-20", "LC-57", "LC-58")
@pytest.mark.parametrize(("players", "preset"), KINDS_OF_GAMES)
def test_every_seat_has_one_turn_a_round_and_four_scorings_at_most(players: int, preset: str) -> None:
    chance = Chance(5)
    state = start(players, 5, GAME.presets[preset])
    turns = dict.fromkeys(range(players), 0)
    scorings = dict.fromkeys(range(players), 0)
    while not state.over:
        seat = state.turn
        assert seat is not None
        index = chance.choice(state.legal())
        notation = GAME.actions[index].notation
        turns[seat] += notation.startswith("feed")
        scorings[seat] += notation.startswith("score")
        state.step(index, chance)
    assert set(turns.values()) == {state.figures()["rounds"][0][0]}
    assert max(scorings.values()) <= 4


def test_coordinates_are_in_reading_order() -> None:
    assert sorted(COORDINATES, key=lambda at: (at[1], at[0])) == COORDINATES
