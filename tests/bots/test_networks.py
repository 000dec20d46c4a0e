"""Trained networks: whole, of this game and these rules, or refused by name; the same numbers in every company."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lumarium
from lumarium import Chance
from lumarium.bots.search.card import CARD, NETWORK, check
from lumarium.bots.search.foresight import Foresight, drawn
from lumarium.bots.search.network import Network
from lumarium.kernel import registry
from lumarium.kernel.effort import Effort
from lumarium.kernel.errors import BadNetwork
from lumarium.kernel.racing import Racer
from tests.bots.made import bring, make, write


def rewritten(file: Path, **changes: Any) -> None:
    """The card beside the file, with other facts."""
    card = file.with_name(CARD)
    card.write_text(json.dumps({**json.loads(card.read_text("utf-8")), **changes}), "utf-8")


def resummed(file: Path, data: bytes) -> None:
    """Other bytes, as if the card were made for them."""
    file.write_bytes(data)
    rewritten(file, sha256=hashlib.sha256(data).hexdigest())


def rearranged(file: Path, **arrays: Any) -> None:
    """Other arrays in the file."""
    with np.load(file) as found:
        write(file, lumarium.game(json.loads(file.with_name(CARD).read_text("utf-8"))["game"]), {**found, **arrays})


def flipped(file: Path) -> None:
    """A bit that is not as it was."""
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 4
    file.write_bytes(bytes(data))


def pickled(file: Path) -> None:
    """An array of objects, which would be unpickled."""
    rearranged(file, **{"policy.bias": np.array([{"a": 1}], object)})


SPOILT: dict[str, tuple[Callable[[Path], object], str]] = {
    "no card": (lambda file: file.with_name(CARD).unlink(), "has no trained network"),
    "no network": (lambda file: file.unlink(), "cannot be read"),
    "a card of something else": (lambda file: file.with_name(CARD).write_text("[1]", "utf-8"), "no card"),
    "a card nested deeply": (lambda file: file.with_name(CARD).write_text("[" * 10**5, "utf-8"), "no card"),
    "of another game": (lambda file: rewritten(file, game="chess"), "of chess"),
    "of other rules": (lambda file: rewritten(file, rules_version=99), "version 99 of the rules"),
    "of other vectors": (lambda file: rewritten(file, features="0"), "other observations or actions"),
    "cut short": (lambda file: file.write_bytes(file.read_bytes()[:-9]), "not what its card tells of"),
    "a bit flipped": (flipped, "not what its card tells of"),
    "no archive": (lambda file: resummed(file, b"none"), "damaged"),
    "pickled": (pickled, "damaged"),
    "of another shape": (lambda file: rearranged(file, **{"value.bias": np.zeros(3, np.float32)}), "no network"),
    "no numbers": (lambda file: rearranged(file, **{"value.bias": np.full(1, np.nan, np.float32)}), "no network"),
}


@pytest.mark.parametrize("name", lumarium.games())
@pytest.mark.parametrize("how", SPOILT)
def test_what_does_not_fit_is_refused_by_name(name: str, how: str, tmp_path: Path) -> None:
    game = lumarium.game(name)
    file = make(game, tmp_path)
    assert Network(game, file).card["game"] == name
    spoil, words = SPOILT[how]
    spoil(file)
    with pytest.raises(BadNetwork, match=words) as refused:
        Network(game, file)
    assert name in str(refused.value)


def test_a_game_whose_network_is_damaged_is_offered_without_those_levels(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bring(monkeypatch, tmp_path)
    game = lumarium.game("lumen")
    assert {"random", "easy", "medium", "strong", "swift", "master"} <= {*registry.bots(game)}
    flipped(game.file("learning", NETWORK))
    offered = registry.bots(game)
    assert not {"swift", "master"} & {*offered}
    assert {"random", "easy", "medium", "strong"} <= {*offered}
    with pytest.raises(BadNetwork, match="not what its card tells of"):
        registry.bot("master", game)
    assert "master" in registry.bots(lumarium.game("nomads"))


@pytest.mark.parametrize("name", lumarium.games())
def test_a_game_without_a_network_says_so(name: str) -> None:
    game = lumarium.game(name)
    if game.file("learning", NETWORK).exists():
        check(game)
        return
    with pytest.raises(BadNetwork, match="has no trained network"):
        check(game)
    assert not {"swift", "master"} & {*registry.bots(game)}


@pytest.mark.parametrize("name", lumarium.games())
def test_whoever_is_asked_about_beside_it_a_position_is_worth_the_same(name: str, tmp_path: Path) -> None:
    game = lumarium.game(name)
    asked = Network(game, make(game, tmp_path))
    states: list[lumarium.State] = []
    for players in (game.players[0], game.players[-1]):
        chance = Chance(f"company {players}")
        state = game.start(players, chance)
        while state.turn is not None and len(states) < 40:
            states.append(state.clone())
            state.random_step(chance)
    seats = [state.turn for state in states if state.turn is not None]
    rows = asked.observe(states, seats)
    together = asked.judge(rows)
    for place in range(0, len(states), 7):
        alone = asked.judge(rows[place : place + 1])
        assert np.array_equal(alone[0][0], together[0][place])
        assert alone[1][0] == together[1][place]


def test_decisions_are_drawn_by_their_odds() -> None:
    speaks = np.array([0.0, np.log(3.0), -50.0], np.float32)
    chance = Chance(5)
    drawn_ones = [drawn(speaks, [0, 1, 2], chance) for _ in range(4000)]
    assert 0.72 < drawn_ones.count(1) / 4000 < 0.78
    assert 2 not in drawn_ones


def position(game: lumarium.Game, players: int, decisions: int) -> lumarium.State:
    """A position with a choice, after so many decisions at random."""
    chance = Chance(f"position {players}")
    state = game.start(players, chance)
    while decisions > 0 or len(state.legal()) < 2:
        state.random_step(chance)
        decisions -= 1
    return state


def test_the_network_is_asked_about_choices_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It has learned what these are worth, and of nothing else."""
    game = lumarium.game("lumen")
    asked = Network(game, make(game, tmp_path))
    told: list[int] = []
    usual = asked.observe

    def observe(states: list[lumarium.State], seats: list[int]) -> Any:
        told.extend(len(state.legal()) for state in states)
        return usual(states, seats)

    monkeypatch.setattr(asked, "observe", observe)
    for decisions in (4, 14, 20, 26):
        state = position(game, 3, decisions)
        Foresight(asked, [state], state.legal(), 1, Chance(2)).run(Effort(400))
    assert len(told) > 100
    assert min(told) > 1


def test_little_effort_is_enough_for_a_look_ahead(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Worlds are played together only where there is effort for them: what is not played to its end is lost."""
    game = lumarium.game("lumicora")
    asked = Network(game, make(game, tmp_path))
    state = position(game, 4, 40)
    monkeypatch.setattr("lumarium.bots.search.foresight.LEAST", 1e-30)
    foresight = Foresight(asked, [state], state.legal(), 1, Chance(2))
    found: list[Racer] = []
    monkeypatch.setattr(foresight, "values", lambda racers, _: found.extend(racers))
    foresight.run(Effort(400))
    assert len(found) > 2
    assert min(len(racer.seen) for racer in found) > 0


@pytest.mark.parametrize("name", lumarium.games())
def test_every_card_says_how_the_network_was_made(name: str) -> None:
    file = lumarium.game(name).file("learning", NETWORK)
    if file.exists():
        assert {"decisions", "minutes", "commit", "trained"} <= {*Network(lumarium.game(name), file).card}
        assert file.stat().st_size < 4_000_000
