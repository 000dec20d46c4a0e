"""Documentation is run: examples with >>> are doctests, other Python blocks run in order, commands exist."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").glob("*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#]+)[^)]*\)")


def blocks(page: Path, language: str) -> list[str]:
    """Those in that language; what needs JAX only where it is installed."""
    found = [text for name, text in BLOCK.findall(page.read_text(encoding="utf-8")) if name == language]
    return [text for text in found if "import jax" not in text or find_spec("jax")]


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=lambda page: page.name)
def test_python_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": page.stem}
    for number, text in enumerate(blocks(page, "python")):
        if ">>>" in text:
            examples = doctest.DocTestParser().get_doctest(text, names, f"{page.name} block {number}", str(page), 0)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            runner.run(examples, clear_globs=False)
            assert runner.summarize(verbose=False).failed == 0, f"{page.name}, block {number}: see the output above"
            names.update(examples.globs)
        else:
            exec(compile(text, f"{page.name} block {number}", "exec"), names)  # noqa: S102


def commands() -> list[str]:
    lines = [line for page in PAGES for text in blocks(page, "sh") for line in text.splitlines()]
    return sorted({line.split("#")[0].strip() for line in lines if line.startswith(("lumarium ", "./play "))})


@pytest.mark.parametrize("line", commands())
def test_commands_and_their_options_exist(line: str) -> None:
    words = shlex.split(line)[1:]
    options = [word.split("=")[0] for word in words if word.startswith("--")]
    if not words or words[0].startswith("-"):
        words = []
    done = subprocess.run(
        [sys.executable, "-m", "lumarium", *words[:1], "--help"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert [option for option in options if option not in done.stdout] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    shown = re.sub(r"`[^`\n]*`", "", text)
    missing = [target for target in LINK.findall(shown) if not (page.parent / target).exists()]
    assert missing == []
