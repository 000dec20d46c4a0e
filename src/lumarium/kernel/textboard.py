"""A table as text: blocks of styled words that a terminal can print and a log can keep."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """A piece of text and its style: any of a colour (red, green, yellow, blue, magenta, cyan, white) and the words
    bold, dim, underline, reverse, separated by spaces; "" is plain."""

    text: str
    style: str = ""


class Block(NamedTuple):
    """A titled box of lines. Blocks with the same `group` stand side by side where there is room."""

    title: str
    lines: list[list[Span]]
    group: str = ""
    active: bool = False

    def plain(self) -> str:
        """The block without styles."""
        return "\n".join([self.title, *("".join(span.text for span in line).rstrip() for line in self.lines)])
