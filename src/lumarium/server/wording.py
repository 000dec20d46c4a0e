"""What people read when they are told something, and what programs get: the game, the table, whose turn it is."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import msgspec

from lumarium.kernel import registry
from lumarium.kernel.errors import UnknownGame
from lumarium.kernel.message import Message

from .store.calls import Hook, Item, Post

STYLES = ("json", "slack", "matrix", "discord", "ntfy")


def title(post: Post) -> str:
    """In one line."""
    if post.code:
        return _say(post, "confirm")
    return sentence(post, post.items[0]) if len(post.items) == 1 else _say(post, "several", n=len(post.items))


def sentence(post: Post, item: Item) -> str:
    """One thing that happened."""
    try:
        game = registry.game(item.game).title(post.lang)
    except UnknownGame:  # no longer installed
        game = item.game
    named = item.name and item.kind in ("turn", "time_short")
    return _say(post, f"{item.kind}_name" if named else item.kind, game=game, name=item.name)


def link(post: Post) -> str:
    """Where a touch leads; it gives no right that its reader does not have."""
    return f"{post.origin}{path(post)}"


def path(post: Post) -> str:
    """The same within the house."""
    return f"/t/{post.items[0].table}" if len(post.items) == 1 else "/me"


def text(post: Post) -> str:
    """All of it, for a letter. One with a code holds no link: strangers have it sent to anybody, and say how this house
    is called."""
    if post.code:
        return f"{_say(post, 'code', code=post.code)}\n\n{_say(post, 'confirm_text')}\n"
    stop = _say(post, "stop", address=f"{post.origin}/me")
    lines = []
    for item in post.items:
        lines.append(sentence(post, item))
        lines.append(f"{_say(post, 'table', table=item.table)}: {post.origin}/t/{item.table}\n")
    return "\n".join([*lines, stop, ""])


def short(post: Post) -> str:
    """All of it, below the title."""
    if post.code:
        return f"{_say(post, 'code', code=post.code)}. {_say(post, 'confirm_text')}"
    if len(post.items) == 1:
        return _say(post, "table", table=post.items[0].table)
    return "\n".join(sentence(post, item) for item in post.items)


def pushed(post: Post) -> bytes:
    """What a browser's service worker shows."""
    if post.code:
        shown = {"title": _say(post, "arrives"), "body": "", "path": "/me", "confirm": post.code}
    else:
        shown = {"title": title(post), "body": short(post), "path": path(post)}
    return msgspec.json.encode(shown)


def hooked(post: Post, hook: Hook) -> tuple[str, dict[str, Any]]:
    """Where it goes and what is said there, as the program at the other end likes it."""
    whole = f"{title(post)}\n{short(post)}\n{link(post)}"
    if hook.style in ("slack", "matrix"):
        escaped = whole.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return hook.url, {"text": escaped if hook.style == "slack" else whole}
    if hook.style == "discord":
        return hook.url, {"content": whole, "allowed_mentions": {"parse": []}}
    if hook.style == "ntfy":
        parts = urlsplit(hook.url)
        topic = parts.path.strip("/").rpartition("/")[2]
        said = {"topic": topic, "title": title(post), "message": short(post), "click": link(post)}
        return f"{parts.scheme}://{parts.netloc}/", said
    told = [{"kind": item.kind, "table": item.table, "game": item.game, "name": item.name} for item in post.items]
    body: dict[str, Any] = {"title": title(post), "text": short(post), "url": link(post), "told": told}
    return hook.url, {**body, "code": post.code} if post.code else body


def _say(post: Post, key: str, **facts: object) -> str:
    return Message("server", f"notice.{key}", **facts).render(post.lang)
