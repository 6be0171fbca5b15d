"""The server while its disk is full: pages are shown, forms are refused, operators are told."""

from typing import Any

import pytest
from starlette.responses import PlainTextResponse

from app.store.database.disk_space import DiskSpace
from app.store.database.pools import Database
from app.store.log.buckets import Buckets
from app.table.model.errors import DISK_FULL
from app.web.server.metrics import DatabaseDisk, Metrics
from app.web.server.middleware import ReadOnlyGate
from app.web.server.readiness import Readiness

NOWHERE = "postgresql://nobody@127.0.0.1:1/nothing"


class FullDisk(DiskSpace):
    """A disk whose state the test sets."""

    full = True

    def usage(self) -> tuple[int, int]:
        return 10, 1000


async def ask(disk: DiskSpace, method: str, path: str = "/rooms", kind: str = "http") -> Any:
    """The status, the headers and the text of an application behind the gate."""
    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing is read")

    gate = ReadOnlyGate(PlainTextResponse("taken"), disk)
    scope = {"type": kind, "method": method, "path": path, "headers": [], "extensions": {}}
    await gate(scope, receive, send)
    headers = {name.decode(): value.decode() for name, value in told[0]["headers"]}
    return told[0]["status"], headers, told[1]["body"].decode()


async def test_a_form_is_refused_with_a_sentence() -> None:
    status, headers, text = await ask(FullDisk(), "POST")
    assert (status, headers["retry-after"], text) == (503, "30", DISK_FULL)
    status, _, text = await ask(FullDisk(), "POST", "/api/tables")
    assert (status, DISK_FULL in text, text[0]) == (503, True, "{")


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
async def test_pages_are_still_shown(method: str) -> None:
    assert (await ask(FullDisk(), method))[0] == 200


async def test_tables_are_still_shown() -> None:
    assert (await ask(FullDisk(), "GET", "/ws/table/x", "websocket"))[0] == 200


async def test_where_there_is_room_forms_are_taken() -> None:
    assert (await ask(DiskSpace(), "POST"))[0] == 200


async def test_readiness_names_the_disk_before_it_asks_the_database() -> None:
    database = Database(NOWHERE, FullDisk())
    why = await Readiness(database).why_not()
    assert why == "the disk is full, so the tables are read-only until there is room"
    await database.close()


def test_the_numbers_say_how_full_the_disk_is() -> None:
    metrics = Metrics(Buckets(()))
    metrics.add(DatabaseDisk(FullDisk()))
    text = metrics.as_text().decode()
    for line in (
        "pecking_order_store_full 1.0",
        "pecking_order_disk_free_bytes 10.0",
        "pecking_order_disk_size_bytes 1000.0",
    ):
        assert f"\n{line}\n" in text
    metrics = Metrics(Buckets(()))
    metrics.add(DatabaseDisk(DiskSpace()))
    text = metrics.as_text().decode()
    assert "\npecking_order_store_full 0.0\n" in text
    assert "\npecking_order_disk_free_bytes " not in text
