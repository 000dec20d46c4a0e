"""A table's clock as values: what a decision gives, what taking it back takes, and whose time runs."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lumarium.server.clock import AWAKE, LONGEST, RETURN, Agreed, Clock, Live, PerDecision, shifted, wound

DAYS = PerDecision(3 * 86400)
LIVE = Live(600, extra=10)


def started(agreed: Agreed, now: float = 50.0) -> Clock:
    clock = wound(agreed, 2, 0, now)
    assert clock is not None
    return clock


def test_only_the_time_of_whoever_decides_runs() -> None:
    clock = started(LIVE)
    assert (clock.left_of(0, 60.0), clock.left_of(1, 60.0)) == (590.0, 600.0)
    assert clock.due == 650.0
    assert clock.left_of(0, 10**9) == 0.0
    assert clock.left_of(0, 40.0) == 600.0, "time that goes backwards gives nobody anything"


def test_a_live_decision_gives_a_little_and_one_of_days_everything() -> None:
    live = started(LIVE).decided(LIVE, 0, 1, 70.0)
    assert (live.left, live.running, live.at) == ((590.0, 600.0), 1, 70.0)
    days = started(DAYS).decided(DAYS, 0, 1, 70.0)
    assert days.left == (DAYS.limit, DAYS.limit)


def test_what_a_bot_decides_gives_no_time() -> None:
    handed = started(LIVE).turned(None, 70.0)
    assert handed.decided(LIVE, 0, 1, 90.0).left == (580.0, 600.0)


def test_a_bots_turn_has_to_be_seen_to() -> None:
    clock = started(LIVE).turned(None, 70.0)
    assert clock.due == 70.0 + AWAKE
    assert clock.halted(True, None, 75.0).due is None


def test_whoever_ran_out_comes_back_with_something_and_whoever_did_not_with_what_was_left() -> None:
    for agreed, fresh in ((LIVE, RETURN), (Live(600, extra=90), 90.0), (DAYS, float(DAYS.limit))):
        clock = started(agreed)
        assert clock.ran_out(0, 10**9).come_back(agreed, 0, 0, 10**9 + 5.0).left[0] == fresh
        assert clock.turned(None, 60.0).come_back(agreed, 0, 0, 90.0).left[0] == agreed.limit - 10.0


def test_a_pause_takes_no_time() -> None:
    clock = started(LIVE).halted(True, None, 60.0)
    assert clock.halted(False, 0, 10**6).left == (590.0, 600.0)
    assert clock.halted(False, 0, 10**6).due == 10**6 + 590.0


def test_by_the_time_of_another_house_as_much_is_left() -> None:
    clock = shifted(started(LIVE), 1000.0)
    assert clock is not None
    assert clock.left_of(0, 1060.0) == started(LIVE).left_of(0, 60.0)
    assert shifted(None, 5.0) is None
    assert wound(None, 2, 0, 5.0) is None


@given(
    agreed=st.sampled_from([DAYS, LIVE, Live(60)]),
    steps=st.lists(st.tuples(st.sampled_from(["decide", "undo"]), st.floats(0, 50)), max_size=40),
)
def test_nobody_gains_time_by_taking_back(agreed: Agreed, steps: list[tuple[str, float]]) -> None:
    """However often one decides and takes back, one has not more left than if one had just waited."""
    clock, now, stood = started(agreed), 50.0, 0
    for what, seconds in steps:
        now += seconds
        if what == "decide":
            clock, stood = clock.decided(agreed, 0, 0, now), stood + 1
        elif stood and clock.before_last(0, now) > 0:
            clock, stood = clock.taken_back(0, 0, now), stood - 1
    if stood == 0:
        assert clock.left_of(0, now) <= max(0.0, agreed.limit - (now - 50.0)) + 1e-6


@pytest.mark.parametrize(
    "given",
    [
        {"kind": "decision", "limit": 0},
        {"kind": "decision", "limit": LONGEST + 1},
        {"kind": "decision", "limit": 5, "extra": 5},
        {"kind": "live", "limit": 5, "extra": -1},
        {"kind": "live", "limit": 5, "zero": "never"},
        {"kind": "hourglass", "limit": 5},
        {"limit": 5},
    ],
)
def test_what_makes_no_sense_is_no_clock(given: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(given, PerDecision | Live | None)
