"""The felt of a picture, 1200 by 630, and the words on it. Pure; all text is escaped.

The length of a text is known before it is drawn, so a long name is smaller and then cut, and
nothing lies over anything else.
"""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from app.web.pictures import fonts

WIDTH: Final = 1200
HEIGHT: Final = 630
MARGIN: Final = 60
ROOM: Final = WIDTH - 2 * MARGIN
"""The width of what is drawn."""
BONE, SOFT, BRASS = "#f6f1e7", "#c6d3c9", "#d9b36a"
OURS: Final = "Pecking Order"
"""Stands at the foot of each picture, right."""
_GROUND: Final = (
    '<radialGradient id="felt" cx="50%" cy="38%" r="75%">'
    '<stop offset="0" stop-color="#33695c"/><stop offset="1" stop-color="#1f4239"/>'
    '</radialGradient><rect width="1200" height="630" fill="url(#felt)"/>'
    '<rect x="16" y="16" width="1168" height="598" rx="10" fill="none" stroke="#d9b36a" '
    'stroke-opacity="0.35" stroke-width="1.5"/>'
)


def whole(*parts: str) -> str:
    """The whole SVG: the parts on the felt, with our name."""
    ours = letters(OURS, WIDTH - MARGIN, 585, fonts.TITLE, 24, BRASS, "end")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">{_GROUND}{"".join(parts)}{ours}</svg>'
    )


def letters(
    text: str, x: float, y: float, font: str, size: float, fill: str, anchor: str = "middle"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" {fonts.ATTRIBUTES[font]} '
        f'font-size="{size:.1f}" fill="{fill}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def words(above: str, head: Sequence[str]) -> Iterator[str]:
    """The line above the head, and the head in one line or two."""
    text, size = fonts.fitted(above, fonts.ITALIC, 28, 20, ROOM)
    yield letters(text, WIDTH / 2, 68, fonts.ITALIC, size, BRASS)
    alone = len(head) == 1
    fits = [fonts.fitted(line, fonts.TITLE, 64 if alone else 44, 28, ROOM) for line in head]
    size = min(size for _, size in fits)
    for at, (line, _) in enumerate(fits):
        y = 136 if alone else 118 + at * 48
        yield letters(line, WIDTH / 2, y, fonts.TITLE, size, BONE)


def head_lines(head: str) -> tuple[str, ...]:
    """The head in one line, or in two where it would be small."""
    small = fonts.width(head, fonts.TITLE, 50) > ROOM
    return fonts.two_lines(head, fonts.TITLE, 50) if small else (head,)
