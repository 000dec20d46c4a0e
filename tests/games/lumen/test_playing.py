"""Tricks (LU-19 to LU-28)."""

import pytest

import lumarium
from lumarium import Chance, Match
from lumarium.games.lumen.options import Options
from lumarium.games.lumen.rules.state import State
from lumarium.kernel.luck import RecordingChance
from tests.games.lumen.builder import (
    GAME,
    PLAYERS,
    before_last_trick,
    hand,
    legal,
    play,
    play_last,
    position,
    refused,
    start,
    state_of,
    table,
)
from tests.games.referee import everything

# LU-WE2: Peter, Renate, Sabrina and Jan sit in seats 0 to 3.
EXAMPLE = ("R4 G1", "R1 R3", "B3 Y2", "R2 R6 R8")


def winner(*hands: str, slots: str = "", leads: int = 0) -> int:
    """Who wins a trick to which everyone plays their first card, or these slots."""
    state = position(*hands, leads=leads)
    for number in range(len(hands)):
        play(state, slots.split()[number] if slots else legal(state)[0])
    assert state.view(None).tricks.count(1) == 1
    assert state.turn == state.view(None).tricks.index(1)
    return state.view(None).tricks.index(1)


@pytest.mark.rule("LU-19")
def test_the_opener_leads_and_then_the_winner_of_each_trick() -> None:
    state = position("R1 G1", "R2 G9", "R3 G3", "R9 G4", leads=2)
    assert state.turn == 2
    play(state, "R#1", "R#1", "R#1", "R#1")
    assert state.turn == 3
    play(state, "G#1", "G#1", "G#1", "G#1")
    assert state.turn == 1


@pytest.mark.rule("LU-19", "LU-28")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_deal_has_ten_tricks(players: int) -> None:
    state, chance = start(players), Chance(0)
    plays = 0
    while state.deal == 1:
        before = len(state.hands[state.turn or 0])
        assert state.phase == 0 or before == 10 - plays // players
        plays += state.phase
        state.random_step(chance)
    assert plays == 10 * players


@pytest.mark.rule("LU-20")
def test_everyone_plays_one_card_face_up_clockwise_from_the_leader() -> None:
    state = position("R1 R5", "R2 R6", "R3 R7", "R4 R8", leads=2)
    turns = []
    for shown in ("R3", "R3 R4", "R3 R4 R1", "R3 R4 R1 R2"):
        turns.append(state.turn)
        (event, *_) = play(state, "R#1")
        assert [table(state, seat) for seat in (None, 0, 1, 2, 3)] == [shown] * 5
        assert event.for_seat(None) is event
    assert turns == [2, 3, 0, 1]


@pytest.mark.rule("LU-21", "LU-44")
def test_the_owner_learns_a_value_by_playing_the_card() -> None:
    state = position("R4 R7", "R1", "R2", "R3")
    assert hand(state.view(0), 0) == "R#1 R#2"
    (event,) = play(state, "R#2")
    assert event.data() == {"kind": "play", "seat": 0, "slot": "R#2", "colour": "R", "value": 7}
    assert event.describe(names=["Ana"]) == "Ana plays red 7."
    assert event.describe("de", ["Ana"]) == "Ana spielt Rot 7."
    assert event.reveals
    assert hand(state.view(0), 0) == "R#1"
    assert table(state, 0) == "R7"


@pytest.mark.rule("LU-21", "LU-R13")
@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_can_ever_be_taken_back(players: int) -> None:
    match, chance = Match("lumen", players, seed=5), Chance(5)
    while not match.over:
        played = match.state.turn
        match.play(chance.choice(match.state.legal_actions()))
        with pytest.raises(lumarium.IllegalAction, match="showed something new"):
            match.undo(played)


@pytest.mark.rule("LU-21")
def test_a_slot_keeps_its_name_while_the_hand_shrinks() -> None:
    state = position("R2 R4 R6", "R1 R7 R8", "R3 R5")
    play(state, "R#1", "R#1", "R#1")
    assert state.turn == 2
    play(state, "R#2", "R#3", "R#2")
    assert state.turn == 1
    assert hand(state.view(1), 0) == "R4"
    assert hand(state.view(0), 0) == "R#2"


@pytest.mark.rule("LU-22")
def test_the_leader_may_play_any_card() -> None:
    state = position("Y1 R2 R3 P4", "Y2", "Y3", "Y4")
    assert legal(state) == ["Y#1", "R#1", "R#2", "P#1"]
    play(state, "P#1")
    assert state.view(None).led == "P"


@pytest.mark.rule("LU-23")
def test_whoever_has_the_led_colour_must_follow_with_any_card_of_it() -> None:
    state = position("R5", "Y1 R1 R9 G3", "R2", "R3")
    play(state, "R#1")
    assert legal(state) == ["R#1", "R#2"]


@pytest.mark.rule("LU-23")
def test_yellow_must_be_followed_too() -> None:
    state = position("Y5", "Y1 Y7 R1 R9", "R2", "R3")
    play(state, "Y#1")
    assert legal(state) == ["Y#1", "Y#2"]


@pytest.mark.rule("LU-23", "LU-E17")
def test_one_red_and_five_yellow() -> None:
    state = position("R5", "Y1 Y2 Y3 Y4 Y5 R1", "R2", "R3")
    play(state, "R#1")
    assert legal(state) == ["R#1"]
    assert refused(state, "Y#3") == "red was led and you hold red: play a card of that colour"
    assert refused(state, "Y#3", "de").startswith("Rot wurde ausgespielt, und du hast Rot auf der Hand")


@pytest.mark.rule("LU-24", "LU-E18")
def test_without_the_led_colour_every_card_is_legal() -> None:
    state = position("R5", "Y1 Y9 G2 P3", "R2", "R3")
    play(state, "R#1")
    assert legal(state) == ["Y#1", "Y#2", "G#1", "P#1"]


@pytest.mark.rule("LU-23", "LU-24")
def test_the_duty_ends_with_the_last_card_of_the_colour() -> None:
    state = position("R5 R6", "R1 G2", "R2 R7", "R3 R8")
    play(state, "R#1", "R#1", "R#1", "R#1", "R#2")
    assert legal(state) == ["G#1"]


@pytest.mark.rule("LU-25", "LU-E14")
def test_the_smallest_trump_beats_everything_else() -> None:
    assert winner("B5", "B9", "Y1", "R12", "B2") == 2


@pytest.mark.rule("LU-25", "LU-E15")
def test_other_colours_never_win() -> None:
    assert winner("R2", "B10", "G10", "P10") == 0


@pytest.mark.rule("LU-25", "LU-E16", "LU-23")
def test_the_highest_trump_wins() -> None:
    assert winner("Y4", "Y3", "R10", "Y7") == 3
    state = position("Y4", "Y3", "R10 Y1", "Y7")
    play(state, "Y#1", "Y#1")
    assert legal(state) == ["Y#1"]


@pytest.mark.rule("LU-25")
def test_the_highest_of_the_led_colour_wins_without_trumps() -> None:
    assert winner("R3", "R10", "R7", "G9") == 1
    assert winner("R3", "P10", "R2", "R9", leads=1) == 1
    assert winner("G10 R1", "R2", "G9", "R3", leads=3, slots="R#1 R#1 R#1 G#1") == 3


@pytest.mark.rule("LU-25")
def test_the_highest_of_several_trumps_wins_wherever_it_lies() -> None:
    assert winner("R3", "Y9", "Y2", "Y10") == 3
    assert winner("R3", "Y10", "Y2", "Y9") == 1
    assert winner("R10", "Y1", "R2", "Y2") == 3


@pytest.mark.rule("LU-WE2", "LU-23", "LU-24", "LU-25", "LU-26")
def test_the_worked_example() -> None:
    state = position(*EXAMPLE)
    ahead = []
    for slot, choices in (("R#1", 2), ("R#2", 2), ("B#1", 2), ("R#1", 3)):
        assert len(legal(state)) == choices
        if state.turn == 2:
            assert "Y#1" in legal(state)
        play(state, slot)
        trick = state.view(None).trick
        assert trick is not None
        ahead.append(trick.ahead)
    assert table(state) == "R4 R3 B3 R2"
    assert ahead == [0, 0, 0, 0]
    assert state.view(None).tricks == (1, 0, 0, 0)
    assert state.turn == 0


@pytest.mark.rule("LU-26", "LU-42")
@pytest.mark.parametrize("players", PLAYERS)
def test_tricks_won_are_public_and_add_up(players: int) -> None:
    state, chance = start(players), Chance(6)
    while not state.over:
        view = state.view(None)
        assert all(state.view(seat).tricks == view.tricks for seat in range(players))
        assert sum(view.tricks) == len(view.memory.tricks) == len(state.plays) // players
        if view.deals:
            assert sum(view.deals[-1].tricks) == 10
        state.random_step(chance)


@pytest.mark.rule("LU-27", "LU-45", "LU-R12")
def test_a_finished_trick_lies_until_the_next_lead() -> None:
    state = position("R4 G1", "R1 R3", "R2 Y2", "R6 R8")
    play(state, "R#1", "R#1", "R#1", "R#1")
    trick = state.view(2).trick
    assert trick is not None
    assert (table(state, 2), trick.number, trick.winner) == ("R4 R1 R2 R6", 1, 3)
    assert shown_cards(state) == {"R4", "R1", "R2", "R6"}
    play(state, "R#2")
    assert table(state, 2) == "R8"
    assert shown_cards(state) == {"R8"}


def shown_cards(state: State, seat: int = 2) -> set[str]:
    """The cards in the middle of the scene and of the board agree."""
    scene = GAME.scene(state.view(seat))
    middle = [piece for piece in scene.pieces if piece.zone in ("trick", "last") and "card" in piece.classes.split()]
    cards = {piece.symbol[-1] + piece.text for piece in middle}
    board = GAME.board(state.view(seat))[1].plain().split()
    assert {word for word in board if word[0] in "YRGBP" and word[1:].isdigit()} == cards
    return cards


@pytest.mark.rule("LU-27", "LU-R12")
def test_the_trick_before_is_an_option() -> None:
    hands = ("R4 G1", "R1 R3", "R2 Y2", "R6 R8")
    moves = ("R#1", "R#1", "R#1", "R#1", "R#2")
    plain, aided = position(*hands), position(*hands, options=Options(last_trick=True))
    play(plain, *moves)
    play(aided, *moves)
    assert shown_cards(plain) == {"R8"}
    assert shown_cards(aided) == {"R8", "R4", "R1", "R2", "R6"}
    assert not GAME.options().last_trick


@pytest.mark.rule("LU-27")
def test_nothing_shows_a_card_put_aside() -> None:
    """Neither while it is played nor at the end: no view has a place for them, only their number by colour."""
    state, chance = start(4), Chance(1)
    while not state.over:
        state.random_step(chance)
    view = state.view(None)
    assert sum(view.aside.values()) == 10
    played = {(play.colour, play.value) for play in view.plays}
    assert len(played) == 40
    for colour, values in enumerate(state.aside()):
        assert not played & {("YRGBP"[colour], value) for value in values}


@pytest.mark.rule("LU-28", "LU-5")
@pytest.mark.parametrize("deal", [1, 4])
def test_after_trick_ten_only_the_plus_cards_are_left(deal: int) -> None:
    state = before_last_trick("R1", "R2", "R3", "R4", won="0 0 0 1 1 1 2 2 2", deal=deal)
    luck = RecordingChance(Chance(0))
    play_last(state, 3, luck)
    assert not luck.picks
    assert state.hands[:3] == [[], [], []]
    play_last(state, 1, luck)
    assert state.view(None).deals[0].tricks == (3, 3, 3, 1)
    assert state.over == (deal == 4)
    assert len(luck.picks) == (0 if deal == 4 else 40)


@pytest.mark.rule("LU-E19", "LU-21")
def test_wrong_slots_are_refused_and_change_nothing() -> None:
    state = position("R4 R5 G1", "R1 R3", "R2 Y2", "R6 R8")
    play(state, "R#1", "R#1", "R#1", "R#1", "R#2")
    assert refused(state, "R#1") == "you have already played your card R#1"
    assert refused(state, "R#1", "de") == "Deine Karte R#1 hast du schon gespielt"
    assert refused(state, "R#3") == "you have no slot R#3: you were dealt 2 red cards in this deal"
    assert (
        refused(state, "B#1", "de")
        == "Den Platz B#1 gibt es bei dir nicht: Du hast in diesem Durchgang 0 blaue Karten bekommen"
    )
    assert refused(state, "G#2") == "you have no slot G#2: you were dealt 1 green card in this deal"


@pytest.mark.rule("LU-E19", "LU-20")
def test_playing_out_of_turn_is_refused() -> None:
    match = Match("lumen", players=3, seed=0)
    for _ in range(3):
        match.play("bid 3")
    before = everything(state_of(match))
    for seat in (0, 2):
        with pytest.raises(lumarium.NotYourTurn):
            match.play(match.state.legal()[0], seat=seat)
    assert everything(state_of(match)) == before
    assert match.version == 3


@pytest.mark.rule("LU-27", "LU-R12")
@pytest.mark.parametrize("aid", [False, True])
def test_finished_tricks_are_not_told_again(aid: bool) -> None:
    match, chance = Match("lumen", 3, seed=2, options={"last_trick": aid}), Chance(2)
    for _ in range(3 + 3 * 4 + 1):
        match.play(chance.choice(match.state.legal_actions()))
    cards = [line for line in match.log(0) if " plays " in line]
    assert len(cards) == (4 if aid else 1)
    assert sum("wins trick" in line for line in match.log(None)) == 4
