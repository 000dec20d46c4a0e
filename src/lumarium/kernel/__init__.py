"""What every game stands on: actions, chance, events, states, matches, records, scenes. It knows no game."""
