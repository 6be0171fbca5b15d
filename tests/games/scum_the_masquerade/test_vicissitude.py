"""Vicissitude: cards of the own crypt may count as others (page 6.3)."""

import random

import pytest

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.moves import (
    PlayReshaped,
    Reshape,
    Use,
)
from app.games.scum_the_masquerade.powers.sheets import Dot, Sheet
from tests.games.scum_the_masquerade.rare_powers import CRYPTS, X, table_with
from tests.games.scum_the_masquerade.table import A, B, C, D, Table, cards, playing

SCULPTOR = {"sheets": (Sheet.of(None, (Dot(X.VICISSITUDE, 3),)), Sheet(), Sheet(), Sheet())}


def shaping(level: int = 1, **public: object) -> Table:
    """A has used Vicissitude, and is asked which cards change."""
    table = table_with(X.VICISSITUDE, 3, **{**SCULPTOR, **public})
    return table.does(A, Use(X.VICISSITUDE, (), level))


def change(own: str, into: str) -> Reshape:
    pairs = zip(cards(own), cards(into), strict=True)
    return Reshape(*(card for pair in pairs for card in pair))


def test_a_changed_card_counts_as_another_and_only_its_owner_knows() -> None:
    """Page 6.3 and section 9: the user only, until it is played."""
    table = shaping()
    assert [table.kinds(seat)[:1] for seat in (A, B)] == [["reshape"], ["conspire"]]
    before = table.view(B)
    table.does(A, change("5C", "6C"))
    assert table.view(B).private == before.private
    assert "6C" not in str((table.public.reshapings, table.told))
    table.does(A, PlayReshaped(cards("5C 6H")))
    assert table.public.trick is not None
    (laid,) = table.public.trick.hands
    assert (laid.kind, laid.cards, laid.top) == ("pair", cards("5C 6H"), cards("6H")[0].height)
    assert [(form.card, form.counts_as) for form in laid.forms] == [cards("5C 6C")]
    assert table.state.private[A].forms == ()


def test_a_changed_card_may_be_played_as_it_is() -> None:
    """Ours: it may count as the other one, it need not."""
    table = shaping().does(A, change("5C", "5H")).plays(A, "5C 5D")
    assert table.state.private[A].forms == ()


@pytest.mark.parametrize(
    ("level", "own", "into", "problem"),
    [
        (1, "5C", "6H", "no-such-shape"),
        (1, "5C 6H", "6C 5H", "no-such-shape"),
        (1, "6C", "7C", "not-your-cards"),
        (2, "5C 6H", "6C 5H", None),
        (2, "5C 6H", "6C KH", "no-such-shape"),
        (3, "4C", "6H", None),
        (3, "4C", "7H", "no-such-shape"),
        (3, "4C 5C", "6H 6H", "no-such-shape"),
    ],
)
def test_each_level_changes_its_number_of_cards(
    level: int, own: str, into: str, problem: str | None
) -> None:
    """Page 6.3, A22: two cards at the second level, a copy of an own card at the third."""
    assert shaping(level).refusal(A, change(own, into), "reshape") == problem


def test_a_copy_makes_a_pair_with_its_model() -> None:
    table = shaping(3).does(A, change("4C", "6H")).does(A, PlayReshaped(cards("4C 6H")))
    assert table.public.trick is not None
    assert table.public.trick.hands[0].kind == "pair"


def test_silence_changes_nothing_and_the_turn_goes_on() -> None:
    table = shaping().time_is_up(A)
    assert table.state.private[A].forms == ()
    assert table.kinds(A)[0] == "lead"
    assert "play-reshaped" not in table.kinds(A)


def test_a_changed_card_lasts_for_the_round_and_not_beyond_the_crypt() -> None:
    """A23: taken back it returns as itself."""
    sheets = (*SCULPTOR["sheets"][:1], Sheet.of(None, (Dot(X.OBTENEBRATION, 2),)), Sheet(), Sheet())
    table = shaping(sheets=sheets).does(A, change("5C", "6C")).plays(A, "4C").passes(B, C, D)
    assert "play-reshaped" in table.kinds(A), "the next trick"
    table.does(A, PlayReshaped(cards("5C 6H"))).does(B, Use(X.OBTENEBRATION, (A,), 2))
    assert (table.crypt(A), table.state.private[A].forms) == ("5C 5D 6H", ())


def test_a_hand_with_changed_cards_keeps_the_rules_of_the_trick() -> None:
    """H46."""
    table = shaping().does(A, change("6H", "7H"))
    assert table.refusal(A, PlayReshaped(cards("5C")), "play-reshaped") == "no-such-shape"
    assert table.refusal(A, PlayReshaped(cards("5C 6H")), "play-reshaped") == "no-hand"
    table.plays(A, "4C").plays(B, "7C").passes(C, D)
    assert table.prompt_for(A, PlayReshaped(cards("6H"))) is not None
    both = Reshape(*cards("5C 4C 6H 7H"))
    two = shaping(2).does(A, both).plays(A, "4C").plays(B, "7C").passes(C, D)
    assert two.refusal(A, PlayReshaped(cards("5C")), "play-reshaped") == "not-higher"
    low = shaping().does(A, change("6H", "5H")).plays(A, "4C").plays(B, "7C").passes(C, D)
    assert "play-reshaped" not in low.kinds(A)


def test_others_who_look_see_the_true_card() -> None:
    """A23."""
    sheets = (*SCULPTOR["sheets"][:1], Sheet.of(None, (Dot(X.AUSPEX),)), Sheet(), Sheet())
    table = shaping(sheets=sheets).does(A, change("5C", "6C")).plays(A, "4C")
    table.does(B, Use(X.AUSPEX, (A,)))
    assert table.state.private[B].snapshots[0].cards == cards("5C 5D 6H")


def test_in_other_worlds_other_cards_may_have_changed() -> None:
    table = playing(*CRYPTS, **SCULPTOR)  # type: ignore[arg-type]  # sheets by name
    table.does(A, Use(X.VICISSITUDE)).does(A, change("5C", "6C")).plays(A, "4C")
    chance = random.Random(2)
    found = {GAME.resample(table.view(C), chance).private[A].forms for _ in range(40)}
    assert len(found) > 3
    assert () in found
