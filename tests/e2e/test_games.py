"""A whole game of each of the others, in the same client: on a desk, on a phone, with a bot, to the ranking."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import lumarium
from lumarium import Record
from tests.e2e.conftest import Visit
from tests.e2e.library import Library
from tests.e2e.visitor import Json, Visitor, play_together
from tests.house import settings
from tests.server.harness import SOURCE
from tests.server.streams import in_words

OTHERS = [name for name in lumarium.games() if name != "luminos"]
BOTS = {"nomads": ("easy", "random", "random"), "lumicora": ()}
"""Who sits with them, unless it is one bot: where there are more, people have fewer decisions."""
BY_TOUCH = {"lumicora": 40}
"""Games of many decisions: after so many, bots play on for both, except in the long run."""
RECORD = """async (table) => {
  const { getText } = await import("/web/shared/api.js");
  const { helloTokens } = await import("/web/shared/tokens.js");
  return getText(`/api/tables/${table}/record`, helloTokens(table));
}"""


def _verify(path: Path) -> str:
    command = [sys.executable, "-m", "lumarium", "verify", "--lang", "en", str(path)]
    done = subprocess.run(
        command, env={**settings(), "PYTHONPATH": SOURCE}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _check_frames(visitor: Visitor, library: Library) -> None:
    """Every scene that came is the one that the library draws for this seat; also from a state in which all that the
    seat cannot know is dealt anew. So neither the socket nor the page can hold a hidden fact."""
    scenes = [frame for frame in visitor.frames if frame["type"] == "scene"]
    assert {frame["scene"]["v"] for frame in scenes} == set(range(len(library.scenes)))
    for frame in scenes:
        version = frame["scene"]["v"]
        scene = {**frame["scene"], "v": 0, "events": [], "log": []}
        assert scene == library.scenes[version]
        assert scene == library.imagined.get(version, scene)
        assert in_words(frame["scene"]["log"]) == library.logs[version]


def play_whole(ana: Visitor, ben: Visitor, game: str, by_touch: int | None = None) -> None:
    """Ana and Ben play a table to its end, or bots do for both after so many decisions `by_touch`; each screen and each
    frame is as the library has it."""
    seats = ("me", "open", *(BOTS.get(game, ("easy",))))
    made = ana.open_table(game, seats)
    ben.sit(f"{ben.address}/t/{made['table']}#{made['tokens']['seats'][1]['token']}")
    for visitor in (ana, ben):  # whoever is slow would be shown the second position at once
        visitor.page.wait_for_selector("#ui-pieces [data-piece]")
    seen: dict[Visitor, list[Json]] = {ana: [], ben: []}
    for decisions, (player, before) in enumerate(play_together(ana, ben), 1):
        seen[player].append(before)
        if decisions == by_touch:
            ana.hand_over()
            ben.hand_over()
            break
    for seat, visitor in enumerate((ana, ben)):
        visitor.page.wait_for_selector("#ui-ending:not([hidden])")
        seen[visitor].append(visitor.see())
        library = Library(Record.parse(visitor.page.evaluate(RECORD, made["table"]).encode()), seat)
        for now in seen[visitor]:
            library.check(now)
        _check_frames(visitor, library)
        assert library.other_worlds or not lumarium.game(game).private
        assert visitor.page.locator("#ui-ranking li").count() == len(seats)


@pytest.mark.parametrize("game", OTHERS)
def test_a_whole_game(visit: Visit, game: str, tmp_path: Path, long: bool) -> None:
    ana, ben = visit("Ana"), visit("Ben", "phone")
    play_whole(ana, ben, game, None if long else BY_TOUCH.get(game))
    for visitor in (ana, ben):
        visitor.download_record(tmp_path / visitor.name)
    assert "luck follows from the committed secret" in _verify(tmp_path / "Ben")
