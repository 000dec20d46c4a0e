"""What can be known in Nomads: what each move would sow where, who leads when the moon is full, what lies below."""

from __future__ import annotations

from collections.abc import Iterator

from lumarium.games.nomads.meta import NAME
from lumarium.games.nomads.rules.components import KINDS, MOON_FIELDS, SPACES, letter_of
from lumarium.games.nomads.rules.imagine import complete
from lumarium.games.nomads.rules.indices import DOUBLE, LIFT, MOVE, NO_LIFT, PLAIN, SKIP, STEP, WAYS
from lumarium.games.nomads.rules.outcome import ASLEEP, MOONS, Outcome, heard, outcome
from lumarium.games.nomads.rules.scoring import shares
from lumarium.games.nomads.rules.view import View
from lumarium.kernel.insight import Cell, Insight, Line, Topic, drawn, own_seat, told_apart
from lumarium.kernel.message import Message

DRAWS = 3
"""So many tiles to be uncovered are looked ahead."""


class NomadsInsight(Insight):
    """Only the order of the tiles below the tops is hidden; all else can be counted out."""

    def topics(self, view: View) -> Iterator[Topic]:
        if view.legal:
            if view.phase == "lift":
                yield Topic("lifts", ("you", "others"), tuple(_lifts(view)))
            elif view.phase in ("act", "double", "skip"):
                how = Message(NAME, "insight.before_power" if view.phase == "act" else "insight.before_lys")
                yield Topic("moves", ("ends", "you", "others"), tuple(_moves(view)), {"how": how})
        if any(view.heights) and all(player.adventurer for player in view.seats) and not view.last_round:
            moons = view.hidden.get(MOONS, 0) + view.tops.count(MOONS)
            most = (view.moon_fields + moons) // MOON_FIELDS
            yield Topic(
                "moon", ("score", "wins"), tuple(_moon(view)), {"n": most, "lie": view.moon_fields, "left": moons}
            )
            yield Topic("below", ("next", "three"), tuple(_below(view)), {"n": sum(view.hidden.values())})


def _moves(view: View) -> Iterator[Line]:
    """Where each way to move a column ends, and who hears what then."""
    for index in view.legal:
        if MOVE <= index < PLAIN:
            space, way = divmod(index - MOVE, 2)
            label = Message(NAME, "insight.move", space=space, way=WAYS[way])
            yield _move(view, label, space, outcome(view, space, WAYS[way]), f"go{space}-{WAYS[way]}")
        elif PLAIN <= index < NO_LIFT:
            yield _step(view, index)


def _step(view: View, index: int) -> Line:
    """Ulrich's or Siana's power at one step, or the column laid plainly."""
    assert view.origin is not None
    assert view.way is not None
    if index == PLAIN:
        label = Message(NAME, f"label.plain_{view.phase}")
        return _move(view, label, view.origin, outcome(view, view.origin, view.way), "plain")
    double = view.phase == "double"
    step = index - (DOUBLE if double else SKIP) + 1
    space = int(view.origin + STEP[WAYS.index(view.way)] * step) % SPACES
    move = outcome(view, view.origin, view.way, *((step, 0) if double else (0, step)))
    label = Message(NAME, f"label.{view.phase}", step=step, space=space)
    return _move(view, label, view.origin, move, f"{view.phase}-{step}")


def _move(view: View, label: Message, origin: int, move: Outcome, piece: str) -> Line:
    spaces = dict.fromkeys([origin, *(landing.space for landing in move.landings)])
    ends = Message(NAME, "insight.place_lys" if move.last == view.lys else "insight.place", space=move.last)
    return Line(label, (ends, *_hearing(view, move.tops)), (piece, *(f"space{space}" for space in spaces)))


def _lifts(view: View) -> Iterator[Line]:
    """What Red's lift changes."""
    tops = [column[-1][0] if column else "" for column in view.columns]
    for index in view.legal:
        if index == NO_LIFT:
            yield Line(Message(NAME, "label.no_lift"), _hearing(view, tops), ("no-lift",))
        else:
            space, number = divmod(index - LIFT, 2)
            label = Message(NAME, "label.lift", space=space, number=number + 1)
            after = [*tops[:space], "R", *tops[space + 1 :]]
            yield Line(label, _hearing(view, after), (f"lift-{space}-{number + 1}", f"space{space}"))


def _hearing(view: View, tops: list[str]) -> tuple[Cell, Cell]:
    """What the viewer would hear, and what the others would."""
    adventurer = view.seats[own_seat(view)].adventurer
    own = letter_of(adventurer) if adventurer else ""
    found = heard(view, tops)
    mine = found.pop(own, "")
    last = (MOONS, ASLEEP)
    others = [_heard_by(letter, found[letter]) for letter in sorted(found, key=lambda each: (each in last, each))]
    return (
        Message(NAME, "insight.heard", heard=mine) if mine else Message(NAME, "insight.none"),
        told_apart(others) if others else Message(NAME, "insight.none"),
    )


def _heard_by(letter: str, tiles: str) -> Message:
    if letter == MOONS:
        return Message(NAME, "label.moons_rise", n=len(tiles))
    if letter == ASLEEP:
        return Message(NAME, "label.sleeper_loses", heard=tiles)
    return Message(NAME, "label.hears", who=letter, heard=tiles)


def _moon(view: View) -> Iterator[Line]:
    """Who would win how many moon tiles if the moon were full now, the leader first."""
    state = complete(view)
    scores = [state.interim_score(seat) for seat in range(view.players)]
    won = [int(tiles) for tiles in shares(scores)]
    for seat in sorted(range(view.players), key=lambda seat: (-scores[seat], seat)):
        yield Line(seat, (int(scores[seat]), Message(NAME, "label.moon_tiles", n=won[seat])), (f"name{seat}",))


def _below(view: View) -> Iterator[Line]:
    """What the next tiles to be uncovered can be, the likeliest first: all hidden ones are equally likely."""
    size = sum(view.hidden.values())
    for kind, number in sorted(view.hidden.items(), key=lambda item: (-item[1], KINDS.index(item[0]))):
        stacks = tuple(f"field{space}" for space, top in enumerate(view.tops) if top == kind)
        yield Line(Message(NAME, "insight.kind", kind=kind), (drawn(number, size), drawn(number, size, DRAWS)), stacks)
