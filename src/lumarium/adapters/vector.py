"""Many games of a learner against bots at once, stepped inside the compiled engine.

    gym.make_vec("lumarium/Lumen-v1", num_envs=256, vectorization_mode="vector_entry_point", players=4)

Row i is what `gym.make` gives with the seed `seed + i`, as in Gymnasium's own vectors, number for number. Infos hold
the masks; a view is made by `view(row)`. A game that has ended begins anew in the next step
(`AutoresetMode.NEXT_STEP`), or in the same one with the last observation in `infos["final_obs"]` (`SAME_STEP`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from lumarium.kernel.errors import BadOptions, GameOver, IllegalAction
from lumarium.kernel.given import quoted, whole
from lumarium.kernel.message import Message
from lumarium.kernel.view import View

from .batch import indices_of, number_of_games, placed, row_of
from .choices import check_choice
from .course import Seeds
from .drawing import metadata
from .learner import Episode, Terms
from .stepping import answer_all, refused
from .variant import Mask

MODES = {mode.value: mode for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)}

Stepped = tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class LearnerVectorEnv(VectorEnv[Any, Any, Any]):
    """So many tables, each with a seat for the learner and bots in the others."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int | None = None,
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        **choices: Any,
    ) -> None:
        """`choices` are those of `Terms`, as in the environment of one game."""
        mode = getattr(autoreset_mode, "value", autoreset_mode)
        check_choice("autoreset_mode", mode, tuple(MODES))
        self.num_envs = number_of_games(num_envs)
        self.terms = Terms(game, players, **choices)
        self.variant = self.terms.variant
        self.metadata = metadata(autoreset_mode=MODES[mode])
        self.single_observation_space = self.terms.observation_space()
        self.single_action_space = self.variant.action_space()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._same_step = MODES[mode] is AutoresetMode.SAME_STEP
        self._seeds = [Seeds() for _ in range(self.num_envs)]
        self._episodes: list[Episode] = []
        self._ended: list[int] = []
        """Games whose end has been told, and that begin anew with the next step."""

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """New games; a number seeds row i with itself and i. The rules' options are given to `gym.make_vec`."""
        for row, given in enumerate(self._seeds_from(seed)):
            if given is not None:
                self._seeds[row] = Seeds(given)
        self._episodes, self._ended = [], []
        self._episodes = [Episode(self.terms, seeds.next()) for seeds in self._seeds]
        self._gather()
        masks = self._masks()
        return self.terms.observation(self.variant.observe_all(self._states), masks), self._infos(masks)

    def step(self, actions: Any) -> Stepped:
        """The learner's decision in every game, and those of the bots up to its next one or the end."""
        if not self._episodes:
            raise GameOver(Message("kernel", "adapters.reset"))
        indices = indices_of(actions, self.num_envs, self.variant.game)
        begun, rows = self._ended, list(range(self.num_envs))
        for row in reversed(begun):
            del rows[row]
        illegal = refused(self._states, rows, indices)
        reasons = {row: self._reason(row, indices[row]) for row in illegal}
        for row in begun:
            self._begin(row)
        ended = self._play(rows if not illegal else [row for row in rows if row not in reasons], indices)
        rewards = np.zeros(self.num_envs, np.float64)
        for row in rows if self.terms.by_score else ended:
            rewards[row] = self._episodes[row].reward()
        for row in illegal:
            rewards[row] = self.terms.penalty
        self._ended = ended = sorted([*ended, *illegal])
        over = np.zeros(self.num_envs, np.bool_)
        over[ended] = True
        final = self._begin_again(ended, reasons) if self._same_step else {}
        vectors, masks = self.variant.observe_all(self._states), self._masks()
        for row in self._ended:
            vectors[row] = self._last_look(row)
            masks[row] = 1
        infos = final | self._infos(masks)
        for row in self._ended:
            if row in reasons:
                infos = self._add_info(infos, {"illegal": reasons[row]}, row)
        return self.terms.observation(vectors, masks), rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """The masks as booleans, row by row."""
        masks = self._masks()
        masks[self._ended] = 1
        return masks.astype(np.bool_)

    def view(self, row: int) -> View:
        """All that the learner may know in a game."""
        if not self._episodes:
            raise GameOver(Message("kernel", "adapters.reset"))
        episode = self._episodes[row_of(row, self.num_envs)]
        return episode.course.state.view(episode.seat)

    def _seeds_from(self, seed: Any) -> Sequence[int | None]:
        if seed is None:
            return [None] * self.num_envs
        first = whole(seed)
        if first is not None:
            return [first + row for row in range(self.num_envs)]
        if isinstance(seed, Sequence) and not isinstance(seed, str) and len(seed) == self.num_envs:
            return seed
        raise BadOptions(Message("kernel", "adapters.seeds", games=self.num_envs, given=quoted(seed)))

    def _gather(self) -> None:
        """What the engine is given of all games, in lists."""
        courses = [episode.course for episode in self._episodes]
        self._states = [course.state for course in courses]
        self._chances = [course.chance for course in courses]
        self._decisions = [course.decisions for course in courses]
        self._seats = [episode.seat for episode in self._episodes]
        self._lucks = [episode.company.lucks for episode in self._episodes]

    def _begin(self, row: int) -> None:
        episode = self._episodes[row] = Episode(self.terms, self._seeds[row].next())
        course = episode.course
        self._states[row], self._chances[row], self._decisions[row] = course.state, course.chance, course.decisions
        self._seats[row], self._lucks[row] = episode.seat, episode.company.lucks

    def _play(self, rows: list[int], indices: list[int]) -> list[int]:
        """Plays these games on; tells which of them ended."""
        if self._episodes[0].company.wanders:
            return answer_all(self._states, rows, indices, self._seats, self._chances, self._lucks, self._decisions)
        for row in rows:
            self._episodes[row].company.answer(indices[row])
        return [row for row in rows if self._states[row].turn is None]

    def _reason(self, row: int, index: int) -> str:
        """Why the action is illegal."""
        try:
            self._states[row].check(index)
        except IllegalAction as problem:
            if self.terms.raises:
                raise placed(problem, row) from None
            return str(problem)
        raise AssertionError(index)

    def _last_look(self, row: int) -> Any:
        return self.variant.observe(self._states[row], self._seats[row])

    def _begin_again(self, ended: list[int], reasons: dict[int, str]) -> dict[str, Any]:
        """Begins ended games anew; tells of their ends."""
        infos: dict[str, Any] = {}
        for row in ended:
            mask = self.variant.open_mask()
            info = {"action_mask": mask} | ({"illegal": reasons[row]} if row in reasons else {})
            seen = self.terms.observation(self._last_look(row), mask)
            infos = self._add_info(infos, {"final_obs": seen, "final_info": info}, row)
            self._begin(row)
        self._ended = []
        return infos

    def _masks(self) -> Mask:
        return self.variant.masks(self._states)

    def _infos(self, masks: Mask) -> dict[str, Any]:
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}
