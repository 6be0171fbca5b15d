"""The proof `background`: each job of a server is killed by unexpected errors, and goes on.

The jobs are those of app/jobs.py, on a real database. Each in turn fails a few times, in all the
ways in which Python can fail, and then works again.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from itertools import product
from time import monotonic
from typing import Any, Final

import asyncpg
import httpx2
import pytest

import app.main as application
from app import jobs
from app.web.server import background
from app.web.server.background import Background, Job
from app.web.server.readiness import Readiness
from tests.prove.records.in_process_app import InProcessApp, running_app
from tests.prove.runner.planting import Plant, with_patch
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, Run, RunOptions
from tests.prove.runner.temp_server import temp_database

JOBS: Final = (
    "daily job",
    "disk space",
    "erased rows",
    "event lines",
    "expired logins",
    "hourly counts",
    "loop lag",
    "news and wrong passwords",
    "old objects",
    "ratings",
    "slow tables",
    "table notes",
)
ERRORS: Final[dict[str, Callable[[], BaseException]]] = {
    "our mistake": lambda: RuntimeError("a secret"),
    "the driver's": lambda: asyncpg.InternalClientError("a secret"),
    "the database's": lambda: asyncpg.PostgresConnectionError("a secret"),
    "cancelled": asyncio.CancelledError,
    "several": lambda: ExceptionGroup("a secret", [OSError(5, "a secret"), KeyError("a secret")]),
}
TIMES: Final = 3
"""Failures of a job, one after the other."""
QUICK: Final = 0.01
"""Seconds between two rounds, and until the first try after a failure."""
PATIENCE: Final = 0.3
"""Seconds that a round may take, longer than all that have something to do."""
LIMIT: Final = 60.0
"""Seconds for a job to fail or to work again, however busy the machine is."""


class Killer:
    """The jobs of one application; the chosen one fails while `left` lasts."""

    def __init__(self) -> None:
        self.victim, self.left, self.rounds = "", 0, 0
        self.error: Callable[[], BaseException] = RuntimeError
        self.names: tuple[str, ...] = ()

    def wrap(self, make: Callable[..., tuple[Job, ...]]) -> Any:
        def jobs(*arguments: Any) -> tuple[Job, ...]:
            made = make(*arguments)
            self.names = tuple(sorted(job.name for job in made))
            return tuple(self._killed(job) for job in made)

        return jobs

    def _killed(self, job: Job) -> Job:
        async def work() -> None:
            if job.name == self.victim and self.left:
                self.left -= 1
                raise self.error()
            if job.name == self.victim:
                self.rounds += 1
            elif job.name != "loop lag":
                return
            with suppress(TimeoutError):  # the ratings wait for a minute
                await asyncio.wait_for(job.work(), PATIENCE)

        return Job(job.name, work, every=QUICK)


@asynccontextmanager
async def killed_app(url: str) -> AsyncIterator[tuple[InProcessApp, Killer]]:
    """The application with impatient jobs."""
    killer = Killer()

    async def ready(self: Readiness) -> None:
        """This database does not write through to the disk, which is not what is asked."""

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(application, "background_jobs", killer.wrap(jobs.background_jobs))
        patch.setattr(background, "FIRST_WAIT", QUICK)
        patch.setattr(Readiness, "why_not", ready)
        async with running_app(url) as app:
            yield app, killer


async def kill(app: InProcessApp, killer: Killer, job: str, kind: str) -> str | None:
    """Lets the job fail; returns what was wrong, or None."""
    del app.logged[:]
    before = await failures(app, job)
    killer.rounds, killer.error, killer.victim = 0, ERRORS[kind], job
    killer.left = TIMES
    if not await come_true(lambda: killer.left == 0):
        return f"was tried {TIMES - killer.left} times"
    if not await come_true(lambda: killer.rounds > 0):
        return "was not done again"
    if not await come_true(lambda: "sound again" in repr(app.logged)):
        return "is never said to be sound again"
    said = [line for line in app.logged if "background job failed" in line and job in line]
    if len(said) != TIMES:
        return f"failed {TIMES} times, and {len(said)} lines say so"
    if "a secret" in repr(app.logged):
        return "told the words of an error"
    if not all("app.web.server.background:" in line for line in said):
        return "failed in a place that no line names"
    if await failures(app, job) != before + TIMES:
        return "failed, and no metric says so"
    return None


async def look_at_readiness(app: InProcessApp, killer: Killer, job: str) -> str | None:
    """While the job fails for good `/readyz` names it; afterwards it says nothing."""
    del app.logged[:]
    killer.error, killer.victim, killer.left = RuntimeError, job, 1_000_000
    try:
        if not await come_true(lambda: killer.left < 1_000_000):
            return "was not begun again"
        await asyncio.sleep(QUICK)
        answer = await ask(app, "/readyz")
        if answer.get("status") != "degraded" or f"{job} since 20" not in answer.get("why", ""):
            return f"fails, and /readyz says {answer}"
    finally:
        killer.left = 0
    if not await come_true(lambda: "sound again" in repr(app.logged)):
        return "is never said to be sound again"
    if (answer := await ask(app, "/readyz")) != {"status": "ready"}:
        return f"works again, and /readyz says {answer}"
    return None


async def ask(app: InProcessApp, path: str) -> dict[str, str]:
    answer: dict[str, str] = (await get(app, path)).json()
    return answer


async def failures(app: InProcessApp, job: str) -> float:
    text = (await get(app, "/metrics")).text
    name = f'pecking_order_job_failures_total{{job="{job}"}} '
    return next((float(line[len(name) :]) for line in text.split("\n") if line.startswith(name)), 0)


async def get(app: InProcessApp, path: str) -> httpx2.Response:
    async with app.visitor() as visitor:
        return await visitor.http.get(path)


async def come_true(condition: Callable[[], bool]) -> bool:
    end = monotonic() + LIMIT
    while not condition():
        if monotonic() > end:
            return False
        await asyncio.sleep(QUICK)
    return True


class Kills:
    """`faults` says what was wrong."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.count = 0

    async def run(self, url: str, progress: Progress) -> None:
        """Every job by every error, at least once."""
        async with killed_app(url) as (app, killer):
            if killer.names != JOBS:
                self.faults.append(f"background: the jobs are {', '.join(killer.names)}")
            while not self.faults and (not self.count or not progress.over):
                for job, kind in product(JOBS, ERRORS):
                    self._note(job, kind, await kill(app, killer, job, kind))
                    if self.faults:
                        return
                for job in JOBS:
                    self._note(job, "for good", await look_at_readiness(app, killer, job))
                progress.show(f"{self.count} failures")

    def _note(self, job: str, kind: str, wrong: str | None) -> None:
        self.count += 1
        if wrong is not None:
            self.faults.append(f"background: {job}, {kind}: {wrong}")


def run_kills(options: RunOptions) -> Kills:
    kills = Kills()
    with temp_database() as url:
        asyncio.run(kills.run(url, Progress(options)))
    return kills


def prove(options: RunOptions) -> Findings:
    kills = run_kills(options)
    figure = (
        f"{len(kills.faults)} faults in {kills.count} failures of {len(JOBS)} background jobs by "
        f"{len(ERRORS)} kinds of errors"
    )
    return Findings({"P18": figure}, tuple(kills.faults))


# -- planted faults


def ends_for_good(patch: pytest.MonkeyPatch) -> None:
    """As it was: a task that nobody watches, where the job catches what it expects."""

    async def once(self: Background, job: Job) -> None:
        while True:
            with suppress(OSError, asyncpg.PostgresError):
                await job.work()
            await asyncio.sleep(QUICK)

    patch.setattr(Background, "_run", once)
    patch.setattr("tests.prove.failures.background.LIMIT", 1.0)


def in_silence(patch: pytest.MonkeyPatch) -> None:
    """A failure is tried again, and nobody hears of it."""
    patch.setattr(Background, "_note_failure", lambda *_: None)
    patch.setattr("tests.prove.failures.background.LIMIT", 1.0)


def never_degraded(patch: pytest.MonkeyPatch) -> None:
    """It shows in what `/readyz` says, which is asked last."""
    patch.setattr(Background, "troubles", lambda _: None)
    patch.setattr("tests.prove.failures.background.ERRORS", {})


def with_its_words(patch: pytest.MonkeyPatch) -> None:
    """The line of the log quotes the error."""
    patch.setattr(background, "error_chain", lambda error: [repr(error), background.__name__ + ":"])


PLANTS: Final[dict[str, Plant]] = {
    "ends-for-good": ends_for_good,
    "fails-in-silence": in_silence,
    "never-degraded": never_degraded,
    "quotes-the-error": with_its_words,
}


def look(options: RunOptions) -> Findings:
    return Findings({}, tuple(run_kills(options).faults))


def planted(plant: Plant) -> PlantedFault:
    run: Run = with_patch(plant, look)
    return PlantedFault("P18", run)


PROOF: Final = Proof(
    "background",
    ("P18",),
    "each background job of a server fails by unexpected errors",
    prove,
    quick=0.1,
    planted={name: planted(plant) for name, plant in PLANTS.items()},
)
