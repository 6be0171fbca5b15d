"""The drawing of an evening's picture: a line for each person through its matches."""

from collections.abc import Iterator
from typing import Final

from app.web.pictures import fonts, portraits
from app.web.pictures.canvas import (
    BONE,
    BRASS,
    MARGIN,
    SOFT,
    WIDTH,
    head_lines,
    letters,
    whole,
    words,
)
from app.web.pictures.facts import EveningFacts, capital, medal, names_shown, sentence

MOST_LINES: Final = 10
"""People with a line: those of the last match come first."""
TONES: Final = (BRASS, BONE, "#e08b9b", "#8fb8e8", "#9fcfa8")
"""The colours of lines, which differ on the felt; beside its end each line has its portrait."""
LEFT: Final = 100.0
RIGHT: Final = 600.0
"""The ends of lines."""
TOP: Final = 190.0
DOWN: Final = 340.0
"""The height of all lines together."""


def evening_drawing(facts: EveningFacts) -> str:
    """The whole SVG."""
    names = names_shown(facts, fonts.drawable)
    head = head_lines(sentence(facts.head, names))
    return whole(*words(facts.games, head), *_courses(facts, names, len(head)))


def _courses(facts: EveningFacts, names: dict[int, str], heads: int) -> Iterator[str]:
    courses = facts.courses[:MOST_LINES]
    lines = [line for one in courses for line in one.lines if line is not None]
    row = min(68.0, DOWN / (max(lines, default=0) + 1))
    top = TOP if heads == 1 else TOP + 16
    matches = max((len(one.lines) for one in courses), default=1)
    across = (RIGHT - LEFT) / max(1, matches - 1)
    last = sum(one.lines[-1] is not None for one in courses)
    for at, one in reversed(list(enumerate(courses))):  # the best lies on top
        points = [
            (LEFT + across * match, top + row * (line + 0.5))
            for match, line in enumerate(one.lines)
            if line is not None
        ]
        tone = TONES[at % len(TONES)]
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        yield (
            f'<polyline points="{drawn}" fill="none" stroke="{tone}" stroke-width="6" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
        yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="{tone}"/>' for x, y in points)
        end = one.lines[-1]
        if end is not None:
            y = top + row * (end + 0.5)
            scale = min(0.46, row / 150)
            yield portraits.placed(
                one.portrait, medal(at, max(2, last)), f"face{at}", RIGHT + 60, y, scale
            )
            yield from _label(capital(names[at]), one.won, one.points, facts.unit, y, row)


def _label(name: str, won: int, points: int, unit: str, y: float, row: float) -> Iterator[str]:
    """The name at the end of a line, and what is to show for the evening."""
    size = min(28.0, row * 0.62)
    earned = f"−{-points} {unit}" if points < 0 else f"{points} {unit}"
    text, small = fonts.fitted(earned, fonts.TITLE, size * 0.75, 14, 160)
    yield letters(text, WIDTH - MARGIN, y + size / 3, fonts.TITLE, small, BRASS, "end")
    text, size = fonts.fitted(name, fonts.TITLE, size, 17, 205)
    yield letters(text, RIGHT + 105, y + size / 3, fonts.TITLE, size, BONE, "start")
    if won:
        after = RIGHT + 115 + fonts.width(text, fonts.TITLE, size)
        yield letters(f"won {won}", after, y + size / 3, fonts.SANS, 15, SOFT, "start")
