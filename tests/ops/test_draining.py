"""A process that drains gives its tables to its siblings, one by one, and ends."""

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from app.games import GAMES
from tests.conftest import NewDatabase, NewServer, run
from tests.database import column
from tests.ops.called_command import called
from tests.ops.conftest import SECRET, until
from tests.server_process import ServerProcess
from tests.web.visitors import Visitor

OWNER = "SELECT name FROM rooms JOIN processes ON number = owner WHERE rooms.id = '{}'"


class Siblings:
    """Processes that share a database, by the names that they have in it."""

    def __init__(self, url: str, new_server: NewServer, stack: ExitStack) -> None:
        self.url, self._new_server, self.stack = url, new_server, stack

    def start(self, name: str, module: str = "tests.ops.short_notice") -> ServerProcess:
        server = self._new_server(
            module,
            DATABASE_URL=self.url,
            PECKING_ORDER_SIBLINGS_SECRET=SECRET,
            PECKING_ORDER_PROCESS_NAME=name,
        )
        return self.stack.enter_context(server)

    def visitor(self, server: ServerProcess, same: Visitor | None = None) -> Visitor:
        made = Visitor(server.base_url, GAMES[0].slug)
        self.stack.callback(made.http.close)
        if same is not None:
            made.http.cookies.update(same.http.cookies)
        return made

    def owner(self, room: str) -> str | None:
        return next(iter(run(column(self.url, OWNER.format(room)))), None)


@pytest.fixture
def siblings(new_database: NewDatabase, new_server: NewServer) -> Iterator[Siblings]:
    with ExitStack() as stack:
        yield Siblings(new_database(), new_server, stack)


@contextmanager
def told_to_stop(server: ServerProcess) -> Iterator[None]:
    """The server is told to stop; at the end of the block it has."""
    ends: list[int] = []
    stopping = threading.Thread(target=lambda: ends.append(server.stop()))
    stopping.start()
    yield
    stopping.join()
    assert ends == [0]


def test_a_table_has_its_next_owner_before_its_people_are_sent_away(siblings: Siblings) -> None:
    one, two = siblings.start("p1"), siblings.start("p2")
    host = siblings.visitor(one)
    room = host.open_room()
    with host.connect(room) as line:
        line.ask("say", text="before")
        assert siblings.owner(room) == "p1"
        with told_to_stop(one):
            code, bye = line.receive_to_end()
            assert siblings.owner(room) == "p2", "wherever they come back, they are led there"
            assert code == 1012
            assert bye is not None
            assert (bye["code"], bye["at"], bye["retry_in"] <= 250) == ("moved", "p2", True)
            with host.connect(room) as back:
                assert "before" in json.dumps(back.receive_until("chat")), "led on to the heir"
                assert back.ask("say", text="after")["type"] == "done"
    assert siblings.owner(room) == "p2"
    siblings.visitor(two, host).say_once_there(room, "and here")


def test_a_process_that_drains_opens_no_table_and_is_not_ready(siblings: Siblings) -> None:
    """A lesson, which lives in its memory alone, stays there to the end."""
    one, _ = siblings.start("p1"), siblings.start("p2")
    host, guest, learner = (siblings.visitor(one) for _ in range(3))
    room = host.open_room()
    with host.connect(room) as line:
        secret = line.receive_until("room")["secret"]
    taught = next(game.slug for game in GAMES if game.lessons)
    answer = learner.post("/lessons", {"name": "Lea", "game": taught})
    lesson = answer.headers["location"].rpartition("/")[2].removesuffix("#deal")
    taught_to_the_end = siblings.stack.enter_context(learner.connect(lesson))
    taught_to_the_end.receive_until("room")
    with told_to_stop(one):
        until(lambda: "gives its tables" in guest.get("/readyz").text, "it does not drain")
        assert guest.get("/readyz").status_code == 503
        new = guest.open_room("Nora")
        with guest.connect(new) as passed:
            passed.receive_until("room")
        assert siblings.owner(new) == "p2"
        later = siblings.visitor(one)
        until(lambda: later.join(secret).status_code == 303, "nobody joins")  # 503: it is given now
        until(lambda: siblings.owner(room) == "p2", "the table is not given")
        with learner.connect(lesson) as again:
            again.receive_until("room")
        assert one.alive
        taught_to_the_end.socket.close()


def test_tables_go_to_the_process_that_started_last_and_from_that_to_any(
    siblings: Siblings,
) -> None:
    """So a table moves once where one process after the other is replaced."""
    one, _, three = siblings.start("p1"), siblings.start("p2"), siblings.start("p3")
    hosts = [siblings.visitor(one) for _ in range(2)]
    rooms = [host.open_room() for host in hosts]
    for leaving, heir in ((one, "p3"), (three, "p2")):
        with ExitStack() as stack:
            here = [siblings.visitor(leaving, host) for host in hosts]
            lines = [
                stack.enter_context(host.connect(room))
                for host, room in zip(here, rooms, strict=True)
            ]
            for line in lines:
                line.receive_until("room")
            with told_to_stop(leaving):
                for line in lines:
                    line.receive_to_end()
        assert {siblings.owner(room) for room in rooms} == {heir}


def test_the_command_drains_one_process_by_its_name(siblings: Siblings) -> None:
    one, _ = siblings.start("p1"), siblings.start("p2")
    host = siblings.visitor(one)
    room = host.open_room()
    with host.connect(room) as line:
        line.receive_until("room")
        wrong = called("drain", "p9", DATABASE_URL=siblings.url)
        assert wrong.returncode == 1
        assert "There is no process p9 to drain. There are p1, p2." in wrong.stderr
        done = called("drain", "p1", DATABASE_URL=siblings.url)
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines() == ["p1 gives its tables away.", "p1 has ended."]
        assert line.receive_to_end()[0] == 1012
    assert one.stop() == 0, "it has ended, or is about to"
    assert siblings.owner(room) == "p2"


def test_with_nobody_to_take_its_tables_a_process_closes_at_once(siblings: Siblings) -> None:
    one = siblings.start("p1")
    host = siblings.visitor(one)
    with host.connect(host.open_room()) as line:
        line.receive_until("room")
        began = time.monotonic()
        with told_to_stop(one):
            _, bye = line.receive_to_end()
        assert bye is not None
        assert (bye["code"], 0 < bye["retry_in"] < 60_000) == ("restart", True)
        assert time.monotonic() - began < 20
    assert "no process" in called("drain", DATABASE_URL=siblings.url).stderr.lower()


def test_a_second_signal_closes_it_at_once(siblings: Siblings) -> None:
    one, _ = siblings.start("p1", "app"), siblings.start("p2")
    host = siblings.visitor(one)
    with host.connect(host.open_room()) as line:
        line.receive_until("room")
        os.kill(one.pid, signal.SIGTERM)
        time.sleep(0.5)
        with told_to_stop(one):
            _, bye = line.receive_to_end()
        assert bye is not None
        assert bye["code"] == "restart"
