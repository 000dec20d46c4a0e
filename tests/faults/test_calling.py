"""kill -9 between a move and its notice: none is missing, and few come twice."""

from __future__ import annotations

import os
import random
import sqlite3
import time
from pathlib import Path

import pytest

from tests.house import DATABASE
from tests.postgres import database_of, shared
from tests.server.harness import Server
from tests.server.persons import Device, kinds
from tests.server.receivers import Receiver
from tests.server.test_notices import INSIDE, turn, two

KILLS, KILLS_LONG = 4, 100
LONGEST = 0.6
"""Seconds between the move and the kill, at most: before, while and after somebody is told."""


@pytest.mark.skipif(os.name != "posix", reason="there is no kill -9 elsewhere")
def test_no_notice_is_missing_after_a_kill(tmp_path: Path, long: bool) -> None:
    kills, moment = (KILLS_LONG if long else KILLS), random.Random(28)
    server = Server(tmp_path / "data", "--notice-seconds", "0.2", "--tables-per-address", "0", *INSIDE)
    with Receiver() as receiver, server:
        ana, ben = Device(server), Device(server)
        people = {}
        for device in (ana, ben):
            device.me()
            people[device] = device.hook(receiver)
        for _ in range(kills):
            table, _ = two(ana, ben)
            _wait(receiver, people[ana], table)
            turn(ana, table)
            time.sleep(moment.random() * LONGEST)
            server.kill()
            # What it held when it died is free after a minute. It passes while nobody is there: what somebody holds who
            # lives must not be given to another.
            _age(server)
            server.start()
            _wait(receiver, people[ben], table)
        time.sleep(1.0)
        twice = sum(_turns(receiver, people[ben], at) - 1 for at in _tables(receiver, people[ben]))
        told = kinds(receiver.at(people[ben])).count("turn")
    print(f"{kills} kills, {told} notices, {twice} of them twice")
    assert len(_tables(receiver, people[ben])) == kills
    assert twice <= max(1, kills // 10)
    server.check_log()


def _wait(receiver: Receiver, path: str, table: str) -> None:
    receiver.wait(lambda: _turns(receiver, path, table))


def _turns(receiver: Receiver, path: str, table: str) -> int:
    told = [each for taken in receiver.at(path) for each in taken.json["told"]]
    return sum(each["kind"] == "turn" and each["table"] == table for each in told)


def _tables(receiver: Receiver, path: str) -> set[str]:
    told = [each for taken in receiver.at(path) for each in taken.json["told"]]
    return {each["table"] for each in told if each["kind"] == "turn"}


def _age(server: Server) -> None:
    """A minute passes for whatever somebody holds."""
    changes = ("UPDATE people SET lease = 0", "UPDATE posts SET due = due - 60 WHERE tries > 0")
    if os.environ[DATABASE] == "postgres":
        for change in changes:
            shared().execute(change, database_of(server.data))
        return
    connection = sqlite3.connect(server.data / "tables.sqlite", isolation_level=None, timeout=30)
    for change in changes:
        connection.execute(change)
    connection.close()
