"""The analysis board in a real browser: opened from a finished game, played by touch, shared and commented."""

from __future__ import annotations

import re
from itertools import accumulate

import msgspec
import pytest
from playwright.sync_api import expect

from lumarium import Chance, Match, Study
from lumarium.kernel.branches import node_id
from lumarium.kernel.edits import Add, Edit, Opinion, Step, Withdraw
from tests.e2e.conftest import Visit
from tests.e2e.eyes import findings
from tests.e2e.studies import TOUCHED, TREE, UNSENT, as_told, made, opened, played, stored, tree_of
from tests.e2e.visitor import Json, Visitor
from tests.kernel.test_study import edited
from tests.server.harness import Server

LAST = """async ([frame, author]) => {
  const { Tree } = await import("/web/pages/study/tree.js");
  const tree = new Tree();
  tree.take(frame);
  return tree.lastOf(author)?.id;
}"""


def framed(study: Study, edits: list[Edit]) -> Json:
    """Changes as the server tells them."""
    nodes = {
        edit.id: list(accumulate(edit.moves, node_id, initial=edit.at))[1:] for edit in edits if isinstance(edit, Add)
    }
    return {"root": study.root.id, "edits": msgspec.to_builtins(edits), "nodes": nodes}


def test_the_client_makes_of_changes_what_the_library_makes_of_them(visit: Visit, long: bool) -> None:
    """Of any changes, and in another order: whatever leans on nothing that comes later."""
    ana: Visitor = visit(name="Ana")
    ana.goto("/study")
    deep = Study("luminos", players=2, seed=1, author="a")
    deep.root.comment("hm")
    for _ in range(20_000):
        deep.tree.take(Withdraw(id=f"{deep.tree.latest + 1}-a", what=f"{deep.tree.latest}-a"))
    assert ana.page.evaluate(TREE, [framed(deep, deep.edits)]) == as_told(deep)
    for seed in range(60 if long else 8):
        luck = Chance(seed)
        study = Study("luminos", players=2, seed=1, author="a")
        edited(study, luck, 30)
        others = [Study.parse(study.dump()) for _ in range(2)]
        for other, author in zip(others, "bc", strict=True):
            other.author = author
            edited(other, luck, 20)
        parts = [study.edits, *([each for each in other.edits if each not in study.edits] for other in others)]
        for other in others:
            study.merge(other)
        for frames in (parts, [parts[0], parts[2], parts[1]], [study.edits]):
            assert ana.page.evaluate(TREE, [framed(study, part) for part in frames]) == as_told(study)


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_moves_are_tried_commented_undone_and_taken_along(visit: Visit, server: Server, size: str) -> None:
    study = made(server, file=played().record.dump().decode())
    ana: Visitor = visit(name="Ana", size=size)
    opened(ana, study, query="?move=4")
    page = ana.page
    here = page.get_attribute("#ui-root", "data-node") or ""
    assert stored(server, study)[here].depth == 4
    assert ana.see()["touch"]
    for _ in range(6):  # a move has no more touches
        offered = ana.see()["touch"]
        if page.get_attribute("#ui-root", "data-node") != here:
            break
        ana.touch(offered[-1])
        page.wait_for_function(TOUCHED, arg=[here, offered])
    page.wait_for_function("(here) => document.getElementById('ui-root').dataset.node !== here", arg=here)
    tried = page.get_attribute("#ui-root", "data-node") or ""
    page.wait_for_function("() => document.querySelectorAll('#ui-moves li').length > 0")
    assert stored(server, study)[tried].depth == 5
    if ana.phone:
        page.click("#ui-chips")
    page.fill("#ui-say", "What if?")
    page.press("#ui-say", "Enter")
    expect(page.locator("#ui-comments")).to_contain_text("What if?")
    assert [said.by for said in stored(server, study)[tried].comments] == ["Ana"]
    page.click("#ui-undo")
    expect(page.locator("#ui-comments")).not_to_contain_text("What if?")
    assert tree_of(ana) == as_told(stored(server, study))
    assert not findings(page)
    ana.leave()


def test_luck_is_chosen_by_hand(visit: Visit, server: Server) -> None:
    study = made(server, game="luminos", players=2, seed=4)
    ana: Visitor = visit(name="Ana")
    opened(ana, study)
    page = ana.page
    page.click("#ui-luck")
    bag = next(piece for piece in ana.see()["touch"] if "bag" in piece)
    ana.touch(bag)
    expect(page.locator("#ui-pick")).to_contain_text("draws 1 sun from the bag")
    page.click("#ui-outcome-2")
    page.wait_for_selector("#ui-root[data-v='1']")
    kept = stored(server, study)
    (child,) = kept.root.children
    assert child.picks == kept.root.outcomes("take bag")[2].picks
    ana.leave()


def test_from_a_replay_as_a_seat_nothing_else_is_known_until_it_is_opened(visit: Visit, server: Server) -> None:
    match = played("lumen", 12)
    study = made(server, file=match.record.dump().decode(), seat=1)
    ben: Visitor = visit(name="Ben")
    opened(ben, study)
    page = ben.page
    assert page.locator("#ui-view option").count() == 1
    assert ben.see()["touch"] == []
    hidden = {card for card in re.findall(r'"picks":\[[^\]]+\]', match.record.dump().decode()) if card.count(",") > 5}
    heard = str(ben.frames)
    assert hidden
    assert not any(picks[9:30] in heard.replace(" ", "") for picks in hidden)
    page.click("#ui-open")
    expect(page.locator("#ui-view option")).to_have_count(5)
    page.wait_for_function("() => document.querySelectorAll('#ui-pieces [data-touch]').length > 0")
    assert stored(server, study).seat is None
    ben.leave()


def test_people_see_each_other_and_follow(visit: Visit, server: Server) -> None:
    study = made(server, file=played().record.dump().decode())
    ana, ben = visit(name="Ana"), visit(name="Ben")
    opened(ana, study, query="?move=2")
    opened(ben, study, "watch", query="?move=9")
    expect(ben.page.locator("#ui-people")).to_contain_text("Ana")
    assert ben.see()["touch"] == []
    assert not ben.page.is_visible("#ui-say")
    ben.page.click("#ui-people .button")
    ben.page.wait_for_selector("#ui-root[data-v='2']")
    ana.page.click("#ui-walk-after")
    ben.page.wait_for_selector("#ui-root[data-v='3']")
    ben.page.click("#ui-walk-first")  # going by oneself ends it
    ben.page.wait_for_selector("#ui-root[data-v='0']")
    ana.page.click("#ui-walk-after")
    ana.page.wait_for_selector("#ui-root[data-v='4']")
    assert ben.page.get_attribute("#ui-root", "data-v") == "0"
    ana.leave()
    ben.leave()


def test_what_could_not_be_sent_survives_a_reload_and_counts_once(visit: Visit, server: Server) -> None:
    study = made(server, file=played().record.dump().decode())
    ana: Visitor = visit(name="Ana")
    ana.forgive_absence()
    opened(ana, study)
    page = ana.page
    # The connection is there, but nothing gets through any more.
    page.evaluate("() => (WebSocket.prototype.send = () => {})")
    for text in ("first", "second"):
        page.fill("#ui-say", text)
        page.press("#ui-say", "Enter")
    page.wait_for_function(f"() => ({UNSENT})() === 2")
    assert not any(node.comments for node in stored(server, study))
    page.reload()
    page.wait_for_function(f"() => ({UNSENT})() === 0")
    expect(page.locator("#ui-comments li")).to_have_count(2)
    page.fill("#ui-say", "third")
    page.press("#ui-say", "Enter")
    expect(page.locator("#ui-comments li")).to_have_count(3)
    said = [said.text for node in stored(server, study) for said in node.comments]
    assert said == ["first", "second", "third"]
    ana.leave()


def test_the_list_says_who_moved_and_which_draw_is_which(visit: Visit, server: Server) -> None:
    match, luck = Match("luminos", players=3, seed=3, names=("easy", "random", "random")), Chance(1)
    while match.version < 24:
        match.play(luck.choice(match.state.legal_actions()))
    kept = Study.of(match)
    outcomes = kept.root.outcomes("take bag")[1:4]
    tried = [kept.root.add(Step("take bag", each.picks)) for each in outcomes]
    ana: Visitor = visit(name="Ana")
    opened(ana, made(server, file=kept.dump().decode()), query=f"?at={tried[0].id}")
    listed = ana.page.locator("#ui-moves")
    for each in outcomes:
        expect(listed).to_contain_text(f"1. {each.text}")
    expect(ana.page.locator("#ui-view")).to_contain_text("As random 2 saw it")
    ana.page.click("#ui-walk-first")
    ana.page.click(f"#ui-node-{kept.main_line()[1].id}")
    expect(listed).to_contain_text("random 3: ")
    assert "random: " not in (listed.text_content() or "")
    assert not findings(ana.page)
    ana.leave()


# Where nothing but this lies.
BARE = """(names) => {
  for (let x = 20; x < 960; x += 20) for (let y = 100; y < 740; y += 20) {
    const found = document.elementsFromPoint(x, y).map((each) => each.closest("[data-piece]")).find(Boolean);
    if (names.includes(found?.dataset.piece)) return [x, y];
  }
}"""


def test_a_ring_is_around_a_piece_and_not_around_the_ground(visit: Visit, server: Server) -> None:
    study = made(server, game="luminos", players=2, seed=4)
    ana: Visitor = visit(name="Ana")
    opened(ana, study)
    page = ana.page
    page.click("#ui-mark")
    page.mouse.click(*page.evaluate(BARE, ["panel0"]))
    bag, *others = sorted(ana.see()["touch"], key=lambda piece: piece != "bag")
    for piece in (bag, others[0]):
        ana.touch(piece)
        page.wait_for_timeout(500)
    expect(page.locator("#ui-rings .ring-head")).to_have_count(1)
    (mark,) = stored(server, study).root.marks
    assert (mark.piece, mark.to) == (bag, others[0])
    ana.leave()


def test_a_line_is_named_where_one_asked_for_it(visit: Visit, server: Server) -> None:
    """Whoever follows somebody is led on meanwhile."""
    study = made(server, file=played().record.dump().decode())
    ana, ben = visit(name="Ana"), visit(name="Ben")
    opened(ben, study, query="?move=3")
    opened(ana, study, query="?move=9")
    ana.page.click("#ui-people .button")
    ana.page.wait_for_selector("#ui-root[data-v='3']")
    ana.open("#ui-name")
    ben.page.click("#ui-walk-after")
    ana.page.wait_for_selector("#ui-root[data-v='4']")
    ana.page.fill("#ui-rename-text", "Here")
    ana.page.press("#ui-rename-text", "Enter")
    expect(ana.page.locator("#ui-moves em")).to_have_text("Here")
    assert [node.depth for node in stored(server, study) if node.name] == [3]
    # The link that she came by leads others to where she is now.
    ana.open("#ui-share-open")
    here = ana.page.input_value("#ui-link-here")
    assert f"?at={ana.page.get_attribute('#ui-root', 'data-node')}#{study['edit']}" in here
    assert not findings(ana.page)
    ana.leave()
    ben.leave()


def test_what_a_bot_thought_is_read_by_whoever_comes_later(visit: Visit, server: Server) -> None:
    kept = Study("luminos", players=2, seed=4)
    kept.keep_outlook(kept.root, "strong", [Opinion("take bag", 0.5, 40.0)])
    ana: Visitor = visit(name="Ana", lang="de-DE")
    opened(ana, made(server, file=kept.dump().decode()))
    expect(ana.page.locator("#ui-thoughts li strong")).to_have_text("Ein Plättchen aus dem Beutel ziehen")
    assert ana.page.locator("#ui-thoughts button").count() == 0  # it could not show where
    # It is not what is undone: whoever asked a bot takes back the move before.
    kept.root.comment("mine")
    kept.keep_outlook(kept.root, "strong", [Opinion("take bag", 0.6, 41.0)])
    last = ana.page.evaluate(LAST, [framed(kept, kept.edits), kept.author])
    assert last == kept.root.comments[-1].id
    ana.leave()


def test_a_comment_that_fits_into_no_message_stays_to_be_split(visit: Visit, server: Server) -> None:
    study = made(server, game="luminos", players=2, seed=4)
    ana: Visitor = visit(name="Ana")
    opened(ana, study)
    ana.page.fill("#ui-say", "木" * 4000)
    ana.page.press("#ui-say", "Enter")
    expect(ana.page.locator("#ui-line")).to_contain_text("too long")
    assert ana.page.input_value("#ui-say") == "木" * 4000
    ana.page.fill("#ui-say", "木" * 1900)
    ana.page.press("#ui-say", "Enter")
    expect(ana.page.locator("#ui-comments li")).to_have_count(1)
    ana.leave()


DROP = """(text) => {
  const data = new DataTransfer();
  data.items.add(new File([text], "game.jsonl"));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def test_a_file_that_is_dropped_is_opened(visit: Visit) -> None:
    ana: Visitor = visit(name="Ana")
    ana.goto("/study")
    ana.page.wait_for_selector("#ui-study-drop")
    ana.page.evaluate(DROP, played(moves=7).record.dump().decode())
    ana.page.wait_for_selector("#ui-root[data-node][data-v='7']")
    ana.leave()


# The first change is answered as a server does that is asked for too much at once.
TOO_FAST = """() => {
  const own = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const { type, id } = JSON.parse(text);
    if (type !== "edit" || globalThis.refused) return own.call(this, text);
    globalThis.refused = true;
    const data = JSON.stringify({ type: "error", id, code: "too_fast", text: "Too fast" });
    this.dispatchEvent(new MessageEvent("message", { data }));
  };
}"""


def test_what_came_too_fast_is_sent_again(visit: Visit, server: Server) -> None:
    study = made(server, game="luminos", players=2, seed=4)
    ana: Visitor = visit(name="Ana")
    opened(ana, study)
    ana.page.evaluate(TOO_FAST)
    ana.page.fill("#ui-say", "once")
    ana.page.press("#ui-say", "Enter")
    ana.page.wait_for_function("() => globalThis.refused")
    expect(ana.page.locator("#ui-comments li span")).to_have_text("once", timeout=20_000)
    assert [said.text for said in stored(server, study).root.comments] == ["once"]
    ana.page.wait_for_function(f"() => ({UNSENT})() === 0")
    ana.leave()


def test_the_list_shows_where_one_is_whatever_comes_around_it(visit: Visit, server: Server) -> None:
    """Players, tools and comments take their room after the list has its own."""
    study = made(server, file=played().record.dump().decode())
    ana: Visitor = visit(name="Ana")
    opened(ana, study)
    lies_in = """() => {
      const box = (name) => document.querySelector(name).getBoundingClientRect();
      const [list, row] = [box("#ui-moves"), box("#ui-moves [aria-current]")];
      const players = document.getElementById("ui-players").children.length;
      return players === 3 && row.top > list.top && row.bottom < list.bottom + 1;
    }"""
    ana.page.wait_for_function(lies_in)
    ana.page.wait_for_timeout(500)
    assert ana.page.evaluate(lies_in)
    ana.leave()
