"""Obtenebration: the hand on top goes back to its owner (page 6.3)."""

import random

import pytest

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.events import HandTakenBack
from app.games.scum_the_masquerade.moves import (
    Demand,
    NameHand,
    Play,
    PlayWith,
    React,
    Use,
)
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.powers.clans import CHARGES, Specialty
from app.games.scum_the_masquerade.powers.marks import Effect, EffectKind
from app.games.scum_the_masquerade.powers.sheets import Dot, Sheet
from app.games.scum_the_masquerade.state import Asked
from app.rules.game import Seat
from tests.games.scum_the_masquerade.rare_powers import CRYPTS, X, table_with, unearthed
from tests.games.scum_the_masquerade.table import A, B, C, D, Table, cards, playing

SECOND_HAS = {"sheets": (Sheet(), Sheet.of(None, (Dot(X.OBTENEBRATION, 3),)), Sheet(), Sheet())}
THIRD_HAS = {"sheets": (Sheet(), Sheet(), Sheet.of(None, (Dot(X.OBTENEBRATION, 3),)), Sheet())}


def back(seat: Seat, level: int = 1) -> Use:
    return Use(X.OBTENEBRATION, (seat,), level)


def shadowed(**public: object) -> Table:
    """A leads, and B may take that hand off the trick."""
    return table_with(X.OBTENEBRATION, 3, **{**SECOND_HAS, **public})


def test_a_hand_that_was_led_goes_back_and_its_owner_leads_another() -> None:
    """Not the user's free lead."""
    table = shadowed().plays(A, "4C").does(B, back(A))
    assert (table.public.turn, table.public.asked, table.crypt(A)) == (A, Asked.LEAD, CRYPTS[0])
    assert table.public.counts[A] == 4
    assert table.refuses(A, "4C") == "another-hand"
    assert all(move != Play(cards("4C")) for move in GAME.legal_moves(table.view(A)))
    assert HandTakenBack(A, cards("4C"), True) in table.told
    table.plays(A, "6H").passes(B).plays(C, "8C")
    assert table.public.taken_back == ()
    assert table.public.sheets[B].unspent(X.OBTENEBRATION) == 2


def test_a_hand_that_was_taken_back_is_not_led_with_a_discipline_either() -> None:
    both = (Sheet.of(None, (Dot(X.POTENCE),)), *SECOND_HAS["sheets"][1:])
    table = shadowed(sheets=both).plays(A, "4C").does(B, back(A))
    assert table.refusal(A, PlayWith(X.POTENCE, cards("4C")), "play-with") == "another-hand"
    assert table.prompt_for(A, PlayWith(X.POTENCE, cards("6H"))) is not None


def test_the_hand_below_is_on_top_again_and_everybody_else_is_asked_again() -> None:
    """H55 and H9: passes are cleared; the owner of the returned hand has a turn too."""
    table = table_with(X.OBTENEBRATION, 3, **THIRD_HAS).plays(A, "4C").plays(B, "6C")
    table.does(C, back(B))
    assert (table.public.turn, table.public.asked) == (C, Asked.FOLLOW)
    assert table.crypt(B) == CRYPTS[1]
    table.passes(C, D)
    assert (table.public.turn, table.public.asked) == (B, Asked.FOLLOW)
    table.passes(B)
    assert (table.public.turn, table.public.asked) == (A, Asked.LEAD)


def test_above_an_own_hand_the_user_may_play_or_pass_and_then_the_others_are_asked() -> None:
    """A10."""
    own = {"sheets": (Sheet.of(None, (Dot(X.OBTENEBRATION),)), Sheet(), Sheet(), Sheet())}
    table = table_with(X.OBTENEBRATION, 1, **own).plays(A, "4C").plays(B, "6C").passes(C, D)
    table.does(A, back(B))
    assert table.prompt_for(A, Play(cards("5C"))) is not None
    table.passes(A, B, C, D)
    assert (table.public.turn, table.public.asked) == (A, Asked.LEAD)


def test_of_two_hands_of_celerity_only_the_top_one_goes_back() -> None:
    """A10."""
    sheets = (Sheet.of(None, (Dot(X.CELERITY),)), *SECOND_HAS["sheets"][1:])
    table = shadowed(sheets=sheets).does(A, PlayWith(X.CELERITY, cards("4C"), second=cards("6H")))
    table.does(B, back(A))
    assert (table.crypt(A), table.public.turn, table.public.asked) == ("5C 5D 6H", B, Asked.FOLLOW)


@pytest.mark.parametrize(("level", "allowed"), [(1, False), (2, True), (3, True)])
def test_a_pair_goes_back_from_the_second_level_on(level: int, allowed: bool) -> None:
    table = shadowed().plays(A, "5C 5D")
    refused = table.refusal(B, back(A, level), "use") if not allowed else None
    assert refused == (None if allowed else "hand-too-large")
    if allowed:
        assert table.does(B, back(A, level)).crypt(A) == CRYPTS[0]


def test_a_hand_of_five_goes_back_at_the_third_level_alone() -> None:
    crypts = ("4C 4D 4H 5C 5D 9C", *CRYPTS[1:])
    table = table_with(X.OBTENEBRATION, 3, *crypts, **SECOND_HAS).plays(A, "4C 4D 4H 5C 5D")
    assert table.refusal(B, back(A, 2), "use") == "hand-too-large"
    assert table.does(B, back(A, 3)).crypt(A) == crypts[0]


def test_only_the_hand_on_top_goes_back_and_never_one_that_emptied_a_crypt() -> None:
    """H55, check 12."""
    table = table_with(X.OBTENEBRATION, 3, **THIRD_HAS).plays(A, "4C").plays(B, "6C")
    assert table.refusal(C, back(A), "use") == "not-on-top"
    gone = table_with(X.OBTENEBRATION, 3, "4C", *CRYPTS[1:], **SECOND_HAS).plays(A, "4C")
    assert "use" not in gone.kinds(B)
    lead = table_with(X.OBTENEBRATION, 3)
    assert "use" not in lead.kinds(A), "nothing lies there yet"


@pytest.mark.parametrize("level", [1, 2, 3])
def test_obtenebration_is_cancelled_by_fortitude_of_its_level_or_an_inquisitor(level: int) -> None:
    guarded = Sheet.of(None, (Dot(X.FORTITUDE, level),))
    inquisitor = Sheet(specialty=Specialty.INQUISITOR, charges=CHARGES)
    for seat, sheets in (
        (A, (guarded, *SECOND_HAS["sheets"][1:])),
        (D, (*SECOND_HAS["sheets"][:3], inquisitor)),
    ):
        table = shadowed(sheets=sheets).plays(A, "4C").does(B, back(A, level))
        table.does(seat, React(True))
        assert (table.crypt(A), table.public.turn, table.public.asked) == (
            "5C 5D 6H",
            B,
            Asked.FOLLOW,
        )
        assert table.public.sheets[B].unspent(X.OBTENEBRATION) == 3 - level


def test_obtenebration_needs_its_dots_and_a_target_that_is_not_hidden() -> None:
    """H54: or a dot of Auspex as well."""
    few = (Sheet(), Sheet.of(None, (Dot(X.OBTENEBRATION),)), Sheet(), Sheet())
    assert shadowed(sheets=few).plays(A, "4C").refusal(B, back(A, 2), "use") == "no-dots"
    hidden = (Effect(EffectKind.HIDDEN, A, A, until=9),)
    assert "use" not in shadowed(effects=hidden).plays(A, "4C").kinds(B)
    finder = Sheet.of(None, (Dot(X.OBTENEBRATION), Dot(X.AUSPEX)))
    sheets = (Sheet(), finder, Sheet(), Sheet())
    table = shadowed(effects=hidden, sheets=sheets).plays(A, "4C").does(B, back(A))
    assert table.public.sheets[B].unspent(X.AUSPEX) == 0


def test_borrowed_cards_return_to_the_pile_and_changed_ones_as_themselves() -> None:
    """H55."""
    sheets = (Sheet.of(None, (Dot(X.NECROMANCY), Dot(X.PROTEAN))), *SECOND_HAS["sheets"][1:])
    table = shadowed(sheets=sheets).does(A, unearthed("5C", "5H")).does(B, back(A, 2))
    assert table.crypt(A) == CRYPTS[0]
    assert cards("5H")[0] in table.public.pile
    five, six = cards("5C 6C")
    changed = PlayWith(X.PROTEAN, cards("5C"), changed=five, counts_as=six)
    other = shadowed(sheets=sheets).does(A, changed).does(B, back(A))
    assert other.crypt(A) == CRYPTS[0]


def test_in_every_world_the_owner_holds_the_hand_that_was_taken_back() -> None:
    """It lay open: everybody has seen it."""
    table = playing(*CRYPTS, **SECOND_HAS)  # type: ignore[arg-type]  # sheets by name
    table.plays(A, "4C").does(B, back(A)).plays(A, "6H")
    chance = random.Random(3)
    for _ in range(20):
        assert cards("4C")[0] in GAME.resample(table.view(C), chance).private[A].cards


def test_a_player_whose_hand_was_named_uses_nothing_before_playing_it() -> None:
    """A7: the named hand is the turn."""
    sheets = (Sheet.of(None, (Dot(X.DOMINATE, 3),)), *SECOND_HAS["sheets"][1:])
    table = shadowed(sheets=sheets).does(A, Use(X.DOMINATE, (B,), 3, demand=Demand.NAMED))
    table.plays(A, "4C").does(A, NameHand(cards("6C")))
    assert "use" not in table.kinds(B)


def test_by_the_letter_of_the_page_the_user_leads() -> None:
    """Ruleset hr1, H55."""
    table = shadowed(options=Options(evening="masquerade", ruleset="hr1")).plays(A, "4C")
    table.does(B, back(A))
    assert (table.public.turn, table.public.asked, table.public.taken_back) == (B, Asked.LEAD, ())
    assert HandTakenBack(A, cards("4C"), False) in table.told
