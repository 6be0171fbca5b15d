"""The server's locks: a PostgreSQL session whose advisory locks say who uses a database.

One lock is the database's: a server alone has it for itself, and its processes share
it. One is the process's own: it lives exactly while that lock is held. One is the leader's.

PostgreSQL gives the lock back when the session ends, however its process ended. See decision 195.
"""

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any, Final

import asyncpg

from app.store.database.connections import SERVER_SESSIONS, raising_store_away
from app.table.ports import StoreAway

KEY: Final = 0x7065636B2D737276
"""The number of the advisory lock: "peck-srv"."""
PROCESSES: Final = 0x7065636B
"""The class of the advisory locks of processes, by their numbers: "peck"."""
LEADER: Final = 0
"""The number in that class that the leader holds as well."""
SILENCE_LIMIT: Final = 10
"""Seconds after which PostgreSQL ends a session that says nothing, that of a frozen server."""
LONGEST_SILENCE: Final = 60
"""Seconds of the same for a server whose loop was late, which it says while it still speaks."""
PER_DELAY: Final = 10
"""Seconds by which each limit grows for one second of delay."""
STATEMENT_LIMIT: Final = 4.0
"""Seconds that one of these statements may take, longer where the loop was late."""
SLOW: Final = 5
"""Seconds of silence that are told; a sound holder speaks every two."""
PROBES: Final = 3
"""Questions after which a session that is the same each time counts as our own."""

LIVES: Final = f"""
EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND classid = {PROCESSES} AND objid::bigint = {{number}})
"""  # noqa: S608  a constant of ours
"""True for the number of a process that lives; to be formatted with `number`."""

_TRY: Final = "SELECT pg_try_advisory_lock($1)"
_TRY_NUMBER: Final = "SELECT pg_try_advisory_lock($1, $2)"
_UNLOCK: Final = "SELECT pg_advisory_unlock($1)"
_UNLOCK_NUMBER: Final = "SELECT pg_advisory_unlock($1, $2)"
_BACKEND: Final = "SELECT pg_backend_pid()"
_TRY_SHARED: Final = "SELECT pg_try_advisory_lock_shared($1)"
_HOLDERS: Final = """
SELECT pid, application_name AS name, host(client_addr) AS address,
    extract(epoch FROM clock_timestamp() - state_change)::int AS silent
FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE locktype = 'advisory' AND granted AND objsubid = 1
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND (classid::bigint << 32) + objid::bigint = $1 AND pid <> pg_backend_pid()
"""
_END_SESSIONS: Final = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND usename = current_user AND application_name = $1
"""
_FIRST_TERM: Final = """
CREATE TABLE IF NOT EXISTS public.server_term (term bigint NOT NULL);
INSERT INTO public.server_term SELECT 0 WHERE NOT EXISTS (SELECT FROM public.server_term)
"""
_NEW_TERM: Final = f"{_FIRST_TERM}; UPDATE public.server_term SET term = term + 1"  # noqa: S608  ours
_TERM: Final = "SELECT max(term) FROM public.server_term"


class SharedSession(Exception):
    """Not PostgreSQL answers but a pooler, which lets others use the same session.

    A lock of that session is nobody's.
    """


def silence_limit(delay: float) -> int:
    """The limit in seconds for a process whose loop was late by `delay` seconds."""
    return min(LONGEST_SILENCE, SILENCE_LIMIT + int(PER_DELAY * delay))


def session_name(role: str) -> str:
    """The name that `pg_stat_activity` shows; PostgreSQL cuts it after 63 characters."""
    return f"pecking-order {role}, process {os.getpid()} on {socket.gethostname()}"[:63]


def _silence(seconds: int | None) -> str:
    """The silence of a holder in words, which tells one that hangs from one that is slow."""
    return f", silent for {seconds} s" if seconds is not None and seconds >= SLOW else ""


class LockSession:
    """A session that asks for the lock. Every method may raise StoreAway, and the lock is gone."""

    def __init__(self, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        self._connection = connection
        self.closed = asyncio.Event()
        connection.add_termination_listener(lambda _: self.closed.set())
        self.pid = 0
        """The number of PostgreSQL's session; what the driver was told may be a pooler's."""
        self.silence_limit = SILENCE_LIMIT
        """Seconds of silence after which PostgreSQL ends this session."""

    async def prepare(self, name: str, silence: int = SILENCE_LIMIT) -> None:
        """Names the session and limits its silence."""
        self.pid = int(await self._value(_BACKEND))
        await self._set("application_name", name)
        await self._set("client_min_messages", "warning")
        await self.limit_silence(silence)

    async def limit_silence(self, seconds: int) -> None:
        """Tells PostgreSQL how long to wait for this process. We never count on more."""
        self.silence_limit = min(self.silence_limit, seconds)
        await self._set("statement_timeout", f"{self._patience:.0f}s")
        await self._set("idle_session_timeout", f"{seconds}s")
        self.silence_limit = seconds

    @property
    def _patience(self) -> float:
        """Seconds that a statement may take."""
        return STATEMENT_LIMIT + self.silence_limit - SILENCE_LIMIT

    async def _set(self, setting: str, value: str) -> None:
        await self._value("SELECT set_config($1, $2, false)", setting, value)

    async def _value(self, statement: str, *values: object) -> Any:
        async with self._asking():
            return await self._connection.fetchval(statement, *values, timeout=self._patience)

    @asynccontextmanager
    async def _asking(self) -> AsyncIterator[None]:
        """Raises StoreAway, and SharedSession where a prepared statement is another session's."""
        try:
            with raising_store_away():
                yield
        except asyncpg.DuplicatePreparedStatementError:
            raise SharedSession from None
        except StoreAway as away:
            if isinstance(away.__cause__, asyncpg.InvalidSQLStatementNameError):
                raise SharedSession from None
            raise

    async def try_lock(self, shared: bool) -> bool:
        """True if the lock is ours now. Sessions that ask `shared` may have it together."""
        return bool(await self._value(_TRY_SHARED if shared else _TRY, KEY))

    async def try_number(self, number: int) -> bool:
        """True if the lock of that process, or of the leader, is ours now.

        Ask once for each session: PostgreSQL counts how often one has a lock.
        """
        return bool(await self._value(_TRY_NUMBER, PROCESSES, number))

    async def unlock_number(self, number: int) -> None:
        """Gives that lock back once."""
        await self._value(_UNLOCK_NUMBER, PROCESSES, number)

    async def prove_own(self, second: "LockSession") -> None:
        """Raises SharedSession unless the lock that this session holds keeps the `second` out.

        The second one must not get the lock, must see that this one has it, and must not take its
        place in a pooler while it is busy.
        """
        try:
            async with second.busy():
                if await second.try_lock(shared=False):
                    await second.unlock()
                    raise SharedSession
                if self.pid not in await second.holders():
                    raise SharedSession
                await self.confirm()
            for _ in range(PROBES):
                await self.confirm()
        except SharedSession:
            with suppress(StoreAway, SharedSession):
                await self.unlock()  # the session may outlive us in a pool
            raise

    @asynccontextmanager
    async def busy(self) -> AsyncIterator[None]:
        """A transaction, for which a pooler has to give us a session of its own."""
        async with self._asking(), self._connection.transaction():
            yield

    async def unlock(self) -> None:
        """Gives the lock back once."""
        await self._value(_UNLOCK, KEY)

    async def confirm(self) -> None:
        """Shows that the session lives, and tells PostgreSQL that this process does."""
        if await self._value(_BACKEND) != self.pid:
            raise SharedSession

    async def holders(self) -> dict[int, str]:
        """The other sessions that have the lock: a description of each, by session number."""
        async with self._asking():
            rows = await self._connection.fetch(_HOLDERS, KEY, timeout=self._patience)
        return {
            row["pid"]: f"{row['name'] or 'a session of another role'} "
            f"(database session {row['pid']}, from {row['address'] or 'the database machine'}"
            f"{_silence(row['silent'])})"
            for row in rows
        }

    async def end_session(self, pid: int) -> None:
        """Ends a former session of this process that PostgreSQL still takes for alive."""
        await self._value("SELECT pg_terminate_backend($1)", pid)

    async def end_former_server(self) -> None:
        """Ends every session in which a former server reads and writes, and waits for that.

        A frozen one that goes on can then write nothing; see Database about new sessions.
        """
        end = monotonic() + self._patience
        async with self._asking():
            while await self._connection.fetch(
                _END_SESSIONS, SERVER_SESSIONS, timeout=self._patience
            ):
                if monotonic() > end:
                    raise TimeoutError("the sessions of the former server do not end")
                await asyncio.sleep(0.02)

    async def new_term(self) -> int:
        """Counts one more that has the lock alone; the number is this one's."""
        return await self._term_after(_NEW_TERM)

    async def shared_term(self) -> int:
        """The number of the last one that had the lock alone, before those that share it."""
        return await self._term_after(_FIRST_TERM)

    async def _term_after(self, statements: str) -> int:
        async with self._asking():
            await self._connection.execute(statements, timeout=self._patience)
        return int(await self._value(_TERM))

    async def term(self) -> int | None:
        """The number of the last one that had the lock alone.

        None after somebody has emptied the database.
        """
        found: int | None = await self._value(_TERM)
        return found

    async def close(self) -> None:
        """Cuts the connection. Never raises."""
        self._connection.terminate()
        await asyncio.sleep(0)  # the loop closes the socket after this turn
