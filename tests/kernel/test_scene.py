"""A scene draws itself: whole, valid, and with nothing but what it needs."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import lumarium
from lumarium import Chance, LumariumError, Scene

SVG = "{http://www.w3.org/2000/svg}"


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
    assert root.get("class") == theme


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", lumarium.games())
def test_a_picture_stands_alone(name: str, theme: str) -> None:
    """Not every program that shows pictures knows CSS variables."""
    game = lumarium.game(name)
    assert "var(" not in game.scene(game.start(game.players[-1], Chance(1)).view(0)).svg(theme=theme)


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
    assert scene._repr_svg_() == scene.svg()
