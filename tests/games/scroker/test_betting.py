"""Betting (section 4.3): who may say what, when a round is over, and tapping out."""

import pytest

from app.games.scroker import GAME, event_text
from app.games.scroker.events import (
    FoldedOut,
    HandShown,
    OpenersProved,
    PassedIn,
    PotCarried,
    RoundBegun,
)
from app.games.scroker.moves import Call, Check, Draw, Fold, Open, Raise, Ready
from app.games.scroker.state import Phase
from app.rules.errors import NotYourTurn
from app.rules.play import play
from tests.games.scroker.table import JUNK, A, B, C, D, Session

TADPOLE = "le:B le:T ch:E5 li:X li:Z"


def test_4_2_everybody_pays_the_ante_before_the_first_card() -> None:
    session = Session(3).deal(*JUNK[:3])
    assert session.public.stacks == (49, 49, 49)
    assert session.public.staked == (1, 1, 1)
    assert session.public.counts == (5, 5, 5)


def test_4_3_before_an_opening_one_may_check_open_up_to_the_limit_or_fold() -> None:
    session = Session(3, max_bet=3).deal(*JUNK[:3])
    assert session.legal(B) == [Check(), Fold(), Open(1), Open(2), Open(3)]
    assert session.refusal(B, Call()) == "nothing-to-call"
    assert session.refusal(B, Raise(1)) == "nothing-to-call"
    assert session.refusal(B, Open(4)) == "bet-too-high"
    assert session.refusal(B, Open(0)) == "bet-too-low"


def test_4_3_check_vanishes_after_an_opening_also_for_those_who_checked() -> None:
    session = Session(3).deal(*JUNK[:3]).bet("k o2")
    assert session.refusal(A, Check()) == "bet-stands"
    assert session.refusal(A, Open(2)) == "bet-stands"
    session.bet("c")
    assert session.public.turn == B
    assert session.refusal(B, Check()) == "bet-stands"


def test_4_3_stay_for_two_and_raise_two_puts_in_four() -> None:
    session = Session(3).deal(*JUNK[:3]).bet("o2 r2")
    assert session.public.put == (0, 2, 4)
    assert session.public.stacks == (49, 47, 45)
    assert session.public.level == 4


def test_4_3_nobody_raises_himself_the_round_ends_before_the_last_to_raise() -> None:
    session = Session(3).deal(*JUNK[:3]).bet("o2 c r1 c")
    assert session.public.turn == C
    session.bet("c")
    assert session.public.phase is Phase.DRAW
    assert session.public.staked == (4, 4, 4)


def test_4_3_folding_is_always_allowed_even_where_checking_is_free() -> None:
    assert Session(3).deal(*JUNK[:3]).bet("f").public.folded == (B,)


def test_4_3_who_has_folded_is_not_asked_again() -> None:
    session = Session(3).deal(*JUNK[:3]).bet("f o1 c")
    with pytest.raises(NotYourTurn):
        play(GAME, session.state, B, f"{session.public.hand}-{session.public.questions}", Fold())


def test_4_3_a_limit_of_raises_holds_for_each_round() -> None:
    session = Session(3, max_raises=1).deal(*JUNK[:3]).bet("o1 r1")
    assert session.refusal(A, Raise(1)) == "no-more-raises"
    session.bet("c c").stand_pat().bet("o1 r1")
    assert session.public.raises == 1


def test_4_3_without_a_limit_one_may_bet_as_many_as_one_has() -> None:
    session = Session(2, max_bet=0).deal(*JUNK[:2])
    assert session.refusal(B, Open(50)) == "not-enough-chips"
    session.bet("o49")
    assert session.public.tapped == (B,)


def test_4_4_nobody_opens_and_the_antes_wait_for_the_next_hand() -> None:
    session = Session(3).deal(*JUNK[:3]).bet("k k k")
    assert session.events(PassedIn) == [PassedIn(3)]
    assert (session.public.phase, session.public.carry) == (Phase.INTERVAL, 3)
    session.ready().deal(*JUNK[:3])
    assert session.public.dealer == B
    session.bet("o1 f f")
    assert session.public.stacks == (48, 48, 54)


def test_4_4_after_the_last_hand_no_chips_are_said_to_wait_for_a_next_one() -> None:
    waits = "3 play chips stay in the pot for the next hand."
    session = Session(3).deal(*JUNK[:3]).bet("k k k")
    assert waits in event_text.say_event(session.public, PassedIn(3), "ABC")
    last = Session(3, ending="hands", hands=1).deal(*JUNK[:3]).bet("k k k")
    for event in (PassedIn(3), PotCarried(1, 3)):
        said = event_text.say_event(last.public, event, "ABC")
        assert said.endswith("3 play chips go back to those who paid.")


def test_4_2_the_deal_passes_left_after_every_hand() -> None:
    session = Session(3).deal(*JUNK[:3]).bet("f f")
    assert session.ready().public.dealer == B
    session.deal(*JUNK[:3]).bet("k k k")
    assert session.ready().public.dealer == C


def test_4_3_the_last_one_left_takes_the_antes_without_betting_shows_and_proves_nothing() -> None:
    session = Session(3).deal(*JUNK[:3]).bet("f f")
    assert session.events(FoldedOut) == [FoldedOut(A, 3)]
    assert session.events(HandShown) == session.events(OpenersProved) == []
    assert session.public.shown == ((), (), ())


def test_4_4_the_second_round_begins_with_the_opener() -> None:
    session = Session(4).deal(*JUNK).bet("k k o1 c c c").stand_pat()
    assert session.events(RoundBegun)[-1] == RoundBegun(2, D)


def test_4_4_or_with_the_next_to_the_left_where_the_opener_is_gone() -> None:
    session = Session(4).deal(*JUNK).bet("k o1 r1 c c f").stand_pat()
    assert session.events(RoundBegun)[-1] == RoundBegun(2, D)


def test_4_4_the_second_round_may_end_with_all_checking() -> None:
    assert (
        Session(2).deal(*JUNK[:2]).bet("o1 c").stand_pat().bet("k k").public.phase is Phase.DECLARE
    )


def test_4_4_on_ones_honour_anybody_may_open() -> None:
    assert Open(1) in Session(2).deal(*JUNK[:2]).legal(B)


def test_4_4_enforced_openers_keep_an_ineligible_hand_from_opening_and_from_nothing_else() -> None:
    session = Session(3, openers="enforced").deal(JUNK[0], JUNK[1], TADPOLE)
    assert session.refusal(B, Open(1)) == "no-openers"
    session.bet("k o1 c")
    assert session.legal(B)[0] == Call()
    assert Raise(1) in session.legal(B)


def test_4_4_enforced_openers_ask_for_nothing_after_the_draw() -> None:
    session = Session(2, openers="enforced").deal(JUNK[0], TADPOLE).bet("o1 c").stand_pat().bet("k")
    assert Open(1) in session.legal(A)


def test_4_3_time_checks_where_it_can_and_folds_otherwise() -> None:
    session = Session(3).deal(*JUNK[:3]).time_is_up()
    assert session.public.acted == (B,)
    session.bet("o1").time_is_up()
    assert session.public.folded == (A,)


def test_4_3_who_cannot_match_taps_out_is_skipped_later_and_still_draws() -> None:
    session = Session(3, buy_in=10, max_bet=8, ante=5).deal(*JUNK[:3]).bet("o5")
    assert session.public.tapped == (B,)
    session = Session(3, buy_in=10, max_bet=0).deal(*JUNK[:3]).bet("o5 c c").stand_pat().bet("o4")
    assert session.public.tapped == (B,)
    assert Raise(1) not in session.legal(C)
    assert session.bet("c c").public.phase is Phase.DECLARE
    assert len(session.public.tapped) == 3


def test_4_3_without_tapping_out_one_folds() -> None:
    session = Session(2, tap_out=False, buy_in=10, max_bet=0)
    session.deal(*JUNK[:2]).bet("o9")
    assert session.legal(A) == [Call(), Fold()]
    poorer = (
        Session(3, tap_out=False, buy_in=10, max_bet=0)
        .deal(*JUNK[:3])
        .bet("o3 f f")
        .ready()
        .deal(*JUNK[:3])
        .bet("k k o11")
    )
    assert poorer.public.turn == C
    assert poorer.public.stacks[C] == 8
    assert poorer.refusal(C, Call()) == "no-tapping-out"
    assert poorer.legal(C) == [Fold()]


def test_4_3_a_round_in_which_nobody_could_bet_against_anybody_is_skipped() -> None:
    session = Session(2, buy_in=10, ante=5, max_bet=0).deal(*JUNK[:2]).bet("o5 c")
    session.stand_pat()
    assert session.public.phase is Phase.DECLARE
    assert session.public.round == 2


def test_4_2_ready_answers_no_bet_and_a_bet_no_interval() -> None:
    session = Session(2).deal(*JUNK[:2])
    assert session.refusal(B, Ready()) == "not-asked"
    assert session.refusal(B, Draw(())) == "not-asked"
    assert session.bet("f").refusal(A, Fold()) == "not-asked"
