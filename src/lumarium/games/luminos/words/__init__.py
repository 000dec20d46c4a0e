"""Luminos in words."""
