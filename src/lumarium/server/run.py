"""Runs the server on this machine: finds a port, tells where it is, stops cleanly."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import IO, Any

import uvicorn
from uvicorn.middleware.proxy_headers import _TrustedHosts as TrustedHosts
from uvicorn.server import HANDLED_SIGNALS

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

from .app import create_app
from .config import FRAME_LIMIT, Config
from .doors import Doors, Listening, places
from .store import file_of, is_postgres, open_store
from .wires import Http, TableSocket

PORT = 8642
PORTS_TRIED = 20
EVERYWHERE = ("", "0.0.0.0", "::")
GRACE = 5
SWITCH = 0.0005
"""Seconds after which a busy event loop lets the storing thread go on; usually it is ten times as much."""
ADDRESS = "server.address"
"""In the data folder: where its server can be reached."""


def _ends() -> list[signal.Signals]:
    """Signals that end a server. A terminal that closes does, too, unless somebody said that it should not (nohup)."""
    hangup = getattr(signal, "SIGHUP", None)
    stays = hangup is None or signal.getsignal(hangup) is signal.SIG_IGN
    return [signal.Signals(number) for number in (*HANDLED_SIGNALS, *(() if stays else (hangup,)))]


class Server(uvicorn.Server):
    """A server that was told to stop has stopped well: the signal is not raised once more."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in _ends()}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def listen(host: str, port: int | None) -> Listening:
    """A socket at that address; without a port the first free one from the usual on."""
    wanted = range(PORT, PORT + PORTS_TRIED) if port is None else [port]
    for number in wanted:
        bound = _bound(host, number)
        if bound is not None:
            return bound
    if port is not None:
        raise LumariumError(Message("server", "run.port_taken", port=port))
    raise LumariumError(Message("server", "run.ports_taken", first=PORT, last=PORT + PORTS_TRIED - 1))


def _bound(host: str, port: int) -> Listening | None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = Listening(family, socket.SOCK_STREAM)
    try:
        if socket.SO_REUSEADDR and hasattr(socket, "SO_REUSEPORT"):  # on Windows it would let two servers in
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except socket.gaierror as error:
        listening.close()
        raise LumariumError(Message("server", "run.host", host=host, problem=error.strerror or str(error))) from error
    except OSError as error:
        listening.close()
        if error.errno in _TAKEN:
            return None
        raise LumariumError(Message("server", "run.host", host=host, problem=error.strerror or str(error))) from error
    listening.setblocking(False)
    return listening


def _taken() -> set[int]:
    import errno

    codes = {errno.EADDRINUSE, errno.EACCES}
    return codes | {getattr(errno, name) for name in ("WSAEADDRINUSE", "WSAEACCES") if hasattr(errno, name)}


_TAKEN = _taken()


def local_address(listening: socket.socket) -> str:
    """The address for a browser on this machine."""
    host, port = listening.getsockname()[:2]
    return f"http://{'localhost' if host in EVERYWHERE else _bracketed(host)}:{port}"


def network_address(listening: socket.socket) -> str | None:
    """The address for other devices, if they can reach this one at all."""
    host, port = listening.getsockname()[:2]
    if host in EVERYWHERE:
        host = _own_address()
    if host is None or host.startswith("127.") or host == "::1":
        return None
    return f"http://{_bracketed(host)}:{port}"


def _own_address() -> str | None:
    """This machine's address in its network. Nothing is sent: connecting a datagram socket only chooses the way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def own_names() -> tuple[str, ...]:
    """What this machine is called in its network."""
    name = socket.gethostname().lower()
    return (name, f"{name.partition('.')[0]}.local")


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


class InUse(LumariumError):
    """Another server has this folder."""


@contextmanager
def sole_user(folder: Path, address: str) -> Iterator[None]:
    """Only one server at a time uses a data folder; the lock goes with the process, however it ends.

    The address lies beside the lock, so that whoever starts a second server is told where the first one is.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (folder / "server.lock").open("a+b")
    except OSError as error:
        problem = error.strerror or str(error)
        raise LumariumError(Message("server", "run.folder", path=str(folder), problem=problem)) from error
    with lock:
        try:
            _lock(lock)
        except OSError as error:
            raise InUse(_in_use(folder)) from error
        with suppress(OSError):  # only a help for others
            (folder / ADDRESS).write_text(address, encoding="utf-8")
        yield


def _in_use(folder: Path) -> Message:
    try:
        address = (folder / ADDRESS).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return Message("server", "run.in_use", path=str(folder))
    return Message("server", "run.in_use_at", path=str(folder), address=address)


def _alone(config: Config, address: str) -> AbstractContextManager[None]:
    """A file belongs to one server, wherever it lies; a database to all of them."""
    if is_postgres(config.database):
        return nullcontext()
    return sole_user(file_of(config.database, config.data).parent, address)


def _lock(file: IO[bytes]) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        file.seek(0)
        windows: Any = msvcrt
        windows.locking(file.fileno(), windows.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def run(config: Config, listening: Listening, proxies: str, ready: Callable[[], None]) -> None:
    """Serves until it is told to stop (SIGINT, SIGTERM); `ready` is called once it answers."""
    sys.setswitchinterval(SWITCH)
    doors = Doors(config.connections_per_address, places(), TrustedHosts(proxies or []).__contains__)
    listening.doors = doors
    listening.keep_spare()
    with _alone(config, local_address(listening)):
        app = create_app(config, open_store(config.database, config.data))
        server = Server(
            uvicorn.Config(
                app,
                http=partial(Http, doors),  # type: ignore[arg-type]  # uvicorn only calls it
                ws=TableSocket,
                ws_max_size=FRAME_LIMIT,
                ws_per_message_deflate=True,
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=bool(proxies),
                forwarded_allow_ips=proxies or None,
                timeout_graceful_shutdown=GRACE,
                lifespan="on",
            )
        )
        asyncio.run(_serve(server, listening, ready))


async def _serve(server: uvicorn.Server, listening: socket.socket, ready: Callable[[], None]) -> None:
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        ready()
    await serving
