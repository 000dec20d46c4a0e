"""`lumarium serve`: tables for everybody in the house, the club or the town."""

from __future__ import annotations

import os
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import typer

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

from .arguments import Lang
from .speech import language, speak

EVERYBODY = "0.0.0.0"


def serve(
    host: Annotated[
        str, typer.Option(metavar="H", help="Address to listen at; 127.0.0.1 is for this machine only.")
    ] = EVERYBODY,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, metavar="P", help="Else the first free from 8642 on.")
    ] = None,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where tables are kept; else a folder of yours.")
    ] = None,
    database: Annotated[
        str, typer.Option(metavar="URL", help="postgresql://... or sqlite:///FILE in place of a file in DIR.")
    ] = "",
    processes: Annotated[int, typer.Option(min=1, max=256, metavar="N", help="Server processes; PostgreSQL only.")] = 1,
    workers: Annotated[int | None, typer.Option(min=1, max=256, metavar="N", help="Processes for bots.")] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = False,
    proxy: Annotated[str, typer.Option(metavar="A,B,...", help="Proxies whose forwarded addresses count.")] = "",
    origin: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="Another site whose pages may talk to this server.")
    ] = None,
    allowed_host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A name under which people reach it; * is any.")
    ] = None,
    tables_per_address: Annotated[int, typer.Option(min=0, metavar="N", help="Unfinished tables; 0: any number.")] = 40,
    tables_per_day: Annotated[int, typer.Option(min=0, metavar="N", help="Tables of one address a day.")] = 200,
    connections_per_address: Annotated[int, typer.Option(min=1, metavar="N", help="Open connections.")] = 64,
    requests_per_second: Annotated[float, typer.Option(min=0.1, metavar="N", help="Per address.")] = 10.0,
    messages_per_second: Annotated[float, typer.Option(min=0.1, metavar="N", help="Per connection.")] = 20.0,
    metrics: Annotated[str, typer.Option(metavar="[HOST:]PORT", help="Where Prometheus may ask; else nowhere.")] = "",
    mail: Annotated[
        str, typer.Option(metavar="URL", help="smtp://USER@HOST:587 for notices by e-mail; else none.")
    ] = "",
    mail_from: Annotated[str, typer.Option(metavar="ADDRESS", help="Whom such e-mail comes from.")] = "",
    inside: Annotated[
        list[str] | None, typer.Option(metavar="NET", help="A network of yours that notices may go to all the same.")
    ] = None,
    notice_seconds: Annotated[float, typer.Option(min=0, metavar="S", help="Until somebody is told of a turn.")] = 60.0,
    codes_per_hour: Annotated[int, typer.Option(min=1, metavar="N", help="Addresses for notices to be confirmed.")] = 6,
    passkeys: Annotated[
        str, typer.Option(metavar="URL", help="https://NAME of this server: people may use passkeys; else nobody.")
    ] = "",
    passkeys_per_minute: Annotated[int, typer.Option(min=1, metavar="N", help="Steps with passkeys per address.")] = 30,
    expire_days: Annotated[float, typer.Option(min=0, metavar="D", help="Untouched tables go; 0: never.")] = 60.0,
    log_level: Annotated[
        Literal["info", "warning", "error"] | None,
        typer.Option(metavar="L", help="info, warning or error; JSON lines on stderr."),
    ] = None,
    lang: Lang = None,
) -> None:
    """Start the server: play in the browser, here and from other devices."""
    speak(lang)
    from lumarium.server import run as server
    from lumarium.server.calling import check_networks
    from lumarium.server.config import Config, data_folder, host_of, origin_of, passkeys_at, proxies_of
    from lumarium.server.logs import set_up
    from lumarium.server.mail import relay
    from lumarium.server.store import check_processes, file_of, place_of

    check_processes(processes, database)
    proxy = proxies_of(proxy)
    password = os.environ.get("LUMARIUM_MAIL_PASSWORD", "")
    relay(mail, password, mail_from)
    check_networks(tuple(inside or ()))
    folder = (data or data_folder()).absolute()
    with server.listen(host, port) as listening:
        asked = _metrics(metrics, processes)
        if passkeys:
            _need("webauthn", "--passkeys", "passkeys")
            passkeys = passkeys_at(passkeys, listening.getsockname()[1])
        here, network = server.local_address(listening), server.network_address(listening)
        config = Config(
            data=folder,
            database=database,
            workers=workers or max(1, ((os.cpu_count() or 2) - 1) // processes),
            addresses=() if network is None else (network,),
            hosts=(*map(host_of, allowed_host or ()), *_names(passkeys), *server.own_names()),
            origins=tuple(map(origin_of, origin or ())),
            tables_per_address=tables_per_address,
            tables_per_day=tables_per_day,
            connections_per_address=connections_per_address,
            requests_per_second=requests_per_second,
            requests_burst=max(60, int(requests_per_second * 6)),
            messages_per_second=messages_per_second,
            messages_burst=max(40, int(messages_per_second * 2)),
            metrics=asked[0] if asked else None,
            codes_per_hour=codes_per_hour,
            passkeys=passkeys,
            passkeys_per_minute=passkeys_per_minute,
            notice_seconds=notice_seconds,
            notice_poll=min(2.0, max(0.1, notice_seconds / 4)),
            notice_retry=min(10.0, max(0.2, notice_seconds)),
            mail=mail,
            mail_password=password,
            mail_from=mail_from,
            inside=tuple(inside or ()),
            expire_days=expire_days,
        )
        # On a terminal people read; elsewhere programs do.
        level = log_level or ("warning" if sys.stderr.isatty() else "info")
        set_up(level)

        def ready() -> None:
            _announce(here, network, place_of(database) or str(file_of(database, folder) if database else folder))
            if open_browser:
                _open(here)

        if processes == 1:
            server.run(config, listening, proxy, ready)
        else:
            from lumarium.server.supervisor import supervise

            if not supervise(processes, config, listening, proxy, level, asked, language(), ready):
                raise typer.Exit(2)
    typer.echo(_say("stopped"))


def _metrics(address: str, processes: int) -> list[int]:
    """The sockets at which Prometheus may ask, one for each process, or none."""
    if not address:
        return []
    _need("prometheus_client", "--metrics", "metrics")
    from lumarium.server.metrics import listen_at

    return listen_at(address, processes)


def _need(package: str, option: str, extra: str) -> None:
    if find_spec(package) is None:
        facts = {"option": option, "extra": extra, "python": shlex.quote(sys.executable)}
        raise LumariumError(Message("server", "run.no_package", **facts))


def _names(address: str) -> tuple[str, ...]:
    """The name in an address, if there is one."""
    name = urlsplit(address).hostname
    return () if name is None else (name,)


def _say(key: str, **facts: object) -> str:
    return Message("server", f"run.{key}", **facts).render(language())


def _announce(here: str, network: str | None, place: str) -> None:
    typer.echo(_say("here", address=here))
    if network is None:
        typer.echo(_say("nobody"))
    else:
        typer.echo(_say("network", address=network))
        if sys.stdout.isatty():
            import segno

            typer.echo()
            segno.make(network, error="l", micro=False).terminal(compact=True, border=2)
            typer.echo(_say("scan"))
    typer.echo(_say("data", path=place))
    typer.echo(_say("stop"))
    sys.stdout.flush()


def _open(address: str) -> None:
    """Opens the browser where there is one; the address is on the screen anyway."""
    import threading
    import webbrowser

    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return  # it would start a text browser in this very terminal
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
