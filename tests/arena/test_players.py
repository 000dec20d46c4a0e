"""Seats as people write them, and the luck of bots."""

from __future__ import annotations

from lumarium.arena.players import bot_luck, is_human, is_seat, kind, parse_seats, shown_names


def test_seats_are_kinds_with_names() -> None:
    seats = parse_seats(" human:Anna , random,human")
    assert seats == ("human:Anna", "random", "human")
    assert [kind(seat) for seat in seats] == ["human", "random", "human"]
    assert [is_human(seat) for seat in seats] == [True, False, True]
    assert not is_seat("Anna")


def test_names_are_clear_and_safe_to_print() -> None:
    assert shown_names(["human", "random", "random"], "de") == ["Spieler 1", "random 2", "random 3"]
    assert shown_names(["human:Anna", "random"], "en") == ["Anna", "random"]
    assert shown_names(["", "x\x1b[2J"], "en") == ["player 1", "x?[2J"]


def test_a_bot_s_luck_does_not_tell_the_seed() -> None:
    luck = bot_luck("my secret seed", 3, 1)
    assert "secret" not in str(vars(luck))
    assert luck.seed == bot_luck("my secret seed", 3, 1).seed
    assert len({bot_luck(seed, game, seat).seed for seed in (1, 2) for game in (0, 1) for seat in (0, 1)}) == 8
