"""Luminos as a picture."""
