"""Lumen for learners."""
