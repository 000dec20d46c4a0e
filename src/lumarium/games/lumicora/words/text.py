"""The table as text, for a terminal: the Atoll, and the reefs as rows of hexes.

A space shows what can be seen from above: `G3` the number on green coral, `Gc` a crab on it, `G` coral alone, with a
small `²` in level 2 and so on; `~~` water, `##` limestone, `-3` remote limestone. Rows are numbered as the log names
them. The spaces of the viewer's own reef carry their coordinates as moves write them, underlined where the Lumino in
hand may go.
"""

from __future__ import annotations

from collections.abc import Sequence

from lumarium.games.lumicora.rules.components import COLOURS, LETTERS, ROW_LENGTHS
from lumarium.games.lumicora.rules.indices import COORDINATES, FACES, FIRST_ANIMAL, LAY, NOTHING, PLACEMENTS, PLAIN
from lumarium.games.lumicora.rules.reef import Reef
from lumarium.games.lumicora.rules.terrain import NO_SPACE, WATER
from lumarium.games.lumicora.rules.view import Lumino, View
from lumarium.kernel.event import spoken_name
from lumarium.kernel.stage import seats
from lumarium.kernel.textboard import Block, Span

from .words import say

PITCH = 6
STYLES = {"G": "green", "P": "magenta", "B": "blue", "Y": "yellow"}
ANIMALS = "@ch*"
"""Shellfish, crab, seahorse, starfish."""
SMALL = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def board(view: View, lang: str, names: Sequence[str]) -> list[Block]:
    """The blocks of the table, the viewer's own reef first."""
    return [_table(view, lang), *(_shore(view, seat, lang, names) for seat in seats(view))]


def _table(view: View, lang: str) -> Block:
    bag = say("label.bag", lang, n=view.bag)
    if view.emergency:
        bag += f", {say('label.emergency', lang, n=view.emergency)}"
    lines = [[Span(f"{say('label.atoll', lang)}: ", "bold"), *_luminos(view.atoll)], [Span(bag)]]
    if view.hand:
        lines.append([Span(f"{say('label.hand', lang)}: ", "bold"), *_luminos(view.hand, view.laying)])
    if view.chosen:
        lines.append([Span(f"{say('label.done', lang)}: ", "bold"), *_luminos(view.chosen)])
    lines.append([Span(say("label.legend", lang), "dim")])
    title = say("label.round", lang, round=view.round)
    if view.extra_scoring:
        title += f", {say('label.extra', lang)}"
    return Block(title, lines, "table")


def _shore(view: View, seat: int, lang: str, names: Sequence[str]) -> Block:
    shore, reef = view.shores[seat], view.reef(seat)
    own = seat == view.seat
    display = [lumino for lumino in shore.display if lumino is not None]
    lines = [[Span(f"{say('label.display', lang)}: ", "bold"), *_luminos(display)]]
    goals = {space for index in view.legal if LAY <= index < LAY + len(PLACEMENTS) for space in PLACEMENTS[index - LAY]}
    first = 0
    for row, length in enumerate(ROW_LENGTHS, 1):
        spaces = range(first, first + length)
        indent = Span(" " * ((max(ROW_LENGTHS) - length) * PITCH // 2))
        lines.append([Span(f"{row} ", "dim"), indent, *(span for space in spaces for span in _space(reef, space))])
        if own:
            lines.append(
                [Span("  "), indent, *(span for space in spaces for span in _coordinates(space, space in goals))]
            )
        first += length
    lines.append([Span(f"{say('label.limestone', lang)}: ", "bold"), Span(str(shore.limestone))])
    lines.append([Span(f"{say('label.scoring', lang)}: ", "bold"), *_scoring_tiles(view, seat)])
    lines.append([Span(f"{say('label.jellyfish', lang)}: ", "bold"), Span(str(shore.jellyfish))])
    octopus = f" ({say('label.octopus_short', lang)})" if seat == view.octopus else ""
    points = say("label.points", lang, n=view.scores[seat])
    title = f"{spoken_name(seat, names, lang)}{octopus}: {points}"
    return Block(title, lines, "reefs", seat == view.turn)


def _scoring_tiles(view: View, seat: int) -> list[Span]:
    """The unused ones, with what each would bring now."""
    spans = []
    for letter, colour in zip(LETTERS, COLOURS, strict=True):
        if colour not in view.shores[seat].scored:
            spans.append(Span(f"{letter} {sum(view.preview(colour, seat).values())}  ", STYLES[letter]))
    return spans or [Span("-", "dim")]


def _space(reef: Reef, space: int) -> list[Span]:
    half = reef.tops[space]
    if half == NOTHING:
        if reef.terrain.codes[space] == NO_SPACE:
            return _cell("", "")
        penalty = reef.terrain.penalties[space]
        if penalty:
            return _cell(f"-{penalty}", "bold red")
        return _cell("~~", "cyan dim") if reef.terrain.codes[space] == WATER else _cell("##", "white")
    letter, face, level = LETTERS[half // FACES], half % FACES, reef.heights[space]
    shown = ANIMALS[face - FIRST_ANIMAL] if face >= FIRST_ANIMAL else "" if face == PLAIN else str(face)
    height = str(level).translate(SMALL) if level > 1 else ""
    return _cell(f"{letter}{shown}{height}", f"bold {STYLES[letter]}")


def _cell(text: str, style: str) -> list[Span]:
    left = (PITCH - len(text)) // 2
    return [Span(" " * left), Span(text, style), Span(" " * (PITCH - left - len(text)))]


def _coordinates(space: int, goal: bool) -> list[Span]:
    q, r = COORDINATES[space]
    return _cell(f"{q},{r}", "underline green" if goal else "dim")


def _luminos(luminos: Sequence[Lumino], marked: Lumino | None = None) -> list[Span]:
    return [
        Span(f"{lumino.tile} ", STYLES[lumino.tile[0]] + (" reverse" if lumino == marked else "")) for lumino in luminos
    ]
