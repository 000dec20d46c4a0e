"""Dealing, sorting, and the way of the dark plus card (LU-8 to LU-14, LU-34, LU-35)."""

from collections import Counter
from math import sqrt

import pytest

from lumarium import Chance, RecordedChance
from lumarium.games.lumen.options import Options
from lumarium.games.lumen.rules.indices import POSITIONS, SLOTS, dark_plus, dealer
from lumarium.games.lumen.rules.state import State
from lumarium.kernel.luck import RecordingChance
from tests.games.lumen.builder import GAME, PLAYERS, all_cards, hand, next_deal, play_on, position, scored, start, truth

SCHEDULE = {
    3: ([0, 1, 2, 0], [1, 2, 0, 1]),
    4: ([0, 1, 2, 3], [1, 2, 3, 0]),
    5: ([0, 1, 2, 3], [1, 2, 3, 4]),
}


@pytest.mark.rule("LU-8", "LU-13", "LU-34", "LU-35")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_schedule_of_dealers_and_of_the_dark_plus_card(players: int) -> None:
    state, chance = start(players), Chance(2)
    seen = []
    for deal in range(1, 5):
        view = state.view(0)
        seen.append((view.deal, view.dealer, view.dark_plus))
        play_on(state, chance, until_deal=deal + 1)
    dealers, holders = SCHEDULE[players]
    assert seen == list(zip([1, 2, 3, 4], dealers, holders, strict=True))
    for deal in (1, 2, 3):
        assert dealer(deal + 1, players) == dark_plus(deal, players)


@pytest.mark.rule("LU-15", "LU-35", "LU-E3", "LU-E4")
@pytest.mark.parametrize(("players", "openers"), [(3, [1, 2, 0]), (4, [1, 2, 3, 0]), (5, [1, 2, 3, 4])])
def test_the_holder_of_the_dark_plus_card_opens(players: int, openers: list[int]) -> None:
    state, chance = start(players), Chance(3)
    for deal, opener in enumerate(openers, 1):
        assert state.deal == deal
        assert state.turn == opener
        for _ in range(players):
            state.random_step(chance)
        assert state.turn == opener
        play_on(state, chance, until_deal=deal + 1)


@pytest.mark.rule("LU-E3")
def test_with_four_players_each_seat_opens_once() -> None:
    view = next_deal(scored(4, "10 10 10 10", "20 20 20 20", "30 30 30 30")).view(0)
    assert (view.deal, view.dealer, view.opener) == (4, 3, 0)


@pytest.mark.rule("LU-9", "LU-E39")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_deal_starts_from_the_whole_deck(players: int) -> None:
    again = 0
    for seed in range(10):
        state, chance = start(players, seed), Chance(seed)
        census = state.census()
        aside = state.aside()
        play_on(state, chance, until_deal=2)
        assert state.census() == census
        dealt = {card for seat in range(players) for card in truth_cards(state, seat)}
        assert len(dealt) == 10 * players
        again += sum(f"{'YRGBP'[colour]}{value}" in dealt for colour, values in enumerate(aside) for value in values)
    assert again > 20


def truth_cards(state: State, seat: int) -> list[str]:
    return [f"{slot[0]}{value}" for slot, value in truth(state, seat).items()]


@pytest.mark.rule("LU-10", "LU-E1")
@pytest.mark.parametrize("players", PLAYERS)
def test_everyone_gets_ten_cards_and_ten_lie_aside(players: int) -> None:
    for seed in range(10):
        state = start(players, seed)
        hands = [truth_cards(state, seat) for seat in range(players)]
        aside = [f"{'YRGBP'[colour]}{value}" for colour, values in enumerate(state.aside()) for value in values]
        assert [len(cards) for cards in (*hands, aside)] == [10] * (players + 1)
        assert sorted(sum(hands, aside)) == sorted(all_cards(players))


@pytest.mark.rule("LU-10")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_card_comes_to_every_place_equally_often(players: int, long: bool) -> None:
    """Each seat, and aside, gets each card once in players + 1 deals."""
    deals = 4_000 if long else 400
    places = Counter[tuple[int, str]]()
    for seed in range(deals):
        state = start(players, f"places {seed}")
        places.update((seat, card) for seat in range(players) for card in truth_cards(state, seat))
    share = 1 / (players + 1)
    spread = sqrt(deals * share * (1 - share))
    for seat in range(players):
        for card in all_cards(players):
            assert abs(places[seat, card] - deals * share) < 5 * spread


@pytest.mark.rule("LU-10")
@pytest.mark.parametrize("players", PLAYERS)
def test_each_card_is_one_pick_from_what_is_left_of_the_deck(players: int) -> None:
    class Asked(Chance):
        """Remembers how many outcomes there were."""

        def __init__(self) -> None:
            super().__init__(0)
            self.outcomes: list[int] = []

        def pick(self, n: int) -> int:
            self.outcomes.append(n)
            return super().pick(n)

    luck = Asked()
    State.begin(players, Options(), luck)
    deck = 10 * (players + 1)
    assert luck.outcomes == list(range(deck, 10, -1))


@pytest.mark.rule("LU-11", "LU-R3")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_packet_of_a_seat_is_played_by_its_left_neighbour(players: int) -> None:
    """Packets come off the deck in the order of seats: the first one, of seat 0, is the hand of seat 1."""
    luck = RecordingChance(Chance(0))
    first = State.begin(players, Options(), luck)
    picks = luck.take()
    assert len(picks) == 10 * players
    others = [*picks[:10], *(0 for _ in picks[10:])]
    second = State.begin(players, Options(), RecordedChance(others))
    same = [first.view(seat - 1).hands[seat] == second.view(seat - 1).hands[seat] for seat in range(1, players)]
    assert same[0]
    assert not any(same[1:])


@pytest.mark.rule("LU-12", "LU-R2", "LU-WE5")
def test_a_hand_is_sorted_by_colour_and_ascends_to_the_right() -> None:
    state = position("P10 R8 Y5 G4 B3 R1 Y2 B9 P6 R7", "", "", "")
    assert hand(state.view(1), 0) == "Y2 Y5 R1 R7 R8 G4 B3 B9 P6 P10"
    assert hand(state.view(0), 0) == "Y#1 Y#2 R#1 R#2 R#3 G#1 B#1 B#2 P#1 P#2"
    for layout in GAME.scene(state.view(0)).layouts.values():
        zones = [layout.zones[f"hand0{colour}"] for colour in "YRGBP"]
        lines = [zone[1] for zone in zones]
        assert lines == sorted(lines)
        assert layout.zones["plus0"][:2] > zones[-1][:2] or layout.zones["plus0"][1] > zones[-1][1]


@pytest.mark.rule("LU-12", "LU-R2")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_dealt_hand_ascends(players: int) -> None:
    for seed in range(20):
        state = start(players, seed)
        for place in range(0, players * SLOTS, POSITIONS):
            values = list(state.values[place : place + POSITIONS])
            dealt = [value for value in values if value]
            assert values == dealt + [0] * (POSITIONS - len(dealt))
            assert dealt == sorted(set(dealt))
            assert all(value <= state.highest for value in dealt)


@pytest.mark.rule("LU-13", "LU-38")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_scene_shows_who_has_the_dark_plus_card(players: int) -> None:
    state, chance = start(players), Chance(4)
    for deal in range(1, 5):
        dark = [piece.id for piece in GAME.scene(state.view(0)).pieces if piece.symbol == "lumen-plus-dark"]
        assert dark == [f"plus{deal % players}"]
        play_on(state, chance, until_deal=deal + 1)


@pytest.mark.rule("LU-14", "LU-43", "LU-44")
@pytest.mark.parametrize("players", PLAYERS)
def test_everyone_sees_the_fronts_of_all_hands_but_their_own(players: int) -> None:
    state = start(players)
    for viewer in range(players):
        for owner in range(players):
            cards = state.view(viewer).hands[owner]
            assert len(cards) == 10
            assert all((card.value is None) == (viewer == owner) for card in cards)
