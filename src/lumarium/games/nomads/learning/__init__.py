"""Nomads for learners."""
