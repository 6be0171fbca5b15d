"""The proof `fencing`: a table has one owner among two writing processes."""

import asyncio
from collections.abc import Sequence
from typing import Final

from tests.prove.fencing.writer import PLANTED
from tests.prove.fencing.writer_duel import EVERYWHERE, PATIENCE, WriterDuel
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, Run, RunOptions
from tests.prove.runner.temp_server import temp_database

PLANTED_PATIENCE: Final = 8.0
"""Seconds of Patience for an answer where a fault was planted."""


def run_duel(
    options: RunOptions, fault: str | None = None, points: Sequence[str] = EVERYWHERE
) -> WriterDuel:
    """Two writers on a database of their own."""
    with temp_database() as url:
        patience = PLANTED_PATIENCE if fault else PATIENCE
        duel = WriterDuel(url, options.seed, fault, points, patience)
        asyncio.run(duel.run(Progress(options)))
        return duel


def prove(options: RunOptions) -> Findings:
    duel = run_duel(options)
    where = ", ".join(f"{count} {point}" for point, count in sorted(duel.frozen.items()))
    figure = (
        f"{len(duel.faults)} stale writes or lost lines in {duel.takeovers:,} takeovers "
        f"(frozen: {where})"
    )
    return Findings({"P4": figure}, tuple(duel.faults[:20]))


def prove_broken(fault: str) -> Run:
    points = ("asking",) if fault == "open-for-ever" else EVERYWHERE
    return lambda options: Findings({}, tuple(run_duel(options, fault, points).faults))


PROOF: Final = Proof(
    "fencing",
    ("P4",),
    "two processes write to the same tables, and are frozen while they do",
    prove,
    quick=0.15,
    planted={name: PlantedFault("P4", prove_broken(name)) for name in PLANTED},
)
