"""Hidden information is sacred: nothing that a seat may not know is in anything that the seat receives."""

from __future__ import annotations

import msgspec

from lumarium.kernel.chance import Chance
from lumarium.kernel.drawing import Sketchbook
from lumarium.kernel.errors import LumariumError, UnknownSeat
from lumarium.kernel.event import Event
from lumarium.kernel.luck import RecordingChance
from lumarium.kernel.match import Match
from lumarium.kernel.state import State

from .case import Case, encoded, everything, ways


def views(case: Case, seed: int) -> None:
    """Views go to JSON and back, name their seat, and give legal actions to the seat that decides, and to no other."""
    for state in case.positions(seed):
        for seat in case.viewers():
            view = state.view(seat)
            case.need(isinstance(view, case.game.View), "a view is not of the game's View type")
            back = msgspec.json.decode(encoded(view), type=case.game.View)
            case.need(back == view, f"the view of seat {seat} changes on its way through JSON")
            named = (view.game, view.players, view.seat, view.turn)
            case.need(named == (case.game.name, case.players, seat, state.turn), f"a view is labelled {named}")
            expected = tuple(state.legal()) if seat is not None and seat == state.turn else ()
            case.need(view.legal == expected, f"seat {seat} is told the wrong legal actions")
        for wrong in (-1, case.players):
            with case.refused(UnknownSeat, f"has a view for seat {wrong}"):
                state.view(wrong)
        with case.refused(LumariumError, "imagines a spectator's view"):
            case.game.imagine(state.view(None), Chance(0))


def swap(case: Case, seed: int) -> None:
    """Put another possible truth behind a seat's view: not one byte of what the seat gets may change."""
    luck = Chance(seed)
    for state in case.positions(seed):
        for seat in range(case.players):
            imagined = case.game.imagine(state.view(seat), luck)
            case.need(imagined.census() == state.census(), f"seat {seat} imagines other pieces than there are")
            _compare(case, "view", encoded(state.view(seat)), encoded(imagined.view(seat)))
            for lang in ("en", "de"):
                with _drawn(case, state, lang):
                    truth = _scene(case, state, seat, lang)
                _compare(case, "scene", truth, _scene(case, imagined, seat, lang))
                _compare(case, "board", _board(case, state, seat, lang), _board(case, imagined, seat, lang))
            if seat == state.turn:
                _compare(case, "legal actions", state.legal(), imagined.legal())
                _compare(case, "error texts", _errors(state), _errors(imagined))
                _compare_events(case, state, imagined, seat, luck)


def resampling(case: Case, seed: int) -> None:
    """What bots of the house think with is what their seat could imagine, pick for pick, whatever the truth is."""
    luck = Chance(seed)
    for state in case.positions(seed, wanted=6):
        before = everything(state)
        for seat in range(case.players):
            view, number = state.view(seat), luck.pick(1 << 30)
            imagining = Chance(number)
            worlds = [case.game.imagine(view, imagining) for _ in range(2)]
            expected = [*map(everything, worlds), *(_ahead(world, number) for world in worlds)]
            for truth in (state, case.game.imagine(view, luck)):
                own = Chance(number)
                found = case.game.resample(truth, seat, 2, own)
                case.need(own.mark() == imagining.mark(), "resample makes other picks than imagine")
                got = [*map(everything, found), *(_ahead(world, number) for world in found)]
                case.need(got == expected, "resample gives other states than imagine")
        case.need(everything(state) == before, "playing a resampled state changed the original")


def _ahead(state: State, luck: int) -> list[bytes]:
    """What comes of a position with this luck, some decisions later."""
    chance = Chance(luck)
    for _ in range(20):
        if state.over:
            break
        state.random_step(chance)
    return everything(state)


def private(case: Case, seed: int) -> None:
    """The game says rightly whether a seat may know what another does not.

    One that says too little is found wherever it is played; one that says too much, where nobody has a secret with any
    number of players and any preset.
    """
    if not case.game.private:
        secret = _secret(case, seed) or _unlike(case, seed)
        case.need(secret == "", f"says that it is not private, but {secret}")
        return
    secrets = any(_secret(way, seed) for way in (case, *ways(case.game)))
    case.need(secrets, "says that it is private, but every seat knows the same")


def _secret(case: Case, seed: int) -> str:
    """Somebody who would see something else in a world that another seat holds possible, "" if there is nobody."""
    luck = Chance(seed)
    for state in case.positions(seed):
        for seat in range(case.players):
            imagined = case.game.imagine(state.view(seat), luck)
            for other in range(case.players):
                if encoded(imagined.view(other)) != encoded(state.view(other)):
                    return f"seat {other} knows something that seat {seat} does not"
    return ""


def _unlike(case: Case, seed: int) -> str:
    """Somebody whose view tells more than everybody's, "" if there is nobody."""
    for state in case.positions(seed):
        everybody = state.view(None)
        for seat in range(case.players):
            view = state.view(seat)
            if view != msgspec.structs.replace(everybody, seat=seat, legal=view.legal):
                return f"the view of seat {seat} differs from a spectator's in more than seat and legal"
    return ""


def _compare(case: Case, what: str, truth: object, other: object) -> None:
    case.need(truth == other, f"hidden facts leak into the {what}:\n  truth    {truth!r}\n  imagined {other!r}")


def _drawn(case: Case, state: State, lang: str) -> Sketchbook:
    """The table as it was drawn for all others."""
    sketches = Sketchbook()
    with sketches:
        for seat in case.viewers():
            case.game.scene(state.view(seat), lang)
    return sketches


def _scene(case: Case, state: State, seat: int, lang: str) -> bytes:
    return case.game.scene(state.view(seat), lang).json()


def _board(case: Case, state: State, seat: int, lang: str) -> list[str]:
    return [block.plain() for block in case.game.board(state.view(seat), lang)]


def _errors(state: State) -> list[tuple[str, str] | None]:
    reasons = (state.refusal(index) for index in range(len(state.actions)))
    return [None if reason is None else (reason.render("en"), reason.render("de")) for reason in reasons]


def _compare_events(case: Case, state: State, imagined: State, seat: int, luck: Chance) -> None:
    """A move that picks nothing and reveals nothing tells its player the same in every world."""
    action = luck.choice(state.legal_actions())
    (events, quiet), (others, other_quiet) = _played(state, action.index), _played(imagined, action.index)
    if quiet and other_quiet:
        _compare(case, "events", _told(events, seat), _told(others, seat))


def _played(state: State, index: int) -> tuple[list[Event], bool]:
    twin, luck = state.clone(), RecordingChance(Chance(0))
    events = twin.apply(twin.actions[index], luck)
    return events, not luck.picks and not any(event.reveals for event in events)


def _told(events: list[Event], seat: int | None) -> list[tuple[object, str, str]]:
    seen = [event for event in (event.for_seat(seat) for event in events) if event is not None]
    return [(event.data(), event.describe("en"), event.describe("de")) for event in seen]


def undo(case: Case, seed: int) -> None:
    """A move that may be taken back has shown its player nothing, and taking it back restores everything."""
    luck = Chance(seed)
    for state in case.positions(seed, wanted=20):
        if state.turn is None:
            continue
        seat = state.turn
        for action in state.legal_actions()[:12]:
            after, picks = state.clone(), RecordingChance(Chance(0))
            events = after.apply(action, picks)
            if picks.picks or after.over or any(event.reveals for event in events):
                continue
            imagined = case.game.imagine(state.view(seat), luck)
            imagined.apply(action, Chance(0))
            shown = encoded(after.view(seat)) != encoded(imagined.view(seat))
            case.need(not shown, f"{action} shows its player something new, but its events do not say that it reveals")
    _undo_restores(case, seed)


def _undo_restores(case: Case, seed: int) -> None:
    match, moves = Match(case.game, case.players, seed, case.options), Chance(seed)
    while not match.over and match.version < 400:
        before, log = everything(match.state), match.log(None)
        match.play(moves.choice(match.state.legal_actions()))
        if match.can_undo() and moves.pick(3) == 0:
            match.undo()
            case.need(everything(match.state) == before, "an undo does not restore the position")
            case.need(match.log(None) == log, "an undo does not restore the log")
    replayed = match.record.replay()
    case.need(everything(replayed.state) == everything(match.state), "a record with undos replays elsewhere")
