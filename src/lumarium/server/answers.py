"""Every answer over HTTP that is JSON, as docs/protocol.md describes them; for records see the workers."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from lumarium.kernel.form import Form
from lumarium.kernel.scene import Scene


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """The server answers."""

    ok: bool
    version: str
    tables: int
    connections: int
    uptime: int


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """The server can store."""

    ok: bool


class GameFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What a client shows of a game before there is a table."""

    name: str
    title: str
    summary: str
    players: tuple[int, ...]
    minutes: int
    age: int
    complexity: int
    rules_version: int
    private: bool
    guide: bool
    aid: bool
    insight: bool
    levels: tuple[str, ...]
    actions: int
    sheet: str
    presets: dict[str, dict[str, Any]]
    options: dict[str, Any]
    """A JSON Schema of its own."""
    form: Form


class ServerFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What a client shows around the tables."""

    version: str
    protocol: int
    compiled: bool
    addresses: tuple[str, ...]
    phrases: dict[str, str]
    games: tuple[GameFacts, ...]


class MadeSeat(msgspec.Struct, frozen=True):
    """A seat of the caller's own, or one to invite somebody to."""

    seat: int
    kind: Literal["me", "open"]
    token: str


class MadeTokens(msgspec.Struct, frozen=True, kw_only=True):
    """All that give rights at a new table."""

    host: str
    watch: str
    join: str
    seats: tuple[MadeSeat, ...]


class Made(msgspec.Struct, frozen=True):
    """A new table; its tokens are told this once."""

    table: str
    tokens: MadeTokens


class ListedSeat(msgspec.Struct, frozen=True):
    """A seat as the lobby shows it."""

    seat: int
    kind: str
    name: str
    level: str | None


class ListedResult(msgspec.Struct, frozen=True):
    """How it ended, as the lobby shows it."""

    scores: tuple[int, ...]
    ranking: tuple[int, ...]


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the lobby shows it."""

    id: str
    game: str
    phase: str
    listed: bool
    created: int
    touched: int
    seats: tuple[ListedSeat, ...]
    open: int
    result: ListedResult | None
    turn: int | None
    your_turn: bool
    """Not while the table pauses."""
    paused: bool
    since: int | None
    """When somebody decided last."""
    own: tuple[int, ...]
    """The seats of whoever asks."""


class Lobby(msgspec.Struct, frozen=True):
    """Tables, the latest first."""

    tables: tuple[Listed, ...]


class Knocked(msgspec.Struct, frozen=True):
    """A token to ask with what became of it."""

    knock: str


class KnockAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a knock."""

    state: Literal["waiting", "gone", "refused", "welcome"]
    host: bool | None = None
    """Is the host here?"""
    token: str | None = None


class OwnDevice(msgspec.Struct, frozen=True):
    """A device of a person."""

    id: str
    name: str
    made: int
    seen: int


class OwnChannel(msgspec.Struct, frozen=True):
    """One way to reach a person."""

    id: str
    kind: str
    address: str
    """"" for a browser."""
    device: str
    """Of a browser, whose it is."""
    confirmed: bool


class OwnPasskey(msgspec.Struct, frozen=True, omit_defaults=True):
    """A passkey of a person; what they take along are names alone."""

    name: str
    id: str = ""
    made: int = 0
    seen: int = 0


class MySettings(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody wants to be told."""

    lang: str
    zone: str
    quiet: tuple[int, int] | None
    kinds: tuple[str, ...]
    choice: bool
    digest: bool


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """All that is kept about whoever asks, besides their seats."""

    known: bool
    here: str
    """Of the devices, the one that asks."""
    devices: tuple[OwnDevice, ...]
    channels: tuple[OwnChannel, ...]
    passkeys: tuple[OwnPasskey, ...]
    passkeys_at: str
    """The address at which people are recognised by passkeys; "" if they are not."""
    settings: MySettings
    push: str
    """The key with which this house signs push messages; "" if it sends none."""
    mail: bool
    """Does it send e-mail?"""
    styles: tuple[str, ...]


class JoinLink(msgspec.Struct, frozen=True):
    """A token for one more device, and for how many seconds it counts."""

    token: str
    seconds: int


class GuideStep(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A position of a first-game guide, with something to read or a move to make."""

    name: str
    title: str
    text: str
    do: str
    instead: str
    leap: bool
    scene: Scene
    wanted: Any = msgspec.UNSET


class GuideTold(msgspec.Struct, frozen=True, kw_only=True):
    """A whole first-game guide."""

    game: str
    title: str
    seat: int
    players: tuple[str, ...]
    steps: tuple[GuideStep, ...]


class DrillNamed(msgspec.Struct, frozen=True):
    """A drill of a game's own set, and what its kind is called."""

    id: str
    kind: str
    title: str


class DrillSet(msgspec.Struct, frozen=True):
    """The drills that come with a game."""

    game: str
    title: str
    drills: list[DrillNamed]


class Daily(msgspec.Struct, frozen=True):
    """The drill of a day."""

    day: str
    game: str
    id: str


class Drills(msgspec.Struct, frozen=True):
    """All sets, and the drill of the day."""

    games: list[DrillSet]
    daily: Daily


class MadeStudy(msgspec.Struct, frozen=True):
    """A study that was made: whoever has `edit` may change it, whoever has `watch` may look on."""

    study: str
    edit: str
    watch: str
