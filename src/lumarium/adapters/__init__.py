"""The games in the clothes of other libraries. Each adapter is imported by its name and needs its extra."""
