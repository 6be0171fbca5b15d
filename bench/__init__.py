"""How fast the house is: benchmarks that print tables, and never fail for a time."""
