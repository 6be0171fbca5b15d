"""Patches of a real server: faults, shorter limits, and other versions of the rules."""

import asyncio
import os
from dataclasses import replace
from typing import Any, Final

import uvicorn

from app.games import GAMES
from app.ops import listener, serve
from app.rules.errors import StaleMove
from app.rules.game import Seat
from app.table.actor.table import Table
from app.table.clients.client import Client
from app.table.clients.mailbox import CommandMemory
from app.table.clients.outbox import News
from app.table.lobby.lobby import Lobby
from app.table.match.event_log import EventLog
from app.table.match.live_match import LiveMatch
from app.table.match.turn_clocks import TurnClocks
from app.table.model.match_messages import Frame
from app.table.show.broadcast import Broadcaster
from app.table.turn.change import Change
from app.table.turn.table_state import TableState
from app.web.server import protocols
from app.web.server.connection_limits import LIMITS, ConnectionLimiter
from app.web.server.table_protocol import DirectTableProtocol

TIMES: Final = tuple(name for name in LIMITS.__dataclass_fields__ if name.endswith("_seconds"))


def shorten_limits() -> None:
    """Every limit of the server that is a time, multiplied by the environment's HURRY."""
    factor = float(os.environ["HURRY"])
    made = ConnectionLimiter.__init__
    fast = replace(LIMITS, **{name: getattr(LIMITS, name) * factor for name in TIMES})

    def init(self: ConnectionLimiter, *arguments: Any, **named: Any) -> None:
        made(self, *arguments, **{**named, "limits": fast})

    ConnectionLimiter.__init__ = init  # type: ignore[method-assign]
    listener.SEND_TIMEOUT = round(listener.SEND_TIMEOUT * factor)


def no_gate() -> None:
    """uvicorn as it comes, without our limits."""
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    serve.Server.abort_all = lambda self: None  # type: ignore[method-assign]
    protocols.limited_protocols = lambda keeper: (HttpToolsProtocol, DirectTableProtocol)  # type: ignore[assignment, return-value]


def frames_uncounted() -> None:
    """A connection may send as many frames as it likes."""
    protocols.WebSocketProtocol._admit_frame = lambda self: True  # type: ignore[method-assign]


def closed_for_ever() -> None:
    """A connection that does not read is closed, not reset, so the close waits for its reader."""

    def close(transport: asyncio.Transport) -> None:
        transport.close()

    protocols.reset_connection = close
    configuration = serve.uvicorn_config

    def patient(settings: Any, app: Any) -> uvicorn.Config:
        config = configuration(settings, app)
        config.ws_ping_interval = None
        return config

    serve.uvicorn_config = patient
    listener.SEND_TIMEOUT = 0


def waits_in_the_actor() -> None:
    """The table waits until every client has read everything, and none is cut."""
    closed_for_ever()
    protocols.WebSocketProtocol.pause_writing = lambda self: self.writable.clear()  # type: ignore[method-assign]
    shown = Table._refresh

    async def waiting(self: Table) -> None:
        await shown(self)
        while any(client.outbox._waiting for client in self.people if not client.outbox.closing):
            await asyncio.sleep(0.005)

    Table._refresh = waiting  # type: ignore[method-assign]


def nothing_earlier() -> None:
    """A new connection gets no earlier events."""
    frame = Broadcaster._send_frame

    def forgetful(self: Broadcaster, client: Client, live: LiveMatch) -> None:
        if client.match_shown != live.match:
            frame_before = client.match_shown
            frame(self, client, live)
            if (
                frame_before is None
                and client.outbox._waiting
                and isinstance(client.outbox._waiting[-1], News)
            ):
                client.outbox._waiting[-1] = client.outbox._waiting[-1]._replace(events=())
            return
        frame(self, client, live)

    Broadcaster._send_frame = forgetful  # type: ignore[method-assign]


def yesterdays_frame() -> None:
    """A new connection's first frame is the last but one, and counts as the present one."""
    former: dict[object, tuple[Frame, Frame | None]] = {}
    frame = Broadcaster._send_frame

    def late(self: Broadcaster, client: Client, live: LiveMatch) -> None:
        newcomer, seat = client.frame_shown is None, self._state.seat_of(client.person)
        frame(self, client, live)
        if self._frames is not None and seat in self._frames._frames:
            now, known = self._frames._frames[seat][1], former.get((id(self), seat))
            if known is None or known[0] is not now:
                former[id(self), seat] = (now, None if known is None else known[0])
        before = former.get((id(self), seat), (None, None))[1]
        waiting = client.outbox._waiting
        if (
            newcomer
            and before is not None
            and waiting
            and isinstance(waiting[-1], News)
            and before.match == waiting[-1].frame.match
        ):
            waiting[-1] = News(before, waiting[-1].events)

    Broadcaster._send_frame = late  # type: ignore[method-assign]


def told_twice() -> None:
    """A new connection gets the last event twice."""
    news = EventLog.since

    def again(self: EventLog, number: int, viewer: Seat | None) -> Any:
        told = news(self, number, viewer)
        return (*told, told[-1]) if number == 0 and told else told

    EventLog.since = again  # type: ignore[method-assign]


def repeat_unknown() -> None:
    """A repeated command counts as a new one."""
    CommandMemory.was_done = lambda self, person, command: False  # type: ignore[method-assign]


def nobody_told() -> None:
    """The server closes without a goodbye."""

    async def nothing(self: Lobby) -> None:
        self._tables.draining = True

    Lobby.drain = nothing  # type: ignore[method-assign]


def waits_for_everybody() -> None:
    """The server waits until the last connection has closed itself."""
    serve.Server.abort_all = lambda self: None  # type: ignore[method-assign]
    serve.EXIT_TIMEOUT = 3600.0
    configuration = serve.uvicorn_config

    def patient(settings: Any, app: Any) -> uvicorn.Config:
        config = configuration(settings, app)
        config.timeout_graceful_shutdown = None
        return config

    serve.uvicorn_config = patient


def clock_charged() -> None:
    """After a restart the clocks have run on."""
    TurnClocks.grant_grace = lambda self, now: None  # type: ignore[method-assign]


def stall_charged() -> None:
    """The time of a stall is not given back."""
    TurnClocks.credit = lambda self, seconds, now: None  # type: ignore[method-assign]


def late_and_taken() -> None:
    """A late move is written, and its sender reads that it came too late."""
    write = TableState._write_entry

    async def sorry(self: TableState, change: Change, step: Any, said: Any) -> None:
        await write(self, change, step, said)
        if change.command is not None:  # a person's
            raise StaleMove("That question is over.")

    TableState._write_entry = sorry  # type: ignore[method-assign]


def newer_rules() -> None:
    """Every game's rules have the version RULES of the environment."""
    version = int(os.environ.get("RULES", "1"))
    for game in GAMES:
        type(game).rules_version = version
