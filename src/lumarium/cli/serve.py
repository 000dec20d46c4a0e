"""`lumarium serve`: tables for everybody in the house, the club or the town."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

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
    database: Annotated[str, typer.Option(metavar="URL", help="sqlite:///FILE in place of a file in DIR.")] = "",
    workers: Annotated[int | None, typer.Option(min=1, max=256, metavar="N", help="Processes for bots.")] = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="Open the browser.")] = False,
    proxy: Annotated[str, typer.Option(metavar="A,B,...", help="Proxies whose forwarded addresses count.")] = "",
    origin: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="Another site whose pages may talk to this server.")
    ] = None,
    tables_per_address: Annotated[int, typer.Option(min=0, metavar="N", help="Unfinished tables; 0: any number.")] = 40,
    connections_per_address: Annotated[int, typer.Option(min=1, metavar="N", help="Open connections.")] = 64,
    requests_per_second: Annotated[float, typer.Option(min=0.1, metavar="N", help="Per address.")] = 10.0,
    messages_per_second: Annotated[float, typer.Option(min=0.1, metavar="N", help="Per connection.")] = 20.0,
    expire_days: Annotated[float, typer.Option(min=0, metavar="D", help="Untouched tables go; 0: never.")] = 60.0,
    log_level: Annotated[str, typer.Option(metavar="L", help="info, warning or error; JSON lines on stderr.")] = "",
    lang: Lang = None,
) -> None:
    """Start the server: play in the browser, here and from other devices."""
    speak(lang)
    from lumarium.server import run as server
    from lumarium.server.config import Config, data_folder
    from lumarium.server.logs import set_up

    folder = (data or data_folder()).absolute()
    listening = server.listen(host, port)
    here, network = server.local_address(listening), server.network_address(listening)
    config = Config(
        data=folder,
        database=database,
        workers=workers or max(1, (os.cpu_count() or 2) - 1),
        addresses=() if network is None else (network,),
        origins=tuple(origin or ()),
        tables_per_address=tables_per_address,
        connections_per_address=connections_per_address,
        requests_per_second=requests_per_second,
        requests_burst=max(60, int(requests_per_second * 6)),
        messages_per_second=messages_per_second,
        messages_burst=max(40, int(messages_per_second * 2)),
        expire_days=expire_days,
    )
    # On a terminal people read; elsewhere programs do.
    set_up(log_level or ("warning" if sys.stderr.isatty() else "info"))

    def ready() -> None:
        _announce(here, network, folder)
        if open_browser:
            _open(here)

    server.run(config, listening, proxy, ready)
    typer.echo(_say("stopped"))


def _say(key: str, **facts: object) -> str:
    return Message("server", f"run.{key}", **facts).render(language())


def _announce(here: str, network: str | None, folder: Path) -> None:
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
    typer.echo(_say("data", path=folder))
    typer.echo(_say("stop"))
    sys.stdout.flush()


def _open(address: str) -> None:
    """Opens the browser where there is one; the address is on the screen anyway."""
    import threading
    import webbrowser

    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return  # it would start a text browser in this very terminal
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
