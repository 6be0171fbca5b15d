"""Joining and leaving between two hands, and time-outs."""

import pytest

from app.games.scum_of_the_earth import GAME
from app.games.scum_of_the_earth.events import SeatsChanged
from app.games.scum_of_the_earth.moves import Confirm
from app.games.scum_of_the_earth.options import Options
from app.games.scum_of_the_earth.state import Asked, Phase
from app.rules.game import Seat
from app.rules.play import prompts
from tests.games.scum_of_the_earth.table import EVERYTHING, Table, fresh, playing
from tests.games.scum_of_the_earth.test_ranks import last_cards

A, B, C, D = range(4)


def reseat(table: Table, *left: int, joined: int = 0) -> Table:
    return Table(GAME.reseat(table.state, tuple(map(Seat, left)), joined))


def test_people_come_and_go_between_hands_only() -> None:
    assert not GAME.may_reseat(fresh(4).public)
    assert not GAME.may_reseat(fresh(4, ranked=False).public)
    assert not GAME.may_reseat(playing("K", "K", "K", "K").public)
    table = last_cards((A, B, C, D))
    assert GAME.may_reseat(table.public)
    for seat in range(4):
        table.move(seat, Confirm())
    assert table.public.phase is Phase.DEAL
    assert GAME.may_reseat(table.public)
    table.state = GAME.apply_shuffle(table.state, range(60))
    assert not GAME.may_reseat(table.public)


def test_ranks_close_up_and_joiners_come_last_without_salary() -> None:
    table = reseat(last_cards((C, A, D, B)), A, joined=2)
    assert table.public.ranks == (C, D, B, 4, 5)
    assert table.public.salaries == (3, 0, 4, 1, 0, 0)
    assert table.events == (
        SeatsChanged((Seat(A),), (Seat(4), Seat(5)), tuple(map(Seat, (C, D, B, 4, 5)))),
    )
    assert len(table.state.private) == len(table.public.counts) == len(table.public.played) == 6


def test_who_left_is_asked_nothing_and_holds_nothing() -> None:
    table = reseat(last_cards((A, B, C, D)), D, joined=1)
    assert Seat(D) not in prompts(GAME, table.state)
    assert Seat(4) in prompts(GAME, table.state)
    assert table.hand(D) == ""
    table.expire()
    table.state = GAME.apply_shuffle(table.state, range(60))
    assert table.public.counts == (15, 15, 15, 0, 15)


def test_the_interval_ends_when_the_only_one_not_ready_leaves() -> None:
    table = last_cards((A, B, C, D))
    table = reseat(table, joined=1)
    for seat in (A, B, C, D):
        table.move(seat, Confirm())
    assert reseat(table, 4).public.phase is Phase.DEAL


def test_auto_fits_the_deck_to_the_new_number() -> None:
    table = reseat(last_cards((A, B, C, D)), joined=3).expire()
    assert table.public.highest == 13
    assert GAME.pending_shuffle_size(table.state) == 96


def test_a_chosen_deck_gives_way_to_the_nearest_that_fits() -> None:
    table = last_cards((A, B, C, D), Options(highest="10")).expire()
    assert table.public.highest == 10
    assert reseat(table, joined=2).public.highest == 11


def test_fewer_than_four_cannot_go_on() -> None:
    with pytest.raises(AssertionError):
        reseat(last_cards((A, B, C, D)), A)


def test_who_left_keeps_the_salary_and_stands_after_those_who_stayed() -> None:
    table = reseat(
        last_cards((A, B, C, D), Options(ending="deals", end_deals=2), salaries=(40, 0, 0, 9)),
        A,
        D,
        joined=2,
    )
    table.expire()
    table.state = GAME.apply_shuffle(table.state, range(60))
    while table.public.phase is not Phase.OVER:
        table.expire()
    outcome = GAME.outcome(table.public)
    assert outcome is not None
    assert outcome.ranking[-2:] == ((A,), (D,))
    assert outcome.points[A] == 44
    assert outcome.points[D] == 9


# -- time


def test_a_leader_out_of_time_leads_the_worst_single_card() -> None:
    table = playing("3 9 Q Q", "K K", "K K", "K K").expire()
    assert table.public.played[A] == ("Q",)


def test_a_leader_out_of_time_does_not_lead_the_special_eight_alone() -> None:
    assert playing("7 8*", "K", "K", "K", options=EVERYTHING).expire().public.played[A] == ("7",)


def test_a_leader_out_of_time_with_wilds_alone_leads_one() -> None:
    table = playing("WILD WILD", "A A", "A A", "A A").expire()
    assert table.public.played[A] == ("WILD",)
    assert table.public.turn == B


def test_a_follower_out_of_time_passes() -> None:
    table = playing("Q K", "3 3", "K K", "K K").play(A, "Q").expire()
    assert table.turn() == (C, Asked.FOLLOW)
    assert table.public.counts[B] == 2


def test_the_special_cards_questions_out_of_time() -> None:
    table = playing("6* K", "3 3", "K K", "K K").play(A, "6*").expire()
    assert table.public.trick is not None
    assert table.public.trick.barred == (B,)
    looking = playing("5* K", "3 3", "K K", "K K", options=EVERYTHING).play(A, "5*").expire()
    assert looking.public.looks == ()
    again = playing("7* 3 K", "3 3", "K K", "K K", options=EVERYTHING).play(A, "7*").expire()
    assert again.turn() == (B, Asked.FOLLOW)


def test_an_interval_out_of_time_ends_for_everybody() -> None:
    table = last_cards((A, B, C, D)).move(B, Confirm()).expire()
    assert table.public.phase is Phase.DEAL
    assert table.public.deal == 2
    assert table.public.paid_deal == 1
