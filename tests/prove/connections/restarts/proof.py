"""The proof `restarts`: a new version of the server ends no match and loses no command."""

import asyncio
from typing import Final

from tests.prove.connections.planted_faults import (
    clock_charged,
    newer_rules,
    nobody_told,
    waits_for_everybody,
)
from tests.prove.connections.restarts.deployment import EXIT, RESTARTS, Deployment
from tests.prove.connections.restarts.stuck_connections import STUCK
from tests.prove.crashes.campaign import Plan
from tests.prove.crashes.planted_faults import shown_before_written
from tests.prove.runner.patched_server import Patch
from tests.prove.runner.proof import Findings, PlantedFault, Proof, RunOptions, print_line
from tests.prove.runner.temp_server import temp_folder

MANY: Final = 12
FEW: Final = 6
"""Tables of a run of a minute or more, and of a quick one."""
PATIENT_EXIT: Final = 30.0
"""EXIT for a quick run, whose machine may be busy with anything."""
DEAD: Final = 60.0
"""Seconds of Patience within which every table must go on."""


def run_restarts(
    plan: Plan, verbose: bool = False, exit_limit: float = EXIT, away: float = 0.0
) -> Deployment:
    with temp_folder() as folder:
        deployment = Deployment(plan, folder, verbose, exit_limit, away)
        asyncio.run(deployment.run())
    return deployment


def prove(options: RunOptions) -> Findings:
    quick = options.minutes < 1
    plan = Plan(
        options.seed,
        tables=FEW if quick else MANY,
        seconds=options.minutes * 60,
        victims=RESTARTS,
        fsync=False,
        patches=(newer_rules,),
        dead=DEAD,
    )
    deployment = run_restarts(plan, options.verbose, PATIENT_EXIT if quick else EXIT)
    tally, commands = deployment.tally, deployment.memory.done
    restarts = deployment.kills.total()
    if options.verbose:
        kinds = sorted(deployment.kills.items())
        print_line(", ".join(f"{count} {kind}" for kind, count in kinds))
        print_line(
            f"{tally.told} of {tally.open} connections were told to come back; "
            f"{len(tally.stopped)} matches were stopped by new rules"
        )
    pauses, exits = sorted(tally.pauses) or [0.0], sorted(tally.exits) or [0.0]
    median, slow = (pauses[len(pauses) * share // 100] for share in (50, 99))
    figure = (
        f"{len(deployment.faults)} matches or commands lost in {restarts} restarts ({commands:,} "
        f"acknowledged commands, {len(STUCK)} stuck connections each time); ended after "
        f"{exits[-1]:.1f} s at most; play went on after {median:.1f} s (p50), {slow:.1f} s (p99); "
        f"{tally.clocks} clocks compared, none charged"
    )
    return Findings({"P8": figure}, tuple(map(str, deployment.faults)))


def planted(fault: Patch, exit_limit: float = EXIT, away: float = 0.0) -> PlantedFault:
    def run(options: RunOptions) -> Findings:
        plan = Plan(
            options.seed,
            tables=4,
            kills=8,
            victims=("deploy",),
            fsync=False,
            patches=(newer_rules, fault),
            dead=DEAD,
            forked=True,
        )
        faults = run_restarts(plan, exit_limit=exit_limit, away=away).faults
        return Findings({}, tuple(map(str, faults)))

    return PlantedFault("P8", run)


PROOF: Final = Proof(
    "restarts",
    ("P8",),
    "the server is closed and opened again under play",
    prove,
    quick=0.12,
    planted={
        "nobody-told": planted(nobody_told),
        "waits-for-everybody": planted(waits_for_everybody, exit_limit=4.0),
        "clock-charged": planted(clock_charged, away=1.0),
        "shown-in-haste": planted(shown_before_written),
    },
)
