"""Plans a turn as a whole: what to feed, what to take, where to lay it, and what is left for the next seat."""

from __future__ import annotations

from typing import Final

from lumarium.games.lumicora.rules.components import COLOURS, MOST_TAKEN, RETURN_POINTS, STORAGE
from lumarium.games.lumicora.rules.indices import (
    ACTING,
    CHOOSING,
    COLOUR_OF,
    DONE,
    EXCHANGE,
    FEED,
    HAND,
    LAY,
    LAYING,
    NOTHING,
    NUMBER_OF,
    OWN,
    RETURN,
    STOP,
    SWAPPING,
    TAKE,
    TAKE_LIMESTONE,
    TAKING,
)
from lumarium.games.lumicora.rules.table import Table, kind_of

from .prospects import Prospects, turns_left

TOGETHER: Final = (1.0, 0.8, 0.6)
"""How much of their single worth the first, second and third Lumino of a hand keep, at a glance."""
ENVY: Final = 0.75
"""How much what the next seat can make of the Atoll counts against a turn."""
KEEPING: Final = 0.2
"""How much the best Lumino that stays in the display counts for the turns to come."""
MOST_KINDS: Final = 5
"""Of how many kinds of a colour hands are put together."""
MOST_HANDS: Final = 14
MOST_HANDS_LIGHT: Final = 5
"""How many hands are laid out in thought where nothing else is said, on the light side fewer."""
AT_A_GLANCE: Final = 0.5
"""How much less a hand is taken to be worth that was not laid out."""
SWAPPED: Final = 3.0
"""How many points a turn is taken to lose by a jellyfish that is spent before it."""
ORDINARY: Final = 2.5
"""What a Lumino must be worth to be kept in a swap."""
NEVER: Final = -100.0


class Plan:
    """A way through the rest of a turn, up to where its hand is laid."""

    def __init__(self, decisions: list[int], steps: list[int], hand: list[int], aside: float) -> None:
        self.decisions = decisions
        """Those of the decisions at hand that lead there."""
        self.steps = steps
        """One order of decisions that leads there."""
        self.hand = hand
        """The kinds to be laid, ascending."""
        self.aside = aside
        """What it is worth aside from the hand: limestone, display, what the next seat finds."""
        self.glance = self.value = 0.0
        """What the whole is worth, at a glance and once its hand has been laid out."""


class TurnPlan:
    """The rest of a turn. Values are points, compared with leaving the reef as it is."""

    def __init__(self, table: Table, seat: int, beam: int, careful: bool) -> None:
        """With a `beam` of so many placements that are followed; `careful`: with an eye on the next seat."""
        self.table = table
        self.seat = seat
        self.careful = careful
        self.own = Prospects(table, seat, max(0, turns_left(table, seat) - 1))
        self.beam = beam if self.own.dark else (beam + 1) // 2
        """The light side takes longer to count, so fewer placements are followed there."""
        self.singles: dict[int, float] = {}
        self.rival: Prospects | None = None
        self.rival_singles: dict[int, float] = {}
        self.plans: list[Plan] = []
        self.most_hands = MOST_HANDS if self.own.dark else MOST_HANDS_LIGHT
        """How many hands are laid out in thought; the others are judged at a glance."""

    def values(self, legal: list[int]) -> list[float]:
        """What each legal decision may bring until the end of the turn."""
        table = self.table
        phase = table.phase
        if phase == LAYING:
            return self.lay_values(legal)
        if phase == CHOOSING:
            return [self.choice_value(index - HAND) for index in legal]
        if phase == SWAPPING:
            return [0.0 if index == DONE else ORDINARY - self.single(index - EXCHANGE) for index in legal]
        if self.careful and not table.ends_early():
            self.look_at_rival()
        display = _kinds(table.displays[self.seat])
        atoll = _kinds(table.atoll)
        if phase == TAKING:
            self.plan_takes(_kinds(table.hand), display, atoll)
        elif phase == ACTING:
            self.plan_actions(kind_of(table.fed), display, atoll, NOTHING)
        else:
            self.plan_turn()
        return self.best_plans(legal)

    # Feeding and taking

    def plan_turn(self) -> None:
        """All turns, from feeding on."""
        display = _kinds(self.table.displays[self.seat])
        atoll = _kinds(self.table.atoll)
        for kind in sorted(set(display)):
            self.plan_actions(kind, without(display, kind), [*atoll, kind], FEED + kind)

    def plan_actions(self, fed: int, display: list[int], atoll: list[int], decision: int) -> None:
        """All that can be done after a Lumino was fed; `decision` is what leads there, if it is not the action."""
        gained = min(NUMBER_OF[fed], STORAGE - self.own.stored)
        worth = self.own.limestone(self.own.stored + gained) - self.own.limestone(self.own.stored)
        self.add([TAKE_LIMESTONE], decision, [], worth + self.left_behind(display, atoll))
        for kind in sorted(set(display)):
            self.add([OWN + kind], decision, [kind], self.left_behind(without(display, kind), atoll))
        for colour in range(len(COLOURS)):
            if colour != COLOUR_OF[fed]:
                self.plan_hands([], colour, display, atoll, decision)

    def plan_takes(self, hand: list[int], display: list[int], atoll: list[int]) -> None:
        """More of the colour, or no more."""
        self.add([STOP], NOTHING, hand, self.left_behind(display, atoll))
        self.plan_hands(hand, COLOUR_OF[hand[0]], display, atoll, NOTHING)

    def plan_hands(self, hand: list[int], colour: int, display: list[int], atoll: list[int], decision: int) -> None:
        """Every way to take some Luminos of a colour in addition to the hand."""
        ranked = sorted([(-self.single(kind), kind) for kind in atoll if COLOUR_OF[kind] == colour])
        kinds = [kind for _, kind in ranked[:MOST_KINDS]]
        room = MOST_TAKEN - len(hand)
        seen: set[tuple[int, ...]] = set()
        for some in range(1, 1 << len(kinds)):
            taken = [kinds[place] for place in range(len(kinds)) if some >> place & 1]
            if len(taken) > room or tuple(taken) in seen:
                continue
            seen.add(tuple(taken))
            rest = atoll.copy()
            for kind in taken:
                rest.remove(kind)
            steps = [TAKE + kind for kind in taken]
            if len(taken) < room and _shows(rest, colour):
                steps.append(STOP)
            self.add(steps, decision, hand + taken, self.left_behind(display, rest))

    def add(self, steps: list[int], decision: int, hand: list[int], aside: float) -> None:
        """Notes a plan; it begins with any of its steps but STOP, unless a decision leads there."""
        if decision != NOTHING:
            self.plans.append(Plan([decision], [decision, *steps], sorted(hand), aside))
        else:
            first = steps if len(steps) == 1 else [step for step in steps if step != STOP]
            self.plans.append(Plan(first, steps, sorted(hand), aside))

    def best_plans(self, legal: list[int]) -> list[float]:
        """By legal decision the best plan that begins with it."""
        for plan in self.plans:
            plan.glance = plan.aside + self.glance(plan.hand)
        plans = sorted(self.plans, key=_by_glance)
        laid: dict[tuple[int, ...], float] = {}
        found: dict[int, float] = {}
        for plan in plans:
            value = plan.glance
            if self.beam > 1 and plan.hand:
                hand = tuple(plan.hand)
                if hand not in laid and len(laid) < self.most_hands:
                    laid[hand] = self.best_laying(self.own, plan.hand, self.beam)
                value = plan.aside + laid[hand] if hand in laid else value - AT_A_GLANCE
            plan.value = value
            for decision in plan.decisions:
                if value > found.get(decision, NEVER):
                    found[decision] = value
        best = max(found.values()) if found else 0.0
        return [found.get(index, best - SWAPPED) for index in legal]

    def glance(self, hand: list[int]) -> float:
        """About what a hand is worth, by its Luminos alone."""
        gains = sorted([self.single(kind) for kind in hand], reverse=True)
        total = 0.0
        for place in range(len(gains)):
            total += gains[place] * TOGETHER[place] if gains[place] > 0.0 else gains[place]
        return total

    # What is left behind

    def look_at_rival(self) -> None:
        """The seat that moves next; after the last turn of a round whoever has the octopus now."""
        table = self.table
        seat = (self.seat + 1) % table.players
        turns = turns_left(table, seat)
        if seat != self.seat and turns:
            self.rival = Prospects(table, seat, turns - 1)

    def left_behind(self, display: list[int], atoll: list[int]) -> float:
        """What the own display promises, and what the Atoll gives to the next seat."""
        worth = 0.0
        if self.own.turns:
            kept = 0.0
            for kind in display:
                kept = max(kept, self.single(kind))
            worth += KEEPING * kept
        if self.rival is not None:
            worth -= ENVY / (self.table.players - 1) * self.rival_gain(atoll)
        return worth

    def rival_gain(self, atoll: list[int]) -> float:
        """What the next seat can make of the Atoll, at a glance."""
        rival = self.rival
        assert rival is not None
        best = 0.0
        for colour in range(len(COLOURS)):
            gains: list[float] = []
            for kind in atoll:
                if COLOUR_OF[kind] == colour:
                    if kind not in self.rival_singles:
                        self.rival_singles[kind] = _best_single(rival, kind)
                    gains.append(self.rival_singles[kind])
            gains.sort(reverse=True)
            total = 0.0
            for place in range(min(len(gains), MOST_TAKEN)):
                total += max(0.0, gains[place]) * TOGETHER[place]
            best = max(best, total)
        return best

    # Laying

    def single(self, kind: int) -> float:
        """What a Lumino of this kind is worth where it fits best, or returned."""
        if kind not in self.singles:
            self.singles[kind] = _best_single(self.own, kind)
        return self.singles[kind]

    def best_laying(self, prospects: Prospects, hand: list[int], beam: int) -> float:
        """What a hand is worth in the best order and places found."""
        if len(hand) == 1:
            return _best_single(prospects, hand[0])
        best = NEVER
        ways: list[tuple[float, int, int]] = []
        for kind in set(hand):
            best = max(best, RETURN_POINTS + self.best_laying(prospects, without(hand, kind), 1))
            placements = prospects.lays(kind)
            gains = prospects.gains(kind, placements)
            ways += [(-gains[place], kind, placements[place]) for place in range(len(placements))]
        ways.sort()
        for loss, kind, placement in ways[:beam]:
            after = prospects.after(self.table, kind, placement)
            best = max(best, self.best_laying(after, without(hand, kind), max(1, beam // 2)) - loss)
        return best

    def choice_value(self, kind: int) -> float:
        """What the hand is worth if this Lumino comes next."""
        if self.beam == 1:
            return self.single(kind)
        return max(self.lay_ways(kind, self.own.lays(kind)))

    def lay_values(self, legal: list[int]) -> list[float]:
        """What the hand is worth with the Lumino laid here or there, or returned."""
        return self.lay_ways(kind_of(self.table.laying), [index - LAY for index in legal if index != RETURN])

    def lay_ways(self, kind: int, placements: list[int]) -> list[float]:
        """What the hand is worth with this Lumino returned, or laid in one of these places."""
        rest = without(_kinds(self.table.hand), kind)
        values = [self.own.gain(kind, placement) for placement in placements]
        if not rest or self.beam == 1:
            return [float(RETURN_POINTS), *values]
        ranked = sorted([(-values[place], place) for place in range(len(values))])
        hope = self.glance(rest) - AT_A_GLANCE
        for number in range(len(ranked)):
            place = ranked[number][1]
            if number < 2 * self.beam:
                after = self.own.after(self.table, kind, placements[place])
                values[place] += self.best_laying(after, rest, self.beam)
            else:
                values[place] += hope
        return [RETURN_POINTS + self.best_laying(self.own, rest, self.beam), *values]


def _best_single(prospects: Prospects, kind: int) -> float:
    return max([float(RETURN_POINTS), *prospects.gains(kind, prospects.lays(kind))])


def _by_glance(plan: Plan) -> float:
    return -plan.glance


def _kinds(tiles: list[int]) -> list[int]:
    return [kind_of(tile) for tile in tiles if tile != NOTHING]


def _shows(kinds: list[int], colour: int) -> bool:
    return colour in [COLOUR_OF[kind] for kind in kinds]


def without(kinds: list[int], kind: int) -> list[int]:
    """The kinds that are left when one of this kind is gone."""
    rest = kinds.copy()
    rest.remove(kind)
    return rest
