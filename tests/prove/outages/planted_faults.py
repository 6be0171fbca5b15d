"""Faults in how a table bears a failing store."""

from typing import Final
from weakref import WeakKeyDictionary

import msgspec
import pytest

from app.table.actor.table import Table
from app.table.clients.client import Client, CommandReceived
from app.table.model.server_messages import Done
from app.table.ports import StoreAway
from tests.prove.outages.failing_call import FATES
from tests.prove.runner.planting import Plant
from tests.prove.simulation.planted_faults import (
    never_asked_again,
    shown_though_the_store_was_away,
    unknown_taken_for_written,
)

GIVES_UP: Final = 8.0
"""Seconds; longer than the shorter of the simulated outages."""


def done_though_away(patch: pytest.MonkeyPatch) -> None:
    """The sender of the command that met the outage reads that it is done."""
    clean = Table._store_went_away

    def hopeful(self: Table, error: StoreAway) -> None:
        message = self.handling
        if isinstance(message, CommandReceived) and isinstance(message.client, Client):
            message.client.outbox.put(Done(message.command.id))
        clean(self, error)

    patch.setattr(Table, "_store_went_away", hopeful)


def gives_up(patch: pytest.MonkeyPatch) -> None:
    """A table stops asking for the store after some seconds."""
    clean = Table._store_went_away
    since: WeakKeyDictionary[Table, float] = WeakKeyDictionary()

    def impatient(self: Table, error: StoreAway) -> None:
        if self.outage.retry_at is None:
            since[self] = self._clock.monotonic()
        clean(self, error)
        if self._clock.monotonic() - since[self] > GIVES_UP:
            self.outage.retry_at = float("inf")

    patch.setattr(Table, "_store_went_away", impatient)


class OutageFault(msgspec.Struct, frozen=True):
    plant: Plant
    kinds: tuple[str, ...] = FATES
    """The failures of a call by which it is looked for."""


PLANTED: Final = {
    "never-asked-again": OutageFault(never_asked_again),
    "gives-up": OutageFault(gives_up, ("long-away",)),
    "done-though-away": OutageFault(done_though_away),
    "room-shown-unsaved": OutageFault(shown_though_the_store_was_away),
    "unknown-is-written": OutageFault(unknown_taken_for_written),
}
