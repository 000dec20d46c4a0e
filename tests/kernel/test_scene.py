"""A scene draws itself: whole, valid, and with nothing but what it needs."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import lumarium
from lumarium import Chance, LumariumError, Match, Record, Scene
from lumarium.kernel.state import playout
from tests.house import HOUSE

SVG = "{http://www.w3.org/2000/svg}"
GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture
def scene() -> Scene:
    game = lumarium.game("luminos")
    return game.scene(game.start(3, Chance(4)).view(0), names=("Ana & Bo", "<b>", 'C"'))


@pytest.mark.parametrize("layout", ["wide", "tall"])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_reference_finds_its_symbol(scene: Scene, layout: str, theme: str) -> None:
    root = ElementTree.fromstring(scene.svg(layout, theme))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    used = [use.get("href", "")[1:] for use in root.iter(f"{SVG}use")]
    assert used
    assert set(used) <= set(ids)
    assert root.get("data-theme") == theme


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", lumarium.games())
def test_a_picture_stands_alone(name: str, theme: str) -> None:
    """Not every program that shows pictures knows CSS variables, selectors and transforms; and in a page with others
    neither a class nor a rule is a picture's own."""
    game = lumarium.game(name)
    state = playout(game.start(game.players[-1], Chance(1)), Chance(2))
    picture = game.scene(state.view(0)).svg(theme=theme)
    assert not re.search(r"var\(|<style|\sclass=", picture)
    styles = [element.get("style", "") for element in ElementTree.fromstring(picture).iter()]
    assert any("font-size:" in style for style in styles) or name not in HOUSE
    assert not re.search(r"(transform|transition|pointer-events)\s*:|--", " ".join(styles))


def test_a_name_stands_for_one_drawing() -> None:
    """Where several pictures are in one page, the first element of a name is taken for all."""
    drawn: dict[str, str] = {}
    gilded = set()
    for match in Record.load(GOLDEN / "nomads-red.jsonl").walk():
        scene = match.game.scene(match.view(0))
        chosen = {piece.id for piece in scene.pieces if "chosen" in piece.classes.split()}
        for theme in ("dark", "light") if chosen else ():
            root = ElementTree.fromstring(scene.svg(theme=theme))
            for element in root.iterfind(f"{SVG}defs/*"):
                text = ElementTree.tostring(element, encoding="unicode")
                assert drawn.setdefault(element.get("id", ""), text) == text
            cards = root.iterfind(f"{SVG}g[@data-piece]/{SVG}use/..")
            uses = {card.get("data-piece", ""): card[-2 if len(card) > 2 else -1].get("href", "")[1:] for card in cards}
            golden = {piece for piece, name in uses.items() if "stroke:#ffb52e" in drawn.get(name, "")}
            assert golden == chosen
            gilded |= golden
    assert len(gilded) > 1


def test_names_are_escaped(scene: Scene) -> None:
    texts = [text.text for text in ElementTree.fromstring(scene.svg()).iter(f"{SVG}text")]
    assert {"Ana & Bo", "<b>", 'C"'} <= set(texts)


def test_an_unknown_layout_is_named(scene: Scene) -> None:
    with pytest.raises(LumariumError, match="no layout “round”.*wide, tall"):
        scene.svg("round")
    with pytest.raises(LumariumError, match="theme “pink”"):
        scene.svg(theme="pink")


def test_the_wire_form_omits_defaults(scene: Scene) -> None:
    data = scene.json()
    assert b'"rot"' not in data
    assert len(data) < 20_000


def test_a_notebook_shows_the_picture(scene: Scene) -> None:
    """The same, with names that no other picture has."""
    shown, picture = scene._repr_svg_(), scene.svg()
    ids = [set(re.findall(r'\bid="([^"]+)"', text)) for text in (shown, picture)]
    assert ids[0].isdisjoint(ids[1])
    own = {name.rpartition("-")[2] for name in ids[0]}
    assert len(own) == 1
    assert shown.replace(f"-{own.pop()}", "") == picture


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize(
    ("name", "players"), [(name, players) for name in HOUSE for players in lumarium.game(name).players]
)
def test_players_without_names_are_told_apart(name: str, players: int, lang: str) -> None:
    """The house writes them on the table, as the pieces name0, name1, ..."""
    match = Match(name, players=players, seed=1)
    pieces = {piece.id: piece.text for piece in match.game.scene(match.view(0), lang).pieces}
    shown = [pieces[f"name{seat}"] for seat in range(players)]
    word = {"en": "player", "de": "Person"}[lang]
    for seat, text in enumerate(shown):
        assert text in (f"{word} {seat + 1}", f"{word[0].upper()}{seat + 1}")


def test_a_long_name_is_cut() -> None:
    match = Match("nomads", players=2, seed=1, names=("Maximiliane", "player 1"))
    shown = {piece.id: piece.text for piece in match.game.scene(match.view(0), "en", match.names).pieces}
    assert (shown["name0"], shown["name1"]) == ("Maximi…", "player…")
