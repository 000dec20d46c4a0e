"""One connection: what it may do, and what waits to be sent to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from .errors import SLOW
from .limits import Bucket
from .protocol import Answer, text
from .seats import Rights
from .story import Sight

WAITING_ANSWERS = 64
WAITING_PHRASES = 8
PHRASES_PER_SECOND, PHRASES_BURST = 0.5, 4


class Viewer:
    """A browser or a program at a table. What it gets is bounded: the latest table and scene replace older ones."""

    def __init__(self, digests: tuple[str, ...], device: str, rights: Rights, lang: str, auto: bool, bot: bool) -> None:
        self.digests = digests
        self.device = device
        self.rights = rights
        self.invited = frozenset(rights.invited)
        """Where it was invited when it came; somebody else may have been quicker."""
        self.lang = lang
        self.auto = auto
        self.bot = bot
        self.address = ""
        self.changes = False
        """Does it understand changes? Else it gets whole scenes."""
        self.seen: int | None = None
        """The version of the last scene that was sent."""
        self.held: Sight | None = None
        """The last scene that was sent."""
        self.last_seat: int | None = None
        """Of several seats, the one whose view was shown last."""
        self.closing: int | None = None
        self.breath = Bucket(PHRASES_PER_SECOND, PHRASES_BURST)
        """What it says, it says in moderation."""
        self._answers: deque[str] = deque()
        self._welcome: str | None = None
        self._table: str | None = None
        self._scene: tuple[str, Sight] | None = None
        self._wake = asyncio.Event()

    def greet(self, message: Answer) -> None:
        """The very first message."""
        self._welcome = text(message)
        self._wake.set()

    def answer(self, message: Answer) -> None:
        """Something that must arrive."""
        if len(self._answers) >= WAITING_ANSWERS:
            self.close(SLOW)
            return
        self._answers.append(text(message))
        self._wake.set()

    @property
    def behind(self) -> bool:
        """Do many answers wait to be taken?"""
        return len(self._answers) >= WAITING_ANSWERS // 2

    def hear(self, message: Answer) -> None:
        """What somebody said; whoever lags behind misses it."""
        if len(self._answers) < WAITING_PHRASES:
            self.answer(message)

    def show_table(self, message: str) -> None:
        """The table as it is now."""
        self._table = message
        self._wake.set()

    def show_scene(self, message: str, sight: Sight) -> None:
        """The scene as it is now, or how it differs from `held`, with the events since `seen`."""
        self._scene = (message, sight)
        self._wake.set()

    def close(self, code: int) -> None:
        """Ends the connection once what waits has been sent."""
        if self.closing is None:
            self.closing = code
        self._wake.set()

    async def send_all(self, send: Callable[[str], Awaitable[None]], patience: float) -> int:
        """Sends until the connection shall close; gives the close code. TimeoutError if a message is not taken."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while (message := self._next()) is not None:
                async with asyncio.timeout(patience):
                    await send(message)
            if self.closing is not None:
                return self.closing

    def _next(self) -> str | None:
        """First the welcome, then what there is to see, then the answers: whoever is answered has seen what came of
        it."""
        message: str | None
        if self._welcome is not None:
            message, self._welcome = self._welcome, None
        elif self._table is not None:
            message, self._table = self._table, None
        elif self._scene is not None:
            (message, self.held), self._scene = self._scene, None
            self.seen = self.held.version
        else:
            message = self._answers.popleft() if self._answers else None
        return message
