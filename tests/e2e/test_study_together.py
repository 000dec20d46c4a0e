"""A study changed by several at once, in real browsers and from a real kernel."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import start_new_kernel
from playwright.sync_api import Browser, expect

from lumarium import Chance, Study
from lumarium.kernel.edits import Add, Comment, Delete, Mark, Promote, Title, Withdraw
from tests.e2e.conftest import Visit
from tests.e2e.studies import UNSENT, as_told, made, opened, played, stored, tree_of
from tests.e2e.visitor import Json, Visitor
from tests.server.harness import SOURCE, Server


@pytest.fixture
def kernel() -> Iterator[Callable[[str], str]]:
    """A real kernel, as notebooks have it; gives what a cell prints."""
    manager, client = start_new_kernel(env={**os.environ, "PYTHONPATH": SOURCE})
    assert isinstance(client, BlockingKernelClient)

    def run(code: str) -> str:
        printed: list[str] = []

        def hook(message: Json) -> None:
            if message["msg_type"] == "stream":
                printed.append(message["content"]["text"])
            assert message["msg_type"] != "error", message["content"]["traceback"]

        client.execute_interactive(code, output_hook=hook, timeout=300)
        return "".join(printed)

    yield run
    client.stop_channels()
    manager.shutdown_kernel(now=True)


# A piece that can be touched, by keys: a finger would need to aim.
KEYED = """(at) => {
  const offered = [...document.querySelectorAll("#ui-pieces [data-touch][tabindex]")];
  if (!offered.length) return false;
  const piece = offered[at % offered.length];
  piece.focus();
  piece.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  return true;
}"""
# Somewhere else in the list; others change it at any time.
GONE = """([kind, at]) => {
  const moves = [...document.querySelectorAll(`#ui-moves ${kind}`)];
  moves.at(at < 0 ? -1 : at % moves.length)?.click();
}"""
CLICKED = """() => {
  const piece = document.getElementById("p-bag");
  const { x, y, width, height } = piece.getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2 };
  piece.dispatchEvent(new MouseEvent("click", { ...at, bubbles: true, cancelable: true }));
}"""
PROMOTABLE = "() => !document.getElementById('ui-promote').hidden"
DEEDS = ("play", "name", "promote", "mark", "undo", "remove")

# The same from Python.
DEED = """
node = rng.choice(list(study))
state = study.state_at(node.branch)
match {deed!r}:
    case "name":
        node.name = "Kernel's line {number}"
    case "mark":
        node.mark("bag", "", rng.choice(("note", "good", "bad")))
    case "promote" if node.parent is not None:
        node.promote()
    case "undo":
        study.undo()
    case "remove":
        end = rng.choice([each for each in study if not each.children and each.parent is not None])
        end.delete()
        node = end.parent
    case _ if not state.over:
        node = node.add(rng.choice(state.legal_actions()))
_ = node.comment("Kernel {number}", by="kernel")
"""


def done(visitor: Visitor, luck: Chance, deed: str, number: int) -> None:
    """One change, by what the page offers for it; while the server is away, a move may come to nothing."""
    page = visitor.page

    def press(selector: str) -> None:
        # Others change the page at any time, and what is there may move away from below the mouse.
        page.locator(selector).dispatch_event("click")

    page.evaluate(GONE, [".other" if deed == "promote" else ".move", -1 if deed == "remove" else luck.pick(1000)])
    match deed:
        case "play":
            page.wait_for_timeout(500)  # until the board is there
            here = page.get_attribute("#ui-root", "data-node")
            for _ in range(20):  # a move has few touches
                if page.get_attribute("#ui-root", "data-node") != here or not page.evaluate(KEYED, luck.pick(100)):
                    break
                page.wait_for_timeout(200)
        case "name":
            press("#ui-name")
            page.fill("#ui-rename-text", f"{visitor.name}'s line {number}")
            page.press("#ui-rename-text", "Enter")
            page.wait_for_selector("#ui-rename", state="detached")
        case "promote":
            if page.evaluate(PROMOTABLE):
                press("#ui-promote")
        case "mark":
            press("#ui-mark")
            page.evaluate(CLICKED)
            for _ in range(3):
                press("#ui-mark")
        case "undo":
            press("#ui-undo")
        case _:
            press("#ui-remove")


def test_whoever_writes_goes_on_writing_when_another_position_comes(visit: Visit, server: Server) -> None:
    """Also after a move that was made by keys, which takes the focus along on the board."""
    study = made(server, game="luminos", players=2, seed=4)
    ana: Visitor = visit(name="Ana")
    opened(ana, study)
    page = ana.page
    page.evaluate(KEYED, 0)
    page.wait_for_selector("#ui-root[data-v='1']")
    page.wait_for_function("() => document.activeElement.closest('#ui-pieces')")
    page.focus("#ui-say")
    page.keyboard.type("Hm, ")
    page.evaluate("document.getElementById('ui-walk-before').click()")
    page.wait_for_selector("#ui-root[data-v='0']")
    page.wait_for_timeout(500)
    page.keyboard.type("maybe")
    assert page.input_value("#ui-say") == "Hm, maybe"
    ana.leave()


def test_two_browsers_and_a_kernel_lose_nothing(
    browser: Browser, own_server: Server, kernel: Callable[[str], str], long: bool
) -> None:
    """Random edits of every kind from each, with lost connections and a kill -9 in between."""
    server, each = own_server, 200 if long else 12
    study = made(server, file=played().record.dump().decode())
    address = f"http://127.0.0.1:{server.port}/study/{study['study']}#{study['edit']}"
    ana, ben = Visitor(browser, server, "Ana", "desk"), Visitor(browser, server, "Ben", "desk")
    for visitor in (ana, ben):
        visitor.forgive_absence()
        opened(visitor, study)
    kernel(f"import lumarium, random; rng = random.Random(1); study = lumarium.connect({address!r}, name='Kernel')")
    luck, said = Chance(7), set()
    for number in range(each):
        if number == each // 2:
            server.kill()
            server.start()
        for place, visitor in enumerate((ana, ben)):
            page = visitor.page
            if number % 5 == 3:
                visitor.context.set_offline(True)
                visitor.context.set_offline(False)
            done(visitor, luck, DEEDS[(number + 3 * place) % len(DEEDS)], number)
            text = f"{visitor.name} {number}"
            page.fill("#ui-say", text)
            page.press("#ui-say", "Enter")
            expect(page.locator("#ui-say")).to_have_value("")
            said.add(text)
        kernel(DEED.format(deed=DEEDS[(number + 1) % len(DEEDS)], number=number))
        said.add(f"Kernel {number}")
    kernel("study.sync(120)")

    def comments() -> list[Comment]:
        """All that were made, also where they were undone, or deleted with what they are about."""
        return [edit for edit in stored(server, study).edits if isinstance(edit, Comment)]

    for _ in range(300):
        unsent = [visitor.page.evaluate(UNSENT) for visitor in (ana, ben)]
        if said <= {edit.text for edit in comments()} and not any(unsent):
            break
        ana.page.wait_for_timeout(200)
    refused = [frame for visitor in (ana, ben) for frame in visitor.frames if frame["type"] == "error"]
    assert {edit.text for edit in comments()} == said, (unsent, refused[-20:])
    end = as_told(stored(server, study))
    edits = stored(server, study).edits
    everything, done_by_anybody = {Add, Comment, Delete, Mark, Promote, Title, Withdraw}, set()
    for name in ("Ana", "Ben", "kernel"):
        (author,) = {edit.stamp.author for edit in comments() if edit.by == name}
        own = {type(edit) for edit in edits if edit.stamp.author == author}
        # Of a dozen, one of a kind may come to nothing: the line had no other, or the server was away.
        assert own >= everything if long else len(own) >= len(everything) - 2, (name, own)
        done_by_anybody |= own
    assert done_by_anybody >= everything
    for visitor in (ana, ben):
        for _ in range(300):
            heard = {edit["id"] for frame in visitor.frames if frame["type"] == "edits" for edit in frame["edits"]}
            if len(heard) == len(edits):
                break
            visitor.page.wait_for_timeout(200)
        assert tree_of(visitor) == end
        visitor.leave()
    dumped = kernel("study.sync(60); import time; time.sleep(1); print(study.dump().decode(), end='')")
    assert Study.parse(dumped.encode()).dump() == stored(server, study).dump()
    server.check_log()
