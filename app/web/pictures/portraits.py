"""Portraits as SVG: the birds of the page, each in the frame of its place.

`portraits.json` is what the page's own scripts draw. `python -m tests.js.drawn_portraits` writes
it, and a test compares it with them. The frames are the picture's own: on pages they are borders.
"""

from collections.abc import Callable
from math import cos, pi, sin
from pathlib import Path
from typing import Final, Literal, NamedTuple

import msgspec

DRAWINGS: Final = Path(__file__).with_name("portraits.json")
WIDTH: Final = 100
HEIGHT: Final = 112
"""The size of a portrait without its frame."""
Medal = Literal["first", "second", "middle", "penult", "last"]
"""The looks of a place on the ladder."""
GROUNDS: Final = {
    "moss": "#2c5a4f",
    "wine": "#7a2338",
    "sky": "#3f74a8",
    "straw": "#d8c9a4",
    "plum": "#54406b",
}
_GILT, _BRASS, _PALE = "#b98a35", "#d3a75a", "#ecd39a"
_FIRST: Final = ord("a")


class Bird(msgspec.Struct, frozen=True):
    name: str
    """With its article."""
    bust: str
    eyes: tuple[tuple[float, float], ...]
    iris: str
    throat: tuple[float, float]
    grounds: tuple[str, ...]
    gear: dict[Medal, str]


class Worn(msgspec.Struct, frozen=True):
    at: Literal["eye", "throat"]
    figure: str


class Drawings(msgspec.Struct, frozen=True):
    birds: tuple[Bird, ...]
    worn: tuple[Worn, ...]


_drawings: Final = msgspec.json.decode(DRAWINGS.read_bytes(), type=Drawings)


class Portrait(NamedTuple):
    bird: Bird
    worn: Worn | None
    ground: str


def lot(text: str) -> int:
    """A number from a text, as the page draws it: FNV-1a over its characters, mixed once more."""
    found = 0x811C9DC5
    for letter in text:
        found = (found ^ ord(letter)) * 0x01000193 & 0xFFFFFFFF
    found = (found ^ found >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    return found ^ found >> 13


def code_of(id_: str, code: str = "") -> str:
    """The code of a portrait: the chosen one, else by lot from the id."""
    if code:
        return code[:3]
    birds, worn = _drawings.birds, _drawings.worn
    bird = birds[lot(id_) % len(birds)]
    ground = lot(f"{id_} before") % len(bird.grounds)
    return f"{chr(_FIRST + birds.index(bird))}{lot(f'{id_} wears') % (len(worn) + 1)}{ground}"


def portrait(code: str) -> Portrait:
    """The portrait of a code; of an unknown one that of the first bird, as on the page."""
    birds, worn = _drawings.birds, _drawings.worn
    number = ord(code[0]) - _FIRST
    bird = birds[number if 0 <= number < len(birds) else 0]
    wears = int(code[1])
    ground = bird.grounds[int(code[2]) % len(bird.grounds)]
    return Portrait(bird, worn[wears] if wears < len(worn) else None, ground)


def framed(code: str, medal: Medal, name: str) -> str:
    """The portrait in the frame of its place, around 0, 0; `name` makes its clip path its own."""
    bird, worn, ground = portrait(code)
    drawn = [bird.bust, *(_eye(x, y, bird.iris) for x, y in bird.eyes)]
    if worn is not None:
        x, y = bird.throat if worn.at == "throat" else bird.eyes[-1]
        drawn.append(f'<g transform="translate({x} {y})">{worn.figure}</g>')
    drawn.append(bird.gear[medal])
    shape = _OVAL if medal in ("first", "second") else _RECTANGLE
    return (
        f'<clipPath id="{name}">{shape}</clipPath>'
        f'{_FRAMES[medal]()}<g clip-path="url(#{name})">'
        f'<rect x="-50" y="-56" width="100" height="112" fill="{GROUNDS[ground]}"/>'
        f'<g transform="translate(-50 -56)">{"".join(drawn)}</g></g>{_OVER.get(medal, "")}'
    )


def placed(code: str, medal: Medal, name: str, x: float, y: float, scale: float) -> str:
    """The same around x, y; the lower frames hang askew."""
    turned = {"penult": -3, "last": 4}.get(medal, 0)
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) rotate({turned}) scale({scale:.3f})">'
        f"{framed(code, medal, name)}</g>"
    )


def _eye(x: float, y: float, iris: str) -> str:
    return (
        f'<circle cx="{x}" cy="{y}" r="5" fill="{iris}"/>'
        f'<circle cx="{x + 1}" cy="{y}" r="2.6" fill="#1d1b18"/>'
    )


# -- frames, from gilt with pearls to taped cardboard

_OVAL: Final = '<ellipse rx="50" ry="56"/>'
_RECTANGLE: Final = '<rect x="-50" y="-56" width="100" height="112"/>'
_TAPE: Final = '<path d="M-19 -7L19 -9L20 7L-18 9Z" fill="#efe3c2" fill-opacity="0.85"/>'
_OVER: Final[dict[Medal, str]] = {
    "last": f'<g transform="translate(0 -61)">{_TAPE}</g>'
    f'<g transform="translate(46 56) rotate(-42) scale(0.7)">{_TAPE}</g>',
}


def _ellipse(more: float, fill: str, stroke: str = "none") -> str:
    return f'<ellipse rx="{50 + more}" ry="{56 + more}" fill="{fill}" stroke="{stroke}"/>'


def _box(more: float, fill: str, corner: float = 1) -> str:
    return (
        f'<rect x="{-50 - more}" y="{-56 - more}" width="{100 + 2 * more}" '
        f'height="{112 + 2 * more}" rx="{corner}" fill="{fill}"/>'
    )


def _pearls() -> str:
    angles = [2 * pi * number / 30 for number in range(30)]
    pearls = "".join(
        f'<circle cx="{63.5 * cos(angle):.1f}" cy="{69.5 * sin(angle):.1f}" r="6.4"/>'
        for angle in angles
    )
    return (
        f'<g fill="{_BRASS}" stroke="{_GILT}" stroke-width="1.2">{pearls}</g>'
        + _ellipse(13, _GILT)
        + _ellipse(11, _BRASS)
        + _ellipse(6, _PALE)
        + _ellipse(3.5, _GILT)
    )


def _gilt() -> str:
    return _ellipse(11, _GILT) + _ellipse(9, _BRASS) + _ellipse(3, _GILT)


def _wood() -> str:
    return _box(12, "#4a3220", 2) + _box(10.5, "#6b4a2f") + _box(4, _BRASS) + _box(2.5, "#4a3220")


def _grey() -> str:
    return _box(6, "#8d8a80") + _box(2, "#6d6a60")


def _cardboard() -> str:
    return (
        '<path d="M-61 -64L-20 -67L22 -63L60 -66L62 -20L59 30L62 66L18 64L-24 68L-62 65L-59 12Z" '
        'fill="#c49a6c"/>' + _box(2, "#a67f55")
    )


_FRAMES: Final[dict[Medal, Callable[[], str]]] = {
    "first": _pearls,
    "second": _gilt,
    "middle": _wood,
    "penult": _grey,
    "last": _cardboard,
}
