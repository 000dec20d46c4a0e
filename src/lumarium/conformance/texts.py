"""Both languages complete, and rules that are pure."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

from lumarium.kernel.catalogue import LANGUAGES, catalogue, has
from lumarium.kernel.chance import Chance
from lumarium.kernel.form import wordless
from lumarium.kernel.game import Game
from lumarium.kernel.pictures import REFERENCE, picture, plan_of

from .case import Case

IMPURE = {"asyncio", "datetime", "io", "multiprocessing", "os", "random", "secrets", "socket", "subprocess", "time"}
HEAD = re.compile(r"^(#{2,4}) .*?(?: \{#([\w-]+)\})?$", re.MULTILINE)
SYMBOL = re.compile(r"!\[\]\(([\w-]+)[^)]*\)")
ARRAYS = {"jax", "jax.numpy", "numpy"}
"""What the rules as arrays may import, in the room for learning."""
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "breakpoint"}


def texts(case: Case, seed: int) -> None:
    """The catalogues have the same keys and facts in both languages, and every event and ending finds its words."""
    name = case.game.name
    english, german = (dict(_flat(catalogue(name, lang))) for lang in LANGUAGES)
    case.need(set(english) == set(german), f"in one language only: {sorted(set(english) ^ set(german))}")
    symbols = _symbols(case.game)
    for key, text in english.items():
        for spoken in (text, german[key]):
            strange = set(SYMBOL.findall(spoken)) - symbols
            case.need(not strange, f"{key} names no symbol: {sorted(strange)}")
        case.need(_holes(text) == _holes(german[key]), f"{key}: the languages use different facts")
    for lang in LANGUAGES:
        silent = wordless(case.game, lang)
        case.need(not silent, f"what a table is asked before the game has no words in {lang}: {silent}")
    about = {key.split(".")[1] for key in english if key.startswith("option.")}
    strange = about - set(case.game.Options.__struct_fields__)
    case.need(not strange, f"words for options that there are not: {sorted(strange)}")
    moves = Chance(seed)
    state, luck = case.start(moves), Chance(seed)
    while not state.over:
        for event in state.apply(moves.choice(state.legal_actions()), luck):
            for lang in LANGUAGES:
                case.need(has(name, f"event.{event.kind}", lang), f"no words for the event {event.kind} in {lang}")
                case.need(event.describe(lang, ["Ana", "Ben"]) != "", f"the event {event.kind} is silent in {lang}")
            public = event.for_seat(None) is not None
            case.need(not public or event.for_seat(0) is not None, "a spectator sees more than a seat")
    for lang in LANGUAGES:
        case.need(has(name, f"ending.{state.ending}", lang), f"no words for the ending {state.ending} in {lang}")
        told = has(name, "ending.tied", lang) or not state.tie_broken()
        case.need(told, f"no words for what decides among equals (ending.tied) in {lang}")


def _symbols(game: Game) -> set[str]:
    sheet = game.file("picture", "symbols.svg")
    return set(re.findall(r'<symbol id="([^"]+)"', sheet.read_text("utf-8"))) if sheet.is_file() else set()


def _flat(table: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", str(value)


def _holes(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def pages(case: Case, _seed: int) -> None:
    """The rules page and the player aid: the same parts, pictures and pieces in both languages, all of them there."""
    game = case.game
    drawn = plan_of(game).pictures
    symbols = _symbols(game)
    named: set[str] = set()
    for what, page in (("rules page", game.rules), ("player aid", game.aid)):
        english, german = (page(lang) for lang in LANGUAGES)
        case.need(bool(english) == bool(german), f"the {what} is there in one language only")
        for part, found in (("jump marks", HEAD), ("pieces", SYMBOL)):
            case.need(found.findall(english) == found.findall(german), f"the languages differ in the {what}: {part}")
        theirs = [[name for _, name, _ in REFERENCE.findall(text)] for text in (english, german)]
        case.need(theirs[0] == theirs[1], f"the languages differ in the {what}: pictures")
        case.need(set(theirs[0]) <= set(drawn), f"the {what} names no picture: {sorted(set(theirs[0]) - set(drawn))}")
        strange = set(SYMBOL.findall(english)) - symbols
        case.need(not strange, f"the {what} names no symbol: {sorted(strange)}")
        named.update(theirs[0])
    case.need(named == set(drawn), f"pictures that no page shows: {sorted(set(drawn) - named)}")
    for name in drawn:
        case.need("<use" in picture(game, name, "en", "dark").svg, f"the picture {name} is empty")


def purity(case: Case, _seed: int) -> None:
    """A game folder imports the standard library, msgspec and the kernel; no I/O, no clock, no luck of its own.

    Arrays for learning, which nobody imports unasked, are made with JAX."""
    for path in case.game.folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for module in _imported(node):
                pure = _is_pure(module, case.game.folder) or (path.parent.name == "learning" and module in ARRAYS)
                case.need(pure, f"{path.name} imports {module}")
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                case.need(node.func.id not in IMPURE_CALLS, f"{path.name} calls {node.func.id}")


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
        return [node.module]
    return []


def _is_pure(module: str, folder: Path) -> bool:
    root = module.split(".", maxsplit=1)[0]
    if root == "lumarium":
        return module.startswith(("lumarium.kernel", f"lumarium.games.{folder.name}"))
    return root in ("msgspec", folder.name) or (root in sys.stdlib_module_names and root not in IMPURE)
