"""The rooms of a game: the same ones in all four, with the files where they belong, and imports downwards only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "src/lumarium"
GAMES = ROOT / "games"
NAMES = sorted(path.parent.name for path in GAMES.glob("*/meta.py"))
ABOVE = {"__init__.py", "meta.py", "options.py"}
BELOW = {
    "rules": set(),
    "words": {"rules"},
    "bots": {"rules"},
    "learning": {"rules"},
    "picture": {"rules", "words"},
}
"""By room: what it may import of its own game, besides itself, `meta` and `options`."""
IN_EVERY_GAME = {
    "rules": {"actions", "components", "imagine", "indices", "scoring", "state", "symmetry", "view"},
    "words": {"text", "words"},
    "bots": {"insight", "judgement", "reasons"},
    "learning": {"features"},
    "picture": {"layout", "pieces", "scene", "subjects"},
}

DOORS = {
    "rules/actions": ("ACTIONS",),
    "rules/imagine": ("complete(view)", "complete(view, chance)"),
    "rules/state": ("State",),
    "rules/symmetry": ("SYMMETRIES",),
    "rules/view": ("View", "view_of(state, seat)"),
    "words/text": ("board(view, lang, names)",),
    "words/words": ("words(name, value)",),
    "bots/reasons": ("reason(state, index)",),
    "bots/turnplan": ("TurnPlan",),
    "bots/futures": ("Candidate", "Futures"),
    "learning/features": ("Starts",),
    "learning/table": ("State", "Table"),
    "picture/layout": ("layouts(view)",),
    "picture/pieces": ("pieces(view, lang, names)",),
    "picture/scene": ("scene(view, lang, names)", "touch(view)"),
    "picture/subjects": ("subjects(events, view)",),
}
"""By file: what each game that has it defines there, under the same name. Only where worlds differ does `complete` need
luck."""


def defined(path: Path) -> Iterator[str]:
    """What a file defines, functions with their parameters."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            yield f"{node.name}({', '.join(each.arg for each in node.args.args)})"
        elif isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign | ast.Assign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (each.id for each in targets if isinstance(each, ast.Name))


def imports(path: Path) -> Iterator[str]:
    """Every module of ours that a file imports, wherever it does."""
    package = path.relative_to(ROOT.parent).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = ".".join((*package, node.module or "") if node.level else (node.module or "",)).rstrip(".")
            for alias in node.names:
                part = ROOT.parent / Path(*module.split(".")) / alias.name
                yield f"{module}.{alias.name}" if part.is_dir() or part.with_suffix(".py").is_file() else module


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*.py") if "__pycache__" not in path.parts]


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_the_same_rooms(game: str) -> None:
    folder = GAMES / game
    assert {path.name for path in folder.iterdir() if path.is_file()} == ABOVE
    assert {path.name for path in folder.iterdir() if path.is_dir()} - {"__pycache__"} == set(BELOW)
    for room, names in IN_EVERY_GAME.items():
        assert names <= {path.stem for path in (folder / room).glob("*.py")}, room
    assert [path.parent.name for path in folder.rglob("*.svg")] == ["picture"]
    assert {path.parent.name for kind in ("*.toml", "*.md", "*.jsonl") for path in folder.rglob(kind)} == {"words"}


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("file", DOORS)
def test_the_same_door_has_the_same_name_in_every_game(game: str, file: str) -> None:
    path = GAMES / game / f"{file}.py"
    if path.is_file():
        names = {name.partition("(")[0] for name in DOORS[file]}
        found = {name for name in defined(path) if name.partition("(")[0] in names}
        assert found <= set(DOORS[file])
        assert {name.partition("(")[0] for name in found} == names


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("room", sorted(BELOW))
def test_a_room_imports_downwards_only(game: str, room: str) -> None:
    own = f"lumarium.games.{game}"
    allowed = {"meta", "options", room, *BELOW[room]}
    for path in files(GAMES / game / room):
        for module in imports(path):
            if module.startswith("lumarium"):
                assert module.startswith(("lumarium.kernel", f"{own}.")), f"{path.name} imports {module}"
                if module.startswith(own):
                    assert module.removeprefix(f"{own}.").split(".")[0] in allowed, f"{path} imports {module}"


@pytest.mark.parametrize("game", NAMES)
def test_every_module_is_named_in_the_documents(game: str) -> None:
    page = (ROOT.parents[1] / "docs/architecture.md").read_text(encoding="utf-8")
    for path in files(GAMES / game):
        assert f"`{path.stem}`" in page or f"`{path.name}`" in page, f"docs/architecture.md does not name {path}"


def test_nobody_else_knows_a_game() -> None:
    for path in files(ROOT):
        if not path.is_relative_to(GAMES):
            known = [module for module in imports(path) if module.startswith("lumarium.games.")]
            assert not known, f"{path} imports {known}"


def test_the_kernel_imports_nothing_above_it() -> None:
    for path in files(ROOT / "kernel"):
        above = [module for module in imports(path) if module.startswith("lumarium") and ".kernel" not in module]
        assert above in ([], ["lumarium.bots"]), f"{path} imports {above}"
