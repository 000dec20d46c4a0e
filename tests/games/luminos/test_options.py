"""Options: what a table or a file may change, and how a bad value is refused (LS-3, LS-5, LS-8)."""

from collections import Counter
from typing import Any

import pytest

from lumarium import BadOptions, Chance, playout
from lumarium.games.luminos.options import Options
from tests.games.luminos.builder import GAME, Seat, play, position, start, turn_at

START_TILES = [["S", "S", "S"], ["M", "M", "M"], ["T", "T", "T"], ["SMT", "SMT", "SMT"]]


@pytest.mark.rule("LS-8")
@pytest.mark.parametrize(("players", "row"), [(2, 12), (3, 9), (4, 8)])
def test_target_rows_can_be_changed(players: int, row: int) -> None:
    assert start(players, options=Options(target=(12, 9, 8))).view(None).target == row


@pytest.mark.rule("LS-8", "LS-27")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_target_row_1_the_first_entry_ends_the_game(players: int) -> None:
    state = position(players=players, display="S " * players, options=Options(target=(1, 1, 1)))
    for _ in range(players):
        turn_at(state, "S", "(1,1)")
    assert (state.over, state.ending, state.round, state.scores) == (True, "target", 1, [15] * players)


@pytest.mark.rule("LS-8", "LS-27")
def test_a_changed_target_row_changes_the_end() -> None:
    state = position(Seat(sheet="M [1,1]"), opened_by=1, hand="S", options=Options(target=(3, 7, 6)))
    play(state, "place (1,1)", "done")
    assert (state.over, state.scores) == (True, [15, 9])


@pytest.mark.rule("LS-3")
def test_own_tiles_replace_the_set() -> None:
    own = {"SSSS": 40, "MT": 24}
    state = GAME.start(4, Chance(0), {"tiles": own})
    view: Any = state.view(None)
    assert Counter(view.bag) + Counter(view.display) == Counter(own)
    playout(state, Chance(0))
    assert state.over


@pytest.mark.rule("LS-4", "LS-5")
def test_own_start_tiles_replace_the_four() -> None:
    state = GAME.start(4, Chance(0), {"start_tiles": START_TILES, "start": "picked"})
    for number in (4, 2, 3, 1):
        state.apply(GAME.actions.parse(f"start {number}"), Chance(0))
    view: Any = state.view(None)
    assert [sky.cells[0].tile for sky in view.skies] == ["SMT", "M", "T", "S"]


@pytest.mark.rule("LS-2", "LS-3", "LS-5", "LS-8")
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"tiles": "D"}, "Invalid enum value 'D'"),
        ({"tiles": {"S": 63}}, "“tiles” has 63 tiles, it needs 64"),
        ({"tiles": {"S": 60, "M": 5}}, "“tiles” has 65 tiles, it needs 64"),
        ({"tiles": {"S": 65, "M": -1}}, r"`int` (<=|>=) \d+"),
        ({"tiles": {"TSS": 64}}, "“TSS” in “tiles” is no tile; did you mean “SST”?"),
        ({"tiles": {"sst": 64}}, "“sst” in “tiles” is no tile; did you mean “SST”?"),
        ({"tiles": {"SSSSS": 64}}, "“SSSSS” in “tiles” is no tile; write 1 to 4 letters"),
        ({"tiles": {"": 64}}, "“” in “tiles” is no tile; write 1 to 4 letters"),
        ({"tiles": {"X": 64}}, "“X” in “tiles” is no tile; write 1 to 4 letters"),
        ({"tiles": {}}, "“tiles” has 0 tiles, it needs 64"),
        ({"tiles": {"S": 64.5}}, "Expected `int`"),
        ({"start": "thrown"}, "Invalid enum value 'thrown'"),
        ({"target": [8, 7]}, "length 3"),
        ({"target": [0, 7, 6]}, "`int` >= 1"),
        ({"target": [8, 7, 31]}, "`int` <= 30"),
        ({"target": 8}, "Expected `array`"),
        ({"start_tiles": START_TILES[:3]}, "length 4"),
        ({"start_tiles": [*START_TILES[:3], START_TILES[0]]}, "the four “start_tiles” must differ"),
        ({"start_tiles": [*START_TILES[:3], ["S", "MS", "T"]]}, r"“MS” in “start_tiles\[4\]” is no tile; .* “SM”"),
        ({"tile": "A"}, "no option “tile”; did you mean “tiles”"),
        (5, "a game.Options, a mapping of names to values or the name of a preset"),
        ("D", "no preset “D”"),
    ],
)
def test_a_bad_option_is_refused_by_name(options: Any, reason: str) -> None:
    with pytest.raises(BadOptions, match=reason):
        GAME.start(2, Chance(0), options)


def test_a_bad_option_is_refused_in_german_too() -> None:
    with pytest.raises(BadOptions) as caught:
        GAME.options({"tiles": {"TSS": 64}})
    expected = "Eine Option von luminos passt nicht: „TSS“ in „tiles“ ist kein Plättchen; meintest du „SST“?"
    assert caught.value.describe("de") == expected


def test_options_built_by_hand_are_checked_as_well() -> None:
    with pytest.raises(BadOptions):
        GAME.start(2, Chance(0), Options(target=(0, 0, 0)))
    with pytest.raises(BadOptions, match="needs 64"):
        Options(tiles={"S": 1})


@pytest.mark.parametrize("name", list(GAME.presets))
def test_presets_are_options_of_the_game(name: str) -> None:
    assert GAME.options(GAME.presets[name]) == GAME.presets[name]
