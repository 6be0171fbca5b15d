"""Longhorn Stud (section 4.6)."""

from app.games.scroker.cards import Card, Suit, read_cards
from app.games.scroker.events import HandShown, LastCardsDealt, OpenCardsDealt, RoundBegun, StockOut
from app.games.scroker.moves import Check, Open
from app.games.scroker.state import Phase
from tests.games.scroker.table import A, B, C, Session

UP = ("li:C li:X an:M le:Q li:Z", "li:V li:J an:S an:A le:B", "li:K le:P le:L le:F ch:U1")
"""Section 5.3, Lead: A shows a lone Moose, B a pair of Animals, C a pair of Lemons."""


def stud(seats: int = 3, *hands: str, **options: object) -> Session:
    return Session(seats, game="longhorn", **options).deal(*(hands or UP))


def test_4_6_two_cards_lie_face_down_and_three_open() -> None:
    session = stud()
    assert session.public.counts == (2, 2, 2)
    assert session.hand(A).cards == read_cards("li:X li:C")
    assert session.public.up[A] == read_cards("an:M le:Q li:Z")


def test_5_3_the_best_open_pair_of_one_suit_leads() -> None:
    assert stud().events(RoundBegun) == [RoundBegun(1, B)]


def test_4_6_the_dealer_says_what_lies_open() -> None:
    lines = {line.seat: line for line in stud().events(OpenCardsDealt)}
    assert lines[A].high == (Card.AN_M,)
    assert lines[A].could is None
    assert lines[B].high == (Card.AN_S, Card.AN_A)
    assert lines[B].could is Suit.ANIMALS


def test_4_6_there_is_no_checking_in_the_first_round_and_no_openers() -> None:
    session = stud(openers="enforced")
    assert session.refusal(B, Check()) == "no-check"
    assert Open(1) in session.legal(B)
    session.bet("o1 c c")
    assert Check() in session.legal(session.public.turn or A)


def test_4_6_the_lead_is_found_anew_among_those_still_in() -> None:
    session = Session(3, game="longhorn").deal(*UP, then="li:D ch:E1").bet("f o1 c")
    assert session.public.folded == (B,)
    assert session.events(RoundBegun)[-1] == RoundBegun(2, C)


def test_4_6_a_sixth_card_lies_open_and_a_seventh_face_down() -> None:
    session = (
        Session(3, game="longhorn").deal(*UP, then="an:U le:A ch:E1 an:D an:E an:G").bet("o1 c c")
    )
    assert session.public.up[B] == read_cards("an:S an:A le:B an:U")
    session.bet("k k k")
    assert session.public.counts == (3, 3, 3)
    assert session.events(LastCardsDealt) == [LastCardsDealt(None)]
    assert Card.AN_D in session.hand(B).cards


def test_4_6_hole_cards_of_all_who_stayed_are_turned_up_before_the_claims() -> None:
    session = stud().bet("o1 c f").bet("k k").bet("k k")
    assert session.public.phase is Phase.DECLARE
    assert {event.seat for event in session.events(HandShown)} == {B, C}
    assert session.public.shown == ((), session.hand(B).cards, session.hand(C).cards)


def test_4_6_a_claim_uses_hole_and_open_cards() -> None:
    session = (
        Session(2, game="longhorn")
        .deal("an:D li:X an:O an:G le:Q", "li:V li:J an:S an:A le:B")
        .bet("o1 c")
        .bet("k k")
        .bet("k k")
    )
    session.declare(A="an:D an:O an:G")
    assert session.public.leader == A


def test_6_2_eight_who_all_stay_share_the_seventh_card() -> None:
    session = stud(8, "").bet("o1" + " c" * 7).bet("k " * 8)
    (last,) = session.events(LastCardsDealt)
    assert last.common is session.public.common is not None
    assert session.public.counts == (2,) * 8
    assert session.public.phase is Phase.BET


def test_4_6_folded_hands_go_into_a_stock_that_is_too_small() -> None:
    session = stud(8, "").bet("o1" + " c" * 7).bet("f" + " k" * 7)
    assert session.public.phase is Phase.RESHUFFLE
    assert session.events(StockOut) == [StockOut(10)]
    pile = list(session.state.hidden)
    session.shuffle(pile, pile)
    assert session.public.common is None
    assert sorted(session.public.counts) == [0] + [3] * 7
    held = [card for hand in session.state.private for card in hand.cards]
    up = [card for cards in session.public.up for card in cards]
    assert (
        len({*held, *up, *session.state.hidden}) == 52 == len([*held, *up, *session.state.hidden])
    )


def test_4_6_where_the_leader_has_tapped_out_the_next_who_can_speaks_first() -> None:
    session = (
        Session(3, game="longhorn", buy_in=10, max_bet=0).deal(*UP).bet("o4 c c").bet("o5 c c")
    )
    assert len(session.public.tapped) == 3
    assert session.public.phase is Phase.DECLARE
