"""The event loop: handshakes begin one to a turn, one task writes to all connections."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from app.table.clients.outbox import ReaderQueue
from app.web.server.event_loop import HandshakeQueue, Writable, write_in_turn
from tests.web.server.fake_transport import wait_until


async def test_those_inside_go_on_between_any_two_who_come_in() -> None:
    entrance, heard = HandshakeQueue(), list[str]()
    for number in range(3):
        entrance.add(lambda number=number: heard.append(f"guest {number}"))  # type: ignore[misc]
    while len(heard) < 6:
        await asyncio.sleep(0)
        heard.append("inside")
    assert [one for one in heard if one != "inside"] == ["guest 0", "guest 1", "guest 2"]
    assert "inside" in heard[heard.index("guest 0") : heard.index("guest 1")]
    assert "inside" in heard[heard.index("guest 1") : heard.index("guest 2")]


async def test_one_whose_handshake_fails_keeps_nobody_out() -> None:
    entrance, heard, broken = HandshakeQueue(), list[str](), list[str]()
    asyncio.get_running_loop().set_exception_handler(
        lambda loop, told: broken.append(repr(told["exception"]))
    )
    entrance.add(lambda: heard[5])  # type: ignore[arg-type]
    entrance.add(lambda: heard.append("guest"))
    await wait_until(lambda: heard == ["guest"])
    assert len(broken) == 1


class FakeConnection:
    """Writes its name, or fails."""

    def __init__(self, name: str, written: list[str], fails: bool = False) -> None:
        self.name, self.written, self.fails = name, written, fails

    def on_writable(self) -> None:
        if self.fails:
            raise ValueError(self.name)
        self.written.append(self.name)


@pytest.fixture
async def writes() -> AsyncIterator[ReaderQueue[Writable]]:
    """The queue of a writer that runs."""
    queue: ReaderQueue[Writable] = ReaderQueue()
    writer = asyncio.create_task(write_in_turn(queue))
    yield queue
    writer.cancel()


async def test_all_who_have_something_are_written_to_once_after_what_is_being_done(
    writes: ReaderQueue[Writable],
) -> None:
    written = list[str]()
    ann, bob = (FakeConnection(name, written) for name in ("Ann", "Bob"))
    for connection in (ann, bob, ann):
        writes.add(connection)
    assert written == []
    await wait_until(lambda: written == ["Ann", "Bob"])
    writes.add(ann)
    await wait_until(lambda: written == ["Ann", "Bob", "Ann"])


async def test_one_that_cannot_be_written_to_keeps_nothing_from_the_others(
    writes: ReaderQueue[Writable],
) -> None:
    written, heard = list[str](), list[dict[str, Any]]()
    asyncio.get_running_loop().set_exception_handler(lambda _, told: heard.append(told))
    writes.add(FakeConnection("Ann", written, fails=True))
    writes.add(FakeConnection("Bob", written))
    await wait_until(lambda: written == ["Bob"])
    assert [type(told["exception"]) for told in heard] == [ValueError]
