"""The heuristic of bots: bets, exchanges, claims and challenges."""

import random
from collections import Counter
from typing import Any

import pytest

from app.bots import arena
from app.games.scroker import GAME
from app.games.scroker.bot_vocabulary import doubt, invention, is_known, word_likeness
from app.games.scroker.cards import DECK, read_cards
from app.games.scroker.claims import PLAIN
from app.games.scroker.hand_finder import best, best_key
from app.games.scroker.hands import Category
from app.games.scroker.lexicon import lexicon
from app.games.scroker.moves import (
    Call,
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
from app.games.scroker.opponent_samples import (
    bits,
    draw_keys,
    sampled_hands,
    share_beaten,
    stud_keys,
)
from app.games.scroker.options import Named, Options
from app.games.scroker.state import Phase
from app.rules.game import Seat, view
from tests.games.scroker.table import JUNK, A, B, C, Session

WIDE = lexicon("wide")
FLIB, DOG = "le:F le:L le:I le:B", "an:D an:O an:G"
GROUT = "an:G an:R an:O an:U an:T"
NOTHING, LITTLE = "li:C li:X le:F li:V le:H", "le:P le:W li:D li:J an:S"


def choice(session: Session, seat: Seat) -> Move:
    """The candidate move with the best score."""
    seen = view(session.state, seat)
    moves = list(GAME.candidate_moves(seen))
    assert all(GAME.check(seen, move) is None for move in moves)
    weights = GAME.score_moves(seen, moves)
    return moves[max(range(len(moves)), key=lambda index: weights[index])]


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
        weights = game.score_moves(seen, moves)
        move: Move = moves[max(range(len(moves)), key=lambda index: weights[index])]
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


def window(word: str, hand: str, other: str, says_other: str) -> Session:
    """B leads with this word in a pot of 21; A may challenge."""
    session = (
        Session(3)
        .deal(other, hand, "le:P le:W le:B le:H an:M")
        .bet("o2 c c")
        .stand_pat()
        .bet("o4 c c")
    )
    return session.declare(A=says_other, B=word)


def test_a_word_that_everybody_knows_is_not_challenged() -> None:
    session = window(
        "le:R le:A le:I le:N", "le:R le:A le:I le:N an:O", "an:D an:G an:A li:X li:C", "an:D an:A"
    )
    assert session.public.leader == B
    assert choice(session, A) == LetStand()


def test_what_looks_like_no_word_is_challenged_by_whoever_would_win() -> None:
    session = window(
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


def test_a_search_cannot_try_a_challenge_out_and_so_look_the_word_up() -> None:
    """Claims that look the same get the same score, whether or not the word is listed."""
    for word in ("le:R le:A le:I le:N", "le:I le:R le:N le:A"):
        session = window(word, "le:R le:A le:I le:N an:O", "an:D an:G an:A li:X li:C", "an:D an:A")
        assert len(list(GAME.candidate_moves(view(session.state, A)))) == 1


def test_common_words_are_known_but_not_all_of_them() -> None:
    common = lexicon("common").words
    assert all(is_known(word) for word in common if len(word) < 4)
    assert 0.95 < sum(map(is_known, common)) / len(common) < 0.99
    assert not any(is_known(word) for word in WIDE.words - common)


def test_words_look_more_like_words_than_heaps_of_letters() -> None:
    assert word_likeness("STONE") > word_likeness("AUREI") > word_likeness("QXZVK")
    assert all(0 <= word_likeness(word) <= 1 for word in ("AA", "STONE", "QXZVK"))


def test_an_invention_is_made_of_these_letters_and_never_listed() -> None:
    chance = random.Random(5)
    for _ in range(40):
        letters = "".join(
            sorted(card.letter for card in chance.sample(DECK, chance.choice([3, 4, 5])))
        )
        word = invention(letters, "wide")
        assert not word or (sorted(word) == sorted(letters) and not WIDE.holds(word))
    assert invention("EHT", "wide") not in ("THE", "ETH", "HET")


# -- between hands


def test_who_has_next_to_nothing_goes_to_the_bank() -> None:
    session = Session(2, max_bet=0).deal(NOTHING, f"{DOG} le:Q li:Z").bet("o49 c").stand_pat()
    session.declare(B=DOG).answer()
    assert session.public.phase is Phase.INTERVAL
    assert choice(session, A) == Rebuy(50)
    assert choice(session, B) == Ready()


# -- samples and payoffs


def test_sampled_hands_leave_out_cards_that_are_seen() -> None:
    seen = bits(read_cards("an:U an:T"))
    rivals = sampled_hands(Named(), "wide", None)
    assert (
        len(draw_keys(Named(), "wide", None, seen, None))
        == sum(not rival.dealt & seen for rival in rivals)
        < len(rivals)
    )


def test_sampled_hands_are_the_same_for_everybody_who_asks() -> None:
    first = sampled_hands(Named(hot=True), "wide", None)
    sampled_hands.cache_clear()
    assert sampled_hands(Named(hot=True), "wide", None) == first


def test_a_sampled_hand_rarely_gets_worse_by_drawing() -> None:
    rivals = sampled_hands(Named(), "wide", None)
    assert sum(rival.then >= rival.first for rival in rivals) > 0.9 * len(rivals)


def test_a_strong_stud_hand_stays_strong() -> None:
    keys = stud_keys(Named("longhorn"), "wide", read_cards(GROUT), 7)
    assert all(key.category is Category.FLYING_SCROKER for key in keys)


def test_a_share_of_hands_is_beaten() -> None:
    keys = sorted(best_key(read_cards(hand), PLAIN, WIDE) for hand in JUNK)
    assert [share_beaten(keys, key) for key in keys] == [0.125, 0.375, 0.625, 0.875]


def test_the_key_of_the_best_hand_is_found_without_its_claim() -> None:
    chance = random.Random(6)
    for size in (5, 6, 7):
        for _ in range(60):
            cards = chance.sample(DECK, size)
            assert best_key(cards, PLAIN, WIDE) == best(cards, PLAIN, WIDE)[1].key
