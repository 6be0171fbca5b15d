"""Rooms opened over HTTP, with bots on the seats that no client takes."""

from collections.abc import Sequence

import msgspec

from app.games import GAMES
from tests.web.visitors import Visitor


class Place(msgspec.Struct, frozen=True):
    """A client's place at a table, for the process that plays there."""

    origin: str
    cookie: str
    room: str
    host: bool


def open_room(
    visitors: Sequence[Visitor],
    name: str,
    bots: int,
    clock: str | None = None,
    strength: str = "casual",
    **form: str,
) -> str:
    """A room of the first visitor with bots, which the others join; nobody stays connected."""
    host, *guests = visitors
    room = host.open_room(f"{name} 0", **form)
    with host.connect(room) as line:
        secret = line.receive_until("room")["secret"]
        for _ in range(bots):
            assert line.ask("add-bot", strength=strength)["type"] == "done"
        if clock is not None:
            assert line.ask("set-room", clock=clock)["type"] == "done"
    for number, guest in enumerate(guests, 1):
        assert guest.join(secret, f"{name} {number}").status_code == 303
    for visitor in visitors:
        visitor.http.close()
    return room


def bot_table(base_url: str, number: int, people: int = 2, listed: bool = True) -> list[Place]:
    """A table of the next game in turn, without a clock; nobody is connected yet."""
    game = GAMES[number % len(GAMES)]
    seats = next(size for size in game.seats if size >= max(3, people))
    visitors = [Visitor(base_url, game.slug) for _ in range(people)]
    form = {"listed": "true"} if listed else {}
    room = open_room(visitors, f"Player {number}", seats - people, "off", **form)
    return [Place(base_url, visitor.cookie, room, visitor is visitors[0]) for visitor in visitors]
