"""Every mix of awake adventurers conforms. The presets hold some of them; here are the others."""

from itertools import combinations

import pytest

from lumarium.conformance import CHECKS, Case, check
from lumarium.games.nomads.options import Options
from lumarium.games.nomads.rules.components import ADVENTURERS
from tests.games.nomads.builder import GAME
from tests.games.printed import printed

IN_THE_SHORT_RUN = ("play", "texts")


def in_presets(players: int) -> set[frozenset[str]]:
    """The mixes that the conformance suite plays anyway."""
    return {frozenset(options.adventurers[:players]) for options in printed(GAME).values() if options.adventurers}


def other_mixes() -> list[tuple[int, tuple[str, ...]]]:
    return [
        (players, mix)
        for players in GAME.players
        for mix in combinations(ADVENTURERS, players)
        if frozenset(mix) not in in_presets(players)
    ]


@pytest.mark.rule("NO-14", "NO-95")
def test_presets_and_the_others_are_all_mixes() -> None:
    assert sum(len(in_presets(players)) for players in GAME.players) + len(other_mixes()) == 10 + 10 + 5 + 1


@pytest.mark.parametrize(("players", "mix"), other_mixes(), ids=str)
def test_every_mix_conforms(players: int, mix: tuple[str, ...], long: bool) -> None:
    case = Case(GAME, players, "-".join(mix), GAME.options({"adventurers": mix}))
    assert isinstance(case.options, Options)
    for name in CHECKS if long else IN_THE_SHORT_RUN:
        check(case, name, 0)
