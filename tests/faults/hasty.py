"""`lumarium serve` with little patience, so that tests need not wait: python tests/faults/hasty.py serve ..."""

from __future__ import annotations

import os
import resource
from functools import partial

from lumarium.cli import main
from lumarium.server import config, wires

PATIENCE = float(os.environ.get("PATIENCE", "4"))
"""Seconds that a slow client has, in place of ten, twenty or thirty."""

if __name__ == "__main__":
    wires.REQUEST_PATIENCE = wires.SILENCE_PATIENCE = PATIENCE
    if files := os.environ.get("FILES"):
        resource.setrlimit(resource.RLIMIT_NOFILE, (int(files), int(files)))
    config.Config = partial(config.Config, send_patience=PATIENCE, hello_patience=PATIENCE)  # type: ignore[misc, assignment]
    main()
