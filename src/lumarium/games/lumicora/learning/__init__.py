"""Lumicora for learners."""
