"""The rules of Moths: everything that decides what may be done and what comes of it."""
