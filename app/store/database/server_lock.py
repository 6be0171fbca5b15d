"""The server's lock: a PostgreSQL session whose advisory lock lets one server use a database.

PostgreSQL gives the lock back when the session ends, however its process ended. See decision 195.
"""

import asyncio
import os
import socket
from time import monotonic
from typing import Final

import asyncpg

from app.store.database.connections import SERVER_SESSIONS, raising_store_away

KEY: Final = 0x7065636B2D737276
"""The number of the advisory lock: "peck-srv"."""
SILENCE_LIMIT: Final = 10
"""Seconds after which PostgreSQL ends a session that says nothing, that of a frozen server."""
STATEMENT_LIMIT: Final = 4.0
"""Seconds that one of these statements may take."""

_TRY: Final = "SELECT pg_try_advisory_lock($1)"
_TRY_SHARED: Final = "SELECT pg_try_advisory_lock_shared($1)"
_HOLDERS: Final = """
SELECT pid, application_name AS name, host(client_addr) AS address
FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE locktype = 'advisory' AND granted AND objsubid = 1
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND (classid::bigint << 32) + objid::bigint = $1 AND pid <> pg_backend_pid()
"""
_END_SESSIONS: Final = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND usename = current_user AND application_name = $1
"""
_NEW_TERM: Final = """
CREATE TABLE IF NOT EXISTS public.server_term (term bigint NOT NULL);
INSERT INTO public.server_term SELECT 0 WHERE NOT EXISTS (SELECT FROM public.server_term);
UPDATE public.server_term SET term = term + 1
"""
_TERM: Final = "SELECT max(term) FROM public.server_term"


def session_name(role: str) -> str:
    """The name that `pg_stat_activity` shows; PostgreSQL cuts it after 63 characters."""
    return f"pecking-order {role}, process {os.getpid()} on {socket.gethostname()}"[:63]


class LockSession:
    """A session that asks for the lock. Every method may raise StoreAway, and the lock is gone."""

    def __init__(self, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        self._connection = connection
        self.closed = asyncio.Event()
        connection.add_termination_listener(lambda _: self.closed.set())
        self.pid: int = connection.get_server_pid()

    async def prepare(self, name: str) -> None:
        """Names the session and limits its silence."""
        settings = {
            "application_name": name,
            "idle_session_timeout": f"{SILENCE_LIMIT}s",
            "statement_timeout": "4s",
            "client_min_messages": "warning",
        }
        async with raising_store_away():
            for setting, value in settings.items():
                await self._connection.execute(
                    "SELECT set_config($1, $2, false)", setting, value, timeout=STATEMENT_LIMIT
                )

    async def try_lock(self, shared: bool) -> bool:
        """True if the lock is ours now. Sessions that ask `shared` may have it together."""
        statement = _TRY_SHARED if shared else _TRY
        async with raising_store_away():
            return bool(await self._connection.fetchval(statement, KEY, timeout=STATEMENT_LIMIT))

    async def confirm(self) -> None:
        """Shows that the session lives, and tells PostgreSQL that this process does."""
        async with raising_store_away():
            await self._connection.fetchval("SELECT 1", timeout=STATEMENT_LIMIT)

    async def holders(self) -> dict[int, str]:
        """The other sessions that have the lock: a description of each, by session number."""
        async with raising_store_away():
            rows = await self._connection.fetch(_HOLDERS, KEY, timeout=STATEMENT_LIMIT)
        return {
            row["pid"]: f"{row['name'] or 'a session of another role'} "
            f"(database session {row['pid']}, from {row['address'] or 'the database machine'})"
            for row in rows
        }

    async def end_session(self, pid: int) -> None:
        """Ends a former session of this process that PostgreSQL still takes for alive."""
        async with raising_store_away():
            await self._connection.execute(
                "SELECT pg_terminate_backend($1)", pid, timeout=STATEMENT_LIMIT
            )

    async def end_former_server(self) -> None:
        """Ends every session in which a former server reads and writes, and waits for that.

        A frozen one that goes on can then write nothing; see Database about new sessions.
        """
        end = monotonic() + STATEMENT_LIMIT
        async with raising_store_away():
            while await self._connection.fetch(
                _END_SESSIONS, SERVER_SESSIONS, timeout=STATEMENT_LIMIT
            ):
                if monotonic() > end:
                    raise TimeoutError("the sessions of the former server do not end")
                await asyncio.sleep(0.02)

    async def new_term(self) -> int:
        """Counts one more holder of the lock; the number is this one's."""
        async with raising_store_away():
            await self._connection.execute(_NEW_TERM, timeout=STATEMENT_LIMIT)
            return int(await self._connection.fetchval(_TERM, timeout=STATEMENT_LIMIT))

    async def term(self) -> int | None:
        """The number of the last holder; None after somebody has emptied the database."""
        async with raising_store_away():
            found: int | None = await self._connection.fetchval(_TERM, timeout=STATEMENT_LIMIT)
        return found

    async def close(self) -> None:
        """Cuts the connection. Never raises."""
        self._connection.terminate()
        await asyncio.sleep(0)  # the loop closes the socket after this turn
