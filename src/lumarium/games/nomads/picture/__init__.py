"""Nomads as a picture."""
