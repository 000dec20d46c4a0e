"""Laws that hold in every game (NO-IN-1 to NO-IN-8)."""

from collections import Counter
from collections.abc import Iterator

import pytest

from lumarium import Chance, Event
from lumarium.games.nomads.rules.state import State
from tests.games.nomads.builder import GAME, phase, ring, stack
from tests.games.printed import printed

SHORT, LONG = 3, 100
CASES = [(players, preset) for players in GAME.players for preset in printed(GAME)]
SETUP = ("adventurer", "frog", "sleeper", "disc", "lys")


def random_game(players: int, preset: str, seed: int) -> Iterator[tuple[State, State, list[Event]]]:
    """Every decision of a random game: the position before, the one after, and what was told."""
    chance = Chance(seed)
    state = GAME.start(players, chance, GAME.presets[preset])
    while not state.over:
        before = state.clone()
        events = state.apply(chance.choice(state.legal_actions()), chance)
        assert isinstance(before, State)
        assert isinstance(state, State)
        yield before, state, events


@pytest.fixture(scope="module")
def seeds(long: bool) -> range:
    return range(LONG if long else SHORT)


@pytest.mark.rule("NO-IN-1", "NO-2", "NO-72", "NO-RU-34")
@pytest.mark.parametrize(("players", "preset"), CASES)
def test_no_tile_is_lost(players: int, preset: str, seeds: range) -> None:
    total = 113 if preset == "lumarathon" else 112
    for seed in seeds:
        for _, state, _ in random_game(players, preset, seed):
            view = state.view(None)
            in_front = sum(sum(player.tiles.values()) + player.moon_tiles for player in view.seats)
            assert sum(view.heights) + in_front + sum(view.box.values()) + view.moon_fields == total
            moons = view.hidden.get("O", 0) + view.tops.count("O") + view.box.get("O", 0) + view.moon_fields
            assert moons + sum(player.moon_tiles for player in view.seats) == 12
            assert sum(view.hidden.values()) == sum(max(0, height - 1) for height in view.heights)


@pytest.mark.rule("NO-IN-2", "NO-5")
@pytest.mark.parametrize(("players", "preset"), CASES)
def test_no_disc_leaves_the_ring(players: int, preset: str) -> None:
    for _, state, _ in random_game(players, preset, 7):
        if phase(state) in SETUP:
            continue
        view = state.view(None)
        discs = Counter(disc[0] for column in view.columns for disc in column)
        awake = {(player.adventurer or "")[0].upper() for player in view.seats}
        assert discs.total() == (19 if "N" in awake else 18)
        assert all(discs[letter] == (3 if letter == "N" else 2) for letter in awake)


@pytest.mark.rule("NO-IN-3", "NO-70")
@pytest.mark.parametrize(("players", "preset"), CASES)
def test_between_turns_at_most_three_moon_tiles_lie_there(players: int, preset: str, seeds: range) -> None:
    for seed in seeds:
        for before, state, _ in random_game(players, preset, seed):
            if state.turns != before.turns:
                assert 0 <= state.moon_fields <= 3


@pytest.mark.rule("NO-IN-4", "NO-56")
@pytest.mark.parametrize(("players", "preset"), CASES)
def test_cards_are_worth_what_was_paid_for_them(players: int, preset: str, seeds: range) -> None:
    for seed in seeds:
        paid: Counter[str] = Counter()
        for _, state, events in random_game(players, preset, seed):
            for event in events:
                if event.kind in ("write", "upgrade"):
                    card, tiles = str(event.facts["card"]), event.facts["tiles"]
                    assert isinstance(tiles, str)
                    paid[card[0] if "#" in card else card] += len(tiles)
            held: Counter[str] = Counter()
            for seat in range(players):
                for legend in range(7):
                    held["abcdefg"[legend]] += state.value_held(seat, legend)
                if state.song_points(seat):
                    held[f"song {state.song_points(seat)}"] += state.song_points(seat)
            assert +held == paid


@pytest.mark.rule("NO-IN-5", "NO-55", "NO-53")
@pytest.mark.parametrize(("players", "preset"), CASES)
def test_no_card_has_two_owners(players: int, preset: str, seeds: range) -> None:
    for seed in seeds:
        for _, state, _ in random_game(players, preset, seed):
            view = state.view(None)
            cards = Counter(card for player in view.seats for card in player.legends.items())
            songs = Counter(player.song for player in view.seats if player.song is not None)
            assert all(number == 1 for number in (cards | Counter(songs)).values())


@pytest.mark.rule("NO-IN-6", "NO-50")
@pytest.mark.parametrize(("players", "preset"), CASES)
def test_writing_changes_neither_discs_nor_stacks_nor_lys(players: int, preset: str) -> None:
    for before, state, events in random_game(players, preset, 3):
        if phase(before) in ("pay", "pay_song"):
            assert ring(state) == ring(before)
            assert state.lys == before.lys
            assert [stack(state, space) for space in range(8)] == [stack(before, space) for space in range(8)]
            seat = before.turn
            assert seat is not None
            spent = next(event.facts["tiles"] for event in events if event.kind in ("write", "upgrade"))
            assert isinstance(spent, str)
            assert sum(before.tiles[seat]) - sum(state.tiles[seat]) == len(spent)


@pytest.mark.rule("NO-IN-8", "NO-33")
@pytest.mark.parametrize(("players", "preset"), CASES)
def test_lys_always_points_at_a_field_and_a_trigger_moves_her(players: int, preset: str, seeds: range) -> None:
    for seed in seeds:
        for before, state, _ in random_game(players, preset, seed):
            if phase(state) not in SETUP:
                assert state.lys in range(8)
            if phase(before) == "send":
                assert state.lys != before.lys


@pytest.mark.rule("NO-13", "NO-14")
@pytest.mark.parametrize("players", GAME.players)
def test_every_mix_of_adventurers_is_played(players: int) -> None:
    """The presets and the default cover every set of awake adventurers."""
    mixes = set()
    for seed in range(150):
        state, chance = GAME.start(players, Chance(seed)), Chance(seed)
        for _ in range(players):
            state.random_step(chance)
        assert isinstance(state, State)
        mixes.add(frozenset(player.adventurer for player in state.view(None).seats))
    assert len(mixes) == {2: 10, 3: 10, 4: 5, 5: 1}[players]
