"""What every route works with: the house's parts, put together by main, and found by each request."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

from starlette.requests import HTTPConnection

from app.rules.game import AnyGame
from app.store.database import Database
from app.table.lobby.lobby import Lobby
from app.table.ports import Clock, RoomStore
from app.web.context.passwords import Passwords
from app.web.limits import Limits
from app.web.rendering.templating import Templates
from app.web.replay.replay_cache import ReplayCache
from app.web.server.metrics import Metrics
from app.web.server.middleware import OwnOrigin
from app.web.server.socket_quota import SocketQuota
from app.web.server.write_batches import WriteBatches


@dataclass(frozen=True, slots=True)
class Services:
    """The parts. One instance serves all requests of a process."""

    games: Mapping[str, AnyGame]
    """By slug, in the order of the shelf."""
    db: Database
    lobby: Lobby
    rooms: RoomStore
    clock: Clock
    templates: Templates
    replays: ReplayCache
    passwords: Passwords
    limits: Limits
    metrics: Metrics
    origin: OwnOrigin
    https: bool
    """Whether people arrive by https."""
    why_not_ready: Callable[[], Awaitable[str | None]]
    """Why no visitors should be sent here now, or None."""

    socket_quota: SocketQuota
    write_batches: WriteBatches = field(default_factory=WriteBatches)

    @property
    def session_cookie(self) -> str:
        """The session cookie's name; browsers take the prefix by https only."""
        return "__Host-po" if self.https else "po"


def services_of(connection: HTTPConnection) -> Services:
    return cast("Services", connection.app.state.services)
