"""Nomads in words."""
