"""What is asked waits for the board: question, turn marks and highlights appear with the position they are about."""

from __future__ import annotations

import random

import pytest

from lumarium import Match
from tests.e2e.conftest import Visit
from tests.e2e.visitor import Visitor
from tests.house import HOUSE

STEPS = 20
"""Of a game, in the short run; the long one goes to the end."""
GAPS = (0, 0, 150, 600)
"""Milliseconds until the next scene comes, where it does not wait for the question."""
ENOUGH = 30_000

# Shows the positions of a record as a table would, and looks after every change of the page: where something is asked,
# the page must be what the scene says, and at rest.
WATCH = """async ([record, last]) => {
  const from = (path) => import(`/web/${path}`);
  const [{ buildFrame }, { Showing }, { Positions }, { placed, transform }] = await Promise.all(
    ["board/frame.js", "board/showing.js", "pages/replay/positions.js", "board/geometry.js"].map(from));
  document.getElementById("ui-root").remove();
  const root = buildFrame();
  root.dataset.phase = "playing";
  const showing = new Showing({ onPath: (path) => played.push(path) });
  const positions = new Positions(record, last);
  globalThis.wrong = new Set();
  globalThis.asked = new Set();
  globalThis.played = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const drawn = (element) => {
    const { e, f } = new DOMMatrix(getComputedStyle(element).transform);
    const own = (selector) => element.querySelector(`:scope > .face > ${selector}`);
    return [element.dataset.piece, own("use")?.getAttribute("href").slice(1) ?? "", own("text")?.textContent ?? "",
      element.getAttribute("class"), Math.round(e), Math.round(f)].join("|");
  };
  const meant = ({ pieces, layouts }) => {
    const { zones } = layouts[document.getElementById("ui-stage").dataset.layout];
    return pieces.filter((piece) => placed(piece, zones)).map((piece) => {
      const { e, f } = new DOMMatrix(transform(placed(piece, zones), 0));
      const worn = `piece ${piece.classes || ""}`.trim();
      return [piece.id, piece.symbol || "", piece.text || "", worn, Math.round(e), Math.round(f)].join("|");
    });
  };
  const check = () => {
    if (showing.touch.path.touched.length) return; // it is about a begun move
    const prompt = document.getElementById("ui-prompt");
    const touch = all("#ui-pieces [data-touch]").map((piece) => piece.dataset.piece);
    const active = all("#ui-players [data-active], #ui-chips [data-active]");
    if ((prompt.hidden || !prompt.textContent) && !touch.length && !active.length) return;
    const { v, status, prompt: text, panels, actions } = globalThis.scene;
    const say = (what) => wrong.add(`${v}: ${what}`);
    asked.add(v);
    if (prompt.hidden || prompt.textContent !== text) say(`the prompt: ${prompt.hidden || prompt.textContent}`);
    if (root.dataset.status !== status) say(`the status is ${root.dataset.status}`);
    const offered = (Array.isArray(actions) ? actions : Object.keys(actions)).filter(Boolean);
    if (offered.sort().join() !== touch.sort().join()) say(`to touch: ${touch}`);
    const turn = panels.filter((panel) => panel.active).map((panel) => String(panel.seat));
    const marked = all("#ui-players [data-active]").map((row) => row.dataset.seat);
    if (turn.join() !== marked.join()) say(`the turn is ${marked}`);
    const here = all("#ui-pieces > *").map(drawn).sort();
    const there = meant(globalThis.scene).sort();
    const other = here.find((piece, index) => piece !== there[index]);
    if (here.length !== there.length || other) say(`on the board ${other}`);
    const flying = document.getElementById("ui-pieces").getAnimations({ subtree: true });
    // What can be touched may rise and shine a little when it is offered or looked at.
    for (const { transitionProperty: name, effect: { target } } of flying)
      if (!name || (name === "transform" && !target.matches(".face"))) say(`${target.outerHTML} still moves`);
  };
  new MutationObserver(check).observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  globalThis.go = async (at) => {
    const position = await positions.at(at, 0);
    globalThis.scene = position.scene;
    await showing.show(position, { you: { seats: [0] } });
    return showing.touch.held;
  };
}"""

# One of the pieces that will be offered, where it is to be seen now and nothing else of the kind lies over it.
MEANT = """() => {
  const offered = (Array.isArray(scene.actions) ? scene.actions : Object.keys(scene.actions)).filter(Boolean);
  for (const id of offered) {
    const { left, right, top, bottom } = document.getElementById(`p-${id}`).getBoundingClientRect();
    const at = [(left + right) / 2, (top + bottom) / 2];
    const under = document.elementsFromPoint(...at).map((element) => element.closest("[data-piece]")?.dataset.piece);
    if (under.find((piece) => offered.includes(piece)) === id) return [id, ...at];
  }
}"""


def _record(game: str, players: int) -> Match:
    """A whole game of four who play at random, always the same."""
    match = Match(game, players=players, seed=11)
    choice = random.Random(11)
    while not match.over:
        match.play(choice.choice(match.state.legal_actions()))
    return match


def _watch(visitor: Visitor, game: str) -> int:
    match = _record(game, 4)
    last = len(match.record.entries)
    visitor.page.clock.install()
    visitor.goto("/replay")
    visitor.page.wait_for_selector("#ui-refused")
    visitor.page.evaluate(WATCH, [match.record.dump().decode(), last])
    return last


@pytest.mark.parametrize("game", HOUSE)
def test_what_is_asked_is_about_the_board_that_is_seen(visit: Visit, game: str, long: bool) -> None:
    ana = visit("Ana", "phone" if game == "lumicora" else "desk", motion="on")
    last = _watch(ana, game)
    gaps = random.Random(5)
    ways = [_by_touch, _by_key]
    for at in range(last + 1 if long else STEPS):
        held = ana.page.evaluate("go", at)
        if held and ways and ana.page.evaluate("scene.status") == "turn":
            ways.pop()(ana)
        else:
            waits = gaps.random() < 0.6
            ana.page.clock.run_for(ENOUGH if waits else gaps.choice(GAPS))
            assert not waits or ana.page.evaluate("asked.has(scene.v)"), f"nothing was asked after {at} moves"
        assert ana.page.evaluate("[...wrong]") == []
    assert not ways


def _by_touch(visitor: Visitor) -> None:
    """Whoever is quick touches what they know to be theirs, and thereby ends the telling."""
    piece, x, y = visitor.page.evaluate(MEANT)
    (visitor.page.touchscreen.tap if visitor.phone else visitor.page.mouse.click)(x, y)
    assert visitor.see()["prompt"]
    assert visitor.see()["chosen"] or visitor.page.evaluate("played.at(-1)") == [piece]


def _by_key(visitor: Visitor) -> None:
    visitor.page.keyboard.press("ArrowRight")
    seen = visitor.see()
    assert visitor.page.evaluate("document.activeElement.dataset.piece") in seen["touch"]
    assert seen["prompt"] == visitor.page.evaluate("scene.prompt")
