"""Lumen on a phone: what a deal brought can be read until the own bid; and, for all games, what is asked of a player
stays readable in the bar while something is told."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator

import pytest

import lumarium
from tests.e2e.conftest import Visit
from tests.house import HOUSE

# Text that looks otherwise than its class says, as a copy of the piece shows. A browser can miss such a change.
STALE = """() => [...document.querySelectorAll("#ui-pieces > .piece")].filter((piece) => {
  const text = piece.querySelector("text");
  if (!text) return false;
  const copy = piece.cloneNode(true);
  copy.removeAttribute("id");
  piece.after(copy);
  const look = (element) => { const { textAnchor, fill, fontSize } = getComputedStyle(element);
    return [textAnchor, fill, fontSize].join(); };
  const stale = look(text) !== look(copy.querySelector("text"));
  copy.remove();
  return stale;
}).map((piece) => piece.dataset.piece)"""

# The edges of the sheet and of the bids, and whether every bid lies on the board.
EDGES = """() => {
  const box = (id) => document.getElementById(id).getBoundingClientRect();
  const bids = [...document.querySelectorAll("[id^='p-bid-']")].map((bid) => bid.getBoundingClientRect());
  return { head: box("p-paper-head").top, foot: box("p-paper-foot").bottom,
    first: Math.min(...bids.map(({ top }) => top)), last: Math.max(...bids.map(({ bottom }) => bottom)),
    own: box("p-seat0").top, bar: box("ui-bar").bottom };
}"""

# Asks and tells as the page does; what of it sticks out of the bar or is cut off.
BAR = """async ([asked, told]) => {
  const { Showing } = await import("/web/board/showing.js");
  window.shown ||= new Showing({ prompt: () => window.asked });
  window.asked = asked;
  window.shown.scene = { status: "turn", v: 0, prompt: asked };
  window.shown.prompt();
  window.shown.teller.show(told, "event");
  const [bar, prompt, line] = ["ui-bar", "ui-prompt", "ui-line"].map((id) => document.getElementById(id));
  const [frame, top, bottom] = [bar, prompt, line].map((element) => element.getBoundingClientRect());
  return { height: frame.height, inside: top.top >= frame.top && bottom.bottom <= frame.bottom,
    cut: prompt.scrollHeight - prompt.clientHeight > 1, shown: prompt.textContent === asked && top.height > 0 };
}"""
LONG_FACTS = {"tile": "the yellow Lumino 3 with a crab", "colour": "purple", "coloured": "purple"}
TOLD = ("Mira plays blue 5.", "Ana bid exactly 3 tricks and won 1 trick: −10 points, −25 in all.")


def test_a_deal_can_be_read_until_the_own_bid(visit: Visit) -> None:
    ana = visit("Ana", "phone")
    ana.open_table("lumen", ("me", "easy", "easy", "easy"))
    ana.wait_turn()
    while "deal 2" not in ana.see()["pieces"]["title"]["text"].lower():
        assert "paper-head" not in ana.see()["pieces"]
        assert ana.wait_turn(ana.decide()["v"]) == "turn"
    seen = ana.see()["pieces"]
    assert seen["paper-head"]["text"] == "Deal 1"
    scores = [int(panel["value"].replace("−", "-")) for panel in ana.scene["panels"]]
    assert [int(seen[f"points{seat}"]["text"].replace("−", "-")) for seat in range(4)] == scores
    edges = ana.page.evaluate(EDGES)
    assert edges["bar"] < edges["head"] < edges["foot"] < edges["first"] < edges["last"] < edges["own"]
    assert ana.page.evaluate(STALE) == []
    ana.wait_turn(ana.decide()["v"])
    assert "paper-head" not in ana.see()["pieces"]
    assert ana.page.evaluate(STALE) == []


def _prompts(lang: str) -> Iterator[str]:
    for name in HOUSE:
        catalogue = tomllib.loads(lumarium.game(name).file("words", f"messages.{lang}.toml").read_text("utf-8"))
        for text in catalogue["prompt"].values():
            yield re.sub(r"\{(\w+)\}", lambda found: LONG_FACTS.get(found[1], "Maximilian"), text)


@pytest.mark.parametrize("lang", ["de", "en"])
def test_what_is_asked_can_be_read_while_something_is_told(visit: Visit, lang: str) -> None:
    ana = visit("Ana", "phone")
    ana.open_table("lumen", ("me", "easy", "easy"))
    ana.wait_turn()
    height = ana.page.evaluate("() => document.getElementById('ui-bar').getBoundingClientRect().height")
    prompts = list(_prompts(lang))
    assert len(prompts) > 20
    for prompt in prompts:
        for told in TOLD:
            found = ana.page.evaluate(BAR, [prompt, told])
            assert found == {"height": height, "inside": True, "cut": False, "shown": True}, (prompt, told)


# What a sentence of this kind leaves out of sight where it stands.
CUT = """async ([told, kind]) => {
  const { Showing } = await import("/web/board/showing.js");
  window.shown ||= new Showing({ prompt: () => window.asked });
  window.shown.teller.show(told, kind);
  const line = document.getElementById("ui-line");
  const words = document.createRange();
  words.selectNodeContents(line);
  return words.getBoundingClientRect().bottom - line.getBoundingClientRect().bottom;
}"""


@pytest.mark.parametrize("kind", ["choice", "error"])
def test_what_a_touch_would_do_or_why_not_is_read_to_its_end(visit: Visit, kind: str) -> None:
    ana = visit("Ana", "phone", lang="de-DE")
    ana.open_table("lumen", ("me", "easy", "easy"))
    ana.wait_turn()
    for told in (
        "Im Uhrzeigersinn: endet auf Platz 6; du hörst: Fisch; Nostromo hört: Auge; in die Schachtel: Vogel und Auge",
        "Seitdem ist Neues ans Licht gekommen; das lässt sich nur an einem Übungstisch zurücknehmen",
    ):
        assert ana.page.evaluate(CUT, [told, kind]) <= 1, told


def test_a_sentence_with_pictures_is_read_to_its_end(visit: Visit) -> None:
    ana = visit("Ana", lang="de-DE")
    ana.open_table("nomads", ("me", "easy"))
    ana.wait_turn()
    tops = [("g", "Auge", 0), ("c", "Berge", 1), ("d", "Baum", 4), ("g", "Auge", 5), ("O", "Mondplättchen", 6)]
    told = ", ".join(f"![](nomads-chip-{chip} 36) {name} bei Platz {place}" for chip, name, place in tops)
    assert ana.page.evaluate(CUT, [f"Neu obenauf: {told}.", "event"]) <= 1


# How far the dots of a capital umlaut stay below the edge of the box that the prompt is cut at.
DOTS = """() => {
  const prompt = document.getElementById("ui-prompt");
  prompt.textContent = "Überspringst du einen Platz?";
  const foot = document.createElement("span");
  foot.style.display = "inline-block";
  prompt.prepend(foot);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = getComputedStyle(prompt).font;
  const dots = foot.getBoundingClientRect().bottom - pen.measureText("Ü").actualBoundingBoxAscent;
  return dots - prompt.getBoundingClientRect().top;
}"""


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_an_umlaut_that_begins_a_question_keeps_its_dots(visit: Visit, size: str) -> None:
    ana = visit("Ana", size, lang="de-DE")
    ana.open_table("luminos", ("me", "easy"))
    ana.wait_turn()
    assert ana.page.evaluate(DOTS) >= 0
