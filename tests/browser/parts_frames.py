"""Frames of a game that does not exist, which show every part of static/js/table/parts."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

MODULE: Final = (Path(__file__).with_name("parts_game.js")).read_text(encoding="utf-8")
NAMES: Final = ["Wilhelmina Wimblew", "Ben", "Cleo", "Dora", "Emil", "Fay"]
CARDS: Final = [f"{rank}{suit}" for suit in "SHDC" for rank in ("A", *range(2, 11), *"JQK")]
PHASES: Final = [
    {"name": "Deal", "state": "done"},
    {"name": "Market", "state": "now"},
    {"name": "Vote", "state": "next"},
    {"name": "Reveal", "state": "next"},
]
TEAMS: Final = ({"mark": "R", "text": "Red team", "kind": "team", "tone": "wine"},)
BADGES: Final = [
    [
        *TEAMS,
        {"mark": "C", "text": "Captain of the night", "kind": "role", "tone": "brass"},
        {"dots": seat % 4, "of": 3, "text": f"{seat % 4} of 3 votes"},
    ]
    for seat in range(len(NAMES))
]
BOARD: Final = {
    "label": "The harbour",
    "columns": 6,
    "places": [
        {"name": f"{column}{row}", "label": f"Pier {column}{row}", "at": [column, row]}
        for row in range(1, 7)
        for column in range(1, 7)
    ],
}
PARTNERS: Final = {
    "name": "to",
    "kind": "seats",
    "text": "To whom?",
    "choices": [{"value": seat} for seat in range(1, len(NAMES))],
}


def cards_step(cards: Sequence[str], **fields: Any) -> dict[str, Any]:
    choices = [{"value": card} for card in cards]
    return {"name": "cards", "kind": "cards", "text": "Which cards?", "choices": choices, **fields}


def offer(key: str, text: str, **fields: Any) -> dict[str, Any]:
    """An offer of one act, or what `fields` say."""
    prompt = {"key": key, "kind": "act", "offer": True}
    moves = [{"type": "object", "to": key}]
    return {
        "prompt": prompt,
        "text": text,
        "moves": moves,
        "complete": True,
        "step": None,
        **fields,
    }


def frame(number: int, hand: Sequence[str] = (), **fields: Any) -> dict[str, Any]:
    """A frame to the first seat; `public` in `fields` adds to the public part."""
    public = {
        "points": [seat * 3 for seat in range(len(NAMES))],
        "lots": [],
        "phases": PHASES,
        "badges": BADGES,
        "board": None,
        "reaction": None,
        **fields.pop("public", {}),
    }
    return {
        "type": "frame",
        "match": "parts",
        "n": number,
        "seat": 0,
        "names": NAMES,
        "view": {"seat": 0, "public": public, "private": {"hand": list(hand)}},
        "prompt": None,
        "prompt_text": "Ben thinks.",
        "moves": [],
        "moves_complete": True,
        "step": None,
        "more": [],
        "premove": None,
        "events": [],
        "awaited": [1],
        "clocks": [],
        "paused": False,
        "outcome": None,
        "receipt": None,
        **fields,
    }


def asked(kind: str, text: str, moves: Sequence[dict[str, Any]], **fields: Any) -> dict[str, Any]:
    """The fields of a frame that asks this."""
    return {
        "prompt": {"key": f"{kind}-1", "kind": kind},
        "prompt_text": text,
        "moves": list(moves),
        "awaited": [0],
        **fields,
    }
