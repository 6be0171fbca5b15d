"""The proof `cuts`: a player who comes back after a cut sees what would have been seen without it.

Each player has two windows at one table. One stays open and is the measure; the other plays through
a proxy that cuts it. After each cut it comes back, repeats what was not answered, and must show the
same as the first window.
"""

import asyncio
from random import Random
from typing import Final

from tests.prove.clients.bot_tables import Place, bot_table
from tests.prove.connections.cuts.returning_player import STREAM, ReturningPlayer, Tally
from tests.prove.connections.planted_faults import (
    nothing_earlier,
    repeat_unknown,
    told_twice,
    yesterdays_frame,
)
from tests.prove.runner.patched_server import Patch
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions, print_line
from tests.prove.runner.temp_server import logged_errors, temp_server
from tests.server_process import ServerProcess

TABLES: Final = 16
PATIENCE: Final = 60.0
"""Seconds of Patience within which both windows must show the same."""
LEAST: Final = 100
"""Cuts before a run ends: what was never tried has not held."""
PLANTED_PATIENCE: Final = 2.0
"""PATIENCE for planted faults, which never come right."""
LAST: Final = 3.0
"""Seconds for the last cuts once time is up."""
ENVIRONMENT: Final = {
    "PECKING_ORDER_LIMITS": "1000",
    "PECKING_ORDER_PATIENCE": "100",
    "PECKING_ORDER_LOG_LEVEL": "warning",
}


async def play(
    seed: int,
    server: ServerProcess,
    places: list[Place],
    progress: Progress,
    most: int | None,
    patience: float,
) -> Tally:
    """Cuts and checks until time is up, something does not hold, or there were `most` cuts."""
    chance, tally, over = Random(seed), Tally(), asyncio.Event()
    people = [
        ReturningPlayer(
            place,
            server,
            number + chance.randrange(STREAM),
            len(places),
            Random(chance.getrandbits(64)),
            tally,
            patience,
        )
        for number, place in enumerate(places)
    ]
    tasks = [asyncio.create_task(person.run(over)) for person in people]
    while (
        not tally.faults
        and (not progress.over or tally.cuts.total() < LEAST)
        and (most is None or tally.cuts.total() < most)
    ):
        await asyncio.wait(tasks, timeout=0.1, return_when=asyncio.FIRST_EXCEPTION)
        if any(task.done() for task in tasks):
            break
        progress.show(
            f"{tally.cuts.total():,} cuts  {tally.moves:,} moves  {len(tally.faults)} faults"
        )
    over.set()
    done, late = await asyncio.wait(tasks, timeout=0.0 if tally.faults else LAST)
    for (
        task
    ) in late:  # in the middle of a cut that waits for bytes which may never come: not judged
        task.cancel()
    await asyncio.gather(*done)
    await asyncio.gather(*late, return_exceptions=True)
    return tally


def run_cuts(
    options: RunOptions,
    *faults: Patch,
    tables: int = TABLES,
    most: int | None = None,
    patience: float = PATIENCE,
) -> Tally:
    with temp_server(*faults, **ENVIRONMENT) as server:
        url = server.base_url
        places = [bot_table(url, number, people=1, listed=False)[0] for number in range(tables)]
        progress = Progress(options)
        tally = asyncio.run(play(options.seed, server, places, progress, most, patience))
        tally.faults += logged_errors(server)
    return tally


def prove(options: RunOptions) -> Findings:
    tally = run_cuts(options)
    cuts, times = tally.cuts.total(), sorted(tally.returns) or [0.0]
    if options.verbose:
        for way, count in sorted(tally.cuts.items()):
            print_line(f"{count:8,} {way}")
        print_line(f"the longest stream had {tally.longest:,} bytes")
    median, slow = (1000 * times[len(times) * share // 100] for share in (50, 99))
    figure = (
        f"{len(tally.faults)} mismatches in {cuts:,} cuts ({tally.moves:,} moves, "
        f"{tally.repeated:,} repeated commands); "
        f"a current view after {median:.1f} ms (p50), {slow:.0f} ms (p99)"
    )
    return Findings({"P5": figure}, tuple(tally.faults))


def planted(fault: Patch) -> PlantedFault:
    """One table, so that nothing else runs while the proof waits for what never comes right."""

    def run(options: RunOptions) -> Findings:
        tally = run_cuts(options, fault, tables=1, most=400, patience=PLANTED_PATIENCE)
        return Findings({}, tuple(tally.faults))

    return PlantedFault("P5", run)


PROOF: Final = Proof(
    "cuts",
    ("P5",),
    "connections are cut at every byte, and come back",
    prove,
    quick=0.1,
    planted={
        "nothing-of-before": planted(nothing_earlier),
        "yesterdays-frame": planted(yesterdays_frame),
        "told-twice": planted(told_twice),
        "repeat-unknown": planted(repeat_unknown),
    },
)
