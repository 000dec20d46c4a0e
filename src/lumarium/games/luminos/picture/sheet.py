"""The score sheet of Luminos as pieces of paper and pencil: what was written, and what it adds up to."""

from __future__ import annotations

from collections.abc import Iterator

from lumarium.games.luminos.rules.components import SYMBOLS, TARGET_POINTS
from lumarium.games.luminos.rules.scoring import complete_rows, reached
from lumarium.games.luminos.rules.view import View
from lumarium.games.luminos.words.words import say
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import seats

COLUMNS = (-57, -8, 41)
SUMS = 88
TOP = -132
PITCH = 32
LINES = 8
"""So many rows are printed on the paper; where more are needed, they move closer together."""
FOOT = 145
MARKERS = (-90, -62, -34)


def pieces(view: View, seat: int, lang: str, name: str) -> Iterator[Piece]:
    """Paper, rows down to the target row or further, entries, and the sums."""
    zone = f"sheet{seat}"
    title = f"{say('sheet.title', lang)}: {name}"
    lined = "-lined" if _count(view, seat) <= LINES else ""
    yield Piece(id=f"paper{seat}", symbol=f"luminos-paper{lined}", zone=zone, z=2, label=title)
    yield from _rows(view, seat, lang)
    yield from _foot(view, seat, lang)


def _rows(view: View, seat: int, lang: str) -> Iterator[Piece]:
    zone, columns = f"sheet{seat}", view.skies[seat].columns
    count = _count(view, seat)
    pitch = PITCH if count <= LINES else round(LINES * PITCH / count, 1)
    complete = complete_rows(columns)
    own = seat == seats(view)[0]
    for row in range(count):
        y, number = TOP + row * pitch, row + 1
        target = number == view.target
        values = [column[row] for column in columns if row < len(column)]
        label = _row_label(values, number, target, own, lang)
        if label or own or count > LINES:
            symbol = "luminos-row-target" if target else "luminos-row-plain" if count <= LINES else "luminos-row"
            yield Piece(
                id=f"row{seat}-{number}",
                symbol=symbol,
                zone=zone,
                y=y,
                scale=1 if pitch == PITCH else round(pitch / PITCH, 2),
                z=2,
                classes="row",
                text=str(number) if own or target else "",
                label=label,
            )
        for letter, x, column in zip(SYMBOLS, COLUMNS, columns, strict=True):
            if row < len(column):
                place, classes = f"{seat}{letter}{number}", "entry" if row < complete else "entry open"
                yield Piece(id=f"e{place}", text=str(column[row]), zone=zone, x=x, y=y, z=2, classes=classes)
                if view.over and row >= complete:
                    yield Piece(id=f"x{place}", symbol="luminos-struck", zone=zone, x=x, y=y, z=2)
        if row < complete:
            yield Piece(id=f"rs{seat}-{number}", text=str(sum(values)), zone=zone, x=SUMS, y=y, z=2, classes="sum")


def _count(view: View, seat: int) -> int:
    """How many rows there are: down to the target row, or as far as something is written."""
    return max(view.target, *map(len, view.skies[seat].columns))


def _row_label(values: list[int], row: int, target: bool, own: bool, lang: str) -> str:
    """What a row is worth, or when it would be; of others' rows only what is there."""
    parts = []
    if target:
        said = say("label.target", lang, row=row, points=TARGET_POINTS) if own else say("sheet.target", lang, row=row)
        parts.append(said)
    if len(values) == len(SYMBOLS):
        suns, moons, stars = values
        parts.append(say("label.row", lang, row=row, suns=suns, moons=moons, stars=stars, n=sum(values)))
    elif values and own:
        parts.append(say("label.row_open", lang, row=row))
    return " ".join(parts)


def _foot(view: View, seat: int, lang: str) -> Iterator[Piece]:
    """What unused markers and the target row add, and the sum of everything."""
    zone, sky = f"sheet{seat}", view.skies[seat]
    points = view.points(seat)
    (_, markers), (_, target) = points[-2:]
    got = "bonus" if reached(sky.columns, view.target) else "bonus open"
    yield Piece(id=f"bm{seat}", text=f"+{markers}", zone=zone, x=0, y=FOOT, z=2, classes="bonus")
    yield Piece(id=f"bt{seat}", text=f"+{target}" if target else "–", zone=zone, x=76, y=FOOT, z=2, classes=got)
    said = say("label.points", lang, n=view.scores[seat])
    origins = ". ".join(f"{label.render(lang)}: {number}" for label, number in points if number)
    label = f"{said}. {origins}" if origins else said
    yield Piece(id=f"sum{seat}", text=said, zone=zone, x=-8, y=182, z=2, classes="total", label=label)
