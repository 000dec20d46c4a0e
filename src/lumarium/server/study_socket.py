"""One WebSocket per viewer of a study: it is let in, and what it asks is done."""

from __future__ import annotations

from typing import Any

from starlette.websockets import WebSocket

from lumarium.kernel.errors import LumariumError

from . import study_protocol as protocol
from .errors import Refused, code_of
from .protocol import Id
from .security import clean_name, digest
from .sockets import Conversation, admitted
from .study_room import StudyRoom
from .study_viewer import StudyViewer


async def serve_study(socket: WebSocket) -> None:
    """The route /ws/study/<study>."""
    await admitted(socket, StudyTalk)


class StudyTalk(Conversation):
    """What is said over a study."""

    place = "study"
    first = protocol.Enter
    room: StudyRoom
    viewer: StudyViewer

    def parse(self, data: str) -> Any:
        """A client's message."""
        return protocol.parse(data)

    def problem(self, error: LumariumError, asked: Id | None, lang: str) -> protocol.StudyProblem:
        """Why something is refused."""
        return protocol.StudyProblem(id=asked, code=code_of(error), text=self.sentence(error, lang))

    async def greet(self, hello: protocol.Enter) -> StudyViewer:
        """Finds the study and lets somebody in."""
        studies = self.house.studies
        self.room = room = await studies.find(self.name)
        allowed = studies.rights(room, map(digest, hello.tokens))
        study = room.study
        viewer = StudyViewer(clean_name(hello.name), hello.lang, allowed.host, study.tree.root.id)
        viewer.answer(
            protocol.Entered(
                id=hello.id,
                study=room.head.id,
                game=study.game.name,
                title=study.game.title(hello.lang),
                players=study.players,
                options=room.head.options,
                may_edit=allowed.host,
                you=viewer.key,
            )
        )
        viewer.edits(room, room.since(hello.since))
        room.enter(viewer)
        return viewer

    def part(self) -> None:
        """Somebody goes."""
        self.room.part(self.viewer)

    async def done(self, request: Any) -> protocol.StudyAnswer:
        """Does what is asked."""
        room, viewer = self.room, self.viewer
        if isinstance(request, protocol.ChangeStudy | protocol.Play) and not viewer.may_edit:
            raise Refused("forbidden", "watch_only")
        match request:
            case protocol.ChangeStudy():
                return protocol.Done(id=request.id, v=await room.take(request.edits))
            case protocol.LookAt():
                return room.shown(request, viewer.lang)
            case protocol.Play():
                return room.stepped(request, viewer.lang)
            case protocol.Point():
                viewer.at = room.node(request.at).id
                room.show_people()
            case protocol.Enter():
                raise Refused("malformed", problem="hello was said")
        return protocol.Done(id=request.id, v=room.version)
