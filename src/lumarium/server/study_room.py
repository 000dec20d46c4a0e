"""One study in memory: its tree, who looks at it, and what of it is stored. The store is the truth."""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import Iterable
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import msgspec

from lumarium.arena.players import shown_names
from lumarium.kernel.branches import node_id
from lumarium.kernel.catalogue import capitalised
from lumarium.kernel.edits import Add, Edit, Outlook, Played, Sight, Withdraw
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.event import Event
from lumarium.kernel.luck import RecordedChance
from lumarium.kernel.node import Node
from lumarium.kernel.outcomes import MOST_TOLD
from lumarium.kernel.scene import Scene
from lumarium.kernel.study import Study
from lumarium.kernel.touch import action_at

from . import study_protocol as protocol
from .errors import Refused
from .logs import mistake, warn
from .neighbours import Trace
from .replay_worker import MOST_NODES
from .restore import SLICE
from .store import Head, Seat, StorageFailed, StoredEntry, VersionTaken
from .store.rows import following

if TYPE_CHECKING:
    from .house import House
    from .study_viewer import StudyViewer

MOST_EDITS = 60_000
AHEAD = 100_000
"""So far from the last number that is taken a new change may be: whoever took the last of all numbers would be the last
who changes anything."""
PATIENCE = 10.0
"""Seconds in which a change is tried again while others are quicker: each time one of theirs was stored."""
PEOPLE = "people/"
"""The key of what a process leaves for others: who is here."""
_people: msgspec.json.Decoder[list[protocol.Person]] = msgspec.json.Decoder(list[protocol.Person])
_batches: msgspec.json.Decoder[list[Edit]] = msgspec.json.Decoder(list[Edit])


class StudyRoom:
    """A study that several people look at."""

    def __init__(self, house: House, head: Head, seats: list[Seat], study: Study) -> None:
        self.house, self.head, self.seats, self.study = house, head, seats, study
        self.version = -1
        self.check = ""
        self.batches: list[list[Edit]] = []
        """The changes of each version; that of version 0 is empty."""
        self.viewers: set[StudyViewer] = set()
        self.others: dict[str, list[protocol.Person]] = {}
        """Who is here, by the process at which they are."""
        self._shared: list[protocol.Person] = []
        self.idle_since = time.monotonic()
        self._lock = asyncio.Lock()
        self._words: dict[tuple[str, str], str] = {}
        self._aliases: dict[str, str] = {}
        self._ways: dict[str, list[str]] = {}

    @property
    def known(self) -> tuple[int | None, int]:
        """Version and revision, as the neighbours compare them."""
        return self.version, self.head.revision

    @property
    def busy(self) -> bool:
        """Is anybody here?"""
        return bool(self.viewers)

    # Storing

    async def repeat(self, entries: Iterable[StoredEntry]) -> list[Edit]:
        """What is stored, once more; it was checked when it was stored. Others go on in between."""
        new: list[Edit] = []
        rest = time.perf_counter() + SLICE
        for entry in entries:
            batch = _batches.decode(entry.notation) if entry.version else []
            for edit in batch:
                if time.perf_counter() > rest:
                    await asyncio.sleep(0)
                    rest = time.perf_counter() + SLICE
                if self.study.tree.take(edit):
                    new.append(edit)
            self.batches.append(batch)
            self.version, self.check = entry.version, entry.check
        return new

    async def take(self, edits: Iterable[Edit]) -> int:
        """Checks changes, stores what is new of them, and tells everybody; gives the version. All of them or none."""
        async with self._lock:
            given = [self._meant(edit) for edit in edits]
            if any(isinstance(edit, Add) and edit.id not in self.study.tree.edits for edit in given):
                self.study.check_open(None)
            self._check_room(given)
            new = self.study.take(given)
            try:
                entry = await self._store(new) if new else None
            except BaseException:
                self.study.forget(new)
                raise
            if entry is not None:
                self.batches.append(new)
                self.version, self.check = entry.version, entry.check
                self._tell(new)
            return self.version

    async def _store(self, new: list[Edit]) -> StoredEntry:
        written = msgspec.json.encode(new).decode()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            entry = StoredEntry(version=self.version + 1, seat=None, notation=written, picks=(), time=time.time())
            entry = following(entry, self.head.id, self.check)
            try:
                await self.house.store.append(entry, self.head)
                return entry
            except VersionTaken:  # at another process somebody was quicker
                await self._catch_up()
            except StorageFailed as error:
                warn("storage_failed", table=self.head.id, problem=str(error))
                raise Refused("storage") from error
        raise Refused("storage")

    def _check_room(self, given: list[Edit]) -> None:
        tree = self.study.tree
        if len(tree.branches) > MOST_NODES or len(tree.edits) + len(given) > MOST_EDITS:
            raise Refused("too_big", "too_long_study", limit=MOST_NODES)
        check_numbers(given, tree.latest)

    async def follow(self) -> None:
        """Reads what others stored, and shows it."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        try:
            entries = await self.house.store.entries(self.head.id, self.version)
        except LumariumError as error:
            warn("not_followed", table=self.head.id, problem=str(error))
            return
        self._tell(await self.repeat(entries))

    # Showing

    def _tell(self, new: list[Edit]) -> None:
        if not new:
            return
        for viewer in self.viewers:
            viewer.edits(self, new)

    def since(self, version: int) -> list[Edit]:
        """The changes after a version."""
        return [edit for batch in self.batches[max(0, version + 1) :] for edit in batch]

    def told(self, edits: list[Edit], lang: str, words: set[str]) -> protocol.Edits:
        """Changes as they may be known: what a move drew is nobody's business while the study is closed."""
        closed = self.study.seat is not None
        written: list[Any] = []
        nodes: dict[str, list[str]] = {}
        for edit in edits:
            written.append(self._veil(edit) if closed else edit)
            if isinstance(edit, Add):
                nodes[edit.id] = [self.alias(name) for name in self._way(edit)]
        moves = {step.move for edit in edits if isinstance(edit, Add) for step in edit.moves}
        moves |= {thought.move for edit in edits if isinstance(edit, Outlook) for thought in edit.thoughts}
        moves -= words
        words |= moves
        return protocol.Edits(
            v=self.version,
            root=self.alias(self.study.tree.root.id),
            start=None if closed else self.study.start,
            seat=self.study.seat,
            edits=written,
            nodes=nodes,
            words={move: self._word(move, lang) for move in moves},
        )

    def _veil(self, edit: Edit) -> Any:
        """A change of a closed study: positions by other names, moves without what they drew."""
        data = msgspec.to_builtins(edit)
        if "at" in data:
            data["at"] = self.alias(data["at"])
        if isinstance(edit, Add):
            data["moves"] = [[step.move, [], step.seat] for step in edit.moves]
        elif isinstance(edit, Played):
            data |= {"chance": {"kind": "unnamed"}, "secret": None}
        return data

    def _way(self, edit: Add) -> list[str]:
        """The positions that moves lead to; worked out once for all who come."""
        found = self._ways.get(edit.id)
        if found is None:
            found = self._ways[edit.id] = list(accumulate(edit.moves, node_id, initial=edit.at))[1:]
        return found

    def _word(self, move: str, lang: str) -> str:
        found = self._words.get((move, lang))
        if found is None:
            found = self._words[move, lang] = capitalised(self.study.action(move).message().render(lang))
        return found

    def alias(self, name: str) -> str:
        """What a position is called outside. While the study is closed that is another name: its own follows from what
        was drawn, and whoever tries all draws would find it."""
        return name if self.study.seat is None else self._veiled(name)

    def _veiled(self, name: str) -> str:
        return hmac.digest(self.head.secret, name.encode(), "sha256").hex()[: len(name)]

    def real(self, name: str) -> str:
        """The name of a position as the tree has it; what was asked for before a study was opened is found, too."""
        branches = self.study.tree.branches
        if self.study.seat is None and name in branches:
            return name
        if name not in self._aliases and len(self._aliases) != len(branches):
            self._aliases = {self._veiled(each): each for each in branches}
        return self._aliases.get(name, "")

    def _meant(self, edit: Edit) -> Edit:
        if isinstance(edit, Sight | Withdraw):
            return edit
        at = self.real(edit.at)
        return msgspec.structs.replace(edit, at=at) if at else edit

    def node(self, name: str) -> Node:
        """A position that is there."""
        real = self.real(name)
        if not real:
            raise Refused("bad_edit", "no_node")
        node = self.study[real]
        if not self.study.tree.is_shown(node.branch):
            raise Refused("stale", "no_node")
        return node

    def shown(self, wanted: protocol.LookAt, lang: str) -> protocol.PositionShown:
        """A position as it may be seen."""
        study, node = self.study, self.node(wanted.at)
        turn = study.turn(node)
        closed = study.seat
        seat = closed if closed is not None else turn if wanted.mover else wanted.seat
        if closed is not None and wanted.seat not in (None, closed):
            study.check_open(wanted.seat)
        names = self.names(lang)
        scene = study.game.scene(study.view(node, seat), lang, names)
        if closed is not None:
            scene = msgspec.structs.replace(
                scene, actions=[], status="wait" if scene.status == "turn" else scene.status
            )
        elif turn is not None and seat != turn:
            scene = self._playable(node, scene, turn, lang)
        scene = msgspec.structs.replace(scene, v=node.depth)
        return protocol.PositionShown(
            id=wanted.id,
            at=self.alias(node.id),
            seat=seat,
            turn=turn,
            scene=scene,
            names=tuple(names),
            told=self._story(node, seat, lang),
        )

    def _story(self, node: Node, seat: int | None, lang: str) -> str:
        """What came of the move that led to a position, as that seat learnt it, or with everything open."""
        if node.parent is None or node.branch.step is None:
            return ""
        study, step = self.study, node.branch.step
        found: list[Event] = []
        state = study.state_at(node.parent.branch).clone()
        state.carry_out(study.action(step.move).index, RecordedChance(step.picks), found)
        known = found if seat is None else [event.for_seat(seat) for event in found]
        names = self.names(lang)
        return " ".join([event.describe(lang, names) for event in known if event is not None][:MOST_TOLD])

    def _playable(self, node: Node, scene: Scene, turn: int, lang: str) -> Scene:
        """The same scene with what whoever decides could touch there, where all of that is part of it or can be."""
        view = self.study.view(node, turn)
        theirs = self.study.game.scene(view, lang, self.names(lang))
        here = {piece.id for piece in scene.pieces}
        wanted = _touched(theirs.actions)
        zones = set.intersection(*(set(layout.zones) for layout in scene.layouts.values()))
        more = [
            piece for piece in theirs.pieces if piece.id in wanted - here and (not piece.zone or piece.zone in zones)
        ]
        if wanted - here - {piece.id for piece in more}:
            return scene
        return msgspec.structs.replace(
            scene,
            pieces=(*scene.pieces, *more),
            actions=theirs.actions,
            status="turn",
            prompt=theirs.prompt,
            then=theirs.then,
        )

    def names(self, lang: str) -> list[str]:
        """Who plays, also where nobody has a name."""
        known = self.study.names
        return shown_names([*known, *[""] * (self.study.players - len(known))], lang)

    def stepped(self, wanted: protocol.Play, lang: str) -> protocol.Stepped:
        """What a touch path comes to. Nothing changes."""
        study, node = self.study, self.node(wanted.at)
        study.check_open(None)
        turn = study.turn(node)
        if turn is None:
            raise Refused("over")
        action = study.game.actions[action_at(study.game.touch(study.view(node, turn)), wanted.path)]
        step = study.done(study.state(node), action)
        chosen = wanted.hand and bool(step.picks)
        move = action.notation
        text = self._word(move, lang)
        return protocol.Stepped(id=wanted.id, at=node.id, move=move, text=text, step=None if chosen else step)

    def record(self, name: str, seat: int | None) -> str:
        """The way to a position as a record, for those who work something out about it as a seat may know it."""
        self.study.check_open(seat)
        return self.study.written_line(self.node(name).branch).dump().decode()

    # People

    def enter(self, viewer: StudyViewer) -> None:
        """Somebody came."""
        self.viewers.add(viewer)
        self.show_people()

    def part(self, viewer: StudyViewer) -> None:
        """Somebody goes."""
        self.viewers.discard(viewer)
        self.show_people()

    def show_people(self) -> None:
        """Tells everybody who is here, and other processes, too."""
        own = [viewer.person(viewer.at) for viewer in self.viewers]
        self.share_people(own)
        everybody = [*own, *(person for people in self.others.values() for person in people)]
        here = [msgspec.structs.replace(person, at=self.alias(person.at)) for person in everybody]
        people = protocol.People(people=sorted(here, key=lambda each: each.key))
        for viewer in self.viewers:
            viewer.show_people(people)

    def share_people(self, own: list[protocol.Person] | None = None) -> None:
        """Other processes know who is here; None: what they knew is lost."""
        if own is None:
            own = [viewer.person(viewer.at) for viewer in self.viewers]
        elif own == self._shared:
            return
        self._shared = own
        neighbours = self.house.store.neighbours
        neighbours.share(self.head.id, PEOPLE + neighbours.process, msgspec.json.encode(own) if own else None)

    def remember(self, traces: Iterable[Trace]) -> None:
        """Who is at this study, at all other processes."""
        found: dict[str, list[protocol.Person]] = {}
        for trace in traces:
            try:
                found[trace.process] = _people.decode(trace.data)
            except msgspec.MsgspecError:
                mistake("trace_unread", table=self.head.id, key=trace.key)
        if found != self.others:
            self.others = found
            self.show_people()

    def close_all(self, code: int) -> None:
        """Nobody can stay."""
        for viewer in self.viewers:
            viewer.close(code)


def _touched(actions: Any) -> set[str]:
    """All pieces of a touch tree."""
    if isinstance(actions, list):
        return set(actions) - {""}
    return {piece for piece in actions if piece} | {each for below in actions.values() for each in _touched(below)}


def check_numbers(edits: Iterable[Edit], latest: int) -> None:
    """Refused if one of these changes is numbered far ahead of what is there, and of the others."""
    for number in sorted(edit.stamp.number for edit in edits):
        if number > latest + AHEAD:
            raise Refused("bad_edit", "far_ahead", number=number, latest=latest)
        latest = max(latest, number)
