"""examples/verify.py: agrees with the vectors, accepts an honest record, finds every lie."""

import copy
import random
from typing import Any

import pytest

from tests.fair.altered_records import LIES, chained, export, lied
from tests.fair.load_verifier import verify
from tests.fair.test_fair import vectors


@pytest.mark.parametrize(
    "known", vectors(), ids=lambda known: f"{known['match']} {known['number']}.{known['attempt']}"
)
def test_it_agrees_with_the_vectors(known: dict[str, Any]) -> None:
    place, secret = (
        (known["match"], known["number"], known["attempt"]),
        bytes.fromhex(known["secret"]),
    )
    openings = {int(seat): bytes.fromhex(one) for seat, one in known["openings"].items()}
    assert verify.commitment(*place, secret) == known["commitment"]
    assert {str(seat): verify.seal(*place, seat, one) for seat, one in openings.items()} == known[
        "seals"
    ]
    drawn = verify.seed(*place, secret, openings)
    assert (drawn.hex(), verify.order_of(drawn, known["n"])) == (known["seed"], known["order"])
    assert verify.root_of(secret, known["order"]) == known["root"]


@pytest.mark.parametrize("number", range(20))
def test_an_honest_record_is_believed(number: int) -> None:
    lines, heard = export(f"match {number}", random.Random(number), least=1)
    found = list(verify.check(lines, lines[0]["receipt"], [heard]))
    assert verify.verdict(found) is verify.Verdict.HOLDS, found
    told = lines[0]["shuffles"][0]
    n, had = told["n"], len(told["openings"])
    assert found[1].sentence == (
        f"shuffle 1: the order is fair: checked {n} of {n} places; {had} of 4 seats had a part"
    )


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_found(name: str, number: int) -> None:
    lines, heard = lied(LIES[name], random.Random(number))
    assert is_lie(lines, files=[heard])


def test_another_entry_under_the_same_receipt_is_found() -> None:
    lines, _ = export("m", random.Random(1))
    changed = copy.deepcopy(lines)
    changed[1]["at"] += 1
    assert is_lie(changed)
    chained(changed)
    assert not is_lie(changed)
    assert is_lie(changed, lines[0]["receipt"])


def is_lie(*record: Any, **heard: Any) -> bool:
    found = list(verify.check(*record, **heard))
    return bool(verify.verdict(found) is verify.Verdict.NOT_FAIR)
