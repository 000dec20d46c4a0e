"""A sentence that can be said in any of our languages: a key of a message catalogue and its facts."""

from __future__ import annotations


class Message:
    """A key in a game's catalogue (`messages.<lang>.toml`) with the facts that fill it in.

    Facts are plain values, other messages, or lists of them; the game's `words` turns values such as a tile
    into words when the sentence is rendered.
    """

    __slots__ = ("domain", "facts", "key")

    def __init__(self, domain: str, key: str, **facts: object) -> None:
        self.domain = domain
        self.key = key
        self.facts = facts

    def render(self, lang: str = "en", pictured: bool = False) -> str:
        """The sentence in the given language ("en" or "de"), in words alone or with small pictures of pieces."""
        from .catalogue import render

        return render(self, lang, pictured)

    def __str__(self) -> str:
        return self.render("en")

    def __repr__(self) -> str:
        return f"Message({self.domain!r}, {self.key!r}, {self.facts!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return (self.domain, self.key, self.facts) == (other.domain, other.key, other.facts)

    def __hash__(self) -> int:
        return hash((self.domain, self.key))

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.domain, self.key, self.facts)


def _rebuild(domain: str, key: str, facts: dict[str, object]) -> Message:
    return Message(domain, key, **facts)
