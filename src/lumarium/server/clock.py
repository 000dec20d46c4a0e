"""A table's clock as values: what was agreed on, what everybody has left, and whose time runs.

Times are those of the house (`timekeeping.py`), in seconds. Nothing here looks at a clock of the machine.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

REFUSED = 60.0
"""Seconds for which whoever was refused does not ask again."""
LONGEST = 30 * 86400
"""Seconds that a table can agree on, at most."""
RETURN = 30.0
"""Seconds that whoever comes back to a seat without time has at least."""
AWAKE = 10.0
"""Seconds after which somebody looks whether a bot that has to decide is being seen to."""
REMEMBERED = 64
"""So many decisions of a seat in a row can be taken back with what they gave."""

Limit = Annotated[int, msgspec.Meta(ge=1, le=LONGEST)]
Zero = Literal["bot", "out"]
"""Whose time ran out: a bot plays on until they come back, or to the end."""


class PerDecision(msgspec.Struct, frozen=True, tag_field="kind", tag="decision", forbid_unknown_fields=True):
    """So many seconds for each decision; mostly they are days."""

    limit: Limit
    zero: Zero = "bot"


class Live(msgspec.Struct, frozen=True, tag_field="kind", tag="live", forbid_unknown_fields=True):
    """So many seconds for the whole game, and some more for each decision."""

    limit: Limit
    extra: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    zero: Zero = "bot"


Agreed = PerDecision | Live


class Question(msgspec.Struct, frozen=True):
    """Somebody wants the table to pause, or to go on, and asks the other people."""

    seat: int
    pause: bool
    at: float
    agreed: tuple[int, ...] = ()
    refused: int | None = None


class Clock(msgspec.Struct, frozen=True):
    """What everybody has left. It is stored with every entry, so that it stands and falls with the table."""

    left: tuple[float, ...]
    """By seat, at the moment `at`."""
    at: float
    running: int | None = None
    """Whose time runs since then: nobody's while a bot has to decide, or the table pauses."""
    paused: bool = False
    gains: tuple[float, ...] = ()
    """What the latest decisions of one seat gave it; taking one back takes that back too."""
    by: int | None = None
    """Whose decisions these are."""
    question: Question | None = None

    def left_of(self, seat: int, now: float) -> float:
        """What a seat has left at that time; not below zero."""
        used = max(0.0, now - self.at) if seat == self.running else 0.0
        return max(0.0, self.left[seat] - used)

    @property
    def due(self) -> float | None:
        """When somebody has to look at it: when the running time is used up, or a bot should have decided."""
        if self.paused:
            return None
        return self.at + (AWAKE if self.running is None else self.left[self.running])

    def turned(self, running: int | None, now: float) -> Clock:
        """From now on another one's time runs."""
        left = tuple(self.left_of(seat, now) for seat in range(len(self.left)))
        return msgspec.structs.replace(self, left=left, at=now, running=running)

    def decided(self, agreed: Agreed, seat: int, running: int | None, now: float) -> Clock:
        """A seat decided. Only what was decided in its own time gives it more; each has the full time for its next."""
        after = self.turned(running, now)
        before = after.left[seat]
        if isinstance(agreed, PerDecision):
            gain = agreed.limit - before
        else:
            gain = float(agreed.extra) if self.running == seat else 0.0
        gains = (*(self.gains if self.by == seat else ()), gain)[-REMEMBERED:]
        after = msgspec.structs.replace(after, gains=gains, by=seat)
        return after.given(seat, before + gain)

    def given(self, seat: int, left: float) -> Clock:
        """The seat has this much left."""
        return msgspec.structs.replace(self, left=(*self.left[:seat], left, *self.left[seat + 1 :]))

    def before_last(self, seat: int, now: float) -> float:
        """What the seat would have left if it took its last decision back: nobody gains time by that."""
        gain = self.gains[-1] if self.by == seat and self.gains else 0.0
        return self.left_of(seat, now) - gain

    def taken_back(self, seat: int, running: int | None, now: float) -> Clock:
        """The seat took its last decision back."""
        left = max(0.0, self.before_last(seat, now))
        gains = self.gains[:-1] if self.by == seat else ()
        after = msgspec.structs.replace(self.turned(running, now), gains=gains)
        return after.given(seat, left)

    def ran_out(self, seat: int, now: float) -> Clock:
        """Nothing is left, and a bot decides."""
        after = msgspec.structs.replace(self.turned(None, now), gains=(), by=None)
        return after.given(seat, 0.0)

    def come_back(self, agreed: Agreed, seat: int, running: int | None, now: float) -> Clock:
        """The seat's player is back; without any time nobody could play."""
        after = self.turned(running, now)
        if after.left[seat] > 0:
            return after
        fresh = float(agreed.limit) if isinstance(agreed, PerDecision) else max(RETURN, float(agreed.extra))
        return after.given(seat, fresh)

    def halted(self, paused: bool, running: int | None, now: float) -> Clock:
        """All agreed to pause, or to go on."""
        return msgspec.structs.replace(self.turned(running, now), paused=paused, question=None)


class PauseAsked(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody wants the table to pause (or to go on), and asks the other people."""

    seat: int
    pause: bool
    waiting: list[int]
    """The seats that have not answered."""
    refused: int | None
    """The seat that said no."""


class ClockState(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody has left, in milliseconds by the time of the house."""

    left: list[int | None]
    """By seat, at the moment `at`; null for bots."""
    at: int
    running: int | None
    """The seat whose time runs since then."""
    now: int
    """When this was said."""
    paused: bool
    asking: PauseAsked | None


def wound(agreed: Agreed | None, players: int, running: int | None, now: float) -> Clock | None:
    """The clock of a game that begins."""
    return None if agreed is None else Clock((float(agreed.limit),) * players, now, running)


def shifted(clock: Clock | None, seconds: float) -> Clock | None:
    """The same by the time of another house."""
    return None if clock is None else msgspec.structs.replace(clock, at=clock.at + seconds)


def milliseconds(seconds: float) -> int:
    """As clients are told."""
    return round(1000 * seconds)
