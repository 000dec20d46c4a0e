"""The analysis board in a real browser: opened from a finished game, played by touch, shared and changed together."""

from __future__ import annotations

import base64
import io
import json
import os
import re
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import start_new_kernel
from PIL import Image
from playwright.sync_api import Browser, Request, expect

from lumarium import Chance, Match, Study
from lumarium.kernel.branches import node_id
from lumarium.kernel.edits import Add, Comment, Delete, Edit, Mark, Opinion, Promote, Step, Title, Withdraw
from tests.e2e.conftest import Visit
from tests.e2e.eyes import findings
from tests.e2e.visitor import Json, Visitor
from tests.kernel.test_study import edited
from tests.server.harness import SOURCE, Server

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


LAST = """async ([frame, author]) => {
  const { Tree } = await import("/web/pages/study/tree.js");
  const tree = new Tree();
  tree.take(frame);
  return tree.lastOf(author)?.id;
}"""

# Another position is here, or something else can be touched in this one.
TOUCHED = """([here, offered]) => {
  const now = [...document.querySelectorAll("#ui-pieces [data-touch]")].map((piece) => piece.dataset.piece);
  return document.getElementById("ui-root").dataset.node !== here || (now.length && String(now) !== String(offered));
}"""

# The pixels of a drawing.
ALONE = """async ([svg, width]) => {
  const { asImage, canvasOf } = await import("/web/shared/png.js");
  const image = await asImage(new Blob([svg]));
  const canvas = canvasOf(width, Math.round((width * image.naturalHeight) / image.naturalWidth));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png").split(",")[1];
}"""

# Two stills, one with ALPH and one with VP8L, put together.
STILLS = """async () => {
  const { canvasOf, pixels } = await import("/web/shared/png.js");
  const { moving } = await import("/web/shared/webp.js");
  const still = async (width, height, colour, filled, quality) => {
    const canvas = canvasOf(width, height);
    const brush = canvas.getContext("2d");
    brush.fillStyle = colour;
    brush.fillRect(0, 0, filled, filled);
    const bytes = new Uint8Array(await (await pixels(canvas, "image/webp", quality)).arrayBuffer());
    return { still: bytes, width, height };
  };
  const first = { ...(await still(41, 31, "rgb(200 20 10)", 10, 0.5)), x: 0, y: 0, time: 100 };
  const second = { ...(await still(11, 9, "rgb(10 20 200)", 11, 1)), x: 24, y: 14, time: 70000 };
  const found = [first, second].map(({ still }) => String.fromCharCode(...still));
  if (!found[0].includes("ALPH") || !found[1].includes("VP8L")) throw new Error("other stills than meant");
  const whole = new Uint8Array(await moving(41, 31, [first, second]).arrayBuffer());
  return btoa(String.fromCharCode(...whole));
}"""

ONLY_PNG = """HTMLCanvasElement.prototype.toBlob = ((own) => function (done) { own.call(this, done); })(
  HTMLCanvasElement.prototype.toBlob
);"""


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


UNSENT = "() => Object.keys(localStorage).filter((key) => key.startsWith('lumarium.unsent.')).length"


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


def positions_drawn(visitor: Visitor) -> list[str]:
    """The positions of which the page asks for a drawing from now on."""
    found: list[str] = []

    def note(asked: Request) -> None:
        if asked.url.endswith("/svg"):
            found.append(json.loads(asked.post_data or "")["at"])

    visitor.page.on("request", note)
    return found


def film_of(visitor: Visitor, path: Path) -> Any:
    """The moving picture that Share gives, kept there and opened."""
    with visitor.page.expect_download() as download:
        visitor.press("#ui-share-film")
    download.value.save_as(path / download.value.suggested_filename)
    expect(visitor.page.locator("#ui-film")).to_contain_text(f"Saved: {download.value.suggested_filename}")
    return Image.open(path / download.value.suggested_filename)


def check_frames(visitor: Visitor, film: Any, drawings: list[str], others: list[str]) -> None:
    """Each frame stays for its time and looks like its drawing, and less like all that look otherwise."""
    assert film.n_frames == len(drawings)
    known = {svg: as_pixels(visitor, svg, film.width) for svg in (*drawings, *others)}
    for number, svg in enumerate(drawings):
        film.seek(number)
        frame = np.asarray(film.convert("RGB"), dtype=float)
        off = {each: np.abs(frame - pixels).mean() for each, pixels in known.items()}
        assert off[svg] < 4, (number, off[svg])
        assert all(off[svg] <= far for far in off.values()), (number, list(off.values()))
        assert film.info["duration"] == (900 if number < len(drawings) - 1 else 2500)


def as_pixels(visitor: Visitor, svg: str, width: int) -> Any:
    """A drawing as the browser shows it, so wide."""
    data = base64.b64decode(visitor.page.evaluate(ALONE, [svg, width]))
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), dtype=float)


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_line_is_taken_along_as_a_moving_picture(visit: Visit, server: Server, size: str, tmp_path: Path) -> None:
    """The line that leads through this position, each frame as the browser draws the position."""
    kept = Study.parse(played(moves=9).record.dump())
    fork = kept.main_line()[3]
    other = next(each for each in fork.state.legal_actions() if fork.next and each.notation != fork.next.move)
    line = [fork.add(other)]
    for _ in range(2):
        line.append(line[-1].add(line[-1].state.legal_actions()[0]))
    study = made(server, file=kept.dump().decode())
    ana: Visitor = visit(name="Ana", size=size, theme="dark")
    opened(ana, study, query=f"?at={line[1].id}")
    ana.page.select_option("#ui-view", "0")
    ana.open("#ui-share-open")
    drawn = positions_drawn(ana)
    film = film_of(ana, tmp_path)
    way = [*kept.main_line()[:4], *line]
    assert drawn == [node.id for node in way]
    assert (film.format, film.n_frames, film.info["loop"]) == ("WEBP", 7, 0)
    assert max(film.size) == 960
    layout = "wide" if size == "desk" else "tall"
    drawings = [node.scene(0).svg(layout, "dark") for node in way]
    assert len(set(drawings)) == len(way)
    check_frames(ana, film, drawings, [])
    assert not findings(ana.page)
    ana.leave()


def test_a_moving_picture_of_a_long_line_is_of_what_is_near_and_can_be_given_up(visit: Visit, server: Server) -> None:
    match = played(moves=1000)
    line = Study.of(match).main_line()
    study = made(server, file=match.record.dump().decode())
    ana: Visitor = visit(name="Ana", lang="de-DE")
    opened(ana, study, query="?move=100")
    page = ana.page
    saved: list[str] = []
    page.on("download", lambda download: saved.append(download.suggested_filename))
    ana.open("#ui-share-open")
    drawn = positions_drawn(ana)
    for give_up, focus in (("#ui-film-stop", "ui-share-film"), ("#ui-share-close", "ui-share-open")):
        drawn.clear()
        page.click("#ui-share-film")
        expect(page.locator("#ui-film")).to_contain_text(f"von Zug 26 bis Zug {len(line) - 1} ")
        page.wait_for_function("() => document.getElementById('ui-film-bar').value > 1")
        page.click(give_up)
        assert drawn[0] == line[26].id
        expect(page.locator("#ui-film-bar")).to_have_count(0)
        assert page.evaluate("document.activeElement.id") == focus
        page.wait_for_timeout(500)
        asked = len(drawn)
        page.wait_for_timeout(1000)
        assert len(drawn) == asked < 30
        assert not saved
    ana.leave()


def test_a_moving_picture_of_a_closed_study_shows_what_its_seat_knew(
    visit: Visit, server: Server, tmp_path: Path
) -> None:
    match = played("lumen", 9)
    study = made(server, file=match.record.dump().decode(), seat=1)
    ben: Visitor = visit(name="Ben", theme="dark")
    opened(ben, study)
    ben.open("#ui-share-open")
    drawn = positions_drawn(ben)
    film = film_of(ben, tmp_path)
    way, known = Study.of(match).main_line(), Study.of(match, seat=1).main_line()
    others = [way[-1].scene(seat).svg(theme="dark") for seat in (None, 0, 2)]
    check_frames(ben, film, [node.scene().svg(theme="dark") for node in known], others)
    assert len(drawn) == len(known)
    assert not {node.id for node in way} & set(drawn)
    ben.leave()


def test_moving_pictures_hold_whatever_stills_a_browser_writes(visit: Visit) -> None:
    """Seen through and lossy, and without loss; the second begins within the first."""
    ana: Visitor = visit(name="Ana")
    ana.goto("/rules/luminos")
    with Image.open(io.BytesIO(base64.b64decode(ana.page.evaluate(STILLS)))) as film:
        assert (film.size, film.mode, getattr(film, "n_frames", 1)) == ((41, 31), "RGBA", 2)
        assert film.getpixel((30, 20)) == (0, 0, 0, 0)
        film.seek(1)
        assert film.getpixel((30, 20)) == (10, 20, 200, 255)
        assert film.getchannel("A").getpixel((2, 2)) == 255
        assert film.info["duration"] == 70_000
    ana.leave()


def test_a_browser_that_writes_no_moving_pictures_says_so(visit: Visit, server: Server, tmp_path: Path) -> None:
    """As Safari does, it gives a PNG whatever is asked."""
    study = made(server, file=played().record.dump().decode())
    ana: Visitor = visit(name="Ana")
    ana.context.add_init_script(ONLY_PNG)
    opened(ana, study)
    ana.open("#ui-share-open")
    drawn = positions_drawn(ana)
    ana.page.click("#ui-share-film")
    expect(ana.page.get_by_role("alert")).to_contain_text("cannot write moving pictures")
    assert not drawn
    with ana.page.expect_download() as download:
        ana.page.click("#ui-film-png")
    download.value.save_as(tmp_path / "here.png")
    with Image.open(tmp_path / "here.png") as picture:
        assert (picture.format, picture.size) == ("PNG", (1960, 1432))
    ana.leave()


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
    for name in ("Ana", "Ben", "kernel"):
        (author,) = {edit.stamp.author for edit in comments() if edit.by == name}
        own = {type(edit) for edit in edits if edit.stamp.author == author}
        assert own >= {Add, Comment, Delete, Mark, Promote, Title, Withdraw}, name
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
