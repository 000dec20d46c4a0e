"""Lumicora as arrays: the rules of rules/state.py over counts of Luminos by kind and reefs by space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from lumarium.games.lumicora.rules.components import (
    COLOURS,
    DISPLAY_SIZE,
    EMERGENCY,
    JELLYFISH_POINTS,
    KINDS,
    LETTERS,
    LIMESTONE_PER_POINT,
    MOST_TAKEN,
    PER_COLOUR,
    RETURN_POINTS,
    ROUND_LIMESTONE,
    STORAGE,
)
from lumarium.games.lumicora.rules.indices import (
    ACTING,
    ATOLL,
    CHOOSING,
    COLOUR_OF,
    COUNT,
    DISPLAY,
    DONE,
    EXCHANGE,
    FACES,
    FEED,
    FEEDING,
    HAND,
    LAY,
    LAYING,
    NOTHING,
    NUMBER_OF,
    ORIENTING,
    OTHER_HALF,
    OVER,
    OWN,
    PASS,
    PLACEMENT,
    PLAIN,
    RETURN,
    SCORE,
    SCORING,
    SPACES,
    START,
    START_SPACES,
    STARTS,
    STOP,
    SWAP,
    SWAPPING,
    TAKE,
    TAKE_LIMESTONE,
    TAKING,
)
from lumarium.games.lumicora.rules.terrain import NO_SPACE
from lumarium.kernel.arrays import (
    NOBODY,
    Array,
    Arrays,
    Luck,
    any_of,
    at,
    before,
    choose,
    one_hot,
    places_by,
    seldom,
    summed,
    total,
)

from . import bag, observing, reef, scoring
from .bag import KIND, Bag
from .reef import Reef

if TYPE_CHECKING:
    from lumarium.games.lumicora.options import Tiny
    from lumarium.kernel.game import Game

# What an action leads to before the next decision, further phases so to speak.
DEALING, SWAPPED, REFILLING, PLACED, SCORED, FILLING = range(OVER + 1, OVER + 7)

COLOUR = np.array(COLOUR_OF)
"""By kind."""
LEFT, RIGHT = np.transpose(STARTS).astype(np.int8)


class State(NamedTuple):
    """A position. Luminos are counts by kind, but for the displays; what is told by seat has the seats as its first
    dimension."""

    phase: Array
    turn: Array
    round: Array
    """Where the turtle is."""
    octopus: Array
    last_scorer: Array
    """Who performed the last coral scoring of this phase."""
    extra_scoring: Array
    """Is this the additional scoring phase of a game that ends early?"""
    emergency_round: Array
    """The round in which the emergency stack was needed, or 0."""
    bag: Bag
    fewest: Array
    """By kind, how many were hidden at least, at any time before the emergency stack was needed: as everybody counts,
    so many of them were never seen (LC-R-24)."""
    atoll: Array
    fed: Array
    """The kind that was moved to the Atoll in this turn."""
    hand: Array
    laying: Array
    """The kind that is being placed or returned."""
    zone: Array
    chosen: Array
    """Where a jellyfish swaps, and the Luminos that shall leave."""
    starts: Array
    """By seat the two colours of the starting Lumino."""
    reefs: Reef
    displays: Array
    """By seat and slot a kind, or NOTHING."""
    stores: Array
    scored: Array
    """By seat and colour: is the scoring tile no longer on its coral side?"""
    spent: Array
    """By seat the jellyfish that went back to the box."""
    track: Array
    """By seat what was scored in play."""


class Drawing(NamedTuple):
    """Luminos being drawn."""

    number: Array
    """How many so far."""
    wanted: Array
    for_atoll: Array
    """How many of them go to the Atoll, which comes first."""
    when: Array
    """By seat and slot of the displays the number of the draw that fills it."""
    in_bag: Array
    """How many can be drawn before the emergency stack is needed."""
    bag: Bag
    atoll: Array
    displays: Array
    luck: Luck


def draw_one(drawing: Drawing) -> Drawing:
    """The next Lumino comes from the bag, or from the emergency stack once the bag is empty (LC-79, LC-80)."""
    number, stack = drawing.number, drawing.bag.emergency
    stack = jnp.where(number < drawing.in_bag, stack, jnp.zeros_like(stack))
    kind, left, luck = bag.draw(drawing.bag._replace(emergency=stack), drawing.luck)
    return drawing._replace(
        number=number + 1,
        bag=left,
        atoll=drawing.atoll + ((kind == KIND) & (number < drawing.for_atoll)),
        displays=jnp.where(drawing.when == number, kind, drawing.displays).astype(jnp.int8),
        luck=luck,
    )


def draw_all(drawing: Drawing) -> Drawing:
    """All that is wanted is drawn."""
    drawn: Drawing = jax.lax.while_loop(lambda so_far: so_far.number < so_far.wanted, draw_one, drawing)
    return drawn


class LumicoraArrays(Arrays[State]):
    """Lumicora for so many players and with these options."""

    def __init__(self, game: Game, players: int, options: Any) -> None:
        super().__init__(game, players, options)
        self.seats = jnp.arange(players, dtype=jnp.int8)
        self.ground = options.ground()
        self.water = np.array([self.ground.is_water(space) for space in range(SPACES)])
        self.board = np.array([code != NO_SPACE for code in self.ground.codes]) if options.tiny is not None else None
        self.rounds, self.atoll_size = options.rounds(), options.atoll_size()
        self.slots = np.arange(DISPLAY_SIZE) < options.display_size()

    def begin(self, luck: Luck) -> State:
        """Setup; everyone has a starting Lumino (LC-12 to LC-19)."""
        zero, nothing = jnp.zeros((), jnp.int8), jnp.full((), NOTHING, jnp.int8)
        none, by_seat = jnp.zeros(len(KINDS), jnp.int8), jnp.zeros(self.players, jnp.int8)
        in_play = jnp.array(np.bincount(self.options.in_play(self.players), minlength=len(KINDS)), jnp.int8)
        tiny = self.options.tiny
        state = State(
            phase=zero + ORIENTING,
            turn=zero,
            round=zero + 1,
            octopus=zero,
            last_scorer=nothing,
            extra_scoring=jnp.zeros((), bool),
            emergency_round=zero,
            bag=Bag(in_play, none, zero + EMERGENCY[self.players]),
            fewest=in_play,
            atoll=none,
            fed=nothing,
            hand=none,
            laying=nothing,
            zone=nothing,
            chosen=none,
            starts=jnp.zeros((self.players, 2), jnp.int8) if tiny else self.deal_start_luminos(luck),
            reefs=reef.bare(self.players),
            displays=jnp.full((self.players, DISPLAY_SIZE), NOTHING, jnp.int8),
            stores=by_seat,
            scored=jnp.zeros((self.players, len(COLOURS)), bool),
            spent=by_seat,
            track=jnp.zeros(self.players, jnp.int16),
        )
        return state if tiny is None else self.lay_out(state, tiny, luck)

    def lay_out(self, state: State, tiny: Tiny, luck: Luck) -> State:
        """A tiny game begins with the first turn, the starting Luminos as they are named."""
        pairs = [[LETTERS.index(letter) for letter in pair] for pair in tiny.start_luminos]
        laid = state._replace(starts=jnp.sort(jnp.array(pairs, jnp.int8), 1))
        for left, right in pairs:
            laid = self.lay_start(laid, jnp.asarray(STARTS.index((left, right))))
        dealt = self.begin_turns(self.draw(laid, self.room_in_atoll(laid), self.slots_to_fill(laid), luck))
        same_types: State = jax.tree.map(lambda new, old: new.astype(old.dtype), dealt, state)
        return same_types

    def deal_start_luminos(self, luck: Luck) -> Array:
        """One starting Lumino for everyone, at random; the others stay in the box (LC-14)."""
        pairs = np.array([[LETTERS.index(letter) for letter in pair] for pair in self.options.start_luminos], np.int8)
        box = jnp.ones(len(pairs), bool)
        starts = []
        for seat in range(self.players):
            place, luck = luck.pick(len(pairs) - seat)
            dealt = box & (before(box) == place)
            starts.append(summed(jnp.where(dealt[:, None], pairs, 0), 0, dtype=jnp.int8))
            box = box & ~dealt
        return jnp.stack(starts)

    # Legal actions, phase by phase

    def turn(self, state: State) -> Array:
        return jnp.where(state.phase == OVER, NOBODY, state.turn).astype(jnp.int32)

    def legal_action_mask(self, state: State) -> Array:
        phase = state.phase
        display = self.in_display(state)
        takes = self.takeable(state) & ((phase == ACTING) | (phase == TAKING))
        return jnp.concatenate(
            [
                self.legal_starts(state) & (phase == ORIENTING),
                # A jellyfish can be spent before the Atoll is fed (LC-32).
                jnp.broadcast_to((self.own(state, self.jellyfish(state)) > 0) & (phase == FEEDING), EXCHANGE - SWAP),
                self.legal_exchanges(state) & (phase == SWAPPING),
                display & (phase == FEEDING),
                # Action A, B or C (LC-24).
                (phase == ACTING)[None],
                display & (phase == ACTING),
                takes,
                (phase == TAKING)[None],
                (state.hand > 0) & (phase == CHOOSING),
                # Returning is always allowed (LC-53).
                (phase == LAYING)[None],
                jnp.repeat(self.legal_lays(state) & (phase == LAYING), 2),
                # Any colour whose tile still shows its coral side, or none (LC-57, LC-58).
                ~self.own(state, state.scored) & (phase == SCORING),
                (phase == SCORING)[None],
            ]
        )

    def legal_starts(self, state: State) -> Array:
        """Both ways to lay the own starting Lumino."""
        one, other = self.own(state, state.starts)
        return ((one == LEFT) & (other == RIGHT)) | ((one == RIGHT) & (other == LEFT))

    def legal_exchanges(self, state: State) -> Array:
        """Every kind that still lies in the zone, and the end of choosing once there is one (LC-33, LC-R-4)."""
        zone = jnp.where(state.zone == DISPLAY, self.in_display(state), state.atoll > 0)
        return jnp.append(zone, any_of(state.chosen > 0))

    def in_display(self, state: State) -> Array:
        """The kinds in the own display."""
        return any_of(self.own(state, state.displays)[:, None] == KIND, 0)

    def takeable(self, state: State) -> Array:
        """The kinds of the Atoll that may be taken now: those of the hand's colour, or of any but that of the fed one
        while the hand is empty (LC-28)."""
        held = any_of((state.hand > 0).reshape(len(COLOURS), PER_COLOUR), -1)
        colours = jnp.where(any_of(held), held, ~one_hot(state.fed // PER_COLOUR, len(COLOURS)))
        return jnp.repeat(colours, PER_COLOUR) & (state.atoll > 0)

    def legal_lays(self, state: State) -> Array:
        """By pair of spaces: may the Lumino be laid there?"""
        mine = Reef(*(self.own(state, values) for values in state.reefs))
        return reef.legal_pairs(mine, state.laying // PER_COLOUR, self.own(state, state.stores), self.water, self.board)

    # What an action does

    def carry_out(self, state: State, action: Array, luck: Luck) -> State:
        after = state
        for first, verb, end in (
            (START, self.lay_start, SWAP),
            (SWAP, self.spend_jellyfish, EXCHANGE),
            (EXCHANGE, self.choose_to_swap, DONE),
            (DONE, self.swap, FEED),
            (FEED, self.feed_atoll, TAKE_LIMESTONE),
            (TAKE_LIMESTONE, self.take_limestone, OWN),
            (OWN, self.take_own, TAKE),
            (TAKE, self.take, STOP),
            (STOP, self.stop, HAND),
            (HAND, self.choose_lumino, RETURN),
            (RETURN, self.return_lumino, LAY),
            (LAY, self.lay, SCORE),
            (SCORE, self.score_coral, PASS),
            (PASS, self.pass_scoring, COUNT),
        ):
            after = choose((first <= action) & (action < end), verb(after, action - first), after)
        room = self.room_in_atoll(after)
        after = choose((after.phase == REFILLING) | (after.phase == PLACED), self.take_up_hand(after), after)
        after = choose(after.phase == SCORED, self.next_scorer(after), after)
        after = self.draw(after, room, self.slots_to_fill(after), luck)
        after = choose((after.phase == DEALING) | (after.phase == SWAPPED), self.begin_turns(after), after)
        after = after._replace(phase=jnp.where(after.phase == FILLING, SCORING, after.phase))
        same_types: State = jax.tree.map(lambda new, old: new.astype(old.dtype), after, state)
        return same_types

    def lay_start(self, state: State, start: Array) -> State:
        """The starting Lumino comes to lie in level 1; after the last one the Luminos are drawn (LC-14, LC-R-1)."""
        left, right = jnp.asarray(LEFT)[start], jnp.asarray(RIGHT)[start]
        place = jnp.asarray(PLACEMENT[START_SPACES])
        last = state.turn == self.players - 1
        return state._replace(
            reefs=reef.put(state.reefs, self.mine(state), place, (left, PLAIN), (right, PLAIN)),
            phase=jnp.where(last, DEALING, ORIENTING),
            turn=jnp.where(last, state.octopus, state.turn + 1),
        )

    # Special action: swaps (LC-32 to LC-36)

    def spend_jellyfish(self, state: State, zone: Array) -> State:
        """The scoring tile goes to the box; now the Luminos of one zone are chosen (LC-33)."""
        return state._replace(spent=state.spent + self.mine(state), zone=zone, phase=jnp.asarray(SWAPPING))

    def choose_to_swap(self, state: State, kind: Array) -> State:
        """This Lumino shall leave."""
        lumino = kind == KIND
        from_display = state.zone == DISPLAY
        return state._replace(
            chosen=state.chosen + lumino,
            displays=jnp.where(from_display, self.without(state, kind), state.displays),
            atoll=state.atoll - (lumino & ~from_display),
        )

    def swap(self, state: State, _: Array) -> State:
        """All chosen Luminos go into the bag, then as many come out of it (LC-33, LC-35)."""
        back = state.bag._replace(returned=state.bag.returned + state.chosen)
        return state._replace(bag=back, phase=jnp.asarray(SWAPPED))

    def without(self, state: State, kind: Array) -> Array:
        """The displays without one Lumino of that kind in the own one."""
        there = (state.displays == kind) & self.mine(state)[:, None]
        return jnp.where(there & (before(there) == 0), NOTHING, state.displays)

    # A turn (LC-22 to LC-29)

    def feed_atoll(self, state: State, kind: Array) -> State:
        """Step 1: one Lumino of the display goes to the Atoll (LC-23)."""
        lumino = kind == KIND
        return state._replace(
            displays=self.without(state, kind),
            atoll=state.atoll + lumino,
            fed=kind,
            phase=jnp.asarray(ACTING),
        )

    def take_limestone(self, state: State, _: Array) -> State:
        """Step 2, action A: as much limestone as the number that was fed (LC-25)."""
        return self.gain(state, jnp.asarray(NUMBER_OF)[state.fed])._replace(phase=jnp.asarray(REFILLING))

    def take_own(self, state: State, kind: Array) -> State:
        """Action B: a Lumino of the own display (LC-27)."""
        lumino = kind == KIND
        return state._replace(
            displays=self.without(state, kind),
            hand=state.hand + lumino,
            phase=jnp.asarray(REFILLING),
        )

    def take(self, state: State, kind: Array) -> State:
        """Action C: one to three Luminos of the Atoll, one by one (LC-28)."""
        lumino = kind == KIND
        after = state._replace(atoll=state.atoll - lumino, hand=state.hand + lumino)
        last = (bag.total(after.hand) == MOST_TAKEN) | ~any_of(self.takeable(after))
        return after._replace(phase=jnp.where(last, REFILLING, TAKING))

    def stop(self, state: State, _: Array) -> State:
        """No further Lumino."""
        return state._replace(phase=jnp.asarray(REFILLING))

    def gain(self, state: State, limestone: Array) -> State:
        """Stores limestone as long as there is room (LC-26)."""
        stores = jnp.minimum(state.stores + jnp.where(self.mine(state), limestone, 0), STORAGE)
        return state._replace(stores=stores)

    # Step 4: placing or returning the hand (LC-30, LC-31, LC-37 to LC-54)

    def choose_lumino(self, state: State, kind: Array) -> State:
        """This Lumino is next (LC-30)."""
        return state._replace(laying=kind, phase=jnp.asarray(LAYING))

    def return_lumino(self, state: State, _: Array) -> State:
        """The Lumino goes back into the bag for a point (LC-53)."""
        lumino = state.laying == KIND
        return state._replace(
            hand=state.hand - lumino,
            bag=state.bag._replace(returned=state.bag.returned + lumino),
            track=state.track + RETURN_POINTS * self.mine(state),
            phase=jnp.asarray(PLACED),
        )

    def lay(self, state: State, placement: Array) -> State:
        """The Lumino is placed, and water paid for (LC-48, LC-49)."""
        kind, mine = state.laying, self.mine(state)
        colour = kind // PER_COLOUR
        number, other = jnp.asarray(NUMBER_OF)[kind], jnp.asarray(np.array(OTHER_HALF) % FACES)[kind]
        reefs = reef.put(state.reefs, mine, placement, (colour, number), (colour, other))
        cost = total((state.reefs.heights == 0) & (reefs.heights == 1) & self.water)
        return state._replace(
            reefs=reefs,
            stores=state.stores - cost,
            hand=state.hand - (kind == KIND),
            phase=jnp.asarray(PLACED),
        )

    def take_up_hand(self, state: State) -> State:
        """Goes on with the hand: asks which Lumino comes next where they differ; an empty hand ends the turn."""
        kinds = total(state.hand > 0)
        single = summed(jnp.where(state.hand > 0, KIND, 0), dtype=jnp.int32)
        following = state._replace(
            laying=jnp.where(kinds == 1, single, NOTHING),
            phase=jnp.where(kinds == 1, LAYING, CHOOSING),
        )
        return choose(kinds == 0, self.end_turn(following), following)

    # Rounds (LC-20, LC-21, LC-55 to LC-64, LC-82)

    def end_turn(self, state: State) -> State:
        """Clockwise, until everyone had a turn (LC-21, LC-31)."""
        turn = (state.turn + 1) % self.players
        following = state._replace(
            turn=turn,
            fed=jnp.asarray(NOTHING),
            laying=jnp.asarray(NOTHING),
            phase=jnp.asarray(FEEDING),
        )
        return choose(turn == state.octopus, self.begin_scoring_phase(following), following)

    def begin_turns(self, state: State) -> State:
        """After the deal or a swap the Atoll is to be fed."""
        none = jnp.zeros_like(state.chosen)
        return state._replace(zone=jnp.asarray(NOTHING), chosen=none, phase=jnp.asarray(FEEDING))

    def begin_scoring_phase(self, state: State) -> State:
        """Step 1: displays are filled (LC-56); then step 2 begins with the holder of the octopus."""
        return state._replace(turn=state.octopus, last_scorer=jnp.asarray(NOTHING), phase=jnp.asarray(FILLING))

    def score_coral(self, state: State, colour: Array) -> State:
        """Step 2, a coral scoring: points by level, then limestone by round (LC-58 to LC-61)."""
        mine = self.mine(state)
        points = scoring.coral_points(Reef(*(self.own(state, values) for values in state.reefs)), colour)
        after = self.gain(state, at(jnp.array(ROUND_LIMESTONE), state.round - 1))
        return after._replace(
            track=state.track + jnp.where(mine, points, 0),
            scored=state.scored | (mine[:, None] & one_hot(colour, len(COLOURS))),
            last_scorer=state.turn,
            phase=jnp.asarray(SCORED),
        )

    def pass_scoring(self, state: State, _: Array) -> State:
        """No coral scoring this time (LC-57)."""
        return state._replace(phase=jnp.asarray(SCORED))

    def next_scorer(self, state: State) -> State:
        """Clockwise, everyone once; then step 3, the last scorer takes the octopus (LC-57, LC-62)."""
        turn = (state.turn + 1) % self.players
        octopus = jnp.where(state.last_scorer == NOTHING, state.octopus, state.last_scorer)
        all_done = self.move_turtle(state._replace(octopus=octopus))
        return choose(turn == state.octopus, all_done, state._replace(turn=turn, phase=jnp.asarray(SCORING)))

    def move_turtle(self, state: State) -> State:
        """Step 4: the next round, or the end; after an emergency before round 10 one more scoring phase instead
        (LC-63, LC-64, LC-81 to LC-83)."""
        over = state.extra_scoring | (state.round == self.rounds)
        early = (state.emergency_round > 0) & (state.emergency_round < self.rounds)
        moved = state._replace(round=state.round + 1)
        again = self.begin_scoring_phase(moved)._replace(extra_scoring=jnp.asarray(True))
        following = choose(early, again, self.begin_round(moved))
        return choose(over, state._replace(phase=jnp.asarray(OVER)), following)

    def begin_round(self, state: State) -> State:
        """The holder of the octopus begins (LC-21)."""
        return state._replace(turn=state.octopus, last_scorer=jnp.asarray(NOTHING), phase=jnp.asarray(FEEDING))

    # Drawing (LC-29, LC-56, LC-79 to LC-84)

    def room_in_atoll(self, state: State) -> Array:
        """How many Luminos are to be drawn for the Atoll: up to four, or as many as were swapped (LC-18, LC-29)."""
        filled = (state.phase == DEALING) | (state.phase == REFILLING)
        swapped = (state.phase == SWAPPED) & (state.zone == ATOLL)
        missing = jnp.maximum(self.atoll_size - bag.total(state.atoll), 0)
        return jnp.where(filled, missing, jnp.where(swapped, bag.total(state.chosen), 0))

    def slots_to_fill(self, state: State) -> Array:
        """By seat and slot: is a Lumino to be drawn for it? (LC-18, LC-33, LC-56)"""
        filled = (state.phase == DEALING) | (state.phase == FILLING)
        swapped = (state.phase == SWAPPED) & (state.zone == DISPLAY)
        return (state.displays == NOTHING) & self.slots & (filled | (swapped & self.mine(state)))[:, None]

    def draw(self, state: State, for_atoll: Array, slots: Array, luck: Luck) -> State:
        """Luminos from the bag fill the Atoll, then the displays, first that of the holder of the octopus (LC-R-9).
        When the bag is empty the emergency stack joins it; once that is used up, what cannot be drawn is left out
        (LC-79, LC-80, LC-84)."""
        order = (self.seats - state.octopus) % self.players
        sooner = summed(jnp.where(order < order[:, None], total(slots), 0), -1, dtype=jnp.int32)
        when = jnp.where(slots, for_atoll + sooner[:, None] + before(slots), NOTHING).astype(jnp.int8)
        hidden = bag.total(state.bag.unseen) + bag.total(state.bag.returned)
        wanted = jnp.minimum(for_atoll + summed(slots, dtype=jnp.int32), hidden)
        in_bag, stack = bag.size(state.bag), state.bag.emergency

        zero = jnp.zeros((), jnp.int32)
        drawing = Drawing(zero, wanted, for_atoll, when, in_bag, state.bag, state.atoll, state.displays, luck)
        drawn = seldom(wanted > 0, draw_all, drawing)
        needed = (stack > 0) & (wanted > in_bag)
        return state._replace(
            bag=drawn.bag,
            fewest=jnp.minimum(state.fewest, drawn.bag.unseen + drawn.bag.returned),
            emergency_round=jnp.where(needed, state.round, state.emergency_round),
            atoll=drawn.atoll,
            displays=drawn.displays,
        )

    # How things stand

    def mine(self, state: State) -> Array:
        """By seat: is it its turn?"""
        return self.seats == state.turn

    def own(self, state: State, by_seat: Array) -> Array:
        """What the seat on turn has of what is told by seat."""
        mine = self.mine(state).reshape(self.players, *[1] * (by_seat.ndim - 1))
        return summed(jnp.where(mine, by_seat, jnp.zeros((), by_seat.dtype)), 0, dtype=by_seat.dtype)

    def jellyfish(self, state: State) -> Array:
        """By seat how many scoring tiles show their jellyfish side (LC-7)."""
        return total(state.scored) - state.spent

    def scores(self, state: State) -> Array:
        """The points in play, and the final scoring in its five categories as if the game ended now (LC-66 to
        LC-78)."""
        dark = self.options.board == "dark"
        animals = scoring.dark_points(state.reefs) if dark else scoring.light_points(state.reefs, self.ground)
        return (
            state.track.astype(jnp.int32)
            + JELLYFISH_POINTS * self.jellyfish(state)
            + state.stores // LIMESTONE_PER_POINT
            + animals
            + scoring.majority_points(state.reefs)
            - scoring.penalties(state.reefs, self.ground)
        )

    def places(self, state: State) -> Array:
        """Most points, then more limestone, then a shared place (LC-86)."""
        return places_by(self.scores(state), state.stores)

    def observe(self, state: State, seat: Array) -> Array:
        return self.vector(observing.parts(self, state, seat))
