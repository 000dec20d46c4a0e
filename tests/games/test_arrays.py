"""The games as arrays: the same games, decision by decision, as in the engine; and JAX only for those who ask."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from typing import Any

import pytest

import lumarium
from lumarium import LumariumError
from lumarium.conformance import Case, Nonconformance, cases
from lumarium.kernel.game import Game

GAMES_SHORT, GAMES_LONG = 200, 20_000
BATCH_SHORT, BATCH_LONG = 50, 200
EVERY_LONG = 7
"""Before one in so many decisions the long run compares what is observed, which takes half of its time; the short run,
whose games it plays as well, before all."""

needs_jax = pytest.mark.skipif(not find_spec("jax"), reason='no JAX: .venv/bin/pip install -c constraints.txt ".[jax]"')

TOLD_TWICE = [case for case in cases() if type(case.game).as_arrays is not Game.as_arrays]
ODD_OPTIONS: dict[str, dict[str, object]] = {
    "luminos": {
        "tiles": {"SSSS": 40, "MMMM": 14, "SMT": 10},
        "start": "picked",
        "target": (30, 1, 2),
        "start_tiles": (("S", "S", "S"), ("M", "MMMM", "T"), ("TTTT", "SSMM", "SMTT"), ("T", "SSM", "MT")),
    },
}
"""Numbers at the ends of what a file may say."""
ODD = [
    Case(game, players, "odd", game.options(options))
    for game, options in ((lumarium.game(name), options) for name, options in ODD_OPTIONS.items())
    for players in game.players
]


def ends(told: list[Case]) -> list[Case]:
    """Of each game the smallest table with its first preset and the largest with its last, of those in its box; and
    tables that no box has."""
    printed = [case for case in told if case.players in case.game.players]
    names = dict.fromkeys(case.game.name for case in told)
    owns = [[case for case in printed if case.game.name == name] for name in names]
    others = [case for case in told if case not in printed]
    return [*(case for own in owns for case in (own[0], own[-1])), *others]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every case takes seconds to compile: the short run has some, the long run all."""
    if "case" in metafunc.fixturenames:
        long = metafunc.config.getoption("--long")
        metafunc.parametrize("case", [*TOLD_TWICE, *ODD] if long else ends(TOLD_TWICE), ids=str)
    if "own" in metafunc.fixturenames:
        metafunc.parametrize("own", OWN_NUMBERS if metafunc.config.getoption("--long") else OWN_NUMBERS[:1])


@needs_jax
def test_engine_and_arrays_play_the_same_games(case: Case, long: bool) -> None:
    from lumarium.conformance.arrays import agree

    assert agree(case, GAMES_SHORT, seed=1, batch=BATCH_SHORT) > GAMES_SHORT
    if long:
        assert agree(case, GAMES_LONG, seed=2, batch=BATCH_LONG, every=EVERY_LONG) > GAMES_LONG


OWN_NUMBERS = [
    ("nomads", 3, {"start": 2, "coin": 1, "sleepers": 0, "legends": {"a": [1, 2, 9, 17]}, "songs": [1, 3, 6, 7]}),
    ("nomads", 5, {"start": 4, "coin": 4, "songs": [1, 2, 8, 9], "song_tiles": [7, 2, 2, 1]}),
]
"""What no preset chooses."""


@needs_jax
def test_options_that_no_preset_has_are_told_twice_too(own: tuple[str, int, dict[str, object]]) -> None:
    from lumarium.conformance.arrays import agree

    name, players, options = own
    game = lumarium.game(name)
    assert agree(Case(game, players, "own", game.options(options)), games=50, seed=2) > 50


@needs_jax
def test_a_difference_is_found_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from lumarium.conformance.arrays import agree
    from lumarium.games.lumen.learning import arrays

    monkeypatch.setattr(arrays, "PENALTY", 4)
    with pytest.raises(Nonconformance, match=r"decision 33, scores: .* in the engine seat \d -?\d+, not -?\d+"):
        agree(next(cases("lumen")), games=10, seed=1, batch=10)


@needs_jax
def test_luck_by_key_is_even() -> None:
    import jax
    import numpy as np

    from lumarium.kernel.arrays import Keyed

    def draw(key: Any) -> Any:
        luck = Keyed(key)
        return luck.pick(6)[0], luck.pick_all(np.array([6, 1, 6]))[0], luck.shuffle(6, 3)[0]

    picked, together, shuffled = jax.jit(jax.vmap(draw))(jax.random.split(jax.random.key(7), 6000))
    assert (np.sort(shuffled, 1) == np.arange(6)).all()
    assert not together[:, 1].any()
    for draws in (picked, together[:, 0], together[:, 2], *np.transpose(shuffled)):
        counts = np.bincount(np.asarray(draws), minlength=6)
        assert len(counts) == 6
        assert abs(counts - 1000).max() < 150  # five standard deviations


@needs_jax
def test_given_luck_is_used_in_order_and_not_where_there_is_a_single_outcome() -> None:
    import numpy as np

    from lumarium.kernel.arrays import given

    luck = given([4, 0, 2, 5])
    one, luck = luck.pick(6)
    several, luck = luck.pick_all(np.array([3, 1, 3]))
    single, luck = luck.pick(1)
    last, _ = luck.pick(6)
    assert (int(one), several.tolist(), int(single), int(last)) == (4, [0, 0, 2], 0, 5)


@needs_jax
@pytest.mark.parametrize("wanting", ["none", "few", "all"])
def test_what_is_wanted_seldom_is_done_for_those_who_want_it(wanting: str) -> None:
    import jax
    import jax.numpy as jnp
    import numpy as np

    from lumarium.kernel.arrays import PARTS, seldom

    games = jnp.arange(3 * PARTS + 1)
    wanted = {"none": games < 0, "few": games % 3 == 1, "all": games >= 0}[wanting]
    first, second = jax.jit(jax.vmap(lambda want, game: seldom(want, lambda both: (both[1] + 7, both[0]), (game, 0))))(
        wanted, games
    )
    assert (first == np.where(wanted, 7, games)).all()
    assert (second == np.where(wanted, games, 0)).all()
    assert seldom(jnp.asarray(True), lambda number: number + 1, jnp.asarray(1)) == 2


def test_nothing_imports_jax_unless_asked() -> None:
    program = (
        "import sys, lumarium, lumarium.conformance\n"
        "for name in lumarium.games():\n"
        "    lumarium.game(name).features.size(3)\n"
        "assert not {'jax', 'pgx'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_game_without_arrays_says_so() -> None:
    with pytest.raises(LumariumError, match="moths has no array functions"):
        lumarium.game("moths").arrays(2)


@pytest.mark.skipif(find_spec("jax") is not None, reason="JAX is there")
def test_without_jax_the_error_says_what_to_install() -> None:
    with pytest.raises(LumariumError, match=r'jax, which is not installed: pip install "lumarium\[jax\]"'):
        lumarium.game("lumen").arrays(3)
