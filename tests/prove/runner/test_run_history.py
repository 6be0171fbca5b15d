"""The record of long runs: nothing is dropped, sums are right, and the file that is in the repository can be read."""

from pathlib import Path

import msgspec
from msgspec.structs import replace

from tests.prove.__main__ import PROOFS
from tests.prove.runner import run_history
from tests.prove.runner.proof import Findings
from tests.prove.runner.run_history import FIGURES, Figure, Part, Run, reached, read, table

TAKEOVERS = Figure("P4", "owners", "takeovers", 1_000, "takeovers")
CELLS = Figure("P3", "twins", "cells", 100, "comparisons of the rarest cell")


def part(proof: str, **counts: int) -> Part:
    return Part(proof, "2026-11-21T12:00Z", "abc1234567", f"{proof} --minutes 3", 180, 5, counts)


def row(figure: str, *parts: Part) -> str:
    """What the table says of a figure, if these were kept."""
    return next(line for line in table(parts, ()) if f" {figure}  " in line)


def test_the_record_in_the_repository_can_be_read_line_by_line() -> None:
    parts, wrong = read(run_history.FILE)
    assert wrong == []
    names = {proof.name for proof in PROOFS}
    assert {part.proof for part in parts} <= names
    assert all(
        part.unjudged or min((*part.counts.values(), *part.cells.values()), default=1) >= 0
        for part in parts
    )
    assert {figure.proof for figure in FIGURES} <= names


def test_every_run_is_kept_with_what_it_counted_also_one_with_faults_or_without_an_end(
    tmp_path: Path,
) -> None:
    file = tmp_path / "kept.jsonl"
    run = Run(("owners", "--minutes", "3"), 5, file)
    run.add(
        "owners",
        Findings({"P4": "…"}, ("a stale write", "another"), counts={"takeovers": 640}),
        179.7,
    )
    run.add("twins", "ended in the middle by SIGTERM", 12.0)
    run.add("fsync", Findings({"P1": "…"}, impossible="there is no strace"), 0.1)
    parts, wrong = read(file)
    assert wrong == []
    assert parts == run.parts
    assert [
        (one.proof, one.command, one.seed, one.seconds, one.faults, one.unjudged) for one in parts
    ] == [
        ("owners", "owners --minutes 3", 5, 180, 2, ""),
        ("twins", "owners --minutes 3", 5, 12, 0, "ended in the middle by SIGTERM"),
        ("fsync", "owners --minutes 3", 5, 0, 0, "there is no strace"),
    ]
    assert parts[0].counts == {"takeovers": 640}


def test_who_is_ended_while_planted_faults_are_looked_for_has_kept_the_proof_itself(
    tmp_path: Path,
) -> None:
    run = Run((), 5, tmp_path / "kept.jsonl")
    run.add("owners", Findings({}, counts={"takeovers": 640}), 180.0)
    run.add("owners", "ended in the middle by SIGTERM", 12.0)
    assert [one.unjudged for one in read(tmp_path / "kept.jsonl")[0]] == [""]


def test_a_run_that_is_not_to_be_kept_leaves_no_file(tmp_path: Path) -> None:
    run = Run((), 5)
    run.add("owners", Findings({}, counts={"takeovers": 640}), 180.0)
    assert [one.counts for one in run.parts] == [{"takeovers": 640}]
    assert read(tmp_path / "kept.jsonl") == ([], [])


def test_a_broken_line_is_told_and_the_others_count(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    run = Run((), 5, file)
    run.add("owners", Findings({}, counts={"takeovers": 640}), 180.0)
    good = file.read_text()
    file.write_text(
        f'{good}{{"proof": "owners", "counts"\n{good.replace("seed", "sead")}{good.replace("640", "many")}'
    )
    parts, wrong = read(file)
    assert reached(TAKEOVERS, parts) == 640
    assert [line.partition(" cannot be read: ")[0] for line in wrong] == [
        "kept.jsonl line 2",
        "kept.jsonl line 3",
        "kept.jsonl line 4",
    ]


def test_after_a_merge_a_line_that_stands_there_twice_is_one_part_and_the_oldest_comes_first(
    tmp_path: Path,
) -> None:
    file = tmp_path / "kept.jsonl"
    later, earlier = (
        replace(part("owners", takeovers=many), began=began)
        for many, began in ((600, "2026-11-22T01:00Z"), (40, "2026-11-21"))
    )
    file.write_bytes(b"\n".join(msgspec.json.encode(one) for one in (later, earlier, later)))
    assert read(file) == ([earlier, later], [])


def test_parts_are_summed_by_proof_and_word() -> None:
    parts = (
        part("owners", takeovers=640),
        part("races", takeovers=5),
        part("owners", takeovers=360, moves=9),
        part("owners"),
    )
    assert reached(TAKEOVERS, parts) == 1000
    assert row("takeovers", *parts).endswith(
        " 1,000        1,000          0  reached: 0 faults in 3 parts"
    )
    assert row("takeovers", *parts[:2]).endswith("not yet: 0 faults in 1 part")


def test_a_cell_is_as_often_compared_as_in_all_parts_together_and_the_least_of_them_counts() -> (
    None
):
    first, second = (
        replace(part("twins"), cells=cells)
        for cells in ({"seat": 90, "guest": 400}, {"seat": 20, "operator": 7})
    )
    assert reached(CELLS, (first,)) == 90
    assert reached(CELLS, (first, second)) == 7, "one that came up in a single part is a cell"
    assert reached(CELLS, ()) == 0


def test_faults_are_summed_and_what_they_put_in_doubt_does_not_reach_the_figure() -> None:
    bad = replace(part("owners", takeovers=900), faults=2)
    told = row("takeovers", part("owners", takeovers=600), bad, part("owners", takeovers=640))
    assert told.endswith(
        "2,140          0  not yet: 2 faults in 3 parts, 640 since the last of them"
    )
    assert "reached: 2 faults in 2 parts, 1,000 since" in row(
        "takeovers", bad, part("owners", takeovers=1000)
    )


def test_what_could_not_be_judged_is_told_and_is_no_part() -> None:
    ended = replace(part("owners"), unjudged="ended in the middle by SIGTERM")
    assert row("takeovers", part("owners", takeovers=5), ended).endswith(
        "not yet: 0 faults in 1 part, 1 part more not judged"
    )


def test_this_run_stands_beside_what_was_kept() -> None:
    told = [*table([part("races", races=5)], [part("races", races=19_000)])]
    assert any(
        line.endswith("20,000            5     19,000  not yet: 0 faults in 1 part")
        for line in told
    )
