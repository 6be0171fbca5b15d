"""Tests of the shelf and of every game on it."""
