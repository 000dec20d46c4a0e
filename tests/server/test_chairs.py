"""From whose place a spectator looks: an open game from any, with nothing to decide there; a private one from none."""

from __future__ import annotations

import asyncio
import json
import random

import msgspec
import pytest

import lumarium
from lumarium import Match
from lumarium.kernel.scene import Scene
from lumarium.server.story import Sight, Story
from tests.server.harness import Client, Made, Server, paths

OPEN = [name for name in lumarium.games() if not lumarium.game(name).private]


@pytest.mark.parametrize("game", OPEN)
def test_a_chair_shows_what_the_player_there_sees_and_asks_nothing(game: str) -> None:
    """At every step of a game, from whoever decides and from another place."""
    match = Match(game, players=lumarium.game(game).players[-1], seed=3)
    story, choice = Story(match), random.Random(3)
    while (turn := match.state.turn) is not None:
        aside = story.drawn(None, "de", match.version)
        for chair in (turn, (turn + 1) % match.state.players):
            shown = json.loads(story.scene(Sight(None, "de", match.version, chair), match.version))
            seen = msgspec.convert(shown["scene"], Scene)
            own = story.drawn(chair, "de", match.version)
            assert shown["seat"] is None
            assert (seen.prompt, seen.status, bool(seen.actions)) == (aside.prompt, "wait", False)
            assert (seen.pieces, seen.panels, seen.layouts) == (own.pieces, own.panels, own.layouts)
        story.add(match.play(choice.choice(match.state.legal_actions())))
        story.keep(set())


def _order(client: Client) -> list[int]:
    """Whose place comes first, and who follows."""
    return [panel["seat"] for panel in client.scene["scene"]["panels"]]


def test_a_spectator_takes_a_chair_and_sees_what_changes_from_there(server: Server) -> None:
    async def story(made: Made) -> None:
        ana, eve = made.client(made.seats[0]), made.client(made.watch)
        async with ana, eve, made.client(made.watch, prefs={"chair": 1}) as fay:
            await ana.nonce()
            await ana.until(lambda: ana.status == "turn")
            await eve.until(lambda: eve.scene)
            assert _order(eve) == [0, 1]
            await eve.do("prefs", chair=1)
            await eve.until(lambda: _order(eve) == [1, 0])
            await ana.do("move", v=0, path=next(iter(paths(ana.scene["scene"]["actions"]))))
            await eve.until(lambda: eve.version == 1)
            await fay.until(lambda: fay.scene == eve.scene)
            assert (eve.scene["seat"], _order(eve)) == (None, [1, 0])
            before = (await eve.do("look", at=0))["scene"]
            assert [panel["seat"] for panel in before["panels"]] == [1, 0]
            assert await eve.refused("prefs", chair=2) == "malformed"
            assert await ana.refused("prefs", chair=1) == "forbidden"
            await eve.do("prefs", chair=None)
            await eve.until(lambda: _order(eve) == [0, 1])

    asyncio.run(story(server.table("luminos", ("me", "random"))))


def test_no_chair_in_a_private_game(server: Server) -> None:
    """Neither by asking for it nor by asking at the door."""

    async def story(made: Made) -> None:
        ana, eve = made.client(made.seats[0]), made.client(made.watch)
        async with ana, eve, made.client(made.watch, prefs={"chair": 1}) as fay:
            await ana.nonce()
            await ana.until(lambda: ana.status == "turn")
            assert await eve.refused("prefs", chair=1) == "private"
            await fay.until(lambda: fay.scene and fay.version == ana.version)
            await eve.until(lambda: eve.version == ana.version)
            assert fay.scene["scene"]["pieces"] == eve.scene["scene"]["pieces"]

    asyncio.run(story(server.table("lumen", ("me", "random", "random"))))
