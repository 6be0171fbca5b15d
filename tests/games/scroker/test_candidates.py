"""The candidate moves of bots: bets, exchanges, claims and inventions."""

from typing import Any

from app.games.scroker import GAME
from app.games.scroker.cards import read_cards
from app.games.scroker.lexicon import lexicon
from app.games.scroker.moves import (
    Call,
    Declare,
    Fold,
    Open,
)
from app.rules.game import view
from tests.games.scroker.table import FLIB, JUNK, A, B, C, Session, challengeable

WIDE = lexicon("wide")


NOTHING, LITTLE = "li:C li:X le:F li:V le:H", "le:P le:W li:D li:J an:S"


def _spelled(word: Any, move: Declare) -> str:
    letters = dict(move.wild)
    return "".join(letters.get(card, card.letter) for card in word)


def test_nobody_thinks_of_folding_where_checking_is_free_whatever_the_strength() -> None:
    session = Session(3).deal(*JUNK[:3])
    assert Fold() not in list(GAME.candidate_moves(view(session.state, B)))
    session.bet("o1")
    assert Fold() in list(GAME.candidate_moves(view(session.state, C)))


def test_all_sizes_of_bets_that_are_thought_of_may_be_made() -> None:
    session = Session(2, max_bet=0).deal(*JUNK[:2])
    moves = list(GAME.candidate_moves(view(session.state, B)))
    assert {move.chips for move in moves if isinstance(move, Open)} == {
        1,
        2,
        3,
        5,
        8,
        13,
        21,
        34,
        49,
    }
    session.bet("o49")
    assert set(GAME.candidate_moves(view(session.state, A))) == {Call(), Fold()}


def declaring(hand: str, **options: Any) -> Session:
    return Session(2, **options).deal(LITTLE, hand).bet("o1 c").stand_pat().bet("k k")


def test_inventions_are_thought_of_and_are_no_words() -> None:
    moves = list(GAME.candidate_moves(view(declaring(f"{FLIB} li:X").state, B)))
    words = {
        _spelled(word, move) for move in moves if isinstance(move, Declare) for word in move.words
    }
    assert any(not WIDE.holds(word) for word in words)


def test_nothing_is_invented_that_counts_no_more_than_the_best_real_word() -> None:
    """FLAN is not presented as NALF."""
    seen = view(declaring("le:F le:L le:A le:N an:O").state, B)
    claims = [
        move for move in GAME.candidate_moves(seen) if isinstance(move, Declare) and move.words
    ]
    assert Declare((read_cards("le:F le:L le:A le:N"),)) in claims
    assert all(WIDE.holds(_spelled(word, move)) for move in claims for word in move.words)


def test_6_3_where_only_listed_words_count_nothing_is_invented() -> None:
    moves = list(GAME.candidate_moves(view(declaring(f"{FLIB} li:X", spellcheck="auto").state, B)))
    assert all(
        WIDE.holds(_spelled(word, move))
        for move in moves
        if isinstance(move, Declare)
        for word in move.words
    )


def test_a_search_cannot_try_a_challenge_out_and_so_look_the_word_up() -> None:
    """Claims that look the same get the same score, whether or not the word is listed."""
    for word in ("le:R le:A le:I le:N", "le:I le:R le:N le:A"):
        session = challengeable(
            word, "le:R le:A le:I le:N an:O", "an:D an:G an:A li:X li:C", "an:D an:A"
        )
        assert len(list(GAME.candidate_moves(view(session.state, A)))) == 1
