"""Options of the table for a dealer with the choice: wild cards, ruling cards, hot peppers."""

import random
from typing import Any, Literal

import pytest

from app.games.scroker import GAME
from app.games.scroker.cards import DECK, SCROKERS, Card, read_cards
from app.games.scroker.claims import Claim, HandRules, find_fault
from app.games.scroker.comparison import Ground
from app.games.scroker.dealer_choices import plain, refusal
from app.games.scroker.display_names import game
from app.games.scroker.events import PotWon
from app.games.scroker.hand_finder import best, best_key
from app.games.scroker.hands import evaluate
from app.games.scroker.moves import Ante, NameGame
from app.games.scroker.named_game import Named, agreed
from app.games.scroker.options import Options
from app.games.scroker.state import Phase
from app.rules.codec import read_move, to_json
from app.rules.game import view
from tests.games.scroker.brute_force import best_key as plain_best_key
from tests.games.scroker.notation import WIDE
from tests.games.scroker.table import A, B, Session

HAND = HandRules(hot="hand")
FIVE_WILD = Named(wild=(Card.LE_Q, Card.LI_X, Card.AN_U), scrokers=2)


def showdown(named: Named, one: str, other: str, *words: str, **options: Any) -> Session:
    """The end of a hand of two, words unchallenged."""
    session = Session(2, game="dealers-choice", **options).name(named).do(B, Ante())
    session.deal(one, other).bet("o1 c").stand_pat().bet("k k")
    session.declare(A=words[0], B=words[1])
    while session.public.phase is Phase.CHALLENGE:
        session.answer()
    return session


# -- "For more serious games, limit the number of allowed wild cards to two or less."


@pytest.mark.parametrize("most", [2, 3, 4])
def test_a_host_may_allow_more_wild_cards_than_in_serious_games(most: int) -> None:
    options = Options(wilds=most)  # type: ignore[arg-type]  # 2, 3 or 4
    for number in range(6):
        named = Named(
            wild=FIVE_WILD.wild[: max(number - 2, 0)],
            scrokers=min(number, 2),  # type: ignore[arg-type]  # 0 to 2
        )
        refused = refusal(named, options)
        assert (refused is None) == (number <= most), number
    session = Session(2, game="dealers-choice", wilds=most)
    assert session.refusal(A, NameGame(FIVE_WILD)) == "too-many-wilds"


def test_two_wild_cards_are_the_limit_unless_the_host_says_otherwise() -> None:
    assert Options().wilds == 2


def test_four_wild_cards_spell_what_they_must() -> None:
    session = Session(2, game="dealers-choice", wilds=4)
    session.name(Named(wild=(Card.LE_Q, Card.LI_X), scrokers=2)).do(B, Ante())
    session.deal("sc:1 sc:2 le:Q li:X an:G").bet("o1 c").stand_pat().bet("k k")
    session.declare(A="an:G sc:1=R sc:2=O le:Q=U li:X=T")
    while session.public.phase is Phase.CHALLENGE:
        session.answer()
    (won,) = session.events(PotWon)
    assert (won.seats, won.category.name) == ((A,), "SCROKER"), "a wild U is no Unicorn"


def test_a_plain_evaluator_agrees_with_four_wild_cards_and_peppers_of_the_hand() -> None:
    chance = random.Random("more wild cards")
    for number in range(30):
        wild = frozenset(chance.sample(DECK, 2 + number % 3))
        hot: bool | Literal["hand"] = chance.choice((False, True, "hand"))
        rules = HandRules(hot, frozenset(chance.sample(DECK, 3)), wild)
        cards = tuple(
            dict.fromkeys(
                (*chance.sample(sorted(wild), 2), *SCROKERS[: number % 3], *chance.sample(DECK, 7))
            )
        )[: 5 + number % 2]
        claim, found = best(cards, rules, WIDE)
        assert find_fault(cards, claim, rules) is None
        assert found.key == best_key(cards, rules, WIDE) == evaluate(cards, claim, rules).key
        ranks = [card.place + 100 * (card in rules.ruling) for card in found.eligible]
        plainly = plain_best_key(cards, rules, WIDE.words)
        key = (found.category, found.natural, found.key.peppers, sorted(ranks, reverse=True))
        assert key == plainly, (cards, rules)


# -- "the total value of chili peppers present in a given hand"; the example: "a word containing"

BROTH = ("le:B le:T ch:E1 ch:A5 ch:I3", "le:P le:W ch:E3 li:V an:G")
BET, PEW = "le:B ch:E1 le:T", "le:P ch:E3 le:W"


def test_hot_peppers_count_in_the_words_as_in_the_authors_example() -> None:
    session = showdown(Named(hot=True), *BROTH, BET, PEW)
    (won,) = session.events(PotWon)
    assert (won.seats, won.why.ground) == ((B,), Ground.PEPPERS)
    assert session.public.shown[A] == read_cards("ch:E1 le:T le:B")


def test_hot_peppers_present_in_a_given_hand_count_where_the_table_says_so() -> None:
    session = showdown(Named(hot=True), *BROTH, BET, PEW, peppers="hand")
    (won,) = session.events(PotWon)
    assert (won.seats, won.why.ground) == ((A,), Ground.PEPPERS)
    assert session.public.named.hot == "hand"
    assert session.public.shown[A] == session.hand(A).cards, "what decides lies open"


def test_a_hand_that_claims_no_word_stays_face_down_also_where_whole_hands_count() -> None:
    session = showdown(Named(hot=True), *BROTH, BET, "", peppers="hand")
    assert session.public.shown[B] == ()


def test_without_hot_peppers_no_whole_hand_is_counted_or_shown() -> None:
    session = showdown(Named(), *BROTH, BET, PEW, peppers="hand")
    (won,) = session.events(PotWon)
    assert won.why.ground is Ground.HIGH_CARD
    assert session.public.shown[A] == read_cards("ch:E1 le:T le:B")


def test_the_dealer_says_hot_and_the_table_which_peppers_count() -> None:
    session = Session(2, game="dealers-choice", peppers="hand")
    assert session.refusal(A, NameGame(Named(hot="hand"))) == "not-the-dealers"


@pytest.mark.parametrize(
    ("cards", "words", "peppers"),
    [
        ("le:B le:T ch:E1 ch:A5 ch:I3", "le:B ch:E1 le:T", 9),
        ("le:B le:T ch:E1 ch:A5 ch:I3 ch:O4 an:A", "le:B ch:E1 le:T", 10),
        ("ch:E5 ch:A5 ch:O4 ch:E4 ch:I3", "", 21),
    ],
)
def test_five_cards_are_a_hand_of_which_all_peppers_count(
    cards: str, words: str, peppers: int
) -> None:
    claim = Claim((read_cards(words),) if words else ())
    assert evaluate(read_cards(cards), claim, HAND).key.peppers == peppers


# -- "Name a ruling card or set of cards"


def test_any_set_of_cards_may_rule_where_the_table_allows_it() -> None:
    hands = ("an:U an:S le:W li:X li:V", "li:D li:O an:D an:R le:Q")
    words = ("an:U an:S", "li:D li:O")
    named = Named(ruling="li:D le:F")
    session = showdown(named, *hands, *words, rulings="free")
    (won,) = session.events(PotWon)
    assert won.seats == (B,), "the D of Limes stands above the Unicorn"
    assert session.public.named.ruling == "li:D le:F"
    other = showdown(Named(ruling="le:Q ch:E1"), *hands, *words, rulings="free")
    assert other.events(PotWon)[0].seats == (A,), "below a ruling set normal rank applies"


def test_ruling_cards_keep_their_own_order_and_are_named_in_it() -> None:
    options = Options(rulings="free")
    assert agreed(Named(ruling="an:U ch:E1 li:D"), options).ruling == "li:D ch:E1 an:U"
    assert game(Named(ruling="li:D ch:E1")) == "Scroker, D of Limes and E with 1 pepper rule"


@pytest.mark.parametrize(
    "ruling", ["li:D li:D", "li:D an", "li:D  an:U", "sc:1 an:U", "li:D ", " "]
)
def test_what_is_no_set_of_cards_cannot_rule(ruling: str) -> None:
    session = Session(2, game="dealers-choice", rulings="free")
    assert session.refusal(A, NameGame(Named(ruling=ruling))) == "no-such-ruling"


def test_a_set_of_cards_rules_nowhere_else() -> None:
    session = Session(2, game="dealers-choice")
    assert session.refusal(A, NameGame(Named(ruling="li:D le:F"))) == "no-such-ruling"


def test_all_cards_of_the_deck_can_be_read_as_ruling() -> None:
    named = Named(ruling=" ".join(DECK))
    assert refusal(named, Options(rulings="free")) is None
    assert read_move(GAME, to_json(NameGame(named))) == NameGame(named)


# -- bots


def test_bots_name_games_with_each_option_and_only_legal_ones() -> None:
    for options in (Options(), Options(wilds=3), Options(wilds=4, rulings="free", peppers="hand")):
        games = list(plain(options))
        assert len(set(games)) == len(games)
        assert {refusal(one, options) for one in games} == {None}
        assert max(len(one.wild) + one.scrokers for one in games) == options.wilds
        assert any(" " in one.ruling for one in games) == (options.rulings == "free")


def test_a_bot_with_four_wild_cards_presents_a_real_word() -> None:
    session = Session(2, game="dealers-choice", wilds=4, peppers="hand")
    session.name(Named(hot=True, wild=(Card.LE_Q, Card.LI_X), scrokers=2)).do(B, Ante())
    session.deal("sc:1 sc:2 le:Q li:X an:G").bet("o1 c").stand_pat().bet("k k")
    seen = view(session.state, A)
    first = next(iter(GAME.candidate_moves(seen)))
    assert GAME.check(seen, first) is None
    session.do(A, first)
    claim = session.hand(A).claim
    assert claim is not None
    assert [len(word) for word in claim.words] == [5]
