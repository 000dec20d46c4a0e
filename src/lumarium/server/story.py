"""What a match tells its viewers: scenes, views and the log, each written once for all who see the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from lumarium.kernel.action import Action
from lumarium.kernel.changes import changes
from lumarium.kernel.drawing import Sketchbook
from lumarium.kernel.event import Event, called
from lumarium.kernel.match import Match
from lumarium.kernel.message import Message
from lumarium.kernel.scene import Scene
from lumarium.kernel.touch import TouchTree
from lumarium.kernel.view import View

from . import says

LOG_LINES = 40


class Undone(NamedTuple):
    """A move that was taken back, with those that followed it."""

    seat: int
    action: Action
    moves: int = 1


class RanOut(NamedTuple):
    """The time of a seat that ran out."""

    seat: int


class Way(NamedTuple):
    """How the last decision of a seat can be taken back: so many moves, or why not."""

    moves: int
    practice: bool = False
    why: Message | None = None

    def reason(self, lang: str) -> str:
        """Why not, in words."""
        return "" if self.why is None else sentence(self.why, lang)


NO_WAY = Way(0)


def sentence(message: Message, lang: str) -> str:
    """A message that stands alone."""
    text = message.render(lang)
    return text[:1].upper() + text[1:]


class Sight(NamedTuple):
    """Which scene of a match it is: whose, in which language, of which version."""

    seat: int | None
    lang: str
    version: int
    chair: int | None = None
    """From whose place a spectator looks."""


def from_chair(players: Scene, spectators: Scene) -> Scene:
    """A player's picture for a spectator, of whom nothing is asked."""
    return msgspec.structs.replace(
        players, prompt=spectators.prompt, status=spectators.status, actions=spectators.actions
    )


class Story:
    """The trail of a match: by version, the events of a move, what was undone, or whose time ran out; and the words for
    them."""

    def __init__(self, match: Match, view_of: Callable[[int | None], View] | None = None) -> None:
        """`view_of` gives the views to draw; the match's own if there is none."""
        self.match = match
        self._view_of = view_of
        self.trail: list[list[Event] | Undone | RanOut] = []
        self._words: dict[tuple[int, str, bool], str] = {}
        self._scenes: dict[Sight, Scene] = {}
        """Without events: those that viewers have, to tell what changed, and those of the present version."""
        self._sketches = Sketchbook()
        self._views: dict[tuple[int | None, int], View] = {}
        """Of the present version, by seat and version."""
        self._told: dict[tuple[Sight, int], list[dict[str, object]]] = {}
        """What happened until the present version, by the version since which it is told."""
        self._logs: dict[Sight, tuple[str, ...]] = {}
        """The last lines of the present version."""
        self._written: dict[tuple[object, ...], bytes] = {}
        """The messages of the present version, by what distinguishes them."""
        self._seen: dict[int | None, tuple[int, list[Event]]] = {}
        """By seat, of how many moves it has been written down what the seat saw, and that."""

    def add(self, entry: list[Event] | Undone | RanOut) -> None:
        """The match has moved on."""
        self.trail.append(entry)
        self._sketches.turn()
        for known in (self._views, self._told, self._logs, self._written):
            known.clear()
        if isinstance(entry, Undone):
            self._seen.clear()

    def keep(self, held: set[Sight]) -> None:
        """Forgets the scenes of earlier versions that nobody has."""
        now = self.match.version
        self._scenes = {sight: scene for sight, scene in self._scenes.items() if sight.version == now or sight in held}

    @property
    def undone(self) -> int:
        """How many moves were taken back."""
        return sum(entry.moves for entry in self.trail if isinstance(entry, Undone))

    def scene(self, sight: Sight, since: int, again: bool = False, undo: Way = NO_WAY) -> bytes:
        """The whole scene as a message for a seat, with the events after version `since`; `again` leaves out what the
        rules do not let one look up. `undo` says whether the seat's last decision can be taken back. It is long, and
        seldom wanted twice: it is not kept."""
        return says.packed(
            says.SceneShown(
                seat=sight.seat,
                can_undo=undo.moves > 0,
                no_undo=undo.reason(sight.lang),
                moves=len(self.match.history),
                players=self.match.names,
                scene=self._present(sight, since, again and since < len(self.trail)),
            )
        )

    def changed(self, held: Sight, since: int, undo: Way = NO_WAY) -> bytes | None:
        """The same for whoever has an earlier scene of that seat and language: what changed. None where that scene is
        forgotten."""
        before = self._scenes.get(held)
        if before is None:
            return None
        key = ("changes", held, since, undo)
        if key not in self._written:
            change = changes(before, self._present(held._replace(version=self.match.version), since))
            shown = says.SceneChanged(
                seat=held.seat,
                can_undo=undo.moves > 0,
                no_undo=undo.reason(held.lang),
                moves=len(self.match.history),
                change=change,
            )
            self._written[key] = says.packed(shown)
        return self._written[key]

    def view(self, seat: int, since: int, again: bool = False) -> bytes:
        """The view message for a seat that a program plays; `again` as with a scene: a program may remember what it
        was told, but it cannot look up more than a person."""
        key = ("view", seat, since, again)
        if key not in self._written:
            view = self.seen(seat)
            actions = self.match.game.actions
            message = says.ViewShown(
                v=self.match.version,
                seat=seat,
                over=self.match.over,
                view=view,
                legal=[actions[index].notation for index in view.legal],
                events=self._events(seat, "en", since, self._retold(seat, view) if again else None, pictured=False),
            )
            self._written[key] = says.packed(message)
        return self._written[key]

    def log(self, seat: int | None, lang: str) -> list[str]:
        """Everything that happened, as the seat may know it and look it up."""
        return [self._said(event, lang) for event in self._retold(seat, self.seen(seat))]

    def seen(self, seat: int | None) -> View:
        """What a seat sees now."""
        key = (seat, self.match.version)
        view = self._views.get(key)
        if view is None:
            view = self._views[key] = self._look(seat)
        return view

    def _look(self, seat: int | None) -> View:
        if self._view_of is not None:
            return self._view_of(seat)
        match = self.match
        if match.game.private or seat is None:
            return match.view(seat)
        # All see the same but what they may do.
        legal = tuple(match.state.legal()) if seat == match.state.turn else ()
        return msgspec.structs.replace(self.seen(None), seat=seat, legal=legal)

    def touch(self, seat: int | None) -> TouchTree:
        """What a seat can touch now."""
        with self._sketches:
            return self.match.game.touch(self.seen(seat))

    def _eyes(self, seat: int | None) -> int | None:
        """Through whose eyes a seat sees what happens: in an open game all see the same."""
        return seat if self.match.game.private else None

    def drawn(self, seat: int | None, lang: str, start: int, again: bool = False) -> Scene:
        """The scene as it is, with what led to it and the log."""
        view = self.seen(seat)
        return self._with_events(self._draw(seat, lang, view), seat, lang, view, start, again)

    def _present(self, sight: Sight, start: int, again: bool = False) -> Scene:
        """The same, drawn once for all who see it, and kept for those who will have it."""
        seat, lang, version, chair = sight
        view = self.seen(seat)
        if sight not in self._scenes:
            scene = self._draw(seat, lang, view)
            if chair is not None:
                scene = from_chair(self._present(Sight(chair, lang, version), version), scene)
            self._scenes[sight] = scene
        return self._with_events(self._scenes[sight], seat, lang, view, start, again)

    def _draw(self, seat: int | None, lang: str, view: View) -> Scene:
        match = self.match
        with self._sketches:
            scene = match.game.scene(view, lang, match.names)
        return msgspec.structs.replace(scene, v=match.version, log=self._log(seat, lang, view))

    def _log(self, seat: int | None, lang: str, view: View) -> tuple[str, ...]:
        key = Sight(self._eyes(seat), lang, self.match.version)
        if key not in self._logs:
            self._logs[key] = tuple([self._said(event, lang) for event in self._retold(seat, view)[-LOG_LINES:]])
        return self._logs[key]

    def _with_events(self, scene: Scene, seat: int | None, lang: str, view: View, start: int, again: bool) -> Scene:
        if again:
            events = self._events(seat, lang, start, self._retold(seat, view), view)
        else:
            key = (Sight(self._eyes(seat), lang, self.match.version), start)
            if key not in self._told:
                self._told[key] = self._events(seat, lang, start, None, view)
            events = self._told[key]
        return msgspec.structs.replace(scene, events=tuple(events)) if events else scene

    def looked(self, seat: int | None, lang: str, at: int, chair: int | None = None) -> Scene:
        """An earlier position as the seat knew it, with what led to it; there is nothing to decide there."""
        match = self.match
        game, view = match.game, match.position(at).view(seat)
        seen = [[event.for_seat(seat) for event in played.events] for played in match.history[:at]]
        known = [[event for event in events if event is not None] for events in seen]
        last = known[-1] if known else []
        told = [
            {**event.data(), "text": self._said(event, lang), **({"pieces": pieces} if pieces else {})}
            for event, pieces in zip(last, game.subjects(last, view), strict=True)
        ]
        retold = game.retold([event for events in known for event in events], view)
        scene = game.scene(view, lang, match.names)
        if chair is not None:
            scene = from_chair(game.scene(match.position(at).view(chair), lang, match.names), scene)
        return msgspec.structs.replace(
            scene,
            v=at,
            actions={},
            events=tuple(told),
            log=tuple(self._said(event, lang) for event in retold[-LOG_LINES:]),
        )

    def _retold(self, seat: int | None, view: View) -> list[Event]:
        told, seen = self._seen.get(seat, (0, []))
        history = self.match.history
        for played in history[told:]:
            seen += [event for each in played.events if (event := each.for_seat(seat)) is not None]
        self._seen[seat] = (len(history), seen)
        return self.match.game.retold(seen.copy(), view)

    def _events(
        self,
        seat: int | None,
        lang: str,
        start: int,
        allowed: list[Event] | None,
        view: View | None = None,
        pictured: bool = True,
    ) -> list[dict[str, object]]:
        """The events since a version; with a view each of them names the pieces of that view's scene."""
        kept = None if allowed is None else {id(event) for event in allowed}
        told: list[dict[str, object]] = []
        shown: list[tuple[Event, dict[str, object]]] = []
        for entry in self.trail[start:]:
            if isinstance(entry, Undone):
                told.append(self._undone(entry, lang))
                continue
            if isinstance(entry, RanOut):
                message = Message("server", "event.out", player=called(entry.seat, self.match.names))
                told.append({"kind": "out", "seat": entry.seat, "text": sentence(message, lang)})
                continue
            for event in entry:
                seen = event.for_seat(seat)
                if seen is not None and (kept is None or id(seen) in kept):
                    told.append({**seen.data(), "text": self._said(seen, lang, pictured)})
                    shown.append((seen, told[-1]))
        if view is not None and shown:
            subjects = self.match.game.subjects([event for event, _ in shown], view)
            for (_, data), pieces in zip(shown, subjects, strict=True):
                if pieces:
                    data["pieces"] = pieces
        return told

    def _undone(self, entry: Undone, lang: str) -> dict[str, object]:
        player = called(entry.seat, self.match.names)
        kind = "event.undo" if entry.moves == 1 else "event.take_back"
        message = Message("server", kind, player=player, move=entry.action.message(), n=entry.moves)
        return {
            "kind": "undo",
            "seat": entry.seat,
            "undone": entry.action.notation,
            "moves": entry.moves,
            "text": sentence(message, lang),
        }

    def _said(self, event: Event, lang: str, pictured: bool = True) -> str:
        # Events live as long as the trail, so their identity is a safe key.
        key = (id(event), lang, pictured)
        if key not in self._words:
            say = event.pictured if pictured else event.describe
            self._words[key] = say(lang, self.match.names)
        return self._words[key]
