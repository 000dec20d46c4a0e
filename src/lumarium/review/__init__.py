"""Decisions measured after a game, and positions to learn from. It knows no game."""
