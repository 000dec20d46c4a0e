"""Clocks at a table, to the millisecond: what counts is what was stored."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from contextlib import suppress
from pathlib import Path

import pytest

from lumarium import Chance, Record
from lumarium.server import lobby, moving, pausing, play, protocol, timing, undo
from lumarium.server.clock import Agreed, Live, PerDecision
from lumarium.server.describing import described
from lumarium.server.errors import Refused
from lumarium.server.house import House
from lumarium.server.protocol import NewSeat
from lumarium.server.restore import restore
from lumarium.server.store.sqlite import SqliteStore
from tests.server.clocks import Hands, decide, kinds, opened, person, rest, started, stored, told

LIMIT = 20


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever stands in does not think for long."""
    monkeypatch.setattr(timing, "STAND_INS", ("random",))


CLOCKS = (PerDecision(LIMIT), Live(LIMIT, extra=2))


@pytest.mark.parametrize("agreed", CLOCKS)
@pytest.mark.parametrize(("off", "answer", "entries"), [(-0.05, "ok", ["move"]), (0.05, "late", ["out"])])
def test_fifty_milliseconds_before_the_end_counts_and_after_it_does_not(
    tmp_path: Path, agreed: Agreed, off: float, answer: str, entries: list[str]
) -> None:
    async def story(house: House, hands: Hands) -> None:
        table, viewer = await started(house, agreed)
        await hands.turn(LIMIT + off, house)
        assert await decide(table, viewer) == answer
        await rest(table)
        found = await stored(house, table)
        assert kinds(found)[:1] == entries
        assert (found.seats[0].level is None) == (answer == "ok")

    told(tmp_path, story)


def test_a_decision_that_came_in_time_counts_however_long_it_took_to_store(tmp_path: Path) -> None:
    async def story(house: House, hands: Hands) -> None:
        table, viewer = await started(house, PerDecision(LIMIT))
        await hands.turn(LIMIT - 0.01, house)
        async with table.still():
            waiting = asyncio.create_task(decide(table, viewer, "key"))
            await asyncio.sleep(0)
            await hands.turn(5.0, house)
            ringing = asyncio.create_task(house.alarms._look(table))
            await asyncio.sleep(0)
        await ringing
        assert await waiting == "ok"
        found = await stored(house, table)
        assert kinds(found) == ["move"]
        assert found.head.clock is not None
        assert found.head.clock.left == (LIMIT, LIMIT)

    told(tmp_path, story)


def test_who_ran_out_is_replaced_by_a_bot_and_can_come_back_after_its_decision(tmp_path: Path) -> None:
    async def story(house: House, hands: Hands) -> None:
        table, viewer = await started(house, Live(LIMIT, extra=1))
        await hands.turn(LIMIT + 1, house)
        back = protocol.TakeBack(seat=0, id=2)
        with pytest.raises(Refused, match="the bot makes this decision"):
            await play.take_back(table, viewer, back)
        assert table.head.clock is not None
        assert table.head.clock.running is None
        assert table.match is not None
        await rest(table)
        assert table.match.state.turn == 1
        await play.take_back(table, viewer, back)
        found = await stored(house, table)
        assert kinds(found) == ["out"] + ["move"] * (len(found.entries) - 2)
        assert found.seats[0].level is None
        assert found.head.clock is not None
        assert found.head.clock.left[0] == 30.0
        assert found.head.clock.running == 1

    told(tmp_path, story)


def test_out_for_good_is_for_good(tmp_path: Path) -> None:
    async def story(house: House, hands: Hands) -> None:
        table, viewer = await started(house, PerDecision(LIMIT, zero="out"))
        await hands.turn(LIMIT, house)
        assert [await decide(table, viewer) for _ in range(2)] == ["late"] * 2
        await rest(table)
        with pytest.raises(Refused, match="plays to the end"):
            await play.take_back(table, viewer, protocol.TakeBack(seat=0, id=2))
        with pytest.raises(Refused, match="plays to the end"):
            await pausing.pause(table, viewer, protocol.Pause(pause=True, seat=0, id=3))
        assert (await stored(house, table)).seats[0].out
        await lobby.close(table, viewer, protocol.Close(id=4))
        again = await house.find(await house.rematch(table, ""))
        assert again.head.clock is None
        assert again.head.settings.clock == PerDecision(LIMIT, zero="out")
        assert not any(seat.out for seat in again.seats)

    told(tmp_path, story)


def test_a_table_that_nobody_is_at_is_woken_and_bots_play_to_the_end(tmp_path: Path) -> None:
    async def story(house: House, hands: Hands) -> None:
        table, viewer = await started(
            house, PerDecision(LIMIT, zero="out"), NewSeat("me"), NewSeat("bot", level="random")
        )
        table.part(viewer)
        house.forget(table.head.id)
        await hands.turn(LIMIT + 1, house)
        assert house.tables == 0
        house.alarms.wake(await house.store.due(house.time.now(), 10))
        while house.tables == 0 or (table := await house.find(table.head.id)).head.phase != "over":
            await asyncio.sleep(0.01)
        found = await stored(house, table)
        assert found.head.phase == "over"
        assert kinds(found).count("out") == 1
        assert await house.store.due(10**9, 10) == []
        record = Record.parse(await house.record(table))
        assert record.replay().over
        assert record.header.lumarium == 2
        plain = Record.parse(await house.record(table, plain=True))
        assert (plain.header.lumarium, plain.moves) == (1, record.moves)
        assert plain.replay().over

    told(tmp_path, story)


def test_it_stands_still_while_no_server_is_there(tmp_path: Path) -> None:
    async def run() -> None:
        hands = Hands()
        house = opened(tmp_path, hands)
        await house.time.tick()
        table, _ = await started(house, PerDecision(LIMIT))
        await hands.turn(12.5, house)
        await house.close()
        hands.at += 10**6
        house = opened(tmp_path, hands)
        await house.time.tick()
        table = await house.find(table.head.id)
        assert table.head.clock is not None
        assert table.head.clock.left_of(0, house.time.now()) == pytest.approx(LIMIT - 12.5)
        assert await house.store.due(house.time.now(), 10) == []
        await hands.turn(7.4, house)
        await house.alarms._look(table)
        assert kinds(await stored(house, table)) == []
        await hands.turn(0.2, house)
        await house.alarms._look(table)
        await rest(table)
        assert kinds(await stored(house, table))[0] == "out"
        await house.close()

    asyncio.run(run())


def test_what_cannot_be_stored_does_not_pass(tmp_path: Path) -> None:
    """Without a sign of the store time goes on for a little, and then stands still."""

    async def story(house: House, hands: Hands) -> None:
        before = house.time.now()
        hands.at += 10**6
        assert house.time.now() - before < 20.0
        await house.time.tick()
        assert house.time.now() - before < 20.0

    told(tmp_path, story)


def test_a_machine_whose_date_jumps_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(house: House, hands: Hands) -> None:
        table, viewer = await started(house, PerDecision(LIMIT))
        real = time.time
        for jump in (86400.0, -86400.0, 10**8):
            monkeypatch.setattr(time, "time", lambda jump=jump: real() + jump)
            await house.time.tick()
            await house.alarms._look(table)
            await hands.turn(5.0, house)
        assert kinds(await stored(house, table)) == []
        assert await decide(table, viewer) == "ok"
        monkeypatch.undo()
        found = await stored(house, table)
        assert found.head.clock is not None
        assert found.head.clock.at == house.time.now()

    told(tmp_path, story)


def test_nobody_gains_time_by_taking_back_and_whoever_has_none_cannot(tmp_path: Path) -> None:
    async def story(house: House, hands: Hands) -> None:
        table, viewer = await started(house, PerDecision(LIMIT))
        await hands.turn(15.0, house)
        assert await decide(table, viewer) == "ok"
        match = table.match
        assert match is not None
        if not match.can_undo(0):
            pytest.skip("the first decision showed something")
        back = protocol.Undo(v=match.version, seat=0, id=5)
        await undo.undo(table, viewer, back)
        found = await stored(house, table)
        assert kinds(found) == ["move", "undo"]
        assert found.head.clock is not None
        assert found.head.clock.left[0] == pytest.approx(5.0)
        assert await decide(table, viewer) == "ok"
        await hands.turn(6.0, house)
        with pytest.raises(Refused, match="leave you no time"):
            await undo.undo(table, viewer, protocol.Undo(v=match.version, seat=0, id=6))

    told(tmp_path, story)


def test_all_agree_to_pause_and_to_go_on(tmp_path: Path) -> None:
    async def story(house: House, hands: Hands) -> None:
        table, viewer = await started(house, Live(LIMIT))
        one, two = (person(table, viewer, seat) for seat in range(2))
        stop, on = protocol.Pause(pause=True, id=1), protocol.Pause(pause=False, id=2)
        await hands.turn(5.0, house)
        assert (await pausing.pause(table, one, stop)).asked == [1]
        assert (await pausing.pause(table, one, stop)).asked == [1], "asking twice is asking once"
        with pytest.raises(Refused, match="does not allow"):
            await pausing.agree(table, one, protocol.Agree(pause=True, agree=True, id=3))
        await pausing.agree(table, two, protocol.Agree(pause=True, agree=False, id=4))
        with pytest.raises(Refused, match="would rather not"):
            await pausing.pause(table, one, stop)
        with pytest.raises(Refused, match="Nobody asks"):
            await pausing.agree(table, two, protocol.Agree(pause=True, agree=True, id=5))
        assert (await pausing.pause(table, two, stop)).asked == [0]
        assert (await pausing.pause(table, one, stop)).asked is None, "whoever wants the same has agreed"
        await hands.turn(100.0, house)
        assert await decide(table, viewer) == "paused"
        await house.alarms._look(table)
        found = await stored(house, table)
        assert (kinds(found), found.head.due) == ([], None)
        assert found.head.clock is not None
        assert list(found.head.clock.left) == [LIMIT - 5.0, LIMIT]
        assert (await pausing.pause(table, one, on)).asked == [1]
        await pausing.agree(table, two, protocol.Agree(pause=False, agree=True, id=6))
        await hands.turn(LIMIT - 5.1, house)
        assert await decide(table, viewer) == "ok"

    told(tmp_path, story)


def test_whoever_goes_is_not_waited_for(tmp_path: Path) -> None:
    async def story(house: House, _: Hands) -> None:
        table, viewer = await started(house, Live(LIMIT))
        one, two = (person(table, viewer, seat) for seat in range(2))
        assert (await pausing.pause(table, one, protocol.Pause(pause=True, id=1))).asked == [1]
        await lobby.leave(table, two, protocol.Leave(id=2, seat=1))
        assert table.head.clock is not None
        assert table.head.clock.paused

    told(tmp_path, story)


def test_without_a_clock_everything_is_as_it_was(tmp_path: Path) -> None:
    async def story(house: House, hands: Hands) -> None:
        table, viewer = await started(house, None)
        await hands.turn(100.0, house)
        assert await decide(table, viewer) == "ok"
        with pytest.raises(Refused, match="Only a table with a clock"):
            await pausing.pause(table, viewer, protocol.Pause(pause=True, seat=0, id=1))
        found = await stored(house, table)
        assert (found.head.clock, found.head.due, described(table, "en").clock) == (None, None, None)
        with pytest.raises(Refused, match="has begun"):
            await lobby.change_settings(table, viewer, protocol.ChangeSettings(clock=Live(5), id=2))

    told(tmp_path, story)


def test_what_was_answered_in_time_is_never_lost(tmp_path: Path, long: bool) -> None:
    """Decisions, alarms and looks of others around zero, in any order; what was acknowledged is what is stored."""

    async def story(house: House, hands: Hands) -> None:
        choice = random.Random(4)
        for number in range(400 if long else 8):
            table, viewer = await started(house, choice.choice(CLOCKS))
            acknowledged: dict[str, int] = {}
            for turn in range(4):
                await hands.turn(choice.choice((1.0, LIMIT - 0.01, LIMIT, LIMIT + 0.01)), house)
                key = f"{number}-{turn}"
                works = [decide(table, viewer, key), house.alarms._look(table), house.alarms._look(table)]
                choice.shuffle(works)
                answers = await asyncio.gather(*works)
                await rest(table)
                if "ok" in answers:
                    assert table.match is not None
                    who = table.match.history[-1].seat
                    acknowledged[key] = table.keys[who, key]
                    assert await decide(table, viewer, key, 0, who) == "ok", "the same again is answered the same"
                for seat in range(2):
                    with suppress(Refused):
                        await play.take_back(table, viewer, protocol.TakeBack(seat=seat, id=7))
            found = await stored(house, table)
            assert {entry.key: entry.version for entry in found.entries if entry.key} == acknowledged
            pairs = itertools.pairwise(found.entries)
            assert all(one.seat != two.seat or not one.out or not two.out for one, two in pairs), "once per decision"
            match, _ = await restore(found.head, found.entries)
            assert match.version == len(found.entries) - 1
            house.forget(table.head.id)

    told(tmp_path, story)


def test_moving_house_takes_nobodys_time(tmp_path: Path) -> None:
    async def story(house: House, hands: Hands) -> None:
        table, _ = await started(house, Live(LIMIT))
        await hands.turn(7.0, house)
        elsewhere = Hands()
        other = opened(tmp_path, elsewhere, SqliteStore(tmp_path / "other" / "tables.sqlite"))
        await other.time.tick()
        await started(other, Live(LIMIT))
        await elsewhere.turn(100.0, other)
        for copied in (1, 0):
            moved = await moving.move(house.store, other.store)
            assert (moved.copied, moved.damaged) == (copied, [])
        there = await other.find(table.head.id)
        assert there.head.clock is not None
        assert there.head.clock.left_of(0, other.time.now()) == pytest.approx(LIMIT - 7.0)
        await other.close()

    told(tmp_path, story)


def test_a_clock_tells_nothing_that_is_hidden(tmp_path: Path) -> None:
    """Whatever the cards are that a seat cannot see, the clock is the same, for everybody."""

    async def story(house: House, hands: Hands) -> None:
        table, viewer = await started(house, Live(LIMIT), *_lumen(), game="lumen")
        match = table.match
        assert match is not None
        for _ in range(6):
            await rest(table)
            await hands.turn(1.0, house)
            shown, truth = described(table, "en"), match.state
            for seed in range(4):
                match.state = match.game.imagine(truth.view(0), Chance(seed))
                assert described(table, "en") == shown
            match.state = truth
            assert await decide(table, viewer) == "ok"
        await rest(table)
        clock = described(table, "en").clock
        assert clock is not None
        assert clock.left[1:] == [None, None], "how long a bot thinks is not shown"

    told(tmp_path, story)


def _lumen() -> tuple[NewSeat, ...]:
    return (NewSeat("me"), NewSeat("bot", level="random"), NewSeat("bot", level="random"))
