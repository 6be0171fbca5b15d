"""Sanitising: text that people typed, as others can read it."""

import unicodedata
from typing import Final

from app.text.confusables import BLANK

NOBODY: Final = "somebody"
"""The name of people who were erased."""
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of characters that show nothing, or move the text around them."""
JOINERS: Final = "\u200c\u200d"
"""Spared: emoji and several scripts need them."""
MAX_MARKS: Final = 6
"""Marks on one letter: more than any script needs, and few enough to fit on their line."""


def is_invisible(char: str) -> bool:
    return char not in JOINERS and unicodedata.category(char) in _INVISIBLE


def has_invisible(text: str) -> bool:
    return any(is_invisible(char) for char in text)


def visible_line(text: str) -> str:
    """The text on one line, without characters that cannot be seen and without towers of accents.
    "" where nothing is left to read."""
    kept, marks = list[str](), 0
    for char in text:
        is_mark = unicodedata.category(char) in ("Mn", "Me")
        marks = marks + is_mark if is_mark or char in JOINERS else 0
        if char.isspace():
            kept.append(" ")
        elif marks <= MAX_MARKS and not is_invisible(char):
            kept.append(char)
    line = " ".join("".join(kept).split())
    if all(char in JOINERS or char in BLANK or char == " " for char in line):
        return ""
    return line
