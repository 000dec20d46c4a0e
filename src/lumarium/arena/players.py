"""Who sits at a table. A seat is written as a bot's name or `human`, with a name of its own after a colon.

A bot that thinks takes a budget: `strong@0.2s` for seconds, `strong@5000n` for simulated decisions. A bot from a file
is written as `mybot.py:MyBot`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

from lumarium.bots import Bot
from lumarium.bots.search.budget import Budget
from lumarium.bots.search.thinker import Thinker
from lumarium.kernel import registry
from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import BadOptions, LumariumError, UnknownBot
from lumarium.kernel.event import spoken_name
from lumarium.kernel.game import Game
from lumarium.kernel.given import quoted, shortened
from lumarium.kernel.message import Message

from .botfile import described, file_of, load_bot

Maker = Callable[[], Bot]
"""Makes a bot for a new game: a class of bots, for one."""

AnyBot = str | Maker | Bot
Guests = tuple[tuple[str, Maker], ...]
"""Bots that a program handed over as they are, with the names that were given to them."""

HUMAN = "human"
FILE = ".py"


class Seat(NamedTuple):
    """The parts of a seat's text."""

    kind: str
    """`human`, the name of a bot, or a file with a class in it."""
    budget: str = ""
    name: str = ""


def parse_seats(text: str) -> tuple[str, ...]:
    """The seats of "human:Anna, random,random"."""
    return tuple(seat.strip() for seat in text.split(","))


def parse_seat(seat: str) -> Seat:
    """The parts of "strong@0.2s:Anna" or "mybot.py:MyBot:Ben"."""
    file, mark, rest = seat.rpartition(FILE + ":")
    head, _, name = rest.partition(":")
    kind, _, budget = head.partition("@")
    return Seat((file + mark + kind).strip(), budget.strip(), name.strip())


def bot_file(seat: str) -> str | None:
    """The file of the seat's bot, if it comes from one."""
    return kind(seat).rpartition(":")[0] if FILE + ":" in kind(seat) else None


def usual_seats(game: Game) -> tuple[str, ...]:
    """A person and two bots, or as many as the game takes."""
    players = min(max(3, game.players[0]), game.players[-1])
    return (HUMAN, *["medium"] * (players - 1))


def kind(seat: str) -> str:
    """`human`, or the name of the bot."""
    return parse_seat(seat).kind


def is_human(seat: str) -> bool:
    """Does a person sit here?"""
    return kind(seat) == HUMAN


def is_seat(seat: str) -> bool:
    """Does this say who sits there? The names in other people's records need not."""
    try:
        return is_human(seat) or bool(new_bot(seat))
    except LumariumError:
        return False


def check_seats(game: Game, seats: Sequence[str], options: Any = None, people: bool = False) -> None:
    """Raises unless the game is for that many players, and every seat is a bot, or a person if people may play."""
    game.check_players(len(seats), game.options(options))
    for seat in seats:
        if not (people and is_human(seat)):
            registry.check_plays(type(new_bot(seat)), game)


def new_bot(seat: str) -> Bot:
    """A fresh bot for the seat."""
    return bot_maker(seat)()


guests: dict[str, Maker] = {}
"""Those that this process knows."""


def admit(brought: Guests) -> None:
    """Makes them known to this process."""
    guests.update(brought)


def dismiss(seat: str) -> None:
    """This one is not known any more."""
    guests.pop(seat, None)


def welcome(bots: Sequence[AnyBot]) -> tuple[tuple[str, ...], Guests]:
    """How to write the seats of these bots, and those of them that are no text; they are known here from now on.

    A class, or whatever makes a bot when it is called, makes one for every game; of an object every game has a copy.
    """
    names: list[str] = []
    brought: dict[str, Maker] = {}
    for bot in bots:
        if isinstance(bot, str):
            names.append(bot)
            continue
        maker = maker_of(bot)
        name = base = name_of(bot)
        number = 1
        while brought.get(name, maker) is not maker or name in names or name in registry.bots():
            number += 1
            name = f"{base}-{number}"
        brought[name] = maker
        names.append(name)
    admit(tuple(brought.items()))
    return tuple(names), tuple(brought.items())


def maker_of(bot: Any) -> Maker:
    """What makes such bots; UnknownBot unless it is one, or makes one."""
    if not isinstance(bot, type) and callable(getattr(bot, "choose", None)):
        return partial(deepcopy, bot)
    if not callable(bot) or not callable(getattr(made(bot, name_of(bot)), "choose", None)):
        raise UnknownBot(Message("kernel", "bots.no_bot", given=quoted(bot)))
    maker: Maker = bot
    return maker


def made(maker: Maker, name: str) -> Bot:
    """A bot for a new game; UnknownBot says why there is none."""
    try:
        return maker()
    except LumariumError:
        raise
    except (Exception, SystemExit) as problem:
        detail = described(problem, file_of(getattr(maker, "func", maker)))
        raise UnknownBot(Message("kernel", "bots.unmade", bot=name, problem=detail)) from problem


def name_of(bot: Any) -> str:
    """What to call a bot that is no text."""
    named = bot if hasattr(bot, "__name__") else getattr(bot, "func", type(bot))
    return re.sub(r"[^\w-]", "", named.__name__) or "bot"


def bot_maker(seat: str) -> Maker:
    """Makes fresh bots for the seat, and looks only once who sits there."""
    kind, budget, _ = parse_seat(seat)
    if seat in guests or kind in guests:
        return partial(made, guests[seat if seat in guests else kind], kind)
    if kind.endswith(FILE):
        kind += ":"  # the class is missing, and the file says which there are
    found = load_bot(kind) if FILE + ":" in kind else registry.bot(kind)
    if not budget:
        return partial(made, found, kind)
    if not issubclass(found, Thinker):
        raise BadOptions(Message("kernel", "bots.no_budget", bot=kind))
    return partial(made, partial(found, Budget.parse(budget)), kind)


def shown_names(seats: Sequence[str], lang: str) -> list[str]:
    """What to call the seats: by their own name, else by kind, numbered where that would be unclear."""
    names = []
    for number, seat in enumerate(seats, 1):
        name = shortened(parse_seat(seat).name or seat, 24)
        if seat == HUMAN or not name:
            name = spoken_name(number - 1, (), lang)
        elif seats.count(seat) > 1:
            name = f"{name} {number}"
        names.append(name)
    return names


def bot_luck(seed: int | str, *labels: int | str) -> Chance:
    """A bot's own luck, which follows from the game's seed but does not tell it.

    That keeps bots honest by mistake, not by force: a short --seed can always be guessed by trying, and a bot in this
    process can read what it likes. Run no bot here that you do not trust.
    """
    digest = sha256("/".join(map(str, ("bot", seed, *labels))).encode()).hexdigest()
    luck = Chance(digest)
    luck.seed = digest[:8]  # enough to tell forks apart, too little to find a seed of 53 bits by
    return luck
