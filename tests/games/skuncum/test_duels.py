"""The Play-Off: who meets whom, who moves, what a play has to reach, ties, the Power Play."""

import pytest

from app.games.skuncum import GAME
from app.games.skuncum.cards import Card
from app.games.skuncum.moves import Concede, Play, PowerPlay, Reason, Stand
from app.games.skuncum.table_records import Role, Stage
from app.rules.game import Seat
from app.rules.play import play
from tests.games.skuncum.table import ANN, BOB, CY, DEE, EVE, Table, dealt


def race(candidate: str, *challengers: str, hands: tuple[str, ...] = ()) -> Table:
    """Ann leads and the others challenge in turn; `hands` are their other cards."""
    more = (*hands, *[""] * (1 + len(challengers) - len(hands)))
    table = dealt(
        *(f"{card} {own}" for card, own in zip((candidate, *challengers), more, strict=True))
    )
    table.lead(ANN, candidate)
    for seat, card in enumerate(challengers, 1):
        table.join(seat, card, "challenger")
    return table


def king(
    hand: str = "", other: str = "", coalition: str = "DEL-U", candidate: str = "MAY-R"
) -> Table:
    """Bob is Kingmaker and Ann the Candidate; Cy holds nothing that counts."""
    table = dealt(f"{candidate} {other}", f"{coalition} {hand}", "A5").lead(ANN, candidate)
    return table.join(BOB, coalition, "coalition").drop(CY)


def test_a_challenger_with_3_and_one_with_1_the_lower_one_moves() -> None:
    table = race("SEN-R", "COM-U", "GR-U")
    assert (table.public.turn, table.totals) == (CY, {"Cy": 1, "Bob": 3})
    table.concede(CY)
    assert table.public.duel is not None
    assert (table.public.duel.stage, table.totals) == (Stage.FINAL, {"Bob": 3, "Ann": 25})


def test_the_winner_stays_and_meets_the_lowest_still_waiting() -> None:
    table = race("GOV-R", "MAY-U", "COM-U", "DEL-U", hands=("", "", "SEN-U", ""))
    assert table.totals == {"Cy": 3, "Dee": 5}
    table.play(CY, "SEN-U").concede(DEE)
    assert table.totals == {"Bob": 10, "Cy": 28}, "stacks carry over"
    table.concede(BOB)
    assert table.totals == {"Cy": 28, "Ann": 50}


def test_equal_lowest_meet_in_the_order_of_the_scrum_and_the_newcomer_moves() -> None:
    table = race("GOV-R", "DEL-U", "DEL-K", "DEL-G")
    assert table.totals == {"Cy": 5, "Bob": 5}
    assert table.public.turn == CY


def test_both_out_and_one_waiting_goes_to_the_final() -> None:
    """Errata A08."""
    table = race("SEN-R", "COM-U", "COM-K", "DEL-U").stand(CY).stand(BOB)
    assert table.public.duel is not None
    assert (table.public.duel.stage, table.totals) == (Stage.FINAL, {"Dee": 5, "Ann": 25})
    assert table.public.out == (CY, BOB)


def test_all_challengers_out_and_the_candidate_wins() -> None:
    table = race("SEN-R", "COM-U", "COM-K", hands=("GR-R",)).stand(CY).stand(BOB)
    result = table.public.result
    assert result is not None
    assert (result.winner, result.role, result.landslide) == (ANN, Role.CANDIDATE, False)


def test_a_tied_side_cannot_concede_and_one_behind_cannot_stand() -> None:
    """Errata A02."""
    table = race("MAY-R", "MAY-U", hands=("GR-R", "GR-U DEL-U"))
    assert table.refuses(BOB, Concede()) is Reason.NOT_BEHIND
    table.play(BOB, "DEL-U")
    assert table.refuses(ANN, Stand()) is Reason.NOT_TIED


def test_from_a_tie_a_play_has_to_lead() -> None:
    table = race("MAY-R", "MAY-U", hands=("GR-R", "A5 GR-U ASKUNK"))
    table.play(BOB, "GR-U")
    table.concede(ANN)
    frozen = dealt("GR-R", "GR-U A5", "ASKUNK COM-R", "GR-K").lead(ANN, "GR-R")
    frozen.join(BOB, "GR-U", "challenger").politiks(CY, "ASKUNK", BOB).drop(CY)
    frozen.join(DEE, "GR-K", "coalition")
    assert frozen.totals == {"Bob": 0, "Ann": 1}
    frozen.play(BOB, "A5")
    assert frozen.totals == {"Bob": 0, "Ann": 0}
    assert frozen.legal(ANN) == [Stand()]
    frozen.stand(ANN)
    assert frozen.public.turn == BOB
    assert frozen.legal(BOB) == [Stand()]


def test_a_play_that_changes_nothing_at_a_tie_is_refused() -> None:
    table = dealt("GR-R", "GR-U A5 A10 GR-G", "ASKUNK GR-K", "ASKUNK GR-K").lead(ANN, "GR-R")
    table.join(BOB, "GR-U", "challenger").politiks(CY, "ASKUNK", ANN).drop(CY)
    table.politiks(DEE, "ASKUNK", BOB).drop(DEE)
    assert table.totals == {"Bob": 0, "Ann": 0}
    assert table.refuses(BOB, Play(table.card(BOB, "A5"))) is Reason.NOT_AHEAD


def test_a_play_between_two_stands_takes_them_back() -> None:
    table = race("MAY-R", "MAY-U", hands=("GR-R GR-R", "GR-U GR-U"))
    table.stand(BOB).play(ANN, "GR-R").play(BOB, "GR-U")
    assert table.totals == {"Bob": 11, "Ann": 11}
    table.stand(ANN)
    assert table.public.duel is not None
    assert table.public.duel.stood
    table.play(BOB, "GR-U").play(ANN, "GR-R").stand(BOB)
    assert table.public.turn == ANN, "one stand alone"


def test_the_finger_is_not_played_in_a_duel() -> None:
    table = race("MAY-R", "GR-U", hands=("GR-R", "AFINGER SEN-U"))
    wrong = Play(table.card(BOB, "AFINGER"))
    assert table.refuses(BOB, wrong) is Reason.FINGER_IS_POLITIKS


def test_a_frozen_side_may_still_attack() -> None:
    """Errata A07, for a Kingmaker too: ATTACK cards alone."""
    table = dealt("MAY-R", "DEL-U A5 A5 SEN-U", "AFINGER GR-U").lead(ANN, "MAY-R")
    table.join(BOB, "DEL-U", "coalition").politiks(CY, "AFINGER", BOB).drop(CY)
    assert table.refuses(BOB, Play(table.card(BOB, "SEN-U"))) is Reason.FROZEN
    frozen = PowerPlay((table.card(BOB, "SEN-U"), table.card(BOB, "A5")))
    assert table.refuses(BOB, frozen) is Reason.FROZEN
    assert table.power(BOB, "A5", "A5").legal(ANN) == [Concede()]


def test_attacks_hit_the_opponents_stack_and_not_the_bandwagon() -> None:
    table = dealt("GR-R GR-G", "SEN-R", "COM-U A50 B50", "GR-U").lead(ANN, "GR-R")
    table.join(BOB, "SEN-R", "bandwagon").join(CY, "COM-U", "challenger")
    table.join(DEE, "GR-U", "coalition")
    assert table.refuses(CY, Play(table.card(CY, "A50"))) is Reason.STAYS_BEHIND
    assert table.play(CY, "B50").totals == {"Ann": 26, "Cy": 53}


@pytest.mark.parametrize("enough", ["SEN-U", "GR-U"])
def test_a_power_play_is_allowed_though_a_single_card_is_enough(enough: str) -> None:
    """Errata A07: with useless members, and if one card would do."""
    table = king(hand=f"{enough} CON-U", other="GR-G")
    table.power(BOB, enough, "CON-U")
    assert table.public.power_used


def test_a_power_play_counts_as_a_legal_play() -> None:
    """Errata A07."""
    table = king(hand="COM-U COM-K", other="GR-G")
    assert {type(move) for move in table.legal(BOB)} == {PowerPlay, Concede}


def test_from_a_tie_a_power_play_has_to_lead_strictly() -> None:
    """Errata A07."""
    table = dealt("MAY-R GR-G", "MAY-U A5 A10", "ASKUNK COM-U", "ASKUNK COM-U")
    table.lead(ANN, "MAY-R").join(BOB, "MAY-U", "coalition")
    table.politiks(CY, "ASKUNK", ANN).drop(CY).politiks(DEE, "ASKUNK", BOB).drop(DEE)
    assert table.totals == {"Bob": 0, "Ann": 0}
    tie = PowerPlay((table.card(BOB, "A5"), table.card(BOB, "A10")))
    assert table.refuses(BOB, tie) is Reason.NOT_AHEAD


def test_a_power_play_has_two_cards_or_more_once_a_race_by_the_kingmaker_alone() -> None:
    table = king(hand="COM-U COM-K GR-U GR-K", other="SEN-R GR-G B5", coalition="CON-U")
    single = PowerPlay((table.card(ANN, "SEN-R"),))
    assert table.refuses(ANN, single) is Reason.NO_POWER_PLAY
    table.play(ANN, "SEN-R")
    assert table.refuses(BOB, PowerPlay((table.card(BOB, "COM-U"),))) is Reason.POWER_PLAY_NEEDS_TWO
    twice = PowerPlay((table.card(BOB, "COM-U"),) * 2)
    assert table.refuses(BOB, twice) is Reason.NOT_YOUR_CARD


def test_a_second_power_play_in_a_race_is_refused() -> None:
    table = king(hand="COM-U COM-K GR-U GR-K", other="DEL-R GR-G")
    table.power(BOB, "COM-U", "COM-K").play(ANN, "DEL-R")
    again = PowerPlay((table.card(BOB, "GR-U"), table.card(BOB, "GR-K")))
    assert table.refuses(BOB, again) is Reason.NO_POWER_PLAY


def test_a_stack_that_is_conceded_stays_on_the_board() -> None:
    table = race("SEN-R", "COM-U", "DEL-U", hands=("GR-R", "GR-U")).concede(BOB)
    assert [one.seat for one in table.public.challengers] == [BOB, CY]
    table.concede(CY)
    assert len(table.public.piles[ANN]) == 3


def test_the_opening_tie_of_a_coalition_goes_by_the_present_kings_card() -> None:
    hands = ("MAY-R", "GR-U", "A5 B5 COM-R", "DEL-U", "GR-R")
    table = dealt(*hands).lead(ANN, "MAY-R").join(BOB, "GR-U", "coalition")
    table.politiks(CY, "A5", ANN).drop(CY).join(DEE, "DEL-U", "coalition")
    table.join(EVE, "GR-R", "bandwagon")
    assert table.totals == {"Dee": 6, "Ann": 6}
    assert table.public.turn == DEE


def test_a_concede_for_want_of_a_card_is_told_like_any_other() -> None:
    """Errata A01: nobody but the seat itself sees a difference."""
    forced, chosen = (race("MAY-R", "GR-U", hands=("GR-R", card)) for card in ("COM-U", "SEN-U"))
    assert (len(forced.legal(BOB)), len(chosen.legal(BOB))) == (1, 2)
    assert forced.question(BOB) == chosen.question(BOB)
    assert forced.concede(BOB).said() == chosen.concede(BOB).said()
    assert forced.state.events == chosen.state.events


def test_a_forced_answer_is_given_by_the_seat_itself() -> None:
    table = race("MAY-R", "GR-U", hands=("GR-R", "COM-U"))
    assert table.legal(BOB) == [Concede()]
    after = play(GAME, table.state, Seat(BOB), table.question(BOB).key, Concede())
    assert after.public.out == () or after.public.result is not None


def test_cards_not_held_are_refused_in_a_duel() -> None:
    table = race("MAY-R", "GR-U", hands=("GR-R", "SEN-U"))
    assert table.refuses(BOB, Play(Card("DH.1"))) is Reason.NOT_YOUR_CARD
