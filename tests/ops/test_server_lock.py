"""The lock on the database: one server serves, and a second one waits."""

import asyncio
import json
import os
import signal
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.error import HTTPError

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync import client as socket_client

from app.ops.lock_keeper import LockKeeper
from app.store.database.pools import Database
from app.table.ports import StoreAway
from tests.conftest import NewDatabase, NewServer, run
from tests.database import column, execute
from tests.ops.conftest import until
from tests.server_process import ForkedServer, ServerProcess

WAIT_LIMIT = 120.0
WAITING = "Another server is running on this database; this one waits as its standby."


def get(url: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(url, timeout=30) as response:
            return response.status, response.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()


class Standby:
    """A second server, which is waited for in a thread of its own until it is open."""

    def __init__(self, url: str, folder: Path) -> None:
        folder.mkdir()
        self.server = ForkedServer(folder, DATABASE_URL=url)
        self._opening = threading.Thread(target=self._open)

    def _open(self) -> None:
        with suppress(AssertionError):  # it ended before it was open
            self.server.start()

    def start(self) -> str:
        """The address at which it waits."""
        self._opening.start()
        until(lambda: "as its standby at" in self.printed, "no standby", WAIT_LIMIT)
        return self.printed.rpartition("standby at ")[2].split()[0]

    @property
    def printed(self) -> str:
        file = self.server.printed
        return file.read_text() if file.exists() else ""

    def end(self, message: signal.Signals = signal.SIGKILL) -> int:
        """Its exit status. Safe to repeat, and where it was never started."""
        if self._opening.ident is None:
            return 0
        if self.server.alive:
            os.kill(self.server.pid, message)
        until(lambda: not self.server.alive, "no end of the standby", WAIT_LIMIT)
        self._opening.join(WAIT_LIMIT)
        return self.server.stop()

    def wait_open(self) -> None:
        self._opening.join(WAIT_LIMIT)
        assert self.server.base_url, "the standby did not become the server"


@pytest.fixture
def servers(new_database: NewDatabase, tmp_path: Path) -> Iterator[tuple[ServerProcess, Standby]]:
    """The first server, open, and a second one that is not started yet."""
    url = new_database()
    first, second = ForkedServer(tmp_path, DATABASE_URL=url), Standby(url, tmp_path / "second")
    first.start()
    yield first, second
    first.kill()
    second.end()


# -- two servers


def test_a_second_server_takes_nobody_in_until_the_first_is_gone(
    servers: tuple[ServerProcess, Standby],
) -> None:
    first, second = servers
    address = second.start()
    assert get(f"{address}/healthz") == (200, '{"status":"alive"}')
    status, ready = get(f"{address}/readyz")
    assert status == 503
    assert WAITING in json.loads(ready)["why"]
    for path in ("/", "/api/rooms", "/static/css/base.css"):
        status, text = get(f"{address}{path}")
        assert (status, WAITING in text) == (503, True), path
    with pytest.raises(InvalidStatus, match="403"):
        socket_client.connect(f"ws{address.removeprefix('http')}/ws")
    assert f"process {first.pid} on" in second.printed
    assert get(f"{first.base_url}/")[0] == 200
    first.kill()
    second.wait_open()
    assert second.server.base_url == address
    assert get(f"{address}/")[0] == 200


@pytest.mark.slow
def test_a_frozen_server_loses_the_database_and_closes_when_it_goes_on(
    servers: tuple[ServerProcess, Standby],
) -> None:
    first, second = servers
    second.start()
    os.kill(first.pid, signal.SIGSTOP)
    try:
        second.wait_open()
    finally:
        os.kill(first.pid, signal.SIGCONT)
    until(lambda: not first.alive, "no end of the first server", WAIT_LIMIT)
    assert first.stop() == 1
    assert "Another process has this database: pecking-order server" in first.logged.read_text()
    assert get(f"{second.server.base_url}/")[0] == 200


def test_siblings_share_a_database_and_a_lone_server_waits_for_them(
    new_database: NewDatabase, new_server: NewServer, tmp_path: Path
) -> None:
    """Siblings are open together; an ordinary third one waits for both, or is told to stop."""
    url = new_database()
    shared = {"DATABASE_URL": url, "PECKING_ORDER_SIBLINGS_SECRET": "of-two-processes-together"}
    third = Standby(url, tmp_path / "three")
    with new_server(**shared) as one, new_server(**shared) as two:
        assert [get(f"{server.base_url}/")[0] for server in (one, two)] == [200, 200]
        try:
            assert get(f"{third.start()}/readyz")[0] == 503
            assert third.end(signal.SIGTERM) == 0, "a standby that is told to stop ends"
        finally:
            third.end()


# -- the keeper


HOLDER = """
SELECT pid FROM pg_locks
WHERE locktype = 'advisory' AND granted AND objid = x'2D737276'::int::oid
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
END_HOLDER = f"SELECT pg_terminate_backend(pid) FROM ({HOLDER}) AS holder"


def test_a_server_whose_session_is_cut_takes_the_lock_again(new_database: NewDatabase) -> None:
    url = new_database()
    with LockKeeper(url) as first:
        assert first.wait()
        former = run(column(url, HOLDER))
        run(execute(url, END_HOLDER))
        until(lambda: run(column(url, HOLDER)) not in ([], former), "no session", WAIT_LIMIT)
        until(first.is_held, "no lock", WAIT_LIMIT)
        assert first.lost is None
        with LockKeeper(url) as second:
            assert not second.wait(0)
            assert "pecking-order server" in second.holder


def test_a_lock_that_another_has_had_is_lost_for_good(new_database: NewDatabase) -> None:
    url, heard = new_database(), list[str]()
    with LockKeeper(url) as first:
        assert first.wait()
        first.on_lost(heard.append)
        run(execute(url, "UPDATE server_term SET term = term + 1", END_HOLDER))
        until(lambda: bool(heard), "no loss", WAIT_LIMIT)
        assert not first.is_held()
        assert heard == ["Another process has had this database in the meantime."]


def test_the_lock_is_free_once_its_keeper_has_left(new_database: NewDatabase) -> None:
    url = new_database()
    for _ in range(3):
        with LockKeeper(url) as one:
            assert one.wait()


async def test_the_next_owner_ends_the_sessions_of_the_former_one(
    new_database: NewDatabase,
) -> None:
    url, owned = new_database(), True
    former = Database(url, owns=lambda: owned)
    columns = "id, code, secret, game, listed, stage, people, state, state_version, created_at"
    statement = f"INSERT INTO rooms ({columns})"
    try:
        async with former.transaction() as connection:
            session = await connection.fetchval("SELECT pg_backend_pid()")
        with LockKeeper(url) as next_one:
            assert await asyncio.to_thread(next_one.wait)
            living = await asyncio.to_thread(
                run, column(url, f"SELECT 1 FROM pg_stat_activity WHERE pid = {session}")
            )
            assert living == []
            owned = False
            with pytest.raises(StoreAway, match="not ours"):
                async with former.transaction() as connection:
                    await connection.execute(f"{statement} SELECT")
    finally:
        await former.close()
