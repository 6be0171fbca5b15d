"""Tests of Scum of the Earth. Hands are written in notation and stated, never drawn; see table.py."""
