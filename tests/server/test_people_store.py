"""People and what they are to be told, in every database: one of many does it, and nothing gets lost on the way."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from lumarium.server.store import Call, Person, Store, VersionTaken, open_store
from lumarium.server.store.calls import Address, Item, Mail, new_post
from tests.postgres import shared
from tests.server.test_store import START, Kept, done, entry, head, seats, told

MAIL = Address(Mail("ana@example.org"), "http://house.test")
EVERYTHING = ("people", "keys", "devices", "joins", "channels", "visits", "told", "calls", "posts", "passkeys")


@pytest.fixture(params=["sqlite", "postgres"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    return f"sqlite:///{tmp_path}/tables.sqlite" if request.param == "sqlite" else shared().new_database()


async def ana(store: Store, confirmed: bool = True) -> str:
    """Somebody with a device and an address."""
    key = await store.people.register("d1", "Desk", Person(lang="de"))
    channel = await store.calls.add(key, MAIL, "CODE", "de", 5)
    assert channel is not None
    (post,) = await store.calls.take()
    assert (post.code, post.way, post.lang) == ("CODE", MAIL.way, "de")
    await store.calls.sent(post)
    if confirmed:
        assert await store.calls.confirm(key, "CODE", 1000) == channel
    return key


def test_a_device_is_nobody_until_somebody_wants_more(kept: Kept) -> None:
    async def story(store: Store) -> None:
        assert (await store.people.who("")).keys == ()
        assert (await store.people.who("d1")).keys == ("d1",)
        key = await store.people.register("d1", "Desk", Person())
        assert await store.people.register("d1", "Desk again", Person()) == key
        who = await store.people.who("d1")
        assert (who.key, who.keys, who.person) == (key, (key, "d1"), key)

    told(kept, story)


def test_a_device_joins_by_a_token_that_counts_once(kept: Kept) -> None:
    async def story(store: Store) -> None:
        key = await store.people.register("d1", "Desk", Person())
        await store.people.offer(key, "token", 900)
        assert await store.people.join("another", "d2", "Phone", False) is None
        assert await store.people.join("token", "d2", "Phone", False) == key
        assert await store.people.join("token", "d3", "Thief", False) is None
        assert (await store.people.who("d2")).keys == (key, "d1")
        assert (await store.people.who("d3")).keys == ("d3",)
        await store.people.offer(key, "late", -1)
        assert await store.people.join("late", "d3", "Thief", False) is None

    told(kept, story)


def test_games_come_along_only_if_they_are_brought(kept: Kept) -> None:
    async def story(store: Store) -> None:
        key = await store.people.register("d1", "Desk", Person())
        other = await store.people.register("d2", "Tablet", Person())
        await store.people.offer(key, "a", 900)
        await store.people.join("a", "d2", "Tablet", True)
        assert set((await store.people.who("d2")).keys) == {key, "d1", other, "d2"}
        assert await store.people.person(other) is None
        await store.people.register("d3", "Phone", Person())
        await store.people.offer(key, "b", 900)
        await store.people.join("b", "d3", "Phone", False)
        assert "d3" not in (await store.people.who("d1")).keys

    told(kept, story)


def test_a_lost_device_is_somebody_else(kept: Kept) -> None:
    async def story(store: Store) -> None:
        key = await store.people.register("d1", "Desk", Person())
        await store.people.offer(key, "a", 900)
        await store.people.join("a", "d2", "Phone", False)
        found = await store.people.person(key)
        assert found is not None
        lost = next(device for device in found[1] if device.digest == "d1")
        assert await store.people.revoke("another", lost.id) is None
        assert await store.people.revoke(key, lost.id) == "d1"
        who = await store.people.who("d1")
        assert who.person == ""
        assert not set(who.keys) & {key, "d1", "d2"}
        assert await store.people.revoked(["d1", "d2"]) == ["d1"]
        assert await store.people.register("d1", "Desk", Person()) == ""
        assert "d1" in (await store.people.who("d2")).keys, "what was begun there is still theirs"

    told(kept, story)


def test_a_call_is_stored_with_its_move_or_neither_is(kept: Kept) -> None:
    async def story(store: Store) -> None:
        await store.create(head(), seats())
        key = await ana(store)
        call = Call("turn", 0, "d1", 0, 0.0)
        await store.append(START, head(), None, [call])
        assert await store.calls.waiting() == (1, 0)
        with pytest.raises(VersionTaken):
            await store.append(START, head(), None, [Call("end", 0, "d1", 0, 0.0)])
        with pytest.raises(VersionTaken):
            await store.save(head(revision=7), seats(), [Call("end", 0, "d1", 0, 0.0)])
        assert await store.calls.waiting() == (1, 0)
        second = entry(1, START)
        twice = [Call("turn", 0, "d1", 1, 0.0), Call("turn", 1, key, 1, 0.0), Call("turn", 1, "stranger", 1, 0.0)]
        await store.append(second, head(), seats(), twice)
        assert await store.calls.waiting() == (1, 0), "one for each person, table and kind: the latest"
        (person,) = await store.calls.claim()
        mailing = await store.calls.mailing(person)
        assert mailing is not None
        assert [due.version for due in mailing.calls] == [1]

    told(kept, story)


def test_whoever_wants_to_be_told_nothing_is_not_called(kept: Kept) -> None:
    async def story(store: Store) -> None:
        await store.create(head(), seats())
        await ana(store, confirmed=False)
        await store.append(START, head(), None, [Call("turn", 0, "d1", 0, 0.0)])
        assert await store.calls.waiting() == (0, 0)

    told(kept, story)


def test_one_of_many_sees_to_a_person_and_to_a_post(kept: Kept) -> None:
    async def story(store: Store) -> None:
        await store.create(head(), seats())
        key = await ana(store)
        await store.append(START, head(), None, [Call("turn", 0, "d1", 0, 0.0)])
        others = [store] if kept.startswith("sqlite") else [open_store(kept, Path()) for _ in range(3)]
        claims = await asyncio.gather(*(each.calls.claim() for each in [*others, *others]))
        assert sorted(claims) == [*([[]] * (2 * len(others) - 1)), [key]]
        mailing = await store.calls.mailing(key)
        assert mailing is not None
        post = new_post(mailing.channels[0], [Item("turn", "t1", "luminos", "Ana")], "de")
        await store.calls.settle(key, mailing.calls, [], [post])
        assert await store.calls.waiting() == (0, 1)
        taken = await asyncio.gather(*(each.calls.take() for each in [*others, *others]))
        assert sum(map(len, taken)) == 1
        assert not await store.calls.decided("t1", 0, key)
        await store.append(entry(1, START), head())
        assert await store.calls.decided("t1", 0, key)
        for each in others:
            if each is not store:
                await each.close()

    told(kept, story)


def test_whoever_died_with_it_is_followed_by_another(kept: Kept) -> None:
    async def story(store: Store) -> None:
        await store.create(head(), seats())
        key = await ana(store)
        await store.append(START, head(), None, [Call("turn", 0, "d1", 0, 0.0)])
        assert await store.calls.claim() == [key]
        assert await store.calls.claim() == []
        done(kept, "UPDATE people SET lease = lease - 61")
        assert await store.calls.claim() == [key]
        mailing = await store.calls.mailing(key)
        assert mailing is not None
        post = new_post(mailing.channels[0], [], "de")
        await store.append(entry(1, START), head(), None, [Call("turn", 0, "d1", 1, 0.0)])
        await store.calls.settle(key, mailing.calls, [], [post])
        assert await store.calls.waiting() == (1, 1), "what came meanwhile is still to be told"
        assert len(await store.calls.take()) == 1
        assert await store.calls.take() == []
        done(kept, "UPDATE posts SET due = due - 61")
        (again,) = await store.calls.take()
        assert again.tries == 2
        assert await store.calls.retry(again, -1) >= 0
        assert len(await store.calls.take()) == 1
        await store.calls.remove(again.channel)
        assert await store.calls.waiting() == (1, 0), "nothing goes to an address that is no more"

    told(kept, story)


def test_of_a_person_who_is_deleted_nothing_is_left(kept: Kept) -> None:
    async def story(store: Store) -> None:
        await store.create(head(), seats())
        key = await ana(store)
        await store.people.offer(key, "token", 900)
        await store.people.visit(key, "t1")
        assert await store.passkeys.add(key, "credential", "public", 0, "Key", 5)
        await store.append(START, head(), None, [Call("turn", 0, "d1", 0, 0.0)])
        mailing = await store.calls.mailing(key)
        assert mailing is not None
        await store.calls.settle(key, mailing.calls, [], [new_post(mailing.channels[0], [], "de")])
        await store.people.delete(key)
        await store.wipe()
        for table in EVERYTHING:
            assert done(kept, f"SELECT * FROM {table}") == [], table
        if kept.startswith("sqlite"):
            folder = Path(kept.removeprefix("sqlite:///")).parent
            left = b"".join(file.read_bytes() for file in folder.iterdir())
            assert b"ana@example.org" not in left
            assert key.encode() not in left

    told(kept, story)


def test_people_who_are_long_gone_are_forgotten_by_the_stores_own_time(kept: Kept) -> None:
    async def story(store: Store) -> None:
        key = await ana(store)
        done(kept, "UPDATE people SET seen = 0")
        await store.people.forget_old(1000)
        assert await store.people.person(key) is not None
        done(kept, "UPDATE clock SET open = open + 1001")
        await store.people.forget_old(1000)
        assert await store.people.person(key) is None

    told(kept, story)


def test_people_move_to_another_store(kept: Kept, tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        await store.create(head(), seats())
        key = await ana(store)
        await store.people.visit(key, "t1")
        await store.passkeys.add(key, "credential", "public", 2**32 - 1, "Key", 5)
        secret = await store.people.secret("push", "one")
        everything = await store.people.everything()
        other = open_store(f"sqlite:///{tmp_path}/other.sqlite", Path())
        await other.people.take_in(everything)
        await other.people.take_in(everything)
        assert (await other.people.who("d1")).keys == (await store.people.who("d1")).keys
        assert await other.calls.channels(key) == await store.calls.channels(key)
        assert await other.people.secret("push", "two") == secret
        assert await other.passkeys.find("credential") == await store.passkeys.find("credential") is not None
        await other.close()

    told(kept, story)


def test_a_question_is_answered_once_whoever_hears_the_answer(kept: Kept) -> None:
    async def story(store: Store) -> None:
        others = [store] if kept.startswith("sqlite") else [open_store(kept, Path()) for _ in range(3)]
        await store.passkeys.ask("token", 100)
        heard = await asyncio.gather(*(each.passkeys.answered("token") for each in [*others, *others]))
        assert sum(heard) == 1
        await store.passkeys.ask("late", -1)
        assert not await store.passkeys.answered("late")
        await store.passkeys.ask("late", -1)
        await asyncio.gather(*(each.passkeys.ask(f"{number}", 100) for number, each in enumerate([*others, *others])))
        assert "late" not in [row[0] for row in done(kept, "SELECT token FROM challenges")]
        for each in others:
            if each is not store:
                await each.close()

    told(kept, story)


def test_a_passkey_has_one_owner_and_goes_on_counting(kept: Kept) -> None:
    async def story(store: Store) -> None:
        key = await store.people.register("d1", "Desk", Person())
        other = await store.people.register("d2", "Phone", Person())
        assert await store.passkeys.add(key, "a", "public", 0, "Key", 2)
        assert not await store.passkeys.add(other, "a", "theirs", 0, "Key", 2)
        assert await store.passkeys.add(key, "b", "public", 7, "Ring", 2)
        assert not await store.passkeys.add(key, "c", "public", 0, "Too much", 2)
        assert not await store.passkeys.add("nobody", "c", "public", 0, "Key", 2)
        assert {each.name for each in await store.passkeys.of(key)} == {"Key", "Ring"}
        assert [await store.passkeys.use("b", count) for count in (8, 8, 7, 0, 9)] == [True, False, False, False, True]
        assert [await store.passkeys.use("a", count) for count in (0, 0, 1, 0)] == [True, True, True, False]
        found = await store.passkeys.find("b")
        assert found is not None
        assert (found.person, found.count, found.public) == (key, 9, "public")
        assert not await store.passkeys.remove(other, found.id)
        assert await store.passkeys.remove(key, found.id)
        assert not await store.passkeys.use("b", 10)
        assert await store.passkeys.find("b") is None

    told(kept, story)


def test_whoever_has_a_passkey_stays_when_their_last_device_goes(kept: Kept) -> None:
    async def story(store: Store) -> None:
        key = await store.people.register("d1", "Desk", Person())
        old = await store.people.register("d2", "Phone", Person())
        await store.passkeys.add(old, "a", "public", 0, "Key", 2)
        await store.people.enter(key, "d2", "Phone", False)
        assert await store.people.person(old) is not None
        await store.people.enter(old, "d2", "Phone", False)
        await store.people.enter(key, "d2", "Phone", True)
        assert await store.people.person(old) is None
        assert await store.passkeys.find("a") is None
        assert old in (await store.people.who("d1")).keys

    told(kept, story)
