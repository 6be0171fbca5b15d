"""examples/verify.py says "fair" only of what it was shown; each gap has a verdict of its own."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.fair.altered_records import Export, chained, export
from tests.fair.false_records import FAULTS
from tests.fair.incomplete_records import GAPS, no_hashes, no_shuffle
from tests.fair.load_verifier import verify
from tests.fair.sample_records import sample

FAIR, NOT_FAIR, UNREADABLE, NOT_CHECKED = 0, 1, 2, 3


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    """Runs the program on a record and on what browsers kept: its status and what it prints."""

    def written(name: str, lines: Export | str) -> str:
        file = tmp_path / name
        file.write_text(lines if isinstance(lines, str) else "\n".join(map(json.dumps, lines)))
        return str(file)

    def ran(lines: Export | str, *files: Export | str, receipt: str = "") -> tuple[int, str]:
        asked = ["verify.py", written("record", lines)]
        for at, file in enumerate(files):
            asked += ["--heard", written(f"heard-{at}", file)]
        monkeypatch.setattr("sys.argv", [*asked, *(["--receipt", receipt] if receipt else [])])
        status = verify.main()
        said = capsys.readouterr().out
        assert ("\nFAIR: " in said) is (status == FAIR)
        return status, said

    return ran


Run = Callable[..., tuple[int, str]]


def test_a_match_that_was_watched_and_had_parts_is_fair(run: Run) -> None:
    lines, heard = sample()
    status, said = run(lines, heard, receipt=lines[0]["receipt"])
    had = [len(told["openings"]) for told in lines[0]["shuffles"]]
    n = lines[0]["shuffles"][0]["n"]
    assert status == FAIR, said
    assert f"shuffle 1: the order is fair: checked {n} of {n} places; {had[0]} of 4 seats" in said
    assert f"Checked: 2 of 2 shuffles, with parts of {sum(had)} of 8 seats." in said
    assert "Which card was dealt to whom is no part of this check." in said


def test_a_receipt_that_nobody_kept_is_said_to_be_missing(run: Run) -> None:
    lines, heard = sample()
    assert "which nobody compared with a receipt" in run(lines, heard)[1]
    assert "which nobody compared" not in run(lines, heard, receipt=lines[0]["receipt"])[1]


@pytest.mark.parametrize(
    ("gap", "says", "held"), GAPS, ids=lambda one: getattr(one, "__name__", "")
)
def test_a_gap_is_told_as_not_checked_and_never_as_fair(
    run: Run, gap: Callable[[Export, Export], None], says: str, held: int
) -> None:
    lines, heard = sample()
    gap(lines, heard)
    if gap is not no_hashes:
        chained(lines)
    status, said = run(lines, *([heard] if heard else []))
    assert status == NOT_CHECKED, said
    assert f"NOT CHECKED: {says}" in said or f": {says}" in said
    assert "NOT FAIR" not in said
    assert f"Checked: {held} of {len(lines) - 1 if gap is not no_shuffle else 0} shuffles" in said


def test_a_shuffle_in_which_no_seat_had_a_part_is_not_called_fair(run: Run) -> None:
    chance = Random(4)
    lines, heard = next(
        made
        for made in (export("m", chance) for _ in range(100))
        if not made[0][0]["shuffles"][0]["openings"]
    )
    status, said = run(lines, heard)
    assert status == NOT_CHECKED
    assert "shuffle 1: no seat had a part in it, so the server may have chosen the order" in said


def test_a_file_of_another_match_checks_nothing(run: Run) -> None:
    lines, heard = sample()
    status, said = run(lines, [{**one, "match": "another"} for one in heard])
    assert status == NOT_CHECKED
    assert "file 1 of what was heard is of another match" in said
    assert "Checked: 0 of 2 shuffles, with parts of 0 of 8 seats." in said


@pytest.mark.parametrize(("fault", "says"), FAULTS, ids=lambda one: getattr(one, "__name__", ""))
def test_a_fault_is_told_as_not_fair(
    run: Run, fault: Callable[[Export, Export], None], says: str
) -> None:
    lines, heard = sample(3)
    assert run(lines, heard)[0] == FAIR
    fault(lines, heard)
    chained(lines)
    status, said = run(lines, heard)
    assert status == NOT_FAIR, said
    assert says in said
    assert "\nNOT FAIR: something does not fit." in said


def entry_left_out(lines: Export) -> None:
    del lines[1]


def hash_changed(lines: Export) -> None:
    lines[1]["hash"] = "0" * 64


def receipt_changed(lines: Export) -> None:
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
    run: Run, change: Callable[[Export], None], says: str
) -> None:
    lines, heard = sample()
    change(lines)
    status, said = run(lines, heard)
    assert (status, f"NOT FAIR: {says}" in said) == (NOT_FAIR, True), said


def test_two_browsers_that_were_promised_different_things_are_told_apart(run: Run) -> None:
    lines, heard = sample()
    other = copy.deepcopy(heard)
    other[0]["commitment"] = "0" * 64
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
        ("{}", "the first line: match has a wrong form"),
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


@pytest.mark.parametrize("field", ["number", "attempt", "commitment", "root", "entropy", "seals"])
def test_what_a_browser_kept_is_refused_where_its_form_is_wrong(run: Run, field: str) -> None:
    lines, heard = sample()
    next(one for one in heard if field in one)[field] = "no"
    status, said = run(lines, heard)
    assert (status, f"{field} has a wrong form" in said) == (UNREADABLE, True), said


def test_an_entry_of_wrong_form_is_refused(run: Run) -> None:
    lines, heard = sample()
    lines.append({"ply": 2, "at": 1, "entry": {"type": "reseated", "left": "0"}, "hash": None})
    chained(lines)
    status, said = run(lines, heard)
    assert (status, "entry 2: left has a wrong form" in said) == (UNREADABLE, True), said


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
