"""Players, cards and markers (LU-1 to LU-7)."""

import pytest

import lumarium
from lumarium import Chance
from lumarium.games.lumen.rules import components
from lumarium.games.lumen.rules.indices import POSITIONS, SLOTS, clockwise
from lumarium.games.lumen.rules.view import View
from lumarium.kernel.message import Message
from tests.games.lumen.builder import GAME, PLAYERS, all_cards, play, play_on, position, start, table


@pytest.mark.rule("LU-1", "LU-R16")
def test_three_to_five_play() -> None:
    assert list(GAME.players) == [3, 4, 5]
    for players in (2, 6):
        with pytest.raises(lumarium.BadOptions):
            GAME.start(players, Chance(0))


@pytest.mark.rule("LU-1", "LU-20")
@pytest.mark.parametrize("players", PLAYERS)
def test_seats_follow_clockwise(players: int) -> None:
    state = start(players)
    turns = []
    for _ in range(players):
        turns.append(state.turn)
        state.random_step(Chance(0))
    assert turns == [(1 + i) % players for i in range(players)]


@pytest.mark.rule("LU-2", "LU-E1", "LU-R16")
@pytest.mark.parametrize(("players", "highest", "size"), [(3, 8, 40), (4, 10, 50), (5, 12, 60)])
def test_the_deck_depends_on_the_number_of_players(players: int, highest: int, size: int) -> None:
    deck = all_cards(players)
    assert len(set(deck)) == size == 10 * (players + 1)
    seen = set()
    for seed in range(40):
        state = start(players, seed)
        assert state.highest == state.view(0).highest == highest
        dealt = [value for value in state.values if value]
        assert len(dealt) == 10 * players
        assert sum(map(len, state.aside())) == 10
        assert sum(state.census().values()) == size
        seen |= {card for view in (state.view(0), state.view(1)) for card in _fronts(view)}
    assert seen == set(deck)


def _fronts(view: View) -> set[str]:
    return {f"{card.colour}{card.value}" for hand in view.hands for card in hand if card.value is not None}


@pytest.mark.rule("LU-2", "LU-R1")
def test_the_five_colours() -> None:
    assert components.COLOURS == "YRGBP"
    names = [Message("lumen", f"colour.{letter}").render("en") for letter in "YRGBP"]
    assert names == ["yellow", "red", "green", "blue", "purple"]


@pytest.mark.rule("LU-3", "LU-25")
@pytest.mark.parametrize("deal", [1, 2, 3, 4])
def test_yellow_is_trump_in_every_deal(deal: int) -> None:
    state = position("R10 G1", "Y1 G2", "R3 G3", "R4 G4", deal=deal)
    play(state, "R#1", "Y#1", "R#1", "R#1")
    assert state.turn == 1


@pytest.mark.rule("LU-4", "LU-14")
@pytest.mark.parametrize("players", PLAYERS)
def test_colours_can_be_read_from_both_sides(players: int) -> None:
    state = start(players)
    for owner in range(players):
        seen = {
            tuple((card.colour, card.position) for card in state.view(viewer).hands[owner])
            for viewer in (None, *range(players))
        }
        assert len(seen) == 1


@pytest.mark.rule("LU-5", "LU-13")
@pytest.mark.parametrize("players", PLAYERS)
def test_one_plus_card_is_dark_and_the_others_are_light(players: int) -> None:
    scene = GAME.scene(start(players).view(0))
    shades = [piece.symbol for piece in scene.pieces if piece.symbol.startswith("lumen-plus")]
    assert sorted(shades) == ["lumen-plus-dark"] + ["lumen-plus-light"] * (players - 1)


@pytest.mark.rule("LU-5", "LU-E19")
def test_a_plus_card_cannot_be_played() -> None:
    for text in ("play +", "play plus", "play plus1"):
        with pytest.raises(lumarium.BadNotation):
            GAME.actions.parse(text)
    tree = GAME.touch(position("R1", "R2", "R3").view(0))
    assert tree == {"d1h0-R1": GAME.actions.parse("play R#1").index}


@pytest.mark.rule("LU-6", "LU-8", "LU-R15", "LU-E2")
@pytest.mark.parametrize("players", PLAYERS)
def test_seat_0_is_given_the_dark_plus_card_and_deals_first(players: int) -> None:
    for seed in range(5):
        view = start(players, seed).view(None)
        assert (view.dealer, view.dark_plus, view.opener, view.turn) == (0, 1, 1, 1)


@pytest.mark.rule("LU-7", "LU-19", "LU-28")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_is_four_deals_of_bids_and_ten_tricks(players: int) -> None:
    state, chance = start(players), Chance(1)
    kinds = [event.kind for event in play_on(state, chance)]
    deal = ["bid"] * players + (["play"] * players + ["trick"]) * 10 + ["score"] * players
    told = [kind for kind in kinds if kind not in ("deal", "open", "open_ahead")]
    assert told == deal * 4 + ["win"]
    assert kinds.count("deal") == 3
    assert state.ending == "complete"
    assert state.hands == [[]] * players
    assert len(table(state).split()) == players


def test_a_hand_has_a_slot_for_every_colour_and_card() -> None:
    assert POSITIONS == components.HAND
    assert len(components.COLOURS) * POSITIONS == SLOTS


@pytest.mark.rule("LU-36", "LU-R10")
def test_clockwise_distance() -> None:
    assert [clockwise(1, seat, 3) for seat in (1, 2, 0)] == [0, 1, 2]
    assert [clockwise(4, seat, 5) for seat in (4, 0, 1, 2, 3)] == [0, 1, 2, 3, 4]
