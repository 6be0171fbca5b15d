"""Lead and Scrum: who is asked, areas and colours, Politiks, dropping out, the Landslide."""

import pytest

from app.games.skuncum import GAME
from app.games.skuncum.board import legal_areas
from app.games.skuncum.cards import Card, unpacked
from app.games.skuncum.moves import (
    Area,
    Concede,
    DropOut,
    Join,
    Lead,
    PassLead,
    Politiks,
    Reason,
)
from app.games.skuncum.options import Options
from app.games.skuncum.table_records import Role
from tests.games.skuncum.table import ANN, BOB, CY, DEE, dealt


def test_the_leader_may_pass_and_the_first_one_asked_must_lead_in_the_end() -> None:
    table = dealt("MAY-R GR-R", "MAY-G", "GR-U").passes(ANN).passes(BOB)
    assert table.public.may_pass
    table.passes(CY)
    assert (table.public.turn, table.public.may_pass) == (ANN, False)
    assert table.refuses(ANN, PassLead()) is Reason.MUST_LEAD
    table.lead(ANN, "GR-R")
    assert table.public.turn == BOB, "who passed takes a turn in the Scrum"


def test_only_players_with_a_suit_card_are_asked_to_lead() -> None:
    table = dealt("A5", "MAY-G GR-G", "B5", "GR-U", first=ANN)
    assert (table.public.first, table.public.turn) == (ANN, BOB)
    assert table.passes(BOB).public.turn == DEE


def test_the_only_holder_of_suit_cards_cannot_pass() -> None:
    """Errata A09: there is nobody to pass to."""
    table = dealt("A5", "MAY-G GR-G", "B5")
    assert table.refuses(BOB, PassLead()) is Reason.MUST_LEAD
    assert table.public.suited == (False, True, False)


def test_only_a_suit_card_leads_and_there_is_no_politiks_yet() -> None:
    table = dealt("A5 MAY-R", "GR-G", "GR-U")
    assert table.refuses(ANN, Lead(table.card(ANN, "A5"))) is Reason.SUIT_CARD_NEEDED
    assert table.refuses(ANN, Lead(Card("DH.1"))) is Reason.NOT_YOUR_CARD
    assert table.refuses(ANN, Politiks(table.card(ANN, "A5"), ANN)) is Reason.NOT_ASKED


def test_the_candidate_takes_no_turn_in_the_scrum() -> None:
    """Errata A03."""
    table = dealt("MAY-R A5", "GR-R", "GR-R").lead(ANN, "MAY-R")
    assert table.public.turn == BOB
    assert table.public.waiting == (CY,)
    assert table.join(BOB, "GR-R", "bandwagon").join(CY, "GR-R", "bandwagon").public.race == 1


@pytest.mark.parametrize(
    ("card", "candidate", "areas"),
    [
        ("GR-R.1", "MAY-R.1", {Area.BANDWAGON, Area.CHALLENGER}),
        ("GR-U.1", "MAY-R.1", {Area.COALITION, Area.CHALLENGER}),
        ("DH.1", "MAY-R.1", set(Area)),
        ("GR-U.1", "DH.1", set(Area)),
    ],
)
def test_colours_decide_the_areas_and_a_dark_horse_has_any(
    card: str, candidate: str, areas: set[Area]
) -> None:
    assert set(legal_areas(Card(card), Card(candidate), True)) == areas
    assert set(legal_areas(Card(card), Card(candidate), False)) == set(Area)


def test_the_wrong_colour_is_refused_with_its_rule() -> None:
    table = dealt("MAY-R", "GR-U GR-R", "GR-R").lead(ANN, "MAY-R")
    wrong = Join(table.card(BOB, "GR-U"), Area.BANDWAGON)
    assert table.refuses(BOB, wrong) is Reason.WRONG_COLOUR_FOR_BANDWAGON
    wrong = Join(table.card(BOB, "GR-R"), Area.COALITION)
    assert table.refuses(BOB, wrong) is Reason.WRONG_COLOUR_FOR_COALITION


def test_with_colours_off_any_card_joins_any_area() -> None:
    table = dealt("MAY-R", "GR-U", "GR-R", options=Options(colours=False)).lead(ANN, "MAY-R")
    table.join(BOB, "GR-U", "bandwagon").join(CY, "GR-R", "coalition")
    assert table.public.kingmaker == CY


def test_a_suit_card_has_to_be_laid_unless_politiks_was_played() -> None:
    table = dealt("MAY-R", "GR-U A5", "GR-R").lead(ANN, "MAY-R")
    assert table.refuses(BOB, DropOut()) is Reason.MUST_PLAY_A_SUIT_CARD
    table.politiks(BOB, "A5", ANN).drop(BOB)
    assert table.public.dropped == (BOB,)


def test_without_a_suit_card_one_plays_politiks_or_drops_out_by_hand() -> None:
    """Errata A04 and A16: a single command is sent, not made by the table."""
    table = dealt("MAY-R", "A5", "GR-R").lead(ANN, "MAY-R")
    assert set(table.legal(BOB)) == {Politiks(Card("A5.1"), ANN), DropOut()}
    table.politiks(BOB, "A5", ANN)
    assert table.legal(BOB) == [DropOut()]


def test_a_player_without_cards_is_skipped() -> None:
    table = dealt("MAY-R", "", "GR-R").lead(ANN, "MAY-R")
    assert table.public.turn == CY


def test_politiks_is_played_once_a_turn_and_with_an_action_card() -> None:
    table = dealt("MAY-R", "GR-U A5 B5", "GR-R").lead(ANN, "MAY-R")
    suit = Politiks(table.card(BOB, "GR-U"), ANN)
    assert table.refuses(BOB, suit) is Reason.ACTION_CARD_NEEDED
    table.politiks(BOB, "A5", ANN)
    assert table.refuses(BOB, Politiks(table.card(BOB, "B5"), ANN)) is Reason.POLITIKS_ONCE


def test_politiks_targets_candidate_challengers_and_the_present_kingmaker() -> None:
    hands = ("MAY-R", "GR-R GR-G", "GR-U", "COM-U", "DEL-U", "A5 GR-U A10")
    table = dealt(*hands).lead(ANN, "MAY-R").join(BOB, "GR-R", "bandwagon")
    table.join(CY, "GR-U", "coalition").join(DEE, "COM-U", "challenger")
    table.join(4, "DEL-U", "coalition")
    named = {move.target for move in table.legal(5) if isinstance(move, Politiks)}
    assert named == {ANN, DEE, 4}, "neither the Bandwagon nor the former Kingmaker"
    wrong = Politiks(table.card(5, "A5"), CY)
    assert table.refuses(5, wrong) is Reason.NO_SUCH_TARGET


def test_politiks_without_an_effect_is_legal() -> None:
    """Errata A06: a Sting on nothing buys the right to drop out too."""
    table = dealt("GR-R", "ASKUNK GR-U", "ASKUNK GR-U", "A5 GR-U").lead(ANN, "GR-R")
    table.politiks(BOB, "ASKUNK", ANN).drop(BOB).politiks(CY, "ASKUNK", ANN).drop(CY)
    assert table.politiks(DEE, "A5", ANN).public.candidate is not None
    assert table.public.candidate is not None
    assert table.public.candidate.value == 0


def test_a_debt_stays_and_each_stack_is_floored_at_0() -> None:
    table = dealt("GR-R", "A10 GR-R", "B5 GR-U", "B10 GR-U").lead(ANN, "GR-R")
    table.politiks(BOB, "A10", ANN)
    assert table.public.candidate is not None
    assert table.public.candidate.value == 0
    table.join(BOB, "GR-R", "bandwagon").politiks(CY, "B5", ANN)
    assert table.public.candidate.value == 0, "1 + 5 - 10"
    table.drop(CY).politiks(DEE, "B10", ANN)
    assert table.public.candidate.value == 6


def test_the_finger_freezes_the_stack_alone() -> None:
    """Errata A05: the Bandwagon still joins and counts, and ATTACK cards still hit."""
    hands = ("MAY-R SEN-R A5", "AFINGER GR-U", "B5 GR-R", "A5 GR-R", "SEN-U")
    table = dealt(*hands).lead(ANN, "MAY-R").politiks(BOB, "AFINGER", ANN).drop(BOB)
    bonus = Politiks(table.card(CY, "B5"), ANN)
    assert table.refuses(CY, bonus) is Reason.FROZEN
    table.join(CY, "GR-R", "bandwagon").politiks(DEE, "A5", ANN).join(DEE, "GR-R", "bandwagon")
    table.join(4, "SEN-U", "challenger")
    assert table.totals == {"Ann": 7, "Eve": 25}
    assert table.legal(ANN) == [Concede()], "a Sting of 5 does not catch up, and no Suit card may"


def test_a_new_kingmaker_is_free_and_the_former_ones_stack_stays_frozen() -> None:
    """Errata A05."""
    hands = ("MAY-R CON-R", "GR-U", "AFINGER GR-R", "COM-U", "B5 GR-R")
    table = dealt(*hands).lead(ANN, "MAY-R").join(BOB, "GR-U", "coalition")
    table.politiks(CY, "AFINGER", BOB).join(CY, "GR-R", "bandwagon")
    table.join(DEE, "COM-U", "coalition").politiks(4, "B5", DEE)
    assert [(one.seat, one.frozen, one.value) for one in table.public.coalition] == [
        (BOB, True, 1),
        (DEE, False, 8),
    ]


def test_a_kingmaker_is_replaced_by_a_higher_printed_card_alone() -> None:
    table = dealt("MAY-R", "COM-U", "B50 GR-U", "COM-K", "DEL-G").lead(ANN, "MAY-R")
    table.join(BOB, "COM-U", "coalition").politiks(CY, "B50", BOB).join(CY, "GR-U", "coalition")
    assert table.join(DEE, "COM-K", "coalition").public.kingmaker == BOB, "equal: the earlier"
    assert table.join(4, "DEL-G", "coalition").public.coalition[0].value == 53
    (duel,) = table.state.events[-1:]
    assert GAME.say_event(table.public, duel, ("Ann", "Bob", "Cy", "Dee", "Eve")) == (
        "King duel: Ann with 10 against Eve with 62."
    )


def test_all_on_the_bandwagon_is_a_landslide() -> None:
    table = dealt("MAY-R GR-U", "DEL-R GR-G", "A5").lead(ANN, "MAY-R")
    table.join(BOB, "DEL-R", "bandwagon").drop(CY)
    public = table.public
    assert public.result is not None
    assert (public.result.landslide, public.result.winner) == (True, ANN)
    assert (table.hats(ANN), table.hats(BOB)) == ({"DEL": 1, "MAY": 1}, {"DEL": 1})
    assert table.said()[0] == "Cy drops out of this Race."
    assert table.said()[1] == "Ann wins the Race as Candidate in a Landslide, and takes 2 cards."


def test_a_lone_holder_leads_landslides_until_the_cards_are_out() -> None:
    table = dealt("MAY-R GR-U", "A5", "").lead(ANN, "MAY-R").drop(BOB)
    assert (table.public.phase, table.public.turn, table.public.race) == ("lead", ANN, 2)


def test_short_hands_end_when_one_player_holds_all_suit_cards() -> None:
    hands = ("MAY-R GR-U", "GR-R", "A5")
    table = dealt(*hands, options=Options(box="standard", short_hands=True)).lead(ANN, "MAY-R")
    table.join(BOB, "GR-R", "bandwagon").drop(CY)
    assert table.public.phase == "convert"
    assert Card("GR-U.1") in unpacked(table.public.played)


def test_what_a_win_now_would_mark_stands_in_the_view() -> None:
    table = dealt("MAY-R GR-U", "DEL-R GR-G", "SEN-G GR-G", "GR-U").lead(ANN, "MAY-R")
    table.join(BOB, "DEL-R", "bandwagon").join(CY, "SEN-G", "challenger")
    candidate, challenger = table.public.stakes
    assert (candidate.total, challenger.total) == (15, 25)
    assert [(one.seat, one.hats) for one in candidate.gains] == [
        (ANN, ("DEL", "MAY")),
        (BOB, ("DEL",)),
    ]
    assert [(one.seat, one.hats) for one in challenger.gains] == [
        (CY, ("DEL", "DEL", "MAY", "MAY"))
    ]
    table.join(DEE, "GR-U", "coalition")
    assert table.public.stakes[-1].role is Role.COALITION
    assert table.public.stakes[-1].gains[0].votes == 2
