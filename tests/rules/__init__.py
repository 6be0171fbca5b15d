"""Tests of the rules that all games share."""
