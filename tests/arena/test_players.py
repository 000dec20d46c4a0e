"""Seats as people write them, and the luck of bots."""

from __future__ import annotations

from lumarium.arena.players import bot_luck, is_human, is_seat, kind, parse_seats, shown_names
from lumarium.arena.simulate import fresh_seed


def test_seats_are_kinds_with_names() -> None:
    seats = parse_seats(" human:Anna , random,human")
    assert seats == ("human:Anna", "random", "human")
    assert [kind(seat) for seat in seats] == ["human", "random", "human"]
    assert [is_human(seat) for seat in seats] == [True, False, True]
    assert not is_seat("Anna")


def test_names_are_clear_and_safe_to_print() -> None:
    assert shown_names(["human", "random", "random"], "de") == ["Person 1", "random 2", "random 3"]
    assert shown_names(["human:Anna", "random"], "en") == ["Anna", "random"]
    assert shown_names(["", "x\x1b[2J"], "en") == ["player 1", "x?[2J"]


def test_a_bot_s_luck_does_not_tell_the_seed() -> None:
    luck = bot_luck("my secret seed", 3, 1)
    held = [getattr(luck, name) for name in dir(luck) if not name.startswith("__")]  # compiled objects have no vars()
    assert "secret" not in repr(held)
    assert any(isinstance(value, int) and value > 2**16 for value in held), "its inner words count too"
    assert len(str(luck.seed)) == 8  # with 32 bits many seeds of 53 bits fit it
    assert luck.pick(10**9) == bot_luck("my secret seed", 3, 1).pick(10**9)
    others = [bot_luck(seed, game, seat) for seed in (1, 2) for game in (0, 1) for seat in (0, 1)]
    assert len({other.pick(10**9) for other in others}) == 8
    assert len({other.fork("thoughts").pick(10**9) for other in others}) == 8


def test_a_fresh_seed_is_long_and_exact_in_json() -> None:
    seeds = [fresh_seed() for _ in range(100)]
    assert 2**40 < max(seeds) < 2**53
    assert all(int(float(seed)) == seed for seed in seeds)
