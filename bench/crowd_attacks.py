"""The attacks of `bench crowd`, one at a time, in a program of its own and in raw bytes.

    python -m bench.crowd_attacks '{"name":"records","port":…}'

It says "ready" once it is under way, goes on until its input ends, and prints its counts as JSON.
"""

import asyncio
import os
import random
import socket
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from typing import Final

import msgspec
import uvloop

from app.games import GAMES
from bench.wire_load import TurnedAway, post
from bench.wire_players import Heard
from bench.wire_socket import TableSocket, opening

NICENESS: Final = 5
"""The server's core is not to be taken by the attacker, who sits elsewhere."""
PAUSE: Final = 0.05
"""Seconds before the next try of a client that was turned away."""
SHARP_TABLES: Final = 60
LESSON_ADDRESSES: Final = 16
ROOM_ADDRESSES: Final = 6
ROOMS_EACH: Final = 20
LOGINS: Final = 200
SLOW_READERS: Final = 20
SLOW: Final = 4.0
"""Seconds that each of them stays."""
EACH_ADDRESS: Final = 100
"""Requests that the reader of records sends from one address: it changes as those of IPv6 can."""


class Attack(msgspec.Struct, frozen=True):
    name: str
    port: int
    room: str
    """An honest table."""
    matches: tuple[tuple[str, str], ...]
    """Matches that are over, each with the cookie of one of its players; the longest first."""


class Counts:
    """The deeds of the attacker and the answers."""

    def __init__(self) -> None:
        self.all: Counter[str] = Counter()
        self.left: list[Host] = []
        """Hosts whose matches are stopped at the end."""


async def drain(port: int, request: bytes, source: str, counts: Counts) -> None:
    """Sends the request on a connection of its own and reads the answer without a look at it."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    except OSError:
        counts.all["no connection"] += 1
        await asyncio.sleep(PAUSE)
        return
    try:
        writer.write(request)
        first = await reader.read(65_536)
        counts.all[first[9:12].decode() or "cut"] += 1
        while await reader.read(1 << 20):
            pass
        if first[9:12] in (b"", b"429", b"503"):
            await asyncio.sleep(PAUSE)
    except OSError:
        counts.all["cut"] += 1
    finally:
        writer.close()


def page(port: int, path: str, cookie: str) -> bytes:
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n"
        "Connection: close\r\n\r\n"
    ).encode()


def form(port: int, path: str, body: str) -> bytes:
    own = f"127.0.0.1:{port}"
    return (
        f"POST {path} HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\nConnection: close\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


# -- pages


async def records(attack: Attack, counts: Counts) -> None:
    """One login asks six times at once for transcript, export and page of the longest match."""
    match, cookie = attack.matches[0]
    asked = [
        page(attack.port, path, cookie)
        for path in (
            f"/api/matches/{match}/transcript",
            f"/api/matches/{match}/export",
            f"/match/{match}",
        )
    ]

    async def one(request: bytes, number: int) -> None:
        while True:
            for _ in range(EACH_ADDRESS // 6):
                await drain(attack.port, request, f"127.11.{number % 250}.1", counts)
            number += 1

    await asyncio.gather(*(one(asked[number % 3], 0) for number in range(6)))


async def pages(attack: Attack, counts: Counts) -> None:
    """Eight addresses ask for mixed pages of their own matches, two requests each at a time."""

    async def one(number: int, chance: random.Random) -> None:
        match, cookie = attack.matches[number % len(attack.matches)]
        api = f"/api/matches/{match}"
        paths = (
            f"/match/{match}",
            f"{api}/steps?seat=all",
            f"{api}/steps?seat=all&start=200",
            f"{api}/transcript",
            f"{api}/shuffles",
            f"{api}/export",
        )
        while True:
            request = page(attack.port, chance.choice(paths), cookie)
            await drain(attack.port, request, f"127.12.{number}.1", counts)

    await asyncio.gather(*(one(number // 2, random.Random(number)) for number in range(16)))


async def logins(attack: Attack, counts: Counts) -> None:
    """200 people log in at once with wrong passwords, five from each address, again and again."""
    round_ = 0
    while True:
        await asyncio.gather(
            *(
                drain(
                    attack.port,
                    form(
                        attack.port, "/login", f"name=Mallory+{round_}+{number}&password=wrong-one"
                    ),
                    f"127.{20 + round_ % 100}.{number // 5}.1",
                    counts,
                )
                for number in range(LOGINS)
            )
        )
        round_ += 1


async def lessons(attack: Attack, counts: Counts) -> None:
    """Sixteen addresses open a lesson after the other, and go on from sixteen more."""

    async def one(number: int) -> None:
        game = GAMES[number % len(GAMES)].slug
        for block in range(200):
            for lesson in range(ROOMS_EACH):
                name = f"Learner+{number}+{block}+{lesson}"
                request = form(attack.port, "/lessons", f"game={game}&name={name}")
                await drain(attack.port, request, f"127.13.{block}.{number + 1}", counts)

    await asyncio.gather(*map(one, range(LESSON_ADDRESSES)))


# -- tables


class Host(TableSocket):
    """A host who fills a table with bots, starts, and answers what is asked after a second."""

    def __init__(self, port: int, room: str, cookie: str, bots: int, strength: str) -> None:
        super().__init__(port, room, cookie)
        self.started = asyncio.Event()
        self.over = False
        self.secret = ""
        self._bots, self._strength = bots, strength
        self._answered = ""
        self._decoder = msgspec.json.Decoder(Heard)
        self._filled = False

    def closed(self, why: str) -> None:
        self.over = True
        self.started.set()

    def leave(self) -> None:
        self.over = True
        self.cut()

    def send(self, text: str) -> None:
        if not self.over:
            super().send(text)

    def hear(self, text: bytes) -> None:
        if text.startswith(b'{"type":"room"'):
            heard = self._decoder.decode(text)
            self.secret = heard.secret or self.secret
            if heard.stage != "gathering":
                self.started.set()
            elif not self._filled:
                self._filled = True
                for _ in range(self._bots):
                    self.say("add-bot", strength=f'"{self._strength}"')
                self.say("start")
        elif text.startswith(b'{"type":"frame"') and b'"moves":[' in text:
            heard = self._decoder.decode(text)
            if heard.prompt is not None and heard.moves and heard.prompt.key != self._answered:
                self._answered = heard.prompt.key
                move = bytes(random.choice(heard.moves))
                asyncio.get_running_loop().call_later(1.0, self._answer, self._answered, move)

    def _answer(self, key: str, move: bytes) -> None:
        if not self.over:
            self.play(key, move)


async def open_table(
    attack: Attack, counts: Counts, source: str, game: str, bots: int, strength: str
) -> Host | None:
    """A listed room with a running match of bots; None if the server refuses it."""
    name = {"name": f"Guest {source} {counts.all['rooms']}"[-24:], "game": game, "listed": "true"}
    counts.all["rooms"] += 1
    try:
        where, cookie = await post(attack.port, "/rooms", name, source=source)
        room = where.rpartition("/")[2]
        _, host = await asyncio.get_running_loop().create_connection(
            lambda: Host(attack.port, room, cookie, bots, strength),
            "127.0.0.1",
            attack.port,
            local_addr=(source, 0),
        )
        async with asyncio.timeout(10):
            await host.started.wait()
    except (AssertionError, OSError, TimeoutError, TurnedAway) as error:
        counts.all[f"refused: {type(error).__name__}"] += 1
        return None
    return host


async def bots(attack: Attack, counts: Counts) -> None:
    """Sixty tables of three sharp bots and a host, each from an address of its own."""
    busy = asyncio.Semaphore(4)

    async def one(number: int) -> None:
        game = GAMES[number % len(GAMES)]
        async with busy:
            host = await open_table(
                attack,
                counts,
                f"127.14.{number}.1",
                game.slug,
                min(4, max(game.seats)) - 1,
                "sharp",
            )
        if host is not None:
            counts.left.append(host)

    await asyncio.gather(*map(one, range(SHARP_TABLES)))


async def rooms(attack: Attack, counts: Counts) -> None:
    """Six addresses open twenty listed rooms each, start them with nine bots, and leave."""

    async def one(number: int) -> None:
        for _ in range(ROOMS_EACH):
            host = await open_table(
                attack,
                counts,
                f"127.15.{number}.1",
                GAMES[0].slug,
                max(GAMES[0].seats) - 1,
                "steady",
            )
            if host is not None:
                host.leave()

    await asyncio.gather(*map(one, range(ROOM_ADDRESSES)))


# -- connections


async def sockets(attack: Attack, counts: Counts) -> None:
    """A stranger opens twenty table connections a second."""
    request = opening(attack.port, attack.room, "")
    under_way = set[asyncio.Task[None]]()
    while True:
        task = asyncio.create_task(drain(attack.port, request, "127.16.0.1", counts))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
        await asyncio.sleep(0.05)


def frame(kind: int, content: bytes, final: bool = True, masked: bool = True) -> bytes:
    size, mask = len(content), 128 if masked else 0
    head = (
        bytes((kind | 128 * final, mask | size))
        if size < 126
        else bytes((kind | 128 * final, mask | 126)) + size.to_bytes(2)
    )
    return head + b"\0\0\0\0" * masked + content


HOSTILE: Final = (
    frame(1, b"{}", masked=False),
    b"\xf1\x80\0\0\0\0",
    bytes((129, 255)) + (2**62).to_bytes(8) + b"\0\0\0\0",
    frame(1, b"\xff\xfe"),
    frame(1, b"[" * 60_000),
    frame(9, b"ping") * 500,
    frame(1, b"{", final=False) + frame(0, b" ", final=False) * 500,
    frame(1, b'{"type":"play","id":"1","key":"k","move":{"type":"no-move"}}') * 200,
    frame(1, b'{"type":"explain","id":"1","card":"%s"}' % (b"x" * 4_000)) * 100,
    frame(1, b'{"type":"say","id":"1","text":"%s"}' % (b"x" * 390)) * 100,
)


async def frames(attack: Attack, counts: Counts) -> None:
    """Hostile frames from ten seats at once, while twenty others at the table read nothing."""
    host = await open_table(attack, counts, "127.17.0.1", GAMES[0].slug, 3, "steady")
    assert host is not None, "the attacker's own table"
    counts.left.append(host)
    cookies = []
    for number in range(SLOW_READERS + len(HOSTILE)):
        _, cookie = await post(
            attack.port,
            f"/join/{host.secret}",
            {"name": f"Watcher {number}", "sit": "false"},
            source=f"127.17.{number + 1}.1",
        )
        cookies.append(cookie)

    async def read_nothing(number: int) -> None:
        while True:
            with closing(socket.socket()) as one:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                one.bind((f"127.17.{number + 1}.1", 0))
                one.connect(("127.0.0.1", attack.port))
                one.sendall(opening(attack.port, host.room, cookies[number]))
                counts.all["slow readers"] += 1
                await asyncio.sleep(SLOW)

    async def send(kind: int) -> None:
        number = SLOW_READERS + kind
        request = opening(attack.port, host.room, cookies[number])
        address = 0
        while True:
            for _ in range(30):
                source = f"127.{150 + kind}.{address % 250}.1"
                with suppress(TimeoutError):
                    async with asyncio.timeout(1.0):
                        await drain(attack.port, request + HOSTILE[kind], source, counts)
            address += 1

    await asyncio.gather(*map(read_nothing, range(SLOW_READERS)), *map(send, range(len(HOSTILE))))


ATTACKS: Final[dict[str, Callable[[Attack, Counts], Awaitable[None]]]] = {
    "records": records,
    "pages": pages,
    "logins": logins,
    "bots": bots,
    "sockets": sockets,
    "lessons": lessons,
    "frames": frames,
    "rooms": rooms,
}
"""By name; rooms come last, because they are left behind."""


async def main(attack: Attack) -> None:
    counts, until = Counts(), asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_reader(sys.stdin.fileno(), until.set)
    under_way = asyncio.ensure_future(ATTACKS[attack.name](attack, counts))
    if attack.name == "bots":
        await under_way  # measured while the bots play
    print("ready", flush=True)
    ending = asyncio.ensure_future(until.wait())
    await asyncio.wait((under_way, ending), return_when=asyncio.FIRST_COMPLETED)
    if under_way.done():
        under_way.result()
    await ending
    for host in counts.left:
        host.say("stop-match")
    await asyncio.sleep(0.2)
    print(msgspec.json.encode(counts.all).decode(), flush=True)


if __name__ == "__main__":
    os.nice(NICENESS)
    uvloop.run(main(msgspec.json.decode(sys.argv[1], type=Attack)))
    os._exit(0)
