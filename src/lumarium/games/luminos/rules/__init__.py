"""The rules of Luminos as code."""
