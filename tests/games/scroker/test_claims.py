"""Sections 4.8 and 4.10 of the rules: legal claims, without spelling, and wild cards."""

import pytest

from app.games.scroker.cards import Card, read_cards
from app.games.scroker.claims import NO_WORD, Claim, Fault, HandRules, find_fault
from tests.games.scroker.notation import claimed, hand

MIXED = HandRules(mix_juice=True)


@pytest.mark.parametrize(
    ("cards", "words", "fault"),
    [
        ("an:D ch:O4 an:G", "DOG", Fault.ANIMALS_MIXED),
        ("le:B li:E le:T", "BET", Fault.JUICE_MIXED),
        ("an:T le:H an:E", "THE", Fault.ANIMALS_MIXED),
    ],
)
def test_section_5_3_illegal_claims(cards: str, words: str, fault: Fault) -> None:
    held = read_cards(cards + " li:V li:X")
    assert find_fault(held, claimed(held, words)) is fault
    assert find_fault(held, claimed(held, words), MIXED) is (None if words == "BET" else fault)


def test_section_5_3_mixed_juice_is_natural() -> None:
    assert hand("le:B li:E le:T li:V li:X = BET", MIXED).natural


def test_section_5_3_haul_has_two_chilis() -> None:
    cards = read_cards("le:H le:L ch:A2 ch:U1 an:D")
    assert find_fault(cards, claimed(cards, "HAUL"), HandRules(hot_n_sour=1)) is Fault.TOO_HOT
    assert find_fault(cards, claimed(cards, "HAUL"), HandRules(hot_n_sour=2)) is None


HELD = read_cards("le:B le:T le:A le:R an:O")


@pytest.mark.parametrize(
    ("claim", "fault"),
    [
        (Claim(((Card.LE_B,),)), Fault.LENGTHS),
        (Claim(((Card.LE_B, Card.LE_A), (Card.LE_T,))), Fault.LENGTHS),
        (
            Claim(((Card.LE_B, Card.LE_A, Card.LE_T), (Card.LE_R, Card.AN_O, Card.LE_B))),
            Fault.LENGTHS,
        ),
        (Claim(((Card.LE_B, Card.LE_A, Card.LE_S),)), Fault.NOT_YOURS),
        (Claim(((Card.LE_B, Card.LE_A), (Card.LE_A, Card.LE_T))), Fault.TWICE),
        (Claim(((Card.LE_A, Card.LE_A),)), Fault.TWICE),
        (Claim(((Card.LE_B, Card.LE_A),), ((Card.LE_A, "E"),)), Fault.NOT_WILD),
        (Claim((), ((Card.SC_1, "E"),)), Fault.NOT_WILD),
        (Claim(((Card.LE_B, Card.AN_O),)), Fault.ANIMALS_MIXED),
        (Claim(((Card.LE_A, Card.LE_T), (Card.LE_B, Card.LE_R))), None),
        (Claim(((Card.LE_A, Card.LE_T), (Card.LE_B, Card.LE_R, Card.LE_A)[:2])), None),
        (Claim(((Card.LE_T, Card.LE_B, Card.LE_R),)), None),
        (NO_WORD, None),
    ],
)
def test_section_4_8_what_may_be_claimed_is_judged_without_spelling(
    claim: Claim, fault: Fault | None
) -> None:
    assert find_fault(HELD, claim) is fault


@pytest.mark.parametrize(
    ("wild", "fault"),
    [
        ((), Fault.NO_LETTER),
        (((Card.SC_1, "e"),), Fault.NO_LETTER),
        (((Card.SC_1, "EE"),), Fault.NO_LETTER),
        (((Card.SC_1, "É"),), Fault.NO_LETTER),
        (((Card.SC_1, "E"), (Card.SC_1, "I")), Fault.TWICE),
        (((Card.SC_1, "E"), (Card.SC_2, "I")), Fault.NOT_WILD),
        (((Card.SC_1, "E"),), None),
    ],
)
def test_section_4_8_a_scroker_is_claimed_with_its_letter(
    wild: tuple[tuple[Card, str], ...], fault: Fault | None
) -> None:
    cards = read_cards("le:B le:T sc:1 sc:2 an:O")
    assert find_fault(cards, Claim(((Card.LE_B, Card.SC_1, Card.LE_T),), wild)) is fault


def test_section_4_10_a_card_named_wild_may_be_played_at_its_face() -> None:
    rules = HandRules(wild=frozenset({Card.LE_A}))
    assert hand("le:B le:A le:T li:X li:Z = BAT", rules).natural
    wild = hand("le:B le:A le:T li:X li:Z = BIT", rules, leA="I")
    assert not wild.natural
    assert Card.LE_A not in wild.eligible
