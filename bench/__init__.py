"""How fast the server is: benchmarks that print tables, and never fail for a time."""
