"""Turns follow each other to the scoring phase, rounds to the end of the game (LC-20, LC-21, LC-55 to LC-64, LC-82)."""

from __future__ import annotations

from lumarium.games.lumicora.meta import NAME
from lumarium.kernel.chance import Chance
from lumarium.kernel.event import Event
from lumarium.kernel.message import Message

from . import scoring
from .components import COLOURS, ROUND_LIMESTONE
from .indices import FEEDING, NOTHING, OVER, PASS, SCORE, SCORING
from .table import Table, names_of


def begin_round(table: Table) -> None:
    """The holder of the octopus begins (LC-21)."""
    table.turn = table.octopus
    table.phase = FEEDING
    table.last_scorer = NOTHING


def end_turn(table: Table, seat: int, chance: Chance, log: list[Event] | None) -> None:
    """Clockwise, until everyone had a turn (LC-21, LC-31)."""
    table.fed = NOTHING
    table.turn = (seat + 1) % table.players
    table.phase = FEEDING
    if table.turn == table.octopus:
        begin_scoring_phase(table, chance, log)


# Scoring phase


def begin_scoring_phase(table: Table, chance: Chance, log: list[Event] | None) -> None:
    """Step 1: displays are filled, the holder of the octopus first (LC-56, LC-R-9); then step 2 begins."""
    for place in range(table.players):
        seat = (table.octopus + place) % table.players
        drawn = table.fill_display(seat, chance, log)
        if log is not None and drawn:
            log.append(Event(NAME, "display", seat, {"tiles": names_of(drawn)}, reveals=True))
    table.last_scorer = NOTHING
    table.turn = table.octopus
    table.phase = SCORING


def legal_scorings(table: Table, seat: int) -> list[int]:
    """Any colour whose tile still shows its coral side, or none (LC-57, LC-58)."""
    return [SCORE + colour for colour in range(len(COLOURS)) if not table.has_scored(seat, colour)] + [PASS]


def refused_scoring(table: Table, seat: int, colour: int) -> Message | None:
    """Each colour once per game."""
    return Message(NAME, "refusal.scored", colour=COLOURS[colour]) if table.has_scored(seat, colour) else None


def score_coral(table: Table, seat: int, colour: int, chance: Chance, log: list[Event] | None) -> None:
    """A coral scoring: points by level, then limestone by round (LC-58 to LC-61)."""
    numbers = scoring.coral_numbers(table.reefs[seat], colour)
    table.corals[seat][colour] = tuple(numbers)
    table.order[seat] += (colour,)
    gained = table.gain(seat, ROUND_LIMESTONE[table.round - 1])
    table.last_scorer = seat
    if log is not None:
        facts: dict[str, object] = {"colour": COLOURS[colour], "levels": scoring.by_level(numbers)}
        log.append(Event(NAME, "score", seat, facts | {"points": sum(numbers), "n": gained}))
    next_scorer(table, seat, chance, log)


def pass_scoring(table: Table, seat: int, chance: Chance, log: list[Event] | None) -> None:
    """No coral scoring this time (LC-57)."""
    if log is not None:
        log.append(Event(NAME, "pass", seat, {}))
    next_scorer(table, seat, chance, log)


def next_scorer(table: Table, seat: int, chance: Chance, log: list[Event] | None) -> None:
    """Clockwise, everyone once."""
    table.turn = (seat + 1) % table.players
    if table.turn == table.octopus:
        pass_octopus(table, log)
        move_turtle(table, chance, log)


def pass_octopus(table: Table, log: list[Event] | None) -> None:
    """Step 3: the last scorer takes the octopus (LC-62)."""
    if table.last_scorer not in (NOTHING, table.octopus):
        table.octopus = table.last_scorer
        if log is not None:
            log.append(Event(NAME, "octopus", table.octopus, {}))


def move_turtle(table: Table, chance: Chance, log: list[Event] | None) -> None:
    """Step 4: the next round, or the end; after an emergency one more scoring phase instead (LC-63, LC-82, LC-83)."""
    if table.extra_scoring or table.round == table.rounds:
        finish(table, log)
        return
    table.round += 1
    if log is not None:
        log.append(Event(NAME, "turtle", None, {"round": table.round}))
    if table.ends_early():
        table.extra_scoring = True
        if log is not None:
            log.append(Event(NAME, "extra", None, {}))
        begin_scoring_phase(table, chance, log)
    else:
        begin_round(table)


def finish(table: Table, log: list[Event] | None) -> None:
    """The final scoring is held once (LC-64)."""
    table.turn = None
    table.phase = OVER
    if log is None:
        return
    for seat in range(table.players):
        for key, facts, points in scoring.final_entries(table, seat):
            if points:
                log.append(Event(NAME, f"final_{key}", seat, facts | {"points": points}))
    log.append(Event(NAME, "over_bag" if table.ends_early() else "over_rounds", None, {}))
