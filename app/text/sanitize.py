"""Sanitising: text that people typed, as others can read it."""

import re
import unicodedata
from collections.abc import Collection
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


def names_in(text: str, names: Collection[str]) -> bool:
    """True if one of these names stands in the text as a word of its own."""
    return any(re.search(word_pattern(name), text) for name in names)


def without_names(text: str, names: Collection[str], instead: str) -> str:
    """The text with `instead` where one of these names stood, longest first."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(word_pattern(name), lambda _: instead, text)
    return text


def word_pattern(name: str) -> str:
    """The name as a whole word, as a regular expression for Python and PostgreSQL alike."""
    return rf"(?<!\w){re.escape(name)}(?!\w)"
