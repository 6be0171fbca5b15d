"""`python -m tests.prove.wire.broken_house serve`: the house with shorter patience (HURRY) and perhaps a fault planted in it (PLANTED).

Nothing of this is known to the house itself. HURRY multiplies every bound that is a time, so that a proof need not wait for the real ones.
"""

import asyncio
import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import uvicorn

from app import cli
from app.ops import serve
from app.table.table import Table
from app.web import gate, socket
from app.web.bounds import BOUNDS, Gatekeeper

TIMES: Final = ("head_time", "body_time", "page_reader", "reader", "fragments", "goodbye")


def hurry(factor: float) -> None:
    made = Gatekeeper.__init__
    fast = replace(BOUNDS, **{name: getattr(BOUNDS, name) * factor for name in TIMES})

    def init(self: Gatekeeper, generosity: float = 1.0, trusted: Any = ()) -> None:
        made(self, generosity, trusted, fast)

    Gatekeeper.__init__ = init  # type: ignore[method-assign, assignment]
    socket.WRITE_SECONDS = socket.WRITE_SECONDS * factor  # type: ignore[misc, assignment]
    serve.READER_LIMIT = round(serve.READER_LIMIT * factor)


def no_gate() -> None:
    """uvicorn as it comes."""
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

    gate.gates = lambda keeper: (HttpToolsProtocol, WebSocketsSansIOProtocol)  # type: ignore[assignment, return-value]


def frames_uncounted() -> None:
    """A connection may send as many frames as it likes."""
    gate.Tables._welcome = lambda self: True  # type: ignore[method-assign]


def closed_for_ever() -> None:
    """Who does not read is closed politely: the close waits for the reader. Nothing in the kernel helps."""

    def close(transport: asyncio.Transport) -> None:
        transport.close()

    gate.reset = close
    configuration = serve.configuration

    def patient(settings: Any, app: Any) -> uvicorn.Config:
        config = configuration(settings, app)
        config.ws_ping_interval = None
        return config

    serve.configuration = patient
    serve.READER_LIMIT = 0
    socket.WRITE_SECONDS = 3600  # type: ignore[misc]


def waits_in_the_actor() -> None:
    """The table waits until every chair has been sent what it was told, and nobody is cut who does not read."""
    closed_for_ever()
    gate.Tables.pause_writing = lambda self: self.writable.clear()  # type: ignore[method-assign]
    shown = Table._bring_up_to_date

    async def waiting(self: Table) -> None:
        await shown(self)
        while any(chair.outbox._waiting for chair in self.crowd if not chair.outbox.closing):  # noqa: ASYNC110
            await asyncio.sleep(0.005)

    Table._bring_up_to_date = waiting  # type: ignore[method-assign]


PLANTED: Final[dict[str, Callable[[], None]]] = {
    "no-gate": no_gate,
    "frames-uncounted": frames_uncounted,
    "closed-for-ever": closed_for_ever,
    "waits-in-the-actor": waits_in_the_actor,
}

if __name__ == "__main__":
    hurry(float(os.environ.get("HURRY", "1")))
    PLANTED.get(os.environ.get("PLANTED", ""), lambda: None)()
    cli.main()
