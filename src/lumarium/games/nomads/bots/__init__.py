"""What bots know of Nomads."""
