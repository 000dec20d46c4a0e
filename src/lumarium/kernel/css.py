"""The part of CSS that symbol sheets use, worked out in Python: not every program that shows pictures knows it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple


class Element(NamedTuple):
    """What selectors ask about."""

    tag: str
    classes: frozenset[str] = frozenset()
    attributes: Mapping[str, str] = {}


Test = Callable[[Element], bool]
Weight = tuple[int, int, int]
"""How specific a selector is: its ids, its classes and the like, its tags."""


class Rule(NamedTuple):
    """Declarations for the elements that one selector finds, from the outermost ancestor it names inwards."""

    selector: tuple[tuple[bool, Test], ...]
    """Each with whether it must be the parent of the next one, not only an ancestor."""
    declarations: dict[str, tuple[bool, str]]
    """By property whether it is important, and its value."""


def parse(style: str) -> list[Rule]:
    """The rules of a style sheet, the strongest last; those for some media or for transitions are left out."""
    style = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    style = re.sub(r"@[\w-]+[^{};]*(?:;|\{(?:[^{}]|\{[^{}]*\})*\})", "", style)
    found: list[tuple[Weight, Rule]] = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", style):
        declarations = {name: value for name, value in map(_declaration, body.split(";")) if name}
        for selector in _split(selectors, ","):
            weight, tests = _selector(selector)
            found.append((weight, Rule(tests, declarations)))
    return [rule for _, rule in sorted(found, key=lambda each: each[0])]


def computed(rules: Sequence[Rule], path: Sequence[Element]) -> dict[str, str]:
    """What the rules say about the last element of a path that begins at the root, without what it inherits."""
    said: dict[str, tuple[bool, str]] = {}
    for rule in rules:
        if _finds(rule.selector, path):
            for name, (important, value) in rule.declarations.items():
                if important or not said.get(name, (False, ""))[0]:
                    said[name] = (important, value)
    return {name: value for name, (_, value) in said.items()}


def transform(value: str) -> str:
    """A transform of CSS as the attribute of SVG, which knows no units and only the plain functions."""
    return " ".join(_function(name, numbers) for name, numbers in re.findall(r"([a-zA-Z]+)\(([^()]*)\)", value))


def _function(name: str, arguments: str) -> str:
    numbers = [re.sub(r"(px|deg)$", "", number) for number in re.split(r"[\s,]+", arguments.strip())]
    still = "1" if name.startswith("scale") else "0"
    if name.endswith("X") and not name.startswith("skew"):
        name, numbers = name[:-1], [*numbers, still]
    elif name.endswith("Y") and not name.startswith("skew"):
        name, numbers = name[:-1], [still, *numbers]
    return f"{name}({' '.join(numbers)})"


def _declaration(text: str) -> tuple[str, tuple[bool, str]]:
    name, _, value = text.partition(":")
    plain = value.replace("!important", "")
    return name.strip(), (plain != value, plain.strip())


def _finds(selector: Sequence[tuple[bool, Test]], path: Sequence[Element]) -> bool:
    *outer, (_, last) = selector
    if not path or not last(path[-1]):
        return False
    if not outer:
        return True
    if outer[-1][0]:
        return _finds(outer, path[:-1])
    return any(_finds(outer, path[:end]) for end in range(len(path) - 1, 0, -1))


PART = re.compile(
    r"(?P<tag>[a-zA-Z][\w-]*|\*)"
    r"|\.(?P<class>[\w-]+)"
    r"|\#(?P<id>[\w-]+)"
    r"""|\[(?P<name>[\w-]+)(?:(?P<how>[~^$*]?=)["']?(?P<value>[^"'\]]*)["']?)?\]"""
    r"|:(?P<pseudo>[\w-]+)(?:\((?P<inner>(?:[^()]|\([^()]*\))*)\))?"
)


def _selector(text: str) -> tuple[Weight, tuple[tuple[bool, Test], ...]]:
    weight: Weight = (0, 0, 0)
    tests: list[tuple[bool, Test]] = []
    for word in _split(re.sub(r"\s*>\s*(?![^\[(]*[\])])", "> ", text.strip()), " "):
        compound = word.removesuffix(">")
        more, test = _compound(compound)
        weight = _sum(weight, more)
        tests.append((word != compound, test))
    return weight, tuple(tests)


def _compound(text: str) -> tuple[Weight, Test]:
    weight: Weight = (0, 0, 0)
    tests: list[Test] = []
    at = 0
    while at < len(text):
        part = PART.match(text, at)
        if part is None:
            return weight, _never
        more, test = _part(part)
        weight = _sum(weight, more)
        tests.append(test)
        at = part.end()
    return weight, lambda element: all(test(element) for test in tests)


def _part(part: re.Match[str]) -> tuple[Weight, Test]:
    found = part.groupdict()
    if tag := found["tag"]:
        return (0, 0, int(tag != "*")), lambda element: tag in ("*", element.tag)
    if word := found["class"]:
        return (0, 1, 0), lambda element: word in element.classes
    if name := found["id"]:
        return (1, 0, 0), lambda element: element.attributes.get("id") == name
    if found["name"]:
        return (0, 1, 0), _attribute(found["name"], found["how"], found["value"] or "")
    if found["pseudo"] in ("is", "not", "where"):
        inner = [_compound(each) for each in _split(found["inner"] or "", ",")]
        wanted = found["pseudo"] != "not"
        weight = (0, 0, 0) if found["pseudo"] == "where" else max(weight for weight, _ in inner)
        return weight, lambda element: any(test(element) for _, test in inner) == wanted
    return (0, 1, 0), _never


def _attribute(name: str, how: str | None, value: str) -> Test:
    def test(element: Element) -> bool:
        given = " ".join(sorted(element.classes)) if name == "class" else element.attributes.get(name)
        if given is None or how is None:
            return given is not None
        return {
            "=": given == value,
            "~=": value in given.split(),
            "^=": given.startswith(value),
            "$=": given.endswith(value),
            "*=": value in given,
        }[how]

    return test


def _never(_: Element) -> bool:
    """Nobody points at a picture: no pseudo-class such as :hover holds, and none that asks about what is within."""
    return False


def _split(text: str, mark: str) -> list[str]:
    """The parts between the marks that stand in no brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == mark and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def _sum(one: Weight, other: Weight) -> Weight:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]
