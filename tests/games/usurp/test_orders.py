"""Regal, Common, and the beaters' exception to both."""

from itertools import combinations, permutations

from app.games.usurp.cards import CROWN, PACK, PLOW, Card, Order, beats

SPADES = PACK[:13]
BEATERS = (Card.SA, Card.S2)


def test_regal_is_crown_high_and_plow_low() -> None:
    pairs = [pair for pair in combinations(SPADES, 2) if pair != BEATERS]
    assert all(
        beats(high, low, Order.REGAL) and not beats(low, high, Order.REGAL) for high, low in pairs
    )


def test_common_is_regal_upside_down() -> None:
    pairs = [pair for pair in combinations(SPADES, 2) if pair != BEATERS]
    assert all(
        beats(low, high, Order.COMMON) and not beats(high, low, Order.COMMON) for high, low in pairs
    )


def test_a_beater_played_on_the_other_beater_wins_in_both_orders() -> None:
    assert all(
        beats(card, upcard, order) for card, upcard in permutations(BEATERS, 2) for order in Order
    )


def test_the_beaters_are_the_crowns_and_the_plows() -> None:
    assert {card.rank for card in PACK if card.beater} == {CROWN, PLOW}
    assert sum(card.beater for card in PACK) == 8
