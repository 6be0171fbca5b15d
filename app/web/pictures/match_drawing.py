"""The drawing of a match's picture: its ladder with portraits, and the one line of drama."""

from collections.abc import Iterator
from typing import Final

from app.web.pictures import fonts, portraits
from app.web.pictures.canvas import (
    BONE,
    BRASS,
    MARGIN,
    OURS,
    ROOM,
    SOFT,
    WIDTH,
    head_lines,
    letters,
    whole,
    words,
)
from app.web.pictures.facts import (
    PictureFacts,
    Step,
    capital,
    medal,
    names_shown,
    ordinal,
    sentence,
)

MOST_STEPS: Final = 10
"""Seats with a step; of more the best are shown, and the last."""
_STAR: Final = '<path d="M0 -11L2.6 -2.6L11 0L2.6 2.6L0 11L-2.6 2.6L-11 0L-2.6 -2.6Z"'


def drawing(facts: PictureFacts) -> str:
    """The whole SVG."""
    names = names_shown(facts, fonts.drawable)
    above = f"{facts.game}, {facts.length}" if facts.length else facts.game
    head = head_lines(sentence(facts.head, names))
    return whole(*words(above, head), *_ladder(facts, names, len(head)), *_foot(facts, names))


def _ladder(facts: PictureFacts, names: dict[int, str], heads: int) -> Iterator[str]:
    """A step for each seat, each lower and smaller than the one before."""
    shown = facts.steps
    if len(shown) > MOST_STEPS:
        shown = (*shown[: MOST_STEPS - 1], shown[-1])
    of = len(shown)
    column = min(260.0, ROOM / max(1, of))
    top = 186 if heads == 1 else 200
    left = (WIDTH - column * of) / 2
    for at, step in enumerate(shown):
        down = at / max(1, of - 1)  # 0 on top of the ladder, 1 at its bottom
        x, room, looks = left + column * (at + 0.5), column - 14, medal(at, of)
        scale = min(1.02 - 0.32 * down, room / 150)
        middle = top + 118 * down + 70 * scale
        yield portraits.placed(step.portrait, looks, f"face{at}", x, middle, scale)
        name, y = capital(names[step.seat]), middle + 72 * scale + 36
        yield from _below(step, name, facts.unit, x, y, room, down)


def _below(
    step: Step, name: str, unit: str, x: float, y: float, room: float, down: float
) -> Iterator[str]:
    """Name, place and points below a portrait, and the step itself."""
    text, size = fonts.fitted(name, fonts.TITLE, 31 - 6 * down, 17, room)
    yield letters(text, x, y, fonts.TITLE, size, BONE)
    place = f"{ordinal(step.place)} place{', shared' if step.shared else ''}"
    text, size = fonts.fitted(place, fonts.ITALIC, 20, 14, room)
    yield letters(text, x, y + 26, fonts.ITALIC, size, BRASS)
    points = f"−{-step.points}" if step.points < 0 else f"{step.points}"
    text, size = fonts.fitted(f"{points} {unit}", fonts.TITLE, 22, 14, room)
    yield letters(text, x, y + 53, fonts.TITLE, size, BRASS)
    yield (
        f'<rect x="{x - room / 2:.1f}" y="{y + 67:.1f}" width="{room:.1f}" height="5" rx="2.5" '
        f'fill="{BRASS}" fill-opacity="{1 - 0.65 * down:.2f}"/>'
    )


def _foot(facts: PictureFacts, names: dict[int, str]) -> Iterator[str]:
    """The line of drama, beside our name."""
    if not facts.line:
        return
    right = WIDTH - MARGIN - fonts.width(OURS, fonts.TITLE, 24)
    room = right - 40 - (MARGIN + 30)
    line, size = fonts.fitted(sentence(facts.line, names), fonts.TITLE, 28, 19, room)
    yield f'<g transform="translate({MARGIN + 10} 576)">{_STAR} fill="{BRASS}"/></g>'
    yield letters(line, MARGIN + 30, 585, fonts.TITLE, size, BONE, "start")
    after = MARGIN + 30 + fonts.width(line, fonts.TITLE, size) + 14
    if facts.rare and after + fonts.width(facts.rare, fonts.SANS, 17) < right - 30:
        yield letters(facts.rare, after, 585, fonts.SANS, 17, SOFT, "start")
