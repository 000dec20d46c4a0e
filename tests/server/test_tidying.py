"""What goes round in circles is thrown away while the server runs, when nobody waits."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from lumarium.server import tidying


class Circle:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    gc.enable()
    gc.unfreeze()


async def thrown_away() -> tuple[bool, bool]:
    """Of two circles, one of which was there at a look before: are they gone?"""
    task = asyncio.create_task(tidying.tidy())
    old = Circle()
    await asyncio.sleep(0.05)
    new = Circle()
    there = weakref.ref(old), weakref.ref(new)
    del old, new
    await asyncio.sleep(0.2)
    task.cancel()
    return there[0]() is None, there[1]() is None


@pytest.mark.parametrize(
    ("many", "seldom", "gone"),
    [(1_000_000, 600.0, (False, False)), (0, 600.0, (False, True)), (1_000_000, 0.06, (True, True))],
)
def test_garbage_goes(monkeypatch: pytest.MonkeyPatch, many: int, seldom: float, gone: tuple[bool, bool]) -> None:
    """What is new, where much is new; everything, where nobody waits."""
    monkeypatch.setattr(tidying, "OFTEN", 0.02)
    monkeypatch.setattr(tidying, "MANY", many)
    monkeypatch.setattr(tidying, "SELDOM", seldom)
    monkeypatch.setattr(tidying, "QUIET", 1.0)
    assert asyncio.run(thrown_away()) == gone
