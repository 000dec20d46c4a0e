"""All luck is one verb, and the same everywhere."""

from __future__ import annotations

import hmac
from collections import Counter
from hashlib import sha256

import pytest

from lumarium import BadOptions, BadRecord, Chance, FairChance, RecordedChance
from lumarium.kernel.luck import RecordingChance


def test_the_same_seed_gives_these_picks_forever() -> None:
    chance = Chance(7)
    assert [chance.pick(n) for n in (2, 6, 52, 1000, 2**31)] == [1, 2, 30, 359, 1420486770]
    assert [Chance("table 4").pick(1000) for _ in range(2)] == [921] * 2


@pytest.mark.parametrize("n", [2, 3, 7, 52, 336])
def test_picks_are_uniform(n: int) -> None:
    chance, draws = Chance(n), 40_000
    counts = Counter(chance.pick(n) for _ in range(draws))
    expected = draws / n
    chi_square = sum((counts[i] - expected) ** 2 / expected for i in range(n))
    assert set(counts) <= set(range(n))
    assert chi_square < (n - 1) + 5 * (2 * (n - 1)) ** 0.5 + 5


def test_neighbouring_picks_and_seeds_are_independent() -> None:
    chance = Chance(1)
    pairs = Counter((chance.pick(6), chance.pick(6)) for _ in range(36_000))
    assert sum((pairs[i, j] - 1000) ** 2 / 1000 for i in range(6) for j in range(6)) < 80
    first = Counter(Chance(seed).pick(6) for seed in range(6_000))
    assert sum((first[i] - 1000) ** 2 / 1000 for i in range(6)) < 30


def test_one_outcome_uses_no_luck() -> None:
    chance, twin = Chance(3), Chance(3)
    assert [chance.pick(1) for _ in range(5)] == [0] * 5
    assert chance.pick(1000) == twin.pick(1000)


def test_no_outcome_is_an_error() -> None:
    for chance in (Chance(1), FairChance(bytes(32)), RecordedChance([])):
        with pytest.raises(ValueError, match="at least one outcome"):
            chance.pick(0)


def test_forks_depend_on_seed_and_label_only() -> None:
    used = Chance(5)
    used.pick(100)
    assert used.fork("bots").pick(10**6) == Chance(5).fork("bots").pick(10**6)
    assert len({Chance(5).fork(i).pick(10**9) for i in range(100)}) == 100


def test_fair_luck_is_the_published_formula() -> None:
    """Anyone can check it with a few lines of any language."""
    secret, nonces = bytes(range(32)), ("ana", "ben")
    fair = FairChance(secret, "table-1", nonces)
    for counter in range(20):
        text = f"7:table-1,3:ana,3:ben,{len(str(counter))}:{counter},"
        number = int.from_bytes(hmac.digest(secret, text.encode(), "sha256"), "big")
        assert fair.pick(52) == number % 52
    assert fair.commitment == sha256(secret).hexdigest()


def test_fair_luck_depends_on_every_part() -> None:
    base = (bytes(32), "t", ("a", "b"))
    variants = [base, (b"\1" * 32, "t", ("a", "b")), (bytes(32), "u", ("a", "b")), (bytes(32), "t", ("ab",))]
    assert len({FairChance(*parts).pick(10**12) for parts in variants}) == 4


def test_fair_luck_needs_a_whole_secret() -> None:
    for secret in (b"short", "x" * 32, None):
        with pytest.raises(BadOptions, match="a secret is 32 bytes"):
            FairChance(secret)  # type: ignore[arg-type]


def test_recorded_luck_replays_and_notices_what_does_not_fit() -> None:
    recorder = RecordingChance(Chance(9))
    drawn = [recorder.pick(n) for n in (5, 1, 8)]
    picks = recorder.take()
    assert len(picks) == 2
    assert recorder.take() == []
    replayed = RecordedChance(picks, Chance(9))
    assert [replayed.pick(n) for n in (5, 1, 8)] == drawn
    replayed.done()
    with pytest.raises(BadRecord, match="is missing"):
        replayed.pick(2)
    with pytest.raises(BadRecord, match="outside"):
        RecordedChance([6]).pick(6)
    with pytest.raises(BadRecord, match="does not follow from the seed"):
        RecordedChance([(Chance(9).pick(50) + 1) % 50], Chance(9)).pick(50)
    with pytest.raises(BadRecord, match="too many"):
        RecordedChance([1]).done()
