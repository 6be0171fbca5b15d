"""Dementation: chance plays (page 6.3)."""

import pytest

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.events import HandPlayed, LeftToChance
from app.games.scum_the_masquerade.hands import HandType
from app.games.scum_the_masquerade.moves import (
    Use,
)
from app.games.scum_the_masquerade.powers.marks import Effect, EffectKind
from app.games.scum_the_masquerade.powers.sheets import Dot, Sheet
from app.games.scum_the_masquerade.state import Asked
from app.rules.game import Seat
from tests.games.scum_the_masquerade.rare_powers import CRYPTS, X, table_with
from tests.games.scum_the_masquerade.table import A, B, C, D, cards, playing


def mad(seat: Seat, level: int = 1) -> Use:
    return Use(X.DEMENTATION, (seat,), level)


def test_chance_plays_a_legal_hand_on_the_targets_next_turn() -> None:
    """Page 6.3: the order of all cards is drawn, and nobody is asked meanwhile."""
    table = table_with(X.DEMENTATION, 1).does(A, mad(B)).plays(A, "4C")
    assert (table.public.turn, table.public.asked) == (B, Asked.DRAW)
    assert [table.kinds(seat) for seat in (A, B, C, D)] == [[], [], [], []]
    assert GAME.awaited_seats(table.public) == ()
    table.chance(*cards("2C 7C"))
    assert (table.crypt(B), table.public.turn) == ("6C 8H", C)
    assert table.public.effects == ()
    assert table.told[-2:] == [LeftToChance(B), HandPlayed(B, cards("7C"), HandType.SINGLE, False)]


def test_who_has_no_legal_hand_passes_and_all_know_it() -> None:
    """Section 9: as with an order to play."""
    table = table_with(X.DEMENTATION, 1).does(A, mad(B)).plays(A, "5C 5D").chance()
    assert (table.crypt(B), table.public.turn) == (CRYPTS[1], C)
    assert [proof.seat for proof in table.public.proofs] == [B]


@pytest.mark.parametrize(("level", "drawn"), [(1, False), (2, True), (3, True)])
def test_madness_of_the_first_level_waits_while_its_seat_leads(level: int, drawn: bool) -> None:
    """H45 and A31: the row of the table wins over the rule for leads."""
    sheets = (Sheet.of(None, (Dot(X.DEMENTATION, 3),)), Sheet(), Sheet(), Sheet())
    table = playing("4C KH", "6C 7C 7D", "5D 8C", "5C 9C", sheets=sheets, pile=cards("3C"))
    table.plays(A, "4C").plays(B, "6C").passes(C, D).does(A, mad(B, level)).passes(A)
    assert table.public.turn == B
    assert table.public.asked is (Asked.DRAW if drawn else Asked.LEAD)
    if drawn:
        table.chance(*cards("7D"))
        assert table.public.turn == C
    else:
        assert len(table.plays(B, "7C").public.effects) == 1


def test_of_a_lead_chance_draws_the_top_and_then_the_type() -> None:
    sheets = (Sheet.of(None, (Dot(X.DEMENTATION, 3),)), Sheet(), Sheet(), Sheet())
    led = set()
    for last in cards("2H 2S"):
        table = playing("4C KH", "6C 7C 7D", "5D 8C", "5C 9C", sheets=sheets, pile=cards("3C"))
        table.plays(A, "4C").plays(B, "6C").passes(C, D).does(A, mad(B, 2)).passes(A)
        rest = [card for card in table.public.deck if card not in (last, *cards("7D"))]
        table.chance(*cards("7D"), *rest, last)
        assert table.public.trick is not None
        led.add(table.public.trick.hands[0].cards)
    assert led == {cards("7D"), cards("7C 7D")}


def test_madness_of_the_third_level_lasts_two_turns() -> None:
    table = table_with(X.DEMENTATION, 3).does(A, mad(B, 3)).plays(A, "4C").chance(*cards("7C"))
    assert [effect.turns for effect in table.public.effects] == [1]
    table.passes(C, D, A)
    assert table.public.asked is Asked.DRAW
    table.chance(*cards("8H"))
    assert (table.crypt(B), table.public.effects) == ("6C", ())


def test_a_lost_turn_does_not_use_madness_up() -> None:
    """A13."""
    lost = (Effect(EffectKind.LOST_TURN, B, B),)
    table = table_with(X.DEMENTATION, 1, effects=lost).does(A, mad(B)).plays(A, "4C")
    assert table.public.turn == C
    assert [effect.kind for effect in table.public.effects] == [EffectKind.MADDENED]


def test_a_newer_order_takes_the_place_of_madness() -> None:
    """H45."""
    sheets = (Sheet.of(None, (Dot(X.DEMENTATION),)), Sheet.of(None, (Dot(X.PRESENCE),)))
    table = table_with(X.DEMENTATION, 1, sheets=(*sheets, Sheet(), Sheet())).does(A, mad(C))
    table.plays(A, "4C").does(B, Use(X.PRESENCE, (C,))).passes(B)
    assert table.public.asked is Asked.FOLLOW
    assert [effect.kind for effect in table.public.effects] == [EffectKind.AWED]


def test_the_order_that_chance_plays_by_is_seen_by_nobody() -> None:
    """Decision 261: it would tell which higher hands a crypt does not hold."""
    table = table_with(X.DEMENTATION, 1).does(A, mad(B)).plays(A, "4C")
    assert GAME.deck_codes(table.public) == table.public.deck
    assert set(GAME.deal_plan(table.public)) == {"-"}
    table.chance(*cards("7C"))
    assert all(GAME.opened_cards(table.view(seat)) == () for seat in (A, B, None))


def test_a_watched_crypt_is_seen_again_after_chance_has_played_from_it() -> None:
    """Section 9: live Auspex."""
    sheets = (Sheet.of(None, (Dot(X.DEMENTATION), Dot(X.AUSPEX, 3))), Sheet(), Sheet(), Sheet())
    table = table_with(X.DEMENTATION, 1, sheets=sheets).does(A, Use(X.AUSPEX, (B,), 3))
    table.plays(A, "4C").passes(B, C, D).does(A, mad(B)).plays(A, "5C").chance(*cards("7C"))
    assert table.state.private[A].snapshots[-1].cards == cards("6C 8H")
