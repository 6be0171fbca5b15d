"""The fair shuffle: published vectors, binding promises, and cards opened together."""

import random
from collections import Counter
from hashlib import sha256
from itertools import islice, permutations
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.fair import parts
from app.fair.decks import DECKS, Deck, HiddenNames, deck_key, deck_leaf, name_leaf, names_key
from app.fair.hash_tree import HashTree
from app.fair.stream import below, shuffled, words
from tests.fair import make_vectors
from tests.fair.load_verifier import verify

SECRET = sha256(b"the server's").digest()
ANNS = sha256(b"Ann's").digest()
SHOWN = parts.Shown(
    match="m",
    number=0,
    attempt=0,
    head="h",
    promise="p",
    n=2,
    names=None,
    roots=["r"] * 8,
    codes="A B",
    plan="0 -",
    seals={0: "s", 1: "t"},
    refused=(),
)


def vectors() -> list[dict[str, Any]]:
    whole: dict[str, Any] = msgspec.json.decode(make_vectors.PATH.read_bytes())
    return list(whole["vectors"])


def test_the_vectors_are_what_the_algorithm_gives() -> None:
    assert make_vectors.PATH.read_bytes() == make_vectors.text()


@pytest.mark.parametrize(
    "known", vectors(), ids=lambda known: f"{known['match']} {known['number']}.{known['attempt']}"
)
def test_every_set_of_cards_of_a_vector_leads_to_its_roots(known: dict[str, Any]) -> None:
    n, perm = known["n"], known["perm"]
    for opened in known["opened"]:
        cards = opened["cards"]
        leaves = {
            perm[card["position"]]: deck_leaf(
                bytes.fromhex(card["salt"]), perm[card["position"]], card["thing"]
            )
            for card in cards
        }
        assert verify.root_of(leaves, n, opened["nodes"]) == (
            known["roots"][known["chosen"]] if cards else None
        )
        if known["names"] and cards:
            names = {
                card["thing"]: name_leaf(
                    bytes.fromhex(card["name_salt"]), card["thing"], card["code"]
                )
                for card in cards
            }
            assert verify.root_of(names, n, opened["names_nodes"]) == known["names"]


@given(st.integers(1, 140), st.data())
def test_any_cards_open_together_and_as_themselves_only(n: int, data: st.DataObject) -> None:
    tree = HashTree([deck_leaf(b"salt", at, at) for at in range(n)])
    some = data.draw(st.sets(st.integers(0, n - 1), min_size=1))
    leaves = {at: deck_leaf(b"salt", at, at) for at in some}
    nodes = tree.missing(some)
    assert verify.root_of(leaves, n, nodes) == tree.root
    one = min(some)
    assert verify.root_of(leaves | {one: deck_leaf(b"salt", one, one + 1)}, n, nodes) != tree.root
    assert verify.root_of(leaves, n, (*nodes, tree.root)) is None, "no node is left over"
    assert verify.root_of(leaves, n, nodes[:-1]) is None or not nodes
    if len(some) < n:
        other = min(set(range(n)) - some)
        moved = {other if at == one else at: leaf for at, leaf in leaves.items()}
        assert verify.root_of(moved, n, tree.missing(moved)) != tree.root, (
            "a leaf has its own place"
        )
    assert verify.root_of({n: leaves[one]}, n, nodes) is None, "and its place is in the deck"


@given(st.binary(min_size=32, max_size=32), st.integers(1, 140))
def test_a_shuffle_holds_everything_once(key: bytes, n: int) -> None:
    assert sorted(shuffled(n, words(key))) == list(range(n))


def test_words_that_would_favour_small_numbers_are_passed_over() -> None:
    top = (1 << 32) - 1
    assert below(3, iter([top, 4])) == 1, "2**32 is 1 modulo 3, so the very last word favours 0"
    assert below(4, iter([top])) == 3, "2**32 is a multiple of 4, so every word serves"


def test_all_decks_and_all_orders_of_three_come_up_alike() -> None:
    chance = random.Random(3)
    drawn = Counter(parts.draw(chance.randbytes(32), 3) for _ in range(9600))
    assert set(drawn) == {(deck, one) for deck in range(DECKS) for one in permutations(range(3))}
    assert all(140 < often < 260 for often in drawn.values()), drawn


def test_the_decks_of_a_shuffle_have_nothing_in_common() -> None:
    keys = {
        deck_key(SECRET, match, number, deck)
        for match in ("m", "n")
        for number in (0, 1)
        for deck in range(DECKS)
    } | {names_key(SECRET, "m", 0)}
    assert len(keys) == 4 * DECKS + 1
    decks = [Deck(key, 52) for key in sorted(keys)]
    assert len({deck.things for deck in decks}) == len({deck.root for deck in decks}) == len(keys)


def test_hidden_codes_are_numbered_by_the_secret_alone() -> None:
    pile = [f"card {at}" for at in range(40)]
    hidden = HiddenNames(names_key(SECRET, "m", 1), pile)
    assert sorted(hidden.codes) == sorted(pile)
    assert hidden.codes != tuple(pile)
    assert [pile[label] for label in hidden.labels] == list(hidden.codes)


@pytest.mark.parametrize(
    "other",
    [
        {"match": "n"},
        {"number": 1},
        {"attempt": 1},
        {"head": "g"},
        {"promise": "q"},
        {"n": 3},
        {"names": "x"},
        {"roots": ["r"] * 7 + ["q"]},
        {"codes": "B A"},
        {"plan": "1 -"},
        {"seals": {0: "s"}},
        {"seals": {0: "t", 1: "s"}},
        {"refused": (0,)},
    ],
    ids=lambda other: next(iter(other)),
)
def test_an_ask_stands_for_all_that_was_shown(other: dict[str, Any]) -> None:
    changed = SHOWN._replace(**other)
    assert changed.ask != SHOWN.ask
    assert parts.seed(changed.ask, {}) != parts.seed(SHOWN.ask, {})
    assert parts.next_head(changed.ask, {}) != parts.next_head(SHOWN.ask, {})


def test_every_part_changes_deck_and_order_and_head() -> None:
    openings: list[dict[int, bytes]] = [
        {}, {0: ANNS}, {1: ANNS}, {0: SECRET}, {0: ANNS, 1: ANNS}
    ]  # fmt: skip
    assert len({parts.seed("ask", one) for one in openings}) == len(openings)
    assert len({parts.next_head("ask", one) for one in openings}) == len(openings)


def test_seats_count_by_their_numbers_however_they_came() -> None:
    one, two = {10: ANNS, 2: SECRET}, {2: SECRET, 10: ANNS}
    assert parts.seed("ask", one) == parts.seed("ask", two)
    assert SHOWN._replace(refused=(3, 1)).ask == SHOWN._replace(refused=(1, 3)).ask
    assert SHOWN._replace(seals={1: "t", 0: "s"}).ask == SHOWN.ask


def test_promises_are_bound_to_match_number_attempt_and_seat() -> None:
    places = [("m", 0, 0, 0), ("n", 0, 0, 0), ("m", 1, 0, 0), ("m", 0, 1, 0), ("m", 0, 0, 1)]
    seals = {parts.seal(*place, ANNS) for place in places}
    promises = {parts.promise(match, SECRET) for match in "mn"} | {parts.promise("m", ANNS)}
    heads = {parts.first_head(match, "p") for match in "mn"} | {parts.first_head("m", "q")}
    assert len(seals | promises | heads) == len(seals) + len(promises) + len(heads) == 11


def test_a_stream_is_the_blocks_of_its_key() -> None:
    blocks = [sha256(b"\x04" + ANNS + bytes([0, 0, 0, at])).digest() for at in range(2)]
    expected = [int.from_bytes(blocks[at // 8][at % 8 * 4 :][:4], "big") for at in range(16)]
    assert list(islice(words(ANNS), 16)) == expected
