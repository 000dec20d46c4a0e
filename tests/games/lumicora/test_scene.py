"""How the table is shown: labels, touch paths, the terminal's board."""

import pytest

from lumarium import Chance, Event
from lumarium.kernel.touch import paths
from tests.games.lumicora.builder import GAME, Seat, legal, play, position, scoring_phase, start


def labels(state: object, seat: int, lang: str = "en") -> dict[str, str]:
    return {piece.id: piece.label for piece in GAME.scene(state.view(seat), lang).pieces}  # type: ignore[attr-defined]


def test_halves_are_read_aloud_with_level_and_place() -> None:
    state = position(Seat("Y3crab[(-1,0)(0,-1)] Y5[(1,-1)(1,-2)] Y3crab[(0,-1)(1,-1)]"))
    shown = labels(state, 0)
    assert shown["t102o"] == "yellow coral with crab, level 2, row 3 space 4"
    assert shown["t102n"] == "yellow coral 3, level 2, row 3 space 3"
    assert shown["s0-0"] == "water, row 1 space 1"
    assert labels(state, 0, "de")["t102n"] == "Koralle Gelb 3, Ebene 2, Reihe 3 Feld 3"


@pytest.mark.rule("LC-78")
def test_remote_limestone_tells_its_penalty() -> None:
    state = position(options=GAME.presets["B-dark"])
    assert labels(state, 0)["s0-4"] == "remote limestone, penalty 3, row 1 space 5"


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
    assert labels(state, 0)["v0-pink"] == "pink scoring tile, unused: would bring 4 points (level 1: 4)"


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
    assert zones == [{"display0"}, {"display0"}, {"hand"}, {"reef0"}]


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
    state = scoring_phase(Seat("P4[(2,0)(3,0)]"))
    (event,) = play(state, "score pink")
    assert event.describe("en", ["Ana"]) == "Ana scores pink coral for 4 points (level 1: 4) and gets 4 limestone."
    assert event.describe("de", ["Ana"]) == ("Ana wertet Korallen in Pink: 4 Punkte (Ebene 1: 4), Kalksteinmarker: 4.")


@pytest.mark.parametrize(
    ("kind", "facts", "english", "german"),
    [
        ("score", {"colour": "pink", "levels": {"1": 1}, "points": 1, "n": 2}, "for 1 point (", "Pink: 1 Punkt ("),
        ("final_jellyfish", {"n": 1, "points": 2}, "gets 2 points for", "bekommt 2 Punkte für"),
        ("final_limestone", {"n": 2, "points": 1}, "gets 1 point for", "bekommt 1 Punkt für"),
        ("final_majority", {"colour": "pink", "n": 1, "points": 2}, "1 visible space.", "1 sichtbares Feld in"),
        ("final_remote", {"n": 1, "points": -1}, "-1 point for", "-1 Punkt."),
        ("limestone", {"number": 6, "n": 3}, "takes 3 limestone for the 6.", "nimmt Kalksteinmarker für die 6: 3."),
    ],
)
def test_one_point_is_not_said_as_many(kind: str, facts: dict[str, object], english: str, german: str) -> None:
    event = Event("lumicora", kind, 0, facts)
    assert english in event.describe("en", ["Ana"])
    assert german in event.describe("de", ["Ana"])


@pytest.mark.rule("LC-53")
def test_the_prompt_says_that_returning_loses_a_point() -> None:
    view = position(hand="G6").view(0)
    assert GAME.scene(view).prompt.endswith("Or return it to the bag and lose 1 point.")
    assert GAME.scene(view, "de").prompt.endswith("Oder lege es in den Beutel zurück und verliere 1 Punkt.")


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
    scene = GAME.scene(state.view(0))
    shown = [piece for piece in scene.pieces if piece.zone == "hand"]
    assert len(shown) == 3 * number
    for layout, (left, top, right, bottom) in {"wide": (792, 672, 1030, 800), "tall": (40, 1380, 566, 1515)}.items():
        x, y, scale = scene.layouts[layout].zones["hand"]
        for piece in shown:
            assert left <= x + (piece.x - 50) * scale
            assert x + (piece.x + 50) * scale <= right
            assert top <= y + (piece.y - 50) * scale
            assert y + (piece.y + 50) * scale <= bottom
    assert len({(piece.x, piece.y) for piece in shown}) == len(shown)


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
