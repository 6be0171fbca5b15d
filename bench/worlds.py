"""`bench worlds`: the sampler of unseen cards among ten seats."""

from collections.abc import Sequence
from random import Random
from statistics import median
from time import process_time
from typing import Final

from app.kits import unseen_cards
from app.kits.constraints import Constraint, Holds, has, has_some, lacks, one_has
from app.kits.exact_plan import plan
from app.kits.unseen_cards import UnseenCards
from bench.report import Ask, Bench, Progress, Sheet

SUITS: Final = "RUKG"
DECK: Final = [f"{face}{suit}" for suit in SUITS for face in range(28)] + ["W"] * 22
"""134 cards: four suits of 28, and 22 that are alike."""
SEATS: Final = [f"seat {number}" for number in range(1, 10)]
WORLDS: Final = 200
ROUNDS: Final = 5


def suit(name: str) -> list[str]:
    return [card for card in DECK if card.endswith(name)]


def voids(seats: Sequence[str], suits: str) -> list[Constraint]:
    return [lacks(seat, suit(name)) for seat, name in zip(seats, suits, strict=True)]


SNAPSHOT: Final[list[Constraint]] = [has("seat 5", card) for card in ("1R", "2U", "3K", "4G")]

QUESTIONS: Final[dict[str, tuple[int, list[Constraint]]]] = {
    "nothing is known": (13, []),
    "four lack a suit each": (13, voids(SEATS[:4], "RUKR")),
    "one lacks a suit, four cards shown, one of three has a card": (
        13,
        [*voids(SEATS[:1], "R"), *SNAPSHOT, one_has(SEATS[5:8], "9U"), has("seat 2", "W", 2)],
    ),
    "two lack a suit, four cards shown, one has three of a kind": (
        13,
        [*voids(SEATS[:2], "RU"), *SNAPSHOT, has_some("seat 3", ["W"], 3)],
    ),
    "all lack a suit": (13, voids(SEATS, "RUKGRUKGR")),
    "all have some of a suit": (5, [has_some(seat, suit("R")) for seat in SEATS]),
    "two have a suit between them, all lack one": (
        5,
        [*voids(SEATS, "RUKGRUKGR"), Holds(SEATS[1:3], suit("G"), 3, 8)],
    ),
}
"""The cards in each of nine hands, and what is known; the rest is the stock."""


def run(ask: Ask) -> Sequence[Sheet]:
    progress, rows = Progress(ask), []
    for name, (size, constraints) in QUESTIONS.items():
        progress.tell(f"the sampler: {name}")
        places = dict.fromkeys(SEATS, size) | {"stock": len(DECK) - size * len(SEATS)}
        made, drawn, kind = list[float](), list[float](), ""
        for _ in range(ROUNDS if ask.each(1.0) >= 1.0 else 1):
            plan.cache_clear()
            unseen_cards.counted_cases.cache_clear()
            began, chance = process_time(), Random(ask.seed)
            unseen = UnseenCards(DECK, places, constraints)
            made.append(1e3 * (process_time() - began))
            number = WORLDS if ask.each(1.0) >= 1.0 else 2
            began = process_time()
            for _ in range(number):
                unseen.draw(chance)
            drawn.append(1e3 * (process_time() - began) * WORLDS / number)
            kind = "exact" if unseen.exact else "chain"
        rows.append((name, size, kind, median(made), median(drawn)))
    sheet = Sheet(
        f"Unseen cards: {len(DECK)} cards, nine hands and a stock, ms of CPU time",
        ("known", "cards in a hand", "drawn", "made ready", f"{WORLDS} worlds"),
        rows,
        ("Made ready: counted for the first time; numbers that are the same are counted once.",),
    )
    return [sheet]


BENCH: Final = Bench("worlds", "unseen cards drawn under constraints", run)
