"""The rules of symbol sheets, worked out in Python as a browser does it."""

from __future__ import annotations

import pytest

from lumarium.kernel.css import Element, computed, parse, transform

ROOT = Element("svg", frozenset({"light"}))
CARD = Element("g", frozenset({"piece", "card", "if-5"}), {"data-piece": "card-3"})
TEXT = Element("text")


def fill(style: str, *path: Element) -> str | None:
    return computed(parse(style), path or (ROOT, CARD, TEXT)).get("fill")


@pytest.mark.parametrize(
    "selector",
    [
        "text",
        "*",
        ".card text",
        "g text",
        "svg.light .card.piece text",
        "svg > .card > text",
        "svg.light :is(.name, .card) text",
        ".card:not(.gone, .won) text",
        ".card:not(:hover, [data-touch]) text",
        '[data-piece^="card"] text',
        "[data-piece$='-3'] text",
        '[class*="if-"]:not([data-shown]) text',
        ".gone text, .card text",
    ],
)
def test_a_selector_finds_the_text(selector: str) -> None:
    assert fill(f"{selector} {{ stroke: blue; fill: red }}") == "red"


@pytest.mark.parametrize(
    "selector",
    [
        ".card",
        ".gone text",
        "svg.dark text",
        "svg > text",
        ".card.gone text",
        ".card:not(.piece) text",
        ".card[data-touch] text",
        ".card:is(:hover, :focus-visible) text",
        "svg:has(.card) text",
        '[data-piece="card"] text',
        "text .card",
        ".card + text",
    ],
)
def test_a_selector_passes_over_it(selector: str) -> None:
    assert fill(f"{selector} {{ fill: red }}") is None


def test_the_more_specific_rule_wins_then_the_later_one() -> None:
    assert fill(".piece.card text { fill: red } .card text { fill: blue }") == "red"
    assert fill("svg.light text { fill: red } .card text { fill: blue }") == "red"
    assert fill(".piece text { fill: red } .card text { fill: blue }") == "blue"
    assert fill(":is(.piece, #p-card) text { fill: red } .card.piece text { fill: blue }") == "red"
    assert fill(":where(.card) text { fill: red } g text { fill: blue }") == "blue"
    assert fill("text { fill: red !important } .card text { fill: blue }") == "red"


def test_rules_for_some_moments_only_are_left_out() -> None:
    style = """
        /* text { fill: red } */
        @import url("more.css");
        @media (hover: none) { text { fill: red } .card text { fill: red } }
        @starting-style { text { fill: red } }
        .card text { stroke: blue }
    """
    assert computed(parse(style), (ROOT, CARD, TEXT)) == {"stroke": "blue"}


@pytest.mark.parametrize(
    ("css", "attribute"),
    [
        ("translateX(-228px)", "translate(-228 0)"),
        ("translateY(.5px)", "translate(0 .5)"),
        ("translate(23px, 7px)", "translate(23 7)"),
        ("rotate(45deg) scaleX(2)", "rotate(45) scale(2 1)"),
        ("scaleY(2) skewX(3deg)", "scale(1 2) skewX(3)"),
    ],
)
def test_a_transform_becomes_an_attribute(css: str, attribute: str) -> None:
    assert transform(css) == attribute
