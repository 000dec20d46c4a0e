"""`lumarium review`: every decision of a finished game, measured."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lumarium.kernel.message import Message
from lumarium.kernel.record import Record

from .arguments import Jobs, Json, Lang, cores
from .files import check_writable
from .speech import command, language, mistake, speak

if TYPE_CHECKING:
    from lumarium.review.keeping import Keep
    from lumarium.review.review import Course, Decision, Review, Sum

COSTLIEST = 5


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record of a finished game.")],
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="Only this seat's decisions (1 is the first); else everybody's.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it (needs matplotlib).")] = None,
    jobs: Jobs = 0,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Measure every decision of a finished game against the best that a strong bot finds, and luck beside it.

    The same game gives the same figures on every machine. What was worked out is kept, so that asking again takes no
    time, and costly decisions become drills.
    """
    speak(lang)
    record = Record.load(file)
    if seat is not None and not 1 <= seat <= record.header.players:
        raise mistake("seat", seat=seat, last=record.header.players)
    if plot is not None:
        from lumarium.arena.report import check_plot

        check_plot()
        check_writable(plot)
    found, course = reviewed(record, jobs or cores())
    seats = range(record.header.players) if seat is None else [seat - 1]
    if plot is not None:
        from lumarium.review.plot import draw

        draw(found, course, list(seats), plot, language())
    if json:
        import msgspec

        kept = [each for each in found.decisions if each.seat in seats]
        data = msgspec.structs.replace(found, decisions=tuple(kept))
        typer.echo(msgspec.json.format(msgspec.json.encode(data)))
        return
    show(found, course, list(seats))


def reviewed(record: Record, jobs: int) -> tuple[Review, Course]:
    """The review of a record: as it was kept, or worked out in so many processes."""
    from lumarium.review.drills import own
    from lumarium.review.keeping import name_of
    from lumarium.review.review import Course, Review

    course = Course(record)
    written = record.dump()
    store, name = keep(), name_of(written)
    found = store.load(name, "review", Review)
    if found is None:
        found = _worked_out(course, jobs)
        store.save(name, "review", found)
        store.save(name, "drills", {"record": written.decode(), "drills": own(found)})
    return found, course


def keep() -> Keep:
    """Where reviews are kept on this machine: where a server here keeps its own."""
    from lumarium.review.keeping import Keep
    from lumarium.server.config import data_folder

    return Keep(data_folder() / "reviews")


def _worked_out(course: Course, jobs: int) -> Review:
    from lumarium.review.crew import measured_by

    from .progress import Bar

    decisions, fortune = [], []
    with Bar(course.parts) as bar:
        for part in measured_by(course, jobs):
            decisions += part.decisions
            fortune += part.draws
            bar.advance()
    return course.review(decisions, fortune)


def show(found: Review, course: Course, seats: list[int]) -> None:
    """Prints it, seat by seat."""
    from lumarium.arena.players import shown_names
    from lumarium.review.review import by_kind, costliest, fortunes, summed
    from lumarium.review.telling import decimal, kind_word, percent

    from .screen import new_console

    lang, console = language(), new_console()
    given = course.record.header.names
    names = shown_names([*given, *[""] * (found.players - len(given))], lang)
    console.print(_say("title", game=course.game.title(lang), level=found.level), style="bold")
    luck = fortunes(found)
    for seat in seats:
        own = found.of(seat)
        total = summed("", own)
        console.print()
        console.print(_say("seat_title", player=names[seat], number=total.number, best=total.best), style="bold")
        console.print(_say("lost", percent=percent(total.lost), points=decimal(total.points, lang)))
        points, share = decimal(luck[seat].points, lang, signed=True), percent(luck[seat].outlook, signed=True)
        console.print(_say("luck", points=points, percent=share))
        console.print(_kinds(by_kind(own, lambda kind: kind_word(course.game, kind, lang))))
        worst = costliest(own, COSTLIEST)
        console.print(_say("costly") if worst else _say("none_costly", percent=percent(0.05)), style="bold")
        for each in worst:
            _costly(each, course, console)
    console.print()
    console.print(_say("kept", command=command("drill", found.game, "--own")), style="dim")


def _say(key: str, **facts: object) -> str:
    return Message("kernel", f"review.{key}", **facts).render(language())


def _kinds(sums: list[Sum]) -> object:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from lumarium.review.telling import decimal, percent

    grid = Table(box=SIMPLE_HEAD)
    for place, heading in enumerate(_say("heads").split("|")):
        grid.add_column(heading, justify="right" if place else "left")
    for each in sums:
        shown = percent(each.lost).render(language()), decimal(each.points, language())
        grid.add_row(each.kind, str(each.number), str(each.best), *shown)
    return grid


def _costly(each: Decision, course: Course, console: object) -> None:
    from rich.console import Console
    from rich.text import Text

    from lumarium.review.telling import decimal, move_word, percent, reason_word

    assert isinstance(console, Console)
    lang, game, best = language(), course.game, each.best[0]
    (made,) = [made for made in course.open if made.at == each.at]
    played = move_word(game, each.played.move, lang)
    facts = {"percent": percent(each.lost), "points": decimal(each.points, lang)}
    console.print(Text(_say("decision", at=each.at + 1, played=played, **facts)))
    reason = reason_word(made.before.view(made.seat), best.move, lang)
    console.print(Text("   " + _say("better", best=move_word(game, best.move, lang), reason=reason), "italic"))
