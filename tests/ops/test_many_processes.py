"""`--processes N`: several processes behind one address, which outlive each other."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.games import GAMES
from app.settings import ROOT
from tests.conftest import NewDatabase, run
from tests.database import column
from tests.server_process import ServerProcess
from tests.web.visitors import Visitor

ENDED = re.compile(r"Process (p\d) has ended and is started again")
OWNER = """
SELECT substring(name FROM 2)::int FROM rooms JOIN processes ON number = owner WHERE id = '{}'
"""


@pytest.fixture
def server(
    new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerProcess]:
    folder, url = tmp_path_factory.mktemp("many"), new_database()
    with ServerProcess(folder, DATABASE_URL=url, PECKING_ORDER_PROCESSES="2") as server:
        yield server


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(child) for child in found.split()]


def test_a_process_that_ends_is_started_again_and_its_table_goes_on(server: ServerProcess) -> None:
    assert "served by 2 processes" in server.printed.read_text()
    host = Visitor(server.base_url, GAMES[0].slug)
    room = host.open_room()
    with host.connect(room) as line:
        assert line.ask("say", text="before")["type"] == "done"
    [owner] = run(column(server.database_url, OWNER.format(room)))
    os.kill(children(server.pid)[owner - 1], signal.SIGKILL)
    host.say_once_there(room, "after")
    [next_owner] = run(column(server.database_url, OWNER.format(room)))
    assert next_owner != owner
    end = time.monotonic() + 60
    while not (again := ENDED.search(server.printed.read_text())):
        assert time.monotonic() < end, "it is not started again"
        time.sleep(0.1)
    assert again[1] == f"p{owner}"
    host.http.close()


def test_all_processes_end_with_their_parent(server: ServerProcess) -> None:
    were = children(server.pid)
    assert len(were) == 2
    assert server.stop() == 0
    assert not [pid for pid in were if Path(f"/proc/{pid}").exists()]


def test_friends_are_served_by_one_process() -> None:
    """A child would know neither the addresses nor the name that --friends has found."""
    asked = [sys.executable, "-m", "app", "serve", "--processes", "2", "--friends", "https://x.org"]
    ended = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "--friends serves with one process." in ended.stderr


def test_each_process_has_the_port_of_its_number_after_the_addresss(
    server: ServerProcess,
) -> None:
    rows = run(column(server.database_url, "SELECT name || ' ' || address FROM processes"))
    found = dict(row.split() for row in rows)
    wished = {f"p{number}": f"127.0.0.1:{server.port + number}" for number in (1, 2)}
    taken = "is taken" in server.logged.read_text()
    assert found == wished or taken, "another program's port is left to it"
