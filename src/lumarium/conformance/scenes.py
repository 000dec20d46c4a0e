"""The scene shows every legal action as a touch path, and only what can be drawn."""

from __future__ import annotations

from xml.etree import ElementTree

from lumarium.kernel.chance import Chance
from lumarium.kernel.drawing import Sketchbook
from lumarium.kernel.event import Event
from lumarium.kernel.scene import Scene
from lumarium.kernel.state import State
from lumarium.kernel.touch import action_at, paths

from .case import Case

SVG = "{http://www.w3.org/2000/svg}"
THEMES = ("dark", "light")


def scenes(case: Case, seed: int) -> None:
    """Pieces, zones, symbols, labels and paths, for every viewer in both languages."""
    symbols, sketches = _symbols(case), Sketchbook()
    for state in case.positions(seed):
        sketches.turn()
        for seat in case.viewers():
            for lang in ("en", "de"):
                scene = case.game.scene(state.view(seat), lang)
                with sketches:
                    again = case.game.scene(state.view(seat), lang)
                case.need(again == scene, f"a part of what seat {seat} sees shows more than the facts that it is given")
                _drawable(case, scene, symbols)
                _touchable(case, scene, state, seat)
            for layout in scene.layouts:
                ElementTree.fromstring(scene.svg(layout))
            case.need(bool(case.game.board(state.view(seat))), "no board for a terminal")
    _ground(case, scene)


def _ground(case: Case, scene: Scene) -> None:
    """The class `table` of the sheet: without it the table is black in a browser, whatever the theme."""
    for theme in THEMES:
        rect = ElementTree.fromstring(scene.svg(theme=theme)).find(f"{SVG}rect")
        filled = rect is not None and "fill:" in rect.get("style", "")
        case.need(filled, f"symbols.svg gives the table no ground: .table {{ fill: ... }} ({theme})")


def telling(case: Case, seed: int) -> None:
    """Events are about pieces on the table; what is told again was told before; looking back, all can be shown."""
    luck, viewers = Chance(seed), case.viewers()
    state = case.start(luck)
    told: dict[int | None, list[Event]] = {seat: [] for seat in viewers}
    number = seed
    while not state.over:
        events = state.apply(luck.choice(state.legal_actions()), luck)
        new = {seat: [seen for event in events if (seen := event.for_seat(seat)) is not None] for seat in viewers}
        for seat in viewers:
            told[seat] += new[seat]
        number += 1
        seat = viewers[number % len(viewers)]  # everybody in turn: drawing a scene for each of them takes its time
        _told(case, state, seat, new[seat], told[seat])
    for seat in viewers:
        _told(case, state, seat, new[seat], told[seat])
    _opened(case, state)


def _told(case: Case, state: State, seat: int | None, new: list[Event], told: list[Event]) -> None:
    view = state.view(seat)
    subjects = case.game.subjects(new, view)
    case.need(len(subjects) == len(new), "subjects answers for other events than were asked for")
    if not case.game.private:
        alike = subjects == case.game.subjects(new, state.view(None))
        case.need(alike, f"is not private, but what happens is about other pieces for seat {seat} than for others")
    strange = {name for pieces in subjects for name in pieces} - {piece.id for piece in case.game.scene(view).pieces}
    case.need(not strange, f"an event is about {sorted(strange)}, which seat {seat} has not on the table")
    heard = {id(event) for event in told}
    again = all(id(event) in heard for event in case.game.retold(told, view))
    case.need(again, f"seat {seat} is told again what it was not told before")


def _opened(case: Case, state: State) -> None:
    view = case.game.opened(state)
    case.need(isinstance(view, case.game.View) and view.seat is None, "an opened view is no spectator's")
    ElementTree.fromstring(case.game.scene(view).svg())
    case.need(bool(case.game.board(view)), "no board of an opened view")


def _symbols(case: Case) -> set[str]:
    path = case.game.file("picture", "symbols.svg")
    case.need(path.is_file(), "no symbols.svg")
    ids = [element.get("id") for element in ElementTree.parse(path).iter() if element.get("id")]
    case.need(len(ids) == len(set(ids)), "an id is twice in symbols.svg")
    foreign = [name for name in ids if name and not name.startswith(f"{case.game.name}-")]
    case.need(not foreign, f"ids of symbols.svg begin with {case.game.name}-, not so: {foreign}")
    return {name for name in ids if name}


def _drawable(case: Case, scene: Scene, symbols: set[str]) -> None:
    ids = [piece.id for piece in scene.pieces]
    case.need(len(ids) == len(set(ids)), f"two pieces share an id: {sorted(i for i in ids if ids.count(i) > 1)}")
    case.need(set(scene.layouts) == {"wide", "tall"}, "a scene has the layouts wide and tall")
    for piece in scene.pieces:
        for name, layout in scene.layouts.items():
            case.need(piece.zone in layout.zones, f"piece {piece.id}: no zone {piece.zone!r} in layout {name}")
        case.need(not piece.symbol or piece.symbol in symbols, f"piece {piece.id}: no symbol {piece.symbol!r}")
    case.need(scene.prompt != "", "a scene without a prompt")
    named = {panel.seat: panel.title for panel in scene.panels if panel.seat is not None}
    case.need(set(named) == set(range(case.players)), f"panels are for the seats {sorted(named)}, not for every player")
    case.need(len(set(named.values())) == case.players, "two players' panels have the same title")


def _touchable(case: Case, scene: Scene, state: State, seat: int | None) -> None:
    view = state.view(seat)
    tree = case.game.touch(view)
    pieces = {piece.id: piece for piece in scene.pieces}
    spelled = dict(paths(tree))
    case.need(set(spelled.values()) == set(view.legal), "the touch tree does not hold exactly the legal actions")
    for path, index in spelled.items():
        case.need(action_at(tree, path) == index, f"the path {path} leads elsewhere")
        for name in path:
            case.need(name in pieces, f"the path {path} touches {name!r}, which is not in the scene")
            case.need(pieces[name].label != "" or pieces[name].text != "", f"{name!r} can be touched but has no label")
    for index in view.legal:
        path = state.actions[index].touch(view)
        case.need(spelled.get(path) == index, f"action {index} has the touch path {path}, which plays another")
    expected = "over" if state.over else "turn" if seat is not None and seat == state.turn else "wait"
    case.need(scene.status == expected, f"status is {scene.status}, not {expected}")
