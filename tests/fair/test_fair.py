"""The fair shuffle: published vectors, binding commitments, and cards opened one by one."""

import random
from collections import Counter
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.fair import shuffle
from app.fair.tree import Tree, leaf, salt
from tests.fair import make_vectors
from tests.fair.merkle_path import root_from_path

SECRET = sha256(b"the house's").digest()
ANNS = sha256(b"Ann's").digest()


def vectors() -> list[dict[str, Any]]:
    whole: dict[str, Any] = msgspec.json.decode(make_vectors.PATH.read_bytes())
    return list(whole["vectors"])


def test_the_vectors_are_what_the_algorithm_gives() -> None:
    assert make_vectors.PATH.read_bytes() == make_vectors.text()


@pytest.mark.parametrize(
    "known", vectors(), ids=lambda known: f"{known['match']} {known['number']}.{known['attempt']}"
)
def test_every_card_of_a_vector_leads_to_its_root(known: dict[str, Any]) -> None:
    tree = Tree(bytes.fromhex(known["secret"]), known["order"])
    for position, thing in enumerate(known["order"]):
        found = leaf(bytes.fromhex(tree.salt(position)), position, thing)
        assert root_from_path(known["n"], position, found, tree.path(position)) == known["root"]


@given(st.integers(1, 130), st.data())
def test_a_leaf_opens_at_its_own_place_and_as_itself_only(n: int, data: st.DataObject) -> None:
    order = shuffle.order(SECRET, n)
    tree = Tree(SECRET, order)
    position = data.draw(st.integers(0, n - 1))
    hiding, path = salt(SECRET, position), tree.path(position)
    assert root_from_path(n, position, leaf(hiding, position, order[position]), path) == tree.root
    assert (
        root_from_path(n, position, leaf(hiding, position, order[position] + 1), path) != tree.root
    )
    other = data.draw(st.integers(0, n - 1))
    if other != position:
        assert root_from_path(n, other, leaf(hiding, other, order[position]), path) != tree.root
    assert (
        root_from_path(n, position, leaf(hiding, position, order[position]), (*path, tree.root))
        is None
    )


@given(st.binary(min_size=32, max_size=32), st.integers(1, 130))
def test_an_order_holds_everything_once(drawn: bytes, n: int) -> None:
    assert sorted(shuffle.order(drawn, n)) == list(range(n))


def test_words_that_would_favour_small_numbers_are_passed_over() -> None:
    top = (1 << 64) - 1
    assert shuffle.below(3, iter([top, 4])) == 1, (
        "2**64 is 1 modulo 3, so the very last word favours 0"
    )
    assert shuffle.below(4, iter([top])) == 3, "2**64 is a multiple of 4, so every word serves"


def test_every_part_changes_the_order() -> None:
    def drawn(
        secret: bytes = SECRET, number: int = 0, attempt: int = 0, **parts: bytes
    ) -> tuple[int, ...]:
        return shuffle.order(
            shuffle.seed(
                "m", number, attempt, secret, {int(seat[1:]): part for seat, part in parts.items()}
            ),
            52,
        )

    orders = [
        drawn(),
        drawn(ANNS),
        drawn(number=1),
        drawn(attempt=1),
        drawn(s0=ANNS),
        drawn(s1=ANNS),
        drawn(s0=SECRET),
        drawn(s0=ANNS, s1=ANNS),
    ]
    assert len(set(orders)) == len(orders)


def test_openings_count_in_the_order_of_seats_however_they_came() -> None:
    assert shuffle.seed("m", 0, 0, SECRET, {10: ANNS, 2: SECRET}) == shuffle.seed(
        "m", 0, 0, SECRET, {2: SECRET, 10: ANNS}
    )


def test_promises_are_bound_to_match_number_attempt_and_seat() -> None:
    seals = [
        shuffle.seal(*place, ANNS)
        for place in [
            ("m", 0, 0, 0),
            ("n", 0, 0, 0),
            ("m", 1, 0, 0),
            ("m", 0, 1, 0),
            ("m", 0, 0, 1),
        ]
    ]
    promises = [
        shuffle.commitment(*place, SECRET)
        for place in [("m", 0, 0), ("n", 0, 0), ("m", 1, 0), ("m", 0, 1)]
    ]
    assert len({*seals, *promises}) == len(seals) + len(promises)


def test_all_orders_of_three_come_up_alike() -> None:
    chance = random.Random(3)
    orders = Counter(shuffle.order(chance.randbytes(32), 3) for _ in range(6000))
    assert len(orders) == 6
    assert all(850 < often < 1150 for often in orders.values()), orders
