"""Somebody at a browser: comes to pages, touches what is offered, and sees what there is to see."""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from jsonschema_rs import ValidationError
from playwright.sync_api import Browser, Page, WebSocket

from tests.server.contract import check_message
from tests.server.harness import Server, followed

SIZES = {"desk": (1280, 800), "phone": (390, 844)}
PATIENCE = 300_000
Json = dict[str, Any]
CUT_OFF = (
    "CONNECTION_",
    "SOCKET_NOT_CONNECTED",
    "EMPTY_RESPONSE",
    "CONTENT_LENGTH_MISMATCH",
    "INCOMPLETE_CHUNKED_ENCODING",
)
"""What becomes of a request when the server dies before, at the beginning or in the middle of its answer."""
NO_SERVER = ("WebSocket connection to", *(f"Failed to load resource: net::ERR_{reason}" for reason in CUT_OFF))
"""What Chromium itself writes about sockets and requests that find no server, or lose it on their way."""

SEEN = """() => {
  const root = document.getElementById("ui-root");
  const text = (selector, within) => (within || document).querySelector(selector)?.textContent ?? "";
  const pieces = [...document.querySelectorAll("#ui-pieces [data-piece]")];
  const ids = (mark) => pieces.filter((piece) => mark in piece.dataset).map((piece) => piece.dataset.piece);
  const all = [...document.querySelectorAll("[id]")].map((element) => element.id);
  return {
    ...root.dataset,
    layout: document.getElementById("ui-stage").dataset.layout,
    prompt: text("#ui-prompt:not([hidden])"),
    title: document.title,
    pieces: Object.fromEntries(pieces.map((piece) => [piece.dataset.piece, {
      symbol: piece.querySelector(":scope > .face > use")?.getAttribute("href").slice(1) ?? "",
      text: text(":scope > .face > text", piece),
      classes: piece.getAttribute("class"),
    }])),
    panels: [...document.querySelectorAll("#ui-players .player")].map((row) => ({
      title: text(".name", row), value: text(".value", row), active: "active" in row.dataset,
    })),
    log: [...document.querySelectorAll("#ui-log-lines li:not(.about)")].map((line) => line.textContent),
    touch: ids("touch"),
    stops: ids("touch").filter((id) => document.getElementById(`p-${id}`).hasAttribute("tabindex")),
    chosen: ids("chosen"),
    last: ids("last"),
    hint: ids("hint"),
    twice: all.filter((id, index) => all.indexOf(id) !== index),
  };
}"""

# A point where a touch means this piece and no other that is offered: its middle, or the nearest one to it.
POINT = """(id) => {
  const piece = document.getElementById("p-" + id);
  const box = piece.getBoundingClientRect();
  const points = [];
  for (let i = 1; i < 16; i++) for (let j = 1; j < 16; j++) points.push([i / 16, j / 16]);
  points.sort((a, b) => Math.hypot(a[0] - 0.5, a[1] - 0.5) - Math.hypot(b[0] - 0.5, b[1] - 0.5));
  for (const [i, j] of points) {
    const at = [box.left + i * box.width, box.top + j * box.height];
    const found = document.elementsFromPoint(...at);
    if (!found.length || !found[0].closest("#ui-board")) continue;
    const under = found.map((element) => element.closest("[data-piece]")).filter(Boolean);
    if (under.find((each) => "touch" in each.dataset || "chosen" in each.dataset) === piece) return at;
  }
  return null;
}"""

OFFERED = """() => {
  const pieces = [...document.querySelectorAll("#ui-pieces [data-piece]")];
  const ids = (mark) => pieces.filter((piece) => mark in piece.dataset).map((piece) => piece.dataset.piece);
  return { v: document.getElementById("ui-root").dataset.v, touch: ids("touch"), chosen: ids("chosen") };
}"""

ARRIVED = """(v) => { const dataset = document.getElementById("ui-root")?.dataset ?? {};
  const arrived = dataset.v !== v && !("sending" in dataset) && ["over", "turn"].includes(dataset.status);
  return arrived ? dataset.status : ""; }"""

STEPPED = """([v, chosen]) => { const dataset = document.getElementById("ui-root")?.dataset ?? {};
  return dataset.v !== v || document.querySelectorAll("#ui-pieces [data-chosen]").length > chosen; }"""

# Where Playwright does not see what a socket brings, the page tells it. Each socket has a number.
HEARD = """if (location.host) {
  let number = 0;
  globalThis.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      const own = `${performance.timeOrigin} ${++number}`;
      this.addEventListener("message", ({ data }) => heard(own, data));
    }
  };
}"""

KEEP = """async (body) => {
  const { postJson } = await import("/web/shared/api.js");
  const { keepNewTable } = await import("/web/shared/tokens.js");
  const made = await postJson("/api/tables", body);
  keepNewTable(made);
  return made;
}"""


class Visitor:
    """One browser with one page. What its console complained about is in `problems`, what came in `frames`."""

    def __init__(self, browser: Browser, server: Server, name: str, size: str, **more: Any) -> None:
        width, height = SIZES[size]
        self.address = f"http://{server.host}:{server.port}"
        self.name = name
        self.phone = size == "phone"
        # A Firefox with fingers takes every click for a touch.
        self.taps = self.phone and browser.browser_type.name == "chromium"
        self.problems: list[str] = []
        self.forgiven: tuple[str, ...] = ()
        self.frames: list[Json] = []
        self.rng = random.Random(name)
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=more.pop("lang", "en-GB"),
            has_touch=self.phone,
            is_mobile=self.phone,
            reduced_motion="reduce",
            accept_downloads=True,
        )
        self.context.set_default_timeout(PATIENCE)
        prefs = json.dumps({"name": name, **more})
        # Only the first time: what is changed later must last by itself.
        self.context.add_init_script(f"if (location.host) localStorage['lumarium.prefs'] ??= {prefs!r}")
        if browser.browser_type.name == "firefox":
            sockets: dict[str, Callable[[str | bytes], None]] = defaultdict(self._hear)
            self.context.expose_function("heard", lambda own, text: sockets[own](text))
            self.context.add_init_script(HEARD)
        self.context.on("page", self._listen)
        self.page = self.context.new_page()

    def _listen(self, page: Page) -> None:
        page.on("console", lambda said: self.problems.append(f"{said.type}: {said.text}"))
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("websocket", self._follow)

    def _follow(self, socket: WebSocket) -> None:
        # A study has messages of its own.
        kind = "Study" if "/ws/study/" in socket.url else ""
        socket.on("framereceived", self._hear(kind))
        socket.on("framesent", lambda text: self._check(json.loads(text), f"{kind}Request"))

    def _check(self, message: Json, kind: str = "Message") -> None:
        """What is not in the protocol's schema is a problem of the page."""
        try:
            check_message(message, kind)
        except ValidationError as error:
            self.problems.append(f"{kind} {message['type']}: {error.message}")

    def _hear(self, kind: str = "") -> Callable[[str | bytes], None]:
        """What takes the frames of a new socket."""
        held: Json = {}

        def take(text: str | bytes) -> None:
            """Scenes that come as changes are kept as the scenes that they make."""
            nonlocal held
            frame: Json = json.loads(text)
            self._check(frame, f"{kind}Message")
            if frame["type"] == "changes":
                frame = followed(held, frame)
            if frame["type"] == "scene":
                held = frame
            self.frames.append(frame)

        return take

    def forgive_absence(self) -> None:
        """The server was away: what Chromium itself writes about that, sooner or later, is no fault of the page."""
        self.forgiven = NO_SERVER

    def leave(self) -> None:
        """Goes, with a quiet console (and so without a breach of the content security policy)."""
        self.context.close()
        problems = [said for said in self.problems if not any(text in said for text in self.forgiven)]
        assert not problems, problems

    # Coming

    def goto(self, path: str = "/") -> None:
        """Opens a page of this server."""
        self.page.goto(self.address + path)

    def open_table(self, game: str, seats: Sequence[str], **more: Any) -> Json:
        """Makes a table as the page "new" does, and goes there. Seats are "me", "open" or the level of a bot."""
        written = [
            {"kind": "me", "name": self.name if seat == seats[0] else f"Guest {number}"}
            if seat == "me"
            else {"kind": "open"}
            if seat == "open"
            else {"kind": "bot", "level": seat}
            for number, seat in enumerate(seats)
        ]
        self.goto("/rules/luminos")
        settings = {"pace": "instant", **more.pop("settings", {})}
        made: Json = self.page.evaluate(KEEP, {"game": game, "seats": written, "settings": settings, **more})
        self.goto(f"/t/{made['table']}")
        return made

    def sit(self, address: str) -> None:
        """Follows an invitation and takes the seat."""
        self.page.goto(address)
        self.page.fill("#ui-name", self.name)
        self.press("#ui-sit")
        self.page.wait_for_selector("#ui-root:not([data-phase='waiting']), .seat .note")

    # Touching

    def press(self, selector: str) -> None:
        """A click, or a tap on a phone."""
        if self.taps:
            self.page.tap(selector)
        else:
            self.page.click(selector)

    def open(self, control: str, opened: str = "dialog[open]") -> None:
        """Presses what opens something, and waits until it is there: some of it is loaded only then."""
        self.press(control)
        self.page.wait_for_selector(opened)

    def touch(self, piece: str) -> None:
        """Touches a piece of the board where a finger would."""
        point = self.page.evaluate(POINT, piece)
        assert point is not None, f"{piece} is offered, but nothing of it can be touched"
        if self.taps:
            self.page.touchscreen.tap(*point)
        else:
            self.page.mouse.click(*point)

    def see(self) -> Json:
        """Everything on the screen that the tests look at, all of the same moment."""
        seen: Json = self.page.evaluate(SEEN)
        assert seen["twice"] == []
        return seen

    def wait_turn(self, version: str = "") -> str:
        """Waits for a decision of ours after this version, or for the end; says which it is."""
        # The same look decides and answers: a forced move may be played the moment after.
        return str(self.page.wait_for_function(ARRIVED, arg=version).json_value())

    def decide(self) -> Json:
        """One decision by touch, any that is offered; gives what was seen before it."""
        before = self.see()
        assert before["touch"], before["prompt"]
        now = before
        while now["v"] == before["v"] and now["touch"]:
            if now["chosen"] and self.page.is_visible("#ui-confirm") and self.rng.random() < 0.5:
                self.press("#ui-confirm")
                self.wait_changed(before["v"])
                break
            self.touch(self.rng.choice(now["touch"]))
            self.page.wait_for_function(STEPPED, arg=[before["v"], len(now["chosen"])])
            now = self.page.evaluate(OFFERED)
        self.wait_changed(before["v"])
        return before

    def hand_over(self) -> None:
        """A bot plays on in our place."""
        seat = self.page.get_attribute("#ui-root", "data-seat")
        self.page.evaluate(f"document.getElementById('ui-more-seat{seat}').click()")  # on a phone it lies in the sheet
        self.press("#ui-hand-over-random")

    def wait_changed(self, version: str) -> None:
        """Waits for a later version."""
        self.page.wait_for_function("(v) => (document.getElementById('ui-root')?.dataset.v ?? v) !== v", arg=version)

    def play_on(self) -> list[Json]:
        """Plays to the end; gives what was seen before each decision and at the end."""
        seen = []
        status = self.wait_turn()
        while status == "turn":
            seen.append(self.decide())
            status = self.wait_turn(seen[-1]["v"])
        seen.append(self.see())
        return seen

    def play_some(self, decisions: int) -> Json:
        """Makes so many decisions, until it is our turn again; gives what was seen before the first."""
        first = None
        for _ in range(decisions):
            assert self.wait_turn() == "turn"
            seen = self.decide()
            first = first or seen
            assert self.wait_turn(seen["v"]) == "turn"
        assert first is not None
        return first

    def play_to_long_move(self) -> str:
        """Plays on until a move takes several touches, and makes the first of them; gives the piece touched."""
        status = self.wait_turn()
        while status == "turn":
            actions = self.scene["actions"]
            begun = next((piece for piece in actions if isinstance(actions, dict) and piece and actions[piece]), None)
            if begun is not None:
                self.touch(begun)
                self.page.wait_for_selector(f"#p-{begun}[data-chosen]")
                return str(begun)
            status = self.wait_turn(self.decide()["v"])
        raise AssertionError("the game ended before such a move")

    @property
    def scene(self) -> Json:
        """The last one that came."""
        scene: Json = next(frame for frame in reversed(self.frames) if frame["type"] == "scene")["scene"]
        return scene

    # Afterwards

    def download_record(self, path: Path) -> None:
        """By the button of the last screen."""
        with self.page.expect_download() as download:
            self.press("#ui-record")
        download.value.save_as(path)


def play_together(*visitors: Visitor) -> Iterator[tuple[Visitor, Json]]:
    """Lets these play a table to its end, each on their own screen; tells of each decision whose it was, and what they
    saw before it.

    Visitors sit in this order, from seat 0.
    """
    watching = visitors[0].page
    turn = """([v, seats]) => { const dataset = document.getElementById("ui-root")?.dataset ?? {};
      if (dataset.v === "" || dataset.v === v) return false;
      if (dataset.status === "over") return "over";
      const row = document.querySelector("#ui-players .player[data-active]");
      return row && Number(row.dataset.seat) < seats ? [Number(row.dataset.seat), dataset.v] : false; }"""
    version = ""
    while True:
        found = watching.wait_for_function(turn, arg=[version, len(visitors)]).json_value()
        if found == "over":
            return
        seat, version = found
        player = visitors[seat]
        player.page.wait_for_function(
            """(v) => { const dataset = document.getElementById("ui-root")?.dataset ?? {};
            return dataset.v === v && dataset.status === "turn"; }""",
            arg=version,
        )
        yield player, player.decide()
