"""The rules of Lumen as code."""
