"""Sections 4.6, 4.7 and 5.3 of the rules: categories, comparisons, the stud's lead, openers."""

from typing import Any

import pytest

from app.games.scroker.cards import DECK, Card, Suit, read_cards, write_cards
from app.games.scroker.claims import PLAIN, HandRules
from app.games.scroker.comparison import Ground, why
from app.games.scroker.hand_finder import best
from app.games.scroker.hands import CATEGORY_NAMES, Category, evaluate, lead
from app.games.scroker.openers import openers
from tests.games.scroker.notation import HOT, WIDE, claimed, hand

E_RULES = HandRules(
    ruling=frozenset(card for card in DECK if card.suit is Suit.CHILIS and card.letter == "E")
)

MONK, BROW = "li:M li:O li:N li:K le:Q = MONK", "le:B le:R le:W ch:O2 li:X = BROW"

DOG = "an:D an:O an:G le:Q li:X = DOG"

BET, PEW = "le:B le:T ch:E5 li:X li:Z = BET", "le:P le:W ch:E1 li:V li:J = PEW"

DECK_, HAUL = "li:D li:C li:K ch:E5 le:Q = DECK", "le:H le:L ch:A2 ch:U1 an:D = HAUL"

US, OE = "an:U an:S le:W li:X li:V = US", "ch:O4 ch:E1 an:D an:R le:Q = OE"

FLIB, IT = "le:F le:L le:I le:B li:X = FLIB", "le:Q an:I an:T li:Z li:V = IT"

CHILIS, ANIMALS = "ch:E5 ch:A5 ch:O4 ch:E4 ch:I3", "an:D an:G an:L an:M an:R"

ROWS: list[Any] = [
    pytest.param(MONK, BROW, PLAIN, Ground.NATURAL, id="1"),
    pytest.param("le:W le:H le:N ch:E1 li:Z = WHEN", DOG, PLAIN, Ground.CATEGORY, id="2"),
    pytest.param(
        "le:P ch:E4 le:N li:J ch:O1 = PEN JO",
        "an:G an:O an:A an:T le:Q = GOAT",
        PLAIN,
        Ground.CATEGORY,
        id="3",
    ),
    pytest.param(
        "li:C li:D li:V li:X li:Z",
        "le:T ch:E3 le:N an:G an:O = TEN GO",
        PLAIN,
        Ground.CATEGORY,
        id="4",
    ),
    pytest.param(
        "li:M li:O li:N li:E li:Y = MONEY",
        "an:D an:G an:L an:M an:R",
        PLAIN,
        Ground.CATEGORY,
        id="5",
    ),
    pytest.param(
        "an:G an:R an:O an:U an:T = GROUT",
        "le:T le:R le:A le:I le:N = TRAIN",
        PLAIN,
        Ground.CATEGORY,
        id="6",
    ),
    pytest.param(DOG, "an:M an:A an:N le:W li:Z = MAN", PLAIN, Ground.HIGH_CARD, id="7"),
    pytest.param(PEW, BET, PLAIN, Ground.HIGH_CARD, id="8a"),
    pytest.param(BET, PEW, HOT, Ground.PEPPERS, id="8b"),
    pytest.param(HAUL, DECK_, PLAIN, Ground.HIGH_CARD, id="9a"),
    pytest.param(DECK_, HAUL, HOT, Ground.PEPPERS, id="9b"),
    pytest.param(US, OE, PLAIN, Ground.HIGH_CARD, id="10a"),
    pytest.param(OE, US, E_RULES, Ground.HIGH_CARD, id="10b"),
    pytest.param(FLIB, IT, PLAIN, Ground.CATEGORY, id="11a"),
    pytest.param(
        "le:F le:B li:X li:Z an:T", "le:P le:W li:V li:J an:S", PLAIN, Ground.HIGH_CARD, id="14"
    ),
    pytest.param(CHILIS, ANIMALS, HOT, Ground.PEPPERS, id="15, hot"),
    pytest.param(ANIMALS, CHILIS, PLAIN, Ground.HIGH_CARD, id="15, plain"),
]


@pytest.mark.parametrize(("better", "worse", "rules", "ground"), ROWS)
def test_section_5_3_row(better: str, worse: str, rules: HandRules, ground: Ground) -> None:
    one, other = hand(better, rules), hand(worse, rules)
    assert one.key > other.key
    assert why(one, other, rules).ground is ground


BLUFFS = {FLIB}


@pytest.mark.parametrize("text", sorted({side for row in ROWS for side in row.values[:2]} - BLUFFS))
def test_section_5_3_the_claims_are_the_best_categories_that_the_cards_allow(text: str) -> None:
    cards = read_cards(text.partition("=")[0])
    assert best(cards, PLAIN, WIDE)[1].category is hand(text).category


def test_section_5_3_row_7_the_owl_beats_the_newt() -> None:
    reason = why(hand(DOG), hand("an:M an:A an:N le:W li:Z = MAN"))
    assert (reason.better, reason.worse) == (Card.AN_O, Card.AN_N)


def test_section_5_3_row_11b_a_foul_word_makes_scum_in_spite_of_a_shorter_good_one() -> None:
    cards = read_cards("le:F le:L le:I le:B li:X")
    fouled = evaluate(cards, claimed(cards, "FLIB"), fouled=True)
    assert fouled.category is Category.SCUM
    assert fouled.key < hand(IT).key
    assert not WIDE.holds("FLIB")
    assert best(cards, PLAIN, WIDE)[1].category is Category.TADPOLE


def test_section_5_3_row_12_only_the_shared_card_is_eligible_so_the_pot_is_split() -> None:
    one, other = hand("ch:O4 an:D li:X li:J le:N = ON"), hand("ch:E3 an:T li:C li:Z le:N = EN")
    assert one.key == other.key
    assert one.eligible == (Card.LE_N,)
    assert why(one, other).ground is Ground.NOTHING


def test_section_5_3_row_13_natural_beats_wild() -> None:
    natural, wild = (
        hand("li:D li:E li:M li:O li:N = DEMON"),
        hand("le:B le:R le:A sc:1 le:N = BRAIN", sc1="I"),
    )
    assert natural.key > wild.key
    assert wild.words == ("BRAIN",)
    assert why(natural, wild).ground is Ground.NATURAL


def test_section_5_3_without_hot_n_sours_bet_drops_to_scum() -> None:
    cards = read_cards(BET.partition("=")[0])
    assert best(cards, PLAIN, WIDE)[1].category is Category.TADPOLE
    assert best(cards, HandRules(hot_n_sour=0), WIDE)[1].category is Category.SCUM


def test_chilis_alone_are_no_hot_n_sour() -> None:
    assert hand(OE, HandRules(hot_n_sour=0)).natural


@pytest.mark.parametrize(
    ("cards", "shown"),
    [
        ("an:D an:T le:Q li:X li:Z", "an:D an:T"),
        ("le:B le:T ch:E5 li:X li:Z", "le:B ch:E5 le:T"),
        ("an:D le:Q li:X li:Z li:V", None),
        ("li:C li:D li:V li:X li:Z", "li:Z li:X li:V li:D li:C"),
        ("le:B le:W ch:O2 li:X an:D", "le:B ch:O2 le:W"),
        ("li:X li:Z li:V sc:1 sc:2", ""),
    ],
)
def test_section_5_3_openers(cards: str, shown: str | None) -> None:
    found = openers(read_cards(cards), PLAIN, WIDE)
    assert (found is None) is (shown is None)
    if found is not None and shown is not None:
        assert set(read_cards(shown)) <= set(found.cards)
        assert not found.word or WIDE.holds(found.word)


def test_section_5_3_the_lead_goes_to_the_highest_clean_pair() -> None:
    leads = {
        name: lead(read_cards(up))
        for name, up in {
            "A": "an:M le:Q li:Z",
            "B": "an:S an:A le:B",
            "C": "le:L le:F ch:U1",
        }.items()
    }
    assert {name: tuple(found)[:3] for name, found in leads.items()} == {
        "A": (False, 45, -1),
        "B": (True, 49, 39),
        "C": (True, 18, 15),
    }
    assert sorted(leads, key=lambda name: leads[name], reverse=True) == ["B", "C", "A"]


def test_section_5_3_a_low_pair_leads_over_a_lone_unicorn() -> None:
    assert lead(read_cards("li:C li:D ch:E1")) > lead(read_cards("an:U le:W ch:E5"))


def test_section_4_6_wild_cards_count_for_nothing_in_the_lead() -> None:
    assert lead(read_cards("an:U an:T le:Q"), HandRules(wild=frozenset({Card.AN_U}))).cards == (
        Card.AN_T,
    )
    assert lead(read_cards("sc:1")) < lead(read_cards("li:C"))


def test_section_4_6_ruling_cards_lead() -> None:
    limes = HandRules(ruling=frozenset(card for card in DECK if card.suit is Suit.LIMES))
    assert lead(read_cards("li:C li:D ch:E1"), limes) > lead(read_cards("an:U an:T ch:E5"), limes)


def test_section_4_7_a_wild_card_that_stands_for_u_does_not_fly() -> None:
    assert hand("an:G an:R an:O sc:1 an:T = GROUT", sc1="U").category is Category.SCROKER


def test_section_4_7_a_wild_unicorn_does_not_fly() -> None:
    rules = HandRules(wild=frozenset({Card.AN_U}))
    assert hand("an:G an:R an:O an:U an:T = GROUT", rules).category is Category.FLYING_SCROKER
    assert hand("an:G an:R an:O an:U an:T = GROAT", rules, anU="A").category is Category.SCROKER


def test_section_4_7_both_words_of_a_bullfrog_must_be_natural() -> None:
    assert not hand("le:T ch:E3 le:N an:G an:O = TEN GO").natural
    assert hand("le:T le:A le:N an:G an:O = TAN GO").natural


def test_section_4_7_both_words_share_one_list_of_high_cards() -> None:
    assert write_cards(hand("le:T ch:E3 le:N an:G an:O = TEN GO").eligible) == "an:O an:G le:T le:N"


def test_section_4_7_peppers_of_a_word_count_only_where_they_are_in_it() -> None:
    assert hand("le:B le:T ch:E1 ch:A5 ch:O4 = BET", HOT).key.peppers == 1
    assert hand("le:B li:X li:V ch:A5 ch:O4", HOT).key.peppers == 9


def test_section_4_8_a_natural_slush_needs_no_claim_and_outdoes_a_lower_one() -> None:
    assert hand("le:B le:T le:A le:R le:W = BRAT").category is Category.SLUSH
    assert hand("li:M li:O li:N li:E li:Y = MONEY").category is Category.SCROKER


def test_section_6_2_12_a_foul_word_on_five_cards_of_one_suit_is_scum() -> None:
    cards = read_cards("le:B le:T le:A le:R le:W")
    assert evaluate(cards, claimed(cards, "BRATW"), fouled=True).category is Category.SCUM


def test_section_6_2_16_a_wild_card_completes_a_slush_for_those_who_claim_no_word() -> None:
    flush = hand("li:C li:D li:X li:Z sc:1")
    assert (flush.category, flush.natural, write_cards(flush.eligible)) == (
        Category.SLUSH,
        False,
        "li:Z li:X li:D li:C",
    )
    assert hand("li:M li:E li:X li:Z sc:1 = ME").category is Category.DUCK
    assert flush.key < hand("li:C li:D li:V li:X li:E").key


def test_section_4_7_hot_n_sour_never_helps_a_slush() -> None:
    assert hand("le:B le:T le:P le:W ch:E1").category is Category.SCUM


def test_section_4_6_scum_and_slush_take_the_best_five_of_seven() -> None:
    assert (
        write_cards(hand("an:U an:T le:Q li:X li:V li:Z li:C").cards) == "an:U an:T le:Q li:Z li:X"
    )
    assert (
        write_cards(hand("li:C li:D li:V li:X li:Z li:J an:U").cards) == "li:Z li:X li:V li:J li:D"
    )
    assert (
        write_cards(hand("an:U an:T le:Q li:X li:V ch:E1 ch:I2", HOT).cards)
        == "ch:I2 ch:E1 an:U an:T le:Q"
    )


def test_section_4_7_the_next_shared_card_decides_and_a_list_that_runs_out_loses() -> None:
    """With the spit le:N: hot-'n'-sour words with and without another card that may be high."""
    longer, shorter = (
        hand("le:B ch:E1 le:N an:D li:Z = BEN"),
        hand("ch:E3 ch:O4 le:N an:T li:C = EON"),
    )
    assert longer.key > shorter.key
    reason = why(longer, shorter)
    assert (reason.ground, reason.better, reason.same) == (
        Ground.MORE_CARDS,
        Card.LE_B,
        (Card.LE_N,),
    )


def test_section_4_7_after_a_shared_high_card_the_next_one_decides() -> None:
    one, other = hand("le:W le:A le:N ch:O4 an:D = WAN"), hand("le:W le:I le:T ch:E1 an:D = WIT")
    reason = why(other, one)
    assert other.key > one.key
    assert (reason.ground, reason.better, reason.worse, reason.same) == (
        Ground.HIGH_CARD,
        Card.LE_T,
        Card.LE_N,
        (Card.LE_W,),
    )


def test_every_category_has_its_name() -> None:
    assert [CATEGORY_NAMES[category] for category in Category][::4] == [
        "Scum",
        "Frog",
        "Flying Scroker",
    ]
