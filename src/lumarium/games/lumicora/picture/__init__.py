"""Lumicora as a picture."""
