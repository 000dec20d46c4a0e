"""What is public, and how luck is dealt out (LS-34, LS-35)."""

from collections import Counter

import msgspec
import pytest

from lumarium import Chance, LumariumError, RecordedChance
from lumarium.games.luminos.options import Options
from lumarium.games.luminos.rules.view import View
from tests.games.luminos.builder import GAME, play, position, start, tile_set
from tests.games.printed import printed
from tests.games.referee import everything


@pytest.mark.rule("LS-34")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_seats_and_spectators_see_the_same(players: int) -> None:
    state, chance = start(players), Chance(0)
    while not state.over:
        seen = [state.view(seat) for seat in (None, *range(players))]
        assert len({msgspec.json.encode(msgspec.structs.replace(view, seat=None, legal=())) for view in seen}) == 1
        state.random_step(chance)


@pytest.mark.rule("LS-34")
@pytest.mark.parametrize("tiles", ["A", "B", "C"])
def test_the_bag_is_the_64_tiles_without_display_hand_and_placed_tiles(tiles: str) -> None:
    options = Options(tiles=tiles)  # type: ignore[arg-type]
    state, chance = start(3, options=options), Chance(0)
    while not state.over:
        view = state.view(1)
        placed = [cell.tile for sky in view.skies for cell in sky.cells if not cell.start]
        known = Counter([*placed, *(tile for tile in (*view.display, view.hand) if tile is not None)])
        assert Counter(view.bag) == Counter(tile_set(options)) - known
        state.random_step(chance)


@pytest.mark.rule("LS-34", "LS-35")
def test_nothing_that_the_bag_will_give_is_decided_before_it_is_drawn() -> None:
    """From one and the same position every tile of the bag can come."""
    drawn = set()
    for pick in range(4):
        state = position(display="S S", bag="S M MT SST")
        play(state, "take bag", chance=RecordedChance([pick]))
        drawn.add(state.view(None).hand)
    assert drawn == {"S", "M", "MT", "SST"}


@pytest.mark.rule("LS-35")
def test_a_draw_is_uniform_over_the_tiles_in_the_bag() -> None:
    """Each tile has its own pick: three suns in a bag of six are drawn by three of six picks."""
    bag = "S S S M MT MT"
    drawn = Counter[str | None]()
    for pick in range(6):
        state = position(display="S S", bag=bag)
        luck = RecordedChance([pick])
        play(state, "take bag", chance=luck)
        luck.done()
        drawn[state.view(None).hand] += 1
    assert drawn == Counter(bag.split())
    with pytest.raises(LumariumError, match="outside"):
        play(position(display="S S", bag=bag), "take bag", chance=RecordedChance([6]))


@pytest.mark.rule("LS-35")
def test_a_draw_is_without_replacement() -> None:
    state = position(display="S S", bag="M MT")
    play(state, "take bag", chance=RecordedChance([0]))
    assert (state.view(None).hand, state.view(None).bag) == ("M", {"MT": 1})


@pytest.mark.rule("LS-35")
def test_taking_from_the_display_placing_and_scoring_use_no_luck() -> None:
    state = position(players=3, display="S S S")
    play(state, "take S", "place (1,1)", "mark S", "done", chance=RecordedChance([]))
    assert state.turn == 1


@pytest.mark.rule("LS-35", "LS-34")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_imagine_gives_the_position_that_the_view_shows(players: int) -> None:
    for preset in printed(GAME).values():
        state, chance = start(players, 4, preset), Chance(4)
        while not state.over:
            assert state.turn is not None
            imagined = GAME.imagine(state.view(state.turn), Chance(9))
            twin = state.clone()
            assert everything(imagined) == everything(state)
            imagined.random_step(Chance(7))
            twin.random_step(Chance(7))
            assert everything(imagined) == everything(twin)
            state.random_step(chance)


@pytest.mark.rule("LS-34")
def test_a_view_goes_to_json_and_back() -> None:
    state, chance = start(2, options=Options(tiles="B")), Chance(0)
    while not state.over:
        view = state.view(0)
        assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
        state.random_step(chance)


@pytest.mark.rule("LS-34")
def test_only_the_seat_to_move_sees_what_it_may_do() -> None:
    view = position(players=3, turn=1, display="S S").view
    assert [bool(view(seat).legal) for seat in (None, 0, 1, 2)] == [False, False, True, False]
