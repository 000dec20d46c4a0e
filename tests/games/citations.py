"""Which tests cite which rule, read from the sources of the tests."""

import ast
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent


def cited(game: str) -> dict[str, set[str]]:
    """For each id the tests that cite it, as pytest names them."""
    tests: dict[str, set[str]] = {}
    for path in sorted((FOLDER / game).glob("**/test_*.py")):
        for test, rule in citations(path.read_text(encoding="utf-8")):
            tests.setdefault(rule, set()).add(f"{path}::{test}")
    return tests


def citations(source: str) -> Iterator[tuple[str, str]]:
    """Pairs of test and rule id in a file, read from the markers among the decorators of its test functions."""
    for test in ast.walk(ast.parse(source)):
        if not isinstance(test, ast.FunctionDef) or not test.name.startswith("test_"):
            continue
        for call in (node for decorator in test.decorator_list for node in ast.walk(decorator)):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule":
                for argument in call.args:
                    assert isinstance(argument, ast.Constant), f"{test.name}: a rule id is a plain string"
                    yield test.name, str(argument.value)
