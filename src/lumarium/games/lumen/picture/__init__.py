"""Lumen as a picture."""
