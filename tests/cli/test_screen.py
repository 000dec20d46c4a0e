"""Blocks of any game on a terminal of any size."""

from __future__ import annotations

import io

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

import lumarium
from lumarium.cli import blocks, knowing, news, screen
from lumarium.cli.choosing import chosen, keys
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.known import KnownLine, KnownTopic, Part, Told
from lumarium.kernel.scene import Panel, Row
from lumarium.kernel.textboard import Block, Span


def new_console(width: int, height: int = 100) -> Console:
    return Console(file=io.StringIO(), width=width, height=height, force_terminal=True, color_system=None)


def printed(console: Console, *shown: RenderableType) -> list[str]:
    console.print(*shown)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


def drawn(table: list[Block], width: int, height: int = 100) -> list[str]:
    console = new_console(width, height)
    return printed(console, blocks.table(table, console))


def block(title: str, group: str, height: int = 1) -> Block:
    return Block(title, [[Span(title * 3, "sun unheard-of")]] * height, group)


def test_unknown_styles_change_nothing() -> None:
    assert screen.style("unheard-of yellow") == screen.style("yellow")
    assert screen.style("unheard-of") == screen.style("")
    assert screen.style("yellow underline") != screen.style("yellow")


def test_groups_stand_side_by_side_where_there_is_room() -> None:
    table = [block("table", "a"), block("sky", "b"), block("moon", "b")]
    wide, narrow = drawn(table, 100), drawn(table, 40)
    assert all(name in wide[0] for name in ("table", "sky", "moon"))
    assert "sky" not in narrow[0]
    assert "moon" in next(line for line in narrow if "sky" in line)


def test_a_low_terminal_mixes_groups_to_save_lines() -> None:
    table = [block("table", "a", 5), block("sky", "b", 5), block("moon", "b", 1)]
    assert len(drawn(table, 40)) == 14
    low = drawn(table, 40, height=10 + blocks.ROOM_BELOW)
    assert len(low) == 10
    assert "╭" in low[0]


def test_a_very_low_terminal_drops_the_frames() -> None:
    table = [block("table", "a", 5), block("sky", "b", 5), block("moon", "b", 1), block("sun", "b", 1)]
    low = drawn(table, 40, height=15)
    assert [line.split() for line in low[:6]] == [["table", "sky"]] + [["tabletabletable", "skyskysky"]] * 5
    assert [line.split() for line in low[6:]] == [["moon", "moonmoonmoon"], ["sun", "sunsunsun"]]


def test_titles_give_way_to_lines() -> None:
    (line,) = drawn([Block("a very long title", [[Span("x" * 20)]])], 30, height=3)
    assert line.rstrip().endswith("x" * 20)
    assert line.startswith("a very")


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


def test_few_moves_in_brief_need_fewer_lines() -> None:
    actions = list(lumarium.game("luminos").actions)[-6:]
    console = new_console(80)
    assert screen.height(console, screen.choices(actions, "en", 80)) == 6
    assert screen.height(console, screen.choices(actions, "en", 80, brief=True)) == 2


@pytest.mark.parametrize(
    ("game", "moves", "expected"),
    [
        ("lumen", ("bid 0", "bid 0+", "bid 2"), ["0", "0+", "2"]),
        ("nomads", ("disc 0", "disc 2", "disc 7"), ["0", "2", "7"]),
        ("nomads", ("move 1 cw", "move 1 ccw", "move 4 cw"), ["1", "2", "3"]),
        ("nomads", ("plain", "double 2", "double 1"), ["1", "2", "3"]),
        ("nomads", ("shift -1", "shift stay", "shift +1"), ["1", "2", "3"]),
        ("lumen", ("play G#3", "play G#5"), ["1", "2"]),
    ],
)
def test_a_number_means_what_it_says(game: str, moves: tuple[str, ...], expected: list[str]) -> None:
    legal = [lumarium.game(game).actions.parse(move) for move in moves]
    assert list(keys(legal)) == expected
    assert [chosen(legal, key) for key in expected] == legal
    for brief in (False, True):
        lines = printed(console := new_console(60), screen.choices(legal, "en", console.width, brief))
        text = " ".join(" ".join(lines).split())
        assert all(f"{key} {move}" in text for key, move in zip(expected, moves, strict=True))
    assert chosen(legal, moves[0]) is None, "not a number, so a move as it is written"


def test_a_number_that_is_not_there_is_refused_with_those_that_are() -> None:
    legal = [lumarium.game("nomads").actions.parse(f"disc {space}") for space in (0, 2, 3)]
    with pytest.raises(LumariumError, match="no choice 1; choose 0, 2, 3, or write a move such as “disc 0”"):
        chosen(legal, "1")


def test_bars_of_all_lines_have_one_scale() -> None:
    def line(*shares: float) -> KnownLine:
        return KnownLine("card", (Told("", parts=tuple(Part("7", share, "?") for share in shares)),))

    topic = KnownTopic("cards", "Cards", ("may be",), (line(1.0), line(0.5, 0.5), line(0.25, 0.75)))
    shown = [line for line in printed(new_console(60), knowing.topic(topic)) if "card " in line]
    assert [[letter for letter in line if letter in knowing.LEVELS] for line in shown] == [
        ["█"],
        ["▅", "▅"],
        ["▃", "▆"],
    ]


def sheet(number: int, label: str) -> Panel:
    rows = (Row("Role", "a word about it"), *(Row(f"{label} {row}", str(-1000 - row)) for row in range(4)))
    return Panel(id=str(number), title=f"player {number}", value="-123456", rows=rows)


@pytest.mark.parametrize("width", [24, 40, 80, 100, 200])
@pytest.mark.parametrize("label", ["short", "a label that goes on and on, for longer than many a terminal is wide,"])
def test_score_sheets_keep_every_number_and_word(width: int, label: str) -> None:
    console = new_console(width)
    lines = printed(console, screen.sheets([sheet(number, label) for number in range(5)], "Total", console))
    text = "\n".join(lines)
    assert all(len(line) <= width for line in lines)
    assert "…" not in text
    assert text.count("-123456 ") == text.count("Total") == 5
    assert [text.count(f" {-1000 - row} ") for row in range(4)] == [5] * 4
    assert all(text.count(word) >= 20 for word in label.split())


def test_short_sheets_stand_side_by_side() -> None:
    console = new_console(80)
    panels = [Panel(id=str(seat), title=f"random {seat}", value="0") for seat in range(5)]
    assert len(printed(console, screen.sheets(panels, "Total", console))) == 3


def test_there_is_one_minus_sign(capsys: pytest.CaptureFixture[str]) -> None:
    screen.new_console().print(Text("−5 and -5"))
    assert capsys.readouterr().out == "-5 and -5\n"


LINES = [news.Line(f"line {number}", scores=number in (2, 3)) for number in range(8)]


@pytest.mark.parametrize(
    ("room", "kept"),
    [(8, range(8)), (7, (2, 3, 4, 5, 6, 7)), (5, (2, 3, 6, 7)), (3, (2, 3)), (0, (2, 3))],
)
def test_news_that_does_not_fit_keeps_scores_and_the_latest(room: int, kept: tuple[int, ...]) -> None:
    missing, lines = news.cut(LINES, new_console(80), room)
    assert lines == [f"line {number}" for number in kept]
    assert missing == 8 - len(lines)


def test_news_without_scores_keeps_the_last_line_at_least() -> None:
    console = new_console(80)
    assert news.cut(LINES[4:], console, 0) == (3, ["line 7"])
    assert news.cut([news.Line("word " * 40), news.Line("end")], console, 3) == (1, ["end"])
    assert news.cut(LINES, Console(file=io.StringIO()), 0)[0] == 0
