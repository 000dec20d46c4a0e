"""Nomads as arrays: the rules of rules/state.py over spaces and heights of discs, a million games at a time.

In the order of the rulebook: set-up, turn A (move, Lys, Red's lift, listening), turn B (writing), and the frame of a
turn with the moon. What follows from a decision by itself goes on step by step through phases that nobody sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from lumarium.games.nomads.rules.components import (
    ADVENTURERS,
    DISCS,
    JOKER,
    KINDS,
    LAST_STACKS,
    MOON,
    MOON_FIELDS,
    MOON_TILE,
    MOST_JOKERS,
    MOST_POINTS,
    NOMAD,
    NOSTROMO,
    PRIZES,
    RED,
    RUNGS,
    SETUP_HEIGHT,
    SIANA,
    SONGS,
    SPACES,
    STORIES,
    ULRICH,
)
from lumarium.games.nomads.rules.indices import (
    ACTING,
    ADVENTURER,
    CHOOSING,
    COLOUR,
    COUNT,
    DISC,
    DOUBLE,
    DOUBLING,
    FIRST_DISC,
    FROG,
    LAST_DISC,
    LAST_WRITING,
    LIFT,
    LIFTING,
    LYS,
    MOVE,
    NO_LIFT,
    OFFERS,
    OVER,
    PASS,
    PAY,
    PAY_SET,
    PAYING,
    PAYING_SONG,
    PAYMENTS,
    PLACING_DISCS,
    PLACING_FROG,
    PLACING_LYS,
    PLACING_SLEEPERS,
    PLAIN,
    PUT_FROG,
    SHIFT,
    SHIFTING,
    SKIP,
    SKIPPING,
    SONG,
    STEP,
    TALLEST,
    TURNING_LYS,
    WRITE,
)
from lumarium.games.nomads.rules.table import ASLEEP, NOTHING
from lumarium.games.nomads.rules.writing import FIRST_SONG
from lumarium.kernel.arrays import (
    NOBODY,
    Array,
    Arrays,
    Luck,
    at,
    before,
    choose,
    one_hot,
    places_by,
    put,
    total,
    up_to,
)

from . import observing

if TYPE_CHECKING:
    from lumarium.games.nomads.options import Options, Tiny
    from lumarium.kernel.game import Game

# What goes on by itself within a step, in this order; a position that is asked for is in none of these phases.
SOWING, TAKING, MOVED, LISTENING, ENDING, BEGINNING = range(OVER + 1, OVER + 7)

RING = np.arange(SPACES)
PIECES = np.arange(TALLEST)
"""The discs."""
COLOUR_OF = np.array(list(COLOUR))
NOMADS = COLOUR_OF == NOMAD
REDS = slice(FIRST_DISC[RED], LAST_DISC[RED] + 1)
KIND = np.arange(len(KINDS))
HELD = np.arange(STORIES + 1)
"""The kinds of tiles that lie before a player: stories and jokers."""
RUNG = np.arange(RUNGS)
OFFERED = np.array(list(OFFERS), bool).reshape(-1, COUNT)
"""By phase: the actions that it asks for."""
PAID = np.array([[types >> story & 1 for story in range(STORIES)] + [jokers] for types, jokers in PAYMENTS], np.int8)
"""The tiles of each payment for a song."""


class State(NamedTuple):
    """A position."""

    phase: Array
    turn: Array
    quiet: Array
    """The turns since the last news, this one too."""
    writers: Array
    """How many may still write in the last round; 0 before it."""
    origin: Array
    way: Array
    card: Array
    spaces: Array
    """By disc, where it is; NOTHING in the reserve."""
    heights: Array
    """By disc, how many lie below it."""
    owners: Array
    """By colour, who plays it; NOBODY for the nomads, ASLEEP for the sleepers."""
    lys: Array
    stacks: Array
    """By space, how many tiles are left."""
    tops: Array
    """By space, the kind of the top tile."""
    hidden: Array
    """By kind, the tiles below the tops."""
    moon_fields: Array
    tiles: Array
    """By seat and kind, what lies before the player."""
    rungs: Array
    """By seat and legend, the rung held, or NOTHING."""
    singing: Array
    """By seat, the song held, or NOTHING."""
    moon_tiles: Array
    """By seat, the moon tiles won."""


class NomadsArrays(Arrays[State]):
    """Nomads for so many players and with these options."""

    options: Options

    def __init__(self, game: Game, players: int, options: Options) -> None:
        super().__init__(game, players, options)
        options.check(players)
        self.seats = np.arange(players)
        self.start = options.start
        self.last_player = (options.start - 1) % players
        self.sleeper_placer = self.last_player if options.sleepers is None else options.sleepers
        self.values = np.array(options.card_values()).reshape(STORIES, RUNGS)
        self.songs = np.array(options.songs)
        self.song_tiles = np.array(options.song_prices())
        self.patience = options.patience(players)

    def begin(self, luck: Luck) -> State:
        """Eight stacks with their top tiles, the coin of LUMARATHON, and preset adventurers (NO-11, NO-13,
        NO-RU-34)."""
        options, zero, nothing = self.options, np.int8(0), np.int8(NOTHING)
        tiles = np.zeros((self.players, STORIES + 1), np.int8)
        if options.coin is not None:
            tiles[options.coin, JOKER] += 1
        owners = np.full(len(DISCS), NOBODY, np.int8)
        for seat, name in enumerate(options.adventurers[: self.players]):
            owners[ADVENTURERS.index(name) + 1] = seat
        empty = State(
            phase=zero + CHOOSING,
            turn=np.int8(self.start),
            quiet=zero,
            writers=zero,
            origin=nothing,
            way=nothing,
            card=nothing,
            spaces=np.full(TALLEST, NOTHING, np.int8),
            heights=np.zeros(TALLEST, np.int8),
            owners=owners,
            lys=nothing,
            stacks=np.array(options.stack_heights(), np.int8),
            tops=np.full(SPACES, NOTHING, np.int8),
            hidden=np.array(options.copies(), np.int8),
            moon_fields=zero,
            tiles=tiles,
            rungs=np.full((self.players, STORIES), NOTHING, np.int8),
            singing=np.full(self.players, NOTHING, np.int8),
            moon_tiles=np.zeros(self.players, np.int8),
        )
        empty = jax.tree.map(jnp.asarray, empty)
        state, _ = self.uncover(empty, luck, SPACES)
        if options.tiny is not None:
            state = self.lay_out(state, options.tiny)
        elif options.adventurers:
            state = self.settle_adventurers(state)
        return small(state, empty)

    # Legal actions, phase by phase

    def turn(self, state: State) -> Array:
        return jnp.where(state.phase == OVER, NOBODY, state.turn).astype(jnp.int32)

    def legal_action_mask(self, state: State) -> Array:
        """What the phase asks for, as far as it is possible; each part stands where its actions are counted."""
        room = self.sizes(state) < SETUP_HEIGHT
        others = state.lys != RING
        discs = total(state.spaces == state.origin)
        anything = np.ones(SPACES, bool)
        songs = jnp.any((self.songs - 1 == np.arange(MOST_POINTS)[:, None]) & self.songs_to_take(state), 1)
        possible = [
            state.owners[NOMAD + 1 :] == NOBODY,
            anything,
            room,
            room,
            others,
            anything[: MOVE - SHIFT],
            jnp.repeat(self.own_columns(state), 2),
            anything[: DOUBLE - PLAIN],
            # Ulrich doubles any step but the last, Siana skips any step (NO-87, NO-90).
            np.arange(SKIP - DOUBLE) < discs - 1,
            np.arange(NO_LIFT - SKIP) < discs,
            anything[: LIFT - NO_LIFT],
            self.lifts(state).ravel(),
            self.cards_to_take(state).ravel(),
            songs,
            anything[: PAY - PASS],
            self.payments(state),
            self.song_payments(state),
        ]
        return jnp.asarray(OFFERED)[state.phase] & jnp.concatenate(possible)

    # What an action does, phase by phase

    def carry_out(self, state: State, action: Array, luck: Luck) -> State:
        after = state
        for asked, decided in (
            (state.phase == CHOOSING, self.choose_adventurer(state, action - ADVENTURER + 1)),
            ((action >= PUT_FROG) & (action < LYS), self.place(state, (action - PUT_FROG) % SPACES)),
            (state.phase == PLACING_LYS, self.place_lys(state, action - LYS)),
            (state.phase == SHIFTING, self.shift_lys(state, action - SHIFT - 1)),
            ((action >= MOVE) & (action < PLAIN), self.begin_move(state, action - MOVE)),
            ((action >= PLAIN) & (action < NO_LIFT), state._replace(phase=SOWING)),
            (state.phase == TURNING_LYS, state._replace(lys=action - LYS, phase=TAKING)),
            (state.phase == LIFTING, self.lift(state, action - LIFT)),
            ((action >= WRITE) & (action < PASS), self.choose_card(state, action)),
            (action == PASS, self.end_writing(state)),
            (action >= PAY, self.pay(state, action)),
        ):
            after = choose(asked, decided, after)
        after = choose(after.phase == SOWING, self.sow(after, action), after)
        after, luck = self.take_for_lys(after, luck)
        after = choose(after.phase == MOVED, self.check_lift(after), after)
        after, luck = self.listen(after, luck)
        after = choose(after.phase == ENDING, self.end_turn(after), after)
        after = choose(after.phase == BEGINNING, self.begin_turn(after), after)
        return small(after, state)

    # Set-up

    def choose_adventurer(self, state: State, colour: Array) -> State:
        """Clockwise from the starting player everyone takes an adventurer who is still free (NO-13)."""
        turn = (state.turn + 1) % self.players
        state = state._replace(owners=put(state.owners, colour, state.turn), turn=turn)
        return choose(turn == self.start, self.settle_adventurers(state), state)

    def lay_out(self, state: State, tiny: Tiny) -> State:
        """A tiny game begins with all its discs on the ring; the others stay in the box."""
        spaces, heights = np.full(TALLEST, NOTHING, np.int8), np.zeros(TALLEST, np.int8)
        for space, column in enumerate(tiny.discs()):
            for height, name in enumerate(column):
                spaces[DISC[name]], heights[DISC[name]] = space, height
        laid = state._replace(spaces=spaces, heights=heights, owners=self.asleep(state), lys=tiny.lys)
        return self.begin_turn(laid)

    def asleep(self, state: State) -> Array:
        """The owners of the colours, with the adventurers whom nobody plays asleep (NO-14)."""
        free = (state.owners == NOBODY) & (np.arange(len(DISCS)) != NOMAD)
        return jnp.where(free, ASLEEP, state.owners)

    def settle_adventurers(self, state: State) -> State:
        """The others fall asleep; an awake Nostromo puts his frog down before the nomads come (NO-14, NO-15)."""
        owners = self.asleep(state)
        state = state._replace(owners=owners, turn=owners[NOSTROMO], phase=PLACING_FROG)
        return choose(owners[NOSTROMO] == ASLEEP, self.lay_nomads(state), state)

    def lay_nomads(self, state: State) -> State:
        """A nomad on each space, on the frog too; then the sleepers, if there are any (NO-16, NO-17)."""
        home = PIECES - FIRST_DISC[NOMAD]
        awake = self.players == len(ADVENTURERS)
        return state._replace(
            spaces=jnp.where(NOMADS, home, state.spaces),
            heights=jnp.where(NOMADS, state.spaces[FROG] == home, state.heights),
            turn=self.start if awake else self.sleeper_placer,
            phase=PLACING_DISCS if awake else PLACING_SLEEPERS,
        )

    def place(self, state: State, space: Array) -> State:
        """The frog, the next sleeper, or an own disc goes on top of a column (NO-15, NO-17, NO-19)."""
        owners = self.disc_owners(state)
        frog, asleep = state.phase == PLACING_FROG, state.phase == PLACING_SLEEPERS
        # A sleeping Nostromo's frog stays in the box (NO-18).
        reserve = (state.spaces == NOTHING) & (PIECES != FROG)
        waiting = reserve & (owners == jnp.where(asleep, ASLEEP, state.turn))
        disc = jnp.where(frog, FROG, jnp.argmax(waiting)) == PIECES
        state = state._replace(
            spaces=jnp.where(disc, space, state.spaces),
            heights=jnp.where(disc, total(state.spaces == space), state.heights),
        )
        # The sleepers one after the other; then a disc each, clockwise, twice around; then Lys (NO-17, NO-19, NO-21).
        following = jnp.where(asleep, state.turn, (state.turn + 1) % self.players)
        more = jnp.any(reserve & ~disc & (owners == jnp.where(asleep, ASLEEP, following)))
        turn = jnp.where(more, following, jnp.where(asleep, self.start, self.last_player))
        phase = jnp.where(more, state.phase, jnp.where(asleep, PLACING_DISCS, PLACING_LYS))
        return choose(frog, self.lay_nomads(state), state._replace(turn=turn, phase=phase))

    def place_lys(self, state: State, space: Array) -> State:
        """The last player points Lys at a field; then the starting player begins (NO-21, NO-22)."""
        return state._replace(lys=space, turn=self.start, phase=BEGINNING)

    # Turn A: move

    def shift_lys(self, state: State, shift: Array) -> State:
        """Moon may move Lys one field before she acts; nobody takes a tile for it (NO-82, NO-83)."""
        return state._replace(lys=(state.lys + shift) % SPACES, phase=ACTING)

    def own_columns(self, state: State) -> Array:
        """By space: is a disc of the player there, at any height? (NO-26)"""
        own = self.disc_owners(state) == state.turn
        return jnp.any((state.spaces == RING[:, None]) & own, 1)

    def begin_move(self, state: State, move: Array) -> State:
        """Takes a column in hand; Ulrich and Siana say first how they use their power (NO-27, NO-31, NO-88)."""
        origin = move // 2
        doubling = (state.owners[ULRICH] == state.turn) & (total(state.spaces == origin) > 1)
        skipping = state.owners[SIANA] == state.turn
        phase = jnp.where(doubling, DOUBLING, jnp.where(skipping, SKIPPING, SOWING))
        return state._replace(origin=origin, way=move % 2, phase=phase)

    def sow(self, state: State, action: Array) -> State:
        """The bottom disc goes to the next space, and so on until the hand is empty; then Lys is looked at (NO-28,
        NO-29, NO-32)."""
        hand = state.spaces == state.origin
        # Disc `double + 1` joins the one before it; before disc number `skip` a space is passed (NO-87, NO-90).
        double = jnp.where((action >= DOUBLE) & (action < SKIP), action - DOUBLE + 1, TALLEST)
        skip = jnp.where((action >= SKIP) & (action < NO_LIFT), action - SKIP + 1, TALLEST + 1)

        def space_of(number: Array) -> Array:
            steps = number - (number > double) + (number >= skip)
            return (state.origin + at(jnp.array(list(STEP)), state.way) * steps) % SPACES

        spaces = jnp.where(hand, space_of(state.heights + 1), state.spaces)
        # Whatever was in hand lies above the rest, in its old order.
        order = state.heights + hand * TALLEST
        heights = total((spaces == spaces[:, None]) & (order < order[:, None]))
        return state._replace(
            spaces=spaces,
            heights=heights,
            origin=NOTHING,
            way=NOTHING,
            phase=jnp.where(space_of(total(hand)) == state.lys, TURNING_LYS, MOVED),
        )

    # Turn A: Lys

    def take_for_lys(self, state: State, luck: Luck) -> tuple[State, Luck]:
        """The player takes the top tile where Lys points now (NO-33 to NO-36)."""
        taking = state.phase == TAKING
        state = self.take_tops(state, jnp.where(taking & (state.lys == RING), state.turn, NOBODY))
        state, luck = self.uncover(state, luck, 1)
        return state._replace(phase=jnp.where(taking, MOVED, state.phase)), luck

    # Turn A: Red's lift

    def check_lift(self, state: State) -> State:
        """Red is asked where a lift would change something; then everyone listens (NO-40, NO-92)."""
        asked = (state.owners[RED] == state.turn) & jnp.any(self.lifts(state))
        return state._replace(phase=jnp.where(asked, LIFTING, LISTENING))

    def reds(self, state: State) -> tuple[Array, Array]:
        """Where Red's two discs are: their spaces, and which of his there each is, from the bottom up."""
        spaces, heights = state.spaces[REDS], state.heights[REDS]
        return spaces, (spaces[0] == spaces[1]) & (heights > heights[::-1])

    def lifts(self, state: State) -> Array:
        """By space and number: would lifting this one of Red's discs give a sequence of colours that no lower one
        gives? (NO-93)"""
        spaces, number = self.reds(state)
        heights = state.heights[REDS]
        top = heights == total(state.spaces == spaces[:, None]) - 1
        together = (spaces[0] == spaces[1]) & (jnp.abs(heights[0] - heights[1]) == 1)
        changes = ~top & ~(together & (number | top[::-1]))
        here = (spaces == RING[:, None, None]) & (number == np.arange(2)[:, None])
        return jnp.any(here & changes, -1)

    def lift(self, state: State, lift: Array) -> State:
        """Red puts one of his discs on top of its own column, or none (NO-91)."""
        spaces, number = self.reds(state)
        chosen = (lift >= 0) & (spaces == lift // 2) & (number == lift % 2)
        from_height = jnp.sum(jnp.where(chosen, state.heights[REDS], 0))
        column = jnp.any(chosen) & (state.spaces == lift // 2)
        disc = column & (state.heights == from_height)
        heights = state.heights - (column & (state.heights > from_height))
        return state._replace(heights=jnp.where(disc, total(column) - 1, heights), phase=LISTENING)

    # Turn A: listen

    def listen(self, state: State, luck: Luck) -> tuple[State, Luck]:
        """Every adventurer on top of a column takes the top tile there, all eight at once (NO-41 to NO-49)."""
        listening = state.phase == LISTENING
        state = self.take_tops(state, jnp.where(listening, self.listeners(state), NOBODY))
        state, luck = self.uncover(state, luck, SPACES)
        return state._replace(phase=jnp.where(listening, ENDING, state.phase)), luck

    def listeners(self, state: State) -> Array:
        """By space, who hears the story there: the seat whose disc lies on top, ASLEEP, or NOBODY (NO-42, NO-46 to
        NO-48)."""
        here = state.spaces == RING[:, None]
        top = here & (state.heights == total(here)[:, None] - 1)
        return NOBODY + jnp.sum(jnp.where(top, self.disc_owners(state) - NOBODY, 0), 1)

    def take_tops(self, state: State, takers: Array) -> State:
        """Top tiles go to their takers by space: moon tiles to the moon fields, others to the player, or for sleepers
        to the box (NO-35, NO-44 to NO-46)."""
        taken = (takers != NOBODY) & (state.stacks > 0)
        theirs = taken & (takers == self.seats[:, None])
        return state._replace(
            tiles=state.tiles + total(theirs[:, None] & (state.tops == HELD[:, None])),
            moon_fields=state.moon_fields + total(taken & (state.tops == MOON_TILE)),
            stacks=state.stacks - taken,
            tops=jnp.where(taken, NOTHING, state.tops),
            quiet=jnp.where(jnp.any(taken), 0, state.quiet),
        )

    def uncover(self, state: State, luck: Luck, most: int) -> tuple[State, Luck]:
        """Decides which of the hidden tiles now lie on top, on up to so many stacks; each is equally likely (NO-10)."""
        bare = (state.stacks > 0) & (state.tops == NOTHING)
        wanted = np.arange(most) < total(bare)
        up_to_kind = up_to(state.hidden)
        picked, luck = luck.pick_all(jnp.where(wanted, up_to_kind[-1] - np.arange(most), 1))
        tops, hidden = state.tops, state.hidden
        for number in range(most):
            kind = total(up_to_kind <= picked[number])
            up_to_kind -= wanted[number] & (kind <= KIND)
            hidden -= wanted[number] & (kind == KIND)
            tops = jnp.where(bare & (before(bare) == number), kind, tops)
        return state._replace(tops=tops, hidden=hidden), luck

    # Turn B, and the last round: which card

    def cards_to_take(self, state: State) -> Array:
        """By legend and rung: is the card in the supply, and can the player pay for it? (NO-54 to NO-58)"""
        tiles, rungs = self.own(state, state.tiles), self.own(state, state.rungs)
        cost = self.values - self.own(state, self.values_held(state))[:, None]
        held = jnp.any(state.rungs[..., None] == RUNG, 0)
        return (rungs[:, None] < RUNG) & ~held & (cost <= (tiles[:STORIES] + tiles[JOKER])[:, None])

    def songs_to_take(self, state: State) -> Array:
        """By song: is it in the supply, and can the player pay for it, who has none yet? (NO-52, NO-53, NO-61)"""
        tiles = self.own(state, state.tiles)
        different = total(tiles[:STORIES] > 0) + tiles[JOKER]
        free = ~jnp.any(state.singing[:, None] == np.arange(SONGS), 0)
        return free & (self.own(state, state.singing) == NOTHING) & (self.song_tiles <= different)

    def choose_card(self, state: State, action: Array) -> State:
        """Names the card; how it is paid comes next."""
        song = jnp.argmax(self.songs == action - SONG + 1)
        return state._replace(
            card=jnp.where(action < SONG, action - WRITE, FIRST_SONG + song),
            phase=jnp.where(action < SONG, PAYING, PAYING_SONG),
        )

    # Turn B, and the last round: how it is paid

    def cost(self, state: State) -> Array:
        """How many tiles the chosen legend card takes: its value, less that of the card which it replaces (NO-51,
        NO-54, NO-56)."""
        held = self.own(state, self.values_held(state))
        return at(jnp.array(self.values.ravel()), state.card) - at(held, state.card // RUNGS)

    def payments(self, state: State) -> Array:
        """By number of jokers: can a legend card be paid so? (NO-59, NO-60)"""
        tiles, cost, paid = self.own(state, state.tiles), self.cost(state), np.arange(MOST_JOKERS + 1)
        return (paid <= cost) & (paid <= tiles[JOKER]) & (cost - paid <= at(tiles, state.card // RUNGS))

    def song_payments(self, state: State) -> Array:
        """By types and jokers: can a song be paid so? (NO-52, NO-60, NO-61)"""
        tiles = self.own(state, state.tiles)
        missing = jnp.sum((tiles[:STORIES] == 0) << np.arange(STORIES))
        types = np.array([types for types, _ in PAYMENTS])
        fits = PAID.sum(1) == at(jnp.array(self.song_tiles), state.card - FIRST_SONG)
        return fits & (PAID[:, JOKER] <= tiles[JOKER]) & (types & missing == 0)

    def pay(self, state: State, action: Array) -> State:
        """The tiles go to the box, the card to the player, and the card it replaces back to the supply (NO-50,
        NO-57)."""
        own = self.seats == state.turn
        legend, rung, jokers = state.card // RUNGS, state.card % RUNGS, action - PAY
        for_legend = jnp.where(legend == HELD, self.cost(state) - jokers, jnp.where(HELD == JOKER, jokers, 0))
        spent = jnp.where(action < PAY_SET, for_legend, jnp.asarray(PAID)[action - PAY_SET])
        written = own[:, None] & (np.arange(STORIES) == legend)
        sung = own & (state.card >= FIRST_SONG)
        state = state._replace(
            tiles=state.tiles - own[:, None] * spent,
            rungs=jnp.where(written, rung, state.rungs),
            singing=jnp.where(sung, state.card - FIRST_SONG, state.singing),
            quiet=0,
        )
        return self.end_writing(state)

    def end_writing(self, state: State) -> State:
        """After a card, or a pass: on with the turns, or with the last round, in which everyone has one card
        (NO-74)."""
        last = state.writers > 0
        writers = state.writers - last
        phase = jnp.where(last, jnp.where(writers > 0, LAST_WRITING, OVER), ENDING)
        turn = jnp.where(last, (state.turn + 1) % self.players, state.turn)
        return state._replace(card=NOTHING, writers=writers, phase=phase, turn=turn)

    # The frame of a turn

    def end_turn(self, state: State) -> State:
        """Full moons are scored, all of them alike; then the next player is on turn (NO-22, NO-64, NO-70, NO-71)."""
        moons = state.moon_fields // MOON_FIELDS
        return state._replace(
            moon_fields=state.moon_fields - moons * MOON_FIELDS,
            moon_tiles=state.moon_tiles + moons * self.shares(self.interim_scores(state)),
            turn=(state.turn + 1) % self.players,
            phase=BEGINNING,
        )

    def shares(self, scores: Array) -> Array:
        """The moon tiles that each score wins: those who tie pool the prizes of their ranks and split them evenly
        (NO-67, NO-68)."""
        better, tied = total(scores > scores[:, None]), total(scores == scores[:, None])
        rank = np.arange(len(PRIZES))
        pooled = (rank >= better[:, None]) & (rank < (better + tied)[:, None])
        return jnp.sum(jnp.where(pooled, np.array(PRIZES), 0), 1) // tied

    def begin_turn(self, state: State) -> State:
        """First the end test; then Moon may shift Lys before she acts (NO-23, NO-73, NO-77, NO-82)."""
        few = total(state.stacks > 0) <= LAST_STACKS
        last = few | (state.quiet >= self.patience)
        phase = jnp.where(state.owners[MOON] == state.turn, SHIFTING, ACTING)
        return state._replace(
            quiet=state.quiet + ~last,
            writers=jnp.where(last, self.players, 0),
            phase=jnp.where(last, LAST_WRITING, phase),
        )

    # How things stand

    def scores(self, state: State) -> Array:
        """The points of each seat, counted as if the game ended now (NO-78)."""
        return self.interim_scores(state) + state.moon_tiles

    def places(self, state: State) -> Array:
        """Most points, then more legend cards, then a shared place (NO-80, NO-81)."""
        return places_by(self.scores(state), total(state.rungs != NOTHING))

    def observe(self, state: State, seat: Array) -> Array:
        return self.vector(observing.parts(self, state, seat))

    # Small questions

    def interim_scores(self, state: State) -> Array:
        """By seat, cards held minus tiles in front of the player; moon tiles do not count (NO-66)."""
        songs = jnp.sum(jnp.where(state.singing[:, None] == np.arange(SONGS), self.songs, 0), 1)
        return jnp.sum(self.values_held(state), 1) + songs - jnp.sum(state.tiles, 1, dtype=jnp.int32)

    def values_held(self, state: State) -> Array:
        """By seat and legend, the value of the card held; 0 without one."""
        return jnp.sum(jnp.where(state.rungs[..., None] == RUNG, self.values, 0), -1)

    def own(self, state: State, by_seat: Array) -> Array:
        """What is told by seat, for the one to move."""
        mine = one_hot(state.turn, self.players).reshape(-1, *[1] * (by_seat.ndim - 1))
        return jnp.sum(jnp.where(mine, by_seat, 0), 0)

    def sizes(self, state: State) -> Array:
        """By space, the discs there."""
        return total(state.spaces == RING[:, None])

    def disc_owners(self, state: State) -> Array:
        """By disc, who plays its colour."""
        return state.owners[COLOUR_OF]


def small(state: State, like: State) -> State:
    """The position in numbers as small as those of another."""
    fields: State = jax.tree.map(lambda new, old: jnp.asarray(new, old.dtype), state, like)
    return fields
