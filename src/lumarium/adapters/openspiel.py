"""The games for OpenSpiel: importing this module registers every game as `python_lumarium_<name>`.

| | |
|---|---|
| dynamics | sequential |
| chance | explicit: every pick is a chance node with equal outcomes |
| information | imperfect where seats know different things (`game.private`), else perfect |
| utility | zero-sum, by place, at the end: `lumarium.adapters.utility` |
| parameters | `players`, `preset` (named options of the game), `options` (others as JSON), `imperfect` (see below) |
| observation | the seat's view in JSON; as a tensor the game's features, part by part |
| information state | the same; as a string also the decisions so far, and a digest of what the seat saw at its own |

`imperfect=True` declares a game to be one of imperfect information for algorithms that take no other, such as IS-MCTS.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any, ClassVar
from urllib.parse import quote, unquote

import msgspec
import numpy as np
import pyspiel  # type: ignore[import-not-found]  # a C++ module without types

from lumarium.arena.players import AnyBot
from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import BadOptions
from lumarium.kernel.game import Game
from lumarium.kernel.given import once, quoted
from lumarium.kernel.message import Message
from lumarium.kernel.registry import game as find_game
from lumarium.kernel.registry import games
from lumarium.kernel.state import playout

from .explicit import OVER, Imagined, Play, Rules
from .policy import Policy
from .utility import utilities

LONGEST = 2000
"""A bound for the decisions, and for the picks, of a game; ours stay below a fifth of it."""


def name_of(game: str) -> str:
    """The name under which OpenSpiel knows a game."""
    return f"python_lumarium_{game}"


def type_of(game: Game, imperfect: bool = False) -> pyspiel.GameType:
    """What OpenSpiel is told about a game."""
    kinds = pyspiel.GameType
    hidden = game.private or imperfect
    counts = sorted({players for options in game.presets.values() for players in game.counts(options)})
    return kinds(
        short_name=name_of(game.name),
        long_name=f"{game.title()} (Lumarium, rules version {game.rules_version})",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=counts[-1],
        min_num_players=counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.players[0],
            "preset": next(iter(game.presets)),
            "options": "",
            "imperfect": False,
        },
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # an untyped base
    """One of our games with its players and options; a class of its own for each game is made below."""

    ours: ClassVar[Game]

    def __init__(self, params: dict[str, Any]) -> None:
        game, players = self.ours, params["players"]
        options = _options(game, params["preset"], params["options"])
        # Written so that OpenSpiel's own texts of games, in which commas and brackets mean something, hold it.
        params = {**params, "options": quote(unquote(params["options"]))}
        box = game.start(players, Chance(0), options).census()
        info = pyspiel.GameInfo(
            num_distinct_actions=len(game.actions),
            max_chance_outcomes=sum(box.values()),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(type_of(game, params["imperfect"]), info, params)
        self.rules = Rules(game, players, options)
        self._start = Play(self.rules)

    def new_initial_state(self) -> SpielState:
        """The start of a game."""
        return SpielState(self, self._start.copy())

    def max_chance_nodes_in_history(self) -> int:
        """A bound for the picks of a game."""
        return LONGEST

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """Who looks at states; None for kinds of looking that there are not."""
        if params:
            raise ValueError(f"there are no parameters for observations, such as {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        return Observer(self.rules, kind)

    def __reduce__(self) -> tuple[Any, ...]:
        # By a function of this module: whoever unpickles a game then has them registered.
        return _load, (str(self),)


class SpielState(pyspiel.State):  # type: ignore[misc]  # an untyped base
    """A position of one of our games. Its only attribute is the play, which OpenSpiel copies and pickles."""

    def __init__(self, game: SpielGame, play: Play) -> None:
        super().__init__(game)
        self.play = play

    def current_player(self) -> int:
        """The seat that decides, or OpenSpiel's number for luck or the end."""
        return self.play.player

    def is_terminal(self) -> bool:
        """Has the game ended?"""
        return self.play.player == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The answers to a pick, all alike."""
        return list(_alike(self.play.outcomes))

    def _apply_action(self, action: int) -> None:
        self.play.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"pick {action}" if player < 0 else self.play.rules.game.actions[action].notation

    def returns(self) -> list[float]:
        """The utilities by place; nothing before the end."""
        state = self.play.state
        if state is None or self.play.player != OVER:
            return [0.0] * self.play.rules.players
        return utilities(state.ranking)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one. Its history is empty: the true one tells secrets."""
        play, seed = self.play, int(sampler() * 2**53)
        if play.state is None or play.outcomes:
            raise ValueError("a state cannot be imagined while luck is waited for")
        origin = Imagined(play.view(player), seed, play.story, play.memory(player))
        return SpielState(self.get_game(), Play.imagine(play.rules, origin))

    def __str__(self) -> str:
        """The referee's knowledge: all decisions, and every pick that decided them."""
        play = self.play
        made_up = "" if play.origin is None else f"{play.origin.story}imagined {play.origin.seed}; "
        waiting = f"; luck of {play.outcomes}" if play.outcomes else ""
        return f"{made_up}{play.story} {play.history}{waiting}"


class Observer:
    """Looks at states for a seat: its view as a string, its features as a tensor."""

    def __init__(self, rules: Rules, kind: Any) -> None:
        self._features = rules.game.features
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._public = kind.public_info
        self._recall = kind.perfect_recall
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._own and self._public:
            self.tensor = np.zeros(self._features.size(rules.players), np.float32)
            begin = 0
            for part in self._features.layout(rules.players):
                self.dict[part.name] = self.tensor[begin : begin + part.size].reshape(part.shape)
                begin += part.size

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the tensor; while the game is set up there is nothing to see."""
        if self.tensor is None:
            return
        position = state.play.state
        if position is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self._features.observe(position, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What the seat sees, or of it what is open to all, or what is not."""
        play = state.play
        if not self._public:
            return play.secrets(player) if self._own else ""
        seat = player if self._own else None
        return play.information(seat) if self._recall else play.observation(seat)


class SpielBot(pyspiel.Bot):  # type: ignore[misc]  # an untyped base
    """One of our bots, or one of yours, for OpenSpiel's loops, such as `evaluate_bots` of open_spiel.python."""

    def __init__(self, bot: AnyBot, player: int, seed: int | str = 0) -> None:
        """The bot is a text such as "medium" or "strong@5000n", a class of bots, or a bot, to be copied."""
        super().__init__()
        self._policy = Policy(bot, seed)
        self._player = player

    def player_id(self) -> int:
        """The seat."""
        return self._player

    def restart(self) -> None:
        """A new game begins."""
        self._policy.reset()

    def restart_at(self, state: SpielState) -> None:
        """The same from a position: the bot knows what the seat sees there, not how it came about."""
        self._policy.reset()

    def step(self, state: SpielState) -> int:
        """What the bot decides, on what the seat may know."""
        return self._policy.decide(state.play.view(self._player))


class PlayoutEvaluator:
    """Random playouts for OpenSpiel's searches, as its `RandomRolloutEvaluator` makes them, but inside our engine."""

    def __init__(self, n_rollouts: int = 1, seed: int | str | None = None) -> None:
        if n_rollouts < 1:
            raise ValueError(f"n_rollouts is at least 1, not {n_rollouts}")
        self.n_rollouts = n_rollouts
        self._chance = Chance(seed)

    def evaluate(self, state: SpielState) -> Any:
        """The mean utilities."""
        chance, play = self._chance, state.play
        ends = (playout(play.finished(chance), chance) for _ in range(self.n_rollouts))
        return np.mean([utilities(end.ranking) for end in ends], axis=0)

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """All decisions alike."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.play.legal()
        return [(index, 1.0 / len(legal)) for index in legal]


def _options(game: Game, preset: str, text: str) -> Any:
    """Those of the preset, and of a JSON object in place of its own."""
    options = game.options(preset)
    if not text:
        return options
    try:
        given = json.loads(unquote(text), object_pairs_hook=once)
    except ValueError as problem:
        raise BadOptions(Message("kernel", "options.json", game=game.name, given=quoted(text))) from problem
    return game.options({**msgspec.to_builtins(options), **given} if isinstance(given, dict) else given)


def _load(text: str) -> Any:
    return pyspiel.load_game(text)


@cache
def _alike(outcomes: int) -> tuple[tuple[int, float], ...]:
    return tuple((outcome, 1.0 / outcomes) for outcome in range(outcomes))


def register() -> None:
    """Tells OpenSpiel about all games."""
    for name in games():
        game = find_game(name)
        # A class, not a closure: OpenSpiel lets go of it only after Python has ended, which nothing else survives.
        pyspiel.register_game(type_of(game), type(f"{name.capitalize()}Game", (SpielGame,), {"ours": game}))


register()
