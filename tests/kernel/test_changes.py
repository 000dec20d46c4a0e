"""Scenes as changes: put together they are the scenes, and what is left out tells nothing."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lumarium
from lumarium import Chance, Game
from lumarium.kernel.changes import Change, applied, changes
from lumarium.kernel.scene import Panel, Piece, Scene


def plain(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def drawn(game: Game[Any, Any, Any], state: Any, seat: int | None, version: int) -> Scene:
    scene = game.scene(state.view(seat), "en", tuple(f"Player {number}" for number in range(state.players)))
    return msgspec.structs.replace(scene, v=version)


NAMES = st.lists(st.sampled_from("abcdefghij"), unique=True, max_size=10)


@settings(deadline=None)
@given(NAMES, NAMES, st.randoms())
def test_any_list_becomes_any_other(before: list[str], after: list[str], choice: random.Random) -> None:
    def piece(name: str) -> Piece:
        return Piece(id=name, x=choice.randrange(2), label=choice.choice(("", "label")))

    def panel(name: str) -> Panel:
        return Panel(id=name, title=choice.choice("xy"), seat=choice.choice((None, 0, 1)))

    first, second = (
        Scene(
            game="g",
            layouts={},
            pieces=tuple(map(piece, names)),
            panels=tuple(map(panel, reversed(names))),
            actions=[],
            prompt=choice.choice("xy"),
            status="wait",
            log=tuple(names),
            v=version,
        )
        for version, names in enumerate((before, after))
    )
    assert applied(plain(first), plain(changes(first, second))) == plain(second)


def test_a_small_change_is_told_in_few_words() -> None:
    pieces = tuple(Piece(id=str(number), label="a label", text="old") for number in range(100))
    scene = Scene(game="g", layouts={}, pieces=pieces, actions=[], prompt="", status="wait")
    moved = msgspec.structs.replace(pieces[7], x=3.5, text="")
    later = msgspec.structs.replace(scene, pieces=(*pieces[:7], moved, *pieces[9:], pieces[8]), v=1)
    told = plain(changes(scene, later))
    assert set(told) == {"base", "v", "sum", "pieces"}
    assert told["pieces"] == {"set": [{"id": "7", "x": 3.5, "text": None}], "order": [["8", "99"]]}


def test_what_does_not_fit_is_noticed() -> None:
    scene = Scene(game="g", layouts={}, pieces=(Piece(id="a"),), actions=[], prompt="", status="wait")
    later = msgspec.structs.replace(scene, pieces=(Piece(id="a"), Piece(id="b")), v=1)
    change: Change = changes(scene, later)
    with pytest.raises(ValueError, match="version 0, the scene has version 1"):
        applied(plain(later), plain(change))
    other = msgspec.structs.replace(scene, pieces=(Piece(id="a"), Piece(id="c")))
    with pytest.raises(ValueError, match="ask for the whole scene"):
        applied(plain(other), plain(change))


@pytest.mark.parametrize("name", lumarium.games())
def test_changes_tell_nothing_hidden(name: str, long: bool) -> None:
    """Where all that a seat cannot know is drawn anew, before and after a move, the change is the same to the byte."""
    game = lumarium.game(name)
    compared = 0
    for number in range(20 if long else 1):
        choice, luck = random.Random(number), Chance(number)
        state = game.start(game.players[-1], luck)
        while state.turn is not None and (long or compared < 60):
            seat = choice.randrange(state.players)
            worlds = [state, game.imagine(state.view(seat), luck)]
            before = [drawn(game, world, seat, 0) for world in worlds]
            state.apply(game.actions[choice.choice(state.legal())], luck)
            if state.over:
                break
            worlds = [state, game.imagine(state.view(seat), luck)]
            after = [drawn(game, world, seat, 1) for world in worlds]
            told = [msgspec.json.encode(changes(*pair)) for pair in zip(before, after, strict=True)]
            assert told[0] == told[1]
            compared += 1
    assert compared > 5
