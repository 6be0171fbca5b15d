"""Three processes are replaced by those of a newer build, one after the other, while people play.

Each player is a page without a screen: it comes back as a `bye` says, sends again what has no
answer, and would say "Disconnected" only after `MOVED_SECONDS`.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import pairwise
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from app.games import GAMES
from tests.conftest import NewDatabase, NewServer, run
from tests.database import fetch
from tests.ops.conftest import SECRET
from tests.ops.test_two_builds import NEWER, newer_files
from tests.round_robin import RoundRobin
from tests.server_process import ServerProcess
from tests.web.visitors import NUMBERS, Message, TableConnection, Visitor, add_bots

TABLES = 4
MOVED_SECONDS = 2.0
"""As in static/js/table/net/socket.js."""
COMMANDS = "SELECT command FROM entries WHERE command IS NOT NULL"


class Player(threading.Thread):
    """Plays at a table of bots until it is told to end."""

    def __init__(self, door: RoundRobin) -> None:
        super().__init__(daemon=True)
        self.visitor = Visitor(door.base_url, GAMES[0].slug)
        self.room = self.visitor.open_room()
        with self.visitor.connect(self.room) as line:
            add_bots(line, 3)
            assert line.ask("set-room", clock="off")["type"] == "done"
            assert line.ask("start")["type"] == "done"
        self.acknowledged: list[str] = []
        self.byes: list[str] = []
        self.away: list[float] = []
        """Seconds from each loss of the connection to the next frame."""
        self.builds: list[str] = []
        self.matches = 0
        self.ends = False
        self._unanswered: dict[str, dict[str, object]] = {}
        self._answered_key: object = None

    def run(self) -> None:
        lost_at: float | None = None
        while not self.ends:
            bye: dict[str, object] = {}
            try:
                with self.visitor.connect(self.room) as line:
                    with suppress(ConnectionClosed):
                        for named, waiting in self._unanswered.items():
                            line.send("play", id=named, **waiting)
                    while not self.ends:
                        with suppress(TimeoutError):
                            message = line.receive(0.5)
                            if message["type"] == "bye":
                                bye = message
                            if message["type"] == "frame" and lost_at is not None:
                                self.away.append(time.monotonic() - lost_at)
                                lost_at = None
                            self._take(line, message)
            except (ConnectionClosed, OSError):
                lost_at = lost_at or time.monotonic()
                self.byes.append(str(bye.get("code", "lost")))
                time.sleep(int(str(bye.get("retry_in", 250))) / 1000)

    def _take(self, line: TableConnection, message: Message) -> None:
        if message["type"] == "welcome":
            self.builds.append(message["build"])
        elif message["type"] in ("done", "refused") and message["id"] in self._unanswered:
            del self._unanswered[message["id"]]
            if message["type"] == "done":
                self.acknowledged.append(message["id"])
        elif message["type"] == "frame" and message["prompt"] and message["moves"]:
            key = (message["match"], message["prompt"]["key"])
            if key != self._answered_key:
                self._answered_key, named = key, f"m{next(NUMBERS)}"
                self._unanswered[named] = {"key": key[1], "move": message["moves"][0]}
                with suppress(ConnectionClosed):  # the bye before it is read next
                    line.send("play", id=named, **self._unanswered[named])
        elif message["type"] == "room" and message["stage"] != "playing":
            with suppress(ConnectionClosed):
                line.send("start")


def all_go_on(players: list[Player]) -> None:
    """Returns when each has had one more move acknowledged."""
    before, end = [len(player.acknowledged) for player in players], time.monotonic() + 60
    while any(len(one.acknowledged) <= was for one, was in zip(players, before, strict=True)):
        assert time.monotonic() < end, "somebody plays no more"
        time.sleep(0.05)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_nobody_loses_a_move_or_is_told_of_it_more_than_once(
    new_database: NewDatabase, new_server: NewServer, stack: ExitStack, tmp_path: Path
) -> None:
    shared = {
        "DATABASE_URL": new_database(),
        "PECKING_ORDER_SIBLINGS_SECRET": SECRET,
        "PECKING_ORDER_LIMITS": "1000",  # these players are quicker than people
        "PECKING_ORDER_PACE": "0.1",  # and need no more moves than they are waited for
    }
    newer = {**newer_files(tmp_path), **shared}

    def start(name: str, module: str, environment: dict[str, str]) -> ServerProcess:
        made = new_server(module, PECKING_ORDER_PROCESS_NAME=name, **environment)
        return stack.enter_context(made)

    olds = [start(f"old-{number}", "app", shared) for number in range(3)]
    door = RoundRobin(*olds)
    stack.callback(door.close)
    players = [Player(door) for _ in range(TABLES)]
    for player in players:
        player.start()
    for number, old in enumerate(olds):
        door.servers = [*door.servers, start(f"new-{number}", NEWER, newer)]
        all_go_on(players)
        stopping = threading.Thread(target=old.stop)
        stopping.start()
        time.sleep(1.0)  # a proxy that looks each second
        door.servers = [one for one in door.servers if one is not old]
        stopping.join()
    all_go_on(players)
    for player in players:
        player.ends = True
    for player in players:
        player.join()
        player.visitor.http.close()
    written = [
        row["command"].partition(":")[2] for row in run(fetch(shared["DATABASE_URL"], COMMANDS))
    ]
    assert len(written) == len(set(written))
    for player in players:
        lost = set(player.acknowledged) - set(written)
        assert not lost, "acknowledged and not in the log"
        assert set(player.byes) == {"moved"}, player.byes
        told = [seconds for seconds in player.away if seconds > MOVED_SECONDS]
        assert len(told) <= 1, player.away
        assert len(set(player.builds)) == 2
        changes = [one for one, two in pairwise(player.builds) if one != two]
        assert len(changes) == 1, "a table never goes back to the older build"
