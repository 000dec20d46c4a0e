"""Parts of a picture: drawn once for the same facts, and for nobody else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lumarium.kernel.drawing import Sketchbook, once, part

drawn: list[object] = []


@part
def row(place: int, things: Sequence[str]) -> Iterator[str]:
    """A row of things."""
    drawn.append((place, list(things)))
    for thing in things:
        yield f"{place}{thing}"


@part
def shelf(name: str, rows: Sequence[Sequence[str]]) -> Iterator[str]:
    drawn.append(name)
    for place, things in enumerate(rows):
        yield from row(place, things)


@once
def size(_place: int, things: dict[str, int]) -> list[int]:
    drawn.append("size")
    return sorted(things.values())


def fresh() -> list[object]:
    """What was drawn since the last question."""
    found = drawn.copy()
    drawn.clear()
    return found


def test_without_a_sketchbook_everything_is_drawn() -> None:
    fresh()
    assert row(1, "ab") == row(1, "ab") == ("1a", "1b")
    assert len(fresh()) == 2
    assert row.__doc__ == "A row of things."


def test_the_same_facts_are_drawn_once() -> None:
    fresh()
    with Sketchbook():
        first = row(1, ["a", "b"])
        assert row(1, ["a", "b"]) is first
        assert row(2, ["a", "b"]) == ("2a", "2b")
        assert row(1, ["a"]) == ("1a",)
    assert fresh() == [(1, ["a", "b"]), (2, ["a", "b"]), (1, ["a"])]


def test_facts_need_no_hash_but_the_first() -> None:
    fresh()
    with Sketchbook():
        assert size(0, {"a": 2, "b": 1}) is size(0, {"b": 1, "a": 2})
        assert size(0, {"a": 3}) == [3]
    assert fresh() == ["size", "size"]


def test_of_a_part_that_changed_only_what_changed_is_drawn() -> None:
    fresh()
    sketches = Sketchbook()
    with sketches:
        shelf("s", ("ab", "cd"))
    sketches.turn()
    with sketches:
        assert shelf("s", ("ab", "ce")) == ("0a", "0b", "1c", "1e")
    assert fresh() == ["s", (0, ["a", "b"]), (1, ["c", "d"]), "s", (1, ["c", "e"])]


def test_what_nobody_looks_at_is_forgotten() -> None:
    sketches = Sketchbook()
    with sketches:
        row(1, "ab")
    sketches.turn()
    sketches.turn()
    fresh()
    with sketches:
        row(1, "ab")
    assert len(fresh()) == 1


def test_every_table_has_its_own() -> None:
    fresh()
    with Sketchbook(), Sketchbook():
        row(1, "ab")
    with Sketchbook():
        row(1, "ab")
    row(1, "ab")
    assert len(fresh()) == 3
