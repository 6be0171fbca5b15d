"""The proof `one-server`: the lock on a database is one server's, behind a pooler and when late.

PgBouncer is a real one. A starved server is one whose keeper's loop is kept from running. The
limits are five times shorter than in earnest.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from structlog.testing import capture_logs

from app.ops import lock_keeper
from app.ops.lock_keeper import LockKeeper, PooledDatabase
from app.store.database import server_lock
from app.store.database.server_lock import LockSession
from tests.ops import pgbouncer
from tests.prove.runner.planting import Plant, with_patch
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions
from tests.prove.runner.temp_server import temp_postgres

SILENCE: Final = 2
"""Seconds of silence that PostgreSQL bears here, and 10 in earnest."""
HANGS: Final = 8 * SILENCE
"""Seconds for which a holder hangs."""
LIMIT: Final = 60.0
"""Seconds for anything that must come, however busy the machine is."""
POOLS: Final = {
    "transaction": ("transaction",),
    "transaction, one session after the other": ("transaction", "server_round_robin = 1"),
    "transaction, one session": ("transaction", "default_pool_size = 1"),
}
ATTEMPTS: Final = 4
"""Servers that start through one pool, one after the other."""
NO_POOLER: Final = "PgBouncer is not installed (Debian: apt install pgbouncer)"


@contextmanager
def quick_limits() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server_lock, "SILENCE_LIMIT", SILENCE)
        patch.setattr(lock_keeper, "SILENCE_LIMIT", SILENCE)
        patch.setattr(lock_keeper, "HEARTBEAT", SILENCE / 5)
        patch.setattr(LockSession.prepare, "__defaults__", (SILENCE,))
        yield


def hold_up(keeper: LockKeeper, seconds: float) -> None:
    """Keeps the keeper's loop from running, as a machine does that gives it no processor.

    Then the keeper has its turn: it says twice that it lives, and has taken its limits anew.
    """
    assert keeper._loop is not None, "it runs"
    keeper._loop.call_soon_threadsafe(time.sleep, seconds)
    time.sleep(seconds)
    _wait_for_sign(keeper)
    _wait_for_sign(keeper)


def _wait_for_sign(keeper: LockKeeper) -> None:
    now = time.monotonic()
    wait_for(lambda: keeper._confirmed > now, 5)


def wait_for(condition: Callable[[], bool], seconds: float = LIMIT) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def try_pool(url: str) -> str | None:
    """A sentence where several servers start through this pool; None if each is refused."""
    keepers = [LockKeeper(url) for _ in range(ATTEMPTS)]
    holding, sentence = 0, ""
    entered: list[LockKeeper] = []
    try:
        for keeper in keepers:
            entered.append(keeper.__enter__())
            try:
                holding += keeper.wait(SILENCE)
            except PooledDatabase as refused:
                sentence = str(refused)
    finally:
        for keeper in entered:
            keeper.__exit__(None, None, None)
    if holding:
        return f"{holding} of {ATTEMPTS} servers took the database"
    return None if "PgBouncer" in sentence else f"the pooler is not named: {sentence!r}"


def starve(url: str) -> str | None:
    """A holder that is late more and more keeps the lock; its limits come back afterwards."""
    with quick_limits(), capture_logs() as logged, LockKeeper(url) as keeper:
        keeper.wait(LIMIT)
        for late in (SILENCE * 0.4, SILENCE * 0.4, SILENCE * 0.6):
            hold_up(keeper, late)
        hold_up(keeper, SILENCE * 1.5)
        lost = [line["event"] for line in logged if "lost" in line["event"]]
        if lost or not keeper.is_held():
            return f"a slow holder lost the lock: {lost}"
        keeper._delay.worst = 0.0
        if not wait_for(lambda: keeper._lease < 3 * SILENCE):
            return "the limits stay long on a machine that is quick again"
    return None


def hang(url: str) -> str | None:
    """A holder that hangs at once loses the lock within the limit, and hears of it."""
    with quick_limits(), LockKeeper(url) as keeper:
        keeper.wait(LIMIT)
        with LockKeeper(url) as other:
            if other.wait(0.0):
                return "two servers hold the lock"
            assert keeper._loop is not None, "it runs"
            keeper._loop.call_soon_threadsafe(time.sleep, HANGS)
            if not wait_for(lambda: other.ended, HANGS - 1):
                return "a holder that hangs keeps the lock"
            if keeper.is_held():
                return "both believe that they hold the lock"
            if not wait_for(lambda: keeper.lost is not None):
                return "who lost the lock never hears of it"
    return None


Attempt = Callable[[str], str | None]


def pool(name: str) -> Attempt:
    """Servers that start behind PgBouncer with these settings."""

    def attempt(url: str) -> str | None:
        mode, *settings = POOLS[name]
        with pgbouncer.pooled(url, mode, *settings) as pooled:
            return try_pool(pooled)

    return attempt


EVERYTHING: Final[dict[str, Attempt]] = {
    **{f"pool in {name} mode": pool(name) for name in POOLS},
    "starved": starve,
    "hanging": hang,
}


def run_attempts(options: RunOptions, *names: str) -> tuple[list[str], int]:
    """Faults, and the number of attempts."""
    faults: list[str] = []
    progress, count = Progress(options), 0
    with temp_postgres() as postgres:
        while not faults and (not count or not progress.over):
            for name in names or EVERYTHING:
                wrong = EVERYTHING[name](postgres.url)
                faults += [f"one-server: {name}: {wrong}"] if wrong else []
                count += 1
            progress.show(f"{count} attempts")
    return faults, count


def prove(options: RunOptions) -> Findings:
    if pgbouncer.program() is None:
        return Findings({}, impossible=NO_POOLER)
    faults, count = run_attempts(options)
    figure = (
        f"{len(faults)} faults in {count} attempts: {ATTEMPTS} servers on each of "
        f"{len(POOLS)} pools of PgBouncer, a starved holder, one that hangs"
    )
    return Findings({"P4": figure}, tuple(faults))


# -- planted faults


def trusts_any_session(patch: pytest.MonkeyPatch) -> None:
    """As it was: what the pooler's session says about the lock is believed."""

    async def believe(self: LockSession, second: LockSession) -> None:
        pass

    async def breathe(self: LockSession) -> None:
        await self._value("SELECT 1")

    patch.setattr(LockSession, "prove_own", believe)
    patch.setattr(LockSession, "confirm", breathe)


def fixed_limits(patch: pytest.MonkeyPatch) -> None:
    """As it was: the same limits on every machine."""
    patch.setattr(lock_keeper, "silence_limit", lambda _: server_lock.SILENCE_LIMIT)


def endless_patience(patch: pytest.MonkeyPatch) -> None:
    """Every holder counts as a slow one."""
    patch.setattr(lock_keeper, "silence_limit", lambda _: 60)


PLANTS: Final[dict[str, tuple[Plant, str]]] = {
    "any-session-is-trusted": (trusts_any_session, "pool in transaction mode"),
    "fixed-limits": (fixed_limits, "starved"),
    "endless-patience": (endless_patience, "hanging"),
}
"""Each with the attempt in which it shows."""


def planted(plant: Plant, attempt: str) -> PlantedFault:
    def look(options: RunOptions) -> Findings:
        if pgbouncer.program() is None:
            return Findings({}, impossible=NO_POOLER)
        return Findings({}, tuple(run_attempts(options, attempt)[0]))

    return PlantedFault("P4", with_patch(plant, look))


PROOF: Final = Proof(
    "one-server",
    ("P4",),
    "several servers start behind PgBouncer; a holder of the lock is starved, or hangs",
    prove,
    quick=0.1,
    planted={name: planted(*fault) for name, fault in PLANTS.items()},
)
