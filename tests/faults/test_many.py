"""Many processes at one database, and things go wrong: nothing acknowledged is lost, and all see the same."""

from __future__ import annotations

import os
from pathlib import Path

from tests.faults.many import ordeal
from tests.postgres import needs_postgres

pytestmark = needs_postgres()
SECONDS, SECONDS_LONG = 12.0, 120.0
ORDEAL = "LUMARIUM_ORDEAL"
"""Names another number of seconds: LUMARIUM_ORDEAL=1800 ./test -k whatever_goes_wrong."""


def test_nothing_is_lost_whatever_goes_wrong(tmp_path: Path, long: bool) -> None:
    seconds = float(os.environ.get(ORDEAL, SECONDS_LONG if long else SECONDS))
    print(ordeal(3 if seconds == SECONDS else 7, seconds, 1, tmp_path))
