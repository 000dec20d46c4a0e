"""What cards, tiles and moon tiles are worth, and how moon tiles are shared out (NO-62, NO-66 to NO-68, NO-78)."""

from __future__ import annotations

from collections.abc import Sequence

from lumarium.kernel.message import Message

from .components import LEGENDS, PRIZES, RUNGS
from .meta import NAME


def shares(scores: Sequence[int]) -> list[int]:
    """The moon tiles that each score wins: those who tie pool the prizes of their ranks and split them evenly."""
    won = []
    for score in scores:
        better = sum(1 for other in scores if other > score)
        tied = sum(1 for other in scores if other == score)
        won.append(sum(PRIZES[better : better + tied]) // tied)
    return won


def card_points(values: Sequence[int], rungs: Sequence[int], song: int) -> int:
    """The points of all cards of a player, who holds one rung of each legend (-1: none) and a song (0: none)."""
    total = song
    for legend, rung in enumerate(rungs):
        if rung >= 0:
            total += values[legend * RUNGS + rung]
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
