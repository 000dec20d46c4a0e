"""One connection: what it may do, and what waits to be sent to it."""

from __future__ import annotations

from .errors import SLOW
from .limits import Bucket
from .protocol import Answer, packed
from .seats import Rights
from .store import Who
from .story import Sight
from .wires import TableSocket

WAITING_ANSWERS = 64
AT_ONCE = 1 << 16
"""Bytes that are sent without asking whether they are taken."""
WAITING_PHRASES = 8
PHRASES_PER_SECOND, PHRASES_BURST = 0.5, 4


class Viewer:
    """A browser or a program at a table. What it gets is bounded: the latest table and scene replace older ones."""

    def __init__(self, digests: tuple[str, ...], who: Who, rights: Rights, lang: str, auto: bool, bot: bool) -> None:
        self.digests = digests
        self.who = who
        self.rights = rights
        self.invited = frozenset(rights.invited)
        """Where it was invited when it came; somebody else may have been quicker."""
        self.lang = lang
        self.auto = auto
        self.hidden = False
        """Does nobody look at it?"""
        self.chair: int | None = None
        """From whose place it likes to watch."""
        self.bot = bot
        self.address = ""
        self.heard: float | None = None
        """When its latest message came, by the time of the house, at a table with a clock."""
        self.changes = False
        """Does it understand changes? Else it gets whole scenes."""
        self.came = 0
        """The version at which it came."""
        self.seen: int | None = None
        """The version of the last scene that was sent."""
        self.held: Sight | None = None
        """The last scene that was sent."""
        self.last_seat: int | None = None
        """Of several seats, the one whose view was shown last."""
        self.closing: int | None = None
        self.breath = Bucket(PHRASES_PER_SECOND, PHRASES_BURST)
        """What it says, it says in moderation."""
        self._answers: list[bytes] = []
        self._welcome: bytes | None = None
        self._table: bytes | None = None
        self._scene: tuple[bytes, Sight] | None = None
        self._wire: TableSocket | None = None
        self._woken = False

    def greet(self, message: Answer) -> None:
        """The very first message."""
        self._welcome = packed(message)
        self._wake()

    def answer(self, message: Answer) -> None:
        """Something that must arrive."""
        if len(self._answers) >= WAITING_ANSWERS:
            self.close(SLOW)
            return
        self._answers.append(packed(message))
        self._wake()

    @property
    def behind(self) -> bool:
        """Do many answers wait to be taken?"""
        return len(self._answers) >= WAITING_ANSWERS // 2

    def hear(self, message: Answer) -> None:
        """What somebody said; whoever lags behind misses it."""
        if len(self._answers) < WAITING_PHRASES:
            self.answer(message)

    def show_table(self, message: bytes) -> None:
        """The table as it is now."""
        self._table = message
        self._wake()

    def show_scene(self, message: bytes, sight: Sight) -> None:
        """The scene as it is now, or how it differs from `held`, with the events since `seen`."""
        self._scene = (message, sight)
        self._wake()

    def close(self, code: int) -> None:
        """Ends the connection once what waits has been sent."""
        if self.closing is None:
            self.closing = code
        self._wake()

    def attach(self, wire: TableSocket) -> None:
        """What waits is sent there, now and later."""
        self._wire = wire
        wire.freed = self._send
        self._wake()

    def _wake(self) -> None:
        """Everything that comes up until then is sent together, or replaced by what is newer."""
        if self._wire is not None and not self._woken:
            self._woken = True
            self._wire.loop.call_soon(self._send)

    def _send(self) -> None:
        self._woken = False
        wire = self._wire
        if wire is None:
            return
        while wire.free and (messages := self._some()):
            wire.tell(messages)
        if self.closing is not None and wire.free:
            wire.finish(self.closing)

    def _some(self) -> list[bytes]:
        """As much of what waits as is sent at once."""
        messages: list[bytes] = []
        size = 0
        while size < AT_ONCE and (message := self._next()) is not None:
            messages.append(message)
            size += len(message)
        return messages

    def _next(self) -> bytes | None:
        """First the welcome, then what there is to see, then the answers: whoever is answered has seen what came of
        it."""
        message: bytes | None
        if self._welcome is not None:
            message, self._welcome = self._welcome, None
        elif self._table is not None:
            message, self._table = self._table, None
        elif self._scene is not None:
            (message, self.held), self._scene = self._scene, None
            self.seen = self.held.version
        else:
            message = self._answers.pop(0) if self._answers else None
        return message
