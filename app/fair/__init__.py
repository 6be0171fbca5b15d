"""The fair shuffle, version 1: what is promised, how seats take part, the order that follows, and what can be checked; see
docs/fair-shuffle.md. Hashes alone: no clock, no chance, and nothing of the house."""

from typing import Final

VERSION: Final = 1
NAME: Final = "pecking-order/1"
"""What every hashed text begins with."""
SECRET: Final = 32
"""Bytes of a match's secret, of a shuffle's, and of what a seat brings."""
