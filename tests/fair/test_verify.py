"""examples/verify.py: agrees with the vectors, accepts honest records, finds every lie."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tests.fair.altered_records import LIES, SAYS, export, lied
from tests.fair.load_verifier import verify
from tests.fair.sample_records import sample
from tests.fair.sample_table import Lines, chained, made_up_table
from tests.fair.test_fair import vectors

HOLDS, NOT_FAIR = verify.Verdict.HOLDS, verify.Verdict.NOT_FAIR


@pytest.mark.parametrize(
    "known", vectors(), ids=lambda known: f"{known['match']} {known['number']}.{known['attempt']}"
)
def test_it_agrees_with_the_vectors(known: dict[str, Any]) -> None:
    match, number, secret = known["match"], known["number"], bytes.fromhex(known["secret"])
    n, openings, hidden = known["n"], known["openings"], known["hidden"]
    keys = [verify.key_of(secret, match, number, deck) for deck in range(8)]
    assert verify.promise_of(match, secret) == known["promise"]
    assert verify.first_head(match, known["promise"]) == known["first_head"]
    assert [key.hex() for key in keys] == known["deck_keys"]
    assert [verify.deck_of(key, n)[1] for key in keys] == known["roots"]
    for seat, entropy in openings.items():
        sealed = verify.seal_of(match, number, known["attempt"], int(seat), entropy)
        assert sealed == known["seals"][seat]
    if hidden is not None:
        labels, root = verify.names_of(secret, match, number, hidden["pile"])
        assert (labels, root) == (hidden["labels"], known["names"])
    assert verify.ask_of(match, known["promise"], known, known) == known["ask"]
    chosen, perm = verify.drawn(known["ask"], openings, n)
    assert (chosen, perm) == (known["chosen"], known["perm"])
    assert [verify.deck_of(keys[chosen], n)[0][index] for index in perm] == known["order"]
    assert verify.next_head(known["ask"], openings) == known["next_head"]


@pytest.mark.parametrize("reveals", [True, False], ids=["revealed", "sealed"])
@pytest.mark.parametrize("number", range(12))
def test_an_honest_record_is_believed(number: int, reveals: bool) -> None:
    table = made_up_table(f"match {number}", Random(number), 3, 1, reveals)
    lines, files = table.record(), [table.heard(seat) for seat in (0, 1, None)]
    found = list(verify.check(lines, lines[0]["receipt"], files))
    assert verify.verdict(found) is HOLDS, found
    dealt = table.shuffles[0]
    had = f"{len(dealt.last.entropies)} of 4 seats had a part"
    if reveals:
        assert found[1].sentence == (
            f"shuffle 1: the order is fair: checked {dealt.n} of {dealt.n} places; {had}"
        )
    else:
        seen = {
            at for at, word in enumerate(dealt.deal.plan) if word in ("*", "0", "0?", "1", "1?")
        }
        assert found[1].sentence == (
            f"shuffle 1: the opened cards are fair: checked {len(seen)} of {dealt.n} places, "
            f"the others stay sealed; {had}"
        )


@pytest.mark.parametrize("reveals", [True, False], ids=["revealed", "sealed"])
@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_found(name: str, reveals: bool) -> None:
    for number in range(3):
        lines, files = lied(LIES[name], Random(number), reveals)
        found = list(verify.check(lines, files=files))
        said = " | ".join(one.sentence for one in found if one.verdict is NOT_FAIR)
        assert SAYS[name][0 if reveals else -1] in said, found


def test_another_entry_under_the_same_receipt_is_found() -> None:
    lines, heard = export("m", Random(1), least=1)
    changed = deepcopy(lines)
    changed[1]["at"] += 1
    assert is_lie(changed)
    chained(changed)
    assert not is_lie(changed, files=[heard])
    assert is_lie(changed, lines[0]["receipt"], files=[heard])


def is_lie(*record: Any, **heard: Any) -> bool:
    found = list(verify.check(*record, **heard))
    return bool(verify.verdict(found) is NOT_FAIR)


# -- every place of a record and of a file, changed one by one

FREE = {"places", "public_origin"}
"""Fields that neither the receipt nor the proofs cover; protocol.md says so of `places`."""


def paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if not isinstance(value, dict | list):
        return
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        if len(at) != 1 or key not in FREE:
            yield (*at, key)
            yield from paths(one, (*at, key))


def changed(lines: Lines, path: tuple[Any, ...]) -> Lines:
    lines = deepcopy(lines)
    inside: Any = lines
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = another(inside[path[-1]])
    return lines


def another(value: Any) -> Any:
    """Another value of the same form."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value[:-1] + ("1" if value[-1:] == "0" else "0")
        case list():
            return value[:-1] or [7]
        case dict():
            return dict(list(value.items())[:-1]) or {"1": "0" * 64}
    return 7


def verdict(lines: Lines, receipt: str, heard: Lines) -> Any:
    try:
        return verify.verdict(list(verify.check(lines, receipt, [heard])))
    except verify.Unreadable:
        return None


@pytest.mark.parametrize("reveals", [True, False], ids=["revealed", "sealed"])
def test_every_place_of_a_record_counts(reveals: bool) -> None:
    lines, heard = sample(2, reveals)
    receipt = lines[0]["receipt"]
    assert verdict(lines, receipt, heard) is HOLDS
    believed = [
        path
        for path in paths(lines)
        if len(path) > 1 and verdict(changed(lines, path), receipt, heard) is HOLDS
    ]
    assert believed == []


@pytest.mark.parametrize("reveals", [True, False], ids=["revealed", "sealed"])
def test_every_place_of_a_proof_counts_also_where_nobody_kept_the_receipt(reveals: bool) -> None:
    lines, heard = sample(2, reveals)
    believed = []
    for ply, line in enumerate(lines[1:]):
        if line["entry"]["type"] == "shuffled":
            at = (1 + ply, "entry", "proof")
            for path in [*paths(line["entry"]["proof"], at), at]:
                forged = changed(lines, path)
                chained(forged)
                if verdict(forged, forged[0]["receipt"], heard) is HOLDS:
                    believed.append(path)
    assert believed == []


@pytest.mark.parametrize("reveals", [True, False], ids=["revealed", "sealed"])
def test_every_place_of_what_a_browser_kept_counts(reveals: bool) -> None:
    lines, heard = sample(2, reveals)
    believed = [
        (heard[path[0]]["type"], *path[1:])
        for path in paths(heard)
        if len(path) > 1 and verdict(lines, lines[0]["receipt"], changed(heard, path)) is HOLDS
    ]
    assert set(believed) == {("dealt", "asks")}, "a server that restarted knows no answers"
