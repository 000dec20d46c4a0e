"""What whoever runs a server can set."""

from __future__ import annotations

import os
import re
import sys
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

FRAME_LIMIT = 8 * 1024
PROTOCOL = 2
PACES = {"instant": 0.0, "quick": 0.6, "calm": 1.5}
"""The least number of seconds that a bot's decision takes."""


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """A server's settings, with what is usual."""

    data: Path
    database: str = ""
    """Where tables are kept; "" is SQLite in the data folder."""
    workers: int = 1
    """Processes in which bots think."""
    addresses: tuple[str, ...] = ()
    """Under which other devices reach this server."""
    hosts: tuple[str, ...] = ()
    """Names in small letters under which people reach it, besides localhost and addresses in numbers; "*" is any."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may talk to it; its own always may."""

    bot_patience: float = 20.0
    """After so many seconds a bot is given up and a random legal move is played."""
    nonce_patience: float = 2.0
    away_seconds: float = 120.0
    """After so long away a seat may be handed to a bot."""
    hello_patience: float = 10.0
    send_patience: float = 20.0
    """A client that reads nothing for so long is let go."""
    idle_seconds: float = 60.0
    """A table that nobody is at leaves the memory after so long, and not before everybody counts as away; it stays on
    disk."""
    sweep_seconds: float = 20.0
    tidy_seconds: float = 600.0
    """How often tables are looked through that nobody needs any more."""
    expire_days: float = 60.0
    """Tables that nobody came to for so long are set aside, counted in days on which the server runs; 0 keeps them."""
    aside_days: float = 14.0
    """After so many more they are gone, unless somebody comes."""

    messages_per_second: float = 20.0
    messages_burst: int = 40
    requests_per_second: float = 10.0
    requests_burst: int = 60
    connections_per_address: int = 64
    tables_per_address: int = 40
    """Unfinished tables that one address may have made; 0 is without limit."""
    tables_per_day: int = 200
    """Tables that one address may make within a day, whatever becomes of them; 0 is without limit."""
    codes_per_hour: int = 6
    """Places for notices that one address may name, and twice as many at once: nobody's mailbox is filled from here."""
    passkeys: str = ""
    """The address of this house, as browsers write it, at which people may be recognised by passkeys; "" is nowhere."""
    passkeys_per_minute: int = 30
    """Steps with passkeys from one address, and twice as many at once; to be recognised takes two."""
    body_limit: int = 32 * 1024
    record_limit: int = 512 * 1024
    """The same for a record to look back at; the longest of a table has a fourth of it."""
    study_limit: int = 2 * 1024 * 1024
    """The same for a study: one of ten thousand positions has half of it."""
    notice_seconds: float = 60.0
    """So long people may come by themselves before they are told that it is their turn."""
    notice_poll: float = 2.0
    """Seconds between two looks at what is to be told."""
    notice_retry: float = 10.0
    """Seconds until something that did not arrive is tried again, and then twice as long each time."""
    mail: str = ""
    """smtp://USER@HOST:PORT or smtps://...; "" sends no e-mail."""
    mail_password: str = ""
    mail_from: str = ""
    inside: tuple[str, ...] = ()
    """Networks of the host's own to which notices may be sent all the same."""
    metrics: int | None = None
    """The file descriptor of the socket at which Prometheus may ask."""
    review_patience: float = 60.0
    """Seconds after which a part of a review is given up."""
    replay_patience: float = 10.0
    """Seconds after which a record is given up."""


# What is written in another way than it is compared would never count, and nobody would be told.


def proxies_of(text: str) -> str:
    """Addresses and networks in numbers, or `*`, joined by commas."""
    for proxy in filter(None, (part.strip() for part in text.split(","))):
        try:
            if proxy != "*":
                ip_network(proxy)
        except ValueError as error:
            raise LumariumError(Message("server", "run.proxy", given=proxy)) from error
    return text


def host_of(name: str) -> str:
    """A name as browsers send it: in small letters, and others than a to z as they are written in DNS."""
    try:
        if re.fullmatch(r"[^\s/:@\[\]]+", name):
            return name.lower().encode("idna").decode()
    except UnicodeError:
        pass
    raise LumariumError(Message("server", "run.allowed_host", given=name))


def origin_of(url: str) -> str:
    """A site as browsers name it."""
    if re.fullmatch(r"https?://[^\s/@?#]+", url, re.IGNORECASE):
        return url.lower()
    raise LumariumError(Message("server", "run.origin", given=url))


def passkeys_at(url: str, port: int) -> str:
    """The address of this house as browsers write it, where they keep passkeys for it: by a name, over https; or on
    this machine, at our port if none is named."""
    try:
        given = urlsplit(origin_of(url))
        name, named = host_of(given.hostname or ""), given.port
    except (LumariumError, ValueError) as error:
        raise LumariumError(Message("server", "run.passkeys", given=url)) from error
    local = name == "localhost" or name.endswith(".localhost")
    if re.fullmatch(r"[\d.]+", name) or not (local or given.scheme == "https"):
        raise LumariumError(Message("server", "run.passkeys", given=url))
    if named is None and given.scheme == "http":
        named = port
    usual = {"http": 80, "https": 443}[given.scheme]
    return f"{given.scheme}://{name}" + ("" if named in (None, usual) else f":{named}")


def data_folder() -> Path:
    """Where programs keep such things on this platform."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return (Path(base) if base else Path.home() / "AppData" / "Local") / "Lumarium"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Lumarium"
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base and Path(base).is_absolute() else Path.home() / ".local" / "share") / "lumarium"
