"""Hands that are played with a discipline: Celerity, Potence, Protean, and a boon (page 6.3)."""

import random

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.events import TurnLost
from app.games.scum_the_masquerade.moves import AnswerBoon, AskBoon, PlayWith
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.sheets import Sheet
from app.games.scum_the_masquerade.state import Asked, Trick
from tests.games.scum_the_masquerade.discipline_table import CRYPTS, X, sheet, table_with, use
from tests.games.scum_the_masquerade.table import A, B, C, D, cards, playing


def played(discipline: Discipline, hand: str, **args: object) -> PlayWith:
    return PlayWith(discipline, cards(hand), **args)  # type: ignore[arg-type]  # by name


def test_celerity_plays_two_hands_and_loses_the_next_turn() -> None:
    """Page 6.3, H49, H51."""
    table = table_with((X.CELERITY,))
    low = played(X.CELERITY, "5C", second=cards("4C"))
    assert table.refusal(A, low, "play-with") == "not-beaten-by-second"
    table.does(A, played(X.CELERITY, "4C", second=cards("5C")))
    assert (table.crypt(A), table.public.turn) == ("5D 6H", B)
    table.plays(B, "6C").passes(C, D)
    assert TurnLost(A) in table.told
    assert (table.public.turn, table.public.asked) == (B, Asked.LEAD)


def test_a_lead_that_celerity_costs_goes_to_the_next_player() -> None:
    """H50."""
    table = table_with((X.CELERITY,)).does(A, played(X.CELERITY, "4C", second=cards("6H")))
    table.passes(B, C, D)
    assert (table.public.turn, table.public.asked) == (B, Asked.LEAD)
    assert TurnLost(A) in table.told


def test_potence_counts_one_rank_higher_and_never_above_the_2_of_hearts() -> None:
    """Page 6.3, A21: same suit; the true cards stay visible."""
    table = table_with((), sheet(X.POTENCE), crypts=("8H 9C", "7H 6C", "9D", "10C"))
    table.plays(A, "8H")
    assert table.refusal(B, played(X.POTENCE, "7H"), "play-with") == "not-open"
    strong = table_with((), sheet(X.POTENCE), crypts=("8D 9C", "7H 6C", "9D 3D", "10C"))
    strong.plays(A, "8D").does(B, played(X.POTENCE, "7H"))
    assert strong.refuses(C, "3D") == "not-higher"
    top = table_with((X.POTENCE,), crypts=("2C 3C", "6C", "7C", "8C"))
    laid = top.does(A, played(X.POTENCE, "2C")).public.trick
    assert laid is not None
    assert (laid.hands[-1].cards, laid.hands[-1].top) == (cards("2C"), 51)


def test_protean_makes_a_card_of_the_hand_another() -> None:
    """Page 6.3, A22: a rank up or down in its suit or another suit, no wrap, doubles allowed."""
    table = table_with((X.PROTEAN,))
    five, six, four, ace = cards("5C 6C 4C 4H")
    far = played(X.PROTEAN, "5C", changed=five, counts_as=ace)
    assert table.refusal(A, far, "play-with") == "no-such-shape"
    none = played(X.PROTEAN, "5C 6H", changed=four, counts_as=five)
    assert table.refusal(A, none, "play-with") == "no-such-shape"
    pair = played(X.PROTEAN, "5C 6H", changed=five, counts_as=six)
    laid = table.does(A, pair).public.trick
    assert laid is not None
    assert (laid.hands[-1].kind, laid.hands[-1].counts_as) == ("pair", six)
    double = table_with((X.PROTEAN,))
    twin = played(X.PROTEAN, "5C 5D", changed=five, counts_as=cards("5D")[0])
    assert double.prompt_for(A, twin) is not None


def test_a_hand_with_a_discipline_keeps_the_rules_of_the_trick() -> None:
    """H46."""
    table = table_with((), sheet(X.POTENCE, X.PROTEAN)).plays(A, "5C 5D")
    seven, six = cards("7C 6C")
    assert table.refusal(B, played(X.POTENCE, "6C"), "play-with") == "wrong-type"
    assert table.refusal(B, played(X.POTENCE, "6C 7C"), "play-with") == "no-hand"
    swapped = played(X.PROTEAN, "6C 7C", changed=seven, counts_as=seven)
    assert table.refusal(B, swapped, "play-with") == "no-such-shape"
    assert table.prompt_for(B, played(X.PROTEAN, "6C 7C", changed=seven, counts_as=six)) is not None


def test_somebody_awed_plays_nothing_with_a_discipline_either() -> None:
    table = table_with((X.PRESENCE,), sheet(X.POTENCE)).does(A, use(X.PRESENCE, B))
    assert "play-with" not in table.plays(A, "4C").kinds(B)


def test_a_granted_boon_may_be_led_with_a_discipline() -> None:
    """A5: exactly the shown hand; a second hand of Celerity is free."""
    sheets = (Sheet(), Sheet(), sheet(X.CELERITY), Sheet())
    table = playing(*CRYPTS, sheets=sheets, trick=Trick(1))
    table.does(C, AskBoon(cards("8C"))).does(A, AnswerBoon(True))
    assert (table.public.turn, table.public.promised) == (C, cards("8C"))
    assert table.refuses(C, "9C") == "promised-hand"
    other = played(X.CELERITY, "6D", second=cards("8C"))
    assert table.refusal(C, other, "play-with") == "promised-hand"
    table.does(C, played(X.CELERITY, "8C", second=cards("9C")))
    assert table.crypt(C) == "6D"
    silent = playing(*CRYPTS, sheets=sheets, trick=Trick(1))
    silent.does(C, AskBoon(cards("8C"))).does(A, AnswerBoon(True)).time_is_up(C)
    assert silent.crypt(C) == "6D 9C", "A30"


def test_in_every_world_the_asker_of_a_granted_boon_holds_the_promised_hand() -> None:
    sheets = (Sheet(), Sheet(), sheet(X.CELERITY), Sheet())
    table = playing(*CRYPTS, sheets=sheets, trick=Trick(1))
    table.does(C, AskBoon(cards("8C"))).does(A, AnswerBoon(True))
    chance = random.Random(1)
    for _ in range(30):
        world = GAME.resample(table.view(B), chance)
        assert cards("8C")[0] in world.private[C].cards
