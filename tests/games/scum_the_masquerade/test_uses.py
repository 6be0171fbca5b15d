"""The rules of every use of a discipline before a play, at each level (page 6, section 7)."""

import pytest
from msgspec.structs import replace

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.events import UseCancelled
from app.games.scum_the_masquerade.moves import React, Use
from app.games.scum_the_masquerade.powers.clans import CHARGES
from app.games.scum_the_masquerade.powers.marks import Effect, EffectKind
from app.games.scum_the_masquerade.powers.sheets import Dot
from app.games.scum_the_masquerade.state import Trick
from tests.games.scum_the_masquerade.discipline_table import INQUISITOR, X, legal_use, with_dots
from tests.games.scum_the_masquerade.table import A, B, C, D, Table

LEVELS = (1, 2, 3)
HIDDEN = (Effect(EffectKind.HIDDEN, B, B),)
HARMING = (
    X.AUSPEX, X.DAIMOINON, X.DEMENTATION, X.DOMINATE, X.PRESENCE, X.QUIETUS, X.SERPENTIS,
    X.THAUMATURGY,
)  # fmt: skip
HARMLESS = (X.ANIMALISM, X.MYTHERCERIA, X.OBEAH, X.OBFUSCATE, X.VICISSITUDE)
AIMED = (*HARMING, X.OBEAH)
AT_ONCE = [one for one in (*HARMING, *HARMLESS) if one not in (X.SERPENTIS, X.VICISSITUDE)]
"""Uses that ask for nothing more; the other two have files of their own."""

each_level = pytest.mark.parametrize("level", LEVELS)
each_use = pytest.mark.parametrize("discipline", [*HARMING, *HARMLESS])


def marks(table: Table) -> tuple[object, ...]:
    """The things that a use may change, but for the price that is paid for it."""
    public = table.public
    crypts = [table.crypt(seat) for seat in (A, B, C, D)]
    lasting = (public.effects, public.forbidden, public.looks, public.swaps, public.reshapings)
    return (public.pile, public.gains, lasting, public.sheets[1:3], crypts)


@each_level
@each_use
def test_a_level_costs_as_many_dots_and_needs_them(discipline: X, level: int) -> None:
    """H41."""
    table = with_dots(discipline).does(A, legal_use(discipline, level))
    assert table.public.sheets[A].unspent(discipline) == 3 - level
    other = X.AUSPEX if discipline is not X.AUSPEX else X.PRESENCE
    poor = with_dots(discipline, level - 1, more=(Dot(other),))
    assert poor.refusal(A, legal_use(discipline, level), "use") == "no-dots"


@pytest.mark.parametrize("discipline", AT_ONCE)
def test_a_use_leaves_the_turn_where_it_was_and_there_is_one_before_a_play(discipline: X) -> None:
    """H44: the question of the turn stays the same."""
    table = with_dots(discipline)
    asked = GAME.prompt(table.view(A))
    table.does(A, legal_use(discipline, 1))
    assert GAME.prompt(table.view(A)) == asked
    assert "use" not in table.kinds(A)


@each_level
@each_use
def test_nothing_is_used_before_the_first_hand_lies_or_on_another_turn(
    discipline: X, level: int
) -> None:
    """A5, H44."""
    table = with_dots(discipline, trick=Trick(1))
    assert "use" not in table.kinds(A)
    assert "use" not in table.plays(A, "4C").kinds(A)


@each_level
@each_use
def test_an_inquisitor_cancels_any_use_for_a_charge_and_the_dots_stay_spent(
    discipline: X, level: int
) -> None:
    """H48, section 7 and the cancelling matrix of 6.3."""
    table = with_dots(discipline, d=INQUISITOR)
    before, asked = marks(table), GAME.prompt(table.view(A))
    table.does(A, legal_use(discipline, level)).does(D, React(True))
    assert (marks(table), GAME.prompt(table.view(A))) == (before, asked)
    assert table.public.sheets[D].charges == CHARGES - 1
    assert table.public.sheets[A].unspent(discipline) == 3 - level
    assert UseCancelled(D, A, discipline) in table.told


@each_level
@pytest.mark.parametrize("discipline", HARMING)
def test_the_target_cancels_with_as_many_dots_of_fortitude_as_the_level(
    discipline: X, level: int
) -> None:
    """H53: against several targets it is one dot, and frees only who paid."""
    price = 1 if discipline is X.PRESENCE else level
    table = with_dots(discipline, b=(Dot(X.FORTITUDE, price),)).does(
        A, legal_use(discipline, level)
    )
    assert table.kinds(B) == ["react"]
    before = table.crypt(B)
    table.does(B, React(True))
    assert table.crypt(B) == before
    left = [table.public.sheets[B].unspent(one) for one in (X.FORTITUDE, X.POTENCE, X.CELERITY)]
    assert left == [0, 1, 1]
    assert all(effect.seat != B for effect in table.public.effects)
    assert table.public.looks == ()
    if price == level > 1:
        weak = with_dots(discipline, b=(Dot(X.FORTITUDE, price - 1),))
        assert weak.does(A, legal_use(discipline, level)).public.pending is None


@each_level
@pytest.mark.parametrize("discipline", HARMLESS)
def test_fortitude_does_not_cancel_what_harms_nobody(discipline: X, level: int) -> None:
    """The cancelling matrix of 6.3."""
    table = with_dots(discipline, b=(Dot(X.FORTITUDE, 3),)).does(A, legal_use(discipline, level))
    assert table.public.pending is None


@each_level
@pytest.mark.parametrize("discipline", [one for one in HARMLESS if one is not X.OBEAH])
def test_what_has_no_target_is_used_on_nobody(discipline: X, level: int) -> None:
    move = replace(legal_use(discipline, level), targets=(B,))
    assert with_dots(discipline).refusal(A, move, "use") == "wrong-target"


@each_level
@pytest.mark.parametrize("discipline", AIMED)
def test_nobody_out_is_a_target_and_only_obeah_helps_its_user(discipline: X, level: int) -> None:
    """H43, and check 12: nobody comes back into the round."""
    table = with_dots(discipline, out=(B,))
    assert table.refusal(A, legal_use(discipline, level), "use") in ("wrong-target", "not-open")
    if discipline is not X.OBEAH:
        own = Use(discipline, (A,), level)
        assert with_dots(discipline).refusal(A, own, "use") == "wrong-target"


@each_level
@pytest.mark.parametrize("discipline", AIMED)
def test_a_hidden_target_is_found_by_auspex_or_for_a_dot_of_it_more(
    discipline: X, level: int
) -> None:
    """H54; A18: who is hidden is left out where all others are meant."""
    table, move = with_dots(discipline, effects=HIDDEN), legal_use(discipline, level)
    if discipline is X.AUSPEX:
        assert table.does(A, move).public.looks
    elif discipline is X.PRESENCE and level == 3:
        assert table.refusal(A, move, "use") == "wrong-target"
        assert table.prompt_for(A, Use(X.PRESENCE, (C, D), 3)) is not None
    else:
        assert table.refusal(A, move, "use") in ("target-hidden", "not-open")
        seeing = with_dots(discipline, more=(Dot(X.AUSPEX),), effects=HIDDEN)
        assert seeing.does(A, move).public.sheets[A].unspent(X.AUSPEX) == 0
