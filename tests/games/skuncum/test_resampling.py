"""Worlds of a view: the facts that a lead and dropping out show, and exact draws of the rest."""

import random
from collections import Counter
from itertools import combinations

from app.games.skuncum.cards import Card, has_suit, sort_hand
from app.games.skuncum.resampling import sample_worlds
from app.rules.game import Seat, view
from tests.games.skuncum.table import ANN, BOB, CY, DEE, Table, dealt

DRAWS = 200


def worlds(table: Table, viewer: int | None, draws: int = DRAWS) -> list[tuple[bool, ...]]:
    """For each world drawn: which seats hold a Suit card."""
    seen = view(table.state, None if viewer is None else Seat(viewer))
    drawn = sample_worlds(seen, random.Random(1))
    return [tuple(has_suit(hand.cards) for hand in next(drawn).private) for _ in range(draws)]


def test_who_is_skipped_at_the_lead_holds_no_suit_card_and_who_is_asked_holds_one() -> None:
    """Errata A04: public knowledge."""
    table = dealt("A5", "MAY-R", "B5", "GR-U").passes(BOB)
    assert table.public.suited == (False, True, False, True)
    assert set(worlds(table, None)) == {(False, True, False, True)}


def test_who_may_pass_knows_that_somebody_else_holds_a_suit_card() -> None:
    table = dealt("MAY-R", "A5", "GR-U", "A10", "A5 A10")
    assert table.public.one_of == (1, 2, 3, 4)
    found = worlds(table, ANN, 2000)
    assert all(any(others) for _, *others in found)
    assert Counter(sum(others) for _, *others in found)[1] > 0


def test_dropping_out_without_politiks_shows_that_there_is_no_suit_card() -> None:
    table = dealt("MAY-R", "A5", "GR-U", "A10").lead(ANN, "MAY-R").drop(BOB)
    assert table.public.suited[BOB] is False
    assert all(not world[BOB] for world in worlds(table, DEE))
    assert table.public.one_of == (CY, DEE)


def test_dropping_out_after_politiks_shows_nothing() -> None:
    table = dealt("MAY-R", "A5 GR-G", "GR-U", "A10").lead(ANN, "MAY-R")
    table.politiks(BOB, "A5", ANN).drop(BOB)
    assert {world[BOB] for world in worlds(table, DEE)} == {True, False}


def test_a_seat_that_has_laid_its_suit_card_may_have_another_or_not() -> None:
    table = dealt("MAY-R GR-R", "GR-R A5", "GR-U A5").lead(ANN, "MAY-R")
    table.join(BOB, "GR-R", "bandwagon")
    assert table.public.suited[BOB] is None
    assert {world[BOB] for world in worlds(table, CY)} == {True, False}


def test_draws_are_exact_where_all_worlds_can_be_listed() -> None:
    """Ann does not see five cards: Bob has two of them, Cy one, and the deck two."""
    table = dealt("MAY-R", "GR-U A5", "B5", stock=2)
    unseen = {"GR-U.1", "A5.1", "B5.1", *table.state.hidden}
    possible = {
        (pair, card)
        for pair in combinations(sort_hand(map(Card, unseen)), 2)
        for card in unseen.difference(pair)
        if has_suit((*pair, Card(card)))
    }
    drawn = sample_worlds(view(table.state, ANN), random.Random(2))
    found: Counter[object] = Counter()
    for _ in range(6000):
        world = next(drawn)
        found[world.private[BOB].cards, world.private[CY].cards[0]] += 1
    assert set(found) == possible
    assert max(found.values()) < 1.6 * min(found.values())


def test_a_seat_that_has_no_card_left_is_none_of_those_that_may_hold_a_suit_card() -> None:
    table = dealt("MAY-R", "A5", "GR-U A10", "A5").lead(ANN, "MAY-R").politiks(BOB, "A5", ANN)
    assert table.public.one_of == (CY, DEE)
    assert all(any(world) for world in worlds(table, ANN))
    table.drop(BOB).politiks(CY, "A10", ANN).drop(CY).politiks(DEE, "A5", ANN)
    after = table.view(ANN).public
    assert (after.one_of, after.suited[CY]) == ((), True)
