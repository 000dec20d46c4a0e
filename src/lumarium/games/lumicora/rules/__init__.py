"""The rules of Lumicora as code."""
