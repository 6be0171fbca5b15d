"""This game's answers to the conformance kit: places of cards, and visible entries."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from app.games.scum_the_masquerade.cards import Card
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.state import ScumState
from app.rules.game import Seat
from tests.games.scum_the_masquerade.seen_entries import deck, shows
from tests.games.scum_the_masquerade.world_past import past

__all__ = ["MATCHES", "UNLISTED", "deck", "past", "places", "shows"]

UNLISTED = frozenset({"lead", "follow", "ask-boon"})
"""A crypt of seventeen cards may play thousands of hands; the cards are chosen in it."""

_OTHERWISE = Options(
    evening="masquerade",
    rounds=2,
    packs="2",
    first_lead="first-seat",
    boons=False,
    conspiring=False,
    clans="bloodlines",
    declaring="at-once",
    pacts=False,
    blood_hunts=False,
    illegal_trades=False,
    conversion=False,
    ruleset="hr1",
)

MATCHES = {
    "4": (4, Options(rounds=2)),
    "6": (6, Options(rounds=1)),
    "7": (7, Options(rounds=1, naming="neutral")),
    "8": (8, Options(rounds=1)),
    "5-masquerade": (5, Options(evening="masquerade", rounds=2)),
    "6-otherwise": (6, _OTHERWISE),
    "6-hr1": (6, replace(_OTHERWISE, boons=True, blood_hunts=True, rounds=3)),
}
"""By number of players."""


def places(state: ScumState) -> dict[Any, Sequence[Card]]:
    """The crypts, also those that their owners have not seen, and the cards that lie open."""
    if not deck(state):
        return {}
    crypts = {Seat(seat): hand.cards for seat, hand in enumerate(state.private)}
    unseen = {f"crypt of {seat}": cards for seat, cards in enumerate(state.hidden)}
    return {
        **crypts,
        **(unseen or {f"crypt of {seat}": () for seat in crypts}),
        "open": state.public.open_cards,
    }
