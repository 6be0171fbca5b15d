"""A player for any game: joins a room as a guest and plays legal moves at random to the end.

    python examples/player.py http://127.0.0.1:8000/join/SECRET [NAME]

It needs `websockets`; docs/protocol.md describes the messages."""

import asyncio
import json
import random
import sys
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin


def join(link: str, name: str) -> tuple[str, str, str]:
    """Accepts the invitation. The table's socket, our origin and our cookie."""
    parts, jar = urlsplit(link), CookieJar()
    origin = f"{parts.scheme}://{parts.netloc}"
    form = Request(link, urlencode({"name": name}).encode(), {"Origin": origin})  # noqa: S310
    with build_opener(HTTPCookieProcessor(jar)).open(form) as page:
        socket = f"ws{origin[4:]}/ws{urlsplit(page.url).path}"  # redirected to /table/ROOM
    return socket, origin, "; ".join(f"{cookie.name}={cookie.value}" for cookie in jar)


async def send(socket: ClientConnection, kind: str, **fields: object) -> None:
    await socket.send(json.dumps({"type": kind, "id": f"c{random.getrandbits(48)}", **fields}))


async def show_life(socket: ClientConnection) -> None:
    while True:
        await socket.send('{"type": "ping"}')
        await asyncio.sleep(2)


async def sit(socket: ClientConnection, room: dict[str, Any]) -> None:
    """Sees to a seat and says that we are ready."""
    mine = next((seat for seat in room["seats"] if seat["person"] == room["you"]), None)
    if mine is None and room["you"] not in room["joining"]:
        await send(socket, "sit")
    elif mine and not mine["ready"] and room["stage"] == "gathering":
        await send(socket, "ready", ready=True)


async def play(url: str, origin: str, cookie: str) -> None:
    """Until the match is over; comes back after every lost connection."""
    match = None
    async for socket in connect(url, origin=Origin(origin), additional_headers={"Cookie": cookie}):
        life, answered = asyncio.create_task(show_life(socket)), None
        try:
            async for text in socket:
                said = json.loads(text)
                if said["type"] == "room":
                    await sit(socket, said)
                elif said["type"] == "frame":
                    key = said["prompt"]["key"] if said["moves"] else answered
                    if key != answered:
                        answered, match = key, said["match"]
                        await send(socket, "play", key=key, move=random.choice(said["moves"]))
                    elif said["outcome"] and said["match"] == match:
                        return print(said["prompt_text"], said["outcome"])
                elif said["type"] == "refused":
                    print(said["code"], said["text"], file=sys.stderr)
                elif said["type"] == "bye" and said["retry_in"] is None:
                    return print(said["text"])
        except ConnectionClosed:
            continue
        finally:
            life.cancel()
    return None


if __name__ == "__main__":
    asyncio.run(play(*join(sys.argv[1], " ".join(sys.argv[2:]) or "Rosie")))
