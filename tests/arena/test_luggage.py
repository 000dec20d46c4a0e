"""What travels to other machines: the files of bots and of a game from a folder, refused where the rules differ."""

from __future__ import annotations

from pathlib import Path

import pytest

import lumarium
from lumarium import LumariumError
from lumarium.arena import botfile
from lumarium.arena.luggage import pack, unpack
from lumarium.arena.players import new_bot
from lumarium.arena.simulate import simulate
from tests.arena.test_failures import BOTS
from tests.cli.terminal import run


def test_files_are_packed_by_the_names_that_seats_give_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mybots.py").write_text(BOTS, encoding="utf-8")
    luggage = pack(lumarium.game("moths"), ["random", "mybots.py:Sane@3n:Ana", "mybots.py:Raises"])
    assert [name for name, _ in luggage.bots] == ["mybots.py"]
    assert {"__init__.py", "rules/state.py", "messages.de.toml"} <= {name for name, _ in luggage.files}
    assert not any("__pycache__" in name for name, _ in luggage.files)
    assert pack(lumarium.game("lumen"), []).files == ()

    Path("mybots.py").unlink()
    request.addfinalizer(botfile.brought.clear)
    unpack(luggage._replace(game="luminos", files=()))
    assert type(new_bot("mybots.py:Sane")).__name__ == "Sane"


@pytest.mark.parametrize("other", [{"version": "0.0.1"}, {"rules_version": 99}])
def test_other_rules_are_refused(other: dict[str, object]) -> None:
    luggage = pack(lumarium.game("lumen"), [])
    unpack(luggage)
    with pytest.raises(LumariumError, match="lumen is not the same everywhere.*install the same version on all nodes"):
        unpack(luggage._replace(**other))  # type: ignore[arg-type]


def test_a_cluster_that_cannot_be_is_refused_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    done = run("simulate", "luminos", "--seats", "random,random", "--games", "1", "--jobs", "2", "--cluster", "auto")
    assert (done.returncode, done.stderr.count("choose one of them")) == (2, 1)
    monkeypatch.setattr("lumarium.arena.cluster.find_spec", lambda _: None)
    with pytest.raises(LumariumError, match=r"needs Ray; install it with: .*\.\[ray\]"):
        simulate("luminos", ["random", "random"], 1, cluster="auto")
