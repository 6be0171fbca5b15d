"""The answers that the table gives for players whose time is up: section 5, rows 19 and 20."""

from tests.games.skuncum.table import ANN, BOB, CY, DEE, dealt


def test_time_passes_the_lead_or_leads_the_lowest_suit_card() -> None:
    table = dealt("MAY-R GR-R A5", "GR-G", "GR-U").expire()
    assert table.public.passed == (ANN,)
    table.expire().expire().expire()
    assert table.public.candidate is not None
    assert (table.public.candidate.seat, table.public.candidate.card) == (ANN, "GR-R.1")


def test_time_joins_the_bandwagon_with_the_lowest_card_or_else_the_coalition() -> None:
    """Errata A22: of equal cards the one that may join the Bandwagon."""
    table = dealt("MAY-R", "GR-U GR-R SEN-R", "GR-U SEN-R", "A5").lead(ANN, "MAY-R")
    table.expire()
    assert [(one.seat, one.card) for one in table.public.bandwagon] == [(BOB, "GR-R.1")]
    table.expire()
    assert table.public.kingmaker == CY
    table.expire()
    assert table.public.dropped == (DEE,)


def test_time_after_politiks_plays_the_card() -> None:
    """Errata A22."""
    table = dealt("MAY-R", "GR-R A5", "GR-U").lead(ANN, "MAY-R").politiks(BOB, "A5", ANN).expire()
    assert table.public.bandwagon[0].seat == BOB


def test_time_concedes_behind_and_stands_at_a_tie() -> None:
    table = dealt("MAY-R SEN-R", "GR-U SEN-U", "A5").lead(ANN, "MAY-R")
    table.join(BOB, "GR-U", "challenger").drop(CY).expire()
    assert table.public.result is not None
    assert table.public.result.winner == ANN
    table = dealt("MAY-R GR-R", "MAY-U GR-U", "A5").lead(ANN, "MAY-R")
    table.join(BOB, "MAY-U", "challenger").drop(CY).expire()
    assert table.public.duel is not None
    assert table.public.duel.stood
