"""A connection to a table: what it may do, and what there is to see for it."""

from __future__ import annotations

from .connections import Connection
from .limits import Bucket
from .says import Answer, packed
from .seats import Rights
from .store import Who
from .story import Sight

WAITING_PHRASES = 8
PHRASES_PER_SECOND, PHRASES_BURST = 0.5, 4


class Viewer(Connection):
    """A browser or a program at a table. What it gets is bounded: the latest table and scene replace older ones."""

    def __init__(self, digests: tuple[str, ...], who: Who, rights: Rights, lang: str, auto: bool, bot: bool) -> None:
        super().__init__(lang)
        self.digests = digests
        self.who = who
        self.rights = rights
        self.invited = frozenset(rights.invited)
        """Where it was invited when it came; somebody else may have been quicker."""
        self.auto = auto
        self.hidden = False
        """Does nobody look at it?"""
        self.chair: int | None = None
        """From whose place it likes to watch."""
        self.bot = bot
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
        self.breath = Bucket(PHRASES_PER_SECOND, PHRASES_BURST)
        """What it says, it says in moderation."""
        self._welcome: bytes | None = None
        self._table: bytes | None = None
        self._scene: tuple[bytes, Sight] | None = None

    def greet(self, message: Answer) -> None:
        """The very first message."""
        self._welcome = packed(message)
        self._wake()

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
            message = super()._next()
        return message
