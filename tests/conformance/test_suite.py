"""The suite is tested too: a toy that breaks a promise must fail, for that reason; the honest toy must pass."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import lumarium
from lumarium.conformance import CHECKS, Nonconformance, cases, check
from lumarium.conformance.__main__ import main as suite
from tests.conformance.toybox import TOYS, forget, visiting

FAULTS = {
    "leaky view": ("hidden swap", "leak into the view"),
    "leaky legal": ("hidden swap", "leak into the view"),
    "leaky id": ("hidden swap", "leak into the scene"),
    "leaky board": ("hidden swap", "leak into the board"),
    "leaky error": ("hidden swap", "leak into the error texts"),
    "leaky insight": ("insight", "leak into what seat"),
    "too likely": ("insight", "all that may be is"),
    "stray insight": ("insight", "is about .'moon'"),
    "wordless insight": ("insight", "no words in en for insight.silent.title"),
    "knowing bots": ("resampling", "resample gives other states than imagine"),
    "open hands": ("private knowledge", "says that it is private, but every seat knows the same"),
    "leaky event": ("hidden swap", "leak into the events"),
    "quiet reveal": ("nothing new in an undo", "shows its player something new"),
    "biased imagine": ("imagination", "imagine is biased"),
    "changes on refusal": ("refusals", "a refused action changed the position"),
    "any seat": ("refusals", "points answers seat -1"),
    "shared clone": ("clones", "playing a clone changed the original"),
    "lazy random": ("random steps", "random_step plays something else"),
    "step forgets": ("play", "apply and step disagree"),
    "lost piece": ("play", "the census changed"),
    "wrong sheet": ("play", "the sheet sums to"),
    "endless": ("clones", "did not end"),
    "untouchable": ("scenes", "does not hold exactly the legal actions"),
    "careless part": ("scenes", "shows more than the facts that it is given"),
    "no luck": ("seeds", "the seed does not matter"),
    "own luck": ("seeds", "gave two different games"),
    "lopsided": ("symmetries", "ends elsewhere"),
}


@pytest.fixture
def hush(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The toy, found in a folder of games, and forgotten afterwards."""
    with visiting(monkeypatch) as toy:
        yield toy


def run(name: str) -> None:
    for case in cases("hush"):
        for seed in range(4):
            check(case, name, seed)


@pytest.mark.usefixtures("hush")
@pytest.mark.parametrize("name", CHECKS)
def test_an_honest_game_in_a_folder_passes(name: str) -> None:
    run(name)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_game_fails_for_its_fault(hush: ModuleType, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    name, complaint = FAULTS[fault]
    monkeypatch.setattr(hush, "FAULT", fault)
    with pytest.raises(Nonconformance, match=complaint):
        run(name)


def test_the_command_says_what_holds_and_what_does_not(
    hush: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert suite("hush")
    assert f"hush-3-long: {len(CHECKS)} of {len(CHECKS)} checks pass" in capsys.readouterr().out
    monkeypatch.setattr(hush, "FAULT", "any seat")
    assert not suite("hush")
    assert "\n  refusals: hush-2-default: points answers seat -1" in capsys.readouterr().out


def test_an_open_game_tells_everybody_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    case = next(cases("luminos"))
    check(case, "telling", 1)
    own = lambda _game, events, view: [(f"panel{view.seat or 0}",)] * len(events)  # noqa: E731
    monkeypatch.setattr(type(case.game), "subjects", own)
    with pytest.raises(Nonconformance, match="not private, but what happens is about other pieces"):
        check(case, "telling", 1)


def test_every_fault_of_the_toy_is_tried() -> None:
    source = (TOYS / "hush" / "__init__.py").read_text(encoding="utf-8")
    for fault in FAULTS:
        assert f'"{fault}"' in source


@pytest.mark.parametrize(
    ("file", "before", "after", "name", "complaint"),
    [
        ("__init__.py", "import msgspec\n", "import random\n\nimport msgspec\n", "purity", "imports random"),
        ("__init__.py", 'FAULT = ""\n', 'FAULT = ""\nprint("hello")\n', "purity", "calls print"),
        ("messages.de.toml", 'complete = "', 'fertig = "', "texts", "in one language only"),
        ("messages.de.toml", "sagt {number}: richtig", "liegt richtig", "texts", "different facts"),
        ("symbols.svg", "hush-hand", "hand", "scenes", "begin with hush-"),
        ("symbols.svg", ".table {", ".desk {", "scenes", "gives the table no ground"),
        ("rules.de.md", "# ", "## Zwei\n\n# ", "pages", "differ in the rules page: jump marks"),
        ("rules.de.md", "# ", "![Bild](hand)\n\n# ", "pages", "differ in the rules page: pictures"),
        ("messages.de.toml", 'long = "', 'lang = "', "texts", "in one language only"),
        ("__init__.py", '"long": HushOptions', '"brief": HushOptions', "texts", r"no words in en: \['preset.brief'\]"),
        ("__init__.py", "private = True", "private = False", "private knowledge", "not private, but seat . knows"),
        ("__init__.py", "stage.panel(view, seat,", "stage.panel(view, 0,", "scenes", "panels are for the seats"),
        ("__init__.py", "return [()] * len(events)", 'return [("moon",)] * len(events)', "telling", "about .'moon'"),
    ],
)
def test_faulty_files_fail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, before: str, after: str, name: str, complaint: str
) -> None:
    shutil.copytree(TOYS, tmp_path / "toys")
    path = tmp_path / "toys" / "hush" / file
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")
    monkeypatch.setenv("LUMARIUM_GAMES", str(tmp_path / "toys"))
    forget("hush")
    try:
        with pytest.raises(Nonconformance, match=complaint):
            run(name)
    finally:
        forget("hush")


@pytest.mark.parametrize(
    ("fact", "line"), [("private", "    private = True\n"), ("players", "    players = range(2, 4)\n")]
)
def test_a_game_that_leaves_out_a_fact_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fact: str, line: str
) -> None:
    """Nothing is assumed about who knows what."""
    shutil.copytree(TOYS, tmp_path / "toys")
    path = tmp_path / "toys" / "hush" / "__init__.py"
    text = path.read_text(encoding="utf-8")
    assert line in text
    path.write_text(text.replace(line, ""), encoding="utf-8")
    monkeypatch.setenv("LUMARIUM_GAMES", str(tmp_path / "toys"))
    forget("hush")
    try:
        with pytest.raises(lumarium.UnknownGame, match=f"the game Hush does not say: {fact}"):
            lumarium.game("hush")
    finally:
        forget("hush")


def test_a_game_is_found_by_entry_point(tmp_path: Path) -> None:
    """An installed package brings a game and a bot without any file of ours being edited."""
    shutil.copytree(TOYS / "hush", tmp_path / "hushpackage")
    info = tmp_path / "hushpackage-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hushpackage\nVersion: 1.0\n", encoding="utf-8")
    entry_points = "[lumarium.games]\nhush = hushpackage:GAME\n\n[lumarium.bots]\nquiet = quietbot:Quiet\n"
    (info / "entry_points.txt").write_text(entry_points, encoding="utf-8")
    bot = "class Quiet:\n    def choose(self, view, legal, chance):\n        return legal[-1]\n"
    (tmp_path / "quietbot.py").write_text(bot, encoding="utf-8")
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import lumarium\n"
        "from lumarium.conformance import CHECKS, cases, check\n"
        "from lumarium.kernel.registry import bot, bots\n"
        "assert 'hush' in lumarium.games() and 'quiet' in bots()\n"
        "assert bot('quiet')().choose(None, [1, 2], None) == 2\n"
        "for case in cases('hush'):\n"
        "    for name in CHECKS:\n"
        "        check(case, name, 3)\n"
        "print('conforms')\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "conforms"), done.stderr
