"""A game teaches itself: plays, learns, keeps earlier selves as opponents, and writes down how it goes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from lumarium.kernel.arrays import Array
from lumarium.kernel.game import Game

from .checkpoint import load, save
from .learning import Diet, Learner, Manner, begin, learn
from .network import Network, Shape, fresh, size
from .selfplay import Table, advantages, play

POINT = 0.01
"""What a point more than the others is worth at the beginning: who knows nothing yet must find out how to score."""
WEANED = 0.2
"""After which share of the time only the result counts."""
SELVES = 12
"""How many earlier selves stay."""
VARIED = 0.3
"""In which share of the updates another preset than the first is played."""
TOGETHER = 4
"""How many courses are compiled at once."""
CLONES = 0.6
"""How often the others are copies of bots, where there are any."""
SAVED = 45.0
"""Seconds between two checkpoints, and two earlier selves."""


class Plan(NamedTuple):
    """How a network is trained."""

    minutes: float
    games: int = 16384
    """At once."""
    length: int = 32
    """Decisions in each of them between two lessons."""
    width: int = 512
    layers: int = 3
    share: float = 0.75
    """Of the decisions, how many are learned from: about those with a choice."""
    parts: int = 6
    epochs: int = 1
    trace: float = 0.95
    others: float = 0.25
    """In which share of the games others sit at the table."""
    rate: tuple[float, float] = (5e-4, 5e-5)
    entropy: tuple[float, float] = (0.02, 0.003)
    warm: float = 0.0
    """In which first share of the time only the outlook is learned, for a network that can play already."""
    begun: float = 0.0
    """Which share of the way lies behind, where an earlier training goes on."""
    seed: int = 1


class Course(NamedTuple):
    """Games that go on at one kind of table."""

    table: Table
    name: str
    states: Any
    play: Any
    """Compiled."""
    other: Network
    """Who sits there, too, in the first games."""
    theirs: Array
    """And where."""
    ended: int
    """How many games have ended since they sat down."""


class Trainer:
    """Trains one network of one game."""

    def __init__(
        self,
        game: Game,
        tables: list[tuple[int, str]],
        plan: Plan,
        folder: Path,
        start: Path | None = None,
        against: Sequence[Path] = (),
    ) -> None:
        """The tables are numbers of players with presets. A checkpoint in the folder is continued; else `start` is the
        network to begin with. `against` are networks that are opponents all along, beside earlier selves."""
        self.plan, self.folder, self.game = plan, folder, game
        self.random = Random(plan.seed)
        self.key = jax.random.key(plan.seed)
        self.tables = [
            (Table(game, players, game.presets[preset]), f"{players}-{preset}") for players, preset in tables
        ]
        inputs = self.tables[0][0].inputs
        shape = Shape(inputs, len(game.actions), plan.width, plan.layers)
        network = fresh(self.next_key(), shape)
        critic = fresh(self.next_key(), shape._replace(inputs=2 * inputs, actions=1)) if game.private else None
        if start is not None:
            network = load(start, (network,))[0]
        self.start = network if start is not None else None
        self.learner = begin(network, critic)
        self.selves: list[Network] = []
        self.clones = [load(file, (network,))[0] for file in against]
        self.decisions = 0
        self.minutes = 0.0
        self.file = folder / "checkpoint.npz"
        if self.file.exists():
            network, critic, told = load(self.file, (network, critic))
            self.learner, self.decisions, self.minutes = begin(network, critic), told["decisions"], told["minutes"]
        self.diet = Diet(plan.share, plan.parts, plan.epochs)
        self.learn = jax.jit(partial(learn, self.diet))
        self.lesson = jax.jit(lambda steps, last: advantages(steps, last, plan.trace))

    def next_key(self) -> Array:
        """A key that was not used before."""
        self.key, key = jax.random.split(self.key)
        return key

    def begin_course(self, table: Table, name: str) -> Course:
        """New games at a table, and how they are played, compiled."""
        games = self.plan.games
        states = jax.jit(partial(table.begin, games=games))(jax.random.key(len(name) + table.players))
        course = jax.jit(partial(play, table, self.plan.length), donate_argnums=5)
        return Course(table, name, states, course, self.opponent(), self.seats_of_others(table), 0)

    def train(self) -> Iterator[dict[str, Any]]:
        """Plays and learns until the time is over, compiling included, and tells every few seconds how it goes."""
        begun = perf_counter()
        pool = ThreadPoolExecutor(TOGETHER)
        try:
            waiting: list[Future[Course]] = [pool.submit(self.compiled, *table) for table in self.tables]
            yield from self.lessons(waiting, begun)
            self.save()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def compiled(self, table: Table, name: str) -> Course:
        """A course, compiled: that takes a while, so some are at once, and training begins with the first."""
        course = self.begin_course(table, name)
        network, critic = self.learner.network, self.learner.critic
        args = (
            network,
            critic,
            course.other,
            course.theirs,
            jnp.zeros(()),
            course.states,
            jax.random.key(0),
        )
        return course._replace(play=course.play.lower(*args).compile())

    def lessons(self, waiting: list[Future[Course]], begun: float) -> Iterator[dict[str, Any]]:
        """The loop of playing and learning; a lesson at least."""
        courses = [waiting.pop(0).result()]
        ready = told = saved = perf_counter()
        until = begun + 60 * self.plan.minutes
        before, number, heard = self.minutes, 0, Heard()
        while (now := perf_counter()) < until or number == 0:
            for compiled in [each for each in waiting if each.done()]:
                courses.append(compiled.result())
                waiting.remove(compiled)
            way = min(1, (now - ready) / max(1e-9, until - ready))
            gone = self.plan.begun + (1 - self.plan.begun) * way
            place = self.chosen(courses)
            courses[place], news = self.update(courses[place], gone)
            number += 1
            self.decisions += self.plan.games * self.plan.length
            self.minutes = before + (perf_counter() - begun) / 60
            heard.add(courses[place].name, news)
            if now - saved > SAVED:
                saved = now
                self.save()
            if now - told > 5 or number == 1:
                yield {
                    "minutes": round(self.minutes, 2),
                    "decisions": self.decisions,
                    "updates": number,
                    **heard.tell(),
                }
                told, heard = perf_counter(), Heard()

    def chosen(self, courses: list[Course]) -> int:
        """Which course goes on: each number of players as often, mostly as the game's box has it."""
        players = self.random.choice(sorted({course.table.players for course in courses}))
        there = [place for place, course in enumerate(courses) if course.table.players == players]
        usual = f"{players}-{next(iter(self.game.presets))}"
        named = [place for place in there if courses[place].name == usual]
        if named and (len(there) == 1 or self.random.random() >= VARIED):
            return named[0]
        return self.random.choice([place for place in there if place not in named] or named)

    def update(self, course: Course, gone: float) -> tuple[Course, dict[str, Any]]:
        """Games played on for a while, and what is learned from them."""
        learner, plan = self.learner, self.plan
        if course.ended >= plan.games:
            course = course._replace(other=self.opponent(), theirs=self.seats_of_others(course.table), ended=0)
        points = jnp.asarray(0.0 if self.start is not None else POINT * max(0.0, 1 - gone / WEANED))
        states, steps, last, tally = course.play(
            learner.network, learner.critic, course.other, course.theirs, points, course.states, self.next_key()
        )
        better, came = self.lesson(steps, last)
        rate, entropy = (jnp.asarray(first + (last - first) * gone) for first, last in (plan.rate, plan.entropy))
        manner = Manner(rate, entropy, jnp.asarray(float(gone >= plan.warm)))
        self.learner, report = self.learn(learner, manner, steps, better, came, self.next_key())
        news = jax.device_get({**report._asdict(), **tally._asdict(), "counts": steps.counts.mean()})
        return course._replace(states=states, ended=course.ended + int(news["ended"])), news

    def opponent(self) -> Network:
        """Who sits at a table for about a game."""
        clones = self.clones and self.random.random() < CLONES
        others: list[Network] = self.clones if clones else [*self.selves, self.learner.network]
        return self.random.choice(others)

    def seats_of_others(self, table: Table) -> Array:
        """Who sits where in the first games: at least one of each."""
        games, players = int(self.plan.games * self.plan.others), table.players
        random = np.random.default_rng(self.random.getrandbits(32))
        theirs = random.random((games, players)) < 0.5
        mine = random.integers(players, size=games)
        rows = np.arange(games)
        theirs[rows, (mine + random.integers(1, players, size=games)) % players] = True
        theirs[rows, mine] = False
        return jnp.asarray(theirs)

    def save(self) -> None:
        """The network to the folder, and to those that are played against."""
        self.selves = [*self.selves[-SELVES + 1 :], self.learner.network]
        facts = {
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "decisions": self.decisions,
            "minutes": round(self.minutes, 1),
            "width": self.plan.width,
            "layers": self.plan.layers,
        }
        save(self.file, (self.learner.network, self.learner.critic), facts)


class Heard:
    """What several updates tell, together."""

    def __init__(self) -> None:
        self.news: list[tuple[str, dict[str, Any]]] = []

    def add(self, name: str, news: dict[str, Any]) -> None:
        """What one tells."""
        self.news.append((name, news))

    def tell(self) -> dict[str, Any]:
        """Means, and by table the share that the learner got in games against earlier selves."""
        told: dict[str, Any] = {
            fact: round(float(np.mean([each[fact] for _, each in self.news])), 4)
            for fact in ("entropy", "error", "moved", "counts")
        }
        for name in dict.fromkeys(name for name, _ in self.news):
            mine = [each for table, each in self.news if table == name]
            seats = sum(each["seats"] for each in mine)
            told[name] = round(float(sum(each["won"] for each in mine) / seats), 3) if seats else None
        return told


def sizes(trainer: Trainer) -> str:
    """How large what is trained is."""
    network, critic = trainer.learner.network, trainer.learner.critic
    told = f"{size(network):,} numbers"
    return told if critic is None else f"{told}, and {size(critic):,} of the critic"


def write(file: Path, line: dict[str, Any]) -> None:
    """A line more in the log."""
    with file.open("a", encoding="utf-8") as log:
        log.write(json.dumps(line) + "\n")


__all__ = ["Learner", "Plan", "Trainer", "sizes", "write"]
