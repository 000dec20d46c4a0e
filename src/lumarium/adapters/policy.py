"""Our bots as policies for other projects' loops: they decide by the view that comes with an observation.

policy = Policy("medium", seed=7)
action = policy(info)                     # PettingZoo and Gymnasium: info is what last(), reset() and step() give
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lumarium.arena.asking import ask
from lumarium.arena.players import AnyBot, bot_luck, bot_maker, kind, maker_of, name_of
from lumarium.bots import Bot
from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import BadOptions
from lumarium.kernel.message import Message
from lumarium.kernel.registry import game as find_game
from lumarium.kernel.view import View


class Policy:
    """A bot that plays any seat, each with memory and luck of its own."""

    def __init__(self, bot: AnyBot, seed: int | str = 0) -> None:
        """The bot is a text such as "medium" or "strong@5000n", a class of bots, or a bot, to be copied."""
        self.name = kind(bot) if isinstance(bot, str) else name_of(bot)
        self._make = bot_maker(bot) if isinstance(bot, str) else maker_of(bot)
        self._seed = seed
        self._games = 0
        self.reset()

    def reset(self) -> None:
        """A new game begins: nothing is remembered."""
        self._games += 1
        self._bots: dict[int, Bot] = {}
        self._lucks: dict[int, Chance] = {}

    def __call__(self, info: Mapping[str, Any]) -> int:
        """The index of what the bot decides."""
        if "view" not in info:
            raise BadOptions(Message("kernel", "adapters.no_view"))
        return self.decide(info["view"])

    def decide(self, view: View) -> int:
        """The same from a view."""
        game, seat = find_game(view.game), view.seat
        game.check_view(view)
        assert seat is not None
        if seat not in self._bots:
            self._bots[seat] = self._make()
            self._lucks[seat] = bot_luck(self._seed, self._games, seat)
        return ask(self._bots[seat], self.name, game, view, self._lucks[seat]).index
