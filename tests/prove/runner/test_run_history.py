"""The history of long runs: nothing is dropped, and the sums are right."""

from pathlib import Path

import msgspec
from msgspec.structs import replace

from tests.prove.__main__ import PROOFS
from tests.prove.runner.proof import Findings
from tests.prove.runner.run_history import GOALS, Goal, RunLog, RunRecord, reached, read, table

TAKEOVERS = Goal("P4", "fencing", "takeovers", 1_000, "takeovers")
CELLS = Goal("P3", "noninterference", "cells", 100, "comparisons of the rarest cell")


def record(proof: str, **counts: int) -> RunRecord:
    return RunRecord(
        proof, "2026-11-21T12:00Z", "abc1234567", f"{proof} --minutes 3", 180, 5, counts
    )


def row(figure: str, *parts: RunRecord) -> str:
    """The table's line about a goal, if these were kept."""
    return next(line for line in table(parts, ()) if f" {figure}  " in line)


def test_every_goal_is_one_of_a_proof() -> None:
    assert {goal.proof for goal in GOALS} <= {proof.name for proof in PROOFS}


def test_every_run_is_kept_with_what_it_counted_also_one_with_faults_or_without_an_end(
    tmp_path: Path,
) -> None:
    file = tmp_path / "history.jsonl"
    run = RunLog(("fencing", "--minutes", "3"), 5, file)
    run.add(
        "fencing",
        Findings({"P4": "…"}, ("a stale write", "another"), counts={"takeovers": 640}),
        179.7,
    )
    run.add("noninterference", "ended in the middle by SIGTERM", 12.0)
    run.add("fsync", Findings({"P1": "…"}, impossible="there is no strace"), 0.1)
    parts, wrong = read(file)
    assert wrong == []
    assert parts == run.records
    assert [
        (one.proof, one.command, one.seed, one.seconds, one.faults, one.not_judged) for one in parts
    ] == [
        ("fencing", "fencing --minutes 3", 5, 180, 2, ""),
        ("noninterference", "fencing --minutes 3", 5, 12, 0, "ended in the middle by SIGTERM"),
        ("fsync", "fencing --minutes 3", 5, 0, 0, "there is no strace"),
    ]
    assert parts[0].counts == {"takeovers": 640}


def test_who_is_ended_while_planted_faults_are_looked_for_has_kept_the_proof_itself(
    tmp_path: Path,
) -> None:
    run = RunLog((), 5, tmp_path / "history.jsonl")
    run.add("fencing", Findings({}, counts={"takeovers": 640}), 180.0)
    run.add("fencing", "ended in the middle by SIGTERM", 12.0)
    assert [one.not_judged for one in read(tmp_path / "history.jsonl")[0]] == [""]


def test_a_run_that_is_not_to_be_kept_leaves_no_file(tmp_path: Path) -> None:
    run = RunLog((), 5)
    run.add("fencing", Findings({}, counts={"takeovers": 640}), 180.0)
    assert [one.counts for one in run.records] == [{"takeovers": 640}]
    assert read(tmp_path / "history.jsonl") == ([], [])


def test_a_broken_line_is_printed_and_the_others_count(tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    run = RunLog((), 5, file)
    run.add("fencing", Findings({}, counts={"takeovers": 640}), 180.0)
    good = file.read_text()
    file.write_text(
        f'{good}{{"proof": "fencing", "counts"\n'
        f"{good.replace('seed', 'sead')}{good.replace('640', 'many')}"
    )
    parts, wrong = read(file)
    assert reached(TAKEOVERS, parts) == 640
    assert [line.partition(" cannot be read: ")[0] for line in wrong] == [
        "history.jsonl line 2",
        "history.jsonl line 3",
        "history.jsonl line 4",
    ]


def test_the_oldest_comes_first(tmp_path: Path) -> None:
    file = tmp_path / "history.jsonl"
    later, earlier = (
        replace(record("fencing", takeovers=many), began=began)
        for many, began in ((600, "2026-11-22T01:00Z"), (40, "2026-11-21"))
    )
    file.write_bytes(b"\n".join(msgspec.json.encode(one) for one in (later, earlier)))
    assert read(file) == ([earlier, later], [])


def test_parts_are_summed_by_proof_and_word() -> None:
    parts = (
        record("fencing", takeovers=640),
        record("races", takeovers=5),
        record("fencing", takeovers=360, moves=9),
        record("fencing"),
    )
    assert reached(TAKEOVERS, parts) == 1000
    assert row("takeovers", *parts).endswith(
        " 1,000        1,000          0  reached: 0 faults in 3 runs"
    )
    assert row("takeovers", *parts[:2]).endswith("not yet: 0 faults in 1 run")


def test_a_cell_is_as_often_compared_as_in_all_parts_together_and_the_least_of_them_counts() -> (
    None
):
    first, second = (
        replace(record("noninterference"), cells=cells)
        for cells in ({"seat": 90, "guest": 400}, {"seat": 20, "operator": 7})
    )
    assert reached(CELLS, (first,)) == 90
    assert reached(CELLS, (first, second)) == 7, "one that came up in a single part is a cell"
    assert reached(CELLS, ()) == 0


def test_faults_are_summed_and_what_they_put_in_doubt_does_not_reach_the_figure() -> None:
    bad = replace(record("fencing", takeovers=900), faults=2)
    printed = row(
        "takeovers", record("fencing", takeovers=600), bad, record("fencing", takeovers=640)
    )
    assert printed.endswith(
        "2,140          0  not yet: 2 faults in 3 runs, 640 since the last fault"
    )
    assert "reached: 2 faults in 2 runs, 1,000 since" in row(
        "takeovers", bad, record("fencing", takeovers=1000)
    )


def test_what_could_not_be_judged_is_printed_and_is_no_part() -> None:
    ended = replace(record("fencing"), not_judged="ended in the middle by SIGTERM")
    assert row("takeovers", record("fencing", takeovers=5), ended).endswith(
        "not yet: 0 faults in 1 run, 1 run not judged"
    )


def test_this_run_stands_beside_what_was_kept() -> None:
    printed = [*table([record("races", races=5)], [record("races", races=19_000)])]
    assert any(
        line.endswith("20,000            5     19,000  not yet: 0 faults in 1 run")
        for line in printed
    )
