"""One WebSocket per viewer and study: hello, then requests one after the other."""

from __future__ import annotations

import asyncio

from starlette.websockets import WebSocket, WebSocketDisconnect

from lumarium.kernel.errors import LumariumError

from . import study_protocol as protocol
from .errors import CLOSE, FLOOD, MALFORMED, MISTAKE, NO_HELLO, Refused, code_of
from .house import House
from .limits import Bucket, household
from .logs import mistake
from .security import clean_name, digest
from .sockets import PATIENCE_FLOOD, PATIENCE_MALFORMED, PAUSE, admitted, received, refuse, wire_of
from .study_room import StudyRoom
from .study_viewer import StudyViewer


async def serve_study(socket: WebSocket) -> None:
    """The route /ws/study/<study>."""
    await admitted(socket, _converse)


async def _converse(socket: WebSocket, house: House) -> None:
    try:
        async with asyncio.timeout(house.config.hello_patience):
            hello = protocol.parse(await received(socket))
    except TimeoutError:
        wire_of(socket).finish(NO_HELLO)
        return
    except Refused as error:
        refuse(socket, _problem(error, error.id, "en"), MALFORMED)
        return
    if not isinstance(hello, protocol.Enter):
        refuse(socket, _problem(Refused("hello_first"), hello.id, "en"), MALFORMED)
        return
    try:
        room, viewer = await _greet(socket, house, hello)
    except LumariumError as error:
        refuse(socket, _problem(error, hello.id, hello.lang), CLOSE.get(code_of(error), MISTAKE))
        return
    except Exception:  # noqa: BLE001  # our mistake; its traceback stays here
        mistake("hello_failed", table=socket.path_params["study"][:32])
        refuse(socket, _problem(Refused("internal"), hello.id, hello.lang), MISTAKE)
        return
    socket.scope["headers"].clear()
    wire_of(socket).settle()
    viewer.attach(wire_of(socket))
    try:
        await _listen(socket, house, room, viewer)
    finally:
        room.viewers.discard(viewer)
        room.show_people()


async def _greet(socket: WebSocket, house: House, hello: protocol.Enter) -> tuple[StudyRoom, StudyViewer]:
    room = await house.studies.find(socket.path_params["study"])
    allowed = house.studies.rights(room, map(digest, hello.tokens))
    study = room.study
    root = study.tree.root.id
    viewer = StudyViewer(clean_name(hello.name), hello.lang, allowed.host, root)
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
    room.viewers.add(viewer)
    room.show_people()
    return room, viewer


async def _listen(socket: WebSocket, house: House, room: StudyRoom, viewer: StudyViewer) -> None:
    bucket = Bucket(house.config.messages_per_second, house.config.messages_burst)
    address = household(socket.client.host) if socket.client else ""
    malformed = floods = 0
    wire = wire_of(socket)
    try:
        while viewer.closing is None and not wire.is_cut:
            if viewer.behind and not wire.disconnected:
                await asyncio.sleep(PAUSE)
                continue
            try:
                request = protocol.parse(await received(socket))
            except Refused as error:
                malformed += 1
                viewer.answer(_problem(error, error.id, viewer.lang))
                if malformed > PATIENCE_MALFORMED:
                    viewer.close(MALFORMED)
                await asyncio.sleep(PAUSE)
                continue
            if not (bucket.take() and house.addresses.may("message", address)):
                if wire.more_waits:
                    floods += 1
                    viewer.answer(_problem(Refused("too_fast"), request.id, viewer.lang))
                    if floods > PATIENCE_FLOOD:
                        viewer.close(FLOOD)
                    await asyncio.sleep(PAUSE)
                    continue
                await asyncio.sleep(1 / bucket.rate)
            await _do(room, viewer, request)
    except WebSocketDisconnect:
        pass


async def _do(room: StudyRoom, viewer: StudyViewer, request: protocol.AnyStudyRequest) -> None:
    """Does what is asked and answers, whatever happens."""
    try:
        answer = await _done(room, viewer, request)
    except LumariumError as error:
        room.house.counts.refused[code_of(error)] += 1
        viewer.answer(_problem(error, request.id, viewer.lang))
    except Exception:  # noqa: BLE001  # our mistake; its traceback stays here
        mistake("request_failed", table=room.head.id, request=type(request).__name__)
        room.house.counts.refused["internal"] += 1
        viewer.answer(_problem(Refused("internal"), request.id, viewer.lang))
    else:
        viewer.answer(answer)


async def _done(room: StudyRoom, viewer: StudyViewer, request: protocol.AnyStudyRequest) -> protocol.StudyAnswer:
    match request:
        case protocol.ChangeStudy():
            if not viewer.may_edit:
                raise Refused("forbidden", "watch_only")
            return protocol.Done(id=request.id, v=await room.take(request.edits))
        case protocol.LookAt():
            return room.shown(request, viewer.lang)
        case protocol.Play():
            if not viewer.may_edit:
                raise Refused("forbidden", "watch_only")
            return room.stepped(request, viewer.lang)
        case protocol.Point():
            viewer.at = room.node(request.at).id
            room.show_people()
        case protocol.Enter():
            raise Refused("malformed", problem="hello was said")
        case protocol.Alive():
            pass
    return protocol.Done(id=request.id, v=room.version)


def _problem(error: LumariumError, asked: int | str | None, lang: str) -> protocol.StudyProblem:
    text = error.describe(lang)
    return protocol.StudyProblem(id=asked, code=code_of(error), text=text[:1].upper() + text[1:])
