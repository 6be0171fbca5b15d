"""Tests of Scum of the Earth. Hands are stated in notation, never drawn; see table.py."""
