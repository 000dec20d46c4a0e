"""Commands whose --help shows a flag as what is typed: `--json`, without a type after it."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup, TyperOption


def _untyped(params: Any) -> Any:
    for param in params:
        if isinstance(param, TyperOption) and param.is_flag:
            param.metavar = ""
    return params


class Command(TyperCommand):
    """One subcommand."""

    def get_params(self, ctx: Any) -> Any:
        """The parameters, as --help shows them."""
        return _untyped(super().get_params(ctx))


class Group(TyperGroup):
    """The command itself."""

    def get_params(self, ctx: Any) -> Any:
        """The parameters, as --help shows them."""
        return _untyped(super().get_params(ctx))
