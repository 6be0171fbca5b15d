"""Resampling: every drawn world fits what the viewer knows, and every fitting one may be drawn."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from app.games.scum_of_the_earth import GAME
from app.games.scum_of_the_earth.cards import PLACE, Card, deck, read_cards, write_cards
from app.games.scum_of_the_earth.moves import Confirm, Takeover
from app.games.scum_of_the_earth.options import Options
from app.games.scum_of_the_earth.state import Phase, ScumState
from app.rules.game import Seat, view
from tests.games.scum_of_the_earth.table import EVERYTHING, Table, fresh, playing, window
from tests.games.scum_of_the_earth.test_bonus import all_ready

A, B, C, D = range(4)


def worlds(table: Table, seat: int | None, number: int = 60) -> Iterator[ScumState]:
    chance = random.Random(5)
    seen = view(table.state, None if seat is None else Seat(seat))
    for _ in range(number):
        world = GAME.resample(seen, chance)
        assert view(world, seen.seat) == seen
        assert tuple(len(hand.cards) for hand in world.private) == table.public.counts
        yield world


def dealt(*tops: str, options: Options | None = None) -> Table:
    """Four players, ten high: seat i gets the cards of `tops[i]`; the last seats get the worst
    rest.
    """
    options = options or Options()
    left = Counter(deck(10))
    hands = [list(read_cards(top)) for top in tops]
    for hand in hands:
        left.subtract(hand)
    assert min(left.values()) >= 0
    rest = sorted(left.elements(), key=PLACE.__getitem__)
    for hand in reversed(hands):
        while len(hand) < 15:
            hand.append(rest.pop())
    return window(*(write_cards(hand) for hand in hands), options=options, highest=10)


HANDS = ("2 3 3 9 9 9", "4 4 4 8 8 8", "5 5 5 7 7", "0 A 6* 10 10")


def test_before_the_bonuses_every_other_hand_is_open() -> None:
    table = dealt(*HANDS)
    assert len({world.private[B].cards for world in worlds(table, A)}) > 50
    assert {world.private[A].cards.count(Card.WILD) for world in worlds(table, B)} == {0, 1, 2}


def test_the_giver_knows_that_the_partner_holds_what_was_given() -> None:
    table = all_ready(dealt(*HANDS))
    for world in worlds(table, D):
        assert {Card.ZERO, Card.ACE} <= set(world.private[A].cards)
    table.give(A, "0 9").give(B, "8")
    for world in worlds(table, D):
        assert Card.ACE in world.private[A].cards
        assert world.private[A].exchange == table.state.private[A].exchange
    table.play(A, "A")
    assert all(Card.ACE not in world.private[A].cards for world in worlds(table, D))


def test_the_receiver_knows_that_nothing_better_was_kept() -> None:
    table = all_ready(dealt(*HANDS))
    for world in worlds(table, A):
        assert min(PLACE[card] for card in world.private[D].cards) >= PLACE[Card.ACE]
    table.give(A, "0 9").give(B, "8")
    for world in worlds(table, A):
        assert world.private[D].cards.count(Card.ZERO) == 1
        assert Card.WILD not in world.private[D].cards


def test_while_the_higher_rank_ponders_others_know_whose_cards_are_better() -> None:
    table = all_ready(dealt(*HANDS))
    for world in worlds(table, B):
        exchange = world.private[A].exchange
        assert exchange is not None
        assert max(PLACE[card] for card in exchange.got) <= min(
            PLACE[card] for card in world.private[D].cards
        )
        assert Counter(exchange.got) <= Counter(world.private[A].cards)


def test_once_the_gift_is_made_a_third_player_knows_nothing_for_certain() -> None:
    table = all_ready(dealt(*HANDS)).give(A, "9 9").give(B, "8")
    wilds = {world.private[D].cards.count(Card.WILD) for world in worlds(table, C)}
    assert wilds == {0, 1, 2}


@pytest.mark.parametrize("seat", [None, A, B, C, D])
def test_the_exchange_of_others_fits_their_hands(seat: int | None) -> None:
    table = all_ready(dealt(*HANDS)).give(A, "9 9").give(B, "8")
    for world in worlds(table, seat):
        for place, number in ((0, 2), (1, 1)):
            higher, lower = world.private[place], world.private[3 - place]
            assert higher.exchange is not None
            assert lower.exchange is not None
            assert higher.exchange.got == lower.exchange.gave
            assert higher.exchange.gave == lower.exchange.got
            assert len(higher.exchange.got) == number
            kept = Counter(lower.cards) - Counter(lower.exchange.got)
            assert max(PLACE[card] for card in lower.exchange.gave) <= min(
                PLACE[card] for card in kept
            )
            assert (
                not Counter(higher.exchange.got)
                - Counter(higher.cards)
                - Counter(higher.exchange.gave)
            )


def test_a_takeover_shows_who_was_dealt_both_wilds() -> None:
    table = dealt("2 3 3", "4 4 4", "WILD WILD 5", "0 A 6*").move(C, Takeover())
    assert table.public.ranks == (C, D, A, B)
    for seat in (None, A, B, D):
        for world in worlds(table, seat, 20):
            assert world.private[C].cards.count(Card.WILD) == 2
    table.give(C, f"WILD {table.hand(C).split()[-1]}").give(D, table.hand(D).split()[-1])
    for seat in (None, A):
        held = {
            (world.private[C].cards.count(Card.WILD), world.private[B].cards.count(Card.WILD))
            for world in worlds(table, seat, 200)
        }
        assert held <= {(2, 0), (1, 1), (0, 2)}
        assert {(2, 0), (1, 1)} <= held
    for world in worlds(table, B, 20):
        assert world.private[C].cards.count(Card.WILD) == 1


def test_a_look_fixes_the_hand_less_what_was_played_since() -> None:
    table = (
        playing("5* K K", "9 8 7", "6 5 4", "Q Q Q", options=EVERYTHING).play(A, "5*").target(A, C)
    )
    table.pass_(B).play(C, "4")
    for world in worlds(table, A):
        assert write_cards(world.private[C].cards) == "5 6"
    assert len({world.private[C].cards for world in worlds(table, B)}) > 20


def test_others_know_that_somebody_looked_and_the_world_shows_what_was_there() -> None:
    table = (
        playing("5* K K", "9 8 7", "6 5 4", "Q Q Q", options=EVERYTHING).play(A, "5*").target(A, C)
    )
    table.pass_(B).play(C, "4")
    for world in worlds(table, B):
        (seen,) = world.private[A].seen
        assert Counter(seen.cards) == Counter((*world.private[C].cards, Card.FOUR))
        assert seen.played == 0


def test_infinity_taken_back_is_where_everybody_saw_it_go() -> None:
    table = playing("INF Q 2", "K Q 2", "J J 2", "J J 2").play(A, "INF").play(B, "K").pass_(C, D, A)
    for seat in (None, A, C):
        for world in worlds(table, seat, 20):
            assert Card.INFINITY in world.private[B].cards
    table.play(B, "INF").pass_(C, D, A)
    for world in worlds(table, A, 20):
        assert all(Card.INFINITY not in hand.cards for hand in world.private)


def test_a_seen_hand_that_took_infinity_since_holds_it() -> None:
    table = (
        playing("5* INF 2", "K Q 3", "4 J J", "J J 4", options=EVERYTHING)
        .play(A, "5*")
        .target(A, B)
        .pass_(B, C, D)
    )
    table.play(A, "INF").play(B, "K").pass_(C, D, A)
    for seat in (None, A, C):
        for world in worlds(table, seat, 20):
            assert Card.INFINITY in world.private[B].cards
            if seat != A:
                assert Card.INFINITY not in world.private[A].seen[0].cards


def test_infinity_that_came_after_a_look_and_was_played_again_was_not_seen() -> None:
    """The first to play it had held it all along (twin run, seed 97000170)."""
    table = (
        playing("5* INF 2", "K Q 3", "4 J J", "J J 4", options=EVERYTHING)
        .play(A, "5*")
        .target(A, B)
        .pass_(B, C, D)
    )
    table.play(A, "INF").play(B, "K").pass_(C, D, A).play(B, "INF")
    for seat in (None, C, D):
        for world in worlds(table, seat, 20):
            (seen,) = world.private[A].seen
            assert Card.INFINITY not in seen.cards
            assert len(seen.cards) == 3


def test_in_the_interval_and_before_the_deal_there_is_nothing_to_guess() -> None:
    table = fresh(4)
    table.state = GAME.apply_shuffle(table.state, range(60))
    while table.public.phase is not Phase.INTERVAL:
        table.expire()
    assert sum(table.public.counts) > 0
    for seat in (None, A, D):
        for world in worlds(table, seat, 3):
            assert world.private == table.state.private
    table.expire()
    assert all(world.private == table.state.private for world in worlds(table, B, 2))


def test_confirming_is_no_proof_of_anything() -> None:
    table = dealt("2 3 3", "4 4 4", "WILD WILD 5", "0 A 6*").move(C, Confirm())
    assert table.public.phase is Phase.TAKEOVER
    assert {world.private[C].cards.count(Card.WILD) for world in worlds(table, A)} == {0, 1, 2}
