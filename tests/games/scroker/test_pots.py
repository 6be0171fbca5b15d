"""Tapping out and layered pots (section 4.3), and the bank (sections 4.2 and 4.9)."""

from msgspec.structs import replace

from app.games.scroker.betting import pots, unmatched
from app.games.scroker.events import ChipsReturned, PotCarried, PotWon, Rebought, TooFew
from app.games.scroker.moves import LetStand, Ready, Rebuy, See, SitOut
from app.games.scroker.settlement import outcome, results, standings
from app.games.scroker.state import Phase, Pot, Tableau
from app.rules.game import Seat
from tests.games.scroker.table import JUNK, A, B, C, D, Session

DOG = "an:D an:O an:G"


def staked(*chips: int, folded: tuple[Seat, ...] = (), carry: int = 0) -> Tableau:
    """A hand in which everybody has put in this many."""
    public = Session(len(chips)).public
    return replace(
        public,
        staked=chips,
        folded=folded,
        players=tuple(map(Seat, range(len(chips)))),
        carry=carry,
    )


def test_5_3_one_tap_out_makes_a_main_pot_and_a_side_pot() -> None:
    assert pots(staked(3, 7, 7)) == (Pot(9, (A, B, C)), Pot(8, (B, C)))


def test_4_3_two_tap_outs_make_three_layers() -> None:
    assert pots(staked(3, 5, 9, 9)) == (Pot(12, (A, B, C, D)), Pot(6, (B, C, D)), Pot(8, (C, D)))


def test_4_3_who_folded_has_paid_but_can_win_nothing() -> None:
    assert pots(staked(3, 7, 7, 5, folded=(D,))) == (Pot(12, (A, B, C)), Pot(10, (B, C)))


def test_4_4_what_was_carried_over_is_part_of_the_main_pot() -> None:
    assert pots(staked(3, 7, carry=4))[0].chips == 10


def test_4_3_what_nobody_matched_is_found() -> None:
    assert unmatched(staked(3, 9, 7)) == (B, 2)
    assert unmatched(staked(3, 7, 7)) is None
    assert unmatched(staked(3, 9, 7, folded=(C,))) == (B, 2)


def short_stack() -> Session:
    """B has 10 play chips less than the others and taps out in round one; B deals hand two."""
    session = Session(3, buy_in=20, max_bet=0).deal(*JUNK[:3]).bet("o9 c f").stand_pat().bet("k f")
    assert session.public.stacks == (19, 31, 10)
    return session.ready()


def test_4_3_the_side_pot_goes_to_the_best_of_those_who_paid_for_it() -> None:
    session = short_stack()
    session.deal("an:S an:N le:Q li:Z li:C", "le:H le:W li:V li:X an:M", f"{DOG} le:P li:J").bet(
        "o9 r9 c"
    )
    assert session.public.tapped == (C, A)
    session.stand_pat()
    session.declare(C=DOG).answer()
    assert [pot.winners for pot in session.public.pots] == [(C,), (A,)]
    assert [pot.chips for pot in session.public.pots] == [30, 18]
    assert session.public.stacks == (18, 12, 30)


def test_4_3_an_unmatched_top_layer_is_returned_before_the_showdown() -> None:
    session = short_stack().deal().bet("o9 r2 f")
    session.stand_pat()
    assert session.events(ChipsReturned) == [ChipsReturned(A, 2)]


def test_4_8_a_pot_whose_lone_contender_cannot_prove_openers_is_carried() -> None:
    session = (
        short_stack()
        .deal("an:U le:H le:W li:X li:V", JUNK[2], JUNK[0])
        .bet("k o9 r4 c c")
        .stand_pat()
        .bet("k f")
    )
    assert [pot.eligible for pot in session.public.pots] == [(C, A), (A,)]
    session.declare()
    assert session.public.pots[0].winners == (C,)
    assert session.events(PotCarried) == [PotCarried(1, 8)]
    assert (session.public.carry, session.public.carriers) == (8, (C, A, B))


def test_4_3_a_side_pot_that_one_alone_paid_for_is_taken_at_once_and_shows_nothing() -> None:
    session = (
        short_stack()
        .deal("an:U an:D le:W li:X li:V", JUNK[2], JUNK[0])
        .bet("k o9 r4 c c")
        .stand_pat()
        .bet("k f")
        .declare()
    )
    won = session.events(PotWon)[-1]
    assert (won.pot, won.seats, won.category) == (1, (A,), None)


# -- between hands


def broke(**options: object) -> Session:
    """B has lost everything to A."""
    session = Session(3, buy_in=10, max_bet=0, **options)
    return (
        session.deal(f"{DOG} le:Q li:Z", "le:H le:W li:V li:X an:M", JUNK[2])
        .bet("o9 f c")
        .stand_pat()
        .declare(A=DOG)
        .answer()
    )


def test_4_2_who_cannot_pay_the_ante_sits_out_until_a_rebuy() -> None:
    session = broke().ready()
    assert session.public.players == (A, C)
    session = broke().do(B, Rebuy(10)).ready()
    assert session.public.players == (C, A, B)


def test_4_9_a_rebuy_fills_the_stack_up_to_the_buy_in_once() -> None:
    session = broke()
    assert session.refusal(B, Rebuy(11)) == "no-rebuy"
    assert session.refusal(B, Rebuy(0)) == "no-rebuy"
    session.do(B, Rebuy(4))
    assert session.events(Rebought) == [Rebought(B, 4, 0)]
    assert (session.public.stacks[B], session.public.bought[B]) == (4, 14)
    assert session.refusal(B, Rebuy(1)) == "no-rebuy"
    assert session.refusal(A, Rebuy(1)) == "no-rebuy"


def test_4_8_a_marker_is_cleared_first_and_keeps_its_owner_out_until_then() -> None:
    session = (
        Session(3, buy_in=10, max_bet=0)
        .deal(f"{DOG} le:Q li:Z", "le:F le:L le:I le:B li:X", JUNK[2])
        .bet("o9 f c")
        .stand_pat()
    )
    session.declare(A=DOG, B="le:F le:L le:I le:B").answer(A=0).answer()
    assert session.public.markers == (0, 10, 0)
    assert session.refusal(B, Rebuy(10)) == "no-rebuy"
    session.do(B, Rebuy(15))
    assert (session.public.stacks[B], session.public.markers[B], session.public.bought[B]) == (
        5,
        0,
        25,
    )


def test_4_9_who_won_a_pot_may_see_a_hand_that_stayed_and_then_everybody_does() -> None:
    session = broke()
    assert session.public.shown[B] == ()
    assert session.refusal(A, See(C)) == "not-to-be-seen"
    assert session.refusal(B, See(A)) == "not-to-be-seen"
    session.do(A, See(B))
    assert session.public.shown[B] == session.hand(B).cards
    assert session.refusal(A, See(B)) == "not-to-be-seen"


def test_6_1_folded_hands_are_never_shown() -> None:
    session = broke()
    assert session.public.shown[C] == ()
    assert See(C) not in session.legal(A)


def test_4_2_one_may_sit_out_and_come_back() -> None:
    session = Session(3).deal(*JUNK[:3]).bet("f f").do(C, SitOut()).ready()
    assert session.public.players == (A, B)
    session.deal(*JUNK[:2]).bet("f")
    assert session.public.sitting_out == (C,)
    session.do(C, Ready()).ready()
    assert set(session.public.players) == {A, B, C}


def test_4_2_time_leaves_everybody_as_they_were() -> None:
    session = (
        Session(3)
        .deal(*JUNK[:3])
        .bet("f f")
        .do(C, SitOut())
        .time_is_up()
        .deal(*JUNK[:2])
        .bet("f")
        .time_is_up()
    )
    assert session.public.players == (B, A)
    assert session.public.sitting_out == (C,)


def test_4_2_too_few_to_deal_are_asked_once_more_and_then_the_session_ends() -> None:
    session = Session(2).deal(*JUNK[:2]).bet("f").do(A, SitOut()).do(B, Ready())
    assert session.events(TooFew) == [TooFew()]
    assert session.public.phase is Phase.INTERVAL
    session.do(A, SitOut()).do(B, Ready())
    found = outcome(session.public)
    assert found is not None
    assert found.reason == "too-few"
    assert session.events(TooFew) == [TooFew()]


def test_4_2_time_that_runs_out_asks_too_few_once_more_as_well() -> None:
    session = Session(2).deal(*JUNK[:2]).bet("f").do(A, SitOut()).time_is_up()
    assert session.events(TooFew) == [TooFew()]
    session.time_is_up()
    assert outcome(session.public) is not None


def test_4_2_who_comes_back_when_asked_once_more_is_dealt_in() -> None:
    session = Session(2).deal(*JUNK[:2]).bet("f").do(A, SitOut()).do(B, Ready())
    session.do(A, Ready()).do(B, Ready()).deal(*JUNK[:2]).bet("f")
    session.do(A, SitOut()).do(B, Ready())
    assert session.events(TooFew) == [TooFew(), TooFew()], "each interval asks once more"


def test_4_2_people_come_and_go_between_hands() -> None:
    session = Session(3).deal(*JUNK[:3]).bet("f f").reseat(B, joined=1).ready()
    assert session.public.seats == (A, C, D)
    assert session.public.players == (D, A, C)
    assert session.public.stacks == (52, 49, 49, 50)
    session.deal(*JUNK[:3]).bet("f f").ready()
    assert results(session.public)[B] == -1


def test_4_2_also_right_before_the_cards_are_dealt_but_not_during_a_hand() -> None:
    session = Session(4).deal(*JUNK).bet("f f f").ready().reseat(B)
    assert session.public.dealer == C
    assert session.public.players == (D, A, C)
    session.deal(*JUNK)
    assert session.public.phase is Phase.BET


def test_4_9_at_the_end_everybody_reconciles_stack_less_what_was_bought_less_the_marker() -> None:
    session = broke(ending="hands", hands=2).do(B, Rebuy(10)).ready().deal(*JUNK[:3]).bet("f f")
    found = outcome(session.public)
    assert found is not None
    assert found.reason == "last-hand"
    assert (
        found.points
        == results(session.public)
        == tuple(
            stack - bought
            for stack, bought in zip(session.public.stacks, session.public.bought, strict=True)
        )
    )
    assert sum(found.points) == 0


def test_4_9_what_a_hand_won_or_lost_is_its_standing() -> None:
    session = broke()
    assert [(one.seat, one.rank, one.points) for one in standings(session.public)] == [
        (B, 3, -10),
        (C, 2, -1),
        (A, 1, 11),
    ]


def test_4_4_a_carry_at_the_end_is_split_among_those_who_paid_into_it() -> None:
    session = Session(3, ending="hands", hands=1, ante=2).deal(*JUNK[:3]).bet("k k k")
    assert session.public.phase is Phase.OVER
    assert session.public.stacks == (50, 50, 50)


def test_4_2_the_host_calls_the_last_hand() -> None:
    from app.games.scroker import GAME

    session = Session(2).deal(*JUNK[:2])
    session.state = GAME.last_deal(session.state)
    session.bet("f")
    found = outcome(session.public)
    assert found is not None
    assert found.reason == "last-deal"


def test_4_8_a_tapped_out_player_may_challenge() -> None:
    session = (
        Session(2, buy_in=10, max_bet=0)
        .deal("le:F le:L le:I le:B li:X", JUNK[1])
        .bet("o9 c")
        .stand_pat()
    )
    session.declare(A="le:F le:L le:I le:B")
    assert session.public.tapped == (B, A)
    assert session.legal(B)[0] == LetStand()
    assert session.answer(B=0).public.fouled == (A,)


def test_4_4_a_carry_that_is_left_goes_back_with_the_last_hand() -> None:
    """So the hands add up to the reconciliation."""
    session = Session(3, ending="hands", hands=1).deal(*JUNK[:3]).bet("k k k")
    assert session.public.phase is Phase.OVER
    assert session.public.stacks == (50, 50, 50)
    assert [standing.points for standing in standings(session.public)] == [0, 0, 0]
