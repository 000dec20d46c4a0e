"""A second, naive reading of the placement rules, space by space, against the engine's."""

import pytest

from lumarium import Chance
from lumarium.games.lumicora.options import Options
from lumarium.games.lumicora.rules.components import COLOURS, KINDS
from lumarium.games.lumicora.rules.indices import COLOUR_OF, COORDINATES, LAY, PLACEMENTS
from lumarium.games.lumicora.rules.reef import Reef

At = tuple[int, int]
SIX = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
LEVELS_PLAYED = 30


class NaiveReef:
    """Stacks of (Lumino, colour) on coordinates, and the rules of section 5 word by word."""

    def __init__(self, codes: list[str], left: int, right: int) -> None:
        self.water = {at for at, code in zip(COORDINATES, codes, strict=True) if code == "w"}
        self.stacks: dict[At, list[tuple[int, int]]] = {at: [] for at in COORDINATES}
        self.stacks[0, 0].append((0, left))
        self.stacks[1, 0].append((0, right))
        self.laid = 1

    def lay(self, a: At, b: At, colour: int) -> None:
        for at in (a, b):
            self.stacks[at].append((self.laid, colour))
        self.laid += 1

    def height(self, at: At) -> int:
        return len(self.stacks[at])

    def top_colour(self, at: At) -> int | None:
        return self.stacks[at][-1][1] if self.stacks[at] else None

    def beside(self, a: At, b: At) -> list[At]:
        """The spaces in nb(a) or nb(b) other than a and b."""
        near = [(q + p, r + s) for q, r in (a, b) for p, s in SIX]
        return [at for at in near if at in self.stacks and at not in (a, b)]

    def touches_colour(self, a: At, b: At, colour: int, level: int) -> bool:
        return any(self.height(at) == level and self.top_colour(at) == colour for at in self.beside(a, b))

    def exception(self, colour: int) -> bool:
        nowhere_visible = not any(self.height(at) == 1 and self.top_colour(at) == colour for at in self.stacks)
        bare = [at for at in self.stacks if not self.stacks[at]]
        pairs = [(a, b) for a in bare for b in bare if (b[0] - a[0], b[1] - a[1]) in SIX]
        return nowhere_visible or not any(self.touches_colour(a, b, colour, 1) for a, b in pairs)

    def allows(self, a: At, b: At, colour: int, limestone: int, excepted: bool) -> bool:
        if self.height(a) != self.height(b):
            return False
        if self.height(a) == 0:
            if (a in self.water) + (b in self.water) > limestone:
                return False
            if excepted:
                return any(self.height(at) >= 1 for at in self.beside(a, b))
            return self.touches_colour(a, b, colour, 1)
        if self.stacks[a][-1][0] == self.stacks[b][-1][0]:
            return False
        covers = colour in (self.top_colour(a), self.top_colour(b))
        return covers or self.touches_colour(a, b, colour, self.height(a) + 1)

    def legal(self, colour: int, limestone: int) -> set[tuple[At, At]]:
        excepted = self.exception(colour)
        pairs = [(a, (a[0] + p, a[1] + s)) for a in self.stacks for p, s in SIX if (a[0] + p, a[1] + s) in self.stacks]
        return {(a, b) for a, b in pairs if self.allows(a, b, colour, limestone, excepted)}


def random_reefs(side: str, chance: Chance) -> tuple[Reef, NaiveReef]:
    """The same random Luminos in both, up to 30 of them, often of one or two colours, so that reefs grow high."""
    ground = Options(side=side).ground()  # type: ignore[arg-type]
    left = chance.pick(4)
    right = (left + 1 + chance.pick(3)) % 4
    engine, naive = Reef(ground), NaiveReef(ground.codes, left, right)
    engine.lay_start(left, right)
    colours = [chance.pick(4) for _ in range(1 + chance.pick(3))]
    for draw in range(chance.pick(LEVELS_PLAYED + 1)):
        colour = chance.choice(colours) if chance.pick(4) else chance.pick(4)
        kind = next(kind for kind in range(len(KINDS)) if COLOUR_OF[kind] == colour)
        lays = engine.legal_lays(colour, chance.pick(4))
        if chance.pick(2):
            lays = [index for index in lays if engine.heights[PLACEMENTS[index - LAY][0]]] or lays
        if not lays:
            continue
        placement = chance.choice(lays) - LAY
        a, b = PLACEMENTS[placement]
        engine.lay(draw * len(KINDS) + kind, placement)
        naive.lay(COORDINATES[a], COORDINATES[b], colour)
    return engine, naive


@pytest.mark.rule("LC-37", "LC-38", "LC-39", "LC-40", "LC-41", "LC-42", "LC-43", "LC-44", "LC-45", "LC-46", "LC-47")
@pytest.mark.rule("LC-48", "LC-49", "LC-50", "LC-EC-18")
@pytest.mark.parametrize("side", ["A", "B"])
def test_engine_and_naive_rules_agree_on_random_reefs(side: str, long: bool) -> None:
    highest = excepted = 0
    for seed in range(10_000 if long else 200):
        chance = Chance(f"{side} {seed}")
        engine, naive = random_reefs(side, chance)
        assert list(engine.heights) == [naive.height(at) for at in COORDINATES]
        colour, limestone = chance.pick(len(COLOURS)), chance.pick(4)
        expected = naive.legal(colour, limestone)
        found = engine.legal_lays(colour, limestone)
        pairs = [PLACEMENTS[index - LAY] for index in found]
        assert {(COORDINATES[a], COORDINATES[b]) for a, b in pairs} == expected, seed
        assert found == sorted(found)
        assert len(found) == len(expected)
        assert engine.is_excepted(colour) == naive.exception(colour)
        highest = max(highest, engine.highest())
        excepted += naive.exception(colour)
    assert highest >= 5
    assert excepted > 10
