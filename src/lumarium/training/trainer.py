"""A game teaches itself: plays, learns, keeps earlier selves as opponents, and writes down how it goes."""

from __future__ import annotations

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

from lumarium.kernel.arrays import Array, choose
from lumarium.kernel.game import Game

from .checkpoint import load, save
from .learning import Diet, Manner, begin, learn
from .network import Network, Shape, fresh, size
from .selfplay import Lesson, Table, Tally, lesson_of, play
from .telling import Heard

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
SCATTERED, ANEW = 24, 8
"""In so many of its first lessons one game in so many of a course begins anew: all began together, and in a game of
a fixed length they would stay at the same decision for ever."""
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
    clones: float = 0.6
    """How often these are copies of bots, where there are any, and not earlier selves."""
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
    begin: Any
    play: Any
    """Compiled, as is how games begin."""
    other: Network
    """Who sits there, too, in the first games."""
    theirs: Array
    """And where."""
    ended: int
    """How many games have ended since they sat down."""
    lessons: int = 0


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
        self.novice = start is None
        self.learner = begin(network, critic)
        self.selves: list[Network] = []
        self.clones = [load(file, (network,))[0] for file in against]
        self.decisions = 0
        self.minutes = 0.0
        self.file = folder / "checkpoint.npz"
        if self.file.exists():
            network, critic, told = load(self.file, (network, critic))
            self.learner, self.decisions, self.minutes = begin(network, critic), told["decisions"], told["minutes"]
            self.novice = False
        self.learn: Any = jax.jit(partial(learn, Diet(plan.share, plan.parts, plan.epochs)))
        self.beside = ThreadPoolExecutor(1)
        self.learning: Future[Any]
        self.scattered = jax.jit(scattered)

    @property
    def sizes(self) -> str:
        """How large what is trained is."""
        network, critic = self.learner.network, self.learner.critic
        told = f"{size(network):,} numbers"
        return told if critic is None else f"{told}, and {size(critic):,} of the critic"

    def next_key(self) -> Array:
        """A key that was not used before."""
        self.key, key = jax.random.split(self.key)
        return key

    def begin_course(self, table: Table, name: str) -> Course:
        """New games at a table, and how they are played, compiled."""
        begin = jax.jit(partial(table.begin, games=self.plan.games))
        states = begin(jax.random.key(len(name) + table.players))

        def course(*args: Any) -> tuple[Any, Lesson, Tally, Array]:
            after, steps, tally = play(table, self.plan.length, *args)
            return after, lesson_of(steps, table.players, self.plan.trace), tally, steps.counts.mean()

        compiling = jax.jit(course, donate_argnums=5)
        return Course(table, name, states, begin, compiling, self.opponent(), self.seats_of_others(table), 0)

    def train(self) -> Iterator[dict[str, Any]]:
        """Plays and learns until the time is over, compiling included, and tells every few seconds how it goes."""
        begun = perf_counter()
        pool = ThreadPoolExecutor(TOGETHER)
        try:
            waiting = [pool.submit(self.compiled, *table) for table in self.tables]
            yield from self.lessons(waiting, begun)
            self.save()
        finally:
            for each in (pool, self.beside):
                each.shutdown(wait=False, cancel_futures=True)

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
        lowered = course.play.lower(*args)
        if table is self.tables[0][0]:
            self.learning = self.beside.submit(self.compiled_learning, lowered.out_info[1])
        return course._replace(play=lowered.compile())

    def compiled_learning(self, lesson: Lesson) -> Any:
        """How lessons of such a shape are learned from, compiled: once, for it is the same at all tables."""
        manner = Manner(*jnp.zeros(3))
        return self.learn.lower(self.learner, manner, lesson, jax.random.key(0)).compile()

    def lessons(self, waiting: list[Future[Course]], begun: float) -> Iterator[dict[str, Any]]:
        """The loop of playing and learning; a lesson at least."""
        courses = [waiting.pop(0).result()]
        self.learn = self.learning.result()
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
        points = jnp.asarray(POINT * max(0.0, 1 - gone / WEANED) if self.novice else 0.0)
        states, lesson, tally, counts = course.play(
            learner.network, learner.critic, course.other, course.theirs, points, course.states, self.next_key()
        )
        if course.lessons < SCATTERED:
            states = self.scattered(states, course.begin(self.next_key()), self.next_key())
        rate, entropy = (jnp.asarray(first + (last - first) * gone) for first, last in (plan.rate, plan.entropy))
        manner = Manner(rate, entropy, jnp.asarray(float(gone >= plan.warm)))
        self.learner, report = self.learn(learner, manner, lesson, self.next_key())
        news = jax.device_get({**report._asdict(), **tally._asdict(), "counts": counts})
        ended, lessons = course.ended + int(news["ended"]), course.lessons + 1
        return course._replace(states=states, ended=ended, lessons=lessons), news

    def opponent(self) -> Network:
        """Who sits at a table for about a game."""
        clones = self.clones and self.random.random() < self.plan.clones
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


def scattered(states: Any, fresh: Any, key: Array) -> Any:
    """Some of the games begun anew."""
    anew = jax.random.randint(key, (len(jax.tree.leaves(states)[0]),), 0, ANEW) == 0
    after: Any = jax.vmap(choose)(anew, fresh, states)
    return after
