"""The games of this house, apart from those of other people. They owe more than a game must: numbered rules with a page
in docs/, records of whole games, mutants, a guide, vectors that tell everything.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import lumarium
from lumarium import Match, Record

HOUSE = tuple(sorted(path.parent.name for path in Path(lumarium.__file__).parent.glob("games/*/__init__.py")))

DATABASE = "LUMARIUM_TEST_DATABASE"
"""Names the kind of database in which servers of the tests keep their tables."""

GOLDEN = Path(__file__).parent / "golden"


def whole_game(name: str) -> Record:
    """A record of a whole game: a golden one of the house, or one played at random."""
    kept = sorted(GOLDEN.glob(f"{name}-*.jsonl"))
    if kept:
        return Record.load(kept[0])
    match, choice = Match(name, players=lumarium.game(name).players[0], seed=1), Random(1)
    while not match.over:
        match.play(choice.choice(match.state.legal_actions()))
    return match.record


def settings() -> dict[str, str]:
    """What programs that tests start get of our own environment: nothing of those who run the tests but the games."""
    foreign = ("LUMARIUM", "COV_")
    games = {"LUMARIUM_GAMES": os.environ["LUMARIUM_GAMES"]}
    return {name: value for name, value in os.environ.items() if not name.startswith(foreign)} | games
