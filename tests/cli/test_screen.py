"""Blocks of any game on a terminal of any size."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import lumarium
from lumarium.cli import screen
from lumarium.kernel.text import Block, Span


def drawn(blocks: list[Block], width: int, height: int = 100) -> list[str]:
    console = Console(file=io.StringIO(), width=width, height=height, force_terminal=True, color_system=None)
    console.print(screen.table(blocks, console))
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue().splitlines()


def block(title: str, group: str, height: int = 1) -> Block:
    return Block(title, [[Span(title * 3, "sun unheard-of")]] * height, group)


def test_unknown_styles_change_nothing() -> None:
    assert screen.style("unheard-of yellow") == screen.style("yellow")
    assert screen.style("unheard-of") == screen.style("")
    assert screen.style("yellow underline") != screen.style("yellow")


def test_groups_stand_side_by_side_where_there_is_room() -> None:
    blocks = [block("table", "a"), block("sky", "b"), block("moon", "b")]
    wide, narrow = drawn(blocks, 100), drawn(blocks, 40)
    assert all(name in wide[0] for name in ("table", "sky", "moon"))
    assert "sky" not in narrow[0]
    assert "moon" in next(line for line in narrow if "sky" in line)


def test_a_low_terminal_mixes_groups_to_save_lines() -> None:
    blocks = [block("table", "a", 5), block("sky", "b", 5), block("moon", "b", 1)]
    assert len(drawn(blocks, 40, height=15)) < len(drawn(blocks, 40))
    blocks = [block("table", "a", 1), block("sky", "b", 5), block("moon", "b", 5)]
    assert drawn(blocks, 40, height=15) == drawn(blocks, 40)


def test_a_block_that_is_too_wide_is_cut() -> None:
    assert all(len(line) <= 30 for line in drawn([Block("wide", [[Span("x" * 200)]])], 30))


def test_titles_and_text_are_no_markup() -> None:
    assert "[bold]" in drawn([Block("[bold]", [[Span("[/bold]")]])], 30)[0]


@pytest.mark.parametrize("width", [20, 80, 160])
def test_many_moves_stand_in_columns(width: int) -> None:
    actions = list(lumarium.game("luminos").actions)[-20:]
    console = Console(file=io.StringIO(), width=width)
    lines = console.render_lines(screen.choices(actions, "en", width))
    text = "\n".join("".join(segment.text for segment in line) for line in lines)
    assert all(action.notation in text for action in actions)
    assert len(lines) == {20: 20, 80: 5, 160: 3}[width]
