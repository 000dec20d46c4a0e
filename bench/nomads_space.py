"""How long is a game of Nomads, and how large are its decisions? Counts over random play.

A card is written with probability 1/2 whenever one can be paid; everything else is uniformly random. The table in
docs/games/nomads.md comes from here: python bench/nomads_space.py
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from math import comb
from statistics import fmean
from typing import NamedTuple

from lumarium import Chance
from lumarium.games.nomads import GAME
from lumarium.games.nomads.rules.components import JOKER, RUNGS, SIANA, STORIES, ULRICH
from lumarium.games.nomads.rules.indices import ACTING, MOVE, SONG, WRITE
from lumarium.games.nomads.rules.state import State
from lumarium.games.nomads.rules.writing import cost_of_rung


class Figures(NamedTuple):
    """What was counted for one number of players."""

    turns: list[int]
    decisions: list[int]
    heights: list[int]
    """The heights of all columns moved."""
    scorings: Counter[int]
    """How many games had so many moon scorings."""
    most: Counter[str]
    """The largest numbers met in any game."""

    @property
    def two_or_three_scorings(self) -> float:
        """The share of games with two or three moon scorings, as the rulebook says."""
        return (self.scorings[2] + self.scorings[3]) / len(self.turns)


def figures(players: int, games: int, seed: int | str = "nomads space") -> Figures:
    """Plays so many games."""
    found = Figures([], [], [], Counter(), Counter())
    for game in range(games):
        chance = Chance(f"{seed} {players} {game}")
        state = GAME.start(players, chance)
        assert isinstance(state, State)
        decisions = 0
        while not state.over:
            scored = state.moon_scorings
            state.step(choose(state, chance, found), chance)
            decisions += 1
            raise_to(found.most, "scorings in a turn", state.moon_scorings - scored)
            raise_to(found.most, "dry run", state.turns - state.last_news - 1)
        found.turns.append(state.turns)
        found.decisions.append(decisions)
        found.scorings[state.moon_scorings] += 1
    return found


def choose(state: State, chance: Chance, found: Figures) -> int:
    """A random action; a card with probability 1/2 where one can be paid."""
    legal = state.legal()
    if state.phase == ACTING:
        cards = [index for index in legal if index >= WRITE]
        moves = [index for index in legal if index < WRITE]
        raise_to(found.most, "cards", len(cards))
        raise_to(found.most, "ways to write", sum(payments(state, card) for card in cards))
        raise_to(found.most, "moves", sum(routes(state, move) for move in moves))
        legal = cards if cards and chance.pick(2) else moves
    index = legal[chance.pick(len(legal))]
    if state.phase == ACTING and index < WRITE:
        found.heights.append(height(state, index))
    return index


def raise_to(most: Counter[str], what: str, number: int) -> None:
    most[what] = max(most[what], number)


def height(state: State, move: int) -> int:
    """How many discs the move takes in hand."""
    return len(state.columns[(move - MOVE) // 2])


def routes(state: State, move: int) -> int:
    """In how many ways the powers let this column be laid out."""
    assert state.turn is not None
    power = state.adventurers[state.turn]
    return height(state, move) + (power == SIANA) if power in (ULRICH, SIANA) else 1


def payments(state: State, card: int) -> int:
    """In how many ways a card can be paid."""
    assert state.turn is not None
    tiles = state.tiles[state.turn]
    if card >= SONG:
        price = state.song_tiles[state.songs.index(card - SONG + 1)]
        types = sum(1 for number in tiles[:STORIES] if number)
        return sum(comb(types, price - jokers) for jokers in range(min(price, tiles[JOKER]) + 1))
    legend, rung = divmod(card - WRITE, RUNGS)
    price = cost_of_rung(state, state.turn, legend, rung)
    return min(price, tiles[JOKER]) - max(0, price - tiles[legend]) + 1


ROWS: dict[str, Callable[[Figures], str]] = {
    "turns per game": lambda f: f"{fmean(f.turns):.1f} ({min(f.turns)} to {max(f.turns)})",
    "decisions per game": lambda f: f"{fmean(f.decisions):.0f}",
    "height of the column moved": lambda f: f"{fmean(f.heights):.2f}, at most {max(f.heights)}",
    "complete moves to choose from": lambda f: f"up to {f.most['moves']}",
    "complete ways to write": lambda f: f"up to {f.most['ways to write']}",
    "different cards that can be paid": lambda f: f"up to {f.most['cards']}",
    "games by moon scorings": lambda f: ", ".join(f"{n}: {f.scorings[n]}" for n in sorted(f.scorings)),
    "moon scorings in one turn": lambda f: f"at most {f.most['scorings in a turn']}",
    "turns in a row without a tile or a card": lambda f: f"at most {f.most['dry run']}",
}


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3000, help="games per number of players (3000)")
    games = parser.parse_args().games
    found = [figures(players, games) for players in GAME.players]
    print(f"| {games} random games each |", " | ".join(f"{players} players" for players in GAME.players), "|")
    print("|---" * (len(found) + 1) + "|")
    for label, shown in ROWS.items():
        print(f"| {label} |", " | ".join(shown(f) for f in found), "|")


if __name__ == "__main__":
    main()
