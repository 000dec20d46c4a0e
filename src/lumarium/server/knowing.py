"""What a seat can know at the table, told to whoever sits there and wants it, where the host allows it."""

from __future__ import annotations

import msgspec

from . import protocol
from .errors import Refused
from .insight_worker import Question
from .play import check_version, running
from .says import Estimated, KnownShown
from .tables import Table
from .viewers import Viewer


async def know(table: Table, viewer: Viewer, request: protocol.Know) -> KnownShown | Estimated:
    """What the seat can know at this moment, from its own view alone."""
    async with table.holding():
        seat = table.own_seat(viewer, request.seat)
        match = running(table)
        if not table.head.settings.insight:
            raise Refused("no_insight")
        check_version(match, request.v)
        view, names = match.view(seat), tuple(match.names)
    question = Question(
        game=view.game,
        view=msgspec.Raw(msgspec.json.encode(view)),
        lang=viewer.lang,
        names=names,
        about=request.about,
        topic=request.topic,
        step=request.step,
    )
    answer = await table.house.insights.ask(question, viewer.address)
    if request.topic is None:
        return KnownShown(id=request.id, v=request.v, known=answer)
    return Estimated(id=request.id, v=request.v, topic=answer)
