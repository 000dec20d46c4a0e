"""Lumen in words."""
