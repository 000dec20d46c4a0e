"""How the table is shown: what lies where, what each piece says, and which pieces an event is about."""

from __future__ import annotations

import re

import pytest

from lumarium import Chance, Match, Scene
from lumarium.games.luminos.picture.preview import letters, squares_with
from lumarium.games.luminos.rules.actions import Place
from lumarium.games.luminos.rules.state import State
from lumarium.games.luminos.rules.view import View
from lumarium.kernel.scene import Piece
from lumarium.kernel.touch import paths
from tests.games.luminos.builder import GAME, ST1, Seat, play, position, squares, start

RING = """
    TT   .  M MT  M
    [SS] MM M .   M
    .    .  M SMT M
"""
TILE = 96


def scene(state: State, seat: int | None = 0, lang: str = "en", names: tuple[str, ...] = ()) -> Scene:
    return GAME.scene(state.view(seat), lang, names)


def shown(state: State, seat: int | None = 0, lang: str = "en") -> dict[str, Piece]:
    return {piece.id: piece for piece in scene(state, seat, lang).pieces}


def purposeful(players: int, seed: int, options: object = None) -> Match:
    """A match between players who complete squares where they can and keep their skies compact."""
    match = Match("luminos", players, seed, options)
    luck = Chance(seed)
    while not match.over:
        view = match.view(match.state.turn)
        assert isinstance(view, View)
        actions = match.state.legal_actions()
        places = [action for action in actions if isinstance(action, Place)]
        if places and view.turn is not None:
            laid, hand = letters(view.skies[view.turn]), view.hand
            assert hand is not None
            places.sort(key=lambda action: abs(action.x) + abs(action.y))
            places.sort(key=lambda action: -len(squares_with(laid, (action.x, action.y), hand)))
            match.play(places[luck.pick(min(2, len(places)))])
        else:
            match.play(luck.choice(actions))
    return match


def _phase(match: Match) -> str:
    view = match.view(match.state.turn)
    assert isinstance(view, View)
    return view.phase


# What lies where


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_everything_lies_on_the_table_and_no_sky_on_something_else(players: int, layout: str) -> None:
    match = purposeful(players, 7)
    for at in range(0, len(match.history), 9):
        view = match.record.replay(at).view(at % players)
        drawn = GAME.scene(view)
        width, height = drawn.layouts[layout].size
        zones = drawn.layouts[layout].zones
        tiles = {}
        for piece in drawn.pieces:
            if piece.id in ("ground", "hills"):
                continue
            x, y, scale = zones[piece.zone]
            middle = x + piece.x * scale, y + piece.y * scale
            assert 0 <= middle[0] <= width
            assert 0 <= middle[1] <= height
            if re.match(r"luminos-(tile|start|cell|paper)", piece.symbol) and not piece.id.startswith("last"):
                half = scale * piece.scale * TILE / 2
                wide, high = (110, 200) if piece.id.startswith("paper") else (48, 48)
                half_width, half_height = half * wide / 48, half * high / 48
                tiles[piece.id] = (middle[0] - half_width, middle[1] - half_height, half_width * 2, half_height * 2)
        for box in tiles.values():
            assert min(box) >= 0
            assert box[0] + box[2] <= width
            assert box[1] + box[3] <= height
        placed = sorted(tiles.items())
        overlaps = [(a, b) for i, (a, one) in enumerate(placed) for b, two in placed[i + 1 :] if _overlap(one, two)]
        assert not overlaps


def _overlap(one: tuple[float, ...], two: tuple[float, ...]) -> bool:
    (x, y, width, height), (left, top, across, down) = one, two
    return x < left + across - 0.1 and left < x + width - 0.1 and y < top + down - 0.1 and top < y + height - 0.1


@pytest.mark.parametrize("players", GAME.players)
def test_a_finger_finds_every_cell_on_a_phone(players: int) -> None:
    """The tall layout is drawn for 390 x 724 pixels: a cell that can be touched is at least 36 of them wide."""
    for seed in range(3):
        match = purposeful(players, seed)
        for at in range(0, len(match.history), 7):
            view = match.record.replay(at).view(match.history[at].seat)
            drawn = GAME.scene(view)
            assert list(drawn.layouts["tall"].size) == [390, 724]
            touched = {path[0] for path, _ in paths(GAME.touch(view)) if path[0].startswith("c")}
            for cell in (piece for piece in drawn.pieces if piece.id in touched):
                assert drawn.layouts["tall"].zones[cell.zone][2] * 88 >= 36


def test_the_sky_shrinks_as_it_grows() -> None:
    small = scene(position(Seat(ST1), display="S S")).layouts["wide"].zones["sky0"]
    large = scene(position(Seat("TT . . . . . .\n[SS] MM S S S S S"), display="S S")).layouts["wide"].zones["sky0"]
    assert large[2] < small[2]
    assert large[:2] == small[:2]


def test_a_tile_keeps_its_id_from_the_display_to_the_sky() -> None:
    state = start(2, 3)
    first = state.view(0).display[0]
    zones = []
    for move in (f"take {first}", "place (1,1)", None):
        zones.append(shown(state)["t1-0"].zone)
        if move:
            play(state, move)
    assert zones == ["display", "hand", "sky0"]


def test_only_the_tile_in_hand_is_carried() -> None:
    state = position(hand="SST", display="S")
    assert [piece.id for piece in scene(state).pieces if "carried" in piece.classes.split()] == ["t1-bag0"]


def test_the_newest_tile_of_every_sky_is_framed() -> None:
    state = start(2, 3)
    assert not [name for name in shown(state) if name.startswith("last")]
    play(state, "take bag", "place (1,1)", "done")
    frame = shown(state)["last0"]
    tile = shown(state)["t1-bag0"]
    assert (frame.x, frame.y, frame.zone, frame.classes) == (tile.x, tile.y, tile.zone, "")
    play(state, "take bag", "place (2,0)")
    assert shown(state)["last0"].classes == "older"
    assert shown(state)["last1"].classes == ""


def test_a_long_name_is_cut_but_read_in_full() -> None:
    drawn = scene(start(2), names=("Ana", "Maximiliane von der Aue"))
    name = next(piece for piece in drawn.pieces if piece.id == "name1")
    assert name.text == "Maximiliane vo…"
    assert name.label == "sky of Maximiliane von der Aue"


# What each piece says


@pytest.mark.rule("LS-30", "LS-31")
def test_the_sheet_adds_up_to_the_points() -> None:
    state = position(Seat(sheet="S [3,2,4] M [2,2] T [1,5,2,2]", used="SM"), display="S S")
    drawn = shown(state)
    sums = [int(piece.text) for name, piece in drawn.items() if name.startswith("rs0")]
    assert sums == [6, 9]
    assert drawn["bm0"].text == "+3"
    assert drawn["bt0"].text == "–"
    assert drawn["sum0"].text == "18 points"
    assert drawn["sum0"].label == (
        "18 points. Row 1: sun 3, moon 2, star 1: 6. Row 2: sun 2, moon 2, star 5: 9. 1 unused marker: 3"
    )
    assert drawn["row0-2"].label == "Row 2: 2 + 2 + 5 = 9 points."
    assert drawn["row0-3"].label == "Row 3 counts as soon as sun, moon and star are all filled in."
    assert drawn["row0-8"].label.startswith("Target row 8: whoever writes here gets 6 points")
    assert "x0S3" not in drawn


@pytest.mark.rule("LS-31")
def test_entries_without_a_complete_row_are_struck_out_at_the_end() -> None:
    state = position(Seat(sheet="S [3,2,4] M [2,2] T [1,5,2,2]"), turn=None)
    struck = {name for name in shown(state) if name.startswith("x0")}
    assert struck == {"x0S3", "x0T3", "x0T4"}


def test_more_rows_than_the_paper_has_lines_move_together() -> None:
    state = position(Seat(sheet="S [1,1,1,1,1,1,1,1,1,1]"), display="S S")
    drawn = shown(state)
    assert drawn["paper0"].symbol == "luminos-paper"
    assert shown(start(2))["paper0"].symbol == "luminos-paper-lined"
    assert drawn["row0-10"].y < drawn["bm0"].y - 20


@pytest.mark.parametrize(
    ("lang", "free", "scoring"),
    [
        ("en", "empty cell, column 2, row 0", "completes a square: 3 suns, 2 moons, 2 stars, so 2 for moon, star"),
        ("de", "freies Feld, Spalte 2, Reihe 0", "ein Quadrat: 3 Sonnen, 2 Monde, 2 Sterne, also 2 für Mond, Stern"),
    ],
)
@pytest.mark.rule("LS-E8")
def test_a_free_cell_says_what_a_tile_would_score_there(lang: str, free: str, scoring: str) -> None:
    drawn = shown(position(hand="S", display="S"), lang=lang)
    assert drawn["c2,0"].label == free
    assert drawn["c2,0"].symbol == "luminos-cell"
    assert drawn["c1,1"].label.endswith(scoring)
    assert drawn["c1,1"].symbol == "luminos-cell-square"


def test_what_is_foretold_is_what_is_scored() -> None:
    match = purposeful(3, 5)
    checked = 0
    for at, played in enumerate(match.history):
        if not isinstance(played.action, Place):
            continue
        before = match.record.replay(at)
        view = before.view(played.seat)
        assert isinstance(view, View)
        assert view.hand is not None
        worths = squares_with(letters(view.skies[played.seat]), (played.action.x, played.action.y), view.hand)
        foretold = sorted(f"{worth.facts['value']} for {worth.facts['symbols']}" for worth in worths)
        before.play(played.action)
        while before.state.turn == played.seat and (phase := _phase(before)) in ("mark", "score"):
            before.play("done" if phase == "mark" else before.state.legal_actions()[0])
        events = [event for move in before.history[at:] for event in move.events]
        assert sorted(text.split(": ")[1] for text in squares(events)) == foretold
        checked += len(foretold)
    assert checked > 10


@pytest.mark.rule("LS-E11")
def test_a_marker_says_what_it_would_change() -> None:
    state = position(hand="S", display="S")
    play(state, "place (1,1)")
    drawn = shown(state)
    assert (
        drawn["m0S"].label == "add the sun marker; the square then shows 4 suns, 2 moons, 2 stars, so 2 for moon, star"
    )
    assert drawn["m0M"].label.endswith("3 suns, 3 moons, 2 stars, so 2 for star")
    assert drawn["done"].label.endswith("the square shows 3 suns, 2 moons, 2 stars, so 2 for moon, star")
    assert shown(state, 1)["m0S"].label == "unused sun marker: 3 points at the end"


def test_a_square_to_choose_shows_its_worth() -> None:
    state = position(Seat(RING, used="SMT"), hand="S", display="S")
    play(state, "place (3,0)")
    drawn = shown(state)
    assert {name for name in drawn if name.startswith("q-")} == {"q-ne", "q-nw", "q-se", "q-sw"}
    assert (drawn["q-ne"].symbol, drawn["q-ne"].text) == ("luminos-square-ST", "1")
    assert drawn["q-se"].label == "completed square, lower right: 2 suns, 3 moons, 1 star, so 1 for star"
    assert {path for path, _ in paths(GAME.touch(state.view(0)))} == {("q-ne",), ("q-nw",), ("q-se",), ("q-sw",)}


# Which pieces an event is about


def test_a_square_names_its_four_tiles_and_what_was_written() -> None:
    state = position(Seat(sheet="T [1]"), hand="S", display="S")
    events = play(state, "place (1,1)", "done")
    placed, square, *_ = GAME.subjects(events, state.view(1))
    assert placed == ("t1-bag0",)
    assert square == ("s0-2", "t1-bag0", "s0-1", "s0-0", "e0M1", "e0T2")


def test_entries_of_several_squares_are_told_apart() -> None:
    state = position(Seat(RING, used="SMT"), hand="S", display="S")
    events = play(state, "place (3,0)", "score ne", "score nw", "score se")
    told = [
        pieces[4:]
        for event, pieces in zip(events, GAME.subjects(events, state.view(0)), strict=True)
        if event.kind == "square"
    ]
    assert told == [("e0S1", "e0T1"), ("e0S2", "e0T2"), ("e0T3",), ("e0T4",)]


@pytest.mark.parametrize("players", GAME.players)
def test_events_name_pieces_that_are_there(players: int) -> None:
    match = purposeful(players, 11)
    kinds = set()
    for at in range(1, len(match.history) + 1, 3):
        now = match.record.replay(at)
        events = [event for played in now.history[-3:] for event in played.events]
        for seat in (*range(players), None):
            view = now.view(seat)
            ids = {piece.id for piece in GAME.scene(view).pieces}
            for event, pieces in zip(events, GAME.subjects(events, view), strict=True):
                missing = set(pieces) - ids
                assert not missing or event.kind == "display", (event, missing)
                if pieces:
                    kinds.add(event.kind)
    assert {"take_display", "place", "square", "mark", "display"} <= kinds


# How large it is


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_scene_of_four_players_is_small(lang: str) -> None:
    match = purposeful(4, 2)
    largest = max(
        len(GAME.scene(match.record.replay(at).view(0), lang).json()) for at in range(0, len(match.history) + 1, 10)
    )
    assert largest < 24_500


def test_columns_and_rows_are_numbered_around_the_own_sky_as_the_log_names_them() -> None:
    state = position(Seat(RING), Seat(RING), hand="S")
    cells, pieces = state.view(0).skies[0].cells, shown(state)
    numbers = {piece.id for piece in pieces.values() if piece.classes == "mark"}
    assert numbers == {f"col{cell.x}" for cell in cells} | {f"line{cell.y}" for cell in cells}
    assert {pieces[name].zone for name in numbers} == {"sky0"}
    placed = next(action for action in state.legal_actions() if isinstance(action, Place) and action.x < 0)
    told, *_ = play(state, placed.notation)
    assert f"in column −{-placed.x}, row {placed.y}.".replace("row -", "row −") in told.describe("en", ["Ana"])
    after = shown(state)
    assert after[f"col{placed.x}"].x == after["last0"].x
    assert after[f"line{placed.y}"].y == after["last0"].y
    assert after[f"col{placed.x}"].text == f"−{-placed.x}"
