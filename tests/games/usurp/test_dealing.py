"""From the lot to the last hand: dealing, the Leading Order, game points and time-outs."""

from typing import Any

import pytest

from app.games.usurp import GAME
from app.games.usurp.cards import PACK, Card, Order, write_cards
from app.games.usurp.events import (
    CardRevealed,
    DealerDrawn,
    DowncardsShown,
    HandDealt,
    HandOver,
    LastDealCalled,
    MatchOver,
    OrderNamed,
)
from app.games.usurp.moves import Confirm, Reason
from app.games.usurp.options import Options
from app.games.usurp.state import Asked, Paid, Phase, Shown
from app.rules.game import Outcome, Seat, Standing
from tests.games.usurp.table import Table, fresh, order_of, playing

ADA, BEN = Seat(0), Seat(1)


def last_cards(
    ada: int = 30, ben: int = 20, options: Options | None = None, **public: Any
) -> Table:
    """Ada has the last card of the hand to play, a nine on Ben's queen: twelve for Ben."""
    return playing("9C", "", upcard="QC", hand_points=(ada, ben), options=options, **public)


# -- the deal


def test_the_first_dealer_is_drawn_by_lot() -> None:
    table = Table(GAME.setup(2, Options(), False))
    assert (table.public.phase, GAME.pending_shuffle_size(table.state)) == (Phase.LOT, 2)
    table.shuffle([1, 0])
    assert table.events == (DealerDrawn(BEN),)
    assert (table.public.dealer, table.public.leader, GAME.pending_shuffle_size(table.state)) == (
        1,
        0,
        52,
    )


def test_the_last_seat_may_deal_first_without_a_lot() -> None:
    table = Table(GAME.setup(2, Options(first_dealer="last"), False))
    assert (table.public.phase, table.public.dealer, table.public.leader) == (Phase.DEAL, 1, 0)
    assert GAME.opened_cards(table.view(0)) == (), "no lot was shuffled whose card could be shown"
    table.shuffle(range(52))
    assert GAME.awaited_seats(table.public) == (1,), "the dealer names the Order"


def test_thirteen_cards_each_one_at_a_time_beginning_with_the_leader() -> None:
    table = fresh(dealer=1).shuffle(range(52))
    assert table.hand(0) == write_cards(PACK[:26:2])
    assert table.hand(1) == write_cards(PACK[1:26:2])


def test_the_next_card_starts_the_discard_and_the_rest_is_the_stock() -> None:
    table = fresh(dealer=1).shuffle(range(52))
    assert (table.public.upcard, table.public.owner, table.public.worth) == (PACK[26], None, 15)
    assert (table.state.hidden, table.public.stock) == (PACK[27:], 25)
    assert table.events == (HandDealt(1, BEN, ADA, PACK[26]),)


def test_the_dealer_names_the_leading_order_and_the_leader_plays() -> None:
    table = fresh(dealer=1).shuffle(range(52))
    assert (table.public.phase, table.asked) == (Phase.LEADING, (1, Asked.LEADING))
    table.name(1, "common")
    assert table.events == (OrderNamed(BEN, Order.COMMON, leading=True, changed=True),)
    assert (table.public.phase, table.public.order, table.asked) == (
        Phase.PLAY,
        Order.COMMON,
        (0, Asked.PLAY),
    )


def test_the_stock_is_never_shown_without_the_reveal_pile() -> None:
    table = playing("9H 4C", "QC 6H", upcard="KH", stock="2D 3D").play(0, "9H")
    assert (table.public.reveal, table.public.stock) == ((), 2)


def test_the_reveal_pile_grows_by_a_card_after_each_turn() -> None:
    table = playing(
        "9H 4C", "QC 6H", upcard="KH", stock="2D 3D", options=Options(reveal=True)
    ).play(0, "9H")
    assert table.events[-1] == CardRevealed(Card.D2)
    assert (table.public.reveal, table.public.stock, table.state.hidden) == (
        (Card.D2,),
        1,
        (Card.D3,),
    )


def test_a_turn_that_usurps_or_rises_reveals_when_it_is_over() -> None:
    table = playing(
        "9H 4C", "QC 6H", upcard="9S", stock="2D 3D", options=Options(reveal=True)
    ).play(0, "9H")
    revealed = [len(table.public.reveal)]
    revealed.append(len(table.name(0, "regal").public.reveal))
    revealed.append(len(table.uprise(1, "QC").public.reveal))
    revealed.append(len(table.give_in(0).public.reveal))
    assert revealed == [0, 1, 1, 2]


def test_the_last_of_26_turns_has_nothing_left_to_reveal() -> None:
    assert last_cards(options=Options(reveal=True)).play(0, "9C").public.reveal == ()


# -- the end of a hand


def test_most_hand_points_earn_one_game_point() -> None:
    table = last_cards(30, 10).play(0, "9C")
    assert HandOver(1, (30, 22), 0) in table.events
    assert (table.public.game_points, table.public.paid) == ((1, 0), Paid(1, (30, 22), 0))
    assert GAME.standings(table.public) == (Standing(1, ADA, 1, 1), Standing(1, BEN, 2, 0))


def test_equal_hand_points_earn_nothing_and_the_same_dealer_deals_again() -> None:
    table = last_cards(32, 20).play(0, "9C")
    assert (table.public.game_points, table.public.paid) == ((0, 0), Paid(1, (32, 32), None))
    assert GAME.standings(table.public) == ()
    table.confirm(0, 1)
    assert (table.public.hand, table.public.dealer, table.public.leader) == (2, 1, 0)


def test_after_a_hand_that_was_won_the_other_deals() -> None:
    table = last_cards().play(0, "9C").confirm(1, 0)
    assert (table.public.phase, table.public.hand, table.public.dealer, table.public.leader) == (
        Phase.DEAL,
        2,
        0,
        1,
    )
    assert table.public.hand_points == (0, 0)
    assert table.public.discard == ()


@pytest.mark.parametrize(("game_points", "hand"), [((0, 0), 7), ((1, 0), 8)])
def test_the_seventh_hand_that_nobody_wins_ends_the_match(
    game_points: tuple[int, int], hand: int
) -> None:
    before = last_cards(30, 18, game_points=game_points, hand=hand - 1).play(0, "9C")
    assert before.public.phase is Phase.INTERVAL
    table = last_cards(30, 18, game_points=game_points, hand=hand).play(0, "9C")
    found = GAME.outcome(table.public)
    assert found is not None
    assert (found.reason, found.points) == ("drawn-hands", game_points)


def test_hands_that_nobody_won_are_not_counted_in_standings() -> None:
    table = last_cards(32, 20, hand=4, game_points=(1, 0)).play(0, "9C").confirm(0, 1)
    table.shuffle(range(52))
    assert GAME.standings(table.public) == ()
    table = last_cards(0, 0, hand=5, game_points=(1, 0)).play(0, "9C")
    assert [standing.deal for standing in GAME.standings(table.public)] == [2, 2]


def test_the_interval_shows_downcards_and_stock() -> None:
    table = playing("3D", "4C", upcard="KS", stock="5D 6D").uprise(0, "3D").give_in(1).play(1, "4C")
    assert table.public.shown == Shown(((ADA, Card.D3, 1),), (Card.D5, Card.D6), ())
    assert DowncardsShown(((ADA, Card.D3),)) in table.events


def test_before_the_hand_is_over_nothing_is_shown() -> None:
    table = playing("3D 9C", "4C", upcard="KS", stock="5D 6D").uprise(0, "3D").give_in(1)
    assert table.public.shown is None


def test_the_next_hand_waits_until_everybody_is_ready() -> None:
    table = last_cards().play(0, "9C")
    assert GAME.awaited_seats(table.public) == (0, 1)
    table.confirm(1)
    assert (GAME.awaited_seats(table.public), table.public.phase) == ((0,), Phase.INTERVAL)
    assert table.confirm(0).public.phase is Phase.DEAL


def test_nobody_is_ready_before_the_hand_is_over() -> None:
    assert playing("9C", "4C", upcard="KS").refuses(0, Confirm()) is Reason.NOT_ASKED


# -- the end of the match


@pytest.mark.parametrize(("best_of", "to_win"), [(1, 1), (3, 2), (5, 3), (7, 4), (9, 5)])
def test_the_majority_of_game_points_wins(best_of: int, to_win: int) -> None:
    options = Options(best_of=best_of)  # type: ignore[arg-type]
    assert GAME.setup(2, options, False).public.to_win == to_win
    table = last_cards(options=options, game_points=(0, to_win - 1)).play(0, "9C")
    assert table.public.phase is Phase.OVER
    assert GAME.outcome(table.public) == Outcome(((BEN,), (ADA,)), (0, to_win), "game-points")
    assert table.events[-1] == MatchOver((BEN,), to_win)
    assert table.public.shown is not None


def test_one_less_than_the_majority_goes_on() -> None:
    table = last_cards(game_points=(1, 1)).play(0, "9C")
    assert (GAME.outcome(table.public), table.public.phase) == (None, Phase.INTERVAL)


def test_the_hosts_last_hand_ends_the_match_with_most_game_points_first() -> None:
    table = last_cards(game_points=(1, 0), hand=3)
    called = GAME.last_deal(table.state)
    assert called.events == (LastDealCalled(),)
    assert GAME.last_deal(called).events == ()
    table = Table(called).play(0, "9C")
    assert GAME.outcome(table.public) == Outcome(((ADA, BEN),), (1, 1), "last-deal")
    assert table.events[-1] == MatchOver((ADA, BEN), 1)


def test_a_rematch_draws_a_new_lot() -> None:
    assert GAME.setup(2, Options(), True) == GAME.setup(2, Options(), False)


# -- time


def test_time_names_regal_the_leading_order() -> None:
    assert fresh().shuffle(range(52)).expire().public.order is Order.REGAL


def test_time_leaves_the_order_after_an_usurp() -> None:
    table = playing("9S 4H", "KC", upcard="9H", order="common").play(0, "9S").expire()
    assert table.public.order is Order.COMMON


def test_time_gives_in() -> None:
    assert playing("3D 9C", "KC", upcard="KS").uprise(0, "3D").expire().points == (13, 0)


def test_time_plays_the_cheapest_card_that_may_be_played_openly() -> None:
    assert playing("QS 9S 3D", "KC", upcard="KS").expire().public.upcard == "9S"
    assert playing("QD 9C 3D", "KC", upcard="KS").expire().public.upcard == "3D"


def test_time_calls_nobody() -> None:
    table = (
        playing("4C 9H", "KC 6S", upcard="KH", options=Options(renegs="honour"))
        .play(0, "4C")
        .expire()
    )
    assert table.public.calls == ()


def test_time_starts_the_next_hand_for_everybody() -> None:
    assert last_cards().play(0, "9C").expire().public.phase is Phase.DEAL


def test_a_shuffle_in_notation_deals_what_it_says() -> None:
    assert fresh(dealer=1).shuffle(order_of("AS KH")).hand(0).startswith("AS")
