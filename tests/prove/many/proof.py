"""The proof `many`: each table has one owner among several processes, and outlives it."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import pytest

from app.store.people import table_notes
from app.store.rooms import room_store
from app.web.server import sibling_gate
from tests.prove.crashes.campaign import Plan
from tests.prove.many import changes, network
from tests.prove.many.campaign import CALM, EVENTS, ManyProcesses
from tests.prove.runner.patched_server import Patch
from tests.prove.runner.proof import Findings, PlantedFault, Proof, Run, RunOptions
from tests.prove.runner.temp_server import temp_folder

FEW: Final = 12
MANY: Final = 60
WHOLE: Final = 1.0
"""Minutes from which on a run has all tables."""


def run_processes(
    options: RunOptions,
    *patches: Patch,
    least: int = len(EVENTS),
    tables: int = FEW,
    events: Sequence[str] = EVENTS,
) -> ManyProcesses:
    """Three processes with players, on a PostgreSQL of their own."""
    plan = Plan(
        options.seed,
        tables=tables,
        seconds=options.minutes * 60,
        least=least,
        patches=patches,
        forked=bool(patches),
    )
    with temp_folder() as folder:
        many = ManyProcesses(plan, folder, options.verbose)
        many.events = events
        asyncio.run(many.run())
        return many


def prove(options: RunOptions) -> Findings:
    if network.program() is None:
        return Findings({}, impossible=network.MISSING)
    many = run_processes(options, tables=FEW if options.minutes < WHOLE else MANY)
    events = ", ".join(f"{count} {event}" for event, count in sorted(many.kills.items()))
    figure = (
        f"{len(many.faults)} faults in {many.kills.total()} events ({events}) among three "
        f"processes and {many.plan.tables} tables, {many.checker.seen:,} moves seen, "
        f"{many.memory.done:,} acknowledged, {many.names.changes} names changed or erased; until "
        f"all played on (median, 99th percentile, most): {many.returns}"
    )
    return Findings({"P20": figure}, tuple(map(str, many.faults[:20])))


async def nobody(*_: object) -> None:
    """No owner is ever found elsewhere."""


def plant_claim(condition: str) -> None:
    """Rooms are claimed where that is true."""
    claim = f"""
    UPDATE rooms SET epoch = epoch + 1, owner = $3
    WHERE id = $1 AND state_version <= $2 AND ({condition})
    RETURNING id, state, state_version, epoch
    """
    setattr(room_store, "CLAIM", claim)  # noqa: B010  imported there


def whoever_opens() -> None:
    """A page that opens a table takes it from whoever runs it."""
    sibling_gate.SiblingGate._owner = nobody  # type: ignore[assignment,method-assign]
    plant_claim("true")


def by_the_clock() -> None:
    """A process counts as ended when its table has been quiet for a moment."""
    sibling_gate.SiblingGate._owner = nobody  # type: ignore[assignment,method-assign]
    plant_claim("owner IS NULL OR owner = $3 OR updated_at < clock_timestamp() - interval '1 s'")


def told_at_once_alone() -> None:
    """A changed account is told to the tables at once, and nothing is noted for the others."""

    async def nothing(*_: object) -> None:
        pass

    setattr(table_notes, "write", nothing)  # noqa: B010  another signature


def broken(patch: Callable[[], None], *events: str) -> Run:
    def run(options: RunOptions) -> Findings:
        with pytest.MonkeyPatch.context() as shorter:
            shorter.setattr(changes, "TOLD", 3.0)
            many = run_processes(options, patch, least=1, tables=6, events=events or EVENTS)
        return Findings({}, tuple(map(str, many.faults)))

    return run


PROOF: Final = Proof(
    "many",
    ("P20",),
    "three processes on one database are killed, frozen, cut off and restarted",
    prove,
    quick=0.5,
    planted={
        "whoever-opens": PlantedFault("P20", broken(whoever_opens)),
        "told-at-once-alone": PlantedFault("P20", broken(told_at_once_alone, CALM)),
        "by-the-clock": PlantedFault("P20", broken(by_the_clock)),
    },
)
