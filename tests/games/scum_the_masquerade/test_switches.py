"""The host's switches: one for each special rule (errata A34)."""

import pytest

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.moves import Decide
from app.games.scum_the_masquerade.options import OPTION_GROUPS, Options
from app.games.scum_the_masquerade.state import Hand, Phase, ScumState
from app.rules.game import State
from tests.games.scum_the_masquerade.table import A, B, first_lead, ready_for
from tests.games.scum_the_masquerade.test_decisions import SABBAT, under_the_sabbat
from tests.games.scum_the_masquerade.test_hunts import between

CRYPTS = ("3C 4C 4D", "6C 7C 8C", "9C 9D JC", "QC KC AC")
SWITCHES = ("boons", "conspiring", "pacts", "blood_hunts", "conversion")


def masquerade(**switches: bool) -> Options:
    return Options(evening="masquerade", **switches)  # type: ignore[arg-type]  # all are switches


def test_boons_and_conspiring_are_switches_of_their_own() -> None:
    assert first_lead(*CRYPTS, options=Options(boons=False)).kinds(B) == ["conspire"]
    assert first_lead(*CRYPTS, options=Options(conspiring=False)).kinds(B) == ["ask-boon"]


def test_without_pacts_everybody_looks_after_the_deal() -> None:
    for pacts, phase in ((True, Phase.PACTS), (False, Phase.TRADE)):
        options = masquerade(pacts=pacts)
        before: ScumState = State(ready_for(4, options, 1), (Hand(),) * 4, ())
        assert GAME.apply_shuffle(before, range(52)).public.phase is phase


def test_without_blood_hunts_the_second_rank_is_offered_none() -> None:
    assert between(options=masquerade(blood_hunts=False)).kinds(B) == ["interval"]
    assert between(options=masquerade()).kinds(B) == ["interval", "hunt"]


def test_without_conversion_nobody_is_asked_to_change_sides() -> None:
    """8.4: the only exception to the freeze, so the freeze has none then."""
    both = Decide(SABBAT.packs)
    assert under_the_sabbat(options=masquerade()).does(A, both).public.may_convert == (B,)
    table = under_the_sabbat(options=masquerade(conversion=False)).does(A, both)
    assert (table.public.phase is Phase.DECLARE, table.public.may_convert) == (False, ())


@pytest.mark.parametrize("evening", ["first-night", "ranks", "plain"])
def test_a_first_night_is_one_switch_that_turns_the_rest_off(evening: str) -> None:
    options = Options(evening=evening)  # type: ignore[arg-type]  # one of its words
    assert not any((options.has_pacts, options.has_hunts, options.has_conversion))


def test_the_form_has_every_switch_under_a_heading() -> None:
    grouped = {name for _, names in OPTION_GROUPS for name in names}
    assert {*SWITCHES, "clans", "evening"} <= grouped
