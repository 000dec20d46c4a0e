"""Options: what a table or a file may change, and how a bad value is refused."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from lumarium import BadOptions, Chance, playout
from lumarium.games.lumicora.options import Options
from lumarium.games.lumicora.rules.components import KINDS, SIDES
from lumarium.games.lumicora.rules.state import State
from lumarium.kernel.optionsfile import load_options
from tests.games.lumicora.builder import GAME, lays, position, start

ROWS = list(SIDES["A"])


@pytest.mark.rule("LC-3", "LC-78")
def test_own_terrain_replaces_the_side() -> None:
    rows = [*ROWS[:6], "R9 w w w R2"]
    options = GAME.options({"terrain": rows})
    state = position(turn=None, options=options)
    assert sum(state.reefs[0].terrain.penalties) == 11
    assert ("Remote limestone not covered: 2", -11) in state.score_sheet(0)


@pytest.mark.rule("LC-3", "LC-48")
def test_own_terrain_changes_what_can_be_laid() -> None:
    dry = [row.replace("w", "L") for row in ROWS]
    assert len(lays(position(hand="B6", options=GAME.options({"terrain": dry})))) == 60


@pytest.mark.rule("LC-5", "LC-15")
def test_own_luminos_by_number_and_by_colour() -> None:
    options: Options = GAME.options({"luminos": {"6": ["SSS", "", "S"], "G6": ["CCC", "", "C"]}})
    counts = Counter(KINDS[kind] for kind in options.in_play(4))
    assert (counts["P6starfish"], counts["G6crab"], counts["G6"], counts["Y5"]) == (4, 4, 0, 3)
    assert sum(counts.values()) == 104


@pytest.mark.rule("LC-6", "LC-14")
def test_own_starting_luminos() -> None:
    state = start(4, options=GAME.options({"start_luminos": ["GP"] * 6}))
    assert {shore.start for shore in state.view(None).shores} == {"GP"}


def test_games_with_own_components_play_to_their_end() -> None:
    options = {
        "terrain": [*ROWS[:6], "R9 w w w R2"],
        "luminos": {"1": ["SSS", "", "S"]},
        "start_luminos": ["GP", "PG", "GP", "YB", "YG", "PY"],
        "board": "light",
    }
    for players in GAME.players:
        state = playout(GAME.start(players, Chance(1), options), Chance(2))
        assert state.over
        assert isinstance(state, State)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"side": "b"}, "there is no “b” of “side”; write one of A, B"),
        ({"side": ["A"]}, "of “side”; write one of A, B"),
        ({"board": "grey"}, "there is no “grey” of “board”; write one of dark, light"),
        ({"terrain": "w w"}, "“terrain” is a list of 7 texts, one for each row"),
        ({"terrain": [*ROWS[:6], 7]}, "“terrain” is a list of 7 texts"),
        ({"terrain": ROWS[:1]}, "“terrain” has 1 row, it needs 7"),
        ({"terrain": ROWS[:6]}, "“terrain” has 6 rows, it needs 7"),
        ({"terrain": [*ROWS[:6], "w w w w"]}, "row 7 of “terrain” has 4 spaces, it needs 5"),
        ({"terrain": [*ROWS[:6], "w w w w x"]}, "“x” in row 7 of “terrain” is no space; write S, L, w or R1 to R9"),
        ({"terrain": [*ROWS[:6], "w w w w R0"]}, "“R0” in row 7"),
        ({"terrain": [*ROWS[:6], "w w w w S"]}, "needs its starting area S on the fourth and fifth space of row 4"),
        ({"terrain": [row.replace("S", "L") for row in ROWS]}, "needs its starting area"),
        ({"terrain": [row.replace("L", "w") for row in ROWS]}, "no first Lumino could be laid without limestone"),
        (
            {"luminos": {"7": ["", "", ""]}},
            "“7” in “luminos” is no entry; write 1 to 6, or colour and number such as G3",
        ),
        ({"luminos": {"X1": ["", "", ""]}}, "“X1” in “luminos” is no entry"),
        ({"luminos": {7: ["", "", ""]}}, "“7” in “luminos” is no entry"),
        ({"luminos": ["HCM"]}, "“luminos” is a table with entries such as 3 or G3"),
        ({"luminos": {"1": ["SHX", "", "S"]}}, "“X” in “luminos” for “1” is no half; write S, H, C, M or -"),
        ({"luminos": {"1": ["SH", "", "S"]}}, "“luminos” has 68 Luminos without fish, it needs 72"),
        ({"luminos": {"G1": ["SHM", "S", "S"]}}, "“luminos” has 17 Luminos with three fish, it needs 16"),
        ({"luminos": {"G1": ["SHM", "", ""]}}, "“luminos” has 15 Luminos with four fish, it needs 16"),
        ({"luminos": {"3": ["HCM", "C"]}}, "“3” in “luminos” needs 3 texts in a list"),
        ({"luminos": {"3": "HCM"}}, "“3” in “luminos” needs 3 texts in a list"),
        ({"start_luminos": ["GP"] * 5}, "“start_luminos” is a list of 6 texts such as “GP”"),
        ({"start_luminos": ["GP", "GG", "GB", "GY", "PB", "PY"]}, "“GG”, number 2 of “start_luminos”, is no starting"),
        ({"start_luminos": ["GPB", "GB", "GY", "PB", "PY", "BY"]}, "“GPB”, number 1"),
        ({"sides": "A"}, "no option “sides”; did you mean “side”"),
    ],
)
def test_a_bad_option_is_refused_by_name(options: Any, reason: str) -> None:
    with pytest.raises(BadOptions, match=reason):
        GAME.start(2, Chance(0), options)


def test_a_bad_option_is_refused_in_german_too() -> None:
    with pytest.raises(BadOptions) as caught:
        GAME.options({"terrain": ROWS[:6]})
    assert caught.value.describe("de") == "Eine Option von lumicora passt nicht: „terrain“ hat 6 Reihen, nötig sind 7"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"side": "b"}, "„b“ gibt es bei „side“ nicht; schreibe eines von A, B"),
        ({"luminos": {"7": ["", "", ""]}}, "„7“ in „luminos“ ist kein Eintrag; schreibe 1 bis 6 oder Farbe und Zahl"),
        ({"luminos": {"3": ["HCM", "C"]}}, "„3“ in „luminos“ braucht 3 Texte in einer Liste: "),
    ],
)
def test_german_names_the_place_and_what_would_be_right(options: Any, reason: str) -> None:
    with pytest.raises(BadOptions) as caught:
        GAME.options(options)
    assert caught.value.describe("de").startswith(f"Eine Option von lumicora passt nicht: {reason}")


def test_options_that_were_built_by_hand_are_checked_too() -> None:
    with pytest.raises(BadOptions, match="there is no “b” of “side”"):
        GAME.options(Options(side="b"))  # type: ignore[arg-type]
    with pytest.raises(BadOptions, match="“7” in “luminos” is no entry"):
        Options(luminos={"7": ("", "", "")})


def test_options_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('side = "B"\nboard = "light"\n[luminos]\nG6 = ["SSS", "", "-"]\n', encoding="utf-8")
    options = load_options(GAME, file)
    assert (options.side, options.board, options.luminos) == ("B", "light", {"G6": ("SSS", "", "-")})


@pytest.mark.parametrize("name", list(GAME.presets))
def test_presets_are_options_of_the_game(name: str) -> None:
    assert GAME.options(GAME.presets[name]) == GAME.presets[name]
