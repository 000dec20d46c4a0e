"""Machine integers and flat arrays of them, for state that a profile shows to be hot; interpreted they are the same."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i32, i64, u8

__all__ = ["append", "i32", "i64", "u8", "vec"]
