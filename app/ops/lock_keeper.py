"""The keeper of the server's locks: a thread that takes them, watches them and tells of their loss.

A thread, since it lasts while migrations, the standby and the server each run a loop of their own.

A server alone has the database's lock for itself. Siblings, the processes of one database, share
it; whoever finds a schema that has to be migrated first wants it alone, so it waits until none
runs, and shares it afterwards. Each has its own number, and one of them at a time leads.

| it is | its session ends | another has the database | it is asked to leave |
|---|---|---|---|
| waiting | it opens another | it waits on | ended |
| holding | losing: it asks again, and leads no more | cannot be | ended |
| losing | as it is | lost, for good; ended | ended |
"""

import asyncio
import secrets
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from types import TracebackType
from typing import Final

import structlog

from app.ops.database import Unreachable, connect, without_password
from app.ops.loop_delay import LoopDelay
from app.store.database.server_lock import (
    LEADER,
    SILENCE_LIMIT,
    LockSession,
    SharedSession,
    session_name,
    silence_limit,
)
from app.table.ports import StoreAway
from app.text.error_chain import error_chain

HEARTBEAT: Final = 2.0
"""Seconds between two signs of life."""
LEASE: Final = 0.6
"""The part of the silence that PostgreSQL bears for which a sign of life counts."""
GRACE: Final = 1.0
"""Seconds for which a holder that was just killed may still seem to live."""
ASK_EVERY: Final = 1.0
RETRY_EVERY: Final = 0.1

log = structlog.get_logger(__name__)


class DatabaseInUse(Exception):
    """A server holds the database; the message says which, and what to do."""


class PooledDatabase(Unreachable):
    """The address is that of a pooler, with which two servers would both hold the lock."""

    def __init__(self, url: str) -> None:
        super().__init__(
            f"At {without_password(url)} answers a connection pooler that lets several programs "
            "use one database session, like PgBouncer in transaction mode. Two servers would both "
            "take the database for theirs, so this one does not start. Give it the address of "
            "PostgreSQL itself, or a pool with pool_mode = session."
        )


class LockLost(Exception):
    """Another process has had the database while this one was cut off from it."""


class LockKeeper:
    """Asks for the lock from entering the context on, and returns it on leaving."""

    def __init__(
        self,
        url: str,
        role: str = "server",
        may_share: Callable[[], Awaitable[bool]] | None = None,
    ) -> None:
        """`may_share` for one of several processes: whether the schema is as this one needs it."""
        self._url = url
        self._name = session_name(role)
        self._may_share = may_share
        self._alone = False
        """The database's lock is held for ourselves, and not shared."""
        self._is_ready = False
        self._leads = self._resigned = False
        self.number = 1 + secrets.randbelow(2**31 - 1)
        """The process's own, which it keeps until it ends."""
        self._thread = threading.Thread(target=self._run, name="server lock", daemon=True)
        self._answered, self._settled = threading.Event(), threading.Event()
        self._lost_event = threading.Lock()
        self._on_lost: Callable[[str], None] | None = None
        self._error: BaseException | None = None
        self._confirmed, self._lease = float("-inf"), LEASE * SILENCE_LIMIT
        self._delay = LoopDelay()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self.lost: str | None = None
        """The sentence that says who has taken the lock from us."""
        self.holder = ""
        """The session that has the lock while we wait for it."""

    def __enter__(self) -> "LockKeeper":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._loop is not None and self._task is not None:
            with suppress(RuntimeError):  # the loop has ended by itself
                self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(2)

    @property
    def taken(self) -> bool:
        """True once the lock was ours. Raises what made the attempt fail."""
        if self._error is not None:
            raise self._error
        return self._settled.is_set()

    @property
    def ended(self) -> bool:
        """True once waiting has come to an end: the lock is ours, or the attempt has failed."""
        return self._settled.is_set()

    def wait(self, seconds: float = GRACE) -> bool:
        """True if the lock becomes ours within this many seconds of the first answer.

        Raises Unreachable.
        """
        self._answered.wait()
        self._settled.wait(seconds)
        return self.taken

    def is_held(self) -> bool:
        """True while nobody else can have the lock, even if this process was frozen until now."""
        return monotonic() < self._confirmed + self._lease

    def leads(self) -> bool:
        """True while this process alone does what is done once for all of them."""
        return self._leads and not self._resigned and self.is_held()

    def resign(self) -> None:
        """Leads no more, from now on; another can within two seconds. From any thread."""
        self._resigned = True

    def share(self) -> None:
        """Lets siblings in: the schema is as this process needs it. Call once, from any thread."""
        self._is_ready = True

    def on_lost(self, call: Callable[[str], None]) -> None:
        """`call` hears of the loss once, on another thread; at once where it has happened."""
        with self._lost_event:
            self._on_lost = call
            if self.lost is not None:
                call(self.lost)

    def _run(self) -> None:
        try:
            asyncio.run(self._keep())
        except asyncio.CancelledError:
            pass
        except BaseException as error:  # broad: the thread that waits for us raises it again
            self._error = error
            if self._settled.is_set():
                self._lose(f"The lock on the database is lost: {error}")
        finally:
            self._confirmed = float("-inf")
            self._settled.set()
            self._answered.set()

    async def _keep(self) -> None:
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        try:
            async with self._delay:
                await self._hold()
        except SharedSession:
            raise PooledDatabase(self._url) from None

    async def _hold(self) -> None:
        session, term = await self._acquire()
        while True:
            try:
                await self._watch(session)
            finally:
                self._confirmed, self._leads = float("-inf"), False
                await session.close()
            log.warning("lock on the database lost, asking again")
            again = await self._regain(session.pid, term)
            if again is None:
                return
            session = again

    async def _open(self, patience: float = 0.0) -> LockSession:
        session = LockSession(await connect(self._url, patience))
        try:
            await session.prepare(self._name, silence_limit(self._delay.worst))
        except BaseException:
            await session.close()
            raise
        return session

    async def _acquire(self) -> tuple[LockSession, int]:
        """Waits until nobody has the lock. Raises Unreachable while it was never reached."""
        session = await self._open(patience=20.0)
        asked = 0
        while True:
            try:
                since = monotonic()
                if await self._take(session):
                    await self._prove_own(session)
                    if self._alone:
                        await session.end_former_server()
                        term = await session.new_term()
                    else:
                        term = await session.shared_term()
                    self._confirm(session, since)
                    self._settled.set()
                    self._answered.set()
                    return session, term
                holders = (await session.holders()).values()
                self.holder = ", ".join(holders) or self.holder or "one that is about to close"
                self._answered.set()
                asked += 1
                await asyncio.sleep(RETRY_EVERY if asked < GRACE / RETRY_EVERY else ASK_EVERY)
            except StoreAway as away:
                log.warning("lock on the database cannot be taken", error=error_chain(away))
                await session.close()
                await asyncio.sleep(ASK_EVERY)
                session = await self._reopen()
            except BaseException:
                await session.close()
                raise

    async def _take(self, session: LockSession) -> bool:
        """True if the lock of the database, and that of this process, are ours now."""
        shared = await self._shares()
        if not await session.try_lock(shared):
            return False
        self._alone = not shared
        return await session.try_number(self.number)

    async def _shares(self) -> bool:
        """True if other processes may have the database as well."""
        return self._may_share is not None and await self._may_share()

    async def _prove_own(self, session: LockSession) -> None:
        """Raises SharedSession where a second session is not kept out; see decision 281."""
        second = LockSession(await connect(self._url, 0.0))
        try:
            await session.prove_own(second)
        finally:
            await second.close()

    def _confirm(self, session: LockSession, since: float) -> None:
        """The session has answered to what was asked at `since`."""
        self._confirmed, self._lease = since, LEASE * session.silence_limit

    async def _reopen(self) -> LockSession:
        while True:
            try:
                return await self._open()
            except (StoreAway, Unreachable):
                await asyncio.sleep(RETRY_EVERY)

    async def _watch(self, session: LockSession) -> None:
        """Returns when the session has ended."""
        while not session.closed.is_set():
            sent = monotonic()
            try:
                await session.confirm()
                self._confirm(session, sent)
                if self._alone and self._may_share is not None and self._is_ready:
                    await session.try_lock(shared=True)
                    await session.unlock()
                    self._alone = False
                if self._resigned and self._leads:
                    await session.unlock_number(LEADER)
                    self._leads = False
                elif not self._leads and not self._resigned:
                    self._leads = await session.try_number(LEADER)
                if (limit := silence_limit(self._delay.worst)) != session.silence_limit:
                    self._lease = min(self._lease, LEASE * limit)
                    await session.limit_silence(limit)
            except StoreAway:
                return
            with suppress(TimeoutError):
                await asyncio.wait_for(session.closed.wait(), HEARTBEAT)

    async def _regain(self, former: int, term: int) -> LockSession | None:
        """A session with the lock, if nobody has had it since; else None."""
        while True:
            session = await self._reopen()
            try:
                sent = monotonic()
                if await self._take(session):
                    if await session.term() == term:
                        self._confirm(session, sent)
                        log.warning("lock on the database regained")
                        return session
                    self._lose("Another process has had this database in the meantime.")
                    return None
                holders = await session.holders()
                if former in holders:
                    await session.end_session(former)
                elif holders and not await self._shares():
                    self._lose(f"Another process has this database: {', '.join(holders.values())}.")
                    return None
            except StoreAway:
                pass
            finally:
                if not self.is_held():
                    await session.close()
            await asyncio.sleep(RETRY_EVERY)

    def _lose(self, reason: str) -> None:
        log.error("lock on the database lost to another", reason=reason)
        with self._lost_event:
            self.lost = reason
            if self._on_lost is not None:
                self._on_lost(self.lost)


@contextmanager
def exclusive_database(url: str, role: str) -> Iterator[None]:
    """The database without any server, as long as the context lasts.

    Raises DatabaseInUse, Unreachable.
    """
    with LockKeeper(url, role) as keeper:
        if not keeper.wait():
            raise DatabaseInUse(
                f"A server is running on this database: {keeper.holder}. Stop it and every "
                f"standby, then try again. Nothing was changed."
            )
        yield
        if keeper.lost is not None:
            raise LockLost(keeper.lost)
