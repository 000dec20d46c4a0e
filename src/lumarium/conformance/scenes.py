"""The scene shows every legal action as a touch path, and only what can be drawn."""

from __future__ import annotations

from xml.etree import ElementTree

from lumarium.kernel.scene import Scene
from lumarium.kernel.state import State
from lumarium.kernel.touch import action_at, paths

from .case import Case


def scenes(case: Case, seed: int) -> None:
    """Pieces, zones, symbols, labels and paths, for every viewer in both languages."""
    symbols = _symbols(case)
    for state in case.positions(seed):
        for seat in case.viewers():
            for lang in ("en", "de"):
                scene = case.game.scene(state.view(seat), lang)
                _drawable(case, scene, symbols)
                _touchable(case, scene, state, seat)
            for layout in scene.layouts:
                ElementTree.fromstring(scene.svg(layout))
            case.need(bool(case.game.board(state.view(seat))), "no board for a terminal")


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
    case.need(len(scene.panels) >= case.players, "a player without a panel")


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
