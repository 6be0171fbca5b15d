"""The promise that the house is honest when its store fails: one call goes wrong, whichever it is; and PostgreSQL is away in seven ways."""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from typing import Final
from weakref import WeakKeyDictionary

import msgspec
import pytest
from msgspec.structs import replace

from app.table.actor.mailbox import CommandReceived
from app.table.actor.table import Table
from app.table.clients.client import Client
from app.table.model.server_messages import Done
from tests.prove.crashes.campaign import Plan
from tests.prove.outages.failing_call import FATES, with_fault
from tests.prove.outages.postgres_outages import PostgresOutages
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions
from tests.prove.runner.temp_server import database_folder
from tests.prove.simulation.planted_faults import (
    never_asked_again,
    shown_though_the_store_was_away,
    unknown_taken_for_written,
)
from tests.prove.simulation.proof import SMALL, variants

TABLES: Final = 6
KINDS: Final = 7
"""Of outages; each comes once at least."""
GIVES_UP: Final = 8.0
"""Seconds of the planted fault: longer than the shorter of the simulated outages."""


class Calls:
    """Evening after evening in which one call goes wrong."""

    def __init__(self) -> None:
        self.evenings = self.loops = 0
        self.most = 0
        """Calls of the longest evening."""
        self.faults: list[str] = []

    def run(self, options: RunOptions, enough: int = 20, kinds: tuple[str, ...] = FATES) -> None:
        """Ends with so many faults, or when the time is over and every kind of failure has had its loop."""
        progress = Progress(options)
        for seed in count(options.seed):
            for kind in kinds:
                for k in self._loop(seed, kind):
                    progress.show(
                        f"{self.evenings} evenings, {self.loops} loops  {len(self.faults)} faults"
                    )
                    self.most = max(self.most, k)
                    if len(self.faults) >= enough:
                        return
                if progress.over and self.loops >= len(kinds):
                    return

    def _loop(self, seed: int, kind: str) -> Iterator[int]:
        """For every k until there is no k-th call."""
        for k in count(1):
            evening, reached = with_fault(seed, variants(SMALL), kind, k)
            self.evenings += 1
            if evening.failure is not None:
                self.faults.append(f"outages: seed {seed}, call {k} {kind}: {evening.failure}")
            yield k
            if not reached:
                self.loops += 1
                return


def prove(options: RunOptions) -> Findings:
    """A third of the time single calls, the rest a real house."""
    calls = Calls()
    calls.run(replace(options, minutes=options.minutes / 3))
    house = stand(replace(options, minutes=options.minutes * 2 / 3))
    kinds = ", ".join(f"{many} {kind}" for kind, many in sorted(house.kills.items()))
    pages = ", ".join(f"{many} times {status}" for status, many in sorted(house.statuses.items()))
    figure = (
        f"{len(calls.faults)} faults in {calls.evenings:,} evenings with one failing call ({calls.loops} loops over every call, up to "
        f"{calls.most} of them); {len(house.faults)} in {house.kills.total()} outages of PostgreSQL ({kinds}) with {house.memory.done:,} "
        f"acknowledged commands; the slowest table went on after {house.slowest:.1f} s; pages: {pages}, within {house.slowest_page:.1f} s"
    )
    if house.unable is not None:
        figure += f"; the disk could not be filled here: {house.unable}"
    return Findings({"P13": figure}, (*calls.faults, *map(str, house.faults[:20])))


def stand(options: RunOptions) -> PostgresOutages:
    folder = database_folder()
    house = PostgresOutages(
        Plan(options.seed, tables=TABLES, seconds=options.minutes * 60, least=KINDS),
        folder,
        loud=options.verbose,
    )
    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(house.run())
        return house
    finally:
        house.unmount()
        shutil.rmtree(folder, ignore_errors=True)


# -- planted


def done_though_away(patch: pytest.MonkeyPatch) -> None:
    """Whoever asked when the store went away is told that it is done."""
    adrift = Table._store_went_away

    def hopeful(self: Table) -> None:
        message = self.handling
        if isinstance(message, CommandReceived) and isinstance(message.client, Client):
            message.client.outbox.put(Done(message.command.id))
        adrift(self)

    patch.setattr(Table, "_store_went_away", hopeful)


def gives_up(patch: pytest.MonkeyPatch) -> None:
    """A table whose store is away for longer than an outage lasts as a rule asks no more."""
    adrift = Table._store_went_away
    since: WeakKeyDictionary[Table, float] = WeakKeyDictionary()

    def impatient(self: Table) -> None:
        if self.outage.retry_at is None:
            since[self] = self._clock.monotonic()
        adrift(self)
        if self._clock.monotonic() - since[self] > GIVES_UP:
            self.outage.retry_at = float("inf")

    patch.setattr(Table, "_store_went_away", impatient)


class Broken(msgspec.Struct, frozen=True):
    says: str
    plant: Callable[[pytest.MonkeyPatch], None]
    kinds: tuple[str, ...] = FATES
    """Of failures, by which it is looked for."""


PLANTED: Final = {
    "never-asked-again": Broken(
        "a table never asks again for a store that was away", never_asked_again
    ),
    "gives-up": Broken("a table asks no more after some seconds", gives_up, ("long-away",)),
    "done-though-away": Broken(
        "who asked when the store went away is told that it is done", done_though_away
    ),
    "room-shown-unsaved": Broken(
        "a failed save of the room is taken for a success", shown_though_the_store_was_away
    ),
    "unknown-is-written": Broken(
        "an append without an answer is believed to have arrived", unknown_taken_for_written
    ),
}


def broken_by(name: str) -> Callable[[RunOptions], Findings]:
    def look(options: RunOptions) -> Findings:
        calls = Calls()
        with pytest.MonkeyPatch.context() as patch:
            PLANTED[name].plant(patch)
            calls.run(replace(options, minutes=0.0), enough=1, kinds=PLANTED[name].kinds)
        return Findings({}, tuple(calls.faults))

    return look


PROOF: Final = Proof(
    "outages",
    ("P13",),
    "the store fails, call by call and in seven ways at once",
    prove,
    quick=0.2,
    planted={
        name: PlantedFault("P13", broken.says, broken_by(name)) for name, broken in PLANTED.items()
    },
)
