"""Necromancy: cards of finished tricks are part of the hand (page 6.3)."""

import random
from itertools import combinations

import pytest

from app.games.scum_the_masquerade.cards import deck
from app.games.scum_the_masquerade.hands import TYPES, hand_type
from app.games.scum_the_masquerade.moves import (
    AnswerBoon,
    AskBoon,
)
from app.games.scum_the_masquerade.powers.borrowing import with_borrowed
from app.games.scum_the_masquerade.powers.sheets import Dot, Sheet
from app.games.scum_the_masquerade.state import Trick
from tests.games.scum_the_masquerade.rare_powers import CRYPTS, PILE, X, table_with, unearthed
from tests.games.scum_the_masquerade.table import A, B, C, D, cards, playing


@pytest.mark.parametrize(
    ("level", "own", "borrowed"),
    [(1, "5C 5D", "5H"), (2, "5C 5D 6H", "5H 6S"), (3, "5C 5D", "5H 7D 7H")],
)
def test_necromancy_borrows_as_many_cards_as_its_level(level: int, own: str, borrowed: str) -> None:
    """Page 6.3: they leave the pile, lie in the trick, and are in the pile again after it."""
    table = table_with(X.NECROMANCY, 3)
    table.does(A, unearthed(own, borrowed, level))
    assert table.public.trick is not None
    (laid,) = table.public.trick.hands
    assert set(laid.cards) == {*cards(own), *cards(borrowed)}
    assert laid.borrowed == cards(borrowed)
    assert not set(cards(borrowed)) & set(table.public.pile)
    assert table.public.sheets[A].unspent(X.NECROMANCY) == 3 - level
    assert table.public.played[A][-len(cards(own)) :] == cards(own)
    table.passes(B, C, D)
    assert set(cards(PILE)) < set(table.public.pile)


def test_necromancy_takes_no_more_than_its_level_and_only_from_finished_tricks() -> None:
    table = table_with(X.NECROMANCY, 3)
    assert table.refusal(A, unearthed("5C", "5H 7H"), "play-with") == "not-in-the-pile"
    assert table.refusal(A, unearthed("5C", "6D"), "play-with") == "not-in-the-pile"
    assert table.refusal(A, unearthed("5C", ""), "play-with") == "not-in-the-pile"
    assert table.refusal(A, unearthed("5C", "6S"), "play-with") == "no-hand"
    table.plays(A, "6H").plays(B, "8H").passes(C, D, A)
    assert "6H" in table.public.pile


def test_necromancy_needs_a_card_of_ones_own() -> None:
    """A27."""
    table = table_with(X.NECROMANCY, 3)
    assert table.refusal(A, unearthed("", "7D 7H", 2), "play-with") == "not-your-cards"


@pytest.mark.parametrize("level", [2, 3])
def test_necromancy_of_a_level_needs_its_dots(level: int) -> None:
    table = table_with(X.NECROMANCY, level - 1)
    assert table.refusal(A, unearthed("5C", "5H", level), "play-with") == "no-dots"


def test_necromancy_beats_a_trick_by_the_borrowed_card_and_keeps_its_type() -> None:
    table = table_with(X.NECROMANCY, 1)
    table.does(A, unearthed("5C", "5H"))
    assert table.refuses(B, "6C") == "wrong-type"
    own = (Sheet(), Sheet.of(None, (Dot(X.NECROMANCY),)), Sheet(), Sheet())
    second = table_with(X.NECROMANCY, 1, sheets=own).plays(A, "5C 5D")
    assert second.refusal(B, unearthed("6C 7C", "6S"), "play-with") == "no-hand"
    second.does(B, unearthed("6C", "6S"))
    assert second.public.trick is not None
    assert second.public.trick.hands[-1].top == cards("6S")[0].height


def test_necromancy_is_offered_only_if_a_borrowed_card_helps() -> None:
    own = (Sheet(), Sheet.of(None, (Dot(X.NECROMANCY, 3),)), Sheet(), Sheet())
    alone = table_with(X.NECROMANCY, 3, sheets=own).plays(A, "6H")
    assert "play-with" not in alone.kinds(B), "a single has no room for another card"
    low = table_with(X.NECROMANCY, 3, sheets=own, pile=cards("5S 5H")).plays(A, "5C 5D")
    assert "play-with" not in low.kinds(B), "no pair is high enough"


def test_necromancy_adds_nothing_to_a_promised_hand() -> None:
    """A5: exactly the shown cards."""
    sheets = (Sheet(), Sheet(), Sheet.of(None, (Dot(X.NECROMANCY),)), Sheet())
    table = playing(*CRYPTS, sheets=sheets, trick=Trick(1), pile=cards("8D"))
    table.does(C, AskBoon(cards("8C"))).does(A, AnswerBoon(True))
    assert "play-with" not in table.kinds(C)


def test_every_hand_listed_with_necromancy_is_one_that_a_search_of_all_cards_finds() -> None:
    """The patterns of ranks leave out no hand and list none twice."""
    chance = random.Random(5)
    for packs in (1, 2):
        for _ in range(4):
            some = chance.sample(deck(packs), 13)
            crypt, pile = tuple(some[:6]), tuple(some[6:])
            wanted = {
                (frozenset(own), frozenset(lent))
                for size in range(2, 7)
                for both in combinations(some, size)
                for own in [[card for card in both if card in crypt]]
                for lent in [[card for card in both if card in pile]]
                if own and 1 <= len(lent) <= 2 and hand_type(both, packs) is not None
            }
            listed = [
                (frozenset(own), frozenset(lent))
                for kind in TYPES[packs]
                for own, lent in with_borrowed(kind, crypt, pile, packs, 2)
            ]
            assert len(set(listed)) == len(listed)
            assert set(listed) == wanted
