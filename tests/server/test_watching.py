"""Spectators: whom they reach when they say something."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.server.harness import Made, Server, play_on


@pytest.mark.parametrize(("game", "heard"), [("luminos", 1), ("lumen", 0)])
def test_spectators_talk_where_the_host_allows_it_and_never_into_a_private_game(
    server: Server, game: str, heard: int
) -> None:
    async def story(made: Made) -> None:
        ana, eve, fay = (
            made.client(made.seats[0], made.host),
            made.client(made.watch),
            made.client(made.watch, lang="de"),
        )
        async with ana, eve, fay:
            await ana.nonce()
            await ana.until(lambda: ana.status == "turn")
            assert ana.table["watchers"] == 2
            assert await eve.refused("say", phrase="nice", name="Eve") == "not_seated"
            await ana.do("settings", talk=True)
            assert await eve.refused("say", phrase="nice", seat=0) == "forbidden"
            await eve.do("say", phrase="nice", name="Eve\u202e")
            await fay.until(lambda: fay.said)
            assert fay.said == [{"type": "said", "seat": None, "name": "Eve", "phrase": "nice", "text": "Schöner Zug!"}]
            await ana.do("ping")
            assert len(ana.said) == heard
            await play_on(ana, random.Random(1).choice)
            await ana.until(lambda: ana.phase == "over")
            await eve.do("say", phrase="well_played", name="Eve")
            await ana.until(lambda: len(ana.said) == heard + 1)

    bots = ["random"] * (1 if game == "luminos" else 2)
    asyncio.run(story(server.table(game, ("me", *bots))))
