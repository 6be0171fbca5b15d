"""The moments that a page names from what happened, by docs/rules/scroker.md."""

from collections.abc import Callable

from app.games.scroker import GAME
from tests.games.scroker.table import DOG, FLIB, JUNK, Session, money
from tests.js.moments import Moment, moments, words


def named(session: Session, act: Callable[[], Session]) -> list[Moment]:
    before = session.state
    return moments(GAME, before, act().state)


def test_betting_a_bet_that_takes_the_last_chip_is_all_in() -> None:
    session = Session(3, max_bet=100).deal(*JUNK[:3])
    found = named(session, lambda: session.bet("o49"))
    assert words(found) == ["All in: B, with 50 at stake"] or words(found) == [
        "All in: Ben, with 50 at stake"
    ]


def test_betting_a_bet_that_leaves_a_chip_is_no_moment() -> None:
    session = Session(3, max_bet=100).deal(*JUNK[:3])
    assert named(session, lambda: session.bet("o48")) == []


def test_the_showdown_words_are_shown_letter_by_letter_with_their_hand() -> None:
    session = money()
    found = named(session, lambda: session.declare(A=FLIB, B=DOG))
    shown = {one["letters"]: one for one in found if "letters" in one}
    assert words([shown["FLIB"], shown["DOG"]]) == ["A Frog: Ada", "A Tadpole: Ben"]
    assert len(shown) == 2, "who claims no word has none to show"


def test_the_showdown_a_spellcheck_that_finds_no_such_word() -> None:
    session = money().declare(A=FLIB, B=DOG)
    verdict = next(one for one in named(session, lambda: session.answer(B=0)) if one["sore"])
    assert words([verdict]) == ["No such word: Ada pays 7"]
    assert (verdict["letters"], verdict["sore"], verdict["seat"]) == ("FLIB", [0], 1)


def test_the_showdown_a_word_that_stands_costs_the_challenger_and_the_pot_goes_on() -> None:
    session = money().declare(A=FLIB, B=DOG).answer(B=0)
    found = named(session, lambda: session.answer(C=0))
    assert words(found) == ["It stands: Cleo pays 7", "Pot won: Ben"]
    assert found[-1]["amount"] == [{"text": "+35", "to": 1}]


def test_betting_all_others_fold_and_the_pot_is_won_unseen() -> None:
    session = Session(3).deal(*JUNK[:3]).bet("o2 f")
    (moment,) = named(session, lambda: session.bet("f"))
    assert (words([moment]), moment["greatness"]) == (["Pot won: Ben, unseen"], "small")


def test_betting_a_call_and_a_raise_that_take_the_last_chip_are_all_in() -> None:
    session = Session(3, max_bet=100).deal(*JUNK[:3]).bet("o2")
    assert "All in: Cleo, with 50 at stake" in words(named(session, lambda: session.bet("r47")))
    assert "All in: Ada, with 50 at stake" in words(named(session, lambda: session.bet("c")))


def test_the_showdown_equal_hands_share_the_pot() -> None:
    """Section 5.3, row 12."""
    session = Session(3, game="spit").deal(
        "ch:O4 an:D li:X li:J", "ch:E3 an:T an:S li:Z", "le:H le:B le:W an:M", then="le:N"
    )
    session.bet("o1 f c").stand_pat().bet("k k").declare(A="ch:O4 le:N", B="ch:E3 le:N").answer()
    found = named(session, session.answer)
    assert words(found) == ["Pot shared: Ben and Ada"]
    assert found[0]["glad"] == [1, 0]
    assert [amount["to"] for amount in found[0]["amount"]] == [1, 0], "each gets a share"
