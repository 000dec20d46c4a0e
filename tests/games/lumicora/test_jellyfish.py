"""The special action: spend a jellyfish to swap Luminos (LC-32 to LC-36)."""

import pytest

from lumarium import Chance
from lumarium.games.lumicora.rules.rounds import begin_scoring_phase
from lumarium.games.lumicora.rules.state import State
from lumarium.kernel.touch import paths
from tests.games.lumicora.builder import (
    GAME,
    Seat,
    distribution,
    legal,
    names,
    play,
    position,
    refused,
    scoring_phase,
    sheet,
    told,
)


@pytest.mark.rule("LC-32", "LC-EC-32")
def test_no_swap_with_a_coral_tile_or_a_spent_one() -> None:
    for seat in (Seat(), Seat(scored="GP", spent=2)):
        state = position(seat)
        assert not legal(state, "swap")
        reason = refused(state, "swap atoll")
        assert reason.startswith("you have no jellyfish to spend")
    assert refused(state, "swap display", "de").startswith("Du hast keine Qualle zum Abgeben")


@pytest.mark.rule("LC-32", "LC-EC-32")
def test_no_swap_after_feeding_or_in_the_scoring_phase() -> None:
    late = "a jellyfish can be spent only at the start of your own turn, before the Atoll is fed"
    state = position(Seat(scored="G"))
    play(state, "feed G6")
    assert refused(state, "swap atoll") == late
    assert refused(scoring_phase(Seat(scored="G")), "swap atoll") == late


@pytest.mark.rule("LC-32", "LC-7")
def test_another_players_jellyfish_is_of_no_use() -> None:
    assert not legal(position(Seat(), Seat(scored="G")), "swap")


@pytest.mark.rule("LC-33")
def test_chosen_luminos_go_into_the_bag_and_as_many_come_out() -> None:
    state = position(Seat(scored="G", display="G6 P6 B6 Y6"), bag="Y1starfish Y1starfish Y1starfish")
    assert legal(state, "swap") == ["swap display", "swap atoll"]
    play(state, "swap display")
    assert (state.jellyfish(0), state.spent[0]) == (0, 1)
    assert legal(state) == ["swap G6", "swap P6", "swap B6", "swap Y6"]
    play(state, "swap P6", "swap B6")
    assert names(state.displays[0]) == "G6 Y6"
    assert legal(state) == ["swap G6", "swap Y6", "done"]
    events = play(state, "done")
    assert len(told(events, "swapped_display")[0]["tiles"]) == 2  # type: ignore[arg-type]
    assert (len(names(state.displays[0]).split()), state.bag.size()) == (4, 3)
    assert state.view(None).phase == "feed"


@pytest.mark.rule("LC-33", "LC-R-4")
def test_a_swap_needs_at_least_one_lumino() -> None:
    state = position(Seat(scored="G"))
    play(state, "swap atoll")
    assert "done" not in legal(state)
    assert refused(state, "done") == "choose at least one Lumino to swap"
    assert refused(state, "feed G6").startswith("a jellyfish is being spent")


@pytest.mark.rule("LC-33", "LC-EC-35")
def test_one_tile_never_serves_both_zones() -> None:
    state = position(Seat(scored="GP", display="G6 P6 B6 Y6"), atoll="G5 P5 B5 Y5")
    play(state, "swap atoll", "swap G5")
    assert refused(state, "swap G6") == "one jellyfish swaps in one place only; green 6 does not lie in the Atoll"
    assert refused(state, "swap G6", "de") == "Eine Qualle tauscht nur an einem Ort; Grün 6 liegt nicht im Atoll"
    assert refused(state, "swap G1starfish") == "green 1 with starfish does not lie in the Atoll"
    assert refused(state, "swap display") == (
        "a jellyfish can be spent only at the start of your own turn, before the Atoll is fed"
    )


@pytest.mark.rule("LC-34", "LC-EC-34", "LC-66")
def test_two_jellyfish_swap_atoll_and_display_in_one_turn() -> None:
    state = position(Seat(scored="GP"))
    assert sheet(state)["2 jellyfish"] == 4
    play(state, "swap atoll", "swap G6", "swap P6", "done", "swap display", "swap Y6", "done")
    assert (len(state.atoll), len(names(state.displays[0]).split())) == (4, 4)
    assert not legal(state, "swap")
    assert sheet(state)["0 jellyfish"] == 0


@pytest.mark.rule("LC-34")
def test_at_most_four_swaps_per_game() -> None:
    state = position(Seat(scored="GPBY"))
    for _ in range(4):
        play(state, "swap atoll")
        play(state, legal(state)[0], "done")
    assert not legal(state, "swap")


@pytest.mark.rule("LC-33", "LC-35", "LC-EC-33")
def test_with_an_empty_bag_the_same_luminos_come_back() -> None:
    state = position(
        Seat(scored="G"), players=3, atoll="G6 P5 B4 Y6", bag="", stack="G1starfish G2crab", round_number=5
    )
    play(state, "swap atoll", "swap G6", "swap P5", "swap B4", "done")
    assert sorted(names(state.atoll).split()) == ["B4", "G6", "P5", "Y6"]
    assert (state.emergency_round, state.bag.emergency, state.bag.size(), state.spent[0]) == (0, 2, 0, 1)


@pytest.mark.rule("LC-35", "LC-R-22")
def test_a_swap_can_draw_what_was_just_put_in() -> None:
    def swapped(chance: Chance) -> str:
        state = position(Seat(scored="G"), atoll="G6 P5 B4 Y6", bag="Y1starfish")
        play(state, "swap atoll", "swap G6", "done", chance=chance)
        return names(state.atoll).split()[-1]

    assert {name: str(odds) for name, odds in distribution(swapped).items()} == {"G6": "1/2", "Y1starfish": "1/2"}


@pytest.mark.rule("LC-36")
def test_a_jellyfish_can_be_used_from_the_next_own_turn_on() -> None:
    state = scoring_phase(Seat(), Seat())
    play(state, "score green", "pass")
    assert (state.turn, legal(state, "swap")) == (0, ["swap display", "swap atoll"])


@pytest.mark.rule("LC-R-4")
def test_which_jellyfish_is_spent_does_not_matter() -> None:
    state = position(Seat(scored="GY"))
    play(state, "swap atoll", "swap G6", "done")
    assert (state.jellyfish(0), state.spent[0]) == (1, 1)
    assert list(state.view(None).shores[0].scored) == ["green", "yellow"]


@pytest.mark.rule("LC-7", "LC-R-4")
def test_a_spent_jellyfish_stays_spent_when_another_colour_is_scored() -> None:
    state = scoring_phase(Seat(), Seat())
    play(state, "score pink", "pass", "swap atoll", "swap G6", "done")
    assert tiles_of(state) == {"pink": "spent", "green": "tile", "blue": "tile", "yellow": "tile"}
    begin_scoring_phase(state, Chance(0), None)
    play(state, "score green", "pass")
    assert tiles_of(state) == {"pink": "spent", "green": "jellyfish", "blue": "tile", "yellow": "tile"}
    assert {path[0] for path, _ in paths(GAME.touch(state.view(0))) if path[0].startswith("v")} == {"v0-green"}


def tiles_of(state: State) -> dict[str, str]:
    """What each scoring tile of seat 0 shows."""
    shown = {piece.id.removeprefix("v0-"): piece.symbol for piece in GAME.scene(state.view(0)).pieces}
    sides = {"tile-spent": "spent", "jellyfish": "jellyfish", "tile": "tile"}
    colours = ("green", "pink", "blue", "yellow")
    return {colour: sides[shown[colour].removeprefix("lumicora-").removesuffix(f"-{colour}")] for colour in colours}


@pytest.mark.rule("LC-7")
def test_the_order_of_scoring_outlives_copies_views_and_exchanged_colours() -> None:
    state = scoring_phase(Seat(), Seat())
    play(state, "score yellow", "pass")
    begin_scoring_phase(state, Chance(0), None)
    twin = state.clone()
    play(twin, "score green", "pass")
    assert state.view(0).shores[0].order == ("yellow",)
    imagined = GAME.imagine(twin.view(0), Chance(0))
    assert imagined.view(None) == twin.view(None)
    assert twin.view(None).shores[0].order == ("yellow", "green")
    ring = next(each for each in GAME.symmetries if each.name == "colours in a ring")
    exchanged = ring.state(twin)
    assert isinstance(exchanged, State)
    assert exchanged.view(None).shores[0].order == ("green", "pink")


@pytest.mark.rule("LC-33")
def test_choosing_can_go_on_to_the_last_lumino_of_the_zone() -> None:
    state = position(Seat(scored="G"))
    play(state, "swap display", "swap G6", "swap P6", "swap B6", "swap Y6")
    assert legal(state) == ["done"]
    play(state, "done")
    assert len(names(state.displays[0]).split()) == 4
