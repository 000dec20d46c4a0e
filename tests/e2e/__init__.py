"""Tests in browsers. A package, so that what all of them share ends with the last of them (see conftest.py)."""
