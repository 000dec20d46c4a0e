"""The table as text, for a terminal: the others' hands open, the own hand as coloured backs, bids and tricks."""

from __future__ import annotations

from collections.abc import Sequence

from lumarium.games.lumen.meta import NAME
from lumarium.games.lumen.rules.components import COLOURS
from lumarium.games.lumen.rules.view import Card, Trick, View
from lumarium.kernel.event import spoken_name
from lumarium.kernel.message import Message
from lumarium.kernel.stage import seats
from lumarium.kernel.textboard import Block, Span

from .words import plain, signed

STYLES = {"Y": "yellow", "R": "red", "G": "green", "B": "blue", "P": "magenta"}
NAME_WIDTH = 16


def board(view: View, lang: str, names: Sequence[str]) -> list[Block]:
    """The blocks of the table: who stands where, the trick, and the hands, the viewer's own last."""
    own, *others = seats(view)
    return [
        _standings(view, lang, names),
        _table(view, lang, names),
        *(_hand(view, seat, lang, names) for seat in (*others, own)),
    ]


def _standings(view: View, lang: str, names: Sequence[str]) -> Block:
    """Bids, tricks and totals; after a deal what it brought, until the first bid of the next."""
    scored = view.just_scored
    bids = view.bids if scored is None else scored.bids
    tricks = view.tricks if scored is None else scored.tricks
    heads = ["bid_head", "tricks_head", *(["points_head"] if scored else []), "total_head"]
    titles = "".join(f"{_say(f'label.{head}', lang):>8}" for head in heads)
    lines = [[Span(f"  {_say('label.player', lang):<{NAME_WIDTH}}{titles}", "dim")]]
    for seat in range(view.players):
        cells = [bids[seat] or "-", str(tricks[seat])]
        if scored is not None:
            cells.append(signed(scored.points[seat]))
        cells.append(plain(view.scores[seat]))
        plus = "+" if seat == view.dark_plus else " "
        name = spoken_name(seat, names, lang)[: NAME_WIDTH - 1]
        style = "bold" if seat == view.turn else ""
        lines.append([Span(f"{plus} {name:<{NAME_WIDTH}}" + "".join(f"{cell:>8}" for cell in cells), style)])
    key, deal = ("label.deal", view.deal) if scored is None else ("label.scored", view.deal - 1)
    return Block(_say(key, lang, deal=deal, deals=view.options.deck(view.players).deals), lines, "table")


def _table(view: View, lang: str, names: Sequence[str]) -> Block:
    trick = view.trick
    if trick is None:
        dealer, opener = (spoken_name(seat, names, lang) for seat in (view.dealer, view.opener))
        lines = [[Span(_say("label.nothing", lang), "dim")]]
        lines.append([Span(_say("label.dealer", lang, player=dealer, opener=opener), "dim")])
        return Block(_say("label.table", lang), lines, "table")
    lines = _trick(trick, lang, names)
    key = "label.winning" if trick.winner is None else "label.won"
    lines.append([Span(_say(key, lang, player=spoken_name(trick.ahead, names, lang)), "dim")])
    before = view.shown_again
    if before is not None:
        lines.append([Span(f"{_say('label.last_trick', lang)}:", "dim")])
        lines += _trick(before, lang, names)
    return Block(_say("label.trick", lang, number=trick.number), lines, "table")


def _trick(trick: Trick, lang: str, names: Sequence[str]) -> list[list[Span]]:
    lines = []
    for play in trick.plays:
        name = spoken_name(play.seat, names, lang)[: NAME_WIDTH - 1]
        style = STYLES[play.colour] + (" bold" if play.seat == trick.ahead else "")
        lines.append([Span(f"{name:<{NAME_WIDTH}}"), Span(f"{play.colour}{play.value}", style)])
    return lines


def _hand(view: View, seat: int, lang: str, names: Sequence[str]) -> Block:
    """The cards by colour with the plus card at the far right: values, or slots where only the backs are seen."""
    line: list[Span] = []
    for letter in COLOURS:
        for card in view.hands[seat]:
            if card.colour == letter:
                line += [_card(card), Span(" ")]
        line.append(Span(" "))
    line.append(Span("(+)" if seat == view.dark_plus else " + ", "bold" if seat == view.dark_plus else "dim"))
    name = spoken_name(seat, names, lang)
    title = _say("label.own_hand", lang, player=name) if seat == view.seat else name
    return Block(title, [line], "own" if seat == view.seat else "hands", seat == view.turn)


def _card(card: Card) -> Span:
    if card.value is None:
        return Span(card.slot, f"{STYLES[card.colour]} reverse")
    return Span(f"{card.colour}{card.value}", STYLES[card.colour])


def _say(key: str, lang: str, **facts: object) -> str:
    return Message(NAME, key, **facts).render(lang)
