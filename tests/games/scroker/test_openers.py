"""The proof of openers (section 4.8), and help with words (section 6.3)."""

from app.games.scroker.cards import read_cards
from app.games.scroker.events import (
    HandShown,
    Leads,
    OpenersMissing,
    OpenersProved,
    PotWon,
)
from app.games.scroker.state import Phase
from tests.games.scroker.table import DOG, FLIB, HANDS, JUNK, A, B, C, Session, money, says


def test_4_8_a_winner_who_opened_shows_what_he_opened_on_and_no_card_more() -> None:
    session = (
        Session(2)
        .deal(JUNK[0], "an:D an:T le:Q li:X li:Z")
        .bet("o1 c")
        .stand_pat()
        .bet("k k")
        .declare()
    )
    assert session.events(OpenersProved) == [OpenersProved(B, read_cards("an:T an:D"), "")]
    assert session.public.pots[0].winners == (B,)


def test_4_8_a_false_opener_with_the_best_hand_is_out_of_every_pot() -> None:
    session = (
        Session(2)
        .deal(f"{DOG} le:Q li:Z", "le:B li:C le:F li:X an:M")
        .bet("o2 c")
        .stand_pat()
        .bet("k k")
    )
    session.declare(B="le:F le:B", A="")
    assert session.public.leader == B
    session.answer()
    assert session.events(OpenersMissing) == [OpenersMissing(B)]
    assert session.public.disqualified == (B,)
    assert session.public.pots[0].winners == (A,)


def test_4_8_the_second_best_can_then_be_challenged() -> None:
    session = (
        Session(3)
        .deal(f"{FLIB} li:X", "le:H li:C le:W li:V an:M", f"{DOG} le:Q li:Z")
        .bet("o2 c c")
        .stand_pat()
        .bet("k k k")
    )
    session.declare(B="le:H le:W", A=FLIB, C="")
    assert session.public.leader == A
    session.answer(C=0)
    assert session.public.leader == B
    session.answer()
    assert session.events(OpenersMissing) == [OpenersMissing(B)]
    (won,) = session.events(PotWon)
    assert won.seats in ((A,), (C,))


def test_6_2_a_false_opener_whom_all_others_leave_keeps_the_pot_unseen() -> None:
    session = Session(2).deal(*JUNK[:2]).bet("o2 f")
    assert session.events(OpenersMissing) == session.events(HandShown) == []
    assert session.public.stacks == (49, 51)


def test_6_3_where_spelling_is_checked_an_unlisted_word_is_refused_without_windows() -> None:
    session = money(spellcheck="auto")
    assert session.refusal(A, says(FLIB)) == "not-listed"
    session.declare(A="le:L le:I le:B", B=DOG)
    assert session.events(Leads) == []
    assert session.public.phase is Phase.INTERVAL


def test_6_3_with_full_help_nobody_is_asked_and_everybody_has_the_best_hand() -> None:
    session = money_full()
    assert session.public.phase is Phase.INTERVAL
    assert session.public.claims[B] is not None
    assert len(session.public.claims[A].words) == 1  # type: ignore[union-attr]


def money_full() -> Session:
    return Session(3, assist="full").deal(*HANDS).bet("k k o2 c c").stand_pat().bet("k k k")


def test_4_1_with_hints_everybody_knows_the_best_words_of_the_own_hand_alone() -> None:
    session = Session(3, assist="hint").deal(*HANDS)
    assert session.hand(B).hint is not None
    assert {card for word in session.hand(B).hint.words for card in word} <= set(  # type: ignore[union-attr]
        session.hand(B).cards
    )
    assert Session(3).deal(*HANDS).hand(B).hint is None
