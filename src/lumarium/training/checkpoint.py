"""A network in a file, to train on or to ship: plain arrays with names, in half precision, as it computes anyway."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np


def save(file: Path, tree: Any, facts: dict[str, Any]) -> None:
    """Writes the arrays and what is to be known of them; a file that is there is replaced at once."""
    leaves = jax.tree_util.tree_leaves_with_path(tree)
    arrays: dict[str, Any] = {
        jax.tree_util.keystr(path): np.asarray(leaf.astype(jnp.bfloat16)).view(np.uint16) for path, leaf in leaves
    }
    beside = file.with_suffix(".new.npz")
    np.savez(beside, facts=np.frombuffer(json.dumps(facts).encode(), np.uint8), **arrays)
    beside.replace(file)


def load(file: Path, tree: Any) -> Any:
    """The arrays in the shape of a tree, and what is to be known of them."""
    with np.load(file, allow_pickle=False) as found:
        facts = json.loads(bytes(found["facts"]))

        def read(path: Any, leaf: Any) -> Any:
            array = jnp.asarray(found[jax.tree_util.keystr(path)].view(jnp.bfloat16), jnp.float32)
            assert array.shape == leaf.shape, f"{file} holds another network: {array.shape} for {leaf.shape}"
            return array

        return (*jax.tree_util.tree_map_with_path(read, tree), facts)
