"""Deterministic simulation: the real lobby, tables and games on a seeded loop, under every trouble that a seed can think of."""
