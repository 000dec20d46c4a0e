"""What bots know of Lumen."""
