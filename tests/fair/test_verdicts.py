"""examples/verify.py says "fair" only of what it was shown; each gap has a verdict of its own."""

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.fair.conftest import FAIR, NOT_CHECKED, NOT_FAIR, UNREADABLE, Run
from tests.fair.false_records import FAULTS
from tests.fair.incomplete_records import GAPS, rechained
from tests.fair.load_verifier import verify
from tests.fair.sample_records import line, sample, sample_table
from tests.fair.sample_table import Attempt, Lines, chained


def test_a_match_that_was_watched_and_had_parts_is_fair(run: Run) -> None:
    lines, heard = sample()
    status, said = run(lines, heard, receipt=lines[0]["receipt"])
    n = lines[0]["shuffles"]["shuffles"][0]["n"]
    assert status == FAIR, said
    assert f"shuffle 1: the order is fair: checked {n} of {n} places; 3 of 4 seats" in said
    assert "played cards lay in places of those who played them" in said
    assert "Checked: 3 of 3 shuffles, with parts of 9 of 12 seats." in said
    assert "FAIR: every order of cards follows from a promise, from decks and from parts." in said


def test_fair_is_not_said_of_played_cards_where_they_may_change_hands_unseen(run: Run) -> None:
    lines, heard = sample()
    said_before = run(lines, heard)[1]
    lines[0]["public_origin"] = []
    status, said = run(lines, heard)
    assert status == FAIR, said
    assert "played cards lay in places" not in said
    assert "Cards that were played were not compared with what was dealt." in said
    assert "Cards that were played were not compared" not in said_before


def test_where_the_secret_stays_sealed_fair_is_said_of_the_opened_cards_alone(run: Run) -> None:
    lines, heard = sample(reveals=False)
    status, said = run(lines, heard)
    assert status == FAIR, said
    assert "the order is fair" not in said
    assert "FAIR: every card that was opened follows from" in said
    assert "The cards that stay sealed were not checked." in said


def test_a_sealed_shuffle_of_which_no_card_was_opened_is_not_called_fair(run: Run) -> None:
    lines, heard = sample(reveals=False)
    heard = [one for one in heard if one["type"] != "cards-opened"]
    status, said = run(lines, heard)
    assert status == NOT_CHECKED
    assert "shuffle 2: its order stays sealed, and no card was opened" in said


def test_a_receipt_that_nobody_kept_is_said_to_be_missing(run: Run) -> None:
    lines, heard = sample()
    assert "which nobody compared with a receipt" in run(lines, heard)[1]
    assert "which nobody compared" not in run(lines, heard, receipt=lines[0]["receipt"])[1]


@pytest.mark.parametrize(
    ("gap", "says", "held"), GAPS, ids=lambda one: getattr(one, "__name__", "")
)
def test_a_gap_is_told_as_not_checked_and_never_as_fair(
    run: Run, gap: Callable[[Lines, Lines], None], says: str, held: int
) -> None:
    lines, heard = sample()
    gap(lines, heard)
    rechained(lines)
    status, said = run(lines, *([heard] if heard else []))
    assert status == NOT_CHECKED, said
    assert f"NOT CHECKED: {says}" in said or f": {says}" in said
    assert "NOT FAIR" not in said
    assert f"Checked: {held} of " in said


def test_a_shuffle_in_which_no_seat_had_a_part_is_not_called_fair(run: Run) -> None:
    table = sample_table()
    table.deals[0].attempts = [Attempt({})]
    status, said = run(table.record(), table.heard(0))
    assert status == NOT_CHECKED
    assert "shuffle 1: no seat had a part in it" in said


def test_a_browser_that_only_watched_checks_no_shuffle(run: Run) -> None:
    table = sample_table()
    status, said = run(table.record(), table.heard(None))
    assert status == NOT_CHECKED
    assert "shuffle 1: no file is of a browser that had a part in it" in said


def test_a_file_of_another_match_checks_nothing(run: Run) -> None:
    lines, heard = sample()
    status, said = run(lines, [{**one, "match": "another"} for one in heard])
    assert status == NOT_CHECKED
    assert "file 1 of what was heard is empty, or of another match" in said
    assert "Checked: 0 of 3 shuffles, with parts of 0 of 12 seats." in said


@pytest.mark.parametrize(("fault", "says"), FAULTS, ids=lambda one: getattr(one, "__name__", ""))
def test_a_fault_is_told_as_not_fair(
    run: Run, fault: Callable[[Lines, Lines], None], says: str
) -> None:
    lines, heard = sample(3)
    assert run(lines, heard)[0] == FAIR
    fault(lines, heard)
    chained(lines)
    status, said = run(lines, heard)
    assert status == NOT_FAIR, said
    assert says in said
    assert "\nNOT FAIR: something does not fit." in said


def entry_left_out(lines: Lines) -> None:
    del lines[1]


def hash_changed(lines: Lines) -> None:
    lines[1]["hash"] = "0" * 64


def receipt_changed(lines: Lines) -> None:
    lines[0]["receipt"] = "0" * 64


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (entry_left_out, "entry 0 is missing"),
        (hash_changed, "entry 0 is not what its hash says"),
        (receipt_changed, "the receipt is not the last hash"),
    ],
)
def test_a_broken_chain_is_told_as_not_fair(
    run: Run, change: Callable[[Lines], None], says: str
) -> None:
    lines, heard = sample()
    change(lines)
    status, said = run(lines, heard)
    assert (status, f"NOT FAIR: {says}" in said) == (NOT_FAIR, True), said


def test_two_browsers_that_were_promised_different_things_are_told_apart(run: Run) -> None:
    lines, heard = sample()
    other = copy.deepcopy(heard)
    other[0]["promise"] = "0" * 64
    status, said = run(lines, heard, other)
    assert status == NOT_FAIR
    assert "shuffle 1: at the table another secret was promised" in said


# -- files that cannot be read


@pytest.mark.parametrize(
    ("record", "says"),
    [
        ("", "the record is empty"),
        ("{", "line 1: "),
        ("[]", "line 1: no object"),
        ('{"match": "m", "match": "m"}', "line 1: a name is there twice"),
        ('{"match": "\\ud800"}', "line 1: "),
        ("{}", "the first line: shuffles has a wrong form"),
    ],
)
def test_a_record_that_cannot_be_read_is_refused_with_a_sentence(
    run: Run, record: str, says: str
) -> None:
    status, said = run(record)
    assert (status, says in said) == (UNREADABLE, True), said


def test_a_seat_that_is_there_twice_is_refused(run: Run) -> None:
    lines, heard = sample()
    proof = lines[1]["entry"]["proof"]
    seat, sealed = next(iter(proof["seals"].items()))
    written = "\n".join(map(json.dumps, lines))
    twice = written.replace(f'"{seat}": "{sealed}"', f'"{seat}": "00", "{seat}": "{sealed}"')
    assert twice != written
    assert run(twice, heard)[0] == UNREADABLE


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("shuffle", "number", "0"),
        ("shuffle", "attempt", True),
        ("shuffle", "promise", "A" * 64),
        ("shuffle", "seat", -1),
        ("shuffle", "opening", "true"),
        ("asked", "seals", {"00": "0" * 64}),
        ("asked", "decks", {}),
        ("asked", "sealed", []),
        ("open", "entropy", "0" * 63),
        ("dealt", "keys", ["0" * 64] * 8),
        ("dealt", "cards", [{"position": 0, "thing": 0, "salt": "0" * 32, "code": "2H"}]),
        ("dealt", "nodes", None),
        ("dealt", "type", "other"),
    ],
)
def test_what_a_browser_kept_is_refused_where_its_form_is_wrong(
    run: Run, kind: str, field: str, value: Any
) -> None:
    lines, heard = sample()
    line(heard, kind)[field] = value
    status, said = run(lines, heard)
    assert (status, f"{field} has a wrong form" in said) == (UNREADABLE, True), said


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("version", "3"),
        ("openings", {"0": "A" * 64}),
        ("seals", []),
        ("attempt", True),
        ("refused", [1000]),
        ("head", None),
    ],
)
def test_a_proof_of_wrong_form_is_refused(run: Run, field: str, value: Any) -> None:
    lines, heard = sample()
    lines[1]["entry"]["proof"][field] = value
    status, said = run(lines, heard)
    assert (status, f"entry 0: {field} has a wrong form" in said) == (UNREADABLE, True), said


def test_a_message_that_asks_for_nothing_names_no_decks(run: Run) -> None:
    lines, heard = sample()
    line(heard, "asked")["opening"] = False
    status, said = run(lines, heard)
    assert (status, "seals has a wrong form" in said) == (UNREADABLE, True), said


def test_an_entry_of_wrong_form_is_refused(run: Run) -> None:
    lines, heard = sample()
    ply = len(lines) - 1
    lines.append({"ply": ply, "at": 1, "entry": {"type": "reseated", "left": "0"}, "hash": None})
    chained(lines)
    status, said = run(lines, heard)
    assert (status, f"entry {ply}: left has a wrong form" in said) == (UNREADABLE, True), said


def test_a_file_that_is_not_there_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["verify.py", "/nowhere/record.jsonl"])
    assert verify.main() == UNREADABLE


@pytest.mark.parametrize("seed", range(60))
def test_no_damage_to_a_record_ends_in_anything_but_a_verdict(run: Run, seed: int) -> None:
    lines, heard = sample()
    chance = Random(seed)
    damaged = chance.choice((lines, heard))
    inside: Any = damaged
    key: Any = chance.randrange(len(damaged))
    while isinstance(inside[key], list | dict) and inside[key] and chance.random() < 0.7:
        inside = inside[key]
        key = chance.choice(list(inside if isinstance(inside, dict) else range(len(inside))))
    wrong: list[Any] = [None, True, -1, 10**30, "\u0661", [], {}, [[]], {"0": 0}]
    inside[key] = chance.choice(wrong)
    if chance.random() < 0.5 and damaged is heard:
        chained(lines)
    assert run(lines, heard)[0] in (FAIR, NOT_FAIR, UNREADABLE, NOT_CHECKED)
