"""The fair shuffle: decks, promises, seals, the order, and the proof of cards.

See docs/fair-shuffle.md. Hashes alone: no clock, no random numbers, no other package of ours.
"""

from typing import Final

VERSION: Final = 3
"""Of the construction: a change of what a hashed value means makes it another."""
NAME: Final = "pecking-order/3"
"""The beginning of every hashed text."""
SECRET: Final = 32
"""Bytes of a match's secret, of a deck's, and of a seat's part."""
