"""Processes in which bots search, each fed one view at a time. Imports bots, games and rules."""
