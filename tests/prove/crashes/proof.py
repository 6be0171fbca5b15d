"""The proof `crashes`: campaigns of kills on a sound server and on servers with faults."""

import asyncio
import shutil
from contextlib import suppress
from typing import Final

from tests.prove.crashes import kill_points
from tests.prove.crashes.campaign import DEAD, Campaign, Plan
from tests.prove.crashes.planted_faults import PLANTED, CrashFault
from tests.prove.runner.proof import Findings, PlantedFault, Proof, Run, RunOptions, print_line
from tests.prove.runner.temp_server import database_folder, temp_folder

LONG: Final = 2.0
"""Minutes from which on a campaign has MANY tables; a shorter one has FEW, to reach some kills."""
MANY: Final = 50
FEW: Final = 6


def prove(options: RunOptions) -> Findings:
    """Runs a campaign; where a fault was found the server's and the store's files are kept."""
    folder = database_folder()
    tables = MANY if options.minutes >= LONG else FEW
    plan = Plan(options.seed, tables, seconds=options.minutes * 60)
    campaign = Campaign(plan, folder, verbose=options.verbose)
    with suppress(KeyboardInterrupt):
        asyncio.run(campaign.run())
    if options.verbose:
        for line in campaign.summary():
            print_line(line)
    seen, done, kills = campaign.checker.seen, campaign.memory.done, campaign.kills.total()
    lost, wrong = campaign.found("lost", "changed"), campaign.found("doubled", "false refusal")
    dead, slowest = campaign.found("dead", "broken"), campaign.slowest
    figures = {
        "P1": f"{lost} lost of {seen:,} seen moves in {kills:,} kills",
        "P2": f"{wrong} wrong of {done:,} acknowledged commands in {kills:,} kills",
        "P9": f"{dead} dead tables after {kills:,} kills; the slowest took {slowest:.1f} s",
    }
    if campaign.faults:
        print_line(f"Kept: {folder} (server.log, data/postgres.log)")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return Findings(figures, tuple(map(str, campaign.faults)))


def prove_broken(fault: CrashFault) -> Run:
    """A campaign on a server with that fault, killed where the fault must show."""

    def run(options: RunOptions) -> Findings:
        plan = Plan(
            options.seed,
            tables=3,
            kills=10,
            victims=fault.victims,
            fsync=False,
            patches=(fault.plant, kill_points.install),
            dead=DEAD if "dead" not in fault.kinds else 2.0,
            forked=True,
            at_once="changed" in fault.kinds,
        )
        with temp_folder() as folder:
            campaign = Campaign(plan, folder)
            asyncio.run(campaign.run())
        found = (str(found) for found in campaign.faults if found.kind in fault.kinds)
        return Findings({}, tuple(found))

    return run


PROOF: Final = Proof(
    "crashes",
    ("P1", "P2", "P9"),
    "a server under play is killed again and again, at random and at named points",
    prove,
    quick=0.15,
    planted={
        name: PlantedFault(fault.promise, prove_broken(fault)) for name, fault in PLANTED.items()
    },
)
