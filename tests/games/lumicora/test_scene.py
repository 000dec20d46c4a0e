"""How the table is shown: labels, touch paths, the terminal's board."""

import pytest

from lumarium import Chance, Event
from lumarium.kernel.scene import Scene
from lumarium.kernel.touch import paths
from tests.games.lumicora.builder import GAME, Seat, legal, play, position, scoring_phase, start


def labels(state: object, seat: int | None, lang: str = "en") -> dict[str, str]:
    return {piece.id: piece.label for piece in GAME.scene(state.view(seat), lang).pieces}  # type: ignore[attr-defined]


def test_halves_are_read_aloud_with_level_and_place() -> None:
    state = position(Seat("Y3crab[(-1,0)(0,-1)] Y5[(1,-1)(1,-2)] Y3crab[(0,-1)(1,-1)]"))
    shown = labels(state, 0)
    assert shown["t102o"] == "yellow coral with crab, level 2, row 3 space 4; below it: yellow coral 5"
    assert shown["t102n"] == "yellow coral 3, level 2, row 3 space 3; below it: yellow coral with crab"
    assert shown["t101o"] == "yellow coral, level 1, row 2 space 3"
    assert shown["s0-0"] == "water, row 1 space 1"
    assert labels(state, 0, "de")["t102n"] == (
        "gelbe Koralle 3, Ebene 2, Reihe 3 Feld 3; darunter: gelbe Koralle mit Krabbe"
    )


def test_what_lies_below_is_heard_and_lifted_in_the_own_reef_only() -> None:
    state = position(Seat("Y3crab[(-1,0)(0,-1)] Y5[(1,-1)(1,-2)] Y3crab[(0,-1)(1,-1)]"))
    own, other = (
        {piece.id: piece for piece in GAME.scene(state.view(seat)).pieces if piece.zone == "reef0"} for seat in (0, 1)
    )
    assert own["t102n"].classes.split() == ["number", "l2", "in-s13", "look-s13"]
    assert own["t100o"].classes.split() == ["l1", "in-s13"]
    assert own["t101o"].classes.split() == ["l1"], "a single Lumino cannot be lifted"
    assert own["t100n"].label == "yellow coral 3, level 1, row 4 space 3"
    assert own["t100o"].label == ""
    assert not [piece for piece in other.values() if "look" in piece.classes]
    assert other["t102n"].label == "yellow coral 3, level 2, row 3 space 3"


def test_every_level_can_be_looked_at_alone_once_there_are_two() -> None:
    def looks(reef: str) -> list[str]:
        pieces = GAME.scene(position(Seat(reef)).view(0)).pieces
        return [piece.label for piece in pieces if "look" in piece.classes.split()]

    assert looks("Y3crab[(-1,0)(0,-1)]") == []
    reef = "Y3crab[(-1,0)(0,-1)] Y5[(1,-1)(1,-2)] Y3crab[(0,-1)(1,-1)]"
    assert looks(reef) == ["look at level 1 alone", "look at level 2 alone"]


@pytest.mark.rule("LC-69")
def test_the_own_place_in_each_colour_is_shown_before_the_end() -> None:
    state = position(Seat("P4[(2,0)(3,0)]"), Seat("P4[(2,0)(3,0)] P2[(2,-1)(3,-1)]"))
    behind, ahead = ({piece.id: piece for piece in GAME.scene(state.view(seat)).pieces} for seat in (0, 1))
    assert (behind["most0-pink"].text, ahead["most1-pink"].text) == ("+2", "+4")
    assert "lead" in ahead["most1-pink"].classes
    assert "most1-pink" not in behind
    mine, theirs = (sum("pink" in label for label in reef_labels(state, seat)) for seat in (0, 1))
    assert behind["most0-pink"].label.startswith(f"visible spaces of pink coral: {mine}, the others {theirs}; 2 points")


def reef_labels(state: object, seat: int) -> list[str]:
    pieces = GAME.scene(state.view(seat)).pieces  # type: ignore[attr-defined]
    return [piece.label for piece in pieces if piece.zone == f"reef{seat}" and "coral" in piece.label]


@pytest.mark.rule("LC-78")
def test_remote_limestone_tells_its_penalty() -> None:
    state = position(options=GAME.presets["B-dark"])
    assert labels(state, 0)["s0-4"] == "remote limestone, minus 3 at the end unless covered, row 1 space 5"


@pytest.mark.rule("LC-52")
def test_a_lumino_is_placed_by_two_touches() -> None:
    state = position(hand="G6")
    tree = GAME.touch(state.view(0))
    spelled = {path: GAME.actions[index].notation for path, index in paths(tree)}
    assert spelled["c20", "c13"] == "lay (-1,0)(0,-1)"
    assert spelled["c13", "c20"] == "lay (0,-1)(-1,0)"
    assert spelled["bag",] == "return"


@pytest.mark.rule("LC-33")
def test_a_jellyfish_is_spent_by_two_touches() -> None:
    state = position(Seat(scored="GP", spent=1))
    spelled = {path: GAME.actions[index].notation for path, index in paths(GAME.touch(state.view(0)))}
    assert spelled["v0-pink", "atoll"] == "swap atoll"
    assert spelled["v0-pink", "display0"] == "swap display"
    assert ("v0-green", "atoll") not in spelled


@pytest.mark.rule("LC-59")
def test_an_unused_scoring_tile_says_what_it_would_bring() -> None:
    state = scoring_phase(Seat("P4[(2,0)(3,0)]"))
    assert labels(state, 0)["v0-pink"] == "pink scoring tile, once per game: would bring 4 points now (level 1: 4)"


@pytest.mark.rule("LC-61")
@pytest.mark.parametrize(("stored", "shown"), [(0, "+4"), (8, "+2")])
def test_a_coral_scoring_asks_once_more_and_shows_its_limestone(stored: int, shown: str) -> None:
    state = scoring_phase(Seat("P4[(2,0)(3,0)]", scored="G", limestone=stored))
    pieces = {piece.id: piece for piece in GAME.scene(state.view(0)).pieces}
    assert pieces["reward"].text == shown
    scored = [path for path, _ in paths(GAME.touch(state.view(0))) if path[-1] == "score"]
    assert scored == [("v0-pink", "score"), ("v0-blue", "score"), ("v0-yellow", "score")]
    for seat in (1, None):
        assert not {"reward", "score"} & labels(state, seat).keys()


def test_a_lumino_keeps_its_ids_from_the_display_to_the_reef() -> None:
    state = position(Seat(limestone=2))
    lumino = state.view(0).shores[0].display[1]
    assert lumino is not None
    ids = {f"t{lumino.draw}{part}" for part in "nob"}
    zones = []
    for move in ("feed G6", "take own P6", "lay (2,0)(2,-1)"):
        zones.append(zones_of(state, ids))
        play(state, move)
    zones.append(zones_of(state, ids))
    assert zones == [{"display0"}, {"display0"}, {"hand-0"}, {"reef0"}]


def zones_of(state: object, ids: set[str]) -> set[str]:
    pieces = [piece for piece in GAME.scene(state.view(0)).pieces if piece.id in ids]  # type: ignore[attr-defined]
    assert len(pieces) == len(ids)
    return {piece.zone for piece in pieces}


def test_equal_luminos_can_all_be_touched() -> None:
    state = position(Seat(display="G6 G6 B6 Y6"))
    spelled = dict(paths(GAME.touch(state.view(0))))
    assert len([path for path, index in spelled.items() if GAME.actions[index].notation == "feed G6"]) == 4


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_board_shows_heights_terrain_and_coordinates(lang: str) -> None:
    state = position(Seat("Y3crab[(-1,0)(0,-1)] Y5[(1,-1)(1,-2)] Y3crab[(0,-1)(1,-1)]"), hand="G6")
    table, own, other = (block.plain() for block in GAME.board(state.view(0), lang, ["Ana", "Ben"]))
    assert "Y3²" in own
    assert "Yc²" in own
    assert "~~" in own
    assert "##" in own
    assert "-1,0" in own
    assert "-1,0" not in other
    assert "G6" in table
    assert own.startswith("Ana (octopus)" if lang == "en" else "Ana (Oktopus)")


def test_prompts_name_the_decision() -> None:
    state = start(2)
    assert GAME.scene(state.view(0)).prompt == "Choose how your starting Lumino lies."
    assert GAME.scene(state.view(1), names=["Ana", "Ben"]).prompt == "Ana is to move"
    state = position(hand="G3crab")
    assert GAME.scene(state.view(0)).prompt.startswith("Place green 3 with crab: first the space for the number")
    state = position(Seat(scored="G"))
    assert "jellyfish" in GAME.scene(state.view(0)).prompt


def test_actions_and_events_in_both_languages() -> None:
    action = GAME.actions.parse("take own G3crab")
    assert action.describe("en") == "action B: take green 3 with crab from your display"
    assert action.describe("de") == "Aktion B: Grün 3 mit Krabbe aus der eigenen Auslage nehmen"
    laid, *_ = play(position(Seat(limestone=2), hand="G6"), "lay (-1,0)(0,-1)")
    assert laid.describe("en", ["Ana"]) == "Ana lays green 6 in level 1, on row 4 space 3 and row 3 space 3."
    assert laid.describe("de", ["Ana"]) == "Ana legt Grün 6 in Ebene 1, auf Reihe 4 Feld 3 und Reihe 3 Feld 3."
    state = scoring_phase(Seat("P4[(2,0)(3,0)]"))
    (event,) = play(state, "score pink")
    assert event.describe("en", ["Ana"]) == "Ana scores pink coral for 4 points (level 1: 4) and gets 4 limestone."
    assert event.describe("de", ["Ana"]) == ("Ana wertet Korallen in Pink: 4 Punkte (Ebene 1: 4) und 4 Kalkstein.")


@pytest.mark.parametrize(
    ("kind", "facts", "english", "german"),
    [
        ("score", {"colour": "pink", "levels": {"1": 1}, "points": 1, "n": 2}, "for 1 point (", "Pink: 1 Punkt ("),
        ("final_jellyfish", {"n": 1, "points": 2}, "gets 2 points for", "bekommt 2 Punkte für"),
        ("final_limestone", {"n": 2, "points": 1}, "gets 1 point for", "bekommt 1 Punkt für"),
        ("final_majority", {"colour": "pink", "n": 1, "points": 2}, "1 visible space.", "1 sichtbares Feld in"),
        ("final_remote", {"n": 1, "points": -1}, "−1 point for", "−1 Punkt."),
        ("limestone", {"number": 6, "n": 3}, "takes 3 limestone for the 6.", "nimmt 3 Kalkstein für die 6."),
    ],
)
def test_one_point_is_not_said_as_many(kind: str, facts: dict[str, object], english: str, german: str) -> None:
    event = Event("lumicora", kind, 0, facts)
    assert english in event.describe("en", ["Ana"])
    assert german in event.describe("de", ["Ana"])


@pytest.mark.rule("LC-53")
def test_the_prompt_says_that_returning_loses_a_point() -> None:
    view = position(hand="G6").view(0)
    assert GAME.scene(view).prompt.endswith("Or back into the bag for −1 point.")
    assert GAME.scene(view, "de").prompt.endswith("Oder zurück in den Beutel für −1 Punkt.")


@pytest.mark.rule("LC-86")
@pytest.mark.parametrize(
    ("players", "english"), [(2, "Ana and Ben share the win!"), (3, "Ana, Ben and Cleo share the win!")]
)
def test_winners_are_joined_as_one_says_it(players: int, english: str) -> None:
    view = position(players=players, turn=None).view(0)
    assert GAME.scene(view, "en", ["Ana", "Ben", "Cleo"]).prompt == english
    assert GAME.scene(view, "de", ["Ana", "Ben", "Cleo"]).prompt == english.replace("and", "und").replace(
        "share the win", "teilen sich den Sieg"
    )


@pytest.mark.rule("LC-33")
@pytest.mark.parametrize("number", [1, 3, 4, 9, 16, 44])
def test_what_is_chosen_to_swap_stays_in_its_place(number: int) -> None:
    state = position(Seat(scored="G"), players=4, atoll=" ".join(["B4"] * number))
    play(state, "swap atoll", *["swap B4"] * number)
    assert_within(
        GAME.scene(state.view(0)), "hand", 3 * number, {"wide": (8, 420, 140, 640), "tall": (4, 530, 262, 598)}
    )


@pytest.mark.parametrize("number", [4, 5, 6, 7, 12, 20, 44])
def test_the_atoll_shrinks_to_its_place(number: int) -> None:
    scene = GAME.scene(position(atoll=" ".join(["B4"] * number)).view(0))
    assert_within(scene, "atoll", 3 * number, {"wide": (112, 40, 744, 144), "tall": (44, 158, 390, 228)})


def assert_within(scene: Scene, zone: str, number: int, boxes: dict[str, tuple[float, float, float, float]]) -> None:
    """So many pieces lie in the zone, none on another, and none reaches beyond its place on the table."""
    shown = [piece for piece in scene.pieces if piece.zone == zone]
    assert len(shown) == number
    for layout, (left, top, right, bottom) in boxes.items():
        x, y, scale = scene.layouts[layout].zones[zone]
        for piece in shown:
            assert left <= x + (piece.x - 50) * scale
            assert x + (piece.x + 50) * scale <= right
            assert top <= y + (piece.y - 50) * scale
            assert y + (piece.y + 50) * scale <= bottom
    assert len({(piece.x, piece.y) for piece in shown}) == len(shown)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_everything_lies_on_the_table_and_can_be_read(players: int, layout: str) -> None:
    scene = GAME.scene(start(players).view(0))
    (width, height), zones = scene.layouts[layout].size, scene.layouts[layout].zones
    for piece in scene.pieces:
        x, y, scale = zones[piece.zone]
        assert 0 <= x + piece.x * scale <= width, piece.id
        assert 0 <= y + piece.y * scale <= height, piece.id
    own = 0
    for name in ("display", "tiles"):
        assert zones[f"{name}{own}"][2] >= 0.49, "a finger needs room"


@pytest.mark.rule("LC-38")
def test_where_a_half_would_lie_is_shown_as_high_as_it_would_lie() -> None:
    state = position(Seat("G3crab[(-1,0)(0,-1)]", limestone=2), hand="G6")
    scene = GAME.scene(state.view(0))
    pieces = {piece.id: piece for piece in scene.pieces}
    carried = [piece.id for piece in scene.pieces if "carried" in piece.classes]
    hand = state.view(0).hand[0].draw
    assert carried == [f"t{hand}n", f"t{hand}o"], "the number half is laid first"
    play(state, "lay (0,-1)(0,0)")
    landed = {piece.id: piece for piece in GAME.scene(state.view(0)).pieces}
    for half, space in (("n", 13), ("o", 21)):
        target, laid = pieces[f"c{space}"], landed[f"t{hand}{half}"]
        assert (target.x, target.y) == (laid.x, laid.y)
        assert target.symbol == "lumicora-target-up"
        assert target.label.startswith("place in level 2, on green coral")


@pytest.mark.rule("LC-48")
def test_water_tells_its_price_before_it_is_touched() -> None:
    pieces = {piece.id: piece for piece in GAME.scene(position(Seat(limestone=2), hand="G6").view(0)).pieces}
    water = [piece for piece in pieces.values() if piece.symbol == "lumicora-target-water"]
    dry = [piece for piece in pieces.values() if piece.symbol == "lumicora-target"]
    assert water
    assert dry
    assert all(
        piece.label.startswith("place on water") and piece.label.endswith("costs 1 limestone") for piece in water
    )
    assert all(piece.label.startswith("place on limestone") for piece in dry)


@pytest.mark.rule("LC-25")
@pytest.mark.rule("LC-26")
@pytest.mark.parametrize(("stored", "shown"), [(0, "+6"), (7, "+3"), (10, "+0")])
def test_the_supply_tells_what_action_a_brings(stored: int, shown: str) -> None:
    state = position(Seat(limestone=stored))
    play(state, "feed G6")
    pieces = {piece.id: piece for piece in GAME.scene(state.view(0)).pieces}
    assert pieces["gain"].text == shown
    assert pieces["supply"].label.endswith(f"into the Atoll: {shown[1:]}")


@pytest.mark.rule("LC-28")
def test_the_barred_colour_is_crossed_out_in_the_atoll() -> None:
    state = position(atoll="G5 P5 B5 Y5")
    play(state, "feed G6")
    crossed = [piece.id for piece in GAME.scene(state.view(0)).pieces if piece.id.startswith("barred")]
    green = [lumino.draw for lumino in state.view(0).atoll if lumino.tile[0] == "G"]
    assert crossed == [f"barred{draw}" for draw in green]
    assert len(green) == 2


@pytest.mark.rule("LC-59")
def test_before_a_coral_scoring_the_numbers_that_would_count_are_ringed() -> None:
    state = scoring_phase(Seat("P4[(2,0)(3,0)] P2[(2,-1)(3,-1)]"))
    pieces = {piece.id: piece for piece in GAME.scene(state.view(0)).pieces}
    ring, tile = pieces["k-pink1"], pieces["v0-pink"]
    two = next(piece for piece in pieces.values() if piece.zone == "reef0" and piece.text == "2")
    assert (ring.x, ring.y) == (two.x, two.y)
    assert "now" in ring.classes.split()
    assert tile.text == "2"
    assert "k-pink2" not in pieces


@pytest.mark.rule("LC-68")
@pytest.mark.rule("LC-74")
@pytest.mark.parametrize(("board", "symbol", "points"), [("dark", "chip", "+2"), ("light", "pale", "+1")])
def test_the_two_sides_of_the_score_board_look_different(board: str, symbol: str, points: str) -> None:
    state = position(Seat("G3crab[(-1,0)(0,-1)]"), options=GAME.options({"board": board}))
    crab = next(piece for piece in GAME.scene(state.view(0)).pieces if piece.id == "animal0-crab")
    assert crab.symbol == f"lumicora-{symbol}-crab"
    assert crab.text == points
    assert ("same height" in crab.label) == (board == "light")


def test_events_name_their_pieces() -> None:
    state = position(Seat("P4[(2,0)(3,0)]", limestone=2))
    (fed, _) = state.view(0).shores[0].display[:2]
    assert fed is not None
    events = play(state, "feed G6")
    assert GAME.subjects(events, state.view(0)) == [(f"t{fed.draw}n", f"t{fed.draw}o")]
    events = play(state, "limestone")
    told = dict(zip([event.kind for event in events], GAME.subjects(events, state.view(0)), strict=True))
    assert told["limestone"] == ("supply", "store0")
    state = scoring_phase(Seat("P4[(2,0)(3,0)]"))
    (event,) = play(state, "score pink")
    assert GAME.subjects([event], state.view(0)) == [("v0-pink", "t100n")]


def test_a_lumino_is_lit_where_it_was_laid() -> None:
    state = position(Seat(limestone=2), hand="G6")
    draw = state.view(0).hand[0].draw
    laid, *_ = play(state, "lay (-1,0)(0,-1)")
    assert GAME.subjects([laid], state.view(0)) == [(f"t{draw}n", f"t{draw}o")]


def test_the_action_space_is_fixed_and_readable() -> None:
    assert len(GAME.actions) == 841
    for text in ("feed G3crab", "limestone", "take B5", "take own B5", "stop", "hand G3crab", "lay (-1,0)(0,-1)"):
        assert GAME.actions.parse(text).notation == text
    assert GAME.actions.parse("LAY ( -1, 0 ) (0,-1)").notation == "lay (-1,0)(0,-1)"


def test_legal_moves_read_as_the_rulebook() -> None:
    state = position(Seat(scored="G"), atoll="G5 P5 B5 Y5")
    assert legal(state) == ["swap display", "swap atoll", "feed G6", "feed P6", "feed B6", "feed Y6"]
    state.step(state.legal()[2], Chance(0))
    assert "limestone" in legal(state)
