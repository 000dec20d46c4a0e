"""Everything on the table as one drawable value: the browser animates it, Python turns it into SVG."""

from __future__ import annotations

from typing import Any

import msgspec


class Piece(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """One thing on the table. Its id is stable through its life and never tells a hidden fact.

    `x` and `y` are in the units of its zone; `symbol` names a drawing of the game's symbol sheet, or is "" for a
    piece that is only `text`; `label` says what it is, for a screen reader.
    """

    id: str
    symbol: str = ""
    x: float = 0
    y: float = 0
    zone: str = ""
    rot: float = 0
    scale: float = 1
    z: int = 0
    classes: str = ""
    text: str = ""
    label: str = ""


class Layout(msgspec.Struct, frozen=True, gc=False):
    """One way to lay the zones out: the size of the table, and x, y and scale of every zone."""

    size: tuple[float, float]
    zones: dict[str, tuple[float, float, float]]


class Row(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A line of a panel."""

    label: str
    value: str = ""


class Panel(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """A box of words beside the table, such as a player with the sources of their points. `badge` names the drawing by
    which the player is known at the table, where the game has one."""

    id: str
    title: str
    value: str = ""
    seat: int | None = None
    badge: str = ""
    active: bool = False
    rows: tuple[Row, ...] = ()


class Scene(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The table as one seat sees it. The game fills the first part; the table adds version, events and log."""

    game: str
    layouts: dict[str, Layout]
    pieces: tuple[Piece, ...]
    actions: Any
    """The touch tree as `touch.wire` writes it."""
    prompt: str
    status: str
    """"turn" (the viewer decides), "wait", or "over"."""
    then: str = ""
    """What is asked once a path has begun, where the game can say it better than the client."""
    panels: tuple[Panel, ...] = ()
    v: int = 0
    events: tuple[dict[str, object], ...] = ()
    log: tuple[str, ...] = ()

    def json(self) -> bytes:
        """The scene as it goes over the wire."""
        return msgspec.json.encode(self)

    def svg(self, layout: str = "wide", theme: str = "dark") -> str:
        """The scene drawn, as a whole SVG document."""
        from .svg import draw

        return draw(self, layout, theme)

    def _repr_svg_(self) -> str:
        """The same for a notebook, which may show it in one page with others."""
        from .svg import apart

        return apart(self.svg())
