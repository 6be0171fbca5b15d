"""The disciplines of the bloodlines, at each level."""

import pytest
from msgspec.structs import replace

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.events import DotRestored
from app.games.scum_the_masquerade.moves import Decide, Use
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.powers import decisions, use_rules
from app.games.scum_the_masquerade.powers.clans import LINEAGES, Clan, Pack
from app.games.scum_the_masquerade.powers.marks import Effect, EffectKind
from app.games.scum_the_masquerade.powers.sheets import Dot
from tests.games.scum_the_masquerade.discipline_table import (
    CRYPTS,
    X,
    legal_use,
    with_dots,
)
from tests.games.scum_the_masquerade.table import A, B, C, D, cards
from tests.games.scum_the_masquerade.test_power_steps import choices, composed

LOW = ("3C", "3C 4D", "3C 4D 6S")
LEVELS = (1, 2, 3)


# -- Daimoinon


@pytest.mark.parametrize("level", LEVELS)
def test_daimoinon_puts_low_cards_of_finished_tricks_into_a_crypt(level: int) -> None:
    """Page 6.3, A25: the user picks up to as many as the level, for all to see."""
    table = with_dots(X.DAIMOINON).does(A, legal_use(X.DAIMOINON, level))
    given = cards(LOW[level - 1])
    assert set(table.state.private[B].cards) == {*cards(CRYPTS[1]), *given}
    assert table.public.counts[B] == 3 + level
    assert table.public.gained(B) == given
    assert not set(table.public.pile) & set(given)
    if level > 1:
        one = Use(X.DAIMOINON, (B,), level, cards("6S"))
        assert with_dots(X.DAIMOINON).does(A, one).crypt(B) == "6C 6S 7C 8H"


def test_daimoinon_takes_no_card_but_those_of_its_rank_and_level() -> None:
    """A9: none of the running trick; A25: at least one."""
    table = with_dots(X.DAIMOINON)
    for wrong in ("", "7H", "5S", "3C 4D", "4C", "3C 3C"):
        move = Use(X.DAIMOINON, (B,), 1, cards(wrong))
        assert table.refusal(A, move, "use") == "not-in-the-pile"
    many = Use(X.DAIMOINON, (B,), 2, cards("3C 4D 6S"))
    assert table.refusal(A, many, "use") == "not-in-the-pile"
    own = Use(X.DAIMOINON, (A,), 1, cards("3C"))
    assert table.refusal(A, own, "use") == "wrong-target"
    table.plays(A, "5C").plays(B, "7C")
    table.passes(C, D)
    table = with_dots(X.DAIMOINON, 1, pile=cards("7H 9H"))
    assert "use" not in table.kinds(A)


def test_daimoinon_is_composed_of_level_target_and_cards() -> None:
    """The cards are in no order; the sets need not be listed for it."""
    table = with_dots(X.DAIMOINON, 2)
    assert choices(composed(table, "use")) == ("level", [1, 2])
    assert choices(composed(table, "use", [2]))[0] == "targets"
    step = composed(table, "use", [2], [B]).step
    assert step is not None
    assert (step.name, step.least, step.most) == ("cards", 1, 2)
    assert step.text == "Which cards out of the pile?"
    made = composed(table, "use", [2], [B], ["6S", "4D"]).move
    assert isinstance(made, Use)
    assert table.does(A, made).crypt(B) == "4D 6C 6S 7C 8H"
    low = [card for card in table.public.deck if card.rank < 4][:16]
    packed = with_dots(X.DAIMOINON, pile=tuple(low)).public
    few = list(use_rules.uses(packed, A, every=False))
    assert len(few) < 200 < len(list(use_rules.uses(packed, A)))
    assert set(few) <= set(use_rules.uses(packed, A))


def test_everybody_knows_where_a_card_of_the_pile_went() -> None:
    """Section 9: it is played later like any other card."""
    table = with_dots(X.DAIMOINON).does(A, legal_use(X.DAIMOINON, 3))
    event = table.told[0]
    said = GAME.say_event(table.public, event, ("Ada", "Ben", "Cleo", "Dan"))
    assert said == (
        "Ada uses Daimoinon at level 3 on Ben to hand over the "
        "three of clubs, four of diamonds and six of spades."
    )
    table.plays(A, "5C").plays(B, "6S")
    assert table.public.gained(B) == cards(LOW[2])


# -- Obeah


@pytest.mark.parametrize(("level", "left"), [(1, (2, 1)), (2, (2, 2)), (3, (3, 2))])
def test_obeah_gives_as_many_spent_dots_back_as_its_level(
    level: int, left: tuple[int, int]
) -> None:
    """Page 6.3: of the disciplines that are named, each in turn."""
    table = with_dots(X.OBEAH).does(A, legal_use(X.OBEAH, level))
    theirs = table.public.sheets[B]
    assert (theirs.unspent(X.POTENCE), theirs.unspent(X.CELERITY)) == left
    assert sum(isinstance(event, DotRestored) for event in table.told) == level


def test_obeah_heals_its_user_too_also_one_in_hiding() -> None:
    """Page 6.3: self or one player; H54 is about others."""
    hidden = (Effect(EffectKind.HIDDEN, A, A),)
    table = with_dots(X.OBEAH, 1, more=(Dot(X.POTENCE, 1, 1),), effects=hidden)
    own = Use(X.OBEAH, (A,), restores=("potence",))
    assert table.does(A, own).public.sheets[A].unspent(X.POTENCE) == 1


def test_obeah_gives_nothing_back_that_is_not_spent_and_never_its_own_dot() -> None:
    """Page 6.3: of another discipline."""
    table = with_dots(X.OBEAH, 2, more=(Dot(X.AUSPEX),))
    for target, restores in (
        (A, ("auspex",)),
        (A, ("obeah",)),
        (B, ()),
        (B, ("potence", "celerity")),
        (B, ("potence", "potence")),
        (B, ("charge",)),
    ):
        move = Use(X.OBEAH, (target,), 1, restores=restores)
        assert table.refusal(A, move, "use") == "nothing-spent", restores
    spent = with_dots(X.OBEAH, 2, b=(Dot(X.OBEAH, 1, 1),))
    assert spent.refusal(A, Use(X.OBEAH, (B,), restores=("obeah",)), "use") == "nothing-spent"
    nobody = with_dots(X.OBEAH, 1, out=(B,))
    assert "use" not in nobody.kinds(A)


def test_obeah_on_the_hunted_costs_what_it_costs() -> None:
    """Uses against the hunted cost a dot less; this one is for them."""
    table = with_dots(X.OBEAH, 1, hunted=B).does(A, legal_use(X.OBEAH, 1))
    assert table.public.sheets[A].unspent(X.OBEAH) == 0


def test_obeah_is_composed_of_level_target_and_disciplines() -> None:
    table = with_dots(X.OBEAH, 2, more=(Dot(X.AUSPEX, 1, 1),))
    assert choices(composed(table, "use", [2])) == ("targets", [A, B])
    assert choices(composed(table, "use", [2], [B])) == ("restores", ["potence", "celerity"])
    made = composed(table, "use", [2], [B], ["celerity"])
    assert made.move == Use(X.OBEAH, (B,), 2, restores=("celerity",))
    assert "two spent dots" in made.text


# -- the clans


@pytest.mark.parametrize("clan", [clan for clan in LINEAGES if LINEAGES[clan].beside])
def test_a_bloodline_is_declared_only_beside_the_pack_of_its_side(clan: Clan) -> None:
    """H36, and H37: off by default."""
    side = LINEAGES[clan].beside
    assert side is not None
    assert clan in decisions.clans_of((side, Pack.BLOODLINES))
    assert clan not in decisions.clans_of((side,))
    other = Pack.SABBAT if side is Pack.INDEPENDENT else Pack.INDEPENDENT
    assert clan not in decisions.clans_of((Pack.CAMARILLA, other, Pack.BLOODLINES))
    public = with_dots(X.OBEAH, 1, options=Options(evening="masquerade")).public
    assert Pack.BLOODLINES not in decisions.open_packs(public)
    wide = replace(public, options=Options(evening="masquerade", clans="bloodlines"))
    assert decisions.open_packs(wide) == tuple(Pack)
    assert decisions.problem(wide, Decide((Pack.BLOODLINES,))) == "packs"
    assert decisions.problem(wide, Decide((side, Pack.BLOODLINES))) is None
