"""Reviews and drills over HTTP: part by part, kept, and from what a seat knows alone."""

from __future__ import annotations

from datetime import date
from typing import Any

import lumarium
from lumarium import Chance, Match
from lumarium.review.drills import daily, shipped
from tests.server.harness import Server

Json = dict[str, Any]


def posted(server: Server, address: str, lang: str = "en", **body: Any) -> Json:
    status, answer = server.post(f"/api/{address}", body, Accept_Language=lang)
    assert status == 200, answer
    found: Json = answer
    return found


def night(seed: int = 3) -> Match:
    match, luck = Match("moths", 2, seed, names=("Ana", "Ben")), Chance(seed)
    while match.state.turn is not None:
        match.play(match.state.legal()[luck.pick(len(match.state.legal()))])
    return match


def test_a_game_is_measured_part_by_part_and_once(server: Server) -> None:
    match = night()
    written = match.record.dump().decode()
    first = posted(server, "replay/review", record=written, part=0)
    parts = [posted(server, "replay/review", record=written, part=part) for part in range(first["parts"])]
    decisions = [each for part in parts for each in part["decisions"]]
    assert parts[0] == first
    assert [each["at"] for each in decisions] == sorted(each["at"] for each in decisions)
    assert all(sum(thought["played"] for thought in each["thoughts"]) == 1 for each in decisions)
    assert [part["draws"] != [] for part in parts] == [False] * (len(parts) - 1) + [True]
    german = posted(server, "replay/review", "de", record=written, part=0)
    assert [each["lost"] for each in german["decisions"]] == [each["lost"] for each in first["decisions"]]
    assert german != first
    explained = posted(server, "replay/explain", record=written, at=decisions[0]["at"])
    assert explained["thoughts"][0]["outlook"] == decisions[0]["thoughts"][0]["outlook"], "one measure for all"


def test_what_cannot_be_measured_is_refused(server: Server) -> None:
    written = night().record.dump().decode()
    begun = Match("moths", 2, 1).record.dump().decode()
    for path, body, code in (
        ("replay/review", {"record": written, "part": 99}, "malformed"),
        ("replay/review", {"record": begun, "part": 0}, "running"),
        ("replay/review", {"record": "nonsense", "part": 0}, "bad_record"),
        ("drills/show", {"game": "luminos", "drill": "none"}, None),
        ("drills/show", {"game": "nowhere", "drill": "none"}, None),
        ("drills/show", {"record": begun, "at": 99}, None),
        ("drills/answer", {"record": begun, "at": 0, "path": ["nothing"]}, None),
    ):
        status, answer = server.post(f"/api/{path}", body)
        assert 400 <= status < 500, (path, answer)
        assert answer["text"]
        assert code is None or answer["code"] == code
    assert server.request("GET", "/api/drills?day=soon")[0] == 400


def test_every_game_brings_drills_and_everybody_has_the_same_one_today(server: Server) -> None:
    answer = server.get("/api/drills?day=2026-11-18")
    sets = {each["game"]: each["drills"] for each in answer["games"]}
    assert all(sets[name] for name in lumarium.games() if name != "moths")
    game, drill = daily(date(2026, 11, 18))
    assert answer["daily"] == {"day": "2026-11-18", "game": game, "id": drill.id}


def test_a_drill_is_shown_answered_and_explained(server: Server) -> None:
    drill = shipped("nomads")[0]
    shown = posted(server, "drills/show", "de", game="nomads", drill=drill.id)
    assert shown["scene"]["actions"]
    assert drill.moves  # and the answer is nowhere in what is shown
    given_up = posted(server, "drills/answer", "de", game="nomads", drill=drill.id, path=None)
    assert (given_up["right"], given_up["given"]) == (False, None)
    best = given_up["best"][0]
    assert best["action"] == next(iter(drill.outlooks))
    assert best["reason"]
    right = posted(server, "drills/answer", game="nomads", drill=drill.id, path=best["path"])
    assert (right["right"], right["lost"]) == (True, 0.0)
    other = given_up["best"][1]
    wrong = posted(server, "drills/answer", game="nomads", drill=drill.id, path=other["path"])
    assert not wrong["right"]
    assert wrong["lost"] > 0


def test_a_position_of_ones_own_game_is_a_drill(server: Server) -> None:
    match = night()
    written = match.record.dump().decode()
    shown = posted(server, "drills/show", record=written, at=0)
    assert (shown["game"], shown["seat"], shown["names"][0]) == ("moths", 0, "Ana")
    answer = posted(server, "drills/answer", record=written, at=0, path=None)
    assert answer["best"]
