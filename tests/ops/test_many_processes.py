"""`--processes N`: several processes behind one address, which outlive each other."""

import os
import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.games import GAMES
from app.store.database.server_lock import LIVES
from tests.conftest import NewDatabase, run
from tests.database import column
from tests.ops.called_command import called
from tests.ops.conftest import until
from tests.ops.test_commands import command
from tests.server_process import ServerProcess
from tests.web.visitors import Visitor

NAMED = re.compile(rb"PECKING_ORDER_PROCESS_NAME=(p\d+)")
LIVING = f"""
SELECT name || ' ' || address FROM processes WHERE {LIVES.format(number="number")}
"""
OWNER = "SELECT name FROM rooms JOIN processes ON number = owner WHERE id = '{}'"


@pytest.fixture(scope="module")
def started(
    new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerProcess]:
    folder, url = tmp_path_factory.mktemp("many"), new_database()
    with ServerProcess(folder, DATABASE_URL=url, PECKING_ORDER_PROCESSES="2") as server:
        yield server


@pytest.fixture
def server(started: ServerProcess) -> ServerProcess:
    """Both processes, which all tests share; one that stops them leaves the start to the next."""
    if not started.alive:
        started.start()
    until(lambda: len(living(started)) == 2, "they are not both there")
    return started


def living(server: ServerProcess) -> dict[str, str]:
    """The addresses of its processes by their names."""
    return dict(row.split() for row in run(column(server.database_url, LIVING)))


def children(pid: int) -> dict[str, int]:
    """The processes under this one by their names."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    named = {}
    for child in listed.split():
        with suppress(ProcessLookupError, FileNotFoundError):  # it has just ended
            if found := NAMED.search(Path(f"/proc/{child}/environ").read_bytes()):
                named[found[1].decode()] = int(child)
    return named


def test_a_process_that_ends_is_started_again_and_its_table_goes_on(server: ServerProcess) -> None:
    assert "served by 2 processes" in server.printed.read_text()
    host = Visitor(server.base_url, GAMES[0].slug)
    room = host.open_room()
    with host.connect(room) as line:
        assert line.ask("say", text="before")["type"] == "done"
    [owner] = run(column(server.database_url, OWNER.format(room)))
    os.kill(children(server.pid)[owner], signal.SIGKILL)
    host.say_once_there(room, "after")
    [next_owner] = run(column(server.database_url, OWNER.format(room)))
    assert next_owner != owner
    until(
        lambda: f"{owner} has ended and is started again" in server.printed.read_text(),
        "it is not started again",
    )
    host.http.close()


def test_each_process_has_the_port_of_its_number_after_the_addresss(
    server: ServerProcess,
) -> None:
    wished = {name: f"127.0.0.1:{server.port + int(name[1:])}" for name in children(server.pid)}
    taken = "is taken" in server.logged.read_text()
    assert living(server) == wished or taken, "another program's port is left to it"


def test_the_command_without_a_name_replaces_all_children_of_one_parent(
    server: ServerProcess,
) -> None:
    """Another is there before each one drains, so a table moves once; the address stays open."""
    before = living(server).keys()
    spare = next(name for name in ("p1", "p2", "p3") if name not in before)
    host = Visitor(server.base_url, GAMES[0].slug)
    room = host.open_room()
    with host.connect(room) as line:
        line.ask("say", text="before")
        done = called("drain", DATABASE_URL=server.database_url)
        assert done.returncode == 0, done.stderr
        told = [sentence.partition(" ") for sentence in done.stdout.splitlines()]
        assert [end for _, _, end in told] == ["gives its tables away.", "has ended."] * 2
        _, bye = line.receive_to_end()
        assert bye is not None
        assert bye["code"] == "moved"
    first, second = (name for name, _, end in told if end == "has ended.")
    assert {first, second} == before
    [owner] = run(column(server.database_url, OWNER.format(room)))
    assert living(server).keys() == {spare, first}, "they came in the places"
    assert owner in (spare, first)
    host.say_once_there(room, "after")
    host.http.close()


def test_all_processes_end_with_their_parent(server: ServerProcess) -> None:
    until(lambda: len(children(server.pid)) == 2, "a former one is still there")
    were = children(server.pid)
    assert server.stop() == 0
    assert not [pid for pid in were.values() if Path(f"/proc/{pid}").exists()]


def test_friends_are_served_by_one_process() -> None:
    """A child would know neither the addresses nor the name that --friends has found."""
    ended = command("serve", "--processes", "2", "--friends", "https://x.org")
    assert ended.returncode == 1
    assert "--friends serves with one process." in ended.stderr
