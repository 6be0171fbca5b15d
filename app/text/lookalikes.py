"""Names that look alike: two names are alike if their skeletons are equal."""

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final

from app.text.confusables import ALIKE_BESIDE_LATIN, LOOK_ALIKE, PAIRS, unicode_confusables

_DRAWN: Final = re.compile(
    r"(?:(?:FULLWIDTH|CIRCLED|PARENTHESIZED|SQUARED|NEGATIVE CIRCLED|NEGATIVE SQUARED) )?"
    r"(?:LATIN|REGIONAL INDICATOR SYMBOL|MODIFIER)"
    r"(?: LETTER)?(?: SMALL)?(?: CAPITAL)?(?: LETTER)? ([A-Z])"
    r"(?: WITH (?!SMALL LETTER)[A-Z -]+)?$"
)
_LATIN: Final = re.compile("[A-Za-z\u00c0-\u024f\u0400-\u052f]")
"""A Latin letter, or one of Cyrillic, whose letters pass for Latin ones most easily."""
_BESIDE_LATIN: Final = ALIKE_BESIDE_LATIN | {
    code: ALIKE_BESIDE_LATIN[ord(base)]
    for code in (*range(0x370, 0x400), *range(0x1F00, 0x2000))
    for base in unicodedata.normalize("NFD", chr(code))[0]
    if ord(base) in ALIKE_BESIDE_LATIN
}
"""With the Greek letters that have accents."""
_READ_BY_SHAPE: Final = frozenset(map(chr, _BESIDE_LATIN))


def skeleton(name: str) -> str:
    """The name without case, accents and punctuation, with one letter for all that look alike.

    Two names that a hurried reader would confuse have the same skeleton. Strokes such as the
    modifier apostrophe of Oʼbrien, which Unicode calls letters, count as punctuation.
    >>> skeleton("Paul") == skeleton("РАU1")
    True
    """
    name = unicodedata.normalize("NFKC", name)
    if not name.isascii() and not _READ_BY_SHAPE.isdisjoint(name):
        name = " ".join(map(_beside_latin, name.split()))
    folded = _folded(name)
    alike = folded.translate(LOOK_ALIKE if folded.isascii() else _every_look_alike())
    kept = "".join(
        letter
        for letter in alike
        if unicodedata.category(letter)[0] in "LN" and not "\u02b0" <= letter <= "\u02ff"
    )
    for pair, single in PAIRS:
        kept = kept.replace(pair, single)
    return kept or alike


def _folded(text: str) -> str:
    """The text without case and accents, in plain letters and digits."""
    return "".join(
        _ascii_digit(_plain_letter(letter))
        for letter in unicodedata.normalize("NFKD", text.casefold())
        if unicodedata.category(letter)[0] != "M"
    )


@cache
def _every_look_alike() -> dict[int, str]:
    """Our own table, then Unicode's: for str.translate, in folded text.

    A letter looks like its target and like what its capital looks like. Where these differ, the
    target in ASCII counts, then the one that looks like ASCII, then that of the capital.
    """
    found = list[tuple[bool, bool, bool, str, str]]()
    for letter, target in unicode_confusables():
        small, shape = letter.casefold(), _folded(target)
        alike = shape.translate(LOOK_ALIKE)
        is_bare = len(small) == 1 and unicodedata.normalize("NFKD", small) == small
        if is_bare and not small.isascii() and small not in alike:
            order = (not shape.isascii(), not alike.isascii(), small == letter)
            found.append((*order, small, alike))
    table = dict(LOOK_ALIKE)
    for *_, small, alike in sorted(found, key=lambda one: one[:3]):
        table.setdefault(ord(small), alike)
    longer = {code: shape for code, shape in table.items() if not shape.isascii()}
    for _ in range(3):  # a shape may look like another one
        longer = {code: shape.translate(table) for code, shape in longer.items()}
    return table | longer


def _beside_latin(word: str) -> str:
    return word.translate(_BESIDE_LATIN) if _LATIN.search(word) else word


@lru_cache(4096)
def _plain_letter(letter: str) -> str:
    """The Latin letter from which this one is drawn, by its Unicode name."""
    found = None if letter.isascii() else _DRAWN.match(unicodedata.name(letter, ""))
    return found[1].lower() if found else letter


def _ascii_digit(letter: str) -> str:
    value = unicodedata.decimal(letter, None)
    return letter if value is None else str(value)
