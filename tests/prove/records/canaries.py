"""Hidden values of a running match, as runs of words to be searched for in any answer."""

import base64
import html
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from app.rules.codec import to_json
from app.rules.game import AnyState, Seat

RUN: Final = 5
"""Values in a row, of a hand say; a shorter list counts as a whole, down to SHORTEST."""
SHORTEST: Final = 4
NUMBERS: Final = 8
"""The run length of lists with numbers, such as orders: shorter runs occur by chance."""
_WORDS: Final = re.compile(r"[A-Za-z0-9]+")
_TAGS: Final = re.compile(r"<[^>]*>")

Words = tuple[str, ...]


def lists(value: Any) -> Iterator[list[str]]:
    """Every list of bare values in it, each value as a word."""
    match value:
        case dict():
            for inner in value.values():
                yield from lists(inner)
        case list() | tuple() | set() | frozenset():
            leaves = [
                str(inner)
                for inner in value
                if isinstance(inner, str | int) and not isinstance(inner, bool)
            ]
            if len(leaves) == len(value):
                yield leaves
            else:
                for inner in value:
                    yield from lists(inner)


def runs(words: Iterable[str], size: int) -> Iterator[Words]:
    told = tuple(words)
    return (told[at : at + size] for at in range(len(told) - size + 1))


def marks(value: Any) -> set[Words]:
    """The runs of words that betray this value."""
    found: set[Words] = set()
    for leaves in lists(value):
        words = [word for leaf in leaves for word in _WORDS.findall(leaf)]
        size = NUMBERS if any(word.isdigit() for word in words) else min(RUN, len(words))
        if size >= SHORTEST:
            found.update(run for run in runs(words, size) if len(set(run)) >= SHORTEST)
    return found


def hidden(
    state: AnyState, own: Iterable[Seat], orders: Iterable[tuple[int, ...]], secret: bytes | None
) -> set[Words]:
    """The runs of words that the `own` seats may not see, with shuffles and the match's secret."""
    seats = set(own)
    others = [to_json(part) for seat, part in enumerate(state.private) if seat not in seats]
    known = marks(to_json(state.public)).union(
        *(marks(to_json(state.private[seat])) for seat in seats)
    )
    found = (
        marks(others)
        | marks(msgspec.to_builtins(state.hidden))
        | marks([list(order) for order in orders])
    )
    if secret is not None:
        found |= {
            (secret.hex(),),
            *(
                (word,)
                for word in _WORDS.findall(base64.b64encode(secret).decode())
                if len(word) > 12
            ),
        }
    return found - known


def seen_in(text: str, marks: set[Words]) -> set[Words]:
    """The marks that stand in this text, whatever stands between its words."""
    plain_text = html.unescape(_TAGS.sub(" ", text))
    found: set[Words] = set()
    for variant in {text, plain_text}:
        words = _WORDS.findall(variant)
        for size in {len(mark) for mark in marks}:
            found.update(run for run in runs(words, size) if run in marks)
    return found
