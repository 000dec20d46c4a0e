"""What cards, tiles and moon tiles are worth, and how moon tiles are shared out (NO-62, NO-66 to NO-68, NO-78)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lumarium.games.nomads.meta import NAME
from lumarium.kernel.message import Message
from lumarium.kernel.native import i64, vec

from .components import LEGENDS, PRIZES, RUNGS, STORIES

PRIZE: Final = vec[i64](PRIZES)


def shares(scores: list[i64]) -> list[i64]:
    """The moon tiles that each score wins: those who tie pool the prizes of their ranks and split them evenly."""
    won: list[i64] = []
    for score in scores:
        better: i64 = 0
        tied: i64 = 0
        pool: i64 = 0
        rank: i64
        for other in scores:
            if other > score:
                better += 1
            elif other == score:
                tied += 1
        for rank in range(better, better + tied):
            pool += PRIZE[rank]
        won.append(pool // tied)
    return won


def card_points(values: vec[i64], rungs: vec[i64], song: i64) -> i64:
    """The points of all cards of a player, who holds one rung of each legend (-1: none) and a song (0: none)."""
    total = song
    legend: i64
    for legend in range(STORIES):
        if rungs[legend] >= 0:
            total += values[legend * RUNGS + rungs[legend]]
    return total


def origins(
    values: Sequence[int], rungs: Sequence[int], song: int, moon_tiles: int, tiles: int
) -> list[tuple[Message, int]]:
    """Where a player's points come from: each legend, the song, the moon tiles won, the tiles left over."""
    legends = [
        (Message(NAME, "sheet.legend", legend=LEGENDS[legend], rung=rung + 1), values[legend * RUNGS + rung])
        for legend, rung in enumerate(rungs)
        if rung >= 0
    ]
    songs = [(Message(NAME, "sheet.song"), song)] if song else []
    return [
        *legends,
        *songs,
        (Message(NAME, "sheet.moon_tiles", n=moon_tiles), moon_tiles),
        (Message(NAME, "sheet.tiles", n=tiles), -tiles),
    ]
