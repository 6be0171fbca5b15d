"""Resampling is exact: every world that fits is drawn, and as often as any other."""

import random
from collections import Counter
from itertools import permutations
from math import sqrt
from typing import Any

import pytest
from msgspec.structs import replace

from app.games.usurp import GAME
from app.games.usurp.cards import PACK, Card, write_cards
from app.games.usurp.moves import CallReneg
from app.games.usurp.options import Options
from app.games.usurp.state import UsurpState
from app.rules.game import Seat, view
from tests.games.usurp.table import Table, playing

HONOUR = Options(renegs="honour")
C4 = CallReneg(Card.C4)


Lie = tuple[Any, ...]
"""The places of all unseen cards: hands as sets, the Stock in order."""


def lie(state: UsurpState) -> Lie:
    hands = tuple(
        (write_cards(hand.cards), str(hand.rising), str(hand.downcards)) for hand in state.private
    )
    return (*hands, write_cards(state.hidden))


def known(table: Table) -> Table:
    """The same position, in which everybody has seen all cards that lie nowhere."""
    state = table.state
    lying = {laid.card for laid in state.public.discard} | set(state.hidden)
    for hand in state.private:
        lying |= {*hand.cards, hand.rising, *(card for card, _ in hand.downcards)}
    return Table(
        replace(
            state,
            public=replace(state.public, reveal=tuple(card for card in PACK if card not in lying)),
        )
    )


def draws(table: Table, viewer: int | None, number: int = 400) -> list[UsurpState]:
    chance = random.Random(7)
    seen = view(table.state, None if viewer is None else Seat(viewer))
    worlds = [GAME.resample(seen, chance) for _ in range(number)]
    assert all(view(world, seen.seat) == seen for world in worlds)
    return worlds


ENDINGS = {
    "nobody proved anything": (playing("9C", "KC 6S", upcard="KS", stock="2D 3H"), 0),
    "one suit is out": (playing("4C 3C 5S", "KC 6D", upcard="KH", stock="2D 3H").play(0, "4C"), 1),
    "two suits are out, one after a downcard": (
        playing("9H 4C 3C 5S 7S", "6H 6S KS 4S", upcard="KH", stock="2D")
        .uprise(0, "9H")
        .give_in(1)
        .play(1, "6H")
        .play(0, "4C"),
        1,
    ),
    "both players, to a spectator": (
        playing("4C 3C 7D", "6S 5D 9D", upcard="KH", stock="2H", order="common")
        .play(0, "4C")
        .play(1, "6S")
        .play(0, "3C"),
        None,
    ),
    "a true call": (
        playing("4C 9H 5S 8S", "KC 6D 5D", upcard="KH", stock="2H", options=HONOUR)
        .play(0, "4C")
        .play(1, "6D")
        .play(0, "5S")
        .move(1, C4),
        1,
    ),
    "a true call and a downcard": (
        playing("4C 9H 5S", "KC 6S 5D", upcard="KH", stock="2H 3D", options=HONOUR)
        .play(0, "4C")
        .play(1, "6S")
        .uprise(0, "9H")
        .move(1, C4)
        .give_in(1),
        1,
    ),
    "a reneg that was taken back": (
        playing("4C 9H 5S", "KC 6D", upcard="KH", stock="2H 3D", options=HONOUR)
        .play(0, "4C")
        .call(1),
        1,
    ),
    "a reneg that was taken back, and a downcard": (
        playing("4C 9H 5S 8D", "KC 6S 5D", upcard="KH", stock="2H 3D", options=HONOUR)
        .play(0, "4C")
        .call(1)
        .uprise(0, "8D")
        .give_in(1),
        1,
    ),
    "a reneg that was called later": (
        playing("4C 9H 5S", "KC 6S 5D", upcard="KH", stock="2H 3D", options=HONOUR)
        .play(0, "4C")
        .play(1, "6S")
        .uprise(0, "9H")
        .give_in(1)
        .move(1, CallReneg(Card.C4)),
        1,
    ),
    "four players, two of them without": (
        playing("4D", "3H 7D", "QC 7H", "2S", upcard="QS").play(0, "4D").play(1, "3H"),
        None,
    ),
    "four players, one looks": (
        playing("4D 5D", "3H 7D", "QC 8H", "2S", upcard="QS")
        .play(0, "4D")
        .play(1, "3H")
        .play(2, "8H"),
        3,
    ),
}


def possible(table: Table, viewer: int | None) -> set[Lie]:
    """Every possible place of the unseen cards, found by trying all against the rules of proof."""
    state = table.state
    spots: list[tuple[int | None, int]] = []
    unseen: list[Card] = []
    now = len(state.public.discard)
    for seat, hand in enumerate(state.private):
        if seat != viewer:
            for card, index in hand.downcards:
                spots.append((seat, index))
                unseen.append(card)
            for card in hand.cards:
                spots.append((seat, now))
                unseen.append(card)
    spots += [(None, now)] * len(state.hidden)
    unseen += state.hidden
    found = set()
    for cards in permutations(unseen):
        if _fits(table, spots, cards):
            private = list(state.private)
            for seat, hand in enumerate(state.private):
                if seat != viewer:
                    mine = [
                        (card, index)
                        for (whose, index), card in zip(spots, cards, strict=True)
                        if whose == seat
                    ]
                    hand = replace(
                        hand,
                        cards=tuple(
                            sorted((card for card, index in mine if index == now), key=PACK.index)
                        ),
                        downcards=tuple((card, index) for card, index in mine if index < now),
                    )
                private[seat] = hand
            stock = tuple(
                card for (whose, _), card in zip(spots, cards, strict=True) if whose is None
            )
            found.add(lie(replace(state, private=tuple(private), hidden=stock)))
    return found


def _fits(table: Table, spots: list[tuple[int | None, int]], cards: tuple[Card, ...]) -> bool:
    public = table.public
    lies, free = public.discard[0].card, False
    for index, laid in enumerate(public.discard[1:], 1):
        assert lies is not None
        suits = [
            card.suit
            for (whose, at), card in zip(spots, cards, strict=True)
            if whose == laid.seat and at > index
        ]
        if (
            laid.way == "sluff"
            and not free
            and not laid.challenged
            and public.options.renegs == "enforced"
            and lies.suit in suits
        ):
            return False
        for call in public.calls:
            shown = [
                later.card.suit
                for later in public.discard[index + 1 :]
                if later.seat == laid.seat and later.card
            ]
            if (
                call.index == index
                and call.back is None
                and call.true != (lies.suit in suits + shown)
            ):
                return False
        free = laid.way == "sluff"
        lies = laid.card or lies
    for call in public.calls:
        if call.back is not None:
            had = [
                card
                for (whose, at), card in zip(spots, cards, strict=True)
                if whose == call.accused and at >= call.index
            ]
            had += [laid.card for laid in public.discard[call.index :] if laid.card]
            lies = next(laid.card for laid in reversed(public.discard[: call.index]) if laid.card)
            if call.back not in had or lies.suit not in {card.suit for card in had}:
                return False
    return True


@pytest.mark.parametrize("name", ENDINGS)
def test_every_world_that_fits_is_drawn_and_as_often_as_any_other(name: str) -> None:
    table, viewer = ENDINGS[name]
    table = known(table)
    wanted = possible(table, viewer)
    assert lie(table.state) in wanted
    each = 60
    drawn = Counter(lie(world) for world in draws(table, viewer, each * len(wanted)))
    assert set(drawn) == wanted
    freedom = max(len(wanted) - 1, 1)
    chi_square = sum((drawn[one] - each) ** 2 / each for one in wanted)
    assert abs(chi_square - freedom) / sqrt(2 * freedom) < 3, (
        "as even as chance makes it, and no more even than that"
    )
