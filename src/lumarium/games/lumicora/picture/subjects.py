"""Which pieces an event is about, so that a browser can light them up one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lumarium.games.lumicora.rules.components import COLOURS, SPECIES
from lumarium.games.lumicora.rules.indices import BIT, SPACES
from lumarium.games.lumicora.rules.scoring import visible_animals
from lumarium.games.lumicora.rules.view import Lumino, View
from lumarium.kernel.event import Event

from .lumino import HALVES, ids
from .shore import counting_spaces


def subjects(events: Sequence[Event], view: View) -> list[tuple[str, ...]]:
    """For each event its pieces. The view only knows how everything lies now, so they are told from the last one."""
    retrace = _Retrace(view)
    return [retrace.back(event) for event in reversed(events)][::-1]


class _Retrace:
    """Goes back from the view event by event: what was drawn last, laid last, and where a Lumino went later."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.drawn = view.drawn
        self.laid = [list(shore.luminos) for shore in view.shores]
        self.later: list[Lumino] = [*view.atoll, *view.hand, *view.chosen]
        self.tops: list[dict[int, str]] = []
        for seat, shore in enumerate(view.shores):
            tops: dict[int, str] = {}
            for laid in shore.luminos:
                name = f"start{seat}" if laid.draw is None else f"t{laid.draw}"
                tops.update({space: f"{name}{half}" for space, half in zip(laid.spaces, HALVES, strict=True)})
            self.tops.append(tops)

    def back(self, event: Event) -> tuple[str, ...]:
        seat, facts = event.seat, event.facts
        if event.kind in ("atoll", "display", "refill") or event.kind.startswith("swapped_"):
            return ("bag", *self._drawn(facts["tiles"]))
        if seat is None:
            return {"turtle": ("turtle",), "emergency": ("stack", "bag")}.get(event.kind, ())
        if event.kind.startswith("final_"):
            return tuple(self._final(seat, event.kind, facts))
        if event.kind in ("lay", "lay_paid"):
            return self._lay(seat, paid=event.kind == "lay_paid")
        if event.kind in ("feed", "own", "take", "hand", "exchange"):
            return self._named(str(facts["tile"]))
        if event.kind == "score":
            colour = str(facts["colour"])
            counted = counting_spaces(self.view.reef(seat), COLOURS.index(colour))
            return (f"v{seat}-{colour}", *self._on(seat, (counted[level] for level in sorted(counted))))
        if event.kind == "jellyfish":
            spent = self.view.shores[seat].order[: self.view.shores[seat].spent]
            return tuple(f"v{seat}-{colour}" for colour in spent[-1:])
        return {
            "limestone": ("supply", f"store{seat}"),
            "return": ("bag",),
            "start": (f"start{seat}n", f"start{seat}o"),
            "octopus": ("octopus",),
        }.get(event.kind, ())

    def _drawn(self, tiles: object) -> list[str]:
        number = len(tiles) if isinstance(tiles, list | tuple) else 0
        self.drawn -= number
        return [piece for draw in range(self.drawn, self.drawn + number) for piece in ids(draw)]

    def _lay(self, seat: int, paid: bool) -> tuple[str, ...]:
        """The last Lumino laid; before that it was taken from somewhere."""
        if not self.laid[seat] or (draw := self.laid[seat][-1].draw) is None:
            return ()
        self.later.append(Lumino(self.laid[seat].pop().tile, draw))
        return (f"store{seat}", *ids(draw)) if paid else tuple(ids(draw))

    def _named(self, tile: str) -> tuple[str, ...]:
        """The Lumino of that kind that moved last, as far as it can still be seen."""
        found = [lumino.draw for lumino in self.later if lumino.tile == tile]
        return tuple(ids(found[-1])) if found else ()

    def _final(self, seat: int, kind: str, facts: dict[str, object]) -> Iterable[str]:
        """What a category of the final scoring counts."""
        shore, reef = self.view.shores[seat], self.view.reef(seat)
        if kind == "final_jellyfish":
            return [f"v{seat}-{colour}" for colour in shore.order[shore.spent :]]
        if kind == "final_limestone":
            return [f"store{seat}"]
        if kind.startswith("final_animals"):
            return self._on(seat, visible_animals(reef)[SPECIES.index(str(facts["species"]))])
        if kind == "final_majority":
            colour = COLOURS.index(str(facts["colour"]))
            return self._on(seat, (space for space in range(SPACES) if reef.visible[colour] & BIT[space]))
        remote = [space for space in range(SPACES) if reef.terrain.penalties[space] and not reef.heights[space]]
        return [f"s{seat}-{space}" for space in remote]

    def _on(self, seat: int, spaces: Iterable[int]) -> list[str]:
        return [self.tops[seat][space] for space in spaces if space in self.tops[seat]]
