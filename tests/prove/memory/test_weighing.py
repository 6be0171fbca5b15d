"""Cycles are found and named, and what is freed by itself is none."""

import gc
from collections.abc import Iterator

import pytest

from tests.cycles import collect_garbage, describe_cycles, forget_the_rest, no_cycles_of_ours


class Ring:
    """A link of a ring."""

    __module__ = "app.invented"

    def __init__(self, next_: "Ring | None" = None) -> None:
        self.next = next_ or self


@pytest.fixture(autouse=True)
def collector_off() -> Iterator[None]:
    forget_the_rest()
    gc.disable()
    yield
    gc.enable()


def make_rings() -> None:
    """One ring of three links, and one of a single link with something that hangs on it."""
    first = Ring()
    first.next = Ring(Ring(first))
    Ring().hanging = ["no part of it"]  # type: ignore[attr-defined]


def test_cycles_are_named_by_their_members() -> None:
    make_rings()
    found = describe_cycles(collect_garbage())
    assert {name: many for name, many in found.items() if "Ring" in name} == {
        "app.invented.Ring": 2
    }


def test_a_chain_is_freed_by_itself() -> None:
    chain: object = None
    for _ in range(3):
        chain = [chain]
    del chain
    assert not collect_garbage()


def test_a_cycle_of_ours_is_a_failure() -> None:
    with pytest.raises(AssertionError, match=r"app\.invented\.Ring"), no_cycles_of_ours():
        make_rings()
