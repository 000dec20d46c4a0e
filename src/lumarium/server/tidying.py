"""Garbage that goes round in circles is looked for when nobody waits.

Left to itself, Python counts what is made less what is thrown away. At tables both are in balance, so that it looks
seldom, and then at everything that came up meanwhile: half a second for a thousand tables. But play leaves no circles
behind, and a connection that ends leaves one of a kilobyte.
"""

from __future__ import annotations

import asyncio
import gc
import time

OFTEN = 1.0
"""Seconds from one thought of it to the next."""
MANY, MOST = 500_000, 4_000_000
"""After so many objects more than before, the new ones are looked at. Whoever found next to nothing waits for twice as
many the next time, and at most for this many: at full tables they take half a second."""
WORTH = 0.1
"""Of them this part should have been garbage."""
SELDOM = 600.0
"""Seconds from one look at everything to the next, if there is a quiet moment."""
LATEST = 6 * SELDOM
"""Then without one."""
QUIET = 0.005
"""Whoever wakes up no later than this is not wanted elsewhere."""


async def tidy() -> None:
    """Goes on for as long as the server runs."""
    gc.disable()
    _look()
    last, patience = time.monotonic(), MANY
    while True:
        began = time.monotonic()
        await asyncio.sleep(OFTEN)
        now = time.monotonic()
        quiet = now - began < OFTEN + QUIET
        more = gc.get_count()[0]
        if now - last > (SELDOM if quiet else LATEST):
            gc.unfreeze()
            _look()
            last = now
        elif more > patience:
            patience = MANY if _look() > WORTH * more else min(2 * patience, MOST)


def _look() -> int:
    """How much garbage there was. What is still there is there to stay, and need not be looked at again."""
    found = gc.collect()
    gc.freeze()
    return found
