"""Luminos for learners."""
