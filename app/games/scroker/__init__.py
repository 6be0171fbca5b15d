"""Scroker: word poker in its four games."""
