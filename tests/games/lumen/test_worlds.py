"""What the own cards could be: counted, listed and drawn exactly (LU-47 to LU-53)."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import msgspec
import pytest

import lumarium
from lumarium import Chance, LumariumError, Match
from lumarium.games.lumen.rules.components import COLOURS
from lumarium.games.lumen.rules.state import State
from tests.games.lumen.builder import GAME, PLAYERS, hand, play, play_on, position, positions, start, table, truth

# In a deck of ten, seat 0 sees the red cards that are not in U(R) in the other hands.
E31 = ("R1 R5", "R2 R4 R6", "R8 R9", "R10")
E32 = ("R1 R6 R9", "R2 R4", "R5 R8", "R10")
E33 = ("R2 R5 R7", "R1 R3", "R6 R8", "R10")


def worlds(state: State, seat: int = 0) -> list[dict[str, int]]:
    return list(GAME.worlds(state.view(seat)))


def after_own_play(hands: tuple[str, ...], slot: str, *answers: str) -> State:
    """Seat 0 shows a card, the others follow with theirs."""
    state = position(*hands)
    play(state, slot, *answers)
    return state


@pytest.mark.rule("LU-47", "LU-50", "LU-E31")
def test_two_slots_and_four_unseen_values() -> None:
    state = position(*E31)
    found = worlds(state)
    assert found == [{"R#1": low, "R#2": high} for low in (1, 3, 5, 7) for high in (1, 3, 5, 7) if low < high]
    assert GAME.worlds(state.view(0)).count == 6
    assert state.view(0).aside["R"] == 2


@pytest.mark.rule("LU-48", "LU-50", "LU-E32")
def test_a_shown_card_in_the_middle_divides_the_others() -> None:
    state = after_own_play(E32, "R#2", "R#1", "R#1", "R#1")
    assert worlds(state) == [{"R#1": low, "R#3": high} for low in (1, 3) for high in (7, 9)]


@pytest.mark.rule("LU-48", "LU-50", "LU-E33")
def test_a_shown_card_at_the_top_bounds_all_others() -> None:
    state = after_own_play(E33, "R#3", "R#1", "R#1", "R#1")
    assert worlds(state) == [{"R#1": 2, "R#2": 4}, {"R#1": 2, "R#2": 5}, {"R#1": 4, "R#2": 5}]
    for number in range(20):
        imagined = GAME.imagine(state.view(0), Chance(number))
        assert isinstance(imagined, State)
        assert 9 in imagined.aside()[COLOURS.index("R")]


@pytest.mark.rule("LU-47", "LU-48", "LU-E34", "LU-WE3", "LU-R14")
def test_the_worked_example_leaves_one_candidate() -> None:
    """Renate's upper red was the 3, and she sees Jan's red 2."""
    state = position("R4 G1", "R1 R3", "B3 Y2", "R2 R6 R8")
    play(state, "R#1", "R#2")
    assert worlds(state, 1) == [{"R#1": 1}]
    elsewhere = position("R4 G1", "R1 R3", "B3 Y2", "R5 R6 R8")
    play(elsewhere, "R#1", "R#2")
    assert worlds(elsewhere, 1) == [{"R#1": 1}, {"R#1": 2}]


@pytest.mark.rule("LU-47")
@pytest.mark.parametrize("players", PLAYERS)
def test_unseen_values_are_the_own_cards_and_those_aside(players: int) -> None:
    """|U(c)| = own unplayed + aside, and the second number is constant through the deal."""
    for state, _ in positions(players, 30):
        for seat in range(players):
            view = state.view(seat)
            seen = {(card.colour, card.value) for cards in view.hands for card in cards if card.value is not None}
            seen |= {(play.colour, play.value) for play in view.plays}
            for number, colour in enumerate(COLOURS):
                unseen = {value for value in range(1, view.highest + 1) if (colour, value) not in seen}
                own = {value for slot, value in truth(state, seat).items() if slot[0] == colour}
                assert unseen == own | set(state.aside()[number])
                assert len(unseen) == len(own) + view.aside[colour]


def brute_force(state: State, seat: int) -> int:
    """LU-47 and LU-48 word by word: try every assignment of unseen values, colour by colour."""
    view = state.view(seat)
    count = 1
    for colour in COLOURS:
        shown = {play.position: play.value for play in view.memory.own if play.colour == colour}
        slots = sorted([card.position for card in view.hands[seat] if card.colour == colour] + list(shown))
        seen = {card.value for cards in view.hands for card in cards if card.colour == colour}
        seen |= {play.value for play in view.plays if play.colour == colour}
        unseen = [value for value in range(1, view.highest + 1) if value not in seen]
        fitting = 0
        for values in permutations(unseen, len(slots) - len(shown)):
            left = iter(values)
            hand = [shown.get(slot) or next(left) for slot in slots]
            fitting += hand == sorted(hand)
        count *= fitting
    return count


@pytest.mark.rule("LU-47")
def test_what_anybody_has_played_is_known() -> None:
    """The red 2 is known while seat 1 holds it, while it lies on the table, and when it is gone."""
    state = position("R1 R5 G5", "R2 R4 R6", "R8 R9 G2", "R10 G3")
    for move in ("G#1", "R#1", "G#1", "G#1", "R#1"):
        play(state, move)
        found = worlds(state)
        assert all(world.get("R#1", 1) in (1, 3, 5) for world in found)
        assert {world["R#2"] for world in found} == {3, 5, 7}
    assert table(state) == "R1"
    assert [world["R#2"] for world in found] == [3, 5, 7]


@pytest.mark.rule("LU-47", "LU-48", "LU-50")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_count_agrees_with_brute_force(players: int, long: bool) -> None:
    for state, chance in positions(players, 60 if long else 8):
        seat = chance.pick(players)
        found = GAME.worlds(state.view(seat))
        assert found.count == brute_force(state, seat)


@pytest.mark.rule("LU-50", "LU-48")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_world_is_listed_once_and_the_truth_is_one_of_them(players: int) -> None:
    for state, chance in positions(players, 20):
        seat = chance.pick(players)
        found = GAME.worlds(state.view(seat))
        listed = list(found)
        assert len(listed) == len(found) == found.count >= 1
        assert len({tuple(world.items()) for world in listed}) == len(listed)
        assert truth(state, seat) in listed
        for number in (0, chance.pick(found.count), found.count - 1):
            assert found[number] == listed[number]
        with pytest.raises(IndexError):
            found[found.count]


@pytest.mark.rule("LU-49", "LU-50")
@pytest.mark.parametrize("players", PLAYERS)
def test_probabilities_are_shares_of_worlds(players: int) -> None:
    for state, chance in positions(players, 20):
        found = GAME.worlds(state.view(chance.pick(players)))
        counts: dict[str, Counter[int]] = {}
        for world in found:
            for slot, value in world.items():
                counts.setdefault(slot, Counter())[value] += 1
        exact = {
            slot: {value: Fraction(number, found.count) for value, number in sorted(values.items())}
            for slot, values in counts.items()
        }
        assert found.probabilities() == exact
        assert all(sum(odds.values()) == 1 for odds in exact.values())


@pytest.mark.rule("LU-49", "LU-E35")
def test_ten_thousand_samples_of_two_slots() -> None:
    view, chance = position(*E31).view(0), Chance(31)
    drawn = Counter(tuple(truth(GAME.imagine(view, chance), 0).values()) for _ in range(10_000))
    assert set(drawn) == {(low, high) for low in (1, 3, 5, 7) for high in (1, 3, 5, 7) if low < high}
    assert chi_square(list(drawn.values())) < limit(5)


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def limit(freedom: int) -> float:
    """The chi-square value that chance exceeds once in about 100,000 (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 4.26 * spread**0.5) ** 3)


@pytest.mark.rule("LU-49", "LU-52")
@pytest.mark.parametrize("players", PLAYERS)
def test_samples_are_uniform_over_the_enumerated_worlds(players: int, long: bool) -> None:
    """Chi-square over all worlds of random positions; the seeds are fixed, so this cannot fail by bad luck."""
    tried = 0
    for state, chance in positions(players, 40 if long else 10, seed=9):
        seat = chance.pick(players)
        view = state.view(seat)
        found = GAME.worlds(view)
        if not 2 <= found.count <= 400:
            continue
        number = {tuple(world.items()): i for i, world in enumerate(found)}
        drawn = [0] * found.count
        for _ in range((40 if long else 10) * found.count):
            drawn[number[tuple(truth(GAME.imagine(view, chance), seat).items())]] += 1
        assert chi_square(drawn) < limit(found.count - 1)
        tried += 1
    assert tried >= 3


@pytest.mark.rule("LU-51", "LU-E36", "LU-49")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_sample_changes_nothing_that_the_seat_knows(players: int, long: bool) -> None:
    for state, chance in positions(players, 300 if long else 40):
        for seat in range(players):
            view = state.view(seat)
            imagined = GAME.imagine(view, chance)
            assert imagined.view(seat) == view
            assert msgspec.json.encode(imagined.view(seat)) == msgspec.json.encode(view)
            assert imagined.census() == state.census()
            assert [len(values) for values in imagined.aside()] == [len(values) for values in state.aside()]
            assert sum(map(len, imagined.aside())) == 10
            own = truth(imagined, seat)
            for colour in COLOURS:
                values = [value for slot, value in own.items() if slot[0] == colour]
                assert values == sorted(set(values))


@pytest.mark.rule("LU-50", "LU-52")
@pytest.mark.parametrize("players", PLAYERS)
def test_where_there_is_one_world_it_is_the_truth(players: int) -> None:
    single = 0
    for seed in range(6):
        state, chance = start(players, seed), Chance(seed)
        while not state.over:
            for seat in range(players):
                found = GAME.worlds(state.view(seat))
                if found.count == 1:
                    single += 1
                    assert found[0] == truth(state, seat)
                    assert GAME.imagine(state.view(seat), chance).values == state.values
            state.random_step(chance)
    assert single > 50


@pytest.mark.rule("LU-46", "LU-47", "LU-E37")
@pytest.mark.parametrize("players", PLAYERS)
def test_after_trick_ten_the_unseen_cards_are_those_aside(players: int) -> None:
    state, chance = start(players, 4), Chance(4)
    play_on(state, chance)
    for seat in range(players):
        view = state.view(seat)
        assert GAME.worlds(view).count == 1
        played = {(play.colour, play.value) for play in view.plays}
        for number, colour in enumerate(COLOURS):
            unseen = [value for value in range(1, view.highest + 1) if (colour, value) not in played]
            assert unseen == state.aside()[number]


@pytest.mark.rule("LU-52")
def test_bids_and_plays_of_the_others_do_not_change_the_odds() -> None:
    """The others see the own cards; what they make of it is a model, not a rule."""
    quiet, loud = start(4, 8), start(4, 8)
    play(quiet, "bid 0", "bid 0", "bid 0")
    play(loud, "bid 9+", "bid 10", "bid 7")
    seat = quiet.turn
    assert seat is not None
    assert list(GAME.worlds(quiet.view(seat))) == list(GAME.worlds(loud.view(seat)))


@pytest.mark.rule("LU-53")
@pytest.mark.parametrize("players", PLAYERS)
def test_in_an_imagined_world_the_others_do_not_know_their_own_cards(players: int) -> None:
    for state, chance in positions(players, 10):
        imagined = GAME.imagine(state.view(0), chance)
        for other in range(1, players):
            assert all("#" in card for card in hand(imagined.view(other), other).split())
            assert GAME.worlds(imagined.view(other)).count >= 1


@pytest.mark.rule("LU-47", "LU-50")
def test_supposing_each_world_gives_each_position() -> None:
    view = position(*E31).view(0)
    seen = {tuple(truth(GAME.suppose(view, world), 0).values()) for world in GAME.worlds(view)}
    assert len(seen) == 6


@pytest.mark.rule("LU-54")
def test_a_spectator_has_no_worlds() -> None:
    view = position(*E31).view(None)
    with pytest.raises(lumarium.LumariumError, match="spectator"):
        GAME.worlds(view)
    with pytest.raises(lumarium.LumariumError, match="spectator"):
        GAME.suppose(view, {})
    with pytest.raises(lumarium.LumariumError, match="spectator"):
        GAME.imagine(view, Chance(0))


@pytest.mark.rule("LU-48", "LU-51")
def test_only_worlds_that_fit_can_be_supposed() -> None:
    view = start(4, 8).view(2)
    fits = GAME.worlds(view)[0]
    assert fits in GAME.worlds(view)
    assert GAME.suppose(view, fits).view(2) == view
    for wrong in ({}, dict.fromkeys(fits, 99), {**fits, "Y#10": 3}):
        with pytest.raises(LumariumError, match="does not fit the view"):
            GAME.suppose(view, wrong)
    with pytest.raises(LumariumError, match="view of luminos"):
        GAME.worlds(Match("luminos", 2, seed=1).view(0))  # type: ignore[arg-type]  # the mistake under test
