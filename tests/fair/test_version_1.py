"""Records with shuffles of version 1: examples/verify_version_1.py checks those, and only those."""

import json
from copy import deepcopy
from pathlib import Path

from tests.fair.load_verifier import verify, verify_version_1
from tests.fair.sample_records import sample_table
from tests.fair.sample_table import Lines, chained

OLD = json.loads(Path(__file__).with_name("version_1.json").read_text())
"""A record of two shuffles, and what one browser kept of it, as they were before version 2."""


def of_both_versions() -> tuple[Lines, Lines]:
    """A match that went on in version 2 after one shuffle of version 1; what seat 0 kept of it."""
    table = sample_table()
    table.first = 1
    lines = table.record()
    lines.insert(1, deepcopy(OLD["record"][1]))
    for ply, line in enumerate(lines[1:]):
        line["ply"] = ply
    shuffles = lines[0]["shuffles"]["shuffles"]
    for told in shuffles:
        told["ply"] += 1
    shuffles.insert(0, OLD["record"][0]["shuffles"][0])
    chained(lines)
    return lines, [one for one in OLD["heard"] if one["number"] == 0] + table.heard(0)


def test_a_record_of_version_1_is_still_believed() -> None:
    found = list(verify_version_1.check(OLD["record"], files=[OLD["heard"]]))
    assert verify_version_1.verdict(found) is verify_version_1.Verdict.HOLDS
    assert "shuffle 2: the order is fair: checked 21 of 21 places" in found[2].sentence


def test_an_altered_record_of_version_1_is_still_found() -> None:
    lines = deepcopy(OLD["record"])
    order = lines[1]["entry"]["order"]
    order[0], order[1] = order[1], order[0]
    chained(lines)
    found = list(verify_version_1.check(lines, files=[OLD["heard"]]))
    assert verify_version_1.verdict(found) is verify_version_1.Verdict.NOT_FAIR


def test_a_record_of_version_1_is_not_called_fair_by_the_program_for_version_2() -> None:
    found = list(verify.check(OLD["record"]))
    assert verify.verdict(found) is verify.Verdict.NOT_CHECKED
    assert "shuffle 1: it is of version 1: verify_version_1.py checks it" in found[1].sentence


def test_of_a_record_of_both_versions_each_program_checks_its_own_shuffles() -> None:
    lines, heard = of_both_versions()
    held = {}
    for program in (verify, verify_version_1):
        found = list(program.check(lines, lines[0]["receipt"], [heard]))
        assert program.verdict(found) is program.Verdict.NOT_CHECKED, found
        of_shuffles = [one for one in found if one.seats is not None]
        held[program] = [one.verdict is program.Verdict.HOLDS for one in of_shuffles]
    assert held[verify] == [False, True, True, True]
    assert held[verify_version_1] == [True, False, False, False]
