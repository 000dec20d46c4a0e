"""What luck can bring: a move is done with the picks that are known, and stops at the first that is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count

import msgspec

from .chance import Chance
from .errors import BadEdit
from .event import Event
from .game import Game
from .message import Message
from .state import State

MOST_TRIED = 1000
"""So many ways through the luck of a move are tried; beyond, one pick is decided at a time."""

MOST_TOLD = 3
"""So many things are told of an outcome."""


class Unanswered(Exception):
    """Luck was asked for that is not known yet."""

    def __init__(self, outcomes: int) -> None:
        super().__init__(outcomes)
        self.outcomes = outcomes


class KnownLuck(Chance):
    """Answers with the given picks, then from a source, or stops."""

    def __init__(self, picks: Sequence[int], source: Chance | None = None) -> None:
        # Without the base's seed: one of these is made for every decision, and nobody asks for it.
        self._picks = picks
        self._next = 0
        self._source = source

    def pick(self, n: int) -> int:
        if n <= 1:
            return super().pick(n)
        place = self._next
        if place < len(self._picks):
            self._next = place + 1
            picked = self._picks[place]
            if not 0 <= picked < n:
                raise BadEdit(Message("kernel", "study.pick", pick=picked, last=n - 1))
            return picked
        if self._source is None:
            raise Unanswered(n)
        return self._source.pick(n)


class Outcome(msgspec.Struct, frozen=True):
    """What can be drawn next: the picks that bring it, how likely it is, and what it shows."""

    picks: tuple[int, ...]
    share: float
    text: str


class _Try:
    """A move done with some picks, as far as they last."""

    def __init__(self, state: State, index: int, picks: tuple[int, ...]) -> None:
        self.picks = picks
        self.events: list[Event] = []
        self.state = state.clone()
        self.open = 0
        """Of how many the next pick is one; 0 where none is left."""
        try:
            self.state.carry_out(index, KnownLuck(picks), self.events)
        except Unanswered as stopped:
            self.open = stopped.outcomes


class _First(Chance):
    """Always the first: what is not asked about yet is the same for all that is."""

    def pick(self, n: int) -> int:
        return 0


class Luck:
    """The luck of one move: what has to be drawn, piece by piece, and what may come."""

    def __init__(self, game: Game, state: State, index: int, lang: str = "en", names: Sequence[str] = ()) -> None:
        """The move must be legal."""
        self._game, self._state, self._index = game, state, index
        self._lang, self._names = lang, names

    def outcomes(self, picks: Sequence[int] = ()) -> list[Outcome]:
        """What can be drawn next, after these picks; nothing where all is drawn. What looks the same is one outcome."""
        before = _Try(self._state, self._index, tuple(picks))
        if not before.open:
            return []
        found: dict[bytes, tuple[_Try, Fraction]] = {}
        for tried, share in self._ways(before):
            key = msgspec.json.encode(self._game.opened(self._finished(tried)))
            known = found.get(key)
            found[key] = (tried, share) if known is None else (known[0], known[1] + share)
        ways = list(found.values())
        texts = self._texts([tried for tried, _ in ways], len(before.events))
        numbers = count(1)
        return [
            Outcome(tried.picks[len(picks) :], float(share), text if texts.count(text) == 1 else _apart(text, numbers))
            for text, (tried, share) in zip(texts, ways, strict=True)
        ]

    def _ways(self, before: _Try) -> Iterator[tuple[_Try, Fraction]]:
        """Every way to the next thing that is told, or to the end of the move; or, where these are too many, every
        way through one pick."""
        ways: list[tuple[_Try, Fraction]] = []
        waiting = [(before, Fraction(1))]
        tried = before.open
        while waiting:
            last, share = waiting.pop()
            for pick in range(last.open):
                following = _Try(self._state, self._index, (*last.picks, pick))
                if following.open and len(following.events) == len(before.events):
                    tried += following.open
                    waiting.append((following, share / last.open))
                else:
                    ways.append((following, share / last.open))
                if tried > MOST_TRIED:
                    return self._single(before)
        return iter(ways)

    def _single(self, before: _Try) -> Iterator[tuple[_Try, Fraction]]:
        for pick in range(before.open):
            yield _Try(self._state, self._index, (*before.picks, pick)), Fraction(1, before.open)

    def _finished(self, tried: _Try) -> State:
        """The position after the move; in the middle of it there is nothing to be seen."""
        if not tried.open:
            return tried.state
        state = self._state.clone()
        state.carry_out(self._index, KnownLuck(tried.picks, _First(0)), None)
        return state

    def _texts(self, ways: Sequence[_Try], known: int) -> list[str]:
        """What is told of each, but not of all; or else what lies there with everything open."""
        told = [[event.describe(self._lang, self._names) for event in tried.events[known:]] for tried in ways]
        texts = _differing(told)
        if all(texts) and len(set(texts)) == len(texts):
            return texts
        return _differing([self._labels(tried) for tried in ways])

    def _labels(self, tried: _Try) -> list[str]:
        scene = self._game.scene(self._game.opened(self._finished(tried)), self._lang, self._names)
        return [piece.label for piece in scene.pieces if piece.label]


def _differing(texts: Sequence[Sequence[str]]) -> list[str]:
    """Of each list what stands in few of them: what is asked about, and not what would follow anyhow."""
    numbered = [[(text, each[:place].count(text)) for place, text in enumerate(each)] for each in texts]
    often = Counter(text for each in numbered for text in each)
    few = [[text for text in each if 2 * often[text] <= len(texts)] for each in numbered]
    rare = [[text for text in each if often[text] < len(texts)] for each in numbered]
    chosen = [dict.fromkeys(text for text, _ in one or other) for one, other in zip(few, rare, strict=True)]
    return [" · ".join(list(each)[:MOST_TOLD]) for each in chosen]


def _apart(text: str, numbers: Iterator[int]) -> str:
    return f"{text} #{next(numbers)}".strip()
