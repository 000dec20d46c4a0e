"""What people are told that they can know: from their own view alone, in both languages, with sound numbers."""

from __future__ import annotations

import msgspec

from lumarium.kernel.catalogue import LANGUAGES, has
from lumarium.kernel.chance import Chance
from lumarium.kernel.errors import LumariumError
from lumarium.kernel.known import Known, KnownTopic
from lumarium.kernel.state import State

from .case import Case

WHOLE = 0.01
"""How far the chances of all that may be are from 1 at most, rounded as they are."""


def insight(case: Case, seed: int) -> None:
    """Put another possible truth behind a seat's view: what it can know, and what others can, stays as it is."""
    luck = Chance(seed)
    for state in case.positions(seed):
        for seat in range(case.players):
            imagined = case.game.imagine(state.view(seat), luck)
            pieces = {piece.id for piece in case.game.scene(state.view(seat)).pieces}
            for about in (None, *case.game.insight.minds(state.view(seat))):
                _same(case, state, imagined, seat, about)
                known = case.game.know(state.view(seat), about=about)
                case.need(not (known.topics and state.over), "tells what is open although the game is over")
                for topic in known.topics:
                    _sound(case, topic, pieces)
    _estimates(case, seed, luck)
    with case.refused(LumariumError, "tells a spectator what can be known"):
        case.game.know(state.view(None))


def _same(case: Case, state: State, imagined: State, seat: int, about: int | None) -> None:
    for lang in LANGUAGES:
        truth = case.game.know(state.view(seat), lang, about=about)
        other = case.game.know(imagined.view(seat), lang, about=about)
        case.need(truth == other, f"hidden facts leak into what seat {seat} is told:\n  {truth}\n  {other}")
        _worded(case, truth, lang)


def _estimates(case: Case, seed: int, luck: Chance) -> None:
    """They are told step by step; the first of each, in the first position that has it, tells enough here."""
    tried: set[str] = set()
    for state in case.positions(seed):
        for seat in range(case.players):
            view = state.view(seat)
            for key in set() if state.over else set(case.game.insight.estimates(view)) - tried:
                tried.add(key)
                imagined = case.game.imagine(view, luck).view(seat)
                truth, other = (case.game.estimate(each, key, 0) for each in (view, imagined))
                case.need(truth == other, f"hidden facts leak into what seat {seat} is told of {key}")
                _sound(case, truth, {piece.id for piece in case.game.scene(view).pieces})
    with case.refused(LumariumError, "estimates what there is not"):
        case.game.estimate(view, "no such topic", 0)


def _worded(case: Case, known: Known, lang: str) -> None:
    """Titles are the game's own words; where a column has none, neither game nor kernel has any."""
    name = case.game.name
    for key in [topic.id for topic in known.topics] + [each.id for each in known.estimates]:
        case.need(has(name, f"insight.{key}.title", lang), f"no words in {lang} for insight.{key}.title")
    for topic in known.topics:
        said = [*topic.columns, *(line.label for line in topic.lines)]
        said += [cell.text for line in topic.lines for cell in line.cells]
        silent = [text for text in said if not text or text.casefold().startswith("insight.")]
        case.need(not silent, f"no words in {lang} for {silent} in insight.{topic.id}")


def _sound(case: Case, topic: KnownTopic, pieces: set[str]) -> None:
    name = f"insight.{topic.id}"
    case.need(msgspec.json.decode(msgspec.json.encode(topic), type=KnownTopic) == topic, f"{name} changes in JSON")
    for line in topic.lines:
        case.need(len(line.cells) == len(topic.columns), f"{name}: other cells than columns in “{line.label}”")
        strange = set(line.pieces) - pieces
        case.need(not strange, f"{name} is about {sorted(strange)}, which the seat has not on the table")
        for cell in line.cells:
            shares = [part.share for part in cell.parts]
            single = [] if cell.share is None else [cell.share]
            case.need(all(0 <= share <= 1 for share in shares + single), f"{name}: no chance is {shares + single}")
            case.need(not shares or abs(sum(shares) - 1) < WHOLE, f"{name}: all that may be is {sum(shares)} likely")
