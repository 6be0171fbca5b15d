"""The chain of entries: what it covers, what it notices, and that it is the same for ever."""

import json
from hashlib import sha256

import pytest

from app.rules.chain import (
    BrokenChain,
    StoredEntry,
    canonical,
    entry_hash,
    initial_hash,
    receipt,
    verify,
)

SETUP = {"seats": 2, "options": {"deals": 2, "motto": "Würfel"}, "ranked": False}
ENTRIES = (
    {"type": "shuffled", "order": [1, 0]},
    {"type": "played", "seat": 1, "key": "d1", "move": {"type": "show", "cards": ["7♥"]}},
    {"type": "last-deal"},
)


def record(match: str = "m1") -> list[StoredEntry]:
    links: list[StoredEntry] = []
    last = initial_hash(match, "toy", 1, SETUP)
    for ply, entry in enumerate(ENTRIES):
        last = entry_hash(last, match, ply, 1000 + ply, entry)
        links.append(StoredEntry(ply, 1000 + ply, entry, last))
    return links


def first(match: str = "m1") -> bytes:
    return initial_hash(match, "toy", 1, SETUP)


def test_a_whole_record_verifies_and_its_last_hash_is_the_receipt() -> None:
    links = record()
    assert verify(first(), "m1", links) == links[-1].hash
    assert (
        receipt(verify(first(), "m1", links))
        == "3b8a 8896 91aa 778c 5ab3 b383 2332 0b49 a82a a029 8f15 11a7 1557 53b2 031f 8214"
    )


def test_another_program_needs_json_and_sha256_and_nothing_else() -> None:
    def own(value: object) -> bytes:
        return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

    last = sha256(own(["pecking-order/chain/1", "m1", "toy", 1, SETUP])).digest()
    for one in record():
        last = sha256(own([last.hex(), "m1", one.ply, one.at, one.entry])).digest()
        assert last == one.hash


@pytest.mark.parametrize(
    "text",
    ["plain", 'quote" and \\', "line\nfeed\tand\rmore\b\f", "\x01\x1f\x7f", "ü 🂡 \u2028 </script>"],
)
def test_text_has_the_form_that_other_programs_give_it(text: str) -> None:
    assert (
        canonical({"b": text, "a": [text, 1, None, True]})
        == json.dumps(
            {"b": text, "a": [text, 1, None, True]},
            sort_keys=True,
            separators=(",", ":"),
            ensure_ascii=False,
        ).encode()
    )


@pytest.mark.parametrize("ply", range(len(ENTRIES)))
def test_a_changed_entry_is_named(ply: int) -> None:
    links = record()
    links[ply] = StoredEntry(ply, links[ply].at, {"type": "expired", "key": "d1"}, links[ply].hash)
    with pytest.raises(BrokenChain) as found:
        verify(first(), "m1", links)
    assert found.value.ply == ply


@pytest.mark.parametrize("ply", range(len(ENTRIES) - 1))
def test_an_entry_that_is_left_out_is_missed(ply: int) -> None:
    links = record()
    del links[ply]
    with pytest.raises(BrokenChain):
        verify(first(), "m1", links)


def test_neither_time_nor_order_nor_setup_nor_match_can_be_changed() -> None:
    links = record()
    later = [StoredEntry(one.ply, one.at + 1, one.entry, one.hash) for one in links]
    for start, match, changed in (
        (first(), "m1", later),
        (first(), "m1", [links[1], links[0], links[2]]),
        (initial_hash("m1", "toy", 1, {**SETUP, "ranked": True}), "m1", links),
        (initial_hash("m1", "toy", 2, SETUP), "m1", links),
        (first("m2"), "m2", links),
    ):
        with pytest.raises(BrokenChain):
            verify(start, match, changed)
