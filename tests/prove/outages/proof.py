"""The proof `outages`: any single call to the store fails, and PostgreSQL is away in seven ways."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import Final

from msgspec.structs import replace

from tests.prove.crashes.campaign import Plan
from tests.prove.outages.failing_call import FATES, with_fault
from tests.prove.outages.planted_faults import PLANTED, OutageFault
from tests.prove.outages.postgres_outages import PostgresOutages
from tests.prove.runner.planting import with_patch
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, Run, RunOptions
from tests.prove.runner.temp_server import temp_folder
from tests.prove.simulation.proof import SMALL, variants

TABLES: Final = 6
KINDS: Final = 7
"""Kinds of outages of PostgreSQL; each comes once at least."""


class Calls:
    """Simulated runs in which one call goes wrong."""

    def __init__(self) -> None:
        self.runs = self.loops = 0
        self.most = 0
        """Calls of the longest run."""
        self.faults: list[str] = []

    def run(self, options: RunOptions, enough: int = 20, kinds: tuple[str, ...] = FATES) -> None:
        """Ends with this many faults, or when time is up and every kind has had its loop."""
        progress = Progress(options)
        for seed in count(options.seed):
            for kind in kinds:
                for k in self._loop(seed, kind):
                    progress.show(
                        f"{self.runs} runs, {self.loops} loops  {len(self.faults)} faults"
                    )
                    self.most = max(self.most, k)
                    if len(self.faults) >= enough:
                        return
                if progress.over and self.loops >= len(kinds):
                    return

    def _loop(self, seed: int, kind: str) -> Iterator[int]:
        """Runs for every k until there is no k-th call."""
        for k in count(1):
            run, reached = with_fault(seed, variants(SMALL), kind, k)
            self.runs += 1
            if run.failure is not None:
                self.faults.append(f"outages: seed {seed}, call {k} {kind}: {run.failure}")
            yield k
            if not reached:
                self.loops += 1
                return


def prove(options: RunOptions) -> Findings:
    """A third of the time for single calls, the rest for a real server."""
    calls = Calls()
    calls.run(replace(options, minutes=options.minutes / 3))
    server = run_outages(replace(options, minutes=options.minutes * 2 / 3))
    kinds = ", ".join(f"{many} {kind}" for kind, many in sorted(server.kills.items()))
    pages = ", ".join(f"{many} times {status}" for status, many in sorted(server.statuses.items()))
    figure = (
        f"{len(calls.faults)} faults in {calls.runs:,} runs with one failing call "
        f"({calls.loops} loops over every call, up to {calls.most} of them); "
        f"{len(server.faults)} in {server.kills.total()} outages of PostgreSQL ({kinds}) with "
        f"{server.memory.done:,} acknowledged commands; the slowest table took "
        f"{server.slowest:.1f} s; pages: {pages}, within {server.slowest_page:.1f} s"
    )
    if server.no_mount is not None:
        figure += f"; the disk could not be filled here: {server.no_mount}"
    return Findings({"P13": figure}, (*calls.faults, *map(str, server.faults[:20])))


def run_outages(options: RunOptions) -> PostgresOutages:
    plan = Plan(options.seed, tables=TABLES, seconds=options.minutes * 60, least=KINDS)
    with temp_folder() as folder:
        server = PostgresOutages(plan, folder, verbose=options.verbose)
        try:
            with suppress(KeyboardInterrupt):
                asyncio.run(server.run())
            return server
        finally:
            server.unmount()


def prove_broken(fault: OutageFault) -> Run:
    def look(options: RunOptions) -> Findings:
        calls = Calls()
        calls.run(replace(options, minutes=0.0), enough=1, kinds=fault.kinds)
        return Findings({}, tuple(calls.faults))

    return with_patch(fault.plant, look)


PROOF: Final = Proof(
    "outages",
    ("P13",),
    "the store fails: any single call, and PostgreSQL in seven ways",
    prove,
    quick=0.2,
    planted={name: PlantedFault("P13", prove_broken(fault)) for name, fault in PLANTED.items()},
)
