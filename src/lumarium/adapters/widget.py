"""A study as a board in a notebook: to walk through, to play on by touch, to branch and to comment."""

from __future__ import annotations

from typing import Any

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message
from lumarium.kernel.node import Node
from lumarium.kernel.study import Study
from lumarium.kernel.svg import apart
from lumarium.kernel.touch import action_at, wire

from .widget_page import SCRIPT, STYLE

try:
    import anywidget
    import traitlets
except ModuleNotFoundError as problem:
    raise LumariumError(Message("kernel", "study.no_anywidget")) from problem

FOLLOWING = 60
"""So many moves before and after the position are listed."""


class Board(anywidget.AnyWidget):
    """The board of a study. What is touched there happens to the study, and what happens to the study is shown."""

    _esm, _css = SCRIPT, STYLE
    shown = traitlets.Dict().tag(sync=True)

    def __init__(self, study: Study, at: Node | None = None, lang: str = "en", theme: str = "dark") -> None:
        super().__init__()
        self.study, self._lang, self._theme = study, lang, theme
        self._at = study.main_line()[-1] if at is None else study.own(at)
        self._problem = ""
        self._stop = study.listen(lambda _: self.refresh())
        self.on_msg(self._hear)
        self.refresh()

    @property
    def at(self) -> Node:
        """The position on the board."""
        return self._at

    @at.setter
    def at(self, node: Node) -> None:
        self._at = self.study.own(node)
        self.refresh()

    def refresh(self) -> None:
        """Shows the position as it is now; one that was deleted gives way to the one before."""
        while self._at.parent is not None and not self.study.tree.is_shown(self._at.branch):
            self._at = self._at.parent
        self.shown = self._told()

    def _told(self) -> dict[str, Any]:
        study, node = self.study, self._at
        turn = node.turn
        playable = turn is not None and study.seat is None
        view = node.view(turn if playable else None)
        scene = study.game.scene(view, self._lang, study.names)
        way = study.tree.line_through(node.branch)
        first = max(0, node.depth - FOLLOWING)
        return {
            "svg": apart(scene.svg(theme=self._theme)),
            "theme": self._theme,
            "prompt": scene.prompt,
            "problem": self._problem,
            "actions": wire(study.game.touch(view)) if playable else [],
            "at": node.id,
            "before": node.parent.id if node.parent else "",
            "after": node.next.id if node.next else "",
            "line": [self._move(Node(study, each)) for each in way[first : node.depth + FOLLOWING + 1]],
            "others": [self._move(each) for each in (node.parent.children if node.parent else []) if each != node],
            "marks": [[mark.piece, mark.to, mark.tone] for mark in node.marks],
            "comments": [[said.by, said.text] for said in node.comments],
            "words": {key: Message("kernel", f"study.board_{key}").render(self._lang) for key in WORDS},
        }

    def _move(self, node: Node) -> list[str]:
        if node.seat is None:
            return [node.id, Message("kernel", "cli.study_start").render(self._lang)]
        name = self.study.names[node.seat] if self.study.names else str(node.seat + 1)
        return [node.id, f"{node.depth}. {name}: {node.move}" + (f" [{node.name}]" if node.name else "")]

    def _hear(self, _widget: object, message: dict[str, Any], _buffers: object) -> None:
        self._problem = ""
        try:
            self._do(message)
        except LumariumError as error:
            self._problem = error.describe(self._lang)
            self.refresh()

    def _do(self, message: dict[str, Any]) -> None:
        match message:
            case {"do": "go", "to": str(name)}:
                self.at = self.study[name]
            case {"do": "play", "path": list(touched)}:
                turn = self._at.turn
                tree = self.study.game.touch(self._at.view(turn))
                self.at = self._at.add(action_at(tree, [str(each) for each in touched]))
            case {"do": "say", "text": str(text)} if text.strip():
                self._at.comment(text.strip())
            case {"do": "undo"}:
                self.study.undo()
            case _:
                pass


WORDS = ("back", "next", "undo", "say", "send", "step")
