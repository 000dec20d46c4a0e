"""E-mail by the host's own server."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from lumarium.kernel.errors import LumariumError
from lumarium.kernel.message import Message

from .outside import Unreachable

PATIENCE = 15.0
"""Seconds for each answer of the server."""
THREADS = 2
ADDRESS = re.compile(r"[A-Za-z0-9._%+=~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){0,8}")
GONE = range(550, 554)
"""What a server says of addresses that there are not."""


class Dead(LumariumError):
    """There is no such address, or no longer."""


class Relay(NamedTuple):
    """The server that takes our mail."""

    secure: bool
    host: str
    port: int
    user: str
    password: str
    sender: str


def relay(url: str, password: str, sender: str) -> Relay | None:
    """From what the host set; None without. LumariumError says what is wrong with it."""
    if not url:
        return None
    parts = urlsplit(url)
    try:
        port = parts.port or (465 if parts.scheme == "smtps" else 587)
    except ValueError:
        port = 0
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or not port:
        raise LumariumError(Message("server", "run.mail"))
    if not ADDRESS.fullmatch(sender):
        raise LumariumError(Message("server", "run.mail_from", address=sender))
    password = password or unquote(parts.password or "")
    return Relay(parts.scheme == "smtps", parts.hostname, port, unquote(parts.username or ""), password, sender)


class Post:
    """Sends in threads of its own: a slow server holds up nobody else."""

    def __init__(self, relay: Relay) -> None:
        self._relay = relay
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="mail")

    async def send(self, to: str, title: str, text: str, name: str) -> None:
        """Durably with the server, or Unreachable, or Dead. `name` tells a second copy from a second message."""
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = self._relay.sender, to, title
        mail["Date"] = formatdate(localtime=False)
        mail["Message-ID"] = make_msgid(name, self._relay.sender.partition("@")[2])
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(text)
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._threads, self._sent, mail)

    def _sent(self, mail: EmailMessage) -> None:
        relay = self._relay
        try:
            with self._connected() as server:
                if relay.user:
                    server.login(relay.user, relay.password)
                server.send_message(mail)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            if all(code in GONE for code in codes):
                raise Dead(str(codes)) from error
            raise Unreachable(str(codes)) from error
        except (OSError, smtplib.SMTPException) as error:
            raise Unreachable(type(error).__name__) from error

    def _connected(self) -> smtplib.SMTP:
        relay = self._relay
        if relay.secure:
            return smtplib.SMTP_SSL(relay.host, relay.port, timeout=PATIENCE, context=ssl.create_default_context())
        server = smtplib.SMTP(relay.host, relay.port, timeout=PATIENCE)
        server.ehlo()
        if server.has_extn("starttls"):
            server.starttls(context=ssl.create_default_context())
            server.ehlo()
        elif relay.user:
            server.close()
            raise smtplib.SMTPException("a password is not sent in the clear")
        return server

    def close(self) -> None:
        """No more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
