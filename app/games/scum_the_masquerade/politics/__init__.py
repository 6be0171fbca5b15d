"""Trades, boons, conspiracies, pacts and hunts: what players agree on, or are forced to."""
