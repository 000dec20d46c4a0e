"""Who takes notices in the tests: a real web server, a real mail server, and a push service that reads what it gets."""

from __future__ import annotations

import asyncio
import base64
import email
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.harness import PATIENCE, Json


class Taken:
    """One request that arrived."""

    def __init__(self, path: str, headers: dict[str, str], body: bytes) -> None:
        self.path, self.headers, self.body = path, headers, body

    @property
    def json(self) -> Json:
        return dict(json.loads(self.body))


class Receiver:
    """Takes whatever is posted. `answer` gives the status for a request, after whatever it likes to do before."""

    def __init__(self, answer: Callable[[Taken], int] = lambda _: 204) -> None:
        self.taken: list[Taken] = []
        self.answer = answer
        self.headers: dict[str, str] = {}
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                taken = Taken(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
                receiver.taken.append(taken)
                self.send_response(receiver.answer(taken))
                for name, value in receiver.headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.block_on_close = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Receiver:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def at(self, path: str) -> list[Taken]:
        return [taken for taken in self.taken if taken.path == path]

    def first(self, path: str) -> Taken:
        """What comes there first."""
        found: list[Taken] = until(lambda: self.at(path))
        return found[0]

    def wait(self, happened: Callable[[], Any]) -> Any:
        return until(happened)


def until(happened: Callable[[], Any]) -> Any:
    """Waits for it, and gives it."""
    last = time.monotonic() + PATIENCE
    while not (found := happened()):
        assert time.monotonic() < last, "it did not happen"
        time.sleep(0.02)
    return found


class Mailbox:
    """What aiosmtpd hands over; `refuse` names addresses that there are not."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refuse: set[str] = set()
        self.busy: set[str] = set()

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802
        if address in self.refuse:
            return "550 5.1.1 no such mailbox"
        if address in self.busy:
            return "451 4.3.0 later"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        mail = email.message_from_bytes(envelope.content, policy=default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        return "250 OK"

    def to(self, address: str) -> list[EmailMessage]:
        return [mail for mail in self.mails if mail["To"] == address]


class AnyPort(Controller):
    """aiosmtpd would look for itself at port 0."""

    def _trigger_server(self) -> None:
        assert isinstance(self.server, asyncio.Server)
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]


@contextmanager
def mail_server() -> Iterator[tuple[Mailbox, str]]:
    """A mailbox, and the URL of its server."""
    box = Mailbox()
    controller = AnyPort(box, hostname="127.0.0.1", port=0, ready_timeout=PATIENCE)
    controller.start()
    try:
        yield box, f"smtp://127.0.0.1:{controller.port}"
    finally:
        controller.stop(no_assert=True)


class Browser:
    """A browser's side of Web Push, by RFC 8291 and RFC 8292: keys of its own, and what it makes of a message."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        self._public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, endpoint: str) -> Json:
        return {"endpoint": endpoint, "p256dh": _text(self._public), "auth": _text(self._auth)}

    def read(self, taken: Taken, house: str, audience: str) -> Json:
        """What it says, if it was signed by the house whose key was told, and meant for this service."""
        _verify(taken.headers["authorization"], house, audience)
        assert taken.headers["content-encoding"] == "aes128gcm"
        assert int(taken.headers["ttl"]) > 0
        salt, size, length = taken.body[:16], int.from_bytes(taken.body[16:20], "big"), taken.body[20]
        theirs, sealed = taken.body[21 : 21 + length], taken.body[21 + length :]
        assert len(taken.body) <= size <= 4096
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        secret = _derived(shared, self._auth, b"WebPush: info\0" + self._public + theirs, 32)
        key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert plain.endswith(b"\x02")
        return dict(json.loads(plain[:-1]))


def _verify(header: str, house: str, audience: str) -> None:
    scheme, _, rest = header.partition(" ")
    assert scheme == "vapid"
    given = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert given["k"] == house
    signed, _, signature = given["t"].rpartition(".")
    head, claims = (json.loads(_bytes(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims["aud"] == audience
    assert time.time() < claims["exp"] <= time.time() + 86400
    assert claims["sub"].startswith(("mailto:", "https:"))
    raw = _bytes(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(house))
    public.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
