"""The suite that every game passes. It names no game: use it for your own.

>>> from lumarium.conformance import cases, check
>>> case = next(cases("luminos"))
>>> check(case, "play", seed=1)

Each check plays its own random game and raises `Nonconformance` with the place and the reason.
"""

from __future__ import annotations

from collections.abc import Callable

from . import basics, hidden, knowing, luck, observations, records, scenes, texts
from .case import Case, Nonconformance, cases

CHECKS: dict[str, Callable[[Case, int], None]] = {
    "facts": basics.facts,
    "actions": basics.actions,
    "play": basics.play,
    "refusals": basics.refusals,
    "clones": basics.clones,
    "random steps": basics.random_steps,
    "symmetries": basics.symmetries,
    "seeds": luck.seeds,
    "imagination": luck.imagination,
    "views": hidden.views,
    "hidden swap": hidden.swap,
    "resampling": hidden.resampling,
    "private knowledge": hidden.private,
    "nothing new in an undo": hidden.undo,
    "insight": knowing.insight,
    "observations": observations.observations,
    "records": records.records,
    "scenes": scenes.scenes,
    "telling": scenes.telling,
    "texts": texts.texts,
    "pages": texts.pages,
    "purity": texts.purity,
}


def check(case: Case, name: str, seed: int = 0) -> None:
    """Runs one check on one case."""
    CHECKS[name](case, seed)


__all__ = ["CHECKS", "Case", "Nonconformance", "cases", "check"]
