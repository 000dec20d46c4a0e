"""Networks that teach a game to themselves: self-play on the games as arrays, and what makes of it a bot's network.

    python -m lumarium.training lumen --minutes 20 --folder training/lumen

It needs the extra `jax`, and runs on a CPU for a try and on a GPU in earnest. docs/bots.md tells of it step by step.
"""
