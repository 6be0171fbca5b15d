"""The proof `fencing`: a table has one owner, among two writing processes and among two servers."""

import asyncio
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from tests.prove.crashes.campaign import Plan
from tests.prove.fencing.server_takeovers import ServerTakeovers
from tests.prove.fencing.writer import PLANTED
from tests.prove.fencing.writer_duel import EVERYWHERE, PATIENCE, WriterDuel
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, Run, RunOptions
from tests.prove.runner.temp_server import temp_folder, temp_postgres

PLANTED_PATIENCE: Final = 8.0
"""Seconds of Patience for an answer where a fault was planted."""


def run_duel(
    options: RunOptions, fault: str | None = None, points: Sequence[str] = EVERYWHERE
) -> WriterDuel:
    """Two writers on a PostgreSQL of their own."""
    with temp_postgres() as postgres:
        patience = PLANTED_PATIENCE if fault else PATIENCE
        duel = WriterDuel(postgres.url, options.seed, fault, points, patience)
        asyncio.run(duel.run(Progress(options)))
        return duel


def run_takeovers(options: RunOptions) -> ServerTakeovers:
    """Two servers with players, on a PostgreSQL of their own."""
    plan = Plan(options.seed, tables=6, seconds=options.minutes * 60, fsync=False)
    with temp_folder() as folder:
        takeovers = ServerTakeovers(plan, folder, verbose=options.verbose)
        asyncio.run(takeovers.run())
        return takeovers


def prove(options: RunOptions) -> Findings:
    """Half of the time for two writers, half of it for two servers."""
    half = replace(options, minutes=options.minutes / 2)
    duel, servers = run_duel(half), run_takeovers(half)
    seen = servers.checker.seen
    where = ", ".join(f"{count} {point}" for point, count in sorted(duel.frozen.items()))
    figure = (
        f"{len(duel.faults)} stale writes or lost lines in {duel.takeovers:,} takeovers "
        f"(frozen: {where}); {len(servers.faults)} faults in {servers.takeovers:,} takeovers "
        f"between two servers, {seen:,} moves seen, the slowest table took {servers.slowest:.1f} s"
    )
    counts = {
        "takeovers": duel.takeovers,
        "takeovers between servers": servers.takeovers,
        "seen moves": seen,
    }
    faults = (*duel.faults[:20], *map(str, servers.faults[:20]))
    return Findings({"P4": figure}, faults, counts=counts)


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
