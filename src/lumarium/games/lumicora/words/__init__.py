"""Lumicora in words."""
