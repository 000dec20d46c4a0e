"""The rules of Moths as a state: lift one of your two moths, send it to a lantern, draw another one."""

from __future__ import annotations

from typing import Self, SupportsIndex

from lumarium.kernel.chance import Chance
from lumarium.kernel.event import Event
from lumarium.kernel.message import Message
from lumarium.kernel.state import State as KernelState
from lumarium.kernel.state import places

from .actions import ACTIONS, SEND
from .components import BEARS, COPIES, HAND, LANTERNS, NAME, VALUES, Options
from .view import View


class State(KernelState):
    """Whoever makes a lantern bear exactly seven takes its moths; whoever makes it bear more loses them and a point."""

    game = NAME
    actions = ACTIONS

    def __init__(self, players: int, options: Options) -> None:
        self.players = players
        self.options = options
        self.turn: int | None = 0
        self.played = 0
        self.hands = [[0] * HAND for _ in range(players)]
        self.lifted: int | None = None
        self.lanterns: list[list[int]] = [[] for _ in LANTERNS]
        self.deck = [COPIES] * len(VALUES)
        self.gone = [0] * len(VALUES)
        self.caught = [0] * players
        self.fallen = [0] * players

    def clone(self) -> Self:
        twin = type(self)(self.players, self.options)
        twin.turn, twin.played, twin.lifted = self.turn, self.played, self.lifted
        twin.hands = [hand.copy() for hand in self.hands]
        twin.lanterns = [lantern.copy() for lantern in self.lanterns]
        twin.deck, twin.gone = self.deck.copy(), self.gone.copy()
        twin.caught, twin.fallen = self.caught.copy(), self.fallen.copy()
        return twin

    def legal(self) -> list[int]:
        if self.turn is None:
            return []
        return list(range(SEND)) if self.lifted is None else list(range(SEND, len(ACTIONS)))

    def refusal(self, index: int) -> Message | None:
        if index in self.legal():
            return None
        return Message(NAME, "refusal.lift" if self.lifted is None else "refusal.send")

    def carry_out(self, index: int, chance: Chance, log: list[Event] | None) -> None:
        assert self.turn is not None
        if index < SEND:
            self.lift(self.turn, index, log)
        else:
            self.send(self.turn, index - SEND, log)
            self.draw(self.turn, chance, log)
            self.go_on(log)

    def lift(self, seat: int, slot: int, log: list[Event] | None) -> None:
        self.lifted = slot
        if log is not None:
            hidden = Event(NAME, "lift", seat, {"slot": slot})
            seen = Event(NAME, "lift_own", seat, {"slot": slot, "weight": self.hands[seat][slot]}, [seat], hidden)
            log.append(seen)

    def send(self, seat: int, place: int, log: list[Event] | None) -> None:
        assert self.lifted is not None
        weight = self.hands[seat][self.lifted]
        self.hands[seat][self.lifted] = 0
        lantern = self.lanterns[place]
        lantern.append(weight)
        facts: dict[str, object] = {"lantern": LANTERNS[place]}
        if log is not None:
            log.append(Event(NAME, "send", seat, {**facts, "weight": weight, "total": sum(lantern)}))
        if sum(lantern) < BEARS:
            return
        exact = sum(lantern) == BEARS
        if log is not None:
            log.append(Event(NAME, "catch" if exact else "fall", seat, {**facts, "n": len(lantern)}))
        if exact:
            self.caught[seat] += len(lantern)
        else:
            self.fallen[seat] += 1
        for each in lantern:
            self.gone[each - 1] += 1
        lantern.clear()

    def draw(self, seat: int, chance: Chance, log: list[Event] | None) -> None:
        assert self.lifted is not None
        self.hands[seat][self.lifted] = drawn(self.deck, chance)
        if log is not None:
            hidden = Event(NAME, "draw", seat, {"slot": self.lifted})
            weight = self.hands[seat][self.lifted]
            log.append(Event(NAME, "draw_own", seat, {"slot": self.lifted, "weight": weight}, [seat], hidden))
        self.lifted = None

    def go_on(self, log: list[Event] | None) -> None:
        assert self.turn is not None
        self.played += 1
        self.turn = (self.turn + 1) % self.players
        if self.played == self.options.turns * self.players:
            self.turn = None
            if log is not None:
                log.append(Event(NAME, "over", None, {}))

    def points(self, seat: SupportsIndex) -> list[tuple[Message, int]]:
        player = self.check_player(seat)
        cost = 0 if self.options.gentle else -self.fallen[player]
        return [
            (Message(NAME, "sheet.caught", n=self.caught[player]), self.caught[player]),
            (Message(NAME, "sheet.fallen", n=self.fallen[player]), cost),
        ]

    @property
    def ranking(self) -> list[int]:
        return places([(score,) for score in self.scores])

    @property
    def ending(self) -> str | None:
        return "dawn" if self.turn is None else None

    def census(self) -> dict[str, int]:
        lying = [weight for place in (*self.hands, *self.lanterns) for weight in place]
        return {str(value): self.deck[value - 1] + self.gone[value - 1] + lying.count(value) for value in VALUES}

    def view(self, seat: SupportsIndex | None) -> View:
        viewer = self.check_seat(seat)
        return self.seen(viewer, [viewer])

    def seen(self, seat: int | None, open_hands: list[int | None]) -> View:
        """The view of a seat to which these hands are shown."""
        return View(
            game=NAME,
            players=self.players,
            seat=seat,
            turn=self.turn,
            legal=tuple(self.legal()) if seat is not None and seat == self.turn else (),
            scores=tuple(self.scores),
            ranking=tuple(self.ranking),
            ending=self.ending,
            options=self.options,
            played=self.played,
            hands=tuple(
                tuple(weight if owner in open_hands else None for weight in hand)
                for owner, hand in enumerate(self.hands)
            ),
            lifted=self.lifted,
            lanterns=tuple(map(tuple, self.lanterns)),
            gone=tuple(self.gone),
            caught=tuple(self.caught),
            fallen=tuple(self.fallen),
        )


def drawn(deck: list[int], chance: Chance) -> int:
    """The weight of a moth drawn from what is left, and taken out of it."""
    number = chance.pick(sum(deck))
    for place, copies in enumerate(deck):
        number -= copies
        if number < 0:
            deck[place] -= 1
            return VALUES[place]
    raise AssertionError("the deck lasts for every number of players and turns")
