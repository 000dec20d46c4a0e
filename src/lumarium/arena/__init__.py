"""Bots against bots: many games, what came of them, and how fast they run."""
