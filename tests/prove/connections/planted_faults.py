"""`python -m tests.prove.connections.planted_faults serve`: the house with shorter patience (HURRY) and perhaps a fault planted in it (PLANTED),
or with another version of every game's rules (RULES).

Nothing of this is known to the house itself. HURRY multiplies every bound that is a time, so that a proof need not wait for the real ones.
"""

import asyncio
import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import msgspec
import uvicorn

from app import cli
from app.games import GAMES
from app.ops import serve
from app.rules.errors import StaleMove
from app.table.actor.command_handler import CommandHandler
from app.table.actor.table import Table
from app.table.clients.broadcast import Broadcaster
from app.table.clients.client import Client
from app.table.lobby.lobby import Lobby
from app.table.match.live_match import LiveMatch
from app.table.match.table_state import TableState
from app.table.match.turn_clocks import TurnClocks
from app.table.model.server_messages import Frame
from app.web.server import protocols
from app.web.server.connection_limits import BOUNDS, ConnectionLimiter
from app.web.server.table_protocol import DirectTableProtocol
from tests.prove.crashes.planted_faults import shown_before_written

TIMES: Final = ("head_time", "body_time", "page_reader", "reader", "fragments", "goodbye")


def hurry(factor: float) -> None:
    made = ConnectionLimiter.__init__
    fast = replace(BOUNDS, **{name: getattr(BOUNDS, name) * factor for name in TIMES})

    def init(self: ConnectionLimiter, generosity: float = 1.0, trusted: Any = ()) -> None:
        made(self, generosity, trusted, fast)

    ConnectionLimiter.__init__ = init  # type: ignore[method-assign, assignment]
    serve.SEND_TIMEOUT = round(serve.SEND_TIMEOUT * factor)


def no_gate() -> None:
    """uvicorn as it comes, with the short way for messages and no bound."""
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    serve.Server.abort_all = lambda self: None  # type: ignore[method-assign]
    protocols.limited_protocols = lambda keeper: (HttpToolsProtocol, DirectTableProtocol)  # type: ignore[assignment, return-value]


def frames_uncounted() -> None:
    """A connection may send as many frames as it likes."""
    protocols.WebSocketProtocol._admit_frame = lambda self: True  # type: ignore[method-assign]


def closed_for_ever() -> None:
    """Who does not read is closed politely: the close waits for the reader. Nothing in the kernel helps."""

    def close(transport: asyncio.Transport) -> None:
        transport.close()

    protocols.reset_connection = close
    configuration = serve.uvicorn_config

    def patient(settings: Any, app: Any) -> uvicorn.Config:
        config = configuration(settings, app)
        config.ws_ping_interval = None
        return config

    serve.uvicorn_config = patient
    serve.SEND_TIMEOUT = 0


def waits_in_the_actor() -> None:
    """The table waits until every client has been sent what it was told, and nobody is cut who does not read."""
    closed_for_ever()
    protocols.WebSocketProtocol.pause_writing = lambda self: self.writable.clear()  # type: ignore[method-assign]
    shown = Table._refresh

    async def waiting(self: Table) -> None:
        await shown(self)
        while any(client.outbox._waiting for client in self.connections if not client.outbox.closing):
            await asyncio.sleep(0.005)

    Table._refresh = waiting  # type: ignore[method-assign]


def nothing_of_before() -> None:
    """A newcomer is told only what happens from now on."""
    frame = Broadcaster._send_frame

    def forgetful(self: Broadcaster, client: Client, live: LiveMatch) -> None:
        if client.match_shown != live.match:
            frame_before = client.match_shown
            frame(self, client, live)
            if (
                frame_before is None
                and client.outbox._waiting
                and isinstance(client.outbox._waiting[-1], Frame)
            ):
                client.outbox._waiting[-1] = msgspec.structs.replace(
                    client.outbox._waiting[-1], events=()
                )
            return
        frame(self, client, live)

    Broadcaster._send_frame = forgetful  # type: ignore[method-assign]


def yesterdays_frame() -> None:
    """A newcomer's first frame is the one before the present one, and the present one counts as shown."""
    former: dict[object, tuple[Frame, Frame | None]] = {}
    frame = Broadcaster._send_frame

    def late(self: Broadcaster, client: Client, live: LiveMatch) -> None:
        newcomer, seat = client.frame_shown is None, self._state.seat_of(client.person)
        frame(self, client, live)
        if seat in self._frames:
            now, known = self._frames[seat][1], former.get((id(self), seat))
            if known is None or known[0] is not now:
                former[id(self), seat] = (now, None if known is None else known[0])
        before = former.get((id(self), seat), (None, None))[1]
        waiting = client.outbox._waiting
        if (
            newcomer
            and before is not None
            and waiting
            and isinstance(waiting[-1], Frame)
            and before.match == waiting[-1].match
        ):
            waiting[-1] = msgspec.structs.replace(before, events=waiting[-1].events)

    Broadcaster._send_frame = late  # type: ignore[method-assign]


def told_twice() -> None:
    """A newcomer hears the last event once more with its next frame."""
    news = LiveMatch.events_since

    def again(self: LiveMatch, since: int) -> Any:
        told = news(self, since)
        return (*told, told[-1]) if since == 0 and told else told

    LiveMatch.events_since = again  # type: ignore[method-assign]


def repeat_unknown() -> None:
    """Nobody remembers what was said before."""
    CommandHandler.is_known = lambda self, person, command: False  # type: ignore[method-assign]


def nobody_told() -> None:
    """The house closes without a word: connections just end."""

    async def nothing(self: Lobby) -> None:
        self._tables.draining = True

    Lobby.drain = nothing  # type: ignore[method-assign]


def waits_for_everybody() -> None:
    """As uvicorn would: until the last connection has closed itself."""
    serve.Server.abort_all = lambda self: None  # type: ignore[method-assign]
    serve.EXIT_TIMEOUT = 3600.0
    configuration = serve.uvicorn_config

    def patient(settings: Any, app: Any) -> uvicorn.Config:
        config = configuration(settings, app)
        config.timeout_graceful_shutdown = None
        return config

    serve.uvicorn_config = patient


def clock_charged() -> None:
    """After a restart a clock stands where it would if the house had been there."""
    TurnClocks.grant_grace = lambda self, now: None  # type: ignore[method-assign]


def standstill_charged() -> None:
    """Time in which the house stood still is not given back."""
    TurnClocks.credit = lambda self, seconds, now: None  # type: ignore[method-assign]


def late_and_taken() -> None:
    """An answer is written, and its sender is told that it came too late."""
    play = TableState.play

    async def sorry(
        self: TableState, seat: Any, key: str, move: Any, command: str | None, present: Any
    ) -> None:
        await play(self, seat, key, move, command, present)
        if command is not None:  # a person's
            raise StaleMove("That question is over.")

    TableState.play = sorry  # type: ignore[method-assign]


def newer_rules(version: int) -> None:
    """Every game's rules have another version."""
    for game in GAMES:
        type(game).rules_version = version


PLANTED: Final[dict[str, Callable[[], None]]] = {
    "no-gate": no_gate,
    "frames-uncounted": frames_uncounted,
    "waits-in-the-actor": waits_in_the_actor,
    "nothing-of-before": nothing_of_before,
    "yesterdays-frame": yesterdays_frame,
    "told-twice": told_twice,
    "repeat-unknown": repeat_unknown,
    "nobody-told": nobody_told,
    "waits-for-everybody": waits_for_everybody,
    "clock-charged": clock_charged,
    "standstill-charged": standstill_charged,
    "late-and-taken": late_and_taken,
    "shown-in-haste": shown_before_written,
}

if __name__ == "__main__":
    hurry(float(os.environ.get("HURRY", "1")))
    newer_rules(int(os.environ.get("RULES", "1")))
    PLANTED.get(os.environ.get("PLANTED", ""), lambda: None)()
    cli.main()
