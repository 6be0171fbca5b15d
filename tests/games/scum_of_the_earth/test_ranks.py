"""The draw for the first ranks, salaries, and how a match ends."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from app.games.scum_of_the_earth import GAME
from app.games.scum_of_the_earth.cards import Card, read_cards
from app.games.scum_of_the_earth.events import (
    CardsDrawn,
    HandEnded,
    LastDealCalled,
    MatchEnded,
    RanksSet,
)
from app.games.scum_of_the_earth.options import Options
from app.games.scum_of_the_earth.ranks import draw, groups, pay
from app.games.scum_of_the_earth.state import Draw, Phase
from app.rules.game import Seat, Standing
from tests.games.scum_of_the_earth.table import Table, fresh, order_of, playing

A, B, C, D, E = range(5)


def drawing(seats: int, *cards: str) -> Table:
    table = fresh(seats, ranked=False)
    table.state = GAME.apply_shuffle(table.state, order_of(table.state, cards))
    return table


def last_cards(order: Sequence[int], options: Options | None = None, **public: Any) -> Table:
    """Four players at the end of a hand, who lead Kings and go out in this order."""
    table = playing(
        "K", "K", "K", "K", options=options, ranks=tuple(order), turn=order[0], **public
    )
    for place in range(3):
        table.play(order[place], "K")
        if place < 2:
            table.pass_(*order[place + 1 :])
    return table


# -- the draw


def test_the_best_card_drawn_is_the_first_rank() -> None:
    table = drawing(4, "10", "0", "WILD", "3")
    assert table.public.ranks == (C, B, D, A)
    assert table.public.phase is Phase.DEAL
    assert table.public.deal == 1
    assert RanksSet((Seat(C), Seat(B), Seat(D), Seat(A))) in table.events


def test_tied_players_alone_draw_again_until_no_tie_is_left() -> None:
    table = drawing(4, "9", "5", "9", "5", "10", "4", "10", "8", "2", "3")
    assert table.public.draws == (
        Draw(
            ((Seat(A), Card.NINE), (Seat(B), Card.FIVE), (Seat(C), Card.NINE), (Seat(D), Card.FIVE))
        ),
        Draw(
            ((Seat(A), Card.TEN), (Seat(B), Card.FOUR), (Seat(C), Card.TEN), (Seat(D), Card.EIGHT))
        ),
        Draw(((Seat(A), Card.TWO), (Seat(C), Card.THREE))),
    )
    assert table.public.ranks == (B, D, A, C)
    assert [type(event) for event in table.events] == [CardsDrawn, CardsDrawn, CardsDrawn, RanksSet]


def test_a_special_six_beats_a_plain_one_in_the_draw() -> None:
    assert drawing(4, "6", "6*", "7", "8").public.ranks == (B, A, C, D)


def test_where_the_cards_run_out_in_a_tie_the_deck_is_shuffled_again_for_the_tied() -> None:
    seats = [Seat(seat) for seat in range(4)]
    short = draw(seats, (), read_cards("9 9 9 5 8 8"))
    assert groups(seats, short) == [(D,), (A, B, C)]
    again = draw(seats, short, read_cards("3 2 A K"))
    assert groups(seats, again) == [(D,), (C,), (B,), (A,)]


def test_a_draw_that_its_shuffle_cannot_finish_awaits_another() -> None:
    table = fresh(5, ranked=False)
    table.state = replace(table.state, public=replace(table.state.public, highest=1))
    assert table.public.deck == read_cards("WILD WILD 0 A 6* INF")
    table.state = GAME.apply_shuffle(table.state, range(6))
    assert table.public.phase is Phase.DRAW
    assert GAME.pending_shuffle_size(table.state) == 6
    table.state = GAME.apply_shuffle(table.state, [3, 2, 0, 1, 4, 5])
    assert table.public.ranks == (B, A, C, D, E)


def test_ranks_kept_from_the_match_before_need_no_draw() -> None:
    table = fresh(5)
    assert table.public.phase is Phase.DEAL
    assert table.public.ranks == (0, 1, 2, 3, 4)
    assert GAME.pending_shuffle_size(table.state) == 71


def test_the_whole_deck_is_dealt_one_at_a_time_and_everybody_sees_how_many_each_holds() -> None:
    """ "Deals one at a time clockwise, starting with the Head Honcho. It doesn't matter if some
    players get more cards than others"; the number of cards "must be honestly answered".
    """
    table = fresh(5)
    deck = table.public.deck
    table.state = GAME.apply_shuffle(table.state, range(71))
    assert table.public.counts == (15, 14, 14, 14, 14)
    for seat, hand in enumerate(table.state.private):
        assert Counter(hand.cards) == Counter(deck[seat::5])


# -- salaries


@pytest.mark.parametrize(
    ("players", "salaries"),
    [
        (4, (4, 3, 1, 0)),
        (5, (4, 3, 2, 1, 0)),
        (6, (4, 3, 2, 2, 1, 0)),
        (10, (4, 3, 2, 2, 2, 2, 2, 2, 1, 0)),
    ],
)
def test_salaries_by_rank(players: int, salaries: tuple[int, ...]) -> None:
    assert pay(players) == salaries


def test_the_order_of_going_out_is_the_new_order_of_ranks() -> None:
    table = last_cards((C, A, D, B))
    assert table.public.ranks == (C, A, D, B)
    assert table.public.salaries == (3, 0, 4, 1)
    assert HandEnded(1, (Seat(C), Seat(A), Seat(D), Seat(B)), (4, 3, 1, 0)) in table.events
    assert GAME.standings(table.public) == (
        Standing(1, Seat(C), 1, 4),
        Standing(1, Seat(A), 2, 3),
        Standing(1, Seat(D), 3, 1),
        Standing(1, Seat(B), 4, 0),
    )


def test_before_the_first_hand_ends_nothing_has_been_earned() -> None:
    assert GAME.standings(fresh(4).public) == ()
    assert GAME.outcome(fresh(4).public) is None


# -- the end


def test_the_match_goes_on_below_the_end_point() -> None:
    table = last_cards((A, B, C, D), salaries=(20, 20, 0, 0))
    assert table.public.phase is Phase.INTERVAL
    assert GAME.outcome(table.public) is None


def test_the_highest_total_over_the_line_wins() -> None:
    table = last_cards((A, B, C, D), salaries=(21, 24, 0, 0))
    outcome = GAME.outcome(table.public)
    assert outcome is not None
    assert outcome.ranking == ((B,), (A,), (C,), (D,))
    assert outcome.points == (25, 27, 1, 0)
    assert MatchEnded(Seat(B)) in table.events


def test_the_host_sets_the_end_point() -> None:
    assert (
        last_cards((A, B, C, D), Options(end_points=5), salaries=(1, 0, 0, 0)).public.phase
        is Phase.OVER
    )
    assert (
        last_cards((A, B, C, D), Options(end_points=200), salaries=(190, 0, 0, 0)).public.phase
        is Phase.INTERVAL
    )


def test_a_fixed_number_of_hands() -> None:
    options = Options(ending="deals", end_deals=3)
    assert (
        last_cards((A, B, C, D), options, salaries=(60, 0, 0, 0), deal=2).public.phase
        is Phase.INTERVAL
    )
    over = last_cards((A, B, C, D), options, deal=3)
    outcome = GAME.outcome(over.public)
    assert outcome is not None
    assert outcome.reason == "last-deal"


def test_without_end_the_match_goes_on_until_the_last_hand_is_called() -> None:
    options = Options(ending="endless")
    assert (
        last_cards((A, B, C, D), options, salaries=(900, 0, 0, 0), deal=99).public.phase
        is Phase.INTERVAL
    )
    table = last_cards((A, B, C, D), options, last_deal=True)
    outcome = GAME.outcome(table.public)
    assert outcome is not None
    assert outcome.reason == "last-deal"


def test_the_last_hand_is_called_once_and_told() -> None:
    table = playing("K K", "K", "K", "K")
    called = GAME.last_deal(table.state)
    assert called.public.last_deal
    assert called.events == (LastDealCalled(),)
    assert GAME.last_deal(called).events == ()


def test_equal_salaries_at_the_end_are_ranked_by_the_last_hand() -> None:
    table = last_cards((B, A, C, D), Options(ending="deals", end_deals=1), salaries=(1, 0, 0, 1))
    outcome = GAME.outcome(table.public)
    assert outcome is not None
    assert outcome.ranking == ((B,), (A,), (C,), (D,))
