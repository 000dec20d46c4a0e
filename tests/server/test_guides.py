"""First-game guides over HTTP."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

import lumarium
from lumarium.kernel.guide import has_guide, load_guide
from tests.server.harness import Server

GUIDED = [name for name in lumarium.games() if has_guide(lumarium.game(name))]
MOST_BYTES = 50_000


def fetched(server: Server, game: str, lang: str, packed: bool = False) -> dict[str, Any]:
    wanted = {"Accept_Encoding": "gzip"} if packed else {}
    status, answered, body = server.request("GET", f"/api/guides/{game}?lang={lang}", None, **wanted)
    assert (status, answered["content-type"]) == (200, "application/json")
    assert (answered["content-encoding"] == "gzip") == packed
    guide: dict[str, Any] = json.loads(gzip.decompress(body) if packed else body)
    assert not packed or len(body) < MOST_BYTES
    return guide


@pytest.mark.parametrize("game", GUIDED)
def test_a_guide_comes_whole_in_both_languages(server: Server, game: str) -> None:
    source = load_guide(lumarium.game(game))
    for lang in ("en", "de"):
        guide = fetched(server, game, lang, packed=True)
        assert (guide["game"], guide["seat"]) == (game, source.seat)
        assert guide["title"] == lumarium.game(game).title(lang)
        for shown, step in zip(guide["steps"], source.steps, strict=True):
            words = source.words[lang][step.name]
            assert (shown["title"], shown["text"], shown["do"]) == (words.title, words.text, words.do)
            assert shown["scene"]["v"] == step.at
            assert ("wanted" in shown) == step.move


@pytest.mark.parametrize("game", GUIDED)
def test_events_of_the_others_are_told_but_not_across_a_leap(server: Server, game: str) -> None:
    before = None
    for step in fetched(server, game, "en")["steps"]:
        v, events = step["scene"]["v"], step["scene"]["events"]
        if step["leap"] or before is None or v == before:
            assert events == []
        else:
            assert all(event["text"] for event in events)
            assert events or v == before + 1  # a lone decision may show nothing
        before = v


def test_the_learner_gets_no_more_than_the_seat_may_know(server: Server) -> None:
    for step in fetched(server, "lumen", "en")["steps"]:
        match = load_guide(lumarium.game("lumen")).record.replay(at=step["scene"]["v"])
        own = match.game.scene(match.view(1), "en", match.names)
        assert [piece["id"] for piece in step["scene"]["pieces"]] == [piece.id for piece in own.pieces]
        assert [piece.get("label", "") for piece in step["scene"]["pieces"]] == [piece.label for piece in own.pieces]


def test_an_unchanged_guide_is_not_sent_again(server: Server) -> None:
    _, headers, _ = server.request("GET", "/api/guides/lumen?lang=en")
    assert server.request("GET", "/api/guides/lumen?lang=en", If_None_Match=headers["etag"])[0] == 304
    assert server.request("GET", "/api/guides/lumen?lang=de", If_None_Match=headers["etag"])[0] == 200


def test_the_server_says_which_games_have_one(server: Server) -> None:
    assert [game["name"] for game in server.get("/api/server")["games"] if game["guide"]] == GUIDED
    assert server.request("GET", "/api/guides/chess")[0] == 404
