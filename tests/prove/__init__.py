"""`run.py prove`: looks at promises for as long as it is told, with fresh seeds."""
