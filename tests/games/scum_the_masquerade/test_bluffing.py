"""Bots challenge an announced hand by the odds that its cards can be there (H56)."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from app.games.scum_the_masquerade import GAME, bluffing, heuristics
from app.games.scum_the_masquerade.hands import HandType, top
from app.games.scum_the_masquerade.moves import PlayWith, React, SeeThrough
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.politics.trade_records import Exchange, Pair, Swap
from app.games.scum_the_masquerade.powers import announcing
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.marks import Look
from app.games.scum_the_masquerade.powers.sheets import Dot, Sheet
from app.games.scum_the_masquerade.state import Hand, with_hand
from app.games.scum_the_masquerade.table_records import Snapshot
from app.kits.next_state import put
from app.rules.game import HintReason, Seat
from tests.games.scum_the_masquerade.table import NAMES, A, B, C, Table, cards, playing

CRYPTS = ("3C 4C 5C 5D 6H QC", "6C 7C 8H AS 9S QD", "6D 8C 9C 9D 10S JS", "10C JC KC 10D JD QS")
"""Everything else lies in the pile, unless a test says so."""
BLUFFER = Sheet.of(None, (Dot(Discipline.CHIMERSTRY, 3),))
PAIRS = Options(evening="ranks", conspiring=False)


def announced(own: str, said: str, level: int = 3, crypts: Any = CRYPTS, **public: Any) -> Table:
    """A has led face down."""
    public.setdefault("sheets", (BLUFFER, Sheet(), Sheet(), Sheet())[: len(crypts)])
    table = playing(*crypts, **public)
    return table.does(A, PlayWith(Discipline.CHIMERSTRY, cards(own), level, announced=cards(said)))


def doubt(table: Table, seat: Seat = B) -> float:
    assert table.public.pending is not None
    return bluffing.chance_it_is_false(table.view(seat), table.public.pending)


def challenges(table: Table, seat: Seat = B) -> bool:
    """The steady bot's answer: the best score."""
    believe, challenge = heuristics.score_moves(table.view(seat), [React(False), React(True)])
    return challenge > believe


def with_known(table: Table, seat: Seat, **known: Any) -> Table:
    """The table, but this seat knows more."""
    table.state = with_hand(table.state, seat, **known)
    return table


@pytest.mark.parametrize(
    ("wanted", "pool", "spots", "expected"),
    [
        ([(1, 1)], 10, 5, ["1/2", "1/2"]),
        ([(1, 1), (1, 1)], 10, 5, ["2/9", "5/9", "2/9"]),
        ([(1, 2)], 10, 5, ["2/9", "7/9"]),
        ([(2, 2)], 10, 5, ["2/9", "5/9", "2/9"]),
        ([(1, 0)], 10, 5, ["1", "0"]),
        ([], 10, 5, ["1"]),
    ],
)
def test_the_chances_are_those_of_drawing_from_what_nobody_has_seen(
    wanted: list[tuple[int, int]], pool: int, spots: int, expected: list[str]
) -> None:
    """A card with one copy, two of them, one of two copies, both copies, a card that is gone."""
    found = bluffing.covered(wanted, pool, spots)
    assert found == pytest.approx([float(Fraction(one)) for one in expected])


@pytest.mark.parametrize("said", ["8H", "2S"], ids=["in the own crypt", "in the pile"])
def test_a_card_that_lies_elsewhere_cannot_be_there(said: str) -> None:
    """Section 9: the own crypt and what lies open are seen."""
    table = announced("3C", said)
    assert doubt(table) == 1.0
    assert challenges(table)


def test_a_twin_may_be_there_until_both_lie_elsewhere() -> None:
    """H1: with two packs every card is there twice."""
    two = Options(evening="masquerade", packs="2")
    six = ("3C 4C 5C 5D 6H", "{} 7C", "9C 9Cb", "10C JC", "KC KD", "QC QD")
    doubts = []
    for own in ("6C", "8H", "8H 8Hb"):
        crypts = [one.format(own) for one in six]
        sheets = (BLUFFER, *[Sheet()] * 5)
        hidden: Any = {"played": ((),) * 6, "pile": ()}
        doubts.append(
            doubt(announced("3C", "8H", crypts=crypts, options=two, sheets=sheets, **hidden))
        )
    none, one, both = doubts
    assert none < one < both == 1.0


def test_a_crypt_that_was_looked_at_is_no_riddle() -> None:
    """Section 9: what a look has shown is known, less what was played since."""
    look = (Look(B, A, 0),)
    seen = Snapshot(A, cards(CRYPTS[0]), 0)
    nothing: Any = {"played": ((),) * 4, "pile": (), "looks": look}
    true = with_known(announced("5C 5D", "5C 5D", **nothing), B, snapshots=(seen,))
    assert doubt(true) == 0.0
    assert not challenges(true)
    false = with_known(announced("3C 5D", "5H 5D", 1, **nothing), B, snapshots=(seen,))
    assert doubt(false) == 1.0
    assert challenges(false)
    assert 0 < doubt(false, C) < 1, "C has not looked"


def test_a_card_in_a_third_crypt_that_was_looked_at_is_not_there() -> None:
    nothing: Any = {"played": ((),) * 4, "pile": (), "looks": (Look(B, C, 0),)}
    table = announced("3C", "9D", **nothing)
    seen = Snapshot(C, cards(CRYPTS[2]), 0)
    assert doubt(with_known(table, B, snapshots=(seen,))) == 1.0


def test_a_card_given_in_a_trade_is_there_unless_it_was_played() -> None:
    """Section 9: partners know what they gave, as long as the other has not traded again."""
    pair = Pair(A, B, ("forced",), "wish", done=1, exchanged=1)
    traded: Any = {
        "pairs": (pair,),
        "swaps": (Swap((A, B), "forced"),),
        "played": ((),) * 4,
        "pile": (),
    }
    known = {"exchanges": (Exchange(cards("QC")[0], cards("QD")[0]),)}
    plain = announced("3C", "QC", **traded)
    told = with_known(announced("3C", "QC", **traded), B, **known)
    assert doubt(told) == 0.0 < doubt(plain)
    again = (*traded["swaps"], Swap((A, C), "illegal"))
    later = with_known(announced("3C", "QC", **traded | {"swaps": again}), B, **known)
    assert doubt(later) > 0, "A may have given it away since"


def test_more_cards_are_less_likely_to_be_all_there() -> None:
    nothing: Any = {"played": ((),) * 4, "pile": ()}
    one, two, three = (
        doubt(announced(own, said, **nothing))
        for own, said in (("3C", "KD"), ("3C 4C", "KD KS"), ("3C 4C 5C", "KD KS KH"))
    )
    assert one < two < three < 1.0


def test_a_hand_with_too_many_impossible_cards_for_its_level_is_true() -> None:
    """H56: at level 1 one card may be false; two that B holds would be two false ones."""
    nothing: Any = {"played": ((),) * 4, "pile": ()}
    crypts = ("5C 5D 5H 5S 6H 6C", *CRYPTS[1:])
    low = doubt(announced("5C 5D 5H", "5C 5D 5H", 1, crypts=crypts, **nothing))
    free = doubt(announced("5C 5D 5H", "5C 5D 5H", 3, crypts=crypts, **nothing))
    assert low < free


def test_a_doubtful_hand_is_challenged_for_a_stake_that_is_worth_it() -> None:
    """A wrong challenge costs a turn: of somebody who could play on the hand, a real one."""
    nothing: Any = {"played": ((),) * 4, "pile": ()}
    many = "3C 3D 3S 3H 4C 4D 4S 4H"
    calm = announced("3C", "KD", crypts=(many, *CRYPTS[1:]), **nothing)
    near = announced("3C", "KD", crypts=("3C 4C 5C", *CRYPTS[1:]), **nothing)
    assert 0.5 < doubt(calm) < 1
    assert not challenges(calm), "Ada has many cards, and Ben can beat a king with his ace"
    assert challenges(near), "Ada would be nearly out"
    assert challenges(calm, C), "Cleo holds nothing above a king: she would have to pass anyway"


def test_who_has_seen_through_it_knows() -> None:
    """H56: a dot of Auspex shows the true cards."""
    table = announced("3C", "KD", played=((),) * 4, pile=())
    public = replace(table.public, seen_through=(B,))
    for true, expected in (("3C", 1.0), ("KD", 0.0)):
        private = put(
            table.state.private, B, replace(Hand(cards(CRYPTS[1])), seen_through=cards(true))
        )
        table.state = replace(table.state, public=public, private=private)
        assert doubt(table) == expected
        assert challenges(table) is bool(expected)


def test_a_hint_says_how_many_cards_are_left_to_the_one_who_announced() -> None:
    """Issue 38: no reason that nobody counted."""
    table = announced("3C 4C", "KD KS", played=((),) * 4, pile=())
    left = table.public.counts[A]
    for move, deed in ((React(False), "Believe it"), (React(True), "Challenge it")):
        said = GAME.say_reason(table.view(B), [React(False), React(True)], move, NAMES)
        assert said == HintReason(deed, f"{NAMES[A]} has {left} cards left")


def test_bots_with_auspex_look_at_a_hand_that_they_are_not_sure_about() -> None:
    """H56: a dot of Auspex sees through it before the answer."""
    nothing: Any = {"played": ((),) * 4, "pile": ()}
    sheets = (BLUFFER, Sheet.of(None, (Dot(Discipline.AUSPEX),)), Sheet(), Sheet())
    doubtful = announced("3C", "KD", sheets=sheets, **nothing)
    sure = announced("3C", "8H", sheets=sheets, **nothing)
    for table, expected in ((doubtful, SeeThrough()), (sure, None)):
        (offer,) = (one for one in GAME.prompts(table.view(B)) if one.kind == "see-through")
        assert GAME.accepted_offer(table.view(B), offer) == expected


def test_bots_announce_what_could_be_true() -> None:
    """A king of thirteen cards may be there; five cards in a row hardly ever are."""
    low = "3C 3D 4C 4D 5C 5D 6C 6D 7H 8S 9C 10D 10H"
    nothing: Any = {"played": ((),) * 4, "pile": ()}
    table = playing(low, "3H", "3S", "4H", sheets=(BLUFFER, *[Sheet()] * 3), **nothing)
    for said, expected in (("KD", True), ("KD KS", False), ("10S JD QD KS AH", False)):
        many = len(said.split())
        own = cards(low)[:many]
        move = PlayWith(Discipline.CHIMERSTRY, own, 3, announced=cards(said))
        assert bluffing.is_credible(table.view(A), move) is expected


def test_only_hands_above_the_trick_are_announced() -> None:
    """Bots go through them: from the lowest on there were thousands in vain."""
    table = playing(*CRYPTS)
    found = announcing.announcements(table.public, cards(CRYPTS[0]), HandType.PAIR, 3, 40)
    tops = [top(move.announced) for move in found]
    assert min(tops) > 40
