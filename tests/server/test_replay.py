"""Looking back over HTTP: positions, pictures and the bot's opinion from a record, and from nothing else."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lumarium import Match, Record
from lumarium.kernel.record import Header, Move, Undo
from lumarium.server import replay_worker
from lumarium.server.errors import Refused
from lumarium.server.replays import CROWD, MOST_EACH, MOST_WAITING, Replays
from tests.server.harness import Server, play_on
from tests.server.streams import in_words

GOLDEN = Path(__file__).parents[1] / "golden"
Json = dict[str, Any]


def text(name: str) -> str:
    return (GOLDEN / f"{name}.jsonl").read_text()


def asked(server: Server, path: str, lang: str = "en", **body: Any) -> Json:
    status, answer = server.post(f"/api/replay{path}", body, Accept_Language=lang)
    assert status == 200, answer
    found: Json = answer
    return found


def refused(server: Server, path: str, **body: Any) -> tuple[int, str]:
    status, answer = server.post(f"/api/replay{path}", body)
    assert answer["text"]
    return status, answer["code"]


def plain(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


def with_undo() -> Record:
    """A game of Luminos whose first move that can be taken back was, once."""
    match = Match("luminos", 2, 3, names=("Ana", "Ben"))
    undone = False
    while not match.over:
        match.play(match.state.legal()[0])
        if not undone and match.can_undo():
            match.undo()
            undone = True
    assert undone
    return match.record


@pytest.mark.parametrize("name", ["luminos-3-B-picked", "lumen-4", "nomads-red", "lumicora-B-light"])
def test_a_whole_game_at_a_glance(server: Server, name: str) -> None:
    record = Record.parse(text(name).encode())
    told = asked(server, "", record=text(name))
    assert told["scores"] == [match.state.scores for match in record.walk()]
    end = record.replay().state
    assert (told["result"]["scores"], told["result"]["ranking"]) == (end.scores, end.ranking)
    assert [(entry["seat"], entry["move"], entry.get("undo", False)) for entry in told["entries"]] == [
        (entry.seat, entry.move if isinstance(entry, Move) else getattr(entry, "undo", ""), not isinstance(entry, Move))
        for entry in record.entries
    ]
    german = asked(server, "", "de", record=text(name))
    assert german["result"]["ending"] != told["result"]["ending"]
    assert german["entries"][0]["text"] != told["entries"][0]["text"]


@pytest.mark.parametrize("name", ["luminos-2", "lumen-3", "nomads-moon", "lumicora-A-dark"])
def test_positions_are_what_each_seat_saw(server: Server, name: str) -> None:
    record = Record.parse(text(name).encode())
    for seat in (0, record.header.players - 1):
        positions = asked(server, "/scenes", "de", record=text(name), seat=seat, first=40, end=44)["positions"]
        assert len(positions) == 4
        for at, position in enumerate(positions, 40):
            match = record.replay(at)
            drawn = plain(match.game.scene(match.view(seat), "de", match.names))
            seen = position["scene"]
            assert {**seen, "events": [], "log": [], "v": 0} == drawn
            assert seen["v"] == at
            assert in_words(seen["log"]) == match.log(seat, "de")[-40:]
            told = [event.for_seat(seat) for event in match.history[-1].events]
            assert in_words(event["text"] for event in seen["events"]) == [
                event.describe("de", match.names) for event in told if event is not None
            ]
            assert [[tuple(row) for row in rows] for rows in position["points"]] == [
                match.state.score_sheet(owner, "de") for owner in range(match.state.players)
            ]


def test_with_everything_open_every_card_is_seen_and_by_seats_none_of_ones_own(server: Server) -> None:
    record = Record.parse(text("lumen-3").encode())
    views = {seat: record.replay(20).view(seat) for seat in range(3)}
    hands = [views[(seat + 1) % 3].hands[seat] for seat in range(3)]  # type: ignore[attr-defined]
    assert all(hands)

    def values(seat: int | None, owner: int) -> list[str]:
        (position,) = asked(server, "/scenes", record=text("lumen-3"), seat=seat, first=20, end=21)["positions"]
        pieces = position["scene"]["pieces"]
        held = [piece for piece in pieces if piece["id"].startswith(f"d1h{owner}-") and "zone" in piece]
        return [piece["text"] for piece in held if piece.get("text") and piece["zone"].startswith("hand")]

    for owner in range(3):
        wanted = sorted(str(card.value) for card in hands[owner])
        assert sorted(values(None, owner)) == wanted
        assert sorted(values((owner + 1) % 3, owner)) == wanted
        assert values(owner, owner) == []


def test_what_was_taken_back_is_a_position_too(server: Server) -> None:
    record = with_undo()
    at = next(number for number, entry in enumerate(record.entries, 1) if isinstance(entry, Undo))
    written = record.dump().decode()
    told = asked(server, "", record=written)
    assert [entry.get("undo", False) for entry in told["entries"]].index(True) == at - 1
    before, after = asked(server, "/scenes", record=written, first=at - 1, end=at + 1)["positions"]
    assert after["scene"]["events"][0]["kind"] == "undo"
    assert after["scene"]["events"][0]["text"].startswith("Ana takes back")
    assert len(after["scene"]["pieces"]) != 0
    assert after["scene"]["log"] != before["scene"]["log"]
    answer = asked(server, "/explain", record=written, at=at - 1)
    assert answer["played"] is None
    assert not any(thought["played"] for thought in answer["thoughts"])


def test_a_picture_is_the_librarys(server: Server) -> None:
    record = Record.parse(text("nomads-red").encode())
    body = {"record": text("nomads-red"), "at": 30, "seat": 2, "layout": "tall", "theme": "light"}
    status, headers, drawn = server.request(
        "POST", "/api/replay/svg", json.dumps(body).encode(), Content_Type="application/json", Accept_Language="de"
    )
    match = record.replay(30)
    assert (status, headers["content-type"].partition(";")[0]) == (200, "image/svg+xml")
    assert drawn.decode() == match.game.scene(match.view(2), "de", match.names).svg("tall", "light")


@pytest.mark.parametrize("name", ["luminos-2", "lumen-3", "nomads-moon", "lumicora-A-dark"])
def test_the_bot_says_what_it_would_have_done(server: Server, name: str) -> None:
    record = Record.parse(text(name).encode())
    at = next(at for at, match in enumerate(record.walk()) if at > 30 and len(match.state.legal()) > 4)
    answer = asked(server, "/explain", "de", record=text(name), at=at)
    match, entry = record.replay(at), record.entries[at]
    assert isinstance(entry, Move)
    assert (answer["at"], answer["seat"], answer["played"]) == (at, entry.seat, entry.move)
    thoughts = answer["thoughts"]
    assert len(thoughts) in (3, 4)
    assert [thought["action"] for thought in thoughts if thought["played"]] == [entry.move]
    outlooks = [thought["outlook"] for thought in thoughts]
    assert outlooks == sorted(outlooks, reverse=True)
    assert all(0 <= outlook <= 1 for outlook in outlooks)
    legal = {action.notation: action for action in match.state.legal_actions()}
    for thought in thoughts:
        action = legal[thought["action"]]
        assert thought["path"] == list(action.touch(match.view(entry.seat)))
        assert thought["text"].lower() == action.message().render("de").lower()
        assert thought["reason"]


def test_the_bot_looks_back_at_finished_games_only(server: Server) -> None:
    match = Match("luminos", 2, 1)
    match.play(match.state.legal()[0])
    unfinished = match.record.dump().decode()
    assert asked(server, "", record=unfinished)["result"] is None
    assert len(asked(server, "/scenes", record=unfinished, first=0, end=9)["positions"]) == 2
    assert refused(server, "/explain", record=unfinished, at=0) == (409, "running")
    last = len(Record.parse(text("luminos-2").encode()).entries)
    assert refused(server, "/explain", record=text("luminos-2"), at=last) == (409, "over")


def test_nothing_of_a_running_table_can_be_looked_at(server: Server) -> None:
    made = server.table("lumen", ("me", "random", "random"))
    rights = {"Authorization": f"Bearer {made.seats[0]}"}
    address = f"/api/tables/{made.id}/record"

    async def play() -> None:
        async with made.client(made.seats[0]) as ana:
            await ana.until(lambda: ana.version >= 0)
            status, _, body = await asyncio.to_thread(server.request, "GET", address, None, **rights)
            assert (status, json.loads(body)["code"]) == (409, "running")
            await play_on(ana, lambda paths: paths[0])

    asyncio.run(play())
    record = server.record(made.id, made.seats[0]).decode()
    told = asked(server, "", record=record)
    assert told["game"] == "lumen"
    assert told["names"] == list(Record.parse(record.encode()).header.names)
    assert server.request("GET", address)[0] == 403, "whoever holds no link to the table"


def changed(record: str, line: int, old: str, new: str) -> str:
    """The record with one line changed and all checksums right again."""
    parsed = Record.parse(record.encode())
    rows = [json.loads(row) for row in record.splitlines()]
    assert old in json.dumps(rows[line])
    rows[line] = json.loads(json.dumps(rows[line]).replace(old, new))
    for row in rows:
        row.pop("check")
    entries = tuple(msgspec.convert(row, Move | Undo) for row in rows[2:-1])
    return Record(msgspec.convert(rows[0], Header), parsed.start, entries, parsed.end).dump().decode()


def test_what_is_no_record_is_refused_by_name(server: Server) -> None:
    good = text("luminos-2")
    first_move = json.loads(good.splitlines()[2])["move"]
    bad: dict[str, tuple[int, str]] = {
        "": (400, "bad_record"),
        "hello": (400, "bad_record"),
        "\x00{}": (400, "bad_record"),
        "\ud800\n": (400, "malformed"),
        good[:-40]: (400, "bad_record"),
        good.replace("Ana", "Eva"): (400, "bad_record"),
        changed(good, 0, '"rules_version": 1', '"rules_version": 7'): (400, "bad_record"),
        changed(good, 0, '"luminos"', '"chess"'): (404, "unknown_game"),
        changed(good, 0, '"players": 2', '"players": 9'): (400, "bad_record"),
        changed(good, 2, first_move, "take 77"): (400, "bad_record"),
        changed(good, 2, '"seat": 0', '"seat": 1'): (400, "bad_record"),
    }
    for record, answer in bad.items():
        assert refused(server, "", record=record) == answer, record[:80]
    status, answer = server.post("/api/replay", {"record": good[:-40]}, Accept_Language="de")
    assert (status, "Zeile" in answer["text"]) == (400, True)


def test_what_is_asked_wrongly_is_refused_by_name(server: Server) -> None:
    good = text("luminos-2")
    for path, body in (
        ("", {}),
        ("", {"record": 7}),
        ("", {"record": good, "more": 1}),
        ("/scenes", {"record": good}),
        ("/scenes", {"record": good, "first": 0, "end": 17}),
        ("/scenes", {"record": good, "first": 5, "end": 5}),
        ("/scenes", {"record": good, "first": -1, "end": 5}),
        ("/scenes", {"record": good, "first": 9999, "end": 10000}),
        ("/scenes", {"record": good, "first": 0, "end": 1, "seat": 2}),
        ("/scenes", {"record": good, "first": 0, "end": 1, "seat": -1}),
        ("/svg", {"record": good, "at": 9999}),
        ("/svg", {"record": good, "at": 1, "theme": "pink"}),
        ("/explain", {"record": good, "at": -1}),
    ):
        assert refused(server, path, **body) == (400, "malformed"), body
    assert server.request("GET", "/api/replay")[0] == 405
    assert server.post("/api/replay", {"record": good}, Origin="https://elsewhere.example")[0] == 403


def test_what_is_too_large_is_refused(server: Server) -> None:
    assert refused(server, "", record="x" * (512 * 1024)) == (413, "too_big")
    assert refused(server, "", record=_repeated(4001)) == (413, "too_big")
    assert asked(server, "", record=text("luminos-2"))["game"] == "luminos", "others are still answered"


def _repeated(entries: int) -> str:
    record = Record.parse(text("luminos-2").encode())
    return Record(record.header, record.start, (record.entries[0],) * entries, record.end).dump().decode()


def test_a_record_that_takes_too_long_is_given_up() -> None:
    question = replay_worker.Tell(record=text("lumicora-A-dark"))

    async def story() -> None:
        hurried = Replays(patience=0.001, review_patience=1)
        with pytest.raises(Refused) as refused:
            await hurried.ask(question, "here")
        assert refused.value.code == "too_big"
        await hurried.close()
        patient = Replays(patience=30, review_patience=1)
        greedy = CROWD // MOST_EACH
        asking = [patient.ask(question, f"{number}") for number in range(greedy) for _ in range(MOST_EACH + 1)]
        asking += [patient.ask(question, f"other {number}") for number in range(MOST_WAITING - CROWD) for _ in range(2)]
        asking += [patient.ask(question, "late")]
        answers = await asyncio.gather(*asking, return_exceptions=True)
        answered = [isinstance(answer, bytes) for answer in answers]
        each = [True] * MOST_EACH + [False]
        assert answered == each * greedy + [True, False] * (MOST_WAITING - CROWD) + [False]
        assert {error.code for error in answers if isinstance(error, Refused)} == {"too_fast"}
        assert await patient.ask(question, "here") in answers, "whoever has waited is answered"
        await patient.close()

    asyncio.run(story())
