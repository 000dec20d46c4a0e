"""The parts of which the levels are made: a planner of a turn, a tree search, a budget, the thinker around them."""
