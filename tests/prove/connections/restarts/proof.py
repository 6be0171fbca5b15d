"""The proof `restarts`: a new version of the server ends no match and loses no command."""

import asyncio
from typing import Final

from tests.prove.connections.planted_faults import clock_charged, nobody_told, waits_for_everybody
from tests.prove.connections.restarts.deployment import EXIT, Deployment, Plan, Tally
from tests.prove.connections.restarts.stuck_connections import STUCK
from tests.prove.crashes.planted_faults import shown_before_written
from tests.prove.runner.patched_server import Patch
from tests.prove.runner.proof import (
    Findings,
    PlantedFault,
    Progress,
    Proof,
    RunOptions,
    print_line,
)
from tests.prove.runner.temp_server import temp_postgres

QUICK: Final = Plan(tables=6, exit=30.0)
"""For a machine that may be busy with anything."""
LEAST: Final = 3
"""Restarts before a run ends: what was never tried has not held."""


def run_restarts(options: RunOptions, plan: Plan) -> Deployment:
    deployment, progress = Deployment(plan, options.seed), Progress(options)

    def enough(tally: Tally) -> bool:
        restarts, commands = tally.restarts.total(), deployment.memory.done
        faults = len(tally.faults)
        progress.show(f"{restarts} restarts  {commands:,} commands  {faults} faults")
        most_reached = plan.most is not None and restarts >= plan.most
        return most_reached or (progress.over and restarts >= LEAST)

    with temp_postgres() as store:
        asyncio.run(deployment.run(store, enough))
    return deployment


def prove(options: RunOptions) -> Findings:
    deployment = run_restarts(options, Plan() if options.minutes >= 1 else QUICK)
    tally, commands = deployment.tally, deployment.memory.done
    restarts = tally.restarts.total()
    if options.verbose:
        print_line(", ".join(f"{count} {kind}" for kind, count in sorted(tally.restarts.items())))
        print_line(
            f"{tally.told} of {tally.open} connections were told to come back; "
            f"{tally.stopped} matches were stopped by new rules"
        )
    pauses, exits = sorted(tally.pauses) or [0.0], sorted(tally.exits) or [0.0]
    median, slow = (pauses[len(pauses) * share // 100] for share in (50, 99))
    figure = (
        f"{len(tally.faults)} matches or commands lost in {restarts} restarts ({commands:,} "
        f"acknowledged commands, {len(STUCK)} stuck connections each time); ended after "
        f"{exits[-1]:.1f} s at most; play went on after {median:.1f} s (p50), {slow:.1f} s (p99); "
        f"{tally.clocks} clocks compared, none charged"
    )
    counts = {"restarts": restarts, "commands": commands, "clocks": tally.clocks}
    return Findings({"P8": figure}, tuple(tally.faults), counts=counts)


def planted(fault: Patch, exit_limit: float = EXIT, away: float = 0.0) -> PlantedFault:
    plan = Plan(tables=4, most=8, exit=exit_limit, faults=(fault,), away=away)

    def run(options: RunOptions) -> Findings:
        return Findings({}, tuple(run_restarts(options, plan).tally.faults))

    return PlantedFault("P8", run)


PROOF: Final = Proof(
    "restarts",
    ("P8",),
    "the server is closed and opened again under play",
    prove,
    quick=0.2,
    planted={
        "nobody-told": planted(nobody_told),
        "waits-for-everybody": planted(waits_for_everybody, exit_limit=4.0),
        "clock-charged": planted(clock_charged, away=1.0),
        "shown-in-haste": planted(shown_before_written),
    },
)
