"""The hashing queue: one at a time, known people first, networks in turn, and an end to waiting."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest
from structlog.testing import capture_logs

from app.web.context.hashing_queue import (
    MAX_IN_LINE,
    MAX_OF_NETWORK,
    NICENESS,
    HashingQueue,
    TooBusy,
)
from app.web.rate_limits import Source

SCHOOL, HOME = Source(("203.0.113.7",)), Source(("198.51.100.1",))
OWNER = Source(SCHOOL.networks, "a device of the owner")


class Work:
    """Pieces of work that are written down; the first waits until the others stand in line."""

    def __init__(self) -> None:
        self.queue = HashingQueue()
        self.done: list[str] = []
        self.threads: set[str] = set()
        self.at_once = self.most_at_once = 0
        self._go = threading.Event()
        self.tasks: list[asyncio.Task[None]] = []

    def add(self, source: Source, name: str) -> None:
        def work() -> None:
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
            self.threads.add(threading.current_thread().name)
            self._go.wait()
            self.done.append(name)
            self.at_once -= 1

        self.tasks.append(asyncio.create_task(self.queue.run(source, work)))

    async def finish(self) -> list[Any]:
        """Lets them run; what each gave."""
        await asyncio.sleep(0)
        self._go.set()
        results = await asyncio.gather(*self.tasks, return_exceptions=True)
        self.queue.close()
        return results


@pytest.fixture
async def work() -> Work:
    return Work()


async def test_one_password_is_hashed_at_a_time_in_a_thread_of_its_own(work: Work) -> None:
    for number in range(20):
        work.add(SCHOOL, str(number))
    assert await work.finish() == [None] * 20
    assert work.done == [str(number) for number in range(20)]
    assert (work.most_at_once, len(work.threads)) == (1, 1)


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own")
async def test_hashing_runs_when_little_else_wants_to() -> None:
    def priority() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    queue, ours = HashingQueue(), priority()
    assert await queue.run(SCHOOL, priority) == NICENESS
    assert priority() == ours
    queue.close()


async def test_a_known_device_goes_before_two_hundred_strangers(work: Work) -> None:
    for number in range(MAX_OF_NETWORK):
        work.add(SCHOOL, f"stranger {number}")
    await asyncio.sleep(0)
    work.add(OWNER, "owner")
    await work.finish()
    assert work.done[:2] == ["stranger 0", "owner"]


async def test_a_stranger_elsewhere_does_not_wait_for_a_school(work: Work) -> None:
    for number in range(MAX_OF_NETWORK):
        work.add(SCHOOL, f"pupil {number}")
    await asyncio.sleep(0)
    work.add(HOME, "neighbour")
    await work.finish()
    assert "neighbour" in work.done[:3]


async def test_a_school_fits_in_and_more_are_told_how_long_to_wait(work: Work) -> None:
    for number in range(1 + MAX_OF_NETWORK + 3):
        work.add(SCHOOL, str(number))
    work.add(HOME, "neighbour")
    work.add(OWNER, "owner")
    results = await work.finish()
    refused = [result for result in results if isinstance(result, TooBusy)]
    assert len(refused) == 3
    assert all(1 <= each.seconds <= 60 for each in refused)
    assert {"neighbour", "owner"} <= set(work.done)


async def test_strangers_from_everywhere_keep_nobody_out_who_is_known(work: Work) -> None:
    for number in range(1 + MAX_IN_LINE + 50):
        work.add(Source((f"network {number}",)), str(number))
    work.add(OWNER, "owner")
    results = await work.finish()
    assert sum(isinstance(result, TooBusy) for result in results) == 50
    assert work.done[1] == "owner"


async def test_who_goes_away_in_line_holds_nobody_up(work: Work) -> None:
    for number in range(5):
        work.add(SCHOOL, str(number))
    await asyncio.sleep(0)
    for left in work.tasks[1:4]:
        left.cancel()
    await work.finish()
    assert work.done == ["0", "4"]


async def test_who_goes_away_as_the_turn_comes_gives_it_on() -> None:
    queue, done = HashingQueue(), list[str]()
    first = asyncio.create_task(queue.run(SCHOOL, lambda: done.append("first")))
    second = asyncio.create_task(queue.run(SCHOOL, lambda: done.append("second")))
    third = asyncio.create_task(queue.run(SCHOOL, lambda: done.append("third")))
    first.add_done_callback(lambda _: second.cancel())
    async with asyncio.timeout(30):
        await asyncio.gather(first, second, third, return_exceptions=True)
        assert await queue.run(SCHOOL, lambda: "idle again") == "idle again"
    assert (done[0], done[-1]) == ("first", "third")
    queue.close()


async def test_a_mistake_in_one_piece_ends_no_other(work: Work) -> None:
    def fail() -> None:
        raise ValueError("not this one")

    failing = asyncio.create_task(work.queue.run(SCHOOL, fail))
    work.add(SCHOOL, "next")
    await work.finish()
    assert work.done == ["next"]
    with pytest.raises(ValueError, match="not this one"):
        await failing


async def test_refused_passwords_are_one_line_a_minute_with_their_number(
    work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    later: list[Callable[[], None]] = []

    def call_later(_: object, seconds: float, call: Callable[[], None]) -> object:
        assert seconds == 60
        later.append(call)
        return call

    monkeypatch.setattr(type(asyncio.get_running_loop()), "call_later", call_later)
    with capture_logs() as logged:
        for number in range(1 + MAX_OF_NETWORK + 500):
            work.add(SCHOOL, str(number))
        for _ in range(3):
            await asyncio.sleep(0)
        assert [line["count"] for line in logged] == [1]
        later[-1]()
        later[-1]()
    await work.finish()
    assert [(line["event"], line["count"]) for line in logged] == [
        ("passwords refused", 1),
        ("passwords refused", 499),
    ]
    assert len(later) == 2
