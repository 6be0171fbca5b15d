"""Facts of made-up matches, for pictures of every kind."""

from typing import Any

from app.web.pictures import portraits
from app.web.pictures.facts import Course, EveningFacts, PictureFacts, Step
from app.web.replay.marks import mark_of


def facts(*names: str, **fields: Any) -> PictureFacts:
    """A match of these people, best first; "" stands for whoever has no name in a picture."""
    steps = tuple(
        Step(name, portraits.code_of(f"seat {seat}"), seat + 1, False, 31 - 9 * seat, seat)
        for seat, name in enumerate(names)
    )
    usual = {
        "game": "Scum of the Earth",
        "length": "9 deals, 70 minutes",
        "head": f"{mark_of(0)}, from the bottom to the top",
        "line": f"{mark_of(len(names) - 1)} fell from the crown to the patch in one deal.",
        "rare": "once in 40 hands",
        "unit": "salary",
        "steps": steps,
    }
    return PictureFacts(**{**usual, **fields})


def evening(*names: str, matches: int = 3) -> EveningFacts:
    """An evening of these people, best of the last match first; in each match others lead."""
    of = len(names)
    courses = tuple(
        Course(
            name,
            portraits.code_of(f"seat {at}"),
            (*((at + match) % of for match in range(1, matches)), at),
            won=max(0, 2 - at),
            points=90 - 23 * at,
        )
        for at, name in enumerate(names)
    )
    head = f"{mark_of(0)} won 2 of {matches} matches"
    return EveningFacts(f"{matches} matches, Usurp", head, "game points", courses)
