"""The fonts of pictures: which letters they have, and how wide a text is.

The renderer reads TrueType alone, so these lie beside the fonts of pages.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from fontTools.ttLib import TTFont

from app.settings import ROOT

FOLDER: Final = ROOT / "static/vendor"
TITLE: Final = "fraunces-600-semibold-0.4.1.ttf"
ITALIC: Final = "fraunces-500-medium-italic-0.4.1.ttf"
SANS: Final = "inter-600-semibold-0.4.2.ttf"
"""It also stands in where the others lack a letter: Greek and Cyrillic."""
ATTRIBUTES: Final = {
    TITLE: 'font-family="Fraunces" font-weight="600"',
    ITALIC: 'font-family="Fraunces" font-weight="500" font-style="italic"',
    SANS: 'font-family="Inter" font-weight="600"',
}
"""The way to each font in SVG."""
DOTS: Final = "…"


def paths() -> list[Path]:
    return [FOLDER / name for name in ATTRIBUTES]


@cache
def advances(font: str) -> Mapping[int, float]:
    """The width of each letter by its code point, as a part of the font's size."""
    with TTFont(FOLDER / font, lazy=True) as read:
        unit, metrics = read["head"].unitsPerEm, read["hmtx"].metrics
        return {code: metrics[glyph][0] / unit for code, glyph in read.getBestCmap().items()}


def drawable(text: str) -> str:
    """The text without the letters that no font has, such as emoji and many scripts."""
    title, sans = advances(TITLE), advances(SANS)
    known = (letter for letter in text if ord(letter) in title or ord(letter) in sans)
    kept = "".join(letter for letter in known if letter.isprintable())
    return " ".join(kept.split())


def width(text: str, font: str, size: float) -> float:
    """The width of a drawable text without kerning: a little more than it takes."""
    own, instead = advances(font), advances(SANS)
    return size * sum(own.get(ord(letter), instead.get(ord(letter), 0.6)) for letter in text)


def cut(text: str, font: str, size: float, most: float) -> str:
    """The text, or its beginning with dots behind it where it is too wide."""
    if width(text, font, size) <= most + 0.01:
        return text
    while text and width(text + DOTS, font, size) > most:
        text = text[:-1]
    return text.rstrip() + DOTS


def fitted(text: str, font: str, size: float, least: float, most: float) -> tuple[str, float]:
    """The text and the size at which it fits into `most`: smaller, and below `least` cut."""
    wide = width(text, font, size)
    fits = max(least, min(size, size * most / wide)) if wide else size
    return cut(text, font, fits, most), fits


def two_lines(text: str, font: str, size: float) -> tuple[str, ...]:
    """The text in two lines that are about as wide as each other; in one where it has no gap."""
    words = text.split(" ")
    if len(words) < 2:
        return (text,)
    halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(halves, key=lambda both: max(width(half, font, size) for half in both))
