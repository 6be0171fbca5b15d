"""Tests of the players that see only a view."""
