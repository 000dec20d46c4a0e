"""A player in a line: whose hand it is, whose turn, the bid and the tricks as beads, the total."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lumarium.games.lumen.rules.indices import bid_number
from lumarium.games.lumen.rules.scoring import bid_met
from lumarium.games.lumen.words.words import plain, say
from lumarium.kernel.drawing import part
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import fitting

LONGEST_NAME = 13
BEADS = (72, 20)
"""Where the beads begin beside the bid, and from one to the next."""


class Standing(NamedTuple):
    """How a player stands in a deal."""

    bid: str | None
    tricks: int
    total: int
    scored: bool
    """Is the sheet of the deal before shown?"""
    over: bool


@part
def plate(seat: int, active: bool, standing: Standing, name: str, mark: str, lang: str) -> Iterator[Piece]:
    """Name, bid and tricks, total; while the sheet of a deal is shown, what it holds is there."""
    yield from _name(seat, active, name, mark, lang)
    if standing.scored:
        return
    yield from _tally(seat, standing, name, lang)
    if not standing.over:
        label = say("label.total", lang, player=name, n=standing.total)
        text = f"Σ {plain(standing.total)}"
        yield Piece(id=f"total{seat}", text=text, zone=f"total{seat}", z=3, classes="total", label=label)


def _name(seat: int, active: bool, name: str, mark: str, lang: str) -> Iterator[Piece]:
    zone = f"name{seat}"
    if active:
        yield Piece(id="lamp", symbol="lumen-lamp", zone=zone, x=16, z=2)
    yield Piece(id=f"seat{seat}", symbol=f"lumen-seat-{seat}", text=mark, zone=zone, x=16, z=3, classes="seat")
    shown = fitting(seat, name, LONGEST_NAME, lang)
    yield Piece(id=zone, text=shown, zone=zone, x=42, z=2, classes="name active" if active else "name")


def _tally(seat: int, standing: Standing, name: str, lang: str) -> Iterator[Piece]:
    """Tricks won and tricks bid, in numbers and as beads that light up one by one."""
    bid, tricks, zone = standing.bid, standing.tricks, f"tally{seat}"
    if bid is None:
        yield Piece(id=f"chip{seat}", symbol="lumen-chip-open", zone=zone, z=1)
        return
    label = say("label.tally", lang, player=name, bid=bid, n=tricks)
    yield Piece(id=f"chip{seat}", symbol=f"lumen-{_chip(bid, tricks, standing.over)}", zone=zone, z=1, label=label)
    yield Piece(id=f"pile{seat}", text=str(tricks), zone=zone, x=-9, z=2, classes="won")
    yield Piece(id=f"made{seat}", text=bid, zone=zone, x=9, z=2, classes="made")
    for number, bead in enumerate(beads(bid, tricks)):
        x = BEADS[0] + number * BEADS[1]
        symbol = "lumen-bead" if bead == "open" else f"lumen-bead-{bead}"
        yield Piece(id=f"bead{seat}-{number}", symbol=symbol, zone=zone, x=x, z=2)


def _chip(bid: str, tricks: int, final: bool) -> str:
    """Does the bid hold as things stand, or can it hold no more?"""
    number = bid_number(bid)
    if bid_met(number, tricks):
        return "chip-kept"
    return "chip-broken" if final or tricks > number // 2 else "chip"


def beads(bid: str, tricks: int) -> list[str]:
    """A bead for every trick that was bid, lit if it was won; the extra stone's; and one for each trick too many."""
    base, extra = divmod(bid_number(bid), 2)
    row = ["won" if number < tricks else "open" for number in range(base)]
    if extra:
        row.append("extra-won" if tricks > base else "extra")
    row += ["over"] * (tricks - base - extra)
    return row or ["none"]
