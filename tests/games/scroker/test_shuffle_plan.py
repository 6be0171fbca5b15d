"""The positions of a shuffle that each seat is opened, where the stock is shuffled again."""

from collections.abc import Sequence

from app.games.scroker import GAME
from app.games.scroker.cards import Card
from app.games.scroker.state import Phase
from app.rules.game import Seat, view
from tests.games.scroker.table import Session
from tests.games.scroker.test_draw import drawn
from tests.games.scroker.test_stud import stud

F, G, H, A = Seat(5), Seat(6), Seat(7), Seat(0)


def opened(session: Session, seat: Seat | None, order: Sequence[Card], first: int = 0) -> set[Card]:
    """The cards at the positions from `first` on that a seat is opened now."""
    listed = GAME.opened_cards(view(session.state, seat))
    return {order[one.position - first] for one in listed if one.position >= first}


def test_a_hand_that_a_reshuffle_interrupts_is_opened_from_both_orders() -> None:
    session = drawn(Session(8).deal().bet("o1" + " c" * 7), 3, 3, 3, 1)
    stock = session.state.hidden
    kept = session.hand(F).cards[3:]
    drawn(session, 3)
    assert session.public.phase is Phase.RESHUFFLE
    before = opened(session, F, stock, 50)
    assert before == {stock[0]} == set(session.hand(F).cards) - set(kept)
    assert opened(session, G, stock, 50) == set()
    pile = session.state.hidden[::-1]
    assert GAME.deck_codes(session.public) == GAME.deal_plan(session.public) == ()
    assert GAME.hidden_codes(session.state) == session.state.hidden
    session.shuffle(pile, session.state.hidden)
    drawn(session, 3, 0, 2)
    for seat in (F, G, H, A):
        late = set(pile[:2]) if seat == F else set(session.hand(seat).late)
        assert opened(session, seat, pile) == late <= set(session.hand(seat).cards)
    assert opened(session, None, pile) == set()
    assert opened(session, A, pile) == set(pile[5:7])


def test_the_last_cards_of_the_stud_are_opened_from_the_new_order() -> None:
    session = stud(8, "").bet("o1" + " c" * 7).bet("f" + " k" * 7)
    pile = session.state.hidden[::-1]
    session.shuffle(pile, session.state.hidden)
    for seat in map(Seat, range(8)):
        assert opened(session, seat, pile) == set(session.hand(seat).late)
    assert sum(bool(session.hand(Seat(seat)).late) for seat in range(8)) == 7


def test_a_common_last_card_is_opened_to_all() -> None:
    session = stud(8, "").bet("o1" + " c" * 7)
    stock = session.state.hidden
    session.bet("k " * 8)
    assert session.public.common == stock[0]
    assert opened(session, None, stock, 48) == opened(session, A, stock, 48) == {stock[0]}
