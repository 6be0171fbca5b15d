"""A browser without sockets: it calls the ASGI application and keeps every byte with its time."""

import asyncio
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Literal, TypeAlias

import msgspec
from fastapi import FastAPI

from app.table.clients.client import Client
from app.table.model.client_messages import AnyCommand
from app.table.model.match_messages import ShuffleShown
from app.table.model.server_messages import AnyServerMessage, RoomShown
from app.web.server.table_protocol import CONNECTION_EXTENSION
from tests.prove.clients.asgi_client import OURS, WEBSOCKET, Caller
from tests.prove.clients.direct_connection import DirectConnection
from tests.table.fair_check import opening, sealing

Part: TypeAlias = Literal["none", "open", "keep"]
"""In the fair shuffle: none, as it should be, or sealed and never opened."""
_decoder: msgspec.json.Decoder[AnyServerMessage] = msgspec.json.Decoder(AnyServerMessage)
_encoder = msgspec.json.Encoder()


@dataclass(frozen=True)
class Received:
    """Something that reached somebody."""

    viewer: str
    channel: str
    """socket, page, api, log or metrics."""
    kind: str
    """The message's type, or the address without its ids."""
    at: float
    """Simulated seconds."""
    data: bytes


@dataclass
class Journal:
    """All that reached any viewer in one run, in order."""

    now: Callable[[], float]
    heard: list[Received] = field(default_factory=list)

    def add(self, viewer: str, channel: str, kind: str, data: bytes) -> None:
        self.heard.append(Received(viewer, channel, kind, self.now(), data))


def caller(app: FastAPI, token: str | None) -> Caller:
    """A browser on this machine with that login."""
    one = Caller(app, address="127.0.0.1")
    if token is not None:
        one.cookies["po"] = token
    return one


async def fetch(
    app: FastAPI, path: str, token: str | None, headers: Mapping[str, str]
) -> tuple[int, bytes]:
    """The status, and the whole answer as bytes: status, every header in order, the body."""
    sent = [("origin", OURS), ("user-agent", "pair"), *headers.items()]
    answer = await caller(app, token).get(path, headers=sent)
    head = "".join(f"{name}: {value}\n" for name, value in answer.headers)
    return answer.status, f"{answer.status}\n{head}\n".encode() + answer.body


class InProcessConnection:
    """One table connection through the real route. To tests.table it is a client."""

    def __init__(
        self,
        app: FastAPI,
        journal: Journal,
        viewer: str,
        room: str,
        token: str | None,
        part: Part = "none",
    ) -> None:
        self.viewer, self._part = viewer, part
        self.client: Client | None = None
        """The real one, once there is one: signs of life go straight to it."""
        self._journal = journal
        self._told = False
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[AnyServerMessage] = asyncio.Queue()
        self._in.put_nowait({"type": "websocket.connect"})
        self._ends = DirectConnection(self.show)
        scope = caller(app, token).scope("websocket", f"/ws/table/{room}", [("origin", OURS)])
        scope |= WEBSOCKET
        scope["extensions"] = {**scope["extensions"], CONNECTION_EXTENSION: self._ends}
        self._task = asyncio.create_task(app(scope, self._in.get, self._send))

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        match message["type"]:
            case "websocket.send":
                self.show(message["text"].encode())
            case kind:
                known = {name: value for name, value in message.items() if name != "headers"}
                self._journal.add(
                    self.viewer, "socket", kind.rpartition(".")[2], repr(known).encode()
                )

    def show(self, data: bytes) -> None:
        """Takes a server message."""
        message = _decoder.decode(data)
        self._journal.add(self.viewer, "socket", str(message.__struct_config__.tag), data)
        self._out.put_nowait(message)
        self._partake(message)

    def _partake(self, message: AnyServerMessage) -> None:
        """Does what a browser does for the fair shuffle, at once."""
        match message:
            case RoomShown(acting=True, member=True) if self._part != "none" and not self._told:
                self._told = True
                self.write('{"type":"join-shuffles","id":"join-shuffles"}')
            case ShuffleShown(number=number, attempt=attempt, seat=seat) if (
                self._told and seat is not None
            ):
                part = sha256(f"{self.viewer} {number} {attempt}".encode()).digest()
                if not (message.opening or seat in message.sealed or seat in message.refused):
                    self.send(sealing(message, part, f"s{number}-{attempt}"))
                elif (
                    message.opening
                    and message.due is not None
                    and seat in message.sealed
                    and self._part == "open"
                ):
                    self.send(opening(message, part, f"o{number}-{attempt}"))

    def write(self, text: str | bytes) -> None:
        """Sends anything at all."""
        asyncio.get_running_loop().call_soon(self._ends.arrive, text)

    # -- as a client

    async def next(self) -> AnyServerMessage:
        return await self._out.get()

    def send(self, command: AnyCommand) -> None:
        self.write(_encoder.encode(command).decode())

    def note_alive(self) -> None:
        if self.client is not None:
            self.client.note_alive()

    def close(self) -> None:
        self._ends.arrive(None)
