"""Leads, passes, the end of a trick, going out, and the end of a plain round (page 2.4)."""

import pytest

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.events import LeadAnnounced, TrickWon, WentOut
from app.games.scum_the_masquerade.moves import Confirm, Pass
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.state import Asked, Phase
from app.rules.game import Standing
from tests.games.scum_the_masquerade.table import PLAIN, A, B, C, D, dealt, playing, ready_for


@pytest.mark.parametrize(
    ("seats", "packs", "each", "extra"),
    [
        (4, "auto", 13, 0),
        (5, "auto", 10, 2),
        (6, "1", 8, 4),
        (6, "2", 17, 2),
        (7, "auto", 14, 6),
        (8, "auto", 13, 0),
    ],
)
def test_the_sizes_of_the_deal(seats: int, packs: str, each: int, extra: int) -> None:
    """Check 1 of the page, with the table of 2.1: nobody gets two extra cards."""
    options = Options(evening="plain", packs=packs)  # type: ignore[arg-type]  # one of the three
    counts = dealt(seats, options).public.counts
    assert sorted(counts) == [each] * (seats - extra) + [each + 1] * extra


def test_six_play_with_two_packs_unless_the_host_says_otherwise() -> None:
    """H1; a first evening with ranks uses one."""
    assert ready_for(6, PLAIN, 1).packs == 2
    assert ready_for(6, Options(), 1).packs == 1
    assert ready_for(6, Options(packs="2"), 1).packs == 2


def test_in_a_plain_round_a_lot_gives_out_the_extra_cards() -> None:
    """H2: there is nobody who could choose."""
    assert ready_for(5, PLAIN, 1).phase is Phase.LOT
    assert ready_for(5, Options(), 0).phase is Phase.LOT
    assert ready_for(5, Options(), 1).phase is Phase.DEAL
    assert ready_for(4, PLAIN, 1).phase is Phase.DEAL


def test_the_holder_of_the_designated_3_of_clubs_leads_with_it() -> None:
    """H7, H8 and check 3: with two packs the other 3 of clubs will not do."""
    table = dealt(8, PLAIN)
    leader = table.public.turn
    assert leader is not None
    assert "3C" in table.crypt(leader).split()
    assert any(event == LeadAnnounced(leader) for event in table.told)
    other = next(card for card in table.crypt(leader).split() if card != "3C")
    assert table.refuses(leader, other) == "first-lead"
    assert table.plays(leader, "3C").public.trick.hands[-1].seat == leader  # type: ignore[union-attr]


@pytest.mark.parametrize("evening", ["plain", "first-night"])
def test_the_first_seat_leads_the_match_with_any_hand_where_the_host_says_so(evening: str) -> None:
    """Issue 21: a stranger who plays now is asked for a card at once."""
    options = Options(evening=evening, first_lead="first-seat")  # type: ignore[arg-type]  # one of these
    table = dealt(4, options)
    assert (table.public.turn, table.public.asked) == (A, Asked.LEAD)
    assert LeadAnnounced(A) in table.told
    other = next(card for card in table.crypt(A).split() if card != "3C")
    table.plays(A, other)
    assert ready_for(4, options, 2).phase is Phase.DEAL


def test_in_a_round_with_ranks_anything_is_led() -> None:
    """H8."""
    assert playing("4C 5C", "3C", "KC", "KD").plays(A, "5C").crypt(A) == "4C"


def test_a_pass_is_not_final() -> None:
    """Check 4: who passed may play at a later turn of the same trick."""
    table = playing("4C 5C", "6C 7C", "8C 9C", "10C JC").plays(A, "4C").passes(B)
    table.plays(C, "8C").passes(D, A)
    assert table.refuses(B, "7C") == "not-higher"
    assert (
        playing("4C 5C", "6C 9D", "8C 9C", "KC")
        .plays(A, "4C")
        .passes(B)
        .plays(C, "8C")
        .passes(D, A)
        .plays(B, "9D")
        .public.turn
        == C
    )


def test_a_trick_ends_when_all_others_have_passed_and_its_winner_leads() -> None:
    """H9: the last to have played is not asked again."""
    table = playing("4C 5C", "6C 7C", "8C 9C", "10C JC").plays(A, "4C").plays(B, "6C")
    table.passes(C, D, A)
    assert (table.public.turn, table.public.asked) == (B, Asked.LEAD)
    assert TrickWon(B, B) in table.told


def test_the_leader_must_play() -> None:
    """H10."""
    assert playing("4C 5C", "6C", "8C", "10C").refusal(A, Pass()) == "leader-must-play"


def test_the_last_hand_of_somebody_out_may_still_be_beaten() -> None:
    table = playing("4C", "6C 7C", "8C 9C", "10C JC").plays(A, "4C")
    assert WentOut(A, 1) in table.told
    table.plays(B, "6C").passes(C, D)
    assert (table.public.turn, table.public.asked) == (B, Asked.LEAD)


def test_after_a_winner_who_is_out_the_next_with_cards_leads() -> None:
    """H11."""
    table = playing("4C", "6C 7C", "8C 9C", "10C JC").plays(A, "4C").passes(B, C, D)
    assert (table.public.turn, table.public.asked) == (B, Asked.LEAD)
    assert TrickWon(A, B) in table.told


def test_the_round_ends_when_one_player_still_has_cards() -> None:
    """H12: that player is last; n + 1 - place points (H14)."""
    table = playing("4C", "6C", "8C", "10C JC", options=PLAIN).plays(A, "4C").plays(B, "6C")
    table.plays(C, "8C")
    assert (table.public.placed, table.public.phase) == ((A, B, C, D), Phase.INTERVAL)
    assert table.public.scores == (4, 3, 2, 1)
    assert GAME.standings(table.public)[0] == Standing(1, A, 1, 4)


def test_when_time_is_up_a_leader_leads_the_lowest_single_and_others_pass() -> None:
    """H13, and A32: at the first lead it is the designated 3 of clubs."""
    table = playing("9C 5C KD KH", "6C 7C", "8C", "10C").time_is_up(A).time_is_up(B)
    assert (table.crypt(A), table.crypt(B)) == ("9C KD KH", "6C 7C")
    first = dealt(4, PLAIN)
    leader = first.public.turn
    assert leader is not None
    assert "3C" not in first.time_is_up(leader).crypt(leader).split()


def test_a_pass_for_the_rest_of_the_trick_is_made_by_the_table_later() -> None:
    """It may be chosen with any crypt, and says nothing of the cards."""
    table = playing("4C 5C 6H", "6C 7C", "8C 9C", "10C JC").plays(A, "4C")
    table.does(B, Pass(rest=True)).plays(C, "8C").plays(D, "10C").passes(A)
    (asked, *_) = GAME.prompts(table.view(B))
    assert asked.automatic
    assert next(GAME.legal_answers(table.view(B), asked)) == Pass()
    table.passes(B, C)
    assert not GAME.prompts(table.view(D))[0].automatic


def test_the_next_round_begins_when_all_are_ready() -> None:
    table = playing("4C", "6C", "8C", "10C JC", options=PLAIN).plays(A, "4C").plays(B, "6C")
    table.plays(C, "8C")
    for seat in (A, B, C):
        table.does(seat, Confirm())
    assert table.public.phase is Phase.INTERVAL
    assert table.does(D, Confirm()).public.phase is Phase.DEAL
    assert table.public.round == 2


def test_the_match_ends_after_its_rounds_and_equals_share_by_the_last_place() -> None:
    """H14: the highest total wins, and of equal ones the better place in the last round."""
    options = Options(evening="plain", rounds=1)
    table = playing("4C", "6C", "8C", "10C JC", options=options, scores=(0, 1, 0, 0))
    table.plays(A, "4C").plays(B, "6C").plays(C, "8C")
    result = GAME.outcome(table.public)
    assert result is not None
    assert (result.points, result.ranking) == ((4, 4, 2, 1), ((A,), (B,), (C,), (D,)))


def test_the_round_that_settles_the_ranks_scores_nothing() -> None:
    """A11."""
    table = playing("4C", "6C", "8C", "10C JC", number=0).plays(A, "4C").plays(B, "6C")
    table.plays(C, "8C")
    assert (table.public.scores, table.public.order) == ((0, 0, 0, 0), (A, B, C, D))
    assert GAME.standings(table.public) == ()
