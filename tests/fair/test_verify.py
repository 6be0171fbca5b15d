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
    lines, heard = export(f"match {number}", random.Random(number))
    found = list(verify.check(lines, lines[0]["receipt"], heard))
    assert all(good for good, _ in found), found
    n = lines[0]["shuffles"][0]["n"]
    assert found[1][1] == f"shuffle 1: the deal was fair: checked {n} of {n} cards"


@pytest.mark.parametrize("number", range(5))
@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_found(name: str, number: int) -> None:
    lines, heard = lied(LIES[name], random.Random(number))
    assert not all(good for good, _ in verify.check(lines, heard=heard))


def test_another_entry_under_the_same_receipt_is_found() -> None:
    lines, _ = export("m", random.Random(1))
    changed = copy.deepcopy(lines)
    changed[1]["at"] += 1
    assert not all(good for good, _ in verify.check(changed))
    chained(changed)
    assert all(good for good, _ in verify.check(changed))
    assert not all(good for good, _ in verify.check(changed, lines[0]["receipt"]))


def test_it_ends_with_status_1_on_a_lie_and_0_else(
    tmp_path: Any, monkeypatch: Any, capsys: Any
) -> None:
    import json

    for name, lines, status in (
        ("honest", export("m", random.Random(2))[0], 0),
        ("not", lied(LIES["leaf-that-lies"], random.Random(2))[0], 1),
    ):
        file = tmp_path / name
        file.write_text("\n".join(map(json.dumps, lines)))
        monkeypatch.setattr("sys.argv", ["verify.py", str(file)])
        assert verify.main() == status
        assert ("LIE" in capsys.readouterr().out) is bool(status)
