"""What everyone knows, and what nobody but the others knows (LU-42 to LU-46, LU-54)."""

import json
from collections import Counter

import msgspec
import pytest

from lumarium import Chance, Match
from lumarium.games.lumen.picture.layout import BID_PITCH
from lumarium.games.lumen.rules.indices import PLAYING, POSITIONS, SLOT, SLOTS
from lumarium.games.lumen.rules.state import State
from tests.games.lumen.builder import (
    GAME,
    PLAYERS,
    before_last_trick,
    hand,
    play,
    play_last,
    play_on,
    position,
    positions,
    scored,
    start,
    state_of,
    table,
)


@pytest.mark.rule("LU-42")
@pytest.mark.parametrize("players", PLAYERS)
def test_public_facts_are_the_same_for_everyone(players: int) -> None:
    for state, _ in positions(players, 30):
        public = set[object]()
        for seat in (None, *range(players)):
            view = state.view(seat)
            public.add(
                (view.players, view.highest, view.deal, view.scores, view.turn, view.bids, view.tricks, view.trick)
            )
            public.add((view.led, view.deals, view.dealer, view.dark_plus, view.opener, tuple(view.aside.items())))
            public.add(view.memory.tricks)
            public.add(tuple((card.colour, card.position) for cards in view.hands for card in cards))
        assert len(public) == 4


@pytest.mark.rule("LU-43")
@pytest.mark.parametrize("players", PLAYERS)
def test_other_hands_are_seen_with_their_values_until_they_are_played(players: int) -> None:
    for state, _ in positions(players, 30):
        for owner in range(players):
            seen = {hand(state.view(viewer), owner) for viewer in range(players) if viewer != owner}
            assert len(seen) == 1
            assert "#" not in seen.pop()


@pytest.mark.rule("LU-44", "LU-54", "LU-E38")
@pytest.mark.parametrize("players", PLAYERS)
def test_own_values_are_never_in_the_own_hand(players: int) -> None:
    for state, _ in positions(players, 30):
        for seat in range(players):
            assert all(card.value is None for card in state.view(seat).hands[seat])


@pytest.mark.rule("LU-45")
def test_memory_holds_own_plays_and_every_finished_trick() -> None:
    state = position("R4 G1", "R1 R3", "R2 Y2", "R6 R8")
    play(state, "R#1", "R#2", "R#1", "R#1", "R#2", "G#1")
    memory = state.view(1).memory
    assert [(own.seat, own.colour, own.position, own.value) for own in memory.own] == [(1, "R", 2, 3)]
    assert [[f"{p.seat}:{p.colour}{p.value}" for p in trick.plays] for trick in memory.tricks] == [
        ["0:R4", "1:R3", "2:R2", "3:R6"]
    ]
    assert [trick.winner for trick in memory.tricks] == [3]
    assert [f"{own.colour}{own.value}" for own in state.view(0).memory.own] == ["R4", "G1"]


@pytest.mark.rule("LU-45", "LU-27")
def test_memory_ends_with_the_deal() -> None:
    state, chance = start(3), Chance(1)
    play_on(state, chance, until_deal=2)
    assert state.view(0).memory.own == ()
    assert state.view(0).memory.tricks == ()


@pytest.mark.rule("LU-45", "LU-R12")
def test_the_interface_leaves_the_memory_out() -> None:
    """A card of a finished trick is neither on the board nor in the scene once the next trick has begun."""
    state = position("R4 G1 P1", "R1 R3 P2", "R2 Y2 P3", "R6 R8 P4")
    play(state, "R#1", "R#2", "R#1", "R#1", "R#2", "G#1")
    scene = GAME.scene(state.view(1))
    assert "R4" not in " ".join(block.plain() for block in GAME.board(state.view(1)))
    assert not [piece for piece in scene.pieces if piece.id == "d1h0-R1"]


@pytest.mark.rule("LU-46")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_colours_aside_follow_by_subtraction(players: int) -> None:
    for state, _ in positions(players, 20):
        view = state.view(0)
        assert [view.aside[colour] for colour in "YRGBP"] == [len(values) for values in state.aside()]
        assert sum(view.aside.values()) == 10
        public = Counter(card.colour for cards in view.hands for card in cards)
        public.update(play.colour for play in view.plays)
        assert all(view.aside[colour] == view.highest - public[colour] for colour in "YRGBP")


@pytest.mark.rule("LU-42", "LU-54")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_spectator_sees_no_value_in_any_hand(players: int) -> None:
    for state, _ in positions(players, 20):
        view = state.view(None)
        assert all(card.value is None for cards in view.hands for card in cards)
        assert view.memory.own == ()
        twin = state.clone()
        twin.values = state.values[:]
        _give_other_values(twin)
        assert msgspec.json.encode(twin.view(None)) == msgspec.json.encode(view)


def _give_other_values(state: State) -> None:
    """Cards still in hands change their values against those aside, as long as each hand stays in order."""
    aside = state.aside()
    for seat in range(state.players):
        for index in state.hands[seat]:
            slot = index - SLOT
            colour, place = slot // POSITIONS, seat * SLOTS + slot
            lower = max((value for value in state.values[place - slot % POSITIONS : place]), default=0)
            higher = [value for value in state.values[place + 1 : place + POSITIONS - slot % POSITIONS] if value]
            upper = min(higher, default=state.highest + 1)
            free = [value for value in aside[colour] if lower < value < upper]
            if free:
                aside[colour].remove(free[0])
                aside[colour].append(state.values[place])
                state.values[place] = free[0]


@pytest.mark.rule("LU-27", "LU-42")
def test_after_the_game_a_spectator_sees_every_card_but_those_aside() -> None:
    state = start(5)
    play_on(state, Chance(0))
    view = state.view(None)
    assert view.hands == ((),) * 5
    assert len({(play.colour, play.value) for play in view.plays}) == 50


@pytest.mark.rule("LU-54", "LU-E38")
@pytest.mark.parametrize("players", PLAYERS)
def test_piece_ids_name_slots_and_never_values(players: int) -> None:
    """A card is the same piece in the hand and on the table."""
    match, chance = Match("lumen", players, seed=2), Chance(2)
    while not match.over:
        turn = match.state.turn
        view = state_of(match).view(turn)
        tree = GAME.touch(view)
        scene = GAME.scene(view)
        ids = {piece.id: piece for piece in scene.pieces}
        action = chance.choice(match.state.legal_actions())
        (piece,) = [piece for piece, index in tree.items() if index == action.index]
        assert piece in ids
        match.play(action, turn)
        if action.notation.startswith("play"):
            slot = action.notation.removeprefix("play ").replace("#", "")
            assert piece == f"d{view.deal}h{turn}-{slot}"
            assert ids[piece].text == ""
            after = {piece.id: piece for piece in GAME.scene(state_of(match).view(turn)).pieces}
            assert after[piece].zone == "trick"
            assert after[piece].text.isdigit()


@pytest.mark.rule("LU-54", "LU-E38")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_own_hand_in_a_serialised_view_is_colours_and_positions(players: int) -> None:
    state, chance = start(players), Chance(7)
    while not state.over:
        for seat in range(players):
            sent = json.loads(msgspec.json.encode(state.view(seat)))
            assert all(card["value"] is None for card in sent["hands"][seat])
            assert {len(card) for cards in sent["hands"] for card in cards} <= {3}
            assert "aside" in sent
            assert set(sent["aside"]) == set("YRGBP")
        for _ in range(5):
            if not state.over:
                state.random_step(chance)


@pytest.mark.rule("LU-42", "LU-45")
def test_a_finished_deal_stays_until_the_first_bid_of_the_next() -> None:
    state = before_last_trick("R9", "R2", "R3", "R4", won="0 0 0 0 0 1 1 2 2", bids="6 2 0+ 1")
    play_last(state)
    assert state.deal == 2
    for seat in (None, 0, 1, 2, 3):
        view = state.view(seat)
        assert view.trick is not None
        assert (view.trick.deal, view.trick.number, view.trick.winner) == (1, 10, 0)
        assert table(state, seat) == "R9 R2 R3 R4"
        assert view.just_scored == view.deals[0]
        texts = {piece.id: piece.text for piece in GAME.scene(view).pieces}
        assert [texts[f"made{owner}"] for owner in range(4)] == ["6", "2", "0+", "1"]
        assert [texts[f"pile{owner}"] for owner in range(4)] == ["6", "2", "2", "0"]
        assert [texts[f"points{owner}"] for owner in range(4)] == ["+10", "+10", "−10", "−5"]
        assert texts["title"] == "Deal 1 is scored"
        assert all(len(cards) == 10 for cards in view.hands)
        assert "−10" in GAME.board(view)[0].plain()
    play(state, "bid 3")
    view = state.view(2)
    assert view.trick is None
    assert view.just_scored is None
    assert view.to_read is None
    assert view.deals[0].points == (10, 10, -10, -5)
    texts = {piece.id: piece.text for piece in GAME.scene(view).pieces}
    assert "points0" not in texts
    assert texts["made2"] == "3"
    assert "made0" not in texts


@pytest.mark.rule("LU-42")
def test_the_sheet_of_a_deal_stays_until_the_own_bid_in_the_next() -> None:
    state = before_last_trick("R9", "R2", "R3", "R4", won="0 0 0 0 0 1 1 2 2", bids="6 2 0+ 1")
    play_last(state)
    order = [2, 3, 0, 1]
    for number, seat in enumerate(order):
        assert state.turn == seat
        for owner in order[number:]:
            view = state.view(owner)
            assert view.to_read == view.deals[0]
            pieces = {piece.id: piece for piece in GAME.scene(view).pieces}
            assert [pieces[f"points{other}"].text for other in range(4)] == ["+10", "+10", "−10", "−5"]
            copied = "s" if number else ""
            assert pieces["paper-head"].text == ("Deal 1" if number else "")
            assert [pieces[f"{copied}made{other}"].text for other in range(4)] == ["6", "2", "0+", "1"]
            assert [pieces[f"{copied}pile{other}"].text for other in range(4)] == ["6", "2", "2", "0"]
            layouts = GAME.scene(view).layouts
            assert all("sheet" in layout.zones for layout in layouts.values())
        play(state, f"bid {number}")
        assert "paper-head" not in {piece.id for piece in GAME.scene(state.view(seat)).pieces}
        assert state.view(None).to_read == (state.view(None).deals[0] if number < 3 else None)


@pytest.mark.rule("LU-42")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_bids_are_large_enough_for_a_finger(players: int) -> None:
    state = start(players)
    play_on(state, Chance(1), until_deal=2)
    while state.phase != PLAYING:
        scene = GAME.scene(state.view(state.turn))
        fresh = state.view(state.turn).just_scored is not None
        for name, least in (("wide", 44), ("tall", 34 if fresh else 44)):
            assert scene.layouts[name].zones["low"][2] * BID_PITCH >= least, (name, fresh)
        play(state, "bid 2")


@pytest.mark.rule("LU-42")
def test_the_prompt_says_what_is_to_be_done() -> None:
    names = ["Ana", "Ben", "Cleo"]
    state = position("R4 G1", "R1 G3", "B2 G2")
    prompts = []
    for slot in ("R#1", "R#1", "B#1"):
        prompts.append(GAME.scene(state.view(state.turn), "en", names).prompt)
        assert GAME.scene(state.view(None), "en", names).prompt.endswith("is to move")
        play(state, slot)
    assert prompts == ["You lead: play any card.", "Follow red: play a red card.", "You have no red: play any card."]
    assert GAME.scene(start(3).view(1), "de", names).prompt == "Wie viele Stiche gewinnst du? Gib deinen Tipp ab."
    over = scored(3, "10 5 5", "20 10 10", "30 15 15", "40 20 20")
    assert GAME.scene(over.view(1), "en", names).prompt == "Ana wins!"


@pytest.mark.rule("LU-43", "LU-44")
def test_the_terminal_shows_other_hands_open_and_the_own_one_as_backs() -> None:
    state = position("Y2 Y5 R1", "R2 G3", "B2 P8")
    blocks = GAME.board(state.view(0), "en", ["Ana", "Ben", "Cleo"])
    hands = {block.title: block.plain().split("\n")[1].split() for block in blocks[2:]}
    assert hands == {
        "Ben": ["R2", "G3", "(+)"],
        "Cleo": ["B2", "P8", "+"],
        "Ana (your cards: backs only)": ["Y#1", "Y#2", "R#1", "+"],
    }
    spectator = GAME.board(state.view(None), "en", ["Ana", "Ben", "Cleo"])
    assert [block.plain().split("\n")[1].split()[0] for block in spectator[2:]] == ["R#1", "B#1", "Y#1"]


@pytest.mark.rule("LU-42")
def test_labels_read_well_aloud() -> None:
    state = position("Y2 Y5 R1", "R2 G3", "B2 P8")
    labels = {piece.id: piece.label for piece in GAME.scene(state.view(0), "en", ["Ana", "Ben", "Cleo"]).pieces}
    assert labels["d1h0-Y2"] == "your yellow card number 2 from the left as dealt, value unseen"
    assert labels["d1h1-G1"] == "Ben: green 3"
    assert labels["plus1"].startswith("Ben has the dark plus card")
    assert labels["chip0"] == "Ana bid exactly 0 tricks and has won 0 tricks"
    labels = {piece.id: piece.label for piece in GAME.scene(start(3).view(1), "de").pieces}
    assert labels["bid-3+"] == "auf 3 oder 4 Stiche tippen"
    assert labels["bid-1"] == "auf genau 1 Stich tippen"
