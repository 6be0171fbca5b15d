"""Benchmarks of the server's speed: they print tables, and never fail for a time."""
