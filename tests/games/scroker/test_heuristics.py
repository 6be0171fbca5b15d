"""The heuristic of bots: bets, exchanges, claims and challenges."""

import random
from collections import Counter
from typing import Any

import pytest

from app.bots import arena
from app.games.scroker import GAME
from app.games.scroker.bot_vocabulary import doubt, is_known
from app.games.scroker.cards import read_cards
from app.games.scroker.lexicon import lexicon
from app.games.scroker.moves import (
    Challenge,
    Check,
    Declare,
    Draw,
    Fold,
    LetStand,
    Move,
    Open,
    Raise,
    Ready,
    Rebuy,
)
from app.games.scroker.options import Options
from app.games.scroker.state import Phase
from app.rules.game import Seat, view
from tests.games.scroker.table import JUNK, A, B, C, Session, challengeable

WIDE = lexicon("wide")
FLIB, DOG = "le:F le:L le:I le:B", "an:D an:O an:G"
GROUT = "an:G an:R an:O an:U an:T"
NOTHING, LITTLE = "li:C li:X le:F li:V le:H", "le:P le:W li:D li:J an:S"


def choice(session: Session, seat: Seat) -> Move:
    """The candidate move with the best score."""
    seen = view(session.state, seat)
    moves = list(GAME.candidate_moves(seen))
    assert all(GAME.check(seen, move) is None for move in moves)
    scores = GAME.score_moves(seen, moves)
    return moves[max(range(len(moves)), key=lambda index: scores[index])]


@pytest.mark.parametrize("strength", ["casual", "steady", "sharp"])
@pytest.mark.parametrize("game", ["scroker", "spit", "longhorn", "dealers-choice"])
def test_whole_sessions_come_to_an_end_and_the_ledger_adds_up(game: Any, strength: str) -> None:
    last = arena.final_state(
        GAME, ["steady", strength, "casual"], Options(game=game, hands=3), random.Random(4)
    )
    outcome = GAME.outcome(last.public)
    assert outcome is not None
    assert sum(outcome.points) == 0


def test_steady_bots_bluff_sometimes_and_are_sometimes_looked_up() -> None:
    """Forty hands of six: most claims are real words, some are inventions, some are challenged."""
    claims: Counter[bool] = Counter()
    challenged = 0

    def watched(game: Any, seen: Any, moves: Any, chance: Any) -> Move:
        nonlocal challenged
        scores = game.score_moves(seen, moves)
        move: Move = moves[max(range(len(moves)), key=lambda index: scores[index])]
        if isinstance(move, Declare) and move.words:
            claims[all(WIDE.holds(_spelled(word, move)) for word in move.words)] += 1
        challenged += isinstance(move, Challenge)
        return move

    thoughts = [random.Random(seat) for seat in range(6)]
    arena.play_match(GAME, [watched] * 6, Options(hands=40), random.Random(11), thoughts)
    assert claims[True] > 3 * claims[False] > 0
    assert challenged > 0


def _spelled(word: Any, move: Declare) -> str:
    letters = dict(move.wild)
    return "".join(letters.get(card, card.letter) for card in word)


# -- bets


def test_the_best_hand_of_all_is_bet() -> None:
    session = Session(3).deal(NOTHING, GROUT, LITTLE)
    assert isinstance(choice(session, B), Open)
    session.bet("o1 r5")
    session.bet("f")
    assert isinstance(choice(session, B), Raise)


def test_nothing_is_not_called_against_a_raise() -> None:
    session = Session(4).deal(NOTHING, f"{DOG} le:Q li:Z", JUNK[2], JUNK[3]).bet("o5 r5")
    assert choice(session, session.public.turn or A) == Fold()


def test_what_costs_nothing_is_not_folded() -> None:
    session = Session(3).deal(*JUNK[:3])
    assert choice(session, B) in (Check(), Open(1))


# -- cards


def test_a_word_is_kept_and_the_rest_exchanged() -> None:
    session = Session(2).deal(NOTHING, "li:M li:O li:N li:K le:Q").bet("o1 c")
    move = choice(session, B)
    assert isinstance(move, Draw)
    assert {*move.cards} <= {*read_cards("le:Q")}


def test_a_flying_scroker_stands_pat() -> None:
    session = Session(2).deal(NOTHING, GROUT).bet("o1 c")
    assert choice(session, B) == Draw(())


# -- words


def declaring(hand: str, **options: Any) -> Session:
    return Session(2, **options).deal(LITTLE, hand).bet("o1 c").stand_pat().bet("k k")


def test_real_words_are_claimed_where_they_are_good() -> None:
    session = declaring(GROUT)
    assert choice(session, B) == Declare((read_cards(GROUT),))


def test_a_word_that_everybody_knows_is_not_challenged() -> None:
    session = challengeable(
        "le:R le:A le:I le:N", "le:R le:A le:I le:N an:O", "an:D an:G an:A li:X li:C", "an:D an:A"
    )
    assert session.public.leader == B
    assert choice(session, A) == LetStand()


def test_what_looks_like_no_word_is_challenged_by_whoever_would_win() -> None:
    session = challengeable(
        "li:Z li:X li:K li:V",
        "li:Z li:X li:K li:V an:O",
        "an:D an:G an:A li:C li:J",
        "an:D an:A an:G",
    )
    assert session.public.leader == B
    assert isinstance(choice(session, A), Challenge)
    assert choice(session, C) == LetStand()


def test_a_long_word_that_nobody_knows_is_doubted_more_than_a_short_one() -> None:
    """Players invent where it lifts the hand most."""
    strange = {
        length: [word for word in WIDE.words if len(word) == length and not is_known(word)]
        for length in (3, 4, 5)
    }
    short, middle, long = (sum(map(doubt, words)) / len(words) for words in strange.values())
    assert 0.01 < short < 0.1 < middle < long < 0.6
    assert doubt("STONE") == 0.01


def test_a_word_is_presented_even_where_it_cannot_win() -> None:
    """In the stud all hole cards lie open: B is sure to lead, and may have invented the word."""
    session = Session(2, game="longhorn").deal(
        "le:P le:B an:D an:O li:X", "le:R le:A le:I le:N le:T"
    )
    session.bet("o1 c").bet("k k").bet("k k")
    assert session.public.phase is Phase.DECLARE
    move = choice(session, A)
    assert isinstance(move, Declare)
    assert move.words


# -- between hands


def test_who_has_next_to_nothing_goes_to_the_bank() -> None:
    session = Session(2, max_bet=0).deal(NOTHING, f"{DOG} le:Q li:Z").bet("o49 c").stand_pat()
    session.declare(B=DOG).answer()
    assert session.public.phase is Phase.INTERVAL
    assert choice(session, A) == Rebuy(50)
    assert choice(session, B) == Ready()


# -- samples and payoffs
