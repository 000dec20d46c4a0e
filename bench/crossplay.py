"""OpenSpiel's IS-MCTS against our bots, in our games: the table "Against OpenSpiel's IS-MCTS" of docs/bots.md.

    python bench/crossplay.py                                  all rows, about twenty minutes
    python bench/crossplay.py lumen --games 12 --few 6 --dry   a quick look

IS-MCTS is `open_spiel.python.algorithms.ismcts`, unchanged, through our adapter. It gets the view of its seat as our
bots do. Its random playouts run inside our engine (`PlayoutEvaluator`), which makes it ten times faster than with
OpenSpiel's own. It sits alone, in every seat in turn on the same luck, against ours in all the other seats.

It can also be asked for by name, with seconds or simulations as its budget:

    lumarium tournament lumen --bots medium,bench/crossplay.py:Ismcts@200n --games 30
"""

from __future__ import annotations

import argparse
from functools import cache
from importlib import import_module
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

import lumarium
from lumarium import Chance, View
from lumarium.arena.players import new_bot
from lumarium.arena.tournament import Tournament, tournament
from lumarium.bots import Bot
from lumarium.bots.search.budget import Budget
from lumarium.bots.search.thinker import Position, Thinker

PAGE = Path(__file__).parents[1] / "docs" / "bots.md"
BEGIN, END = "<!-- crossplay: begin -->", "<!-- crossplay: end -->"
SEED = "crossplay"
SECONDS = 0.05
"""Of one core, for a decision."""
SIMULATIONS, NODES = 40, 1000
"""With which the cost of one is measured."""
FEWEST = 2
"""The first simulation of IS-MCTS makes its root and visits nothing."""
UCT_C = 1.5
"""As in the test of OpenSpiel's own agent; 0.3 to 2 made no clear difference."""


class Enough(Exception):
    """The time is up."""


@cache
def search_class() -> Any:
    """OpenSpiel's search with a clock, which is looked at before every simulation."""

    class Timed(import_module("open_spiel.python.algorithms.ismcts").ISMCTSBot):  # type: ignore[misc]  # no types
        until = float("inf")

        def sample_root_state(self, state: Any) -> Any:
            if perf_counter() > self.until and self._root_node.total_visits > 0:
                raise Enough
            return super().sample_root_state(state)

        def run_search(self, state: Any) -> Any:
            try:
                return super().run_search(state)
            except Enough:
                return self.get_final_policy(state, self._root_node)

    return Timed


class Ismcts(Thinker):
    """OpenSpiel's IS-MCTS as one of our bots; a budget in nodes counts its simulations."""

    budget = Budget(seconds=1.0)

    def values(self, position: Position, chance: Chance) -> list[float]:
        """The odds with which it would choose each decision."""
        begun = perf_counter()
        import numpy as np

        from lumarium.adapters import openspiel
        from lumarium.adapters.explicit import Imagined, Play, Rules

        view: Any = position.view
        game = loaded(view.game, view.players)
        rules = Rules(position.game, view.players, view.options)
        origin = Imagined(view, chance.pick(2**31), story="", memory="")
        state = openspiel.SpielState(game, Play.imagine(rules, origin))
        evaluator = openspiel.PlayoutEvaluator(1, chance.pick(2**31))
        random = np.random.RandomState(chance.pick(2**31))
        bot = search_class()(game, evaluator, UCT_C, self.budget.nodes or 10**9, random_state=random)
        if self.budget.seconds is not None:
            bot.until = begun + self.budget.seconds * 0.97
        odds = dict(bot.get_policy(state))
        return [odds[index] for index in position.legal]


@cache
def loaded(name: str, players: int) -> Any:
    """The game as OpenSpiel loads it."""
    from lumarium.adapters import openspiel

    parameters = {"players": players, "imperfect": True}
    return import_module("pyspiel").load_game(openspiel.name_of(name), parameters)


class Row(NamedTuple):
    """One pairing, and how the two compare in what they may spend on a decision."""

    game: str
    players: int
    means: str
    simulations: int
    ours: str


def rows(name: str) -> list[Row]:
    """The pairings of a game with its fewest players.

    Time is measured beforehand and given out as simulations and nodes: then a busy machine does not bend the games.
    """
    players = lumarium.game(name).players[0]
    cost = measured(name, players)
    many = round(SECONDS / cost.simulation)
    # In Lumen our search counts tricks, else decisions.
    lines = cost.length / (players if name == "lumen" else 1)
    return [
        Row(name, players, "as much time", max(FEWEST, round(cost.medium / cost.simulation)), "medium"),
        Row(name, players, f"{SECONDS / cost.medium:.0f} times as much time", many, "medium"),
        Row(name, players, "as much time", many, f"strong@{round(SECONDS / cost.node)}n"),
        Row(name, players, "as many simulated decisions", many, f"strong@{round(many * lines)}n"),
    ]


class Cost(NamedTuple):
    """What thinking costs, in seconds of one core."""

    medium: float
    """A decision of `medium`."""
    simulation: float
    """A simulation of IS-MCTS."""
    node: float
    """A node of `strong`."""
    length: float
    """And the decisions of a random playout, in number."""


def measured(name: str, players: int, games: int = 2) -> Cost:
    """The means over decisions of `medium` against itself."""
    game, medium = lumarium.game(name), new_bot("medium")
    views: list[View] = []
    length = 0
    for number in range(games):
        chance, luck = Chance(f"{SEED} {number}"), Chance(number)
        state = game.start(players, chance)
        while (seat := state.turn) is not None:
            legal = state.legal_actions()
            if len(legal) > 1:
                views.append(state.view(seat))
                end = state.clone()
                while end.turn is not None:
                    end.random_step(luck)
                    length += 1
            state.apply(medium.choose(state.view(seat), legal, luck), chance)
    few = views[::6]
    return Cost(
        seconds(medium, views),
        seconds(Ismcts(Budget(nodes=SIMULATIONS)), few) / SIMULATIONS,
        seconds(new_bot(f"strong@{NODES}n"), few) / NODES,
        length / len(views),
    )


def seconds(bot: Bot, views: list[View]) -> float:
    """The time of one core that the bot takes for a decision."""
    game, luck = lumarium.game(views[0].game), Chance(0)
    begun = process_time()
    for view in views:
        bot.choose(view, [game.actions[index] for index in view.legal], luck)
    return (process_time() - begun) / len(views)


def played(row: Row, games: int, jobs: int) -> Tournament:
    """The pairing, with IS-MCTS alone."""
    bots = [row.ours, f"{Path(__file__)}:Ismcts@{row.simulations}n"]
    return tournament(row.game, bots, games, [row.players], seed=SEED, jobs=jobs)


def line(row: Row, result: Tournament) -> str:
    """The pairing as a row of the page's table."""
    duel = result.duels[0]
    share = f"{100 * duel.share:.1f} % ({100 * duel.low:.0f} to {100 * duel.high:.0f})"
    points = f"{duel.alone.points:.1f} : {duel.others.points:.1f}"
    return (
        f"| {row.game} | {row.players} | {row.simulations} | {row.ours} | {row.means} | {duel.games} | {share} "
        f"| {100 * duel.fair:.0f} % | {points} |"
    )


def write(lines: list[str]) -> None:
    """Puts the table into the page, between its marks."""
    head = [
        "| game | seats | simulations | against | IS-MCTS has | games | share of wins (95 %) | fair | points |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text("\n".join([before + BEGIN, *head, *lines, END + after]), encoding="utf-8")


def main() -> None:
    """Plays and writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=["lumen", "nomads"])
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--few", type=int, default=18, help="games of the pairings with strong")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--dry", action="store_true", help="print, but leave the page as it is")
    given = parser.parse_args()
    print("compiled engine" if lumarium.compiled else "interpreted engine")
    lines = []
    for row in (row for name in given.game for row in rows(name)):
        begun = perf_counter()
        games = given.few if row.ours.startswith("strong") else given.games
        lines.append(line(row, played(row, games, given.jobs)))
        print(lines[-1], f"{perf_counter() - begun:.0f} s", flush=True)
    if not given.dry:
        write(lines)


if __name__ == "__main__":
    main()
