"""Fills a data folder with tables in the middle of play, as a server would have stored them."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import lumarium
from lumarium.kernel.luck import SECRET_BYTES
from lumarium.server.restore import begin
from lumarium.server.security import digest, new_table_id, new_token
from lumarium.server.store import Head, Seat, Settings, Store, StoredEntry, open_store
from lumarium.server.store.rows import following

MOVES = 80
"""At most so many have been played; never so many that a game is nearly over."""


class Made(NamedTuple):
    """A table's name and a token for each viewer: those of its seats, then watchers'."""

    id: str
    tokens: list[str]


async def fill(
    folder: Path, count: int, viewers: int, games: Sequence[str], moves: int = MOVES, database: str = ""
) -> list[Made]:
    """So many tables of these games in turn, each after fewer moves than so many."""
    store = open_store(database, folder)
    tables = []
    try:
        for first in range(0, count, 100):
            numbers = range(first, min(count, first + 100))
            tables += await asyncio.gather(
                *(_table(store, games[number % len(games)], number, viewers, moves) for number in numbers)
            )
    finally:
        await store.close()
    return tables


async def _table(store: Store, name: str, seed: int, viewers: int, moves: int) -> Made:
    game = lumarium.game(name)
    players = min(viewers, game.players[-1])
    watch = new_token()
    tokens = [new_token() for _ in range(players)]
    names = tuple(f"Player {number}" for number in range(players))
    head = Head(
        id=new_table_id(),
        game=name,
        rules_version=game.rules_version,
        players=players,
        options={},
        settings=Settings(),
        secret=secrets.token_bytes(SECRET_BYTES),
        host=digest(new_token()),
        watch=digest(watch),
        join=digest(new_token()),
        created=time.time(),
        phase="playing",
        nonces=tuple(secrets.token_urlsafe(12) for _ in names),
        names=names,
    )
    seats = [
        Seat(kind="person", name=each, token=digest(token), ready=True)
        for each, token in zip(names, tokens, strict=True)
    ]
    await store.create(head, seats)
    last = ""
    for entry in _played(head, random.Random(seed), moves):
        stored = following(entry, head.id, last)
        await store.append(stored, head)
        last = stored.check
    return Made(head.id, [*tokens, *[watch] * (viewers - players)])


def _played(head: Head, choice: random.Random, moves: int) -> list[StoredEntry]:
    """The entries of a game that is played at random and broken off."""
    match, _ = begin(head)
    entries = [StoredEntry(version=0, seat=None, notation="", picks=match.record.start.picks, time=time.time())]
    for _ in range(choice.randrange(moves)):
        turn, legal = match.state.turn, match.state.legal_actions()
        assert turn is not None
        match.play(choice.choice(legal))
        if match.over:
            return entries
        entry = match.last
        assert isinstance(entry, lumarium.kernel.record.Move)
        entries.append(
            StoredEntry(
                version=match.version,
                seat=turn,
                notation=entry.move,
                picks=entry.picks,
                time=time.time(),
                scores=tuple(match.state.scores),
                ranking=tuple(match.state.ranking),
                turn=match.state.turn,
            )
        )
    return entries
