"""The interests of bots: what a deed is worth to them, what they remember, and their tempers."""

import random

import pytest
from msgspec.structs import replace

from app.games.scum_the_masquerade import GAME, interests
from app.games.scum_the_masquerade.cards import read_cards as cards
from app.games.scum_the_masquerade.memory import GRANTED, HUNTED, MOST, REFUSED, USED, regard
from app.games.scum_the_masquerade.moves import (
    AnswerBoon,
    AskBoon,
    Conspire,
    Decide,
    Hunt,
    Pact,
    Use,
)
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.powers.clans import Clan, Pack
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.sheets import Sheet, dots
from app.rules.game import Seat, view
from app.rules.values import Manner
from tests.games.scum_the_masquerade.interest_figures import begun, compare, rates
from tests.games.scum_the_masquerade.table import A, B, C, D, Table, first_lead, playing
from tests.games.scum_the_masquerade.test_hunts import between

CRYPTS = ("3C 4C 4D 9H", "6C 7C 8C 3H", "9C 9D JC 4H", "QC KC AC 5H")
MANNERS = {temper: Manner("steady", temper) for temper in interests.TEMPERS}


def with_regards(table: Table, seat: Seat, other: Seat, account: int) -> Table:
    seats = range(len(table.public.scores))
    rows = [[account * (one == seat and two == other) for two in seats] for one in seats]
    public = replace(table.public, regards=tuple(map(tuple, rows)))
    table.state = replace(table.state, public=public)
    return table


# -- memory


def test_a_granted_boon_and_a_refused_one_are_remembered() -> None:
    asked = first_lead(*CRYPTS).does(C, AskBoon(cards("9C 9D")))
    refused = regard(asked.does(A, AnswerBoon(False)).public, C, A)
    asked = first_lead(*CRYPTS).does(C, AskBoon(cards("9C 9D")))
    granted = asked.does(A, AnswerBoon(True)).public
    assert (regard(granted, C, A), refused) == (GRANTED, REFUSED)
    assert regard(granted, A, C) == 0


def test_a_hunt_and_a_power_are_remembered_by_whom_they_hit() -> None:
    table = between().does(B, Hunt(D))
    assert regard(table.public, D, B) == HUNTED
    sheets = (Sheet.of(None, dots((Discipline.AUSPEX,) * 3)), *[Sheet()] * 3)
    table = playing(*CRYPTS, options=Options(), sheets=sheets).does(A, Use(Discipline.AUSPEX, (B,)))
    assert regard(table.public, B, A) == USED
    assert regard(table.public, A, B) == 0


def test_an_account_has_a_limit_so_that_new_deeds_count() -> None:
    table = with_regards(first_lead(*CRYPTS), C, A, MOST)
    table.does(C, AskBoon(cards("9C 9D"))).does(A, AnswerBoon(False))
    assert regard(table.public, C, A) == MOST + REFUSED


def test_accounts_reach_no_page() -> None:
    table = with_regards(first_lead(*CRYPTS), C, A, 2)
    assert GAME.shown_public(table.public).regards == ()


# -- what each deed is worth


def test_the_last_rank_takes_a_pact_and_no_other_of_five() -> None:
    """It escapes its trade, and comes last at worst; others risk that for nothing."""
    state = begun(5, 2, random.Random(1))
    public = state.public
    worths = [interests.worth_of_pact(public, seat) for seat in public.order[1:]]
    assert [worth > 0 for worth in worths] == [False, False, False, True]
    seen = view(state, public.order[-1])
    assert GAME.score_moves(seen, [Pact(False), Pact(True)])[1] > 0


def test_a_boon_is_granted_for_a_debt_and_not_in_the_last_round() -> None:
    weak = ("3C 4C 5D 9H", "6C 7C 8C 3H", "9C 9D JC 4H", "QC KC AC 5H")
    table = first_lead(*weak, options=Options(rounds=3)).does(C, AskBoon(cards("4H")))
    last = first_lead(*weak, options=Options(rounds=1)).does(C, AskBoon(cards("4H")))
    worths = [interests.worth_of_granting(one.view(A)) for one in (table, last)]
    assert worths[0] - worths[1] == pytest.approx(interests.DEBT)


def test_a_favour_is_returned_and_harm_is_too() -> None:
    asked = first_lead(*CRYPTS).does(C, AskBoon(cards("4H")))
    worths = {
        account: interests.worth_of_granting(with_regards(asked, A, C, account).view(A))
        for account in (-MOST, 0, MOST)
    }
    assert worths[-MOST] < worths[0] < worths[MOST]


def test_a_casual_bot_forgets() -> None:
    asked = first_lead(*CRYPTS).does(C, AskBoon(cards("4H")))
    casual = Manner("casual")
    worths = {
        interests.worth_of_granting(with_regards(asked, A, C, account).view(A), casual)
        for account in (-MOST, 0, MOST)
    }
    assert len(worths) == 1


def test_a_decision_opens_no_better_clans_to_others() -> None:
    """The first rank has its clan; another one has to declare."""
    state = begun(5, 2, random.Random(1))
    first, *_ = state.public.order
    known = Sheet.of(Clan.VENTRUE, dots((Discipline.AUSPEX,) * 3))
    sheets = tuple(known if seat == first else one for seat, one in enumerate(state.public.sheets))
    public = replace(state.public, sheets=sheets)
    camarilla, every = Decide((Pack.CAMARILLA,)), Decide(tuple(Pack)[:3])
    assert interests.worth_of_decision(public, first, camarilla) > interests.worth_of_decision(
        public, first, every
    )


def test_a_hunt_hits_who_harmed_and_spares_who_was_kind() -> None:
    sheet = Sheet.of(None, dots((Discipline.PRESENCE, Discipline.DOMINATE, Discipline.QUIETUS)))
    table = between(sheets=(sheet,) * 5)
    free = interests.best_hunt(table.view(B))
    assert free is not None
    spared = interests.best_hunt(with_regards(table, B, free.seat, MOST).view(B))
    assert spared != free
    hit = interests.best_hunt(with_regards(table, B, D, -MOST).view(B))
    assert hit == Hunt(D)


def test_a_strong_crypt_is_not_shown_for_a_look() -> None:
    weak, strong = playing("3C 3D 4C 5D", *CRYPTS[1:]), playing("AC AD 2C 2D", *CRYPTS[1:])
    looks = [interests.worth_of_a_look(one.view(A), B) for one in (weak, strong)]
    assert looks[0] > looks[1]
    (offer,) = [one for one in GAME.prompts(weak.view(A)) if one.kind == "conspire"]
    assert isinstance(GAME.accepted_offer(weak.view(A), offer), Conspire | None)


# -- tempers


def test_tempers_differ_in_what_they_do() -> None:
    sheet = Sheet.of(None, dots((Discipline.PRESENCE, Discipline.DOMINATE, Discipline.QUIETUS)))
    table = between(sheets=(sheet,) * 5)
    hunts = {one: interests.best_hunt(table.view(B), manner) for one, manner in MANNERS.items()}
    assert hunts["spiteful"] is not None
    assert hunts["timid"] is None
    asked = with_regards(first_lead(*CRYPTS).does(C, AskBoon(cards("4H"))), A, C, 2)
    worth = {
        one: interests.worth_of_granting(asked.view(A), manner) for one, manner in MANNERS.items()
    }
    assert worth["faithful"] > worth["greedy"]
    wronged = with_regards(asked, A, C, -2)
    anger = {
        one: interests.worth_of_granting(wronged.view(A), manner) for one, manner in MANNERS.items()
    }
    assert anger["spiteful"] == min(anger.values())


def test_one_game_stands_for_each_manner() -> None:
    assert GAME.in_manner(MANNERS["timid"]) is GAME.in_manner(MANNERS["timid"])
    assert set(GAME.tempers) == set(MANNERS)


# -- the measurement itself


def test_the_measurement_compares_the_same_deals() -> None:
    """The same seeds bring the same pairs."""
    assert compare("boon", 2, 4, 1) == compare("boon", 2, 4, 1)


def test_every_deed_is_done_by_somebody() -> None:
    found = rates(4, 5, 2)
    for deed in ("ask-boon done", "conspire done", "hunt done", "pact done", "decisions possible"):
        assert found[deed], deed
