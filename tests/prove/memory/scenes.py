"""Matches of every game, visits and refused connections: all that comes and goes at a server."""

import asyncio
import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from random import Random
from typing import Final

import httpx2

from app.rules.game import AnyGame
from tests.prove.clients.client import TableClient
from tests.prove.clients.decisions import question, random_play
from tests.prove.connections.frames import frame, handshake
from tests.server_process import ServerProcess
from tests.web.all_routes import READS
from tests.web.visitors import Visitor

LIMIT: Final = 120.0
"""Seconds for anything that must come, however busy the machine is."""
SEATS: Final = 3
"""At least; two of them are people."""
HEAD: Final = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


async def play_match(server: ServerProcess, game: AnyGame, chance: Random) -> None:
    """One match from the opening of its room until everybody has left."""
    visitors = [Visitor(server.base_url, game.slug) for _ in range(2)]
    room = await asyncio.to_thread(visitors[0].open_room, "Hanna")
    host = await TableClient.open(visitors[0], room)
    await asyncio.to_thread(visitors[1].join, host.room["secret"])
    guest = await TableClient.open(visitors[1], room)
    for _ in range(next(size for size in game.seats if size >= SEATS) - len(visitors)):
        await host.require("add-bot", strength="casual")
    await guest.ask("ready", ready=True)
    await host.require("start")
    await host.ask("call-last-deal")
    await asyncio.gather(*(answer_prompts(one, Random(chance.random())) for one in (host, guest)))
    for client in (host, guest):
        await client.close()
    for visitor in visitors:
        visitor.http.close()


async def answer_prompts(client: TableClient, chance: Random) -> None:
    """Makes random moves until the match is over."""
    answered = None
    while True:
        await client.until(partial(_has_news, client, answered))
        if client.frame["outcome"]:
            return
        asked = question(client.frame)
        play = random_play(client.frame, chance)
        busy = await client.ask("play", key=play["key"], move=play["move"]) == "busy"
        answered = None if busy else asked


def _has_news(client: TableClient, answered: tuple[str, str] | None) -> bool:
    if not client.frame:
        return False
    return bool(client.frame["outcome"]) or question(client.frame) not in (None, answered)


def visit_pages(server: ServerProcess) -> int:
    """Opens every page that can be read as a guest and as a stranger; how many those were."""
    guest, stranger = Visitor(server.base_url, "usurp"), Visitor(server.base_url, "usurp")
    room = guest.open_room("Gustav")
    paths = [re.sub("A{22}", room, path) for path in READS if path != "/metrics"]
    for visitor in (guest, stranger):
        for path in paths:
            visitor.get(path)
        visitor.http.close()
    return 2 * len(paths)


def refused(port: int) -> Iterator[tuple[str, bytes]]:
    """Connections that the server refuses, cuts or never hears the end of."""
    known = handshake(port, "/ws/table/AAAAAAAAAAAAAAAAAAAAAA")
    yield "an unknown room", known
    yield "a foreign origin", known.replace(b"Origin: http://127", b"Origin: http://128")
    yield "a path without a socket", handshake(port, "/ws/nothing")
    yield "a key that is none", re.sub(rb"(?<=Key: )\S+", b"x", known)
    yield "a version that is none", re.sub(rb"(?<=Version: )\S+", b"1", known)
    yield "nonsense", b"\x16\x03\x01 nonsense\r\n\r\n"
    yield "half a head", known[:60]
    yield "nothing", b""
    yield "two hundred at once", 200 * HEAD
    yield "a large head", HEAD[:-2] + b"X: " + 100_000 * b"a" + b"\r\n\r\n"
    yield "half a form", b"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n!"


def broken_off() -> Iterator[tuple[str, bytes]]:
    """Messages that end a table's connection which was let in."""
    yield "a binary message", frame(2, b"x")
    yield "a close", frame(8, b"\x03\xe8")
    yield "no UTF-8", frame(1, b"\xff\xff")
    yield "no opcode", frame(11, b"x")
    yield "no mask", b"\x81\x01x"
    yield "a large message", frame(1, 20_000 * b"x")
    yield "half a message", frame(1, b"x", last=False)
    yield "a flood", 500 * frame(1, b"{}")


async def be_refused(server: ServerProcess) -> int:
    """Comes in every way that is refused; how many those were."""
    guest = Visitor(server.base_url, "usurp")
    room = await asyncio.to_thread(guest.open_room, "Gustav")
    guest.http.close()
    closed = handshake(server.port, f"/ws/table/{room}")
    own = closed.replace(b"\r\n\r\n", f"\r\nCookie: {guest.cookie}\r\n\r\n".encode())
    sent = [(one, b"") for _, one in refused(server.port)] + [(closed, b"")]
    sent += [(own, one) for _, one in broken_off()]
    await asyncio.gather(*(asyncio.to_thread(_send, server.port, *one) for one in sent))
    return len(sent)


def _send(port: int, first: bytes, second: bytes) -> None:
    """Sends one thing, and another once the first was answered; then waits a moment for the end."""
    with socket.create_connection(("127.0.0.1", port)) as line, suppress(OSError):
        line.settimeout(0.5)
        line.sendall(first)
        line.recv(65_536)
        line.sendall(second)
        while line.recv(65_536):
            pass


async def settle(server: ServerProcess) -> None:
    """Waits until every table has closed and every other connection has ended."""
    async with asyncio.timeout(LIMIT):
        while True:
            answer = await asyncio.to_thread(
                httpx2.get, f"{server.base_url}/metrics", timeout=LIMIT
            )
            numbers = dict(line.rpartition(" ")[::2] for line in answer.text.splitlines())
            left = [
                float(numbers[f"pecking_order_{name}"])
                for name in ("tables", "sockets", "connections")
            ]
            if left[:2] == [0.0, 0.0] and left[2] <= 1:
                return
            await asyncio.sleep(0.1)
