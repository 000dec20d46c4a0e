"""Tiles and start tiles (LS-2, LS-3, LS-5, section 4 of the digest)."""

from collections import Counter
from itertools import permutations

import pytest

from lumarium.games.luminos.options import Options
from lumarium.games.luminos.rules.actions import ACTIONS, Place
from lumarium.games.luminos.rules.components import KINDS, START_TILES
from tests.games.luminos.builder import start, tile_set

SETS = ("A", "B", "C")

# The tables of the digest: counts of suns, moons and stars, and the copies of each.
SET_A = {
    "(1,0,0) (0,1,0) (0,0,1)": 15,
    "(2,0,0) (0,2,0) (0,0,2)": 2,
    "(1,1,0) (1,0,1) (0,1,1)": 2,
    "(3,0,0) (0,3,0) (0,0,3)": 1,
    "(1,1,1)": 1,
    "(2,1,1) (1,2,1) (1,1,2)": 1,
}
SET_B = {
    "(1,0,0) (0,1,0) (0,0,1)": 8,
    "(2,0,0) (0,2,0) (0,0,2)": 3,
    "(1,1,0) (1,0,1) (0,1,1)": 2,
    "(3,0,0) (0,3,0) (0,0,3)": 1,
    "(2,1,0) (2,0,1) (1,2,0) (0,2,1) (1,0,2) (0,1,2)": 1,
    "(1,1,1)": 1,
    "(4,0,0) (0,4,0) (0,0,4)": 1,
    "(3,1,0) (3,0,1) (1,3,0) (0,3,1) (1,0,3) (0,1,3)": 1,
    "(2,2,0) (2,0,2) (0,2,2)": 1,
    "(2,1,1) (1,2,1) (1,1,2)": 1,
}


def tiles(name: str) -> Counter[str]:
    return Counter(tile_set(Options(tiles=name)))  # type: ignore[arg-type]


def letters(counts: str) -> str:
    """(2,0,1) is SST."""
    suns, moons, stars = (int(number) for number in counts.strip("()").split(","))
    return "S" * suns + "M" * moons + "T" * stars


def exchanged(tile: str, order: tuple[str, ...]) -> str:
    return "".join(sorted(tile.translate(str.maketrans("SMT", "".join(order))), key="SMT".index))


@pytest.mark.rule("LS-2", "LS-E41")
@pytest.mark.parametrize("name", SETS)
def test_there_are_64_tiles(name: str) -> None:
    assert tiles(name).total() == 64


@pytest.mark.rule("LS-2")
def test_a_tile_shows_one_to_four_symbols() -> None:
    every = {letters(f"({s},{m},{t})") for s in range(5) for m in range(5) for t in range(5) if 1 <= s + m + t <= 4}
    assert set(KINDS) == every
    assert len(KINDS) == len(every) == 34


@pytest.mark.rule("LS-2")
def test_a_tile_has_no_rotation() -> None:
    """Placing names a cell and nothing else, and a tile is its symbols in a fixed order."""
    assert Place.__struct_fields__ == ("index", "notation", "x", "y")
    assert all(list(kind) == sorted(kind, key="SMT".index) for kind in KINDS)
    assert len({action.notation for action in ACTIONS if isinstance(action, Place)}) == 17 * 17


@pytest.mark.rule("LS-3")
@pytest.mark.parametrize(("name", "table"), [("A", SET_A), ("B", SET_B)])
def test_the_tile_sets_are_those_of_the_digest(name: str, table: dict[str, int]) -> None:
    assert tiles(name) == Counter({letters(tile): copies for line, copies in table.items() for tile in line.split()})


@pytest.mark.rule("LS-R15")
def test_set_c_is_every_combination_without_four_of_a_kind_twice_and_two_more_of_one_each() -> None:
    combinations = [kind for kind in KINDS if kind not in ("SSSS", "MMMM", "TTTT")]
    assert len(combinations) == 31
    assert "".join(combinations).count("S") == 31
    assert tiles("C") == Counter(combinations * 2 + ["SMT"] * 2)


@pytest.mark.rule("LS-3", "LS-R14")
def test_the_default_is_set_a() -> None:
    assert Options().tiles == "A"
    view = start(2).view(None)
    assert Counter(view.bag) + Counter(view.display) == tiles("A")


@pytest.mark.rule("LS-3", "LS-E41", "LS-R14", "LS-R15")
@pytest.mark.parametrize(
    ("name", "printed", "showing", "sizes"),
    [("A", 31, 26, [45, 12, 4, 3]), ("B", 48, 31, [24, 15, 10, 15]), ("C", 64, 40, [6, 12, 22, 24])],
)
def test_each_symbol_occurs_equally_often(name: str, printed: int, showing: int, sizes: list[int]) -> None:
    box = list(tiles(name).elements())
    for symbol in "SMT":
        assert sum(tile.count(symbol) for tile in box) == printed
        assert sum(symbol in tile for tile in box) == showing
    assert [sum(len(tile) == size for tile in box) for size in (1, 2, 3, 4)] == sizes


@pytest.mark.rule("LS-E41")
@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("order", list(permutations("SMT")))
def test_every_exchange_of_symbols_maps_a_set_onto_itself(name: str, order: tuple[str, ...]) -> None:
    box = tiles(name)
    assert Counter(exchanged(tile, order) for tile in box.elements()) == box


@pytest.mark.rule("LS-5")
def test_the_four_start_tiles_are_those_of_the_digest() -> None:
    assert START_TILES == (("SS", "MM", "TT"), ("MM", "TT", "SS"), ("TT", "SS", "MM"), ("T", "SSM", "MT"))
    assert len(set(START_TILES)) == 4
    for tile in START_TILES:
        assert Counter("".join(tile)) == {"S": 2, "M": 2, "T": 2}


@pytest.mark.rule("LS-5")
def test_three_of_the_start_tiles_are_one_anothers_images() -> None:
    images = {tuple(exchanged(cell, order) for cell in START_TILES[0]) for order in permutations("SMT")}
    assert set(START_TILES[:3]) <= images
    assert START_TILES[3] not in images
