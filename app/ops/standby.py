"""The standby: a server that waits, with its port open, until the first server has gone."""

import socket
from typing import Final

import uvicorn
from starlette.datastructures import State
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from app.ops.lock_keeper import LockKeeper
from app.web.server.middleware import HEADERS, early_refusal

WAITING: Final = (
    "Another server is running on this database; this one waits as its standby. "
    "Try again in a moment."
)
RETRY_AFTER: Final = "5"
"""Seconds."""
TRY_AGAIN_LATER: Final = 1013
"""The code with which a WebSocket is refused."""


class StandbyApp:
    """Alive, not ready, and closed to everybody."""

    def __init__(self, state: State) -> None:
        """`state`: the application's own, since the protocols ask it for their limits."""
        self.state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await receive()
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER, "reason": WAITING})
            return
        response = self.response(scope)
        response.headers.update({**HEADERS, "Cache-Control": "no-store"})
        await response(scope, receive, send)

    def response(self, scope: Scope) -> Response:
        if scope["path"] == "/healthz":
            return JSONResponse({"status": "alive"})
        if scope["path"] == "/readyz":
            response: Response = JSONResponse({"status": "not ready", "why": WAITING}, 503)
        else:
            response = early_refusal(scope, 503, WAITING)
        response.headers["Retry-After"] = RETRY_AFTER
        return response


class StandbyServer(uvicorn.Server):
    """Serves until the lock is ours or a signal comes."""

    def __init__(self, config: uvicorn.Config, keeper: LockKeeper) -> None:
        super().__init__(config)
        self._keeper = keeper

    async def on_tick(self, counter: int) -> bool:
        return await super().on_tick(counter) or self._keeper.ended

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Cuts every connection, since a browser would keep its own open for long."""
        for connection in list(self.server_state.connections):
            connection.cut("closing")  # type: ignore[union-attr]  # uvicorn knows its own classes
        await super().shutdown(sockets)


def wait(keeper: LockKeeper, config: uvicorn.Config, listeners: list[socket.socket]) -> None:
    """Returns once the lock is ours. Raises Unreachable.

    The `listeners` stay open. Connections made between standby and server wait in their queue.
    """
    config.lifespan = "off"
    StandbyServer(config, keeper).run(sockets=[listener.dup() for listener in listeners])
    if not keeper.taken:
        raise SystemExit(0)  # it was told to stop
