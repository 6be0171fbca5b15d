"""Text that people typed, as others can read it."""

import re
import unicodedata
from collections.abc import Collection
from typing import Final

from app.text.confusables import BLANK

NOBODY: Final = "somebody"
"""The name of those who were forgotten."""
_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Kinds of characters that show nothing or move the text around them."""
JOINERS: Final = "\u200c\u200d"
"""Spared: emoji and several scripts need them."""
MAX_MARKS: Final = 6
"""Marks that one letter may carry: more than any script needs, and few enough to be drawn on their own line."""


_SAID: Final = (
    "A All Bots Finished If No Nobody Not Nothing Onlookers Only Take That The There These This Wait You Your a about above account "
    "after again ago already an and another answered any are asked at awake away back be been before began begun belongs between bot "
    "bots breaks brisk broke broken by called can cannot cards changed changes characters choose clock code come comes command count "
    "deal deals dealt deleted device did do door down end epoch every fewer first for friends from full game give go had hands has have "
    "here hold home host house id in invite is it its just knocked knows last least leave leaves left let lets link listed locks log "
    "longer lost made match matches moment more most move must name needs new next no nobody none not nothing now of off old on once "
    "one only open options or other ours out over page part paused pauses people play played players plays poked pokes poking private "
    "put question read ready relaxed room rules running seat seats shown shows shuffle signed since sit sits stand stands starts still "
    "stood such suspended table take taken that the them then there this those time to too tried try under until up waits wants was "
    "watching welcome while who why will window with without works yet you your "
)
SAID: Final = frozenset(_SAID.split())
"""Words that the house's own sentences are made of."""


def is_said(name: str) -> bool:
    """Whether a name would stand in what the house says without being meant: to take it out would take out what was said of others.

    >>> is_said("sits down"), is_said("The table"), is_said("Will"), is_said("down 3")
    (True, True, False, False)
    """
    return SAID.issuperset(re.findall(r"\w+", name))


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
    """Whether one of these names stands in the text as a word of its own."""
    return any(re.search(word_pattern(name), text) for name in names)


def without_names(text: str, names: Collection[str], instead: str) -> str:
    """The text with `instead` where one of these names stood, longest first."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(word_pattern(name), lambda _: instead, text)
    return text


def word_pattern(name: str) -> str:
    """The name as a word of its own, in a regular expression that PostgreSQL reads as Python does."""
    return rf"(?<!\w){re.escape(name)}(?!\w)"
