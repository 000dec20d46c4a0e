"""The games as environments of pgx (the extra `jax`): a million at once, on whatever JAX runs on.

    env = make("lumen", players=4)
    state = jax.jit(jax.vmap(env.init))(keys)
    state = jax.jit(jax.vmap(env.step))(state, actions, keys)

Action indices are those of `game.actions`, observations those of `game.features`, and players are seats. A step needs a
key, for the luck that may follow it. For whole games at full speed: `lumarium.adapters.rollout`, or `env.rollout`.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np
import pgx
from pgx._src.struct import dataclass, field

from lumarium.kernel.arrays import Array, Arrays, choose, rarely
from lumarium.kernel.errors import BadOptions
from lumarium.kernel.message import Message

from .choices import PLACE, REWARDS, SCORE, check_choice, find
from .rollout import Course, rollout, utilities

ILLEGAL = -1.0
"""What an illegal action costs whoever chose it; it ends the game, and the others get nothing."""
MOST_DRAWN = 16
"""So many games of a batch are drawn."""


def make(
    game: str,
    players: int | None = None,
    options: Any = None,
    rewards: str = PLACE,
    observe: bool = True,
) -> Environment:
    """The environment of a game: with the fewest players, without options, unless told otherwise.

    Rewards go by the places at the end ("place"), or by the change of every score at each decision ("score"). Without
    `observe` the observation is empty, which saves most of the time.
    """
    check_choice("rewards", rewards, REWARDS)
    found = find(game)
    fewest = found.counts(found.options(options))[0]
    return Environment(found.arrays(fewest if players is None else players, options), rewards, observe)


@dataclass
class State(pgx.State):
    """A position of one game, or of a batch of them."""

    current_player: Array
    observation: Array
    rewards: Array
    terminated: Array
    truncated: Array
    legal_action_mask: Array
    _step_count: Array
    _position: Any
    """The game's own arrays."""
    _env: Environment = field(pytree_node=False)

    @property
    def env_id(self) -> str:
        """The environment's `id`."""
        return self._env.id

    def to_svg(self, *, color_theme: str | None = None, scale: float | None = None) -> str:
        """How the games stand, in a line each."""
        return self._env.drawn(self, color_theme == "dark", scale or 1.0)

    def save_svg(self, filename: str, *, color_theme: str | None = None, scale: float | None = None) -> None:
        """The same in a file."""
        Path(filename).write_text(self.to_svg(color_theme=color_theme, scale=scale), encoding="utf-8")


class Environment(pgx.Env):
    """A game with its players, options and rewards."""

    def __init__(self, arrays: Arrays[Any], rewards: str, observe: bool) -> None:
        super().__init__()
        self.arrays = arrays
        self._by_score = rewards == SCORE
        self._observes = observe

    @property
    def id(self) -> str:
        """As in `lumarium_lumen`."""
        return f"lumarium_{self.arrays.game.name}"

    @property
    def version(self) -> str:
        """That of the rules."""
        return str(self.arrays.game.rules_version)

    @property
    def num_players(self) -> int:
        """How many seats the table has."""
        return self.arrays.players

    @property
    def num_actions(self) -> int:
        """How many actions the game has."""
        return self.arrays.actions

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """One row of numbers."""
        return (self.arrays.size if self._observes else 0,)

    def rollout(self, key: Array, games: int, decisions: int, observe: bool = False) -> Course:
        """Random whole games as fast as they go: see `lumarium.adapters.rollout`."""
        return rollout(self.arrays, key, games, decisions, observe=observe)

    def _init(self, key: Array) -> Any:
        position = self.arrays.init(key)
        return State(
            current_player=self.arrays.turn(position),
            observation=jnp.zeros(self.observation_shape, jnp.float32),
            rewards=jnp.zeros(self.num_players, jnp.float32),
            terminated=jnp.zeros((), bool),
            truncated=jnp.zeros((), bool),
            legal_action_mask=self.arrays.legal_action_mask(position),
            _step_count=jnp.zeros((), jnp.int32),
            _position=position,
            _env=self,
        )

    def _step(self, state: Any, action: Array, key: Array | None) -> Any:
        if key is None:
            raise BadOptions(Message("kernel", "adapters.key", game=self.arrays.game.name))
        arrays, before = self.arrays, state._position
        # An illegal action leaves the position as it was; pgx ends the game.
        after = choose(state.legal_action_mask[action], arrays.step(before, action, key), before)
        over = arrays.terminated(after)
        if self._by_score:
            rewards = arrays.scores(after) - arrays.scores(before)
        else:
            rewards = jnp.where(over, utilities(arrays.places(after)), 0)
        return state.replace(
            current_player=jnp.where(over, 0, arrays.turn(after)),
            rewards=rewards.astype(jnp.float32),
            terminated=over,
            legal_action_mask=arrays.legal_action_mask(after),
            _position=after,
        )

    def _observe(self, state: Any, player_id: Array) -> Array:
        if not self._observes:
            return jnp.zeros(0, jnp.float32)
        return self.arrays.observe(state._position, player_id)

    def _step_with_illegal_action(self, state: Any, loser: Array) -> Any:
        penalty = jnp.where(jnp.arange(self.num_players) == loser, ILLEGAL, 0.0)
        return state.replace(rewards=penalty, terminated=jnp.ones((), bool))

    def drawn(self, state: Any, dark: bool, scale: float) -> str:
        """A batch of states, or one, as a picture of text: whose turn it is, the scores, and what may be done."""
        import jax

        single = state.terminated.ndim == 0
        batch = jax.tree.map(lambda array: np.asarray(array)[None] if single else np.asarray(array), state)
        scores = np.asarray(jax.vmap(self.arrays.scores)(batch._position))
        rows = [self._line(batch, scores, row) for row in range(min(len(scores), MOST_DRAWN))]
        ink, ground = ("#eee", "#111") if dark else ("#111", "#fff")
        width, height = 900 * scale, (24 * len(rows) + 12) * scale
        lines = "".join(f'<text x="12" y="{24 * row + 24}">{escape(text)}</text>' for row, text in enumerate(rows))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
            f'<rect width="100%" height="100%" fill="{ground}"/>'
            f'<g font-family="sans-serif" font-size="14" fill="{ink}" transform="scale({scale})">{lines}</g></svg>'
        )

    def _line(self, batch: Any, scores: Any, row: int) -> str:
        game = self.arrays.game
        standing = f"{game.title()}, {' : '.join(map(str, scores[row].tolist()))}"
        if batch.terminated[row]:
            return f"{standing}, over"
        legal = np.flatnonzero(batch.legal_action_mask[row]).tolist()
        shown = ", ".join(game.actions[index].notation for index in legal[:8])
        return f"{standing}, seat {batch.current_player[row]}: {shown}{' …' if len(legal) > 8 else ''}"


def auto_reset(step: Callable[..., Any], init: Callable[..., Any]) -> Callable[..., Any]:
    """As pgx's own wrapper: a step after which a game that ended begins anew, with the rewards and the end of the one
    before. Here a batch begins games only when one of them has ended."""
    from jax.random import split

    def stepped(state: Any, action: Array, key: Array) -> Any:
        stepping, beginning = split(key)
        state = state.replace(
            terminated=jnp.zeros_like(state.terminated),
            truncated=jnp.zeros_like(state.truncated),
            rewards=jnp.zeros_like(state.rewards),
        )
        state = step(state, action, stepping)

        def begin(both: tuple[Any, Array]) -> tuple[Any, Array]:
            over, key = both
            fresh = init(key).replace(terminated=over.terminated, truncated=over.truncated, rewards=over.rewards)
            return fresh, key

        return rarely(state.terminated | state.truncated, begin, (state, beginning))[0]

    return stepped


__all__ = ["Environment", "State", "auto_reset", "make"]
