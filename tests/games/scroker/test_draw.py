"""The draw and its reshuffle (sections 4.4 and 4.5)."""

from app.games.scroker.cards import Card, pack, read_cards
from app.games.scroker.events import Drew, StockOut
from app.games.scroker.moves import Draw
from app.games.scroker.state import Phase
from app.rules.game import Seat
from tests.games.scroker.table import JUNK, A, B, C, Session


def test_4_4_up_to_three_cards_are_exchanged_at_once_and_the_number_is_told() -> None:
    session = Session(3).deal(*JUNK[:3], then="an:U an:S").bet("o1 c c")
    session.do(B, Draw(read_cards("li:V li:Z")))
    assert session.hand(B).cards == read_cards("an:U an:S an:L le:W le:H")
    assert session.hand(B).discards == read_cards("li:Z li:V")
    assert session.events(Drew) == [Drew(B, 2)]
    assert session.public.drawn == (None, 2, None)


def test_4_4_standing_pat_draws_nothing_and_is_told_too() -> None:
    session = Session(3).deal(*JUNK[:3]).bet("o1 c c").do(B, Draw(()))
    assert session.events(Drew) == [Drew(B, 0)]


def test_4_4_one_draws_from_the_dealers_left_and_only_who_is_still_in() -> None:
    session = Session(3).deal(*JUNK[:3]).bet("o1 f c")
    assert session.public.turn == B
    session.do(B, Draw(()))
    assert session.public.turn == A


def test_4_4_not_four_cards_not_others_cards_not_one_twice() -> None:
    session = Session(2).deal(*JUNK[:2]).bet("o1 c")
    assert session.refusal(B, Draw(session.hand(B).cards[:4])) == "too-many-cards"
    assert session.refusal(B, Draw(session.hand(A).cards[:1])) == "not-your-cards"
    assert session.refusal(B, Draw(session.hand(B).cards[:1] * 2)) == "card-twice"


def test_4_5_spit_deals_four_turns_one_up_for_all_and_lets_four_be_exchanged() -> None:
    session = (
        Session(2, game="spit")
        .deal("ch:O4 an:D li:X li:J", "ch:E3 an:T li:C li:Z", then="le:N")
        .bet("o1 c")
    )
    assert session.public.spit is Card.LE_N
    assert session.public.counts == (4, 4)
    session.do(B, Draw(session.hand(B).cards))
    assert session.refusal(A, Draw((Card.LE_N,))) == "not-your-cards"


def full_table() -> Session:
    """Eight in a draw game: forty cards dealt, and a stock too small for the fifth's three."""
    return drawn(Session(8).deal().bet("o1" + " c" * 7), 3, 3, 3, 2, 3)


def drawn(session: Session, *numbers: int) -> Session:
    """The next player exchanges this many."""
    for number in numbers:
        assert session.public.turn is not None
        session.do(session.public.turn, Draw(session.hand(session.public.turn).cards[:number]))
    return session


def test_4_4_a_stock_that_runs_out_is_shuffled_anew_short_of_its_last_card() -> None:
    session = full_table()
    assert session.public.phase is Phase.RESHUFFLE
    assert session.public.owed == 3
    assert session.events(StockOut) == [StockOut(15)]
    pile = session.state.hidden
    assert len(set(pile)) == 15
    assert (
        len({card for seat in range(1, 6) for card in session.hand(Seat(seat)).gone} & set(pile))
        == 14
    )


def test_4_4_the_last_card_of_the_old_stock_is_dealt_only_if_the_new_order_says_so() -> None:
    session = full_table()
    pile = list(session.state.hidden)
    session.shuffle(pile[::-1], pile)
    assert set(pile[-3:]) < set(session.hand(Seat(5)).cards)
    assert session.public.turn == Seat(6)


def test_4_4_after_a_reshuffle_everybody_draws_and_no_card_is_lost_or_doubled() -> None:
    session = full_table()
    pile = list(session.state.hidden)
    session.shuffle(pile, pile)
    drawn(session, 3, 3, 3)
    lie = [
        *session.state.hidden,
        *(card for hand in session.state.private for card in (*hand.cards, *hand.discards)),
    ]
    assert sorted(lie) == sorted(pack(0))
    assert session.public.phase is Phase.BET


def test_4_4_the_old_last_card_is_not_dealt_while_others_have_yet_to_draw() -> None:
    """ "The dealer must stop short of the last card and combine it with discards and dropped
    hands": the fourth of eight asks for just as many as are left.
    """
    session = Session(8).deal().bet("o1" + " c" * 7)
    last = session.state.hidden[-1]
    drawn(session, 3, 3, 3, 3)
    assert session.public.phase is Phase.RESHUFFLE
    assert session.public.owed == 1
    assert session.events(StockOut) == [StockOut(13)]
    assert last in session.state.hidden
    pile = list(session.state.hidden)
    session.shuffle(pile, pile)
    drawn(session, 3, 3, 3, 3)
    assert (session.public.phase, session.public.stock) == (Phase.BET, 0), "enough for everybody"


def test_4_4_the_last_to_draw_takes_the_last_card_where_it_is_enough() -> None:
    """ "If the draw is about to exceed the cards available": this one is not."""
    session = Session(8).deal().bet("o1" + " c" * 3 + " f" * 4)
    assert session.public.stock == 12
    drawn(session, 3, 3, 3, 3)
    assert (session.public.phase, session.public.stock) == (Phase.BET, 0)


def test_4_4_folded_hands_are_shuffled_in_and_their_owners_remember_them() -> None:
    session = Session(8).deal().bet("o1" + " c" * 6 + " f")
    folded = session.hand(A).cards
    drawn(session, 3, 3, 3, 3)
    assert set(folded) < set(session.state.hidden)
    assert session.hand(A).gone == folded
    assert session.hand(A).cards == ()


def test_6_2_the_opener_may_throw_the_openers_away_what_was_dealt_is_the_proof() -> None:
    session = Session(2).deal(JUNK[0], "an:D an:T le:Q li:X li:Z").bet("o1 c")
    session.do(B, Draw(read_cards("an:D an:T")))
    assert session.hand(B).dealt == read_cards("an:T an:D le:Q li:Z li:X")


def test_4_3_time_stands_pat() -> None:
    session = Session(3).deal(*JUNK[:3]).bet("o1 c c").time_is_up()
    assert session.public.drawn[B] == 0
    assert session.public.turn == C
