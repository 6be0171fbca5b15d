"""Pages of docs/ that are followed to the letter."""
