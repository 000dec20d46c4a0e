"""The score sheet of Luminos as pieces of paper and pencil: what was written, and what it adds up to."""

from __future__ import annotations

from collections.abc import Iterator

from lumarium.games.luminos.rules.components import SYMBOLS, TARGET_POINTS
from lumarium.games.luminos.rules.scoring import complete_rows, origins, reached
from lumarium.games.luminos.rules.view import View
from lumarium.games.luminos.words.words import say
from lumarium.kernel.drawing import part
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


def pieces(view: View, seat: int, lang: str, name: str) -> tuple[Piece, ...]:
    """Paper, rows down to the target row or further, entries, and the sums."""
    sky, own = view.skies[seat], seat == seats(view)[0]
    columns = sky.columns
    return (
        *_rows(seat, columns, view.target, own, view.over, name, lang),
        *_foot(seat, columns, len(sky.markers), view.target, view.scores[seat], lang),
    )


Columns = list[list[int]]


@part
def _rows(seat: int, columns: Columns, target_row: int, own: bool, over: bool, name: str, lang: str) -> Iterator[Piece]:
    zone = f"sheet{seat}"
    # Down to the target row, or as far as something is written.
    count = max(target_row, *map(len, columns))
    title = f"{say('sheet.title', lang)}: {name}"
    lined = "-lined" if count <= LINES else ""
    yield Piece(id=f"paper{seat}", symbol=f"luminos-paper{lined}", zone=zone, z=2, label=title)
    pitch = PITCH if count <= LINES else round(LINES * PITCH / count, 1)
    complete = complete_rows(columns)
    for row in range(count):
        y, number = TOP + row * pitch, row + 1
        target = number == target_row
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
                if over and row >= complete:
                    yield Piece(id=f"x{place}", symbol="luminos-struck", zone=zone, x=x, y=y, z=2)
        if row < complete:
            yield Piece(id=f"rs{seat}-{number}", text=str(sum(values)), zone=zone, x=SUMS, y=y, z=2, classes="sum")


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


@part
def _foot(seat: int, columns: Columns, unused: int, target_row: int, total: int, lang: str) -> Iterator[Piece]:
    """What unused markers and the target row add, and the sum of everything."""
    zone, points = f"sheet{seat}", origins(columns, unused, target_row)
    (_, markers), (_, target) = points[-2:]
    got = "bonus" if reached(columns, target_row) else "bonus open"
    yield Piece(id=f"bm{seat}", text=f"+{markers}", zone=zone, x=0, y=FOOT, z=2, classes="bonus")
    yield Piece(id=f"bt{seat}", text=f"+{target}" if target else "–", zone=zone, x=76, y=FOOT, z=2, classes=got)
    said = say("label.points", lang, n=total)
    sources = ". ".join(f"{label.render(lang)}: {number}" for label, number in points if number)
    label = f"{said}. {sources}" if sources else said
    yield Piece(id=f"sum{seat}", text=said, zone=zone, x=-8, y=182, z=2, classes="total", label=label)
