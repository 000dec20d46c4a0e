"""Studies as the browser tests make, open and compare them."""

from __future__ import annotations

from typing import Any

from lumarium import Chance, Match, Study
from tests.e2e.visitor import Json, Visitor
from tests.server.harness import Server

TREE = """async (frames) => {
  const { Tree } = await import("/web/pages/study/tree.js");
  const tree = new Tree();
  for (const frame of frames) tree.take(frame);
  const found = [];
  const waiting = [tree.root];
  while (waiting.length) {
    const branch = waiting.pop();
    const said = tree.at(branch, "comment").map(({ text }) => text);
    found.push([branch.id, tree.name(branch), said, tree.marks(branch).length]);
    waiting.push(...tree.children(branch).reverse());
  }
  return found;
}"""

# Another position is here, or something else can be touched in this one.
TOUCHED = """([here, offered]) => {
  const now = [...document.querySelectorAll("#ui-pieces [data-touch]")].map((piece) => piece.dataset.piece);
  return document.getElementById("ui-root").dataset.node !== here || (now.length && String(now) !== String(offered));
}"""


def played(game: str = "luminos", moves: int = 24) -> Match:
    match, luck = Match(game, players=3, seed=3, names=("Ana", "Ben", "Cleo")), Chance(1)
    while not match.over and match.version < moves:
        match.play(luck.choice(match.state.legal_actions()))
    return match


def made(server: Server, **body: Any) -> Json:
    status, answer = server.post("/api/studies", body)
    assert status == 201, answer
    return dict(answer)


def opened(visitor: Visitor, study: Json, token: str = "edit", query: str = "") -> None:
    visitor.goto(f"/study/{study['study']}{query}#{study[token]}")
    visitor.page.wait_for_selector("#ui-root[data-node]")


def stored(server: Server, study: Json) -> Study:
    status, _, body = server.request("GET", f"/api/studies/{study['study']}", Authorization=f"Bearer {study['watch']}")
    assert status == 200, body
    return Study.parse(body)


def tree_of(visitor: Visitor) -> list[list[Any]]:
    """What the client makes of all that it heard."""
    frames = [frame for frame in visitor.frames if frame["type"] == "edits"]
    found: list[list[Any]] = visitor.page.evaluate(TREE, frames)
    return found


def as_told(study: Study) -> list[list[Any]]:
    return [[node.id, node.name, [said.text for said in node.comments], len(node.marks)] for node in study]


UNSENT = "() => Object.keys(localStorage).filter((key) => key.startsWith('lumarium.unsent.')).length"
