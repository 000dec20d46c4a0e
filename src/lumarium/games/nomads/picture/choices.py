"""What only the seat to move sees: adventurers to choose, ways, steps, lifts, payments, buttons."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from lumarium.games.nomads.rules.components import ADVENTURERS, KINDS, LEGENDS, RUNGS, SPACES, letter_of
from lumarium.games.nomads.rules.indices import (
    ADVENTURER,
    DOUBLE,
    LIFT,
    MOVE,
    NO_LIFT,
    PAY,
    PAY_SET,
    PAYMENTS,
    PLAIN,
    PUT_FROG,
    SKIP,
    STEP,
    WAYS,
    types_in,
)
from lumarium.games.nomads.rules.outcome import outcome
from lumarium.games.nomads.rules.view import View
from lumarium.games.nomads.words.words import say
from lumarium.kernel.scene import Piece
from lumarium.kernel.stage import short

from .cards import cost
from .ghosts import Ghosts
from .layout import SPACE_RADIUS, STEP_RADIUS, around
from .preview import outcome_label

CHOICE_PITCH = 87
LINE = 40
PAY_PITCH = 76
PAID = 0.62
PAID_FROM = 38
"""Where the middle of the tiles lies on a button, beside its word."""
MOST_BESIDE_WORD = 3


def choices(view: View, lang: str) -> Iterator[Piece]:
    """The pieces that stand for decisions without a thing on the table, and what each decision would bring."""
    ghosts = Ghosts(view)
    match view.phase:
        case "adventurer":
            yield from _adventurers(view, lang)
        case "frog" | "sleeper" | "disc":
            ghosts.add_discs((index - PUT_FROG) % SPACES for index in view.legal)
        case "shift":
            yield _button("stay", lang)
        case "act":
            yield from _ways(view, ghosts, lang)
        case "double" | "skip":
            yield from _steps(view, ghosts, lang)
        case "lift":
            yield from _lifts(view, ghosts, lang)
        case "pay":
            yield from _payments(view, lang)
        case "pay_song":
            yield from _only_payment(view, lang)
        case "last":
            yield _button("pass", lang)
    yield from ghosts.pieces()


def _adventurers(view: View, lang: str) -> Iterator[Piece]:
    """A row for each adventurer who is still free, with the power in words."""
    names = [ADVENTURERS[index - ADVENTURER] for index in view.legal]
    for place, name in enumerate(names):
        y = (place - (len(names) - 1) / 2) * CHOICE_PITCH
        power = say(f"power.{name}", lang)
        label = say("label.adventurer", lang, adventurer=name, power=power)
        yield Piece(id=f"adv-{name}", symbol="nomads-choice", zone="choose", y=y, label=label)
        badge = f"nomads-badge-{letter_of(name)}"
        yield Piece(id=f"advbadge-{name}", symbol=badge, zone="choose", x=-175, y=y, scale=1.4)
        title = say(f"adventurer.{name}", lang)
        yield Piece(id=f"advname-{name}", text=title, zone="choose", x=-134, y=y - 21, classes="who")
        for number, line in enumerate(wrap(power[:1].upper() + power[1:], LINE)):
            place_y = y + 4 + number * 20
            yield Piece(id=f"advpower-{name}{number}", text=line, zone="choose", x=-134, y=place_y, classes="power")


def _ways(view: View, ghosts: Ghosts, lang: str) -> Iterator[Piece]:
    """Two arrows beside each column that can be moved; they are seen when it has been touched."""
    for index in view.legal:
        if MOVE <= index < PLAIN:
            space, number = divmod(index - MOVE, 2)
            way = WAYS[number]
            piece = f"go{space}-{way}"
            x, y = around(space + STEP[number] / 2, SPACE_RADIUS)
            move = outcome(view, space, way)
            ghosts.add_move(piece, space, move)
            label = outcome_label(view, move, say(f"way.{way}", lang), lang)
            rot = short((45 * (space + STEP[number] / 2) + (0 if way == "cw" else 180)) % 360)
            yield Piece(id=piece, symbol="nomads-arrow", zone="ring", x=x, y=y, rot=rot, classes="way", label=label)


def _steps(view: View, ghosts: Ghosts, lang: str) -> Iterator[Piece]:
    """Where two discs could be laid together, or none: a chip at each step of the way; and a button to do without."""
    assert view.origin is not None
    assert view.way is not None
    double = view.phase == "double"
    yield _button("plain", lang, f"plain_{view.phase}")
    ghosts.add_move("plain", view.origin, outcome(view, view.origin, view.way))
    first = DOUBLE if double else SKIP
    for index in view.legal:
        if index >= first:
            step = index - first + 1
            space = int(view.origin + STEP[WAYS.index(view.way)] * step) % SPACES
            powers = (step, 0) if double else (0, step)
            move = outcome(view, view.origin, view.way, *powers)
            piece = f"{view.phase}-{step}"
            ghosts.add_move(piece, view.origin, move)
            x, y = around(space + 0.3 * ((step - 1) // SPACES), STEP_RADIUS)
            label = outcome_label(view, move, say(f"label.{view.phase}", lang, step=step, space=space), lang)
            yield Piece(id=piece, symbol=f"nomads-{view.phase}", zone="ring", x=x, y=y, label=label)


def _lifts(view: View, ghosts: Ghosts, lang: str) -> Iterator[Piece]:
    yield _button("no_lift", lang)
    tops = [column[-1][0] if column else "" for column in view.columns]
    ghosts.add_listeners("no-lift", tops)
    for index in view.legal:
        if index != NO_LIFT:
            space, number = divmod(index - LIFT, 2)
            x, y = around(space, SPACE_RADIUS)
            piece = f"lift-{space}-{number + 1}"
            ghosts.add_listeners(piece, [*tops[:space], "R", *tops[space + 1 :]])
            label = say("label.lift", lang, space=space, number=number + 1)
            x += 30 if number else -30
            yield Piece(id=piece, symbol="nomads-up", zone="ring", x=x, y=y + 46, label=label)


def _payments(view: View, lang: str) -> Iterator[Piece]:
    """One button per number of jokers, showing the tiles that would be paid."""
    assert view.card is not None
    assert view.turn is not None
    legend, _, rung = view.card.partition("#")
    ladder = view.options.card_values()[LEGENDS.index(legend) * RUNGS :]
    price = cost(ladder, int(rung) - 1, view.seats[view.turn].legends.get(legend, 0))
    for place, index in enumerate(view.legal):
        jokers = index - PAY
        paid = legend * (price - jokers) + "J" * jokers
        y = short((place - (len(view.legal) - 1) / 2) * PAY_PITCH)
        yield from _pay_button(f"pay-{jokers}", paid, y, lang)


def _only_payment(view: View, lang: str) -> Iterator[Piece]:
    """A song that can be paid in one way only needs no choice of tiles."""
    if len(view.legal) == 1:
        types, jokers = PAYMENTS[view.legal[0] - PAY_SET]
        yield from _pay_button("pay-song", types_in(types) + "J" * jokers, 0, lang)


def _pay_button(piece: str, paid: str, y: float, lang: str) -> Iterator[Piece]:
    label = say("label.pay", lang, tiles=paid)
    few = len(paid) <= MOST_BESIDE_WORD
    word = say("label.pay_word", lang) if few else ""
    yield Piece(id=piece, symbol="nomads-button", text=word, zone="ring", y=y, classes="button pays", label=label)
    pitch, middle = min(48.0, 180 / len(paid)), PAID_FROM if few else 0
    for number, letter in enumerate(sorted(paid, key=KINDS.index)):
        x = middle + (number - (len(paid) - 1) / 2) * pitch
        symbol = f"nomads-tile-{letter}"
        yield Piece(id=f"{piece}-{number}", symbol=symbol, zone="ring", x=short(x), y=short(y), scale=PAID)


def _button(name: str, lang: str, label: str = "") -> Piece:
    text = say(f"label.{label or name}", lang)
    return Piece(id=name.replace("_", "-"), symbol="nomads-button", zone="ring", classes="button", text=text)
