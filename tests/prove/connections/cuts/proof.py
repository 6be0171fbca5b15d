"""P5, reconnect is invisible: connections cut at every byte and in every way, and what their owners see when they are back.

At each table sits one person with two windows. One stays open and is the measure; the other plays through a proxy that cuts it.
After each cut the person comes back, says again what was not answered, and must see what the first window sees.
"""

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Final

from tests.prove.connections import server_fixture
from tests.prove.connections.cuts.returning_player import STREAM, ReturningPlayer, Tally
from tests.prove.connections.server_fixture import Place
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions, print_line
from tests.server_process import House

TABLES: Final = 16
PATIENCE: Final = 60.0
"""Seconds of Patience within which the two windows must show the same."""
LEAST: Final = 100
"""Cuts before which it does not end: what was never tried has not held."""
SHORT: Final = 2.0
"""The same for planted faults, which never come right."""
LAST: Final = 3.0
"""Seconds that the last cuts are given once time is up."""
ENVIRONMENT: Final = {
    "PECKING_ORDER_LIMITS": "1000",
    "PECKING_ORDER_PATIENCE": "100",
    "PECKING_ORDER_LOG_LEVEL": "warning",
}


async def evening(
    seed: int,
    house: House,
    places: list[Place],
    progress: Progress,
    most: int | None,
    patience: float,
) -> Tally:
    """Until time is up, something did not hold, or there were so many cuts."""
    chance, tally, over = Random(seed), Tally(), asyncio.Event()
    people = [
        ReturningPlayer(
            place,
            house,
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


def proven(
    options: RunOptions,
    planted: str = "",
    tables: int = TABLES,
    most: int | None = None,
    patience: float = PATIENCE,
) -> Tally:
    with server_fixture.house(
        "tests.prove.connections.planted_faults", PLANTED=planted, **ENVIRONMENT
    ) as house:
        places = [
            server_fixture.table(house.base_url, number, people=1, listed=False)[0]
            for number in range(tables)
        ]
        tally = asyncio.run(evening(options.seed, house, places, Progress(options), most, patience))
        tally.faults += server_fixture.logged_errors(house)
    return tally


def prove(options: RunOptions) -> Findings:
    tally = proven(options)
    if options.verbose:
        for line in told(tally):
            print_line(line)
    times = sorted(tally.returns) or [0.0]
    figure = (
        f"{len(tally.faults)} mismatches in {tally.cuts.total():,} cuts ({tally.moves:,} moves, {tally.repeated:,} said again); "
        f"a current view after {times[len(times) // 2] * 1000:.1f} ms (p50), {times[len(times) * 99 // 100] * 1000:.0f} ms (p99)"
    )
    counts = {"cuts": tally.cuts.total(), "moves": tally.moves, "said again": tally.repeated}
    return Findings({"P5": figure}, tuple(tally.faults), counts=counts)


def told(tally: Tally) -> Iterator[str]:
    for way, count in sorted(tally.cuts.items()):
        yield f"{count:8,} {way}"
    yield f"the longest stream had {tally.longest:,} bytes"


def planted(name: str, says: str) -> PlantedFault:
    """At one table: while what never comes right is waited for nothing else goes on, so that this can be judged on a busy machine too."""
    return PlantedFault(
        "P5",
        says,
        lambda options: Findings(
            {}, tuple(proven(options, name, tables=1, most=400, patience=SHORT).faults)
        ),
    )


PROOF: Final = Proof(
    "cuts",
    ("P5",),
    "connections are cut at every byte, and come back",
    prove,
    quick=0.15,
    planted={
        "nothing-of-before": planted(
            "nothing-of-before", "who comes back is not told what happened meanwhile"
        ),
        "yesterdays-frame": planted(
            "yesterdays-frame", "who comes back is shown the frame before the present one"
        ),
        "told-twice": planted("told-twice", "the last event is told to a newcomer twice"),
        "repeat-unknown": planted("repeat-unknown", "a command said again is a new one"),
    },
)
