"""The table as it is drawn: all has room on a desk and on a phone, and bids, tricks and points can be read off."""

from __future__ import annotations

import pytest

from lumarium import Chance, Event
from lumarium.games.lumen.picture.layout import CARD, PITCH
from lumarium.games.lumen.picture.plates import beads
from lumarium.games.lumen.words.words import initials
from lumarium.kernel.scene import Piece, Scene
from tests.games.lumen.builder import GAME, PLAYERS, legal, play, play_on, position, positions, start

NAMES = ["Ana", "Ben", "Cleo", "Dan", "Eva"]
DIGIT = 46
"""Height of a value on a card, in the units of the card."""


def pieces(scene: Scene) -> dict[str, Piece]:
    """The pieces by id."""
    return {piece.id: piece for piece in scene.pieces}


@pytest.mark.rule("LU-42", "LU-43")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_card_lies_on_the_table_and_can_be_read(players: int) -> None:
    for state, _ in positions(players, 15):
        for seat in (None, *range(players)):
            scene = GAME.scene(state.view(seat))
            for layout in scene.layouts.values():
                width, height = layout.size
                for piece in scene.pieces:
                    if "card" not in piece.classes.split():
                        continue
                    x, y, scale = layout.zones[piece.zone]
                    middle = x + piece.x * scale
                    assert 34 * scale <= middle <= width - 34 * scale
                    assert CARD / 2 * scale <= y + piece.y * scale <= height - CARD / 2 * scale
                    assert DIGIT * scale >= 12


@pytest.mark.parametrize("players", PLAYERS)
def test_cards_to_be_touched_are_large_enough_for_a_finger(players: int) -> None:
    """Both layouts are drawn in the size in which they are seen, so one unit is about a pixel."""
    for state, _ in positions(players, 30):
        if state.over:
            continue
        scene, found = GAME.scene(state.view(state.turn)), pieces(GAME.scene(state.view(state.turn)))
        for layout in scene.layouts.values():
            for touched in scene.actions:
                scale = layout.zones[found[touched].zone][2]
                assert (50 if touched.startswith("bid") else PITCH) * scale >= 30


@pytest.mark.rule("LU-44", "LU-54")
@pytest.mark.parametrize("players", PLAYERS)
def test_own_cards_of_a_colour_differ_by_their_place_alone(players: int) -> None:
    for state, _ in positions(players, 15):
        for seat in range(players):
            view = state.view(seat)
            found = pieces(GAME.scene(view))
            for card in view.hands[seat]:
                piece = found[f"d{view.deal}h{seat}-{card.colour}{card.position}"]
                assert piece.symbol == f"lumen-back-{card.colour}"
                assert piece.text == ""
                assert piece.x == (card.position - 1) * PITCH
                assert piece.classes in ("card", "card barred")
                assert [word for word in piece.label.split() if word.isdigit()] == [str(card.position)]


@pytest.mark.rule("LU-23")
def test_cards_that_may_not_be_played_stand_back() -> None:
    state = position("R4 G1", "R1 G3", "B2 G2")
    play(state, "R#1")
    found = pieces(GAME.scene(state.view(1)))
    assert (found["d1h1-R1"].classes, found["d1h1-G1"].classes) == ("card", "card barred")
    assert found["slot1"].symbol == "lumen-slot-next"
    assert found["hub"].symbol == "lumen-hub-R"
    assert not [piece for piece in GAME.scene(state.view(2)).pieces if "barred" in piece.classes]


@pytest.mark.rule("LU-17", "LU-26")
@pytest.mark.parametrize(
    ("bid", "tricks", "row"),
    [
        ("3", 0, "open open open"),
        ("3", 2, "won won open"),
        ("3", 4, "won won won over"),
        ("2+", 1, "won open extra"),
        ("2+", 3, "won won extra-won"),
        ("2+", 4, "won won extra-won over"),
        ("0", 0, "none"),
        ("0", 2, "over over"),
        ("0+", 1, "extra-won"),
    ],
)
def test_beads_show_what_was_bid_and_what_was_won(bid: str, tricks: int, row: str) -> None:
    assert beads(bid, tricks) == row.split()


@pytest.mark.rule("LU-29", "LU-30")
def test_a_bid_that_holds_looks_different_from_one_that_cannot_hold_any_more() -> None:
    state = position("R4 G1", "R1 G3", "R2 G2", bids="0 0 1+")
    chips = [pieces(GAME.scene(state.view(0)))[f"chip{seat}"].symbol for seat in range(3)]
    assert chips == ["lumen-chip-kept", "lumen-chip-kept", "lumen-chip"]
    play(state, "R#1", "R#1", "R#1")
    chips = [pieces(GAME.scene(state.view(0)))[f"chip{seat}"].symbol for seat in range(3)]
    assert chips == ["lumen-chip-broken", "lumen-chip-kept", "lumen-chip"]


@pytest.mark.rule("LU-31", "LU-32")
@pytest.mark.parametrize(("deal", "worth"), [(1, "+10 +5 −5"), (2, "+20 +10 −5"), (3, "+30 +15 −5"), (4, "+40 +20 −5")])
def test_the_table_says_what_a_bid_is_worth(deal: int, worth: str) -> None:
    found = pieces(GAME.scene(position("R4 G1", "R1 G3", "R2 G2", deal=deal).view(0)))
    assert [found[f"worth-{key}"].text for key in ("exact", "more", "off")] == worth.split()


@pytest.mark.rule("LU-33")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_last_sheet_adds_up(players: int) -> None:
    state = start(players)
    play_on(state, Chance(3))
    found = pieces(GAME.scene(state.view(0)))
    for seat in range(players):
        points = [int(found[f"deal{deal}-{seat}"].text.replace("−", "-")) for deal in range(1, 5)]
        assert sum(points) == int(found[f"total{seat}"].text.replace("−", "-")) == state.scores[seat]


@pytest.mark.rule("LU-20", "LU-26")
@pytest.mark.parametrize("players", PLAYERS)
def test_events_name_pieces_of_the_scene(players: int) -> None:
    state, chance = start(players), Chance(5)
    while not state.over:
        events = play(state, legal(state)[chance.pick(len(legal(state)))], chance=chance)
        for seat in (None, 0, 1):
            view = state.view(seat)
            seen = [event for event in (event.for_seat(seat) for event in events) if event is not None]
            found = pieces(GAME.scene(view))
            for event, named in zip(seen, GAME.subjects(seen, view), strict=True):
                assert _known(event, named, found), (event, named)


def _known(event: Event, named: tuple[str, ...], found: dict[str, Piece]) -> bool:
    """A deal's result takes bids and tricks off the table before they can be looked at; all else is there."""
    if event.kind == "play":
        (card,) = named
        return found[card].zone == "trick" and found[card].text == str(event.facts["value"])
    if event.kind == "score":
        return "deal4-0" in found or set(named) <= set(found)
    return event.kind in ("deal", "open_ahead", "win") or bool(set(named) & set(found))


def test_players_can_be_told_apart_by_their_letters() -> None:
    assert initials(["Ana", "Ben", "Cleo"]) == ["A", "B", "C"]
    assert initials(["Vega", "Vega 2", "Vega 3"]) == ["V", "V2", "V3"]
    assert initials(["ana", "Alma", "Ben"]) == ["An", "Al", "B"]
    assert initials(["Anna", "Anne", "Ana"]) == ["A1", "A2", "A3"]
    assert initials(["", " ", "Eva"]) == ["?1", "?2", "E"]


@pytest.mark.parametrize("players", PLAYERS)
def test_a_scene_is_small(players: int) -> None:
    for state, _ in positions(players, 20):
        assert len(GAME.scene(state.view(state.turn), "de", NAMES).json()) < 20_000
    state = start(5)
    play_on(state, Chance(1), until_deal=2)
    assert len(GAME.scene(state.view(state.turn), "de", NAMES).json()) < 20_000
