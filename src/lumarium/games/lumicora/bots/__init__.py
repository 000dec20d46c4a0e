"""What bots know of Lumicora."""
