"""A house with a PostgreSQL of its own, and tables at which somebody sits who plays by programs: the stage of every proof here."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from app.games import GAMES
from app.ops.postgres import Postgres
from tests.prove.runner.temp_server import database_folder
from tests.server_process import House
from tests.web.visitors import Visitor


class Place(msgspec.Struct, frozen=True):
    """Somebody's place at a table, for a process that plays there."""

    url: str
    """The table's, ws://…"""
    origin: str
    cookie: str
    room: str
    host: bool


@contextmanager
def house(module: str = "app", **environment: str) -> Iterator[House]:
    """A running house, killed in the end: how one closes is the restarts' business. What it leaves behind is kept where that ends with
    an error."""
    folder = database_folder()
    with Postgres(folder / "data", fsync=False) as store:
        one = House(folder, module, DATABASE_URL=store.url, **environment)
        try:
            one.start()
            yield one
        finally:
            one.kill()
    shutil.rmtree(folder, ignore_errors=True)


def table(base_url: str, number: int, people: int = 2, listed: bool = True) -> list[Place]:
    """A table of the next game in turn, without a clock: so many people, bots on the other seats, nobody connected yet."""
    game = GAMES[number % len(GAMES)]
    seats = next(size for size in game.seats if size >= max(3, people))
    host = Visitor(base_url, game.slug)
    room = host.open_room(f"Host {number}", **({"listed": "true"} if listed else {}))
    visitors = [host]
    with host.connect(room) as line:
        secret = line.receive_until("room")["secret"]
        for bot in range(seats - people):
            assert line.ask("add-bot", strength="casual")["type"] == "done", bot
        assert line.ask("set-room", clock="off")["type"] == "done"
    for guest in range(people - 1):
        visitor = Visitor(base_url, game.slug)
        assert visitor.join(secret, f"Guest {number} {guest}").status_code == 303
        visitors.append(visitor)
    url = f"ws{base_url[4:]}/ws/table/{room}"
    places = [Place(url, base_url, visitor.cookie, room, visitor is host) for visitor in visitors]
    for visitor in visitors:
        visitor.http.close()
    return places


def memory(pid: int) -> int:
    """Bytes that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def processor(pid: int) -> float:
    """Seconds that a process has worked."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def logged_errors(house: House) -> list[str]:
    """What the house has logged that it never should."""
    lines = house.logged.read_text(errors="replace").splitlines()
    return [
        f"the house has logged: {line[:500]}"
        for line in lines
        if any(word in line for word in ("Traceback", "Exception in", "table broke", "set aside"))
    ][:3]
