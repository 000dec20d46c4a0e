"""What a match tells its viewers: scenes, views and the log, each written once for all who see the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from lumarium.kernel.action import Action
from lumarium.kernel.event import Event, called
from lumarium.kernel.match import Match
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Scene
from lumarium.kernel.view import View

from . import protocol

LOG_LINES = 40


class Undone(NamedTuple):
    """A move that was taken back."""

    seat: int
    action: Action


class Story:
    """The trail of a match: by version, the events of a move or what was undone; and the words for them."""

    def __init__(self, match: Match, view_of: Callable[[int | None], View] | None = None) -> None:
        """`view_of` gives the views to draw; the match's own if there is none."""
        self.match = match
        self._view_of = view_of or match.view
        self.trail: list[list[Event] | Undone] = []
        self._words: dict[tuple[int, str], str] = {}
        self._shown: dict[tuple[int | None, str, int], str] = {}
        self._views: dict[tuple[int, int], str] = {}

    def add(self, entry: list[Event] | Undone) -> None:
        """The match has moved on."""
        self.trail.append(entry)
        self._shown.clear()
        self._views.clear()

    @property
    def undone(self) -> int:
        """How often a move was taken back."""
        return sum(isinstance(entry, Undone) for entry in self.trail)

    def scene(self, seat: int | None, lang: str, since: int, again: bool = False) -> str:
        """The scene message for a seat, with the events after version `since`; `again` leaves out what the rules do
        not let one look up."""
        if again and since < len(self.trail):
            return self._scene(seat, lang, since, again)
        key = (seat, lang, since)
        if key not in self._shown:
            self._shown[key] = self._scene(seat, lang, since, False)
        return self._shown[key]

    def view(self, seat: int, since: int) -> str:
        """The view message for a seat that a program plays."""
        key = (seat, since)
        if key not in self._views:
            view = self._view_of(seat)
            actions = self.match.game.actions
            message = protocol.ViewShown(
                v=self.match.version,
                seat=seat,
                over=self.match.over,
                view=view,
                legal=[actions[index].notation for index in view.legal],
                events=self._events(seat, "en", since, None),
            )
            self._views[key] = protocol.text(message)
        return self._views[key]

    def log(self, seat: int | None, lang: str) -> list[str]:
        """Everything that happened, as the seat may know it and look it up."""
        return [self._said(event, lang) for event in self._retold(seat, self._view_of(seat))]

    def _scene(self, seat: int | None, lang: str, start: int, again: bool) -> str:
        match = self.match
        scene = self.drawn(seat, lang, start, again)
        can_undo = seat is not None and match.can_undo(seat)
        return protocol.text(protocol.SceneShown(seat=seat, can_undo=can_undo, players=match.names, scene=scene))

    def drawn(self, seat: int | None, lang: str, start: int, again: bool = False) -> Scene:
        """The scene as it is, with what led to it and the log."""
        match = self.match
        view = self._view_of(seat)
        retold = self._retold(seat, view)
        events = self._events(seat, lang, start, retold if again else None, view)
        return msgspec.structs.replace(
            match.game.scene(view, lang, match.names),
            v=match.version,
            events=tuple(events),
            log=tuple(self._said(event, lang) for event in retold[-LOG_LINES:]),
        )

    def _retold(self, seat: int | None, view: View) -> list[Event]:
        seen = (event.for_seat(seat) for played in self.match.history for event in played.events)
        return self.match.game.retold([event for event in seen if event is not None], view)

    def _events(
        self, seat: int | None, lang: str, start: int, allowed: list[Event] | None, view: View | None = None
    ) -> list[dict[str, object]]:
        """The events since a version; with a view each of them names the pieces of that view's scene."""
        kept = None if allowed is None else {id(event) for event in allowed}
        told: list[dict[str, object]] = []
        shown: list[tuple[Event, dict[str, object]]] = []
        for entry in self.trail[start:]:
            if isinstance(entry, Undone):
                told.append(self._undone(entry, lang))
                continue
            for event in entry:
                seen = event.for_seat(seat)
                if seen is not None and (kept is None or id(seen) in kept):
                    told.append({**seen.data(), "text": self._said(seen, lang)})
                    shown.append((seen, told[-1]))
        if view is not None and shown:
            subjects = self.match.game.subjects([event for event, _ in shown], view)
            for (_, data), pieces in zip(shown, subjects, strict=True):
                if pieces:
                    data["pieces"] = pieces
        return told

    def _undone(self, entry: Undone, lang: str) -> dict[str, object]:
        player = called(entry.seat, self.match.names)
        text = Message("server", "event.undo", player=player, move=entry.action.message()).render(lang)
        return {
            "kind": "undo",
            "seat": entry.seat,
            "undone": entry.action.notation,
            "text": text[:1].upper() + text[1:],
        }

    def _said(self, event: Event, lang: str) -> str:
        # Events live as long as the trail, so their identity is a safe key.
        key = (id(event), lang)
        if key not in self._words:
            self._words[key] = event.describe(lang, self.match.names)
        return self._words[key]
