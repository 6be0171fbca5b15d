"""The fair shuffle, version 1: commitments, seals, the order, and the proof of each card.

See docs/fair-shuffle.md. Hashes alone: no clock, no random numbers, no other package of ours.
"""

from typing import Final

VERSION: Final = 1
NAME: Final = "pecking-order/2"
"""The beginning of every hashed text."""
SECRET: Final = 32
"""Bytes of a match's secret, of a shuffle's secret, and of a seat's part."""
