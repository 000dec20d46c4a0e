"""The rules of Nomads as code."""
