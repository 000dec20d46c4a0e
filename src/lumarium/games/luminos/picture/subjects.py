"""Which pieces an event is about, so that a browser can light them up one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from lumarium.games.luminos.rules.components import START_CELLS, SYMBOLS
from lumarium.games.luminos.rules.view import View
from lumarium.kernel.event import Event

from .pieces import cell_id, hand_id


def subjects(events: Sequence[Event], view: View) -> list[tuple[str, ...]]:
    """For each event its pieces. The view only knows how everything stands now, so they are told from the last one."""
    retrace = _Retrace(view)
    return [retrace.back(event) for event in reversed(events)][::-1]


class _Retrace:
    """Goes back from the view event by event: how long the columns were, and where a tile in hand went later."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.tiles = [
            {(cell.x, cell.y): cell_id(seat, number, cell) for number, cell in enumerate(sky.cells)}
            for seat, sky in enumerate(view.skies)
        ]
        self.lengths = [[len(column) for column in sky.columns] for sky in view.skies]
        self.taken: dict[int, str] = {}
        if view.hand is not None and view.turn is not None:
            self.taken[view.turn] = hand_id(view)

    def back(self, event: Event) -> tuple[str, ...]:
        seat, facts = event.seat, event.facts
        if event.kind == "display":
            return ("bag", *(f"t{facts['round']}-{slot}" for slot in range(self.view.players)))
        if event.kind == "return":
            return ("bag",)
        if seat is None:
            return ()
        if event.kind == "place":
            tile = self._at(seat, facts["x"], facts["y"])
            self.taken[seat] = "".join(tile)
            return tile
        if event.kind.startswith("take"):
            source = "bag" if event.kind == "take_bag" else ""
            return tuple(filter(None, [source, self.taken.pop(seat, "")]))
        if event.kind == "mark":
            return (f"m{seat}{facts['symbol']}",)
        if event.kind == "square":
            return self._square(seat, facts)
        if event.kind == "target":
            return (f"row{seat}-{facts['row']}",)
        if event.kind == "start":
            return tuple(f"s{seat}-{number}" for number in range(len(START_CELLS)))
        return ()

    def _square(self, seat: int, facts: dict[str, object]) -> tuple[str, ...]:
        """Four tiles once around, then what was written."""
        x, y = int(str(facts["x"])), int(str(facts["y"]))
        around = ((x, y + 1), (x + 1, y + 1), (x + 1, y), (x, y))
        tiles = [tile for spot in around for tile in self._at(seat, *spot)]
        entries = []
        for letter in str(facts["symbols"]):
            symbol = SYMBOLS.index(letter)
            entries.append(f"e{seat}{letter}{self.lengths[seat][symbol]}")
            self.lengths[seat][symbol] -= 1
        return (*tiles, *entries)

    def _at(self, seat: int, x: object, y: object) -> tuple[str, ...]:
        found = self.tiles[seat].get((int(str(x)), int(str(y))))
        return () if found is None else (found,)
