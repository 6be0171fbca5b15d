"""Claims, spellchecks, the proof of openers and who wins (sections 4.7, 4.8 and 5.3)."""

from app.games.scroker.cards import read_cards
from app.games.scroker.claims import Claim
from app.games.scroker.comparison import Ground
from app.games.scroker.events import (
    HandShown,
    LetStood,
    PotWon,
    Spellchecked,
)
from app.games.scroker.hands import Category
from app.games.scroker.moves import Challenge, LetStand
from app.rules.game import view
from tests.games.scroker.table import DOG, FLIB, HANDS, JUNK, A, B, C, Session, money, says


def test_4_8_claims_are_sealed_until_all_have_declared() -> None:
    session = money().do(A, says(FLIB))
    assert session.public.declared == (A,)
    assert not any(session.public.claims)
    assert view(session.state, B).private == session.hand(B)
    assert session.hand(A).claim == Claim((read_cards(FLIB),))
    session.do(B, says(DOG)).do(C, says(""))
    assert session.public.claims == (Claim((read_cards(FLIB),)), Claim((read_cards(DOG),)), Claim())


def test_5_3_money_a_foul_word_pays_the_own_stakes_and_the_next_hand_leads() -> None:
    session = money().declare(A=FLIB, B=DOG)
    assert session.public.leader == A
    assert session.legal(B) == [LetStand(), Challenge(0)]
    session.answer(B=0)
    assert session.events(Spellchecked) == [Spellchecked(B, A, "FLIB", False, A, 7, 0)]
    assert session.public.pots[0].chips == 28
    assert session.public.leader == B
    session.answer()
    assert session.public.pots[0].winners == (B,)
    assert session.public.stacks == (36, 71, 43)


def test_5_3_money_a_word_that_stands_costs_the_challenger() -> None:
    session = money().declare(A=FLIB, B=DOG).answer(B=0).answer(C=0)
    assert session.events(Spellchecked)[-1] == Spellchecked(C, B, "DOG", True, C, 7, 0)
    assert session.public.pots[0].chips == 35
    assert session.public.pots[0].winners == (B,)


def test_5_3_row_11a_nobody_challenges_and_the_bluff_wins() -> None:
    session = money().declare(A=FLIB, B=DOG).answer()
    assert session.events(LetStood) == [LetStood(A)]
    (won,) = session.events(PotWon)
    assert (won.seats, won.category, won.next_best, won.why.ground) == (
        (A,),
        Category.FROG,
        B,
        Ground.CATEGORY,
    )


def test_4_8_a_fouled_hand_is_scum_though_it_holds_a_shorter_word() -> None:
    session = money().declare(A=FLIB, B="").answer(C=0)
    assert session.public.fouled == (A,)
    (won,) = session.events(PotWon)
    assert won.category is Category.SCUM


def test_6_2_a_fouled_hand_of_one_suit_is_scum_and_no_slush() -> None:
    session = (
        Session(2)
        .deal("li:C li:D li:V li:X li:Z", f"{DOG} le:Q li:J")
        .bet("o1 c")
        .stand_pat()
        .bet("k k")
    )
    session.declare(A="li:C li:D li:V li:X li:Z", B=DOG).answer(B=0)
    assert session.public.leader == B


def test_5_3_row_4_a_slush_needs_no_claim() -> None:
    session = (
        Session(2)
        .deal("li:C li:D li:V li:X li:Z", "le:T ch:E3 le:N an:G an:O")
        .bet("o1 c")
        .stand_pat()
        .bet("k k")
    )
    session.declare(B="le:T ch:E3 le:N / an:G an:O")
    (won,) = session.events(PotWon)
    assert (won.seats, won.category) == ((A,), Category.SLUSH)
    assert session.events(HandShown) == [HandShown(A, read_cards("li:Z li:X li:V li:D li:C"), None)]


def test_4_8_the_first_to_challenge_from_the_leaders_left_has_it_and_the_others_pay_nothing() -> (
    None
):
    session = money().declare(A=FLIB).do(C, Challenge(0)).do(B, Challenge(0))
    (check,) = session.events(Spellchecked)
    assert check.by == B


def test_4_8_answers_are_sealed_until_the_window_closes() -> None:
    session = money().declare(A=FLIB).do(C, Challenge(0))
    assert session.public.answered == (C,)
    assert session.events(Spellchecked) == []
    assert session.hand(C).answer == 0


def test_4_8_one_word_at_a_time_and_a_proved_one_is_immune() -> None:
    session = (
        Session(3)
        .deal("le:P ch:E4 le:N li:J ch:O1", *JUNK[1:3])
        .bet("k k o1 c c")
        .stand_pat()
        .bet("k k k")
    )
    session.declare(A="le:P ch:E4 le:N / li:J ch:O1")
    assert session.legal(B) == [LetStand(), Challenge(0), Challenge(1)]
    session.answer(B=0)
    assert session.events(Spellchecked)[-1].word == "PEN"
    assert session.public.leader == A
    assert session.refusal(C, Challenge(0)) == "proved-already"
    assert session.refusal(C, Challenge(2)) == "no-such-word"
    session.answer(C=1)
    assert session.events(Spellchecked)[-1].word == "JO"
    assert session.public.pots[0].winners == (A,)
    assert session.public.pots[0].chips == 6 + 2 + 2


def test_4_8_one_bad_word_of_two_fouls_the_hand() -> None:
    session = (
        Session(2)
        .deal("le:P ch:E4 le:N li:J li:K", f"{DOG} le:Q li:Z")
        .bet("o1 c")
        .stand_pat()
        .bet("k k")
    )
    session.declare(A="le:P ch:E4 le:N / li:J li:K", B=DOG)
    assert session.answer(B=1).public.leader == B


def test_4_8_a_hand_that_does_not_win_is_never_examined() -> None:
    session = money().declare(A=FLIB, C="le:P le:W").answer(B=0)
    assert session.public.leader == C
    session.answer()
    assert session.events(Spellchecked)[-1].word == "FLIB"


def test_4_8_a_folded_player_never_challenges_one_without_a_word_may() -> None:
    session = (
        Session(4)
        .deal(*HANDS, JUNK[3])
        .bet("k k f o2 c c")
        .stand_pat()
        .bet("k k k")
        .declare(A=FLIB, B=DOG)
    )
    assert session.public.leader == A
    assert session.public.answered == ()
    assert [seat for seat in (B, C) if session.legal(seat)] == [B, C]
    assert session.legal(session.public.folded[0]) == []


def test_4_8_a_penalty_one_cannot_pay_makes_a_marker() -> None:
    session = (
        Session(2, buy_in=10, max_bet=0)
        .deal(*HANDS[:2])
        .bet("o9 c")
        .stand_pat()
        .declare(A=FLIB, B=DOG)
        .answer(B=0)
    )
    assert session.events(Spellchecked) == [Spellchecked(B, A, "FLIB", False, A, 10, 10)]
    assert session.public.markers == (10, 0)
    assert session.answer().public.stacks == (0, 30)


def test_4_8_or_costs_what_there_is() -> None:
    session = (
        Session(2, buy_in=10, max_bet=0, shortfall="cap").deal(*HANDS[:2]).bet("o9 c").stand_pat()
    )
    session.declare(A=FLIB, B=DOG).answer(B=0)
    assert session.events(Spellchecked) == [Spellchecked(B, A, "FLIB", False, A, 0, 0)]
    assert session.public.markers == (0, 0)


def test_4_8_time_claims_no_word_and_lets_words_stand() -> None:
    session = money().do(A, says(FLIB)).time_is_up()
    assert session.public.claims[B] == Claim()
    session.time_is_up()
    assert session.public.pots[0].winners == (A,)


def test_4_8_hands_without_words_stay_face_down_unless_they_win() -> None:
    session = money().declare(B=DOG).answer()
    assert session.public.shown == ((), read_cards("an:O an:G an:D"), ())
    session = money().declare()
    (won,) = session.events(PotWon)
    assert won.seats == (C,)
    assert session.public.shown[C] == session.hand(C).cards
    assert session.public.shown[A] == session.public.shown[B] == ()
    assert won.next_best is None


def test_5_3_row_12_equal_leaders_have_a_window_each_and_share_odd_chips() -> None:
    session = Session(3, game="spit").deal(
        "ch:O4 an:D li:X li:J", "ch:E3 an:T an:S li:Z", "le:H le:B le:W an:M", then="le:N"
    )
    session.bet("o1 f c").stand_pat().bet("k k").declare(A="ch:O4 le:N", B="ch:E3 le:N")
    assert session.public.leader == B
    session.answer()
    assert session.public.leader == A
    session.answer()
    (won,) = session.events(PotWon)
    assert (won.seats, won.chips) == ((B, A), (3, 2))


# -- openers


# -- automatic spelling


# -- claims that cannot be made


def test_5_3_illegal_claims_are_refused_with_their_rule() -> None:
    session = money()
    assert session.refusal(A, says("an:D an:O an:G")) == "not-your-cards"
    assert session.refusal(A, says("le:F le:F")) == "card-twice"
    assert session.refusal(A, says("le:F / le:F le:L")) == "wrong-lengths"
    assert session.refusal(A, says("le:F")) == "wrong-lengths"
    assert session.refusal(A, says("le:F le:L li:X")) == "juice-mixed"
    assert session.refusal(B, says("an:D an:O li:Z")) == "animals-mixed"
    assert session.refusal(A, says("le:F=A le:L")) == "not-wild"


def test_6_1_no_refusal_and_no_list_depends_on_spelling() -> None:
    session = money()
    listed = session.legal(A)
    for text in ("le:L le:I le:B", "le:B le:I le:L", FLIB):
        assert says(text) in listed
        assert session.do(A, says(text)).hand(A).claim is not None
        session = money()
