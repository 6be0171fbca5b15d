"""The Race of section 7.1 of the reconstruction, play by play, with its variants."""

import pytest

from app.games.skuncum.cards import suit_points, unpacked
from app.games.skuncum.moves import BuyHats, Concede, Play, PowerPlay, Reason
from app.games.skuncum.options import Options
from app.games.skuncum.table_records import Role, Stage
from tests.games.skuncum.table import ANN, BOB, CY, DEE, EVE, FINN, Table, dealt

HANDS = (
    "MAY-R SEN-R GR-U COM-G A5",
    "DEL-R COM-U GR-G MAY-K GR-R",
    "CON-K COM-G DEL-U B10 GR-R",
    "COM-U GR-U MAY-G DEL-K GR-G",
    "A5 SEN-G DEL-R COM-R GR-K",
    "MAY-G DEL-G COM-K GR-K GR-U",
)


def scrum() -> Table:
    """The Race up to the Play-Off."""
    table = dealt(*HANDS).lead(ANN, "MAY-R").join(BOB, "DEL-R", "bandwagon")
    table.join(CY, "CON-K", "challenger").join(DEE, "COM-U", "coalition")
    table.politiks(EVE, "A5", ANN).join(EVE, "SEN-G", "coalition")
    return table.join(FINN, "MAY-G", "challenger")


def series() -> Table:
    """The Race up to the final: Cy has beaten Finn."""
    table = scrum().play(FINN, "DEL-G").play(CY, "COM-G")
    return table.play(FINN, "COM-K").play(CY, "DEL-U").concede(FINN)


def king_duel() -> Table:
    """Variant B up to the King duel: Ann has conceded the final."""
    return series().concede(ANN)


def test_7_1_the_scrum_gives_the_stated_points() -> None:
    table = scrum()
    public = table.public
    assert public.candidate is not None
    assert public.candidate.value + sum(one.value for one in public.bandwagon) == 10
    assert public.kingmaker == EVE
    assert sum(one.value for one in public.coalition) == 28
    assert table.totals == {"Finn": 10, "Cy": 15}


def test_7_1_the_pawn_goes_from_dee_to_eve() -> None:
    table = dealt(*HANDS).lead(ANN, "MAY-R").join(BOB, "DEL-R", "bandwagon")
    table.join(CY, "CON-K", "challenger").join(DEE, "COM-U", "coalition")
    assert table.public.kingmaker == DEE
    table.politiks(EVE, "A5", ANN)
    assert table.public.candidate is not None
    assert (table.public.candidate.value, table.public.turn) == (5, EVE)
    assert table.join(EVE, "SEN-G", "coalition").public.kingmaker == EVE


def test_7_1_finn_and_cy_duel_in_three_rounds() -> None:
    table = scrum().play(FINN, "DEL-G")
    assert table.totals == {"Finn": 15, "Cy": 15}
    assert table.play(CY, "COM-G").totals == {"Finn": 15, "Cy": 18}
    assert table.play(FINN, "COM-K").totals == {"Finn": 18, "Cy": 18}
    assert table.play(CY, "DEL-U").totals == {"Finn": 18, "Cy": 23}
    assert table.refuses(FINN, Play(table.card(FINN, "GR-K"))) is Reason.STAYS_BEHIND
    assert table.legal(FINN) == [Concede()], "no card of Finn's reaches 23"
    (duel,) = table.concede(FINN).public.duels
    assert [(move.seat, move.round) for move in duel.moves] == [
        (FINN, 1), (CY, 1), (FINN, 2), (CY, 2), (FINN, 3),
    ]  # fmt: skip
    assert (duel.stage, duel.winner) == (Stage.SERIES, CY)


def test_7_1_cy_has_no_answer_in_the_final() -> None:
    table = series()
    assert table.totals == {"Ann": 10, "Cy": 23}
    assert table.play(ANN, "SEN-R").totals == {"Ann": 35, "Cy": 23}
    for kind in ("B10", "GR-R"):
        assert table.refuses(CY, Play(table.card(CY, kind))) is Reason.STAYS_BEHIND
    both = PowerPlay((table.card(CY, "B10"), table.card(CY, "GR-R")))
    assert table.refuses(CY, both) is Reason.NO_POWER_PLAY


def test_7_1_the_kingmaker_needs_the_power_play_and_the_candidate_wins() -> None:
    table = series().play(ANN, "SEN-R").concede(CY)
    assert table.totals == {"Eve": 28, "Ann": 35}
    for kind in ("DEL-R", "COM-R", "GR-K"):
        assert table.refuses(EVE, Play(table.card(EVE, kind))) is Reason.STAYS_BEHIND
    assert len(table.legal(EVE)) > 1, "the Power Play is a play"
    assert table.power(EVE, "DEL-R", "COM-R").totals == {"Eve": 36, "Ann": 35}
    assert table.play(ANN, "A5").totals == {"Eve": 31, "Ann": 35}
    assert table.refuses(EVE, Play(table.card(EVE, "GR-K"))) is Reason.STAYS_BEHIND
    public = table.concede(EVE).public
    assert public.result is not None
    assert (public.result.winner, public.result.role) == (ANN, Role.CANDIDATE)
    assert table.hats(ANN) == {"DEL": 1, "MAY": 1, "SEN": 1}
    assert table.hats(BOB) == {"DEL": 1}
    assert all(not table.hats(seat) for seat in (CY, DEE, EVE, FINN))
    assert (len(public.piles[ANN]), suit_points(public.piles[ANN])) == (15, 117)
    assert public.turn == ANN
    assert public.counts == (2, 4, 2, 4, 1, 2)


def test_7_1_variant_b_the_kingmaker_wins_votes() -> None:
    table = king_duel()
    assert table.totals == {"Cy": 23, "Eve": 28}
    assert table.play(CY, "B10").totals == {"Cy": 33, "Eve": 28}
    assert table.play(EVE, "DEL-R").totals == {"Cy": 33, "Eve": 33}
    assert table.play(CY, "GR-R").totals == {"Cy": 34, "Eve": 33}
    assert table.play(EVE, "COM-R").totals == {"Cy": 34, "Eve": 36}
    assert table.legal(CY) == [Concede()]
    public = table.concede(CY).public
    assert [box.votes for box in public.boxes] == [0, 0, 0, 1, 2, 0]
    assert not any(any(box.hats) for box in public.boxes)
    assert suit_points(public.piles[EVE]) == 93
    assert public.turn == EVE


def test_strong_coalitions_bring_the_kingmaker_5_votes_and_each_member_3() -> None:
    options = Options(box="standard", strong_coalitions=True)
    table = dealt("GR-R GR-U", "MAY-U", "SEN-U GR-R", "GR-U GR-G", options=options)
    table.lead(ANN, "GR-R").join(BOB, "MAY-U", "coalition").join(CY, "SEN-U", "coalition")
    table.join(DEE, "GR-U", "coalition").concede(ANN)
    assert [box.votes for box in table.public.boxes] == [0, 3, 5, 3]


def test_7_1_variant_c_the_challenger_wins_two_hats_a_card() -> None:
    table = king_duel().play(CY, "B10").concede(EVE)
    assert table.hats(CY) == {"DEL": 2, "MAY": 2}
    assert not any(table.hats(seat) for seat in (ANN, BOB, DEE, EVE, FINN))
    assert suit_points(table.public.piles[CY]) == 84
    assert table.public.turn == CY


def test_7_1_variant_d_a_tied_duel_is_a_stalemate() -> None:
    table = dealt("MAY-R GR-R", "MAY-G GR-G", "A5")
    table.lead(ANN, "MAY-R").join(BOB, "MAY-G", "challenger").drop(CY)
    assert table.public.turn == BOB, "the newcomer moves first at an opening tie"
    table.stand(BOB).stand(ANN)
    public = table.public
    assert public.result is not None
    assert public.result.winner is None
    assert public.piles == ((), (), ())
    assert [card.split(".")[0] for card in unpacked(public.played)] == ["MAY-R", "MAY-G"]
    assert public.turn == ANN, "whoever led leads again"


def test_7_1_variant_d_with_a_coalition_the_kingmaker_wins_without_a_duel() -> None:
    table = dealt("MAY-R GR-R", "MAY-G GR-G", "GR-U")
    table.lead(ANN, "MAY-R").join(BOB, "MAY-G", "challenger").join(CY, "GR-U", "coalition")
    public = table.stand(BOB).stand(ANN).public
    assert public.result is not None
    assert (public.result.winner, public.result.role) == (CY, Role.COALITION)
    assert public.boxes[CY].votes == 2
    assert len(public.result.duels) == 1


def test_after_a_stalemate_who_led_leads_not_who_was_asked_first() -> None:
    table = dealt("MAY-G GR-R", "MAY-R GR-G", "A5").passes(ANN).lead(BOB, "MAY-R").drop(CY)
    table.join(ANN, "MAY-G", "challenger").stand(ANN).stand(BOB)
    assert (table.public.first, table.public.turn) == (BOB, BOB)


@pytest.mark.parametrize("skunked", [False, True])
def test_a_coalition_without_a_point_wins_when_all_others_are_out(skunked: bool) -> None:
    table = dealt("MAY-R GR-R", "MAY-G GR-G", "GR-U", "ASKUNK")
    table.lead(ANN, "MAY-R").join(BOB, "MAY-G", "challenger").join(CY, "GR-U", "coalition")
    if skunked:
        table.politiks(DEE, "ASKUNK", CY)
        assert table.public.coalition[0].value == 0
    table.drop(DEE).stand(BOB).stand(ANN)
    assert table.public.boxes[CY].votes == 2


def test_a_race_is_replayed_as_it_was_told() -> None:
    table = series().play(ANN, "SEN-R").concede(CY)
    assert table.said() == [
        "Cy concedes to Ann.",
        "King duel: Eve with 28 against Ann with 35.",
    ]
    table.power(EVE, "DEL-R", "COM-R")
    assert table.said() == [
        "Eve makes the Power Play: red Committeeman and red Delegate, 36 against 35."
    ]


def test_a_hand_ends_the_moment_nobody_holds_a_suit_card() -> None:
    table = dealt("MAY-R A5", "GR-R B5", "A10").lead(ANN, "MAY-R").join(BOB, "GR-R", "bandwagon")
    table.drop(CY)
    assert table.public.phase == "convert"
    assert table.said()[-2].startswith("Hand 1 is over. Cards still held are discarded: Ann’s")
    assert table.public.boxes[ANN].votes == 2, "CARDS bring 2 votes below 50 points too"
    assert BuyHats(0) in table.legal(CY)
