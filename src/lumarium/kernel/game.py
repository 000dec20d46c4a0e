"""What a game offers to the rest of the house."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, SupportsIndex

import msgspec

from .action import ActionSpace
from .chance import Chance, luck_of
from .errors import BadOptions, LumariumError, UnknownSeat
from .event import Event
from .features import Features, PlainFeatures
from .frozen import frozen
from .given import quoted, shortened, whole
from .insight import STEPS, Insight
from .judgement import Judgement
from .message import Message
from .scene import Scene
from .state import State
from .textboard import Block
from .touch import TouchTree
from .view import View as AnyView

if TYPE_CHECKING:
    from .arrays import Arrays
    from .known import Known, KnownTopic

# What a game's own state, view and options are: `class Own(Game[State, View, Options])`. A plain `Game` is any game.
# Type checkers bring the defaults of type variables along; to run, Python needs to know nothing of them before 3.13.
if TYPE_CHECKING:
    from typing_extensions import TypeVar

    OwnState_co = TypeVar("OwnState_co", bound=State, default=State, covariant=True)
    OwnView = TypeVar("OwnView", bound=AnyView, default=Any)
    OwnOptions = TypeVar("OwnOptions", bound=msgspec.Struct, default=Any)
else:
    from typing import TypeVar

    OwnState_co, OwnView, OwnOptions = TypeVar("OwnState_co"), TypeVar("OwnView"), TypeVar("OwnOptions")

FACTS = ("name", "players", "rules_version", "private", "Options", "View", "actions", "presets")
"""What every game says of itself; nothing of this has a default."""


class Symmetry(NamedTuple):
    """An exchange that the rules do not notice: of seats, colours, or directions."""

    name: str
    state: Callable[[Any], State | None]
    """The exchanged position; None where the exchange does not apply."""
    action: Callable[[int], int]
    seat: Callable[[int, int], int]
    """The seat that takes the place of a seat, given the number of players."""


class Game(ABC, Generic[OwnState_co, OwnView, OwnOptions]):
    """One game: its facts, its start, and how it is seen. One object per game, found by the registry."""

    name: ClassVar[str]
    players: ClassVar[range]
    rules_version: ClassVar[int]
    Options: type[OwnOptions]
    View: type[OwnView]
    actions: ClassVar[ActionSpace]
    presets: ClassVar[Mapping[str, Any]]
    """Named options worth playing; the tests play each of them. The first one is the default."""
    minutes: ClassVar[int] = 0
    """About how long a game takes; 0 where nothing is said of it."""
    age: ClassVar[int] = 0
    """From which age on; 0 where nothing is said of it."""
    complexity: ClassVar[int] = 0
    """How much there is to learn, from 1 to 5; 0 where nothing is said of it."""
    symmetries: ClassVar[tuple[Symmetry, ...]] = ()
    judgement: ClassVar[Judgement] = Judgement()
    """What bots know about good play; without a game's own they go by its scores."""
    insight: ClassVar[Insight] = Insight()
    """What people can know at a decision; without a game's own nothing is told."""
    private: ClassVar[bool]
    """Does a seat know things that another may not? Every game says it: where it is so, two people cannot share a
    screen, a program is told that information is imperfect, and bots imagine many worlds. Where it is not so, views
    differ in `seat` and `legal` alone, and what happens is about the same pieces for everybody: it is told once."""

    def __new__(cls, *_given: object, **_named: object) -> Self:
        """Refuses a game that leaves out one of the facts that nobody can guess."""
        silent = [fact for fact in FACTS if not hasattr(cls, fact)]
        if silent:
            raise LumariumError(Message("kernel", "game.silent", game=cls.__name__, facts=", ".join(silent)))
        return super().__new__(cls)

    @cached_property
    def features(self) -> Features:
        """What a seat knows as a vector for learning; without a game's own it goes by turn, scores and actions."""
        return PlainFeatures(self.name, len(self.actions))

    # What a game writes

    @abstractmethod
    def begin(self, players: int, options: OwnOptions, chance: Chance) -> OwnState_co:
        """The first position, with players and options already checked."""

    @abstractmethod
    def complete(self, view: OwnView, chance: Chance) -> OwnState_co:
        """A state that the view's seat cannot tell from the truth; the door is `imagine`."""

    @abstractmethod
    def scene(self, view: OwnView, lang: str = "en", names: Sequence[str] = ()) -> Scene:
        """Everything on the table as the view's seat sees it, ready to be drawn."""

    @abstractmethod
    def touch(self, view: OwnView) -> TouchTree:
        """The legal moves of the view's seat as pieces to touch."""

    @abstractmethod
    def board(self, view: OwnView, lang: str = "en", names: Sequence[str] = ()) -> list[Block]:
        """The table as text, for a terminal."""

    def counts(self, options: OwnOptions) -> range:
        """How many may play with these options: those of `players`, unless a variant is for others."""
        return self.players

    def resample(self, state: Any, seat: int, number: int, chance: Chance) -> list[OwnState_co]:
        """So many states that the seat cannot tell from this one: what `complete` makes of its view, pick for pick.

        A game in a hurry does without the view. It is what bots of the house think with where nobody looks.
        """
        view = state.view(seat)
        return [self.complete(view, chance) for _ in range(number)]

    def retold(self, events: list[Event], view: OwnView) -> list[Event]:
        """Of all that a seat has seen, what an interface may show again; the view is that seat's."""
        return events

    def opened(self, state: Any) -> OwnView:
        """A spectator's view with nothing hidden, for looking back at what was played."""
        view: OwnView = state.view(None)
        return view

    def subjects(self, events: Sequence[Event], view: OwnView) -> list[tuple[str, ...]]:
        """For each event the pieces that it is about, in the order to look at them; the events are as the view's seat
        saw them, and the ids are those of its scene."""
        return [()] * len(events)

    def as_arrays(self, players: int, options: OwnOptions) -> Arrays[Any]:
        """The rules as array functions, with players and options already checked; the door is `arrays`."""
        raise LumariumError(Message("kernel", "arrays.none", game=self.name))

    def words(self, name: str, value: object) -> object:
        """The fact `name` of a message in words, as a Message, a list, or the plain value."""
        return value

    # What everyone gets

    def title(self, lang: str = "en") -> str:
        """The game's name in that language."""
        return Message(self.name, "title").render(lang)

    def summary(self, lang: str = "en") -> str:
        """The game in a sentence."""
        return Message(self.name, "summary").render(lang)

    def rules(self, lang: str = "en") -> str:
        """The rules page for players, in Markdown."""
        path = self.file("words", f"rules.{lang}.md")
        if not path.is_file():
            raise LumariumError(Message("kernel", "rules.missing", game=self.name, lang=lang))
        return path.read_text(encoding="utf-8")

    def aid(self, lang: str = "en") -> str:
        """The rules in short, to lie beside the table, in Markdown; "" where the game brings none."""
        path = self.file("words", f"aid.{lang}.md")
        return path.read_text(encoding="utf-8") if path.is_file() else ""

    @property
    def folder(self) -> Path:
        """Where the game's code, catalogues, rules pages and symbols lie."""
        file = sys.modules[type(self).__module__].__file__
        assert file is not None
        return Path(file).parent

    def file(self, room: str, name: str) -> Path:
        """A file of one of the game's rooms; a small game may keep all of them in its folder."""
        path = self.folder / room / name
        return path if path.is_file() else self.folder / name

    def start(
        self, players: SupportsIndex, chance: Chance, options: OwnOptions | Mapping[str, object] | str | None = None
    ) -> OwnState_co:
        """A new game."""
        checked = self.options(options)
        return self.begin(self.check_players(players, checked), checked, luck_of(chance))

    def arrays(
        self, players: SupportsIndex, options: OwnOptions | Mapping[str, object] | str | None = None
    ) -> Arrays[Any]:
        """The rules as array functions for JAX, which is imported here and nowhere before."""
        checked = self.options(options)
        number = self.check_players(players, checked)
        try:
            return self.as_arrays(number, checked)
        except ModuleNotFoundError as problem:
            raise LumariumError(Message("kernel", "arrays.missing", module=problem.name)) from problem

    def check_players(self, players: SupportsIndex, options: OwnOptions) -> int:
        """Raises unless so many may play with these options, which are checked already; gives the number."""
        number, counts = whole(players), self.counts(options)
        if number is None or number not in counts:
            facts = {"game": self.name, "first": counts[0], "last": counts[-1], "players": quoted(players)}
            raise BadOptions(Message("kernel", "options.players" if len(counts) > 1 else "options.only", **facts))
        return number

    def imagine(self, view: OwnView, chance: Chance) -> OwnState_co:
        """A full state, drawn with the right odds from all that the view's seat cannot tell from the truth."""
        self.check_view(view)
        return self.complete(view, luck_of(chance))

    def know(
        self,
        view: OwnView,
        lang: str = "en",
        names: Sequence[str] = (),
        about: SupportsIndex | None = None,
        pictured: bool = False,
    ) -> Known:
        """What the view's seat can know: open questions with their odds. With `about`, what that other seat can know,
        as far as the view's seat can tell. `pictured` leaves small pictures of pieces beside the words."""
        from .known import Teller, known

        self.check_view(view)
        seat = None if about is None else view.check_player(about)
        if seat is not None and seat not in self.insight.minds(view):
            raise UnknownSeat(Message("kernel", "insight.mind", game=self.name, seat=seat))
        return known(self, view, Teller(self, lang, names, pictured), seat)

    def estimate(
        self,
        view: OwnView,
        key: str,
        step: SupportsIndex = STEPS - 1,
        lang: str = "en",
        names: Sequence[str] = (),
        pictured: bool = False,
    ) -> KnownTopic:
        """One of the topics of `know(view).estimates`, found by playing on: the same for the same view, and the more
        precise the higher the step."""
        from .known import Teller, estimated

        self.check_view(view)
        number = whole(step)
        if number is None or not 0 <= number < STEPS:
            raise BadOptions(Message("kernel", "insight.step", last=STEPS - 1, given=quoted(step)))
        return estimated(self, view, key, number, Teller(self, lang, names, pictured))

    def check_view(self, view: OwnView) -> None:
        """Raises unless it is a seat's view of this game."""
        if not isinstance(view, AnyView):
            raise LumariumError(Message("kernel", "view.type", game=self.name, given=quoted(view)))
        if view.game != self.name:
            raise LumariumError(Message("kernel", "view.foreign", game=self.name, other=view.game))
        if view.seat is None:
            raise LumariumError(Message("kernel", "view.spectator"))

    def options(self, given: OwnOptions | Mapping[str, object] | str | None = None) -> OwnOptions:
        """Checked options from nothing, an `Options`, a mapping of names to values, or the name of a preset."""
        if given is None:
            return frozen(self.Options())
        if isinstance(given, str):
            return self.options(self._preset(given))
        if not isinstance(given, self.Options | Mapping):
            raise BadOptions(Message("kernel", "options.type", game=self.name, given=_named(type(given))))
        values = given if isinstance(given, Mapping) else msgspec.to_builtins(given)
        known = self.Options.__struct_fields__
        for name in values:
            if name not in known:
                near = nearest(str(name), known)
                raise BadOptions(
                    Message("kernel", "options.unknown", game=self.name, name=name, near=near, known=", ".join(known))
                )
        try:
            checked: OwnOptions = frozen(msgspec.convert(values, self.Options))
        except msgspec.ValidationError as error:
            raise BadOptions(Message("kernel", "options.value", game=self.name, problem=str(error))) from error
        return checked

    def _preset(self, name: str) -> OwnOptions:
        if name not in self.presets:
            known = list(self.presets)
            facts = {
                "game": self.name,
                "name": shortened(name),
                "near": nearest(name, known),
                "known": ", ".join(known),
            }
            raise BadOptions(Message("kernel", "options.preset", **facts))
        preset: OwnOptions = self.presets[name]
        return preset

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """One object per game: a pickle holds its name."""
        from .registry import game

        return game, (self.name,)

    def __repr__(self) -> str:
        return f"<game {self.name}, rules version {self.rules_version}>"


def _named(kind: type) -> str:
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def nearest(name: object, known: Sequence[str]) -> str:
    """The known name that is most like this one, whether in small letters or capitals."""
    from difflib import get_close_matches

    alike = {each.casefold(): each for each in known}
    close = get_close_matches(str(name).casefold(), alike, n=1, cutoff=0.0)
    return alike[close[0]] if close else "-"
