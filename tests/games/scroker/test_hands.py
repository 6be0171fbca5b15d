"""Sections 4.7, 4.8 and 5.3 of the rules: claims, categories, what beats what and why, the stud's lead, openers, the best hand."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from app.games.scroker.cards import DECK, SCROKERS, SUITS, Card, Suit, read_cards, write_cards
from app.games.scroker.claims import NO_WORD, PLAIN, Claim, Fault, HandRules, find_fault
from app.games.scroker.finding import best
from app.games.scroker.hands import CATEGORY_NAMES, Category, Ground, Hand, evaluate, lead, why
from app.games.scroker.lexicon import lexicon
from app.games.scroker.openers import openers
from tests.games.scroker.brute import best_key

WIDE = lexicon("wide")
HOT = HandRules(hot=True)
MIXED = HandRules(mix_juice=True)
E_RULES = HandRules(ruling=frozenset(card for card in DECK if card.suit is Suit.CHILIS and card.letter == "E"))


def claimed(cards: tuple[Card, ...], words: str, **wild: str) -> Claim:
    """The words laid from the first cards that fit, `wild` by the face of each [Scroker] ("sc1")."""
    stands_for = {Card(f"{code[:2]}:{code[2:]}"): letter for code, letter in wild.items()}
    left, laid = list(cards), []
    for word in words.split():
        row = []
        for letter in word:
            row.append(next(card for card in left if stands_for.get(card, card.letter) == letter))
            left.remove(row[-1])
        laid.append(tuple(row))
    return Claim(tuple(laid), tuple(stands_for.items()))


def hand(text: str, rules: HandRules = PLAIN, **wild: str) -> Hand:
    """A hand from its cards and the words claimed: "li:M li:O li:N li:K le:Q = MONK"."""
    codes, _, words = text.partition("=")
    cards = read_cards(codes)
    claim = claimed(cards, words, **wild)
    assert find_fault(cards, claim, rules) is None
    return evaluate(cards, claim, rules)


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
    pytest.param("le:P ch:E4 le:N li:J ch:O1 = PEN JO", "an:G an:O an:A an:T le:Q = GOAT", PLAIN, Ground.CATEGORY, id="3"),
    pytest.param("li:C li:D li:V li:X li:Z", "le:T ch:E3 le:N an:G an:O = TEN GO", PLAIN, Ground.CATEGORY, id="4"),
    pytest.param("li:M li:O li:N li:E li:Y = MONEY", "an:D an:G an:L an:M an:R", PLAIN, Ground.CATEGORY, id="5"),
    pytest.param("an:G an:R an:O an:U an:T = GROUT", "le:T le:R le:A le:I le:N = TRAIN", PLAIN, Ground.CATEGORY, id="6"),
    pytest.param(DOG, "an:M an:A an:N le:W li:Z = MAN", PLAIN, Ground.HIGH_CARD, id="7"),
    pytest.param(PEW, BET, PLAIN, Ground.HIGH_CARD, id="8a"),
    pytest.param(BET, PEW, HOT, Ground.PEPPERS, id="8b"),
    pytest.param(HAUL, DECK_, PLAIN, Ground.HIGH_CARD, id="9a"),
    pytest.param(DECK_, HAUL, HOT, Ground.PEPPERS, id="9b"),
    pytest.param(US, OE, PLAIN, Ground.HIGH_CARD, id="10a"),
    pytest.param(OE, US, E_RULES, Ground.HIGH_CARD, id="10b"),
    pytest.param(FLIB, IT, PLAIN, Ground.CATEGORY, id="11a"),
    pytest.param("le:F le:B li:X li:Z an:T", "le:P le:W li:V li:J an:S", PLAIN, Ground.HIGH_CARD, id="14"),
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
    natural, wild = hand("li:D li:E li:M li:O li:N = DEMON"), hand("le:B le:R le:A sc:1 le:N = BRAIN", sc1="I")
    assert natural.key > wild.key
    assert wild.words == ("BRAIN",)
    assert why(natural, wild).ground is Ground.NATURAL


@pytest.mark.parametrize(
    ("cards", "words", "fault"),
    [
        ("an:D ch:O4 an:G", "DOG", Fault.ANIMALS_MIXED),
        ("le:B li:E le:T", "BET", Fault.JUICE_MIXED),
        ("an:T le:H an:E", "THE", Fault.ANIMALS_MIXED),
    ],
)
def test_section_5_3_illegal_claims(cards: str, words: str, fault: Fault) -> None:
    held = read_cards(cards + " li:V li:X")
    assert find_fault(held, claimed(held, words)) is fault
    assert find_fault(held, claimed(held, words), MIXED) is (None if words == "BET" else fault)


def test_section_5_3_mixed_juice_is_natural() -> None:
    assert hand("le:B li:E le:T li:V li:X = BET", MIXED).natural


def test_section_5_3_haul_has_two_chilis() -> None:
    cards = read_cards(HAUL.partition("=")[0])
    assert find_fault(cards, claimed(cards, "HAUL"), HandRules(hot_n_sour=1)) is Fault.TOO_HOT
    assert find_fault(cards, claimed(cards, "HAUL"), HandRules(hot_n_sour=2)) is None


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


@pytest.mark.parametrize(
    ("cards", "category", "words", "eligible"),
    [
        ("li:M li:O li:N li:E li:Y an:U le:Q", Category.SCROKER, ("MONEY",), "li:Y li:O li:N li:M li:E"),
        ("an:U an:A an:E an:I an:R le:B li:X", Category.FLYING_SCROKER, ("AUREI",), "an:U an:R an:I an:E an:A"),
    ],
)
def test_section_5_3_best_of_seven(cards: str, category: Category, words: tuple[str, ...], eligible: str) -> None:
    _, found = best(read_cards(cards), PLAIN, WIDE)
    assert (found.category, found.words, write_cards(found.eligible)) == (category, words, eligible)


def test_section_5_3_best_of_seven_takes_high_lime_letters_for_a_bullfrog() -> None:
    _, found = best(read_cards("le:B le:L ch:U1 li:M li:O li:N li:Y"), PLAIN, WIDE)
    assert (found.category, found.natural, write_cards(found.eligible)) == (Category.BULLFROG, False, "li:Y li:O li:N li:M")


def test_section_5_3_the_lead_goes_to_the_highest_clean_pair() -> None:
    leads = {name: lead(read_cards(up)) for name, up in {"A": "an:M le:Q li:Z", "B": "an:S an:A le:B", "C": "le:L le:F ch:U1"}.items()}
    assert {name: tuple(found)[:3] for name, found in leads.items()} == {"A": (False, 45, -1), "B": (True, 49, 39), "C": (True, 18, 15)}
    assert sorted(leads, key=lambda name: leads[name], reverse=True) == ["B", "C", "A"]


def test_section_5_3_a_low_pair_leads_over_a_lone_unicorn() -> None:
    assert lead(read_cards("li:C li:D ch:E1")) > lead(read_cards("an:U le:W ch:E5"))


def test_section_4_6_wild_cards_count_for_nothing_in_the_lead() -> None:
    assert lead(read_cards("an:U an:T le:Q"), HandRules(wild=frozenset({Card.AN_U}))).cards == (Card.AN_T,)
    assert lead(read_cards("sc:1")) < lead(read_cards("li:C"))


def test_section_4_6_ruling_cards_lead() -> None:
    limes = HandRules(ruling=frozenset(card for card in DECK if card.suit is Suit.LIMES))
    assert lead(read_cards("li:C li:D ch:E1"), limes) > lead(read_cards("an:U an:T ch:E5"), limes)


# -- claims ----------------------------------------------------------------------------------------------------------------


HELD = read_cards("le:B le:T le:A le:R an:O")


@pytest.mark.parametrize(
    ("claim", "fault"),
    [
        (Claim(((Card.LE_B,),)), Fault.LENGTHS),
        (Claim(((Card.LE_B, Card.LE_A), (Card.LE_T,))), Fault.LENGTHS),
        (Claim(((Card.LE_B, Card.LE_A, Card.LE_T), (Card.LE_R, Card.AN_O, Card.LE_B))), Fault.LENGTHS),
        (Claim(((Card.LE_B, Card.LE_A, Card.LE_S),)), Fault.NOT_YOURS),
        (Claim(((Card.LE_B, Card.LE_A), (Card.LE_A, Card.LE_T))), Fault.TWICE),
        (Claim(((Card.LE_A, Card.LE_A),)), Fault.TWICE),
        (Claim(((Card.LE_B, Card.LE_A),), ((Card.LE_A, "E"),)), Fault.NOT_WILD),
        (Claim((), ((Card.SC_1, "E"),)), Fault.NOT_WILD),
        (Claim(((Card.LE_B, Card.AN_O),)), Fault.ANIMALS_MIXED),
        (Claim(((Card.LE_A, Card.LE_T), (Card.LE_B, Card.LE_R))), None),
        (Claim(((Card.LE_A, Card.LE_T), (Card.LE_B, Card.LE_R, Card.LE_A)[:2])), None),
        (Claim(((Card.LE_T, Card.LE_B, Card.LE_R),)), None),
        (NO_WORD, None),
    ],
)
def test_section_4_8_what_may_be_claimed_is_judged_without_spelling(claim: Claim, fault: Fault | None) -> None:
    assert find_fault(HELD, claim) is fault


@pytest.mark.parametrize(
    ("wild", "fault"),
    [
        ((), Fault.NO_LETTER),
        (((Card.SC_1, "e"),), Fault.NO_LETTER),
        (((Card.SC_1, "EE"),), Fault.NO_LETTER),
        (((Card.SC_1, "É"),), Fault.NO_LETTER),
        (((Card.SC_1, "E"), (Card.SC_1, "I")), Fault.TWICE),
        (((Card.SC_1, "E"), (Card.SC_2, "I")), Fault.NOT_WILD),
        (((Card.SC_1, "E"),), None),
    ],
)
def test_section_4_8_a_scroker_is_claimed_with_its_letter(wild: tuple[tuple[Card, str], ...], fault: Fault | None) -> None:
    cards = read_cards("le:B le:T sc:1 sc:2 an:O")
    assert find_fault(cards, Claim(((Card.LE_B, Card.SC_1, Card.LE_T),), wild)) is fault


def test_section_4_10_a_card_named_wild_may_be_played_at_its_face() -> None:
    rules = HandRules(wild=frozenset({Card.LE_A}))
    assert hand("le:B le:A le:T li:X li:Z = BAT", rules).natural
    wild = hand("le:B le:A le:T li:X li:Z = BIT", rules, leA="I")
    assert not wild.natural
    assert Card.LE_A not in wild.eligible


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
    assert (flush.category, flush.natural, write_cards(flush.eligible)) == (Category.SLUSH, False, "li:Z li:X li:D li:C")
    assert hand("li:M li:E li:X li:Z sc:1 = ME").category is Category.DUCK
    assert flush.key < hand("li:C li:D li:V li:X li:E").key


def test_section_4_7_hot_n_sour_never_helps_a_slush() -> None:
    assert hand("le:B le:T le:P le:W ch:E1").category is Category.SCUM


def test_section_4_6_scum_and_slush_take_the_best_five_of_seven() -> None:
    assert write_cards(hand("an:U an:T le:Q li:X li:V li:Z li:C").cards) == "an:U an:T le:Q li:Z li:X"
    assert write_cards(hand("li:C li:D li:V li:X li:Z li:J an:U").cards) == "li:Z li:X li:V li:J li:D"
    assert write_cards(hand("an:U an:T le:Q li:X li:V ch:E1 ch:I2", HOT).cards) == "ch:I2 ch:E1 an:U an:T le:Q"


def test_section_4_7_the_next_shared_card_decides_and_a_list_that_runs_out_loses() -> None:
    """With the spit le:N: hot-'n'-sour words in which nothing else may be high, and one in which something may."""
    longer, shorter = hand("le:B ch:E1 le:N an:D li:Z = BEN"), hand("ch:E3 ch:O4 le:N an:T li:C = EON")
    assert longer.key > shorter.key
    reason = why(longer, shorter)
    assert (reason.ground, reason.better, reason.same) == (Ground.MORE_CARDS, Card.LE_B, (Card.LE_N,))


def test_section_4_7_after_a_shared_high_card_the_next_one_decides() -> None:
    one, other = hand("le:W le:A le:N ch:O4 an:D = WAN"), hand("le:W le:I le:T ch:E1 an:D = WIT")
    reason = why(other, one)
    assert other.key > one.key
    assert (reason.ground, reason.better, reason.worse, reason.same) == (Ground.HIGH_CARD, Card.LE_T, Card.LE_N, (Card.LE_W,))


def test_every_category_has_its_name() -> None:
    assert [CATEGORY_NAMES[category] for category in Category][::4] == ["Scum", "Frog", "Flying Scroker"]


# -- two evaluators ----------------------------------------------------------------------------------------------------------


def some_rules(chance: random.Random) -> HandRules:
    """Options as a dealer might call them."""
    ruling = chance.choice(
        [
            frozenset(),
            frozenset({chance.choice(DECK)}),
            frozenset(card for card in DECK if card.letter == "E"),
            frozenset(card for card in DECK if card.suit is Suit.LIMES),
        ]
    )
    wild: frozenset[Card] = frozenset(chance.sample(DECK, chance.choice([0, 0, 1, 2])))
    return HandRules(chance.random() < 0.5, ruling, wild, chance.choice([0, 1, 2, 13]), chance.random() < 0.3)


def agree(cards: tuple[Card, ...], rules: HandRules) -> None:
    claim, found = best(cards, rules, WIDE)
    assert find_fault(cards, claim, rules) is None
    assert evaluate(cards, claim, rules) == found
    assert all(map(WIDE.holds, found.words))
    ranks = sorted((card.place + 100 * (card in rules.ruling) for card in found.eligible), reverse=True)
    assert (found.category, found.natural, found.key.peppers, ranks) == best_key(cards, rules, WIDE.words)


@pytest.mark.parametrize(("size", "hands"), [(5, 300), (6, 60), (7, 60)])
def test_section_5_2_a_plain_evaluator_finds_the_same_best_hands(size: int, hands: int) -> None:
    chance = random.Random(f"plain {size}")
    for _ in range(hands):
        agree(tuple(chance.sample(DECK, size)), PLAIN)


@pytest.mark.parametrize(("size", "hands"), [(5, 200), (6, 40), (7, 20)])
def test_section_5_2_a_plain_evaluator_agrees_under_all_options(size: int, hands: int) -> None:
    chance = random.Random(f"options {size}")
    for _ in range(hands):
        rules = some_rules(chance)
        drawn = dict.fromkeys((*rules.wild, *chance.sample((*DECK, *SCROKERS), size)))
        agree(tuple(drawn)[:size], rules)


def test_five_of_any_suit_are_a_slush_or_better() -> None:
    chance = random.Random(4)
    for suit in SUITS:
        cards = chance.sample([card for card in DECK if card.suit is suit], 5)
        assert best(cards, replace(PLAIN, hot=True), WIDE)[1].category >= Category.SLUSH
