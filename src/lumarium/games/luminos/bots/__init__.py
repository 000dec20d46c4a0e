"""What bots know of Luminos."""
