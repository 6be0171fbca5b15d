"""Real worker processes: they answer, are replaced when they die, and leave nothing behind."""

import asyncio
import os
import random
import sys
import textwrap
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import psutil
import pytest
from msgspec.structs import replace

from app.bot_workers.bot_service import BotService
from app.bot_workers.search_job import TrialJob
from app.bot_workers.worker_pool import MAX_QUEUED, WorkerPool
from app.bot_workers.worker_process import NICENESS, cpu_count
from app.bots.move_choice import STRENGTHS
from app.games import GAMES
from app.rules.codec import to_json
from app.rules.game import AnyView, view
from app.rules.play import prompts
from app.settings import ROOT

pytestmark = pytest.mark.slow

GAME = GAMES[0]
LONG = 120.0
"""Seconds that no answer takes, however busy the machine."""


def choice(seed: int = 1) -> tuple[AnyView, list[Any]]:
    """A question with something to choose, and its moves."""
    chance = random.Random(seed)
    state = GAME.setup(GAME.seats[0], GAME.options(), True)
    for _ in range(400):
        number = GAME.pending_shuffle_size(state)
        if number:
            state = GAME.apply_shuffle(state, chance.sample(range(number), number))
            continue
        seat = next(iter(prompts(GAME, state)))
        seen = view(state, seat)
        moves = list(GAME.legal_moves(seen))
        if len(moves) > 3:
            return seen, moves
        state = GAME.apply(state, seat, moves[0])
    raise AssertionError("there is always something to choose")


SEEN, MOVES = choice()


def script(body: str) -> tuple[str, ...]:
    """A process that does `body` with each line `line` of its input."""
    return (
        sys.executable,
        "-c",
        f"import os, sys, time\nfor line in sys.stdin.buffer:\n{textwrap.indent(body, '    ')}",
    )


@asynccontextmanager
async def worker_pool(most: int = 1, **more: Any) -> AsyncIterator[WorkerPool]:
    made = WorkerPool(most, search_seconds=0.02, **more)
    try:
        yield made
    finally:
        await made.close()
        assert not children()


def children() -> list[psutil.Process]:
    return [
        child
        for child in psutil.Process().children()
        if any("bot_workers" in word or "sys.stdin" in word for word in words(child))
    ]


def words(process: psutil.Process) -> list[str]:
    """The command line of a process; nothing if it ended while we asked."""
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []


async def ask(one: WorkerPool, within: float = LONG) -> int | None:
    return await one.search(GAME.slug, to_json(SEEN), 7, within)


async def until(true: Callable[[], bool]) -> None:
    """Waits for what another process does, which tells nobody."""
    async with asyncio.timeout(LONG):
        while not true():
            await asyncio.sleep(0.01)


async def test_a_worker_answers_with_a_legal_move() -> None:
    async with worker_pool() as one:
        assert not children(), "none is started before it is needed"
        answer = await ask(one)
        assert answer is not None
        assert answer in range(len(MOVES))
        assert len(children()) == 1


async def test_a_worker_is_lowly_and_knows_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://user:secret@host/name")
    async with worker_pool() as one:
        await ask(one)
        (child,) = children()
        assert child.nice() > psutil.Process().nice()
        assert "DATABASE_URL" not in child.environ()


async def test_a_worker_that_is_killed_is_replaced() -> None:
    async with worker_pool() as one:
        await ask(one)
        (killed,) = children()
        killed.kill()
        assert await ask(one) is None
        assert await ask(one) in range(len(MOVES))
        (child,) = children()
        assert child.pid != killed.pid


async def test_workers_that_keep_dying_are_left_alone_for_a_while() -> None:
    async with worker_pool(command=script("os._exit(1)")) as one:
        assert [await ask(one) for _ in range(3)] == [None, None, None]
        assert not children()


async def test_a_worker_that_talks_nonsense_is_ended() -> None:
    async with worker_pool(command=script("print('7 of hearts', flush=True)")) as one:
        assert await ask(one) is None
        await until(lambda: not children())


async def test_nobody_waits_longer_than_said() -> None:
    async with worker_pool(command=script("time.sleep(60)")) as one:
        assert await ask(one, within=0.2) is None


async def test_more_than_can_be_thought_about_is_declined_at_once() -> None:
    async with worker_pool(command=script("time.sleep(60)")) as one:
        waiting = [asyncio.create_task(ask(one)) for _ in range(MAX_QUEUED + 1)]
        await until(lambda: len(children()) == 1)
        waiting.append(asyncio.create_task(ask(one)))
        async with asyncio.timeout(LONG / 2):
            assert await asyncio.create_task(ask(one)) is None
        assert not waiting[0].done()
        await one.close()
        assert await asyncio.gather(*waiting) == [None] * len(waiting)


async def test_what_is_given_up_is_not_thought_about() -> None:
    async with worker_pool() as one:
        given_up = [asyncio.create_task(ask(one)) for _ in range(3)]
        await asyncio.sleep(0)
        for task in given_up:
            task.cancel()
        assert await ask(one) in range(len(MOVES))


def a_trial() -> TrialJob:
    return TrialJob(
        game=GAME.slug,
        view=msgspec.Raw(msgspec.json.encode(to_json(SEEN))),
        moves=tuple(msgspec.Raw(msgspec.json.encode(to_json(move))) for move in MOVES[:3]),
        deals=2,
        seed="seed",
        work=LONG,
        within=LONG,
    )


async def test_a_trial_says_what_each_move_was_paid_in_each_imagined_deal() -> None:
    async with worker_pool() as one:
        company = BotService(one)
        deals = await company.try_moves(a_trial())
        assert deals is not None
        assert [len(paid) for payoffs in deals for paid in payoffs] == [3, 3]
        assert deals == await company.try_moves(a_trial()), "the seed decides it"


async def test_a_trial_that_fails_leaves_the_process_to_the_bots() -> None:
    async with worker_pool() as one:
        await ask(one)
        before = children()
        nonsense = replace(a_trial(), moves=(msgspec.Raw(b"7"),))
        assert await BotService(one).try_moves(nonsense) is None
        assert await ask(one) in range(len(MOVES))
        assert children() == before


async def test_searches_go_before_the_trials_that_wait() -> None:
    """And a trial in the queue takes no time for thought from a search."""
    said = """print('{"move": 3, "deals": []}', flush=True)"""
    async with worker_pool(command=script(f"time.sleep(0.05)\n{said}")) as one:
        order = list[str]()

        async def trial() -> None:
            await one.try_moves(a_trial())
            order.append("trial")

        async def search() -> None:
            assert await ask(one) == 3
            order.append("search")

        async with asyncio.TaskGroup() as group:
            for work in (trial, trial, trial, search, search):
                group.create_task(work())
        assert order == ["search", "search", "trial", "trial", "trial"]


async def test_several_questions_are_thought_about_at_once() -> None:
    async with worker_pool(2) as two:
        assert None not in await asyncio.gather(*(ask(two) for _ in range(6)))
        assert len(children()) == 2


async def test_nothing_is_asked_of_a_closed_pool() -> None:
    async with worker_pool() as one:
        await one.close()
        assert await ask(one) is None


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
async def test_workers_do_not_outlive_a_server_that_is_killed() -> None:
    script = SERVER.format(slug=GAME.slug, view=msgspec.json.encode(to_json(SEEN)))
    server = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        script,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert server.stdout is not None
    async with asyncio.timeout(LONG):
        assert await server.stdout.readline() == b"thinking\n"
        (worker,) = psutil.Process(server.pid).children()
        server.kill()
        await server.wait()
    await until(lambda: not worker.is_running() or worker.status() == psutil.STATUS_ZOMBIE)


SERVER = """
import asyncio, json
from app.bot_workers.worker_pool import WorkerPool
async def main():
    one = WorkerPool(1, search_seconds=0.5)
    view = json.loads({view!r})
    searches = [asyncio.create_task(one.search({slug!r}, view, seed, 60)) for seed in range(9)]
    await searches[0]
    print("thinking", flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""


async def test_the_company_answers_at_once_and_better_later() -> None:
    async with worker_pool() as one:
        company = BotService(one)
        assert company.strengths == tuple(STRENGTHS)
        assert company.choose("sharp", GAME, SEEN, MOVES) in MOVES
        assert not children()
        assert await company.ponder("steady", GAME, SEEN, MOVES, LONG) is None
        assert not children()
        assert await company.ponder("sharp", GAME, SEEN, MOVES, LONG) in MOVES


async def test_moves_are_compared_in_the_same_imagined_deals() -> None:
    """Issue 38: what a hint counts. The same view leads to the same numbers."""
    async with worker_pool() as one:
        company = BotService(one)
        found = await company.compare(GAME, SEEN, MOVES, LONG)
        assert found is not None
        assert found.move in MOVES
        assert len(found.moves) == min(len(MOVES), 4)
        again = await company.compare(GAME, SEEN, MOVES, LONG)
        assert again is not None
        assert 0 < found.deals <= 40, "fewer where there is no time for all"
        shared = min(found.deals, again.deals)
        assert [paid[:shared] for paid in found.payoffs] == [
            paid[:shared] for paid in again.payoffs
        ]
        assert await company.compare(GAME, SEEN, MOVES[:1], LONG) is None


async def test_a_thought_that_cannot_end_in_time_is_not_begun() -> None:
    async with worker_pool() as one:
        assert await BotService(one).ponder("sharp", GAME, SEEN, MOVES, 0.06) is None
        assert not children()


@pytest.mark.skipif(cpu_count() < 2, reason="one processor is the server's and the workers'")
async def test_workers_leave_the_first_processor_to_the_server() -> None:
    pool = WorkerPool()
    try:
        assert await pool.search(GAME.slug, to_json(SEEN), 1, LONG) is not None
        (worker,) = [
            one
            for one in psutil.Process().children()
            if "app.bot_workers.worker" in " ".join(one.cmdline())
        ]
        assert worker.cpu_affinity() == sorted(os.sched_getaffinity(0))[1:]
        assert worker.nice() >= NICENESS
    finally:
        await pool.close()
