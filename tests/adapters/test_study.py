"""Studies in notebooks: a board that is played on by touch, and pictures that move."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from lumarium import Chance, LumariumError, Match, Study
from lumarium.adapters.animation import film, save_film
from lumarium.adapters.widget import Board
from lumarium.adapters.widget_page import SCRIPT, STYLE
from lumarium.kernel.touch import path_to
from tests.e2e.conftest import WINDOWLESS, find_browser, opened

PAGE = """<!doctype html><meta charset="utf-8"><style>%s</style><div id="board"></div><script type="module">
%s
const sent = (globalThis.sent = []);
const listeners = [];
let shown = %s;
globalThis.change = (next) => ((shown = next), listeners.forEach((each) => each()));
render({ el: document.getElementById("board"), model: {
  get: () => shown, send: (message) => sent.push(message), on: (_, listener) => listeners.push(listener),
} });
</script>"""


def study(game: str = "luminos", moves: int = 9) -> Study:
    match, luck = Match(game, players=2 if game == "luminos" else 3, seed=3), Chance(1)
    while match.version < moves:
        match.play(luck.choice(match.state.legal_actions()))
    return Study.of(match)


def test_a_study_shows_itself_as_a_board() -> None:
    bundle: Any = study()._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "application/vnd.jupyter.widget-view+json" in data


def test_what_is_touched_happens_to_the_study() -> None:
    one = study()
    board = Board(one)
    node = one.main_line()[4]
    board._hear(board, {"do": "go", "to": node.id}, [])
    assert board.at == node
    other = next(each for each in node.state.legal_actions() if node.next and each.notation != node.next.move)
    path = path_to(one.game.touch(node.view(node.turn)), other)
    board._hear(board, {"do": "play", "path": list(path)}, [])
    assert board.at.move == other.notation
    assert board.at.parent == node
    board._hear(board, {"do": "say", "text": " hm "}, [])
    assert [said.text for said in board.at.comments] == ["hm"]
    board._hear(board, {"do": "undo"}, [])
    assert not board.at.comments
    before = one.dump()
    board._hear(board, {"do": "play", "path": ["nothing"]}, [])
    board._hear(board, {"do": "go", "to": "zzz"}, [])
    for wrong in ("fly", "say"):
        board._hear(board, {"do": wrong, "text": ""}, [])
    assert one.dump() == before
    board._hear(board, {"do": "play", "path": ["nothing"]}, [])
    assert "nothing" in board.shown["problem"]


def test_what_happens_to_the_study_is_shown() -> None:
    one = study()
    board = Board(one)
    tried = one.main_line()[4].add(one.main_line()[4].state.legal_actions()[-1])
    board.at = tried
    tried.comment("from Python", by="Ana")
    assert ["Ana", "from Python"] in board.shown["comments"]
    tried.delete()
    assert board.at == one.main_line()[4]


def test_a_closed_study_is_not_played_on() -> None:
    one = study("lumen")
    one.close(1)
    board = Board(one)
    assert board.shown["actions"] == []
    board._hear(board, {"do": "play", "path": ["x"]}, [])
    assert board.shown["problem"]


def test_the_board_is_touched_in_a_real_browser() -> None:
    board = Board(study())
    page_text = PAGE % (STYLE, SCRIPT.replace("export default { render };", ""), json.dumps(board.shown))
    with opened(find_browser(WINDOWLESS)) as chromium:
        page = chromium.new_page(viewport={"width": 900, "height": 900})
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.set_content(page_text)
        while not page.evaluate("sent.length"):
            page.locator(".offered").last.dispatch_event("click")
        message = page.evaluate("sent[0]")
        assert message["do"] == "play"
        depth = board.at.depth
        board._hear(board, message, [])
        assert board.at.depth == depth + 1
        page.evaluate("(next) => { sent.length = 0; change(next) }", board.shown)
        page.fill("input", "from the browser")
        page.press("input", "Enter")
        board._hear(board, page.evaluate("sent[0]"), [])
        assert [said.text for said in board.at.comments] == ["from the browser"]
        assert problems == []


def test_a_line_is_a_picture_that_moves(tmp_path: Path) -> None:
    node = study(moves=4).main_line()[-1]
    for kind, frames in ((".webp", 5), (".gif", 5), (".png", 1)):
        save_film(node, tmp_path / f"line{kind}", width=200)
        with Image.open(tmp_path / f"line{kind}") as image:
            assert image.width == 200
            assert getattr(image, "n_frames", 1) == frames
    with Image.open(BytesIO(film(node, 100, kind=".png"))) as image:
        assert image.format == "PNG"
    with pytest.raises(LumariumError, match=".bmp"):
        film(node, kind=".bmp")
