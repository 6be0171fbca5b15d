"""Tests of what the house does for every game."""
