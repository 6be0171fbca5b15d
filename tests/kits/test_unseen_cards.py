"""Unseen cards are drawn as evenly as counting all arrangements says, and keep all constraints."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import product
from math import factorial, prod, sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.kits import unseen_cards
from app.kits.constraints import (
    Constraint,
    Holds,
    NoArrangement,
    OneHolds,
    has,
    has_some,
    lacks,
    one_has,
)
from app.kits.count_table import Table
from app.kits.exact_plan import Plan
from app.kits.unseen_cards import UnseenCards, once_for_each_view
from app.rules.values import Seat
from app.settings import ROOT
from tests.kits.enumeration import Lie, enumerated, keeps

CARDS = ("A", "B", "C", "D", "E")
PLACES = ("north", "east", "south", "stock")


def lie(held: dict[str, list[str]]) -> Lie:
    return tuple(tuple(sorted(cards)) for cards in held.values())


@st.composite
def questions(draw: st.DrawFn) -> tuple[list[str], dict[str, int], list[Constraint]]:
    """Up to seven cards, some of them copies, in up to four places under up to four constraints."""
    cards = draw(st.lists(st.sampled_from(CARDS), max_size=7))
    cut = sorted(draw(st.lists(st.integers(0, len(cards)), min_size=3, max_size=3)))
    ends = zip([0, *cut], [*cut, len(cards)], strict=True)
    places = {place: end - start for place, (start, end) in zip(PLACES, ends, strict=True)}
    some_cards = st.lists(st.sampled_from(CARDS), min_size=1, max_size=4, unique=True)
    some_places = st.lists(st.sampled_from(PLACES), min_size=1, max_size=3, unique=True)
    numbers = st.integers(0, 3)
    holds = st.builds(Holds, some_places, some_cards, numbers, st.none() | numbers)
    constraints = draw(st.lists(holds | st.builds(OneHolds, some_places, some_cards), max_size=4))
    return cards, places, constraints


@settings(max_examples=150, deadline=None)
@given(questions(), st.integers(0, 2**32))
def test_the_count_is_that_of_all_arrangements_and_each_draw_is_one_of_them(
    question: tuple[list[str], dict[str, int], list[Constraint]], seed: int
) -> None:
    cards, places, constraints = question
    wanted = enumerated(cards, places, constraints)
    try:
        unseen = UnseenCards(cards, places, constraints)
    except NoArrangement as error:
        assert not wanted
        some = [constraints[at] for at in error.conflict]
        assert not enumerated(cards, places, some)
        for one in some:
            fewer = [other for other in some if other is not one]
            assert enumerated(cards, places, fewer), "each is needed"
        return
    assert unseen.exact
    orders = prod(map(factorial, places.values()))
    counted = sum(case.total for case in unseen._cases)
    assert counted == sum(wanted.values()) * orders
    chance = random.Random(seed)
    assert {lie(unseen.draw(chance)) for _ in range(10)} <= wanted.keys()


QUESTIONS: dict[str, tuple[str, dict[str, int], list[Constraint]]] = {
    "nothing is known": ("A B C D E", {"north": 2, "east": 1, "stock": 2}, []),
    "copies": ("A A B B C C", {"north": 2, "east": 2, "stock": 2}, [has("north", "A")]),
    "two lack a suit each": (
        "A B C D E F",
        {"north": 2, "east": 2, "stock": 2},
        [lacks("north", "AB"), lacks("east", "BC")],
    ),
    "one of two holds it, another has some": (
        "A B C D E F",
        {"north": 2, "east": 2, "stock": 2},
        [one_has(("north", "east"), "A"), has_some("stock", "BCD"), lacks("east", "F")],
    ),
    "exactly one holds any copy": (
        "A A A B C D",
        {"north": 2, "east": 2, "stock": 2},
        [one_has(("north", "east"), "A")],
    ),
    "two have one suit between them": (
        "A B C D E F G",
        {"north": 2, "east": 2, "south": 2, "stock": 1},
        [Holds(("north", "east"), "ABC", 2, 2), Holds(("east", "south"), "CDE", 1, 3)],
    ),
    "a card that is certain counts for a limit": (
        "A B C D E F",
        {"north": 2, "east": 2, "stock": 2},
        [has("north", "A"), Holds(("north", "east"), "ABC", 1, 2)],
    ),
}


def planned(
    monkeypatch: pytest.MonkeyPatch, plan: Callable[[Table], tuple[Plan | None, bool]]
) -> None:
    """Makes all plans like this, and keeps none."""
    monkeypatch.setattr(unseen_cards, "plan", plan)
    monkeypatch.setattr(unseen_cards, "counted_cases", unseen_cards.counted_cases.__wrapped__)


def distance(unseen: UnseenCards[str, str], wanted: dict[Lie, int], draws: int) -> float:
    """The distance of the numbers of draws from what is expected, in standard deviations."""
    total, chance = sum(wanted.values()), random.Random(11)
    drawn = Counter(lie(unseen.draw(chance)) for _ in range(draws))
    assert drawn.keys() == wanted.keys()
    expected = {one: draws * number / total for one, number in wanted.items()}
    freedom = max(len(wanted) - 1, 1)
    chi_square = sum((drawn[one] - each) ** 2 / each for one, each in expected.items())
    return (chi_square - freedom) / sqrt(2 * freedom)


@pytest.mark.parametrize("transposed", [False, True], ids=["places first", "kinds first"])
@pytest.mark.parametrize("name", QUESTIONS)
def test_each_arrangement_is_drawn_as_often_as_it_should_be(
    name: str, transposed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever way the table is counted. The seed is fixed; three deviations are allowed."""
    text, places, constraints = QUESTIONS[name]
    wanted = enumerated(text.split(), places, constraints)
    turn = Table.transposed if transposed else Table._replace
    planned(monkeypatch, lambda table: (Plan(turn(table)), transposed))
    unseen = UnseenCards(text.split(), places, constraints)
    assert abs(distance(unseen, wanted, 60 * len(wanted))) < 3


@pytest.fixture
def uncounted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table counts as too large."""
    planned(monkeypatch, lambda table: (None, False))


@pytest.mark.parametrize("name", [name for name in QUESTIONS if "between" not in name])
def test_a_chain_of_exchanges_draws_nearly_as_often(name: str, uncounted: None) -> None:
    """Of few cards. The seed is fixed; six deviations are allowed, for it is approximate."""
    text, places, constraints = QUESTIONS[name]
    wanted = enumerated(text.split(), places, constraints)
    unseen = UnseenCards(text.split(), places, constraints)
    assert not unseen.exact
    assert abs(distance(unseen, wanted, 20 * len(wanted))) < 6


SUITED = [f"{face}{suit}" for suit in "RUKG" for face in range(28)] + [f"X{one}" for one in "ABCD"]
SEATS = [f"seat {number}" for number in range(1, 10)]
HANDS = dict.fromkeys(SEATS, 5) | {"stock": len(SUITED) - 45}


def suit(name: str) -> list[str]:
    return [card for card in SUITED if card.endswith(name)]


def test_a_chain_of_many_cards_draws_as_counting_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mean number of each suit in each place, within a tenth of a card."""
    constraints = [lacks(seat, suit(name)) for seat, name in zip(SEATS, "RUKRR", strict=False)]
    means = []
    for chained in (False, True):
        if chained:
            planned(monkeypatch, lambda table: (None, False))
        unseen, chance = UnseenCards(SUITED, HANDS, constraints), random.Random(3)
        assert unseen.exact is not chained
        drawn = Counter[tuple[str, str]]()
        for _ in range(1000):
            for place, cards in unseen.draw(chance).items():
                drawn.update((place, card[-1]) for card in cards)
        means.append({one: drawn[one] / 1000 for one in product(SEATS, "RUKG")})
    exact, near = means
    assert max(abs(exact[one] - near[one]) for one in exact) < 0.15


HARD: list[Constraint] = [
    *(lacks(seat, suit(name)) for seat, name in zip(SEATS, "RUKGRUKGR", strict=True)),
    *(lacks(seat, suit(name)) for seat, name in zip(SEATS, "UKGRK", strict=False)),
    *(has(seat, card) for seat, card in zip(SEATS, ("0G", "1R", "0U"), strict=False)),
    Holds(("seat 4", "seat 5"), suit("U"), 2, 6),
    has_some("seat 9", suit("K"), 2),
    OneHolds(("seat 6", "seat 7"), ("27R", "26R", "25R")),
]


@pytest.mark.parametrize("constraints", [HARD[:4], HARD], ids=["counted", "by exchanges"])
def test_ten_places_of_many_cards_keep_all_constraints(constraints: list[Constraint]) -> None:
    unseen = UnseenCards(SUITED, HANDS, constraints)
    assert unseen.exact is (constraints != HARD)
    for seed in range(20):
        held = unseen.draw(random.Random(seed))
        assert {place: len(cards) for place, cards in held.items()} == HANDS
        assert sorted(card for cards in held.values() for card in cards) == sorted(SUITED)
        assert all(keeps(held, constraint) for constraint in constraints)
        again = UnseenCards(SUITED, HANDS, constraints).draw(random.Random(seed))
        assert held == again, "a draw follows from the view and the chance alone"


def test_the_order_within_a_place_is_random() -> None:
    """Also of cards that are certain, and of kinds that are drawn one after the other."""
    places = {"north": 3, "stock": 2}
    for constraints in ([], [has("north", "A")], [has_some("north", "AB")], [lacks("stock", "C")]):
        unseen, chance = UnseenCards("ABCDE", places, constraints), random.Random(2)
        orders = Counter(tuple(unseen.draw(chance)["north"]) for _ in range(3000))
        by_hand: dict[tuple[str, ...], list[int]] = {}
        for order, number in orders.items():
            by_hand.setdefault(tuple(sorted(order)), []).append(number)
        for numbers in by_hand.values():
            assert len(numbers) == 6
            each = sum(numbers) / 6
            assert sum((number - each) ** 2 / each for number in numbers) < 25


def test_constraints_that_contradict_each_other_are_named_without_their_cards() -> None:
    constraints = [lacks("north", "B"), has("east", "A"), lacks("east", "D"), has("north", "A")]
    with pytest.raises(NoArrangement) as raised:
        UnseenCards("ABCD", {"north": 2, "east": 2}, constraints)
    assert raised.value.conflict == (1, 3)
    assert str(raised.value) == "No arrangement of the unseen cards keeps the constraints [1, 3]."


def test_a_chain_that_finds_nothing_says_so(uncounted: None) -> None:
    unseen = UnseenCards("ABCD", {"north": 2, "east": 2}, [Holds(("north",), "AB", 1, 1)])
    assert unseen.draw(random.Random(1))
    contrary: list[Constraint] = [
        Holds(("north",), "AB", 1, 1),
        Holds(("north",), "BC", 1, 1),
        Holds(("north",), "AC", 1, 1),
    ]
    with pytest.raises(NoArrangement, match="was found"):
        UnseenCards("ABCD", {"north": 2, "east": 2}, contrary).draw(random.Random(1))


def test_wrong_numbers_and_places_are_mistakes_of_the_game() -> None:
    with pytest.raises(ValueError, match="3 cards do not fill 4 spots"):
        UnseenCards("ABC", {"north": 4})
    with pytest.raises(ValueError, match="constraint 1 names places"):
        UnseenCards("AB", {"north": 2}, [has("north", "A"), has("east", "B")])


def test_no_cards_and_no_places_are_an_arrangement() -> None:
    assert UnseenCards("", {"north": 0}).draw(random.Random(1)) == {"north": []}


def test_the_example_of_the_page_on_new_games_works() -> None:
    page = (ROOT / "docs/new-game.md").read_text(encoding="utf-8")
    start = page.index("from app.kits.constraints import")
    example = page[start : page.index("```", start)]
    deck = [f"{suit}{face}" for suit in "CHSX" for face in range(7)] + ["A"]
    names = {
        "Seat": Seat,
        "cards": deck,
        "clubs": [card for card in deck if card[0] == "C"],
        "hearts": [card for card in deck if card[0] == "H"],
        "ace": "A",
        "chance": random.Random(1),
    }
    exec(example, names)
    hands: Any = names["hands"]
    assert {place: len(cards) for place, cards in hands.items()} == {
        Seat(1): 5,
        Seat(2): 4,
        "stock": 20,
    }
    assert not any(card[0] == "C" for card in hands[Seat(1)])
    assert sum(card[0] == "H" for card in hands[Seat(2)]) >= 2
    assert "A" not in hands["stock"]


def test_what_follows_from_a_view_is_prepared_once_for_it() -> None:
    prepared: list[list[int]] = []

    @once_for_each_view
    def total(view: list[int]) -> int:
        prepared.append(view)
        return sum(view)

    one, equal = [1, 2], [1, 2]
    assert [total(one), total(one), total(equal), total(one)] == [3] * 4
    assert [id(view) for view in prepared] == [id(one), id(equal), id(one)]
