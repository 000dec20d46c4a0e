"""A line of a study taken along as a moving picture, which the browser makes."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Request, expect

from lumarium import Study
from tests.e2e.conftest import Visit
from tests.e2e.eyes import findings
from tests.e2e.studies import made, opened, played
from tests.e2e.visitor import Visitor
from tests.server.harness import Server

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
