"""What a move would bring, shown before it is played: it is what the move then brings."""

import pytest

from lumarium import Chance
from lumarium.games.nomads.rules.components import SPACES
from lumarium.games.nomads.rules.outcome import listeners, outcome
from lumarium.games.nomads.rules.state import State
from lumarium.kernel.scene import Piece
from tests.games.nomads.builder import GAME, Seat, legal, play, position, random_state

FULL = " ".join(f"{space}:g" for space in range(SPACES))


def ghosts(state: State, cause: str) -> dict[str, Piece]:
    """What is shown while this piece is touched."""
    scene = GAME.scene(state.view(state.turn))
    return {piece.id: piece for piece in scene.pieces if f"if-{cause}" in piece.classes.split()}


def test_discs_listeners_and_lys_are_shown() -> None:
    state = position(Seat("N"), Seat("R"), columns="6:[B,N] 0:[z] 4:[z,R]", stacks=FULL, lys=0)
    shown = ghosts(state, "go6-cw")
    assert set(shown) == {"bare6", "ghost-B17-0", "ghost-N10-1", "to-lys", "hears0N", "hears4R"}
    assert shown["ghost-N10-1"].symbol == "nomads-disc-N"
    assert shown["hears4R"].symbol == "nomads-badge-R"
    assert set(ghosts(state, "go6-ccw")) == {"bare6", "ghost-B15-0", "ghost-N14-2", "hears0z", "hears4N"}


def test_a_move_is_told_in_words() -> None:
    state = position(Seat("N"), Seat("R"), columns="6:[B,N] 1:[z] 4:[z,R]", stacks="0:a 1:O 4:J", lys=0)
    arrow = next(piece for piece in GAME.scene(state.view(0)).pieces if piece.id == "go6-cw")
    assert arrow.label == (
        "clockwise: ends on place 0 at Lys, so you take one more tile; you hear: flame; Red hears: joker; "
        "a moon tile to the moon"
    )
    arrow = next(piece for piece in GAME.scene(state.view(0), "de").pieces if piece.id == "go6-ccw")
    assert arrow.label == "gegen den Uhrzeigersinn: endet auf Platz 4; du hörst: Joker; ein Mondplättchen zum Mond"


def test_the_set_up_shows_where_the_disc_would_lie() -> None:
    state = random_state(3, 1, 0)
    while state.view(None).phase != "disc":
        state.random_step(Chance(1))
    for action in legal(state):
        space = int(action.split()[1])
        (ghost,) = ghosts(state, f"space{space}").values()
        assert ghost.id.endswith(f"{space}-{len(state.columns[space])}")


def test_only_the_one_who_decides_sees_what_would_be() -> None:
    state = position(Seat("N"), Seat("R"), columns="6:[B,N]")
    assert not [piece for piece in GAME.scene(state.view(1)).pieces if "if-" in piece.classes]


def test_a_lift_shows_who_would_listen() -> None:
    state = position(Seat("R"), Seat("U"), columns="3:[R,B] 5:[U]", stacks=FULL, phase="lift")
    assert set(ghosts(state, "lift-3-1")) == {"hears3R", "hears5U"}
    assert set(ghosts(state, "no-lift")) == {"hears5U"}


@pytest.mark.parametrize("seed", range(12))
def test_what_is_shown_is_what_happens(seed: int) -> None:
    """Random games: columns after a move, and who listens, are those of the preview."""
    chance = Chance(seed)
    state = random_state(2 + seed % 4, seed, 30)
    for _ in range(60):
        view = state.view(None)
        moves = legal(state, "move") if view.phase == "act" else []
        if moves and view.seats[state.turn or 0].adventurer not in ("ulrich", "siana"):
            move = chance.choice(moves)
            _, space, way = move.split()
            shown = outcome(view, int(space), way)
            events = play(state, move, chance=chance)
            laid = [(event.facts["disc"], event.facts["space"]) for event in events if event.kind.startswith("lay")]
            assert laid == [(disc, place) for disc, place, _ in shown.landings]
            if state.view(None).phase not in ("send", "lift"):
                heard = [event for event in events if event.kind.startswith(("listen", "sleeper"))]
                spaces = {space for space, _ in listeners(view, shown.tops)}
                assert {event.facts["space"] for event in heard} == spaces
            else:
                assert (state.view(None).phase == "send") == (shown.last == view.lys)
        else:
            state.random_step(chance)
        if state.over:
            return
