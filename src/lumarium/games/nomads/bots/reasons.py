"""What speaks for a decision, in a few words."""

from __future__ import annotations

from lumarium.games.nomads.meta import NAME
from lumarium.games.nomads.rules.components import (
    ADVENTURERS,
    JOKER,
    KINDS,
    LEGENDS,
    MOON_FIELDS,
    MOON_TILE,
    RUNGS,
    SIANA,
    SPACES,
    ULRICH,
)
from lumarium.games.nomads.rules.indices import (
    ACTING,
    ADVENTURER,
    CHOOSING,
    COLOUR,
    DOUBLE,
    DOUBLING,
    LAST_WRITING,
    LIFT,
    LIFTING,
    LYS,
    MOVE,
    NO_LIFT,
    PASS,
    PAY,
    PAY_SET,
    PAYING,
    PAYING_SONG,
    PAYMENTS,
    PLACING_DISCS,
    PLACING_SLEEPERS,
    PUT_DISC,
    SHIFT,
    SHIFTING,
    SKIP,
    SKIPPING,
    SLEEPER,
    SONG,
    STEP,
    TURNING_LYS,
    TYPE,
    WRITE,
)
from lumarium.games.nomads.rules.table import NOBODY, NOTHING, Table
from lumarium.games.nomads.rules.writing import FIRST_SONG, add_cards, card_name, cost
from lumarium.kernel.message import Message

from .glance import Glance
from .prospects import moons_on_top

BEST = Message("kernel", "reason.best")


def reason(state: Table, index: int) -> Message:
    """What speaks for the decision of the player on turn."""
    match state.phase:
        case phase if phase == CHOOSING:
            return _say("power", power=Message(NAME, f"power.{ADVENTURERS[index - ADVENTURER]}"))
        case phase if phase == PLACING_SLEEPERS:
            return _of_sleeper(state, index - SLEEPER)
        case phase if phase == PLACING_DISCS:
            return _of_placing(state, index - PUT_DISC)
        case phase if phase == SHIFTING:
            return _of_shift(state, index - SHIFT - 1)
        case phase if phase in (ACTING, LAST_WRITING):
            if index == PASS:
                return _say("pass")
            return _of_card(state, index) if index >= WRITE else _of_move(state, index)
        case phase if phase in (DOUBLING, SKIPPING):
            double = index - DOUBLE + 1 if DOUBLE <= index < SKIP else NOTHING
            skip = index - SKIP + 1 if index >= SKIP else NOTHING
            return _of_sowing(state, state.origin, state.way, double, skip)
        case phase if phase == TURNING_LYS:
            return _of_lys(state, index - LYS)
        case phase if phase == LIFTING:
            return _of_lift(state, index)
        case phase if phase in (PAYING, PAYING_SONG):
            return _of_payment(state, index)
    return BEST


def _say(key: str, **facts: object) -> Message:
    return Message(NAME, f"reason.{key}", **facts)


def _mover(table: Table) -> int:
    assert table.turn is not None
    return table.turn


def _name(table: Table, seat: int) -> str:
    return ADVENTURERS[table.adventurers[seat] - 1]


# The set-up


def _of_sleeper(table: Table, space: int) -> Message:
    top = table.tops[space]
    return BEST if top == MOON_TILE else _say("sleeper", tile=KINDS[top])


def _of_placing(table: Table, space: int) -> Message:
    covered, top = table.listener(space), table.tops[space]
    if covered >= 0 and covered != _mover(table):
        return _say("covers", adventurer=_name(table, covered))
    return BEST if top == MOON_TILE else _say("waits", tile=KINDS[top])


# Moving


def _of_shift(table: Table, shift: int) -> Message:
    seat = _mover(table)
    lys = (table.lys + shift) % SPACES
    if lys in _ends(table, seat):
        return _say("shift_own")
    rival = (seat + 1) % table.players
    ends = _ends(table, rival)
    if table.lys in ends and lys not in ends:
        return _say("shift_away", adventurer=_name(table, rival))
    return BEST


def _ends(table: Table, seat: int) -> list[int]:
    """The spaces where a plain move of that player can end."""
    ends = []
    for space in range(SPACES):
        if table.has_disc_on(seat, space):
            discs = len(table.columns[space])
            ends += [(space + discs) % SPACES, (space - discs) % SPACES]
    return ends


def _of_move(table: Table, index: int) -> Message:
    """With Ulrich or Siana the power may still be used, so the reason looks at its best use."""
    seat = _mover(table)
    origin, way = (index - MOVE) // 2, (index - MOVE) % 2
    discs = len(table.columns[origin])
    ways = [(NOTHING, NOTHING)]
    if table.adventurers[seat] == ULRICH:
        ways += [(step, NOTHING) for step in range(1, discs)]
    elif table.adventurers[seat] == SIANA:
        ways += [(NOTHING, step) for step in range(1, discs + 1)]
    glance = Glance(table, seat)
    heard = glance.heard()
    double, skip = max(ways, key=lambda use: glance.sown(heard, origin, way, use[0], use[1], table.lys))
    return _of_sowing(table, origin, way, double, skip)


def _of_sowing(table: Table, origin: int, way: int, double: int, skip: int) -> Message:
    seat = _mover(table)
    before = [table.listener(space) for space in range(SPACES)]
    after, last = _sown(table, origin, way, double, skip)
    moon = _brings_moon(table, after)
    if moon is not None:
        return moon
    own = "".join(sorted(_heard(table, after, seat), key=KINDS.index))
    if last == table.lys:
        return _say("lys_and", tiles=own) if own else _say("lys")
    card = _enough(table, seat, own)
    if card:
        return _say("enough", tiles=own, card=card)
    if own:
        return _say("hears", tiles=own)
    kept = _kept_from(table, before, after)
    return kept or _say("quiet")


def _sown(table: Table, origin: int, way: int, double: int, skip: int) -> tuple[list[int], int]:
    """Who listens at each space after a move, and where it ends."""
    listeners = [table.listener(space) for space in range(SPACES)]
    column = table.columns[origin]
    listeners[origin] = NOBODY
    space = origin
    for number, disc in enumerate(column, 1):
        space += (number != double + 1) * STEP[way] + (number == skip) * STEP[way]
        listeners[space % SPACES] = table.owners[COLOUR[disc]]
    return listeners, space % SPACES


def _heard(table: Table, listeners: list[int], seat: int) -> list[str]:
    """The tiles that a player takes if these listen."""
    tops = [table.tops[space] for space in range(SPACES) if table.heights[space] and listeners[space] == seat]
    return [KINDS[top] for top in tops if top != MOON_TILE]


def _enough(table: Table, seat: int, heard: str) -> str:
    """The dearest card that a player can write only with what was heard."""
    twin = table.clone()
    before = _cards(twin, seat)
    for letter in heard:
        twin.tiles[seat][KINDS.index(letter)] += 1
    new = [index for index in _cards(twin, seat) if index not in before]
    return card_name(table, _card(table, new[-1])) if new else ""


def _cards(table: Table, seat: int) -> list[int]:
    """The cards that a player could write."""
    cards: list[int] = []
    add_cards(table, seat, cards)
    return cards


def _kept_from(table: Table, before: list[int], after: list[int]) -> Message | None:
    """A tile that somebody else would have liked to hear."""
    for space in range(SPACES):
        rival, top = before[space], table.tops[space]
        if rival >= 0 and rival != table.turn and after[space] != rival and table.heights[space] and top != MOON_TILE:
            gains = Glance(table, rival).gains[rival]
            if gains[top] > 0.0:
                return _say("keeps", tile=KINDS[top], adventurer=_name(table, rival))
    return None


def _brings_moon(table: Table, listeners: list[int]) -> Message | None:
    """A moon scoring in which the player has most."""
    heard = [space for space in range(SPACES) if table.heights[space] and listeners[space] != NOBODY]
    moons = sum(1 for space in heard if table.tops[space] == MOON_TILE)
    if table.moon_fields + moons < MOON_FIELDS or not moons:
        return None
    seat = _mover(table)
    scores = [table.interim_score(other) - len(_heard(table, listeners, other)) for other in range(table.players)]
    best = max(score for other, score in enumerate(scores) if other != seat)
    return _say("moon") if scores[seat] > best else None


def _of_lys(table: Table, space: int) -> Message:
    if not table.heights[space]:
        return _say("quiet")
    top = table.tops[space]
    if top == MOON_TILE:
        return _say("lys_moon")
    letter = KINDS[top]
    card = _enough(table, _mover(table), letter)
    if card:
        return _say("enough", tiles=letter, card=card)
    rival = table.listener(space)
    if rival >= 0 and rival != table.turn:
        return _say("from", tile=letter, adventurer=_name(table, rival))
    return _say("takes", tile=letter)


def _of_lift(table: Table, index: int) -> Message:
    if index == NO_LIFT:
        return _say("no_lift")
    space = (index - LIFT) // 2
    covered, top = table.listener(space), table.tops[space]
    if table.heights[space] and top != MOON_TILE:
        return _say("hears", tiles=KINDS[top])
    if covered >= 0 and covered != table.turn:
        return _say("covers", adventurer=_name(table, covered))
    return BEST


# Writing


def _card(table: Table, index: int) -> int:
    """The card that an action writes, counted as the engine counts them."""
    return FIRST_SONG + table.songs.index(index - SONG + 1) if index >= SONG else index - WRITE


def _of_card(table: Table, index: int) -> Message:
    seat = _mover(table)
    card = _card(table, index)
    legend, rung = LEGENDS[card // RUNGS] if card < FIRST_SONG else "", card % RUNGS
    points = table.values[card] if legend else table.songs[card - FIRST_SONG]
    if table.last_round:
        return _say("last", points=points)
    for rival in range(table.players):
        if rival != seat and index in _cards(table, rival):
            return _say("first", adventurer=_name(table, rival))
    if table.moon_fields + moons_on_top(table) >= MOON_FIELDS:
        return _say("before_moon")
    if not legend:
        return _say("song", points=points)
    if rung == RUNGS - 1:
        return _say("highest", legend=legend)
    return _say("raise" if table.rungs[seat][card // RUNGS] != NOTHING else "write", points=points)


def _of_payment(table: Table, index: int) -> Message:
    seat = _mover(table)
    tiles = table.tiles[seat]
    if index < PAY_SET:
        paid, legend = index - PAY, table.card // RUNGS
        if paid == 0:
            return _say("keep_jokers") if tiles[JOKER] else BEST
        if cost(table, seat) > tiles[legend]:
            return _say("joker")
        return BEST if table.card % RUNGS == RUNGS - 1 else _say("keep_stories", legend=LEGENDS[legend])
    types, paid = PAYMENTS[index - PAY_SET]
    kept = "".join(LEGENDS[story] for story in range(len(LEGENDS)) if tiles[story] and not types & TYPE[story])
    if kept:
        return _say("keep", tiles=kept)
    return _say("joker") if paid else BEST
