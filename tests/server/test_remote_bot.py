"""The example bot plays a seat through the documented protocol, in a process of its own."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import msgspec

import lumarium
from tests.server.harness import PATIENCE, Made, Server

EXAMPLE = Path(__file__).parents[2] / "examples" / "remote_bot.py"


def test_the_example_bots_play_a_whole_game(server: Server) -> None:
    made = server.table("luminos", ("open", "open"))
    links = [f"http://{server.host}:{server.port}/t/{made.id}#{token}" for token in made.seats.values()]
    players = [
        subprocess.Popen([sys.executable, str(EXAMPLE), link], stderr=subprocess.PIPE, text=True) for link in links
    ]
    for player in players:
        _, errors = player.communicate(timeout=PATIENCE)
        assert (player.returncode, errors) == (0, "")
    table = server.get(f"/api/tables/{made.id}", Authorization=f"Bearer {made.watch}")
    assert table["phase"] == "over"
    assert [seat["name"] for seat in table["seats"]] == ["Bot", "Bot 2"]


def test_the_example_bot_says_why_it_cannot_play(server: Server) -> None:
    made = server.table("luminos", ("open", "random"))
    table = f"http://{server.host}:{server.port}/t/{made.id}"
    for link in (f"{table}#{made.join}", f"{table}#{made.watch}", f"{table}#wrong", table, f"{table}x#{made.join}"):
        done = subprocess.run(
            [sys.executable, str(EXAMPLE), link], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert (done.returncode, done.stdout) == (1, ""), link
        assert "Invite button" in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_a_bot_gets_the_view_of_its_seat_and_nothing_else(server: Server) -> None:
    asyncio.run(_views(server.table("lumen", ("open", "random", "random"))))


async def _views(made: Made) -> None:
    game = lumarium.game("lumen")
    async with made.client(made.seats[0], **{"as": "bot"}) as bot:
        assert bot.you["seats"] == [0] or bot.welcome["you"]["seats"] == [0]
        token = bot.welcome["tokens"]["0"]
        await bot.until(lambda: bot.view.get("legal"))
        view = msgspec.json.decode(json.dumps(bot.view["view"]), type=game.View)
        assert view.seat == 0
        assert [game.actions[index].notation for index in view.legal] == bot.view["legal"]
        assert all(card["value"] is None for card in bot.view["view"]["hands"][0])
        assert await bot.refused("move", v=bot.view["v"], action="bid 99") == "illegal"
        at = bot.view["v"]
        assert (await bot.do("move", v=at, action=bot.view["legal"][0]))["v"] == at + 1
    async with made.client(token, **{"as": "bot"}) as back:
        assert back.welcome["you"]["seats"] == [0]
        assert "tokens" not in back.welcome
        await back.until(lambda: back.view)


def test_a_bot_that_comes_back_looks_up_no_more_than_a_person(server: Server) -> None:
    """LU-27: finished tricks are not looked at again, whoever asks."""

    async def story(made: Made) -> None:
        async with made.client(made.seats[0], **{"as": "bot"}) as bot:
            token = bot.welcome["tokens"]["0"]
            while bot.view.get("v", 0) < 40 and not bot.view.get("over"):
                await bot.until(lambda: bot.view.get("legal") or bot.view.get("over"))
                at = bot.view["v"]
                await bot.do("move", v=at, action=bot.view["legal"][0])
                await bot.until(lambda at=at: bot.view["v"] > at)  # type: ignore[misc]
            await bot.until(lambda: bot.view["legal"] or bot.view["over"])  # from here on nobody else decides
        told = []
        for kind in ("bot", "person"):
            async with made.client(token, since=0, **{"as": kind}) as back:
                await back.until(lambda: back.view or back.scene)
                shown = back.view or back.scene["scene"]
                told.append([(event["kind"], event.get("seat")) for event in shown["events"]])
        assert told[0] == told[1]
        assert sum(kind == "play" for kind, _ in told[0]) <= 3, "no more than the current trick"

    asyncio.run(story(server.table("lumen", ("open", "random", "random"))))
