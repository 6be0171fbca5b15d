"""The services that every route uses; app/main.py builds them."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import cast

from starlette.requests import HTTPConnection

from app.rules.game import AnyGame
from app.store.database.pools import Database
from app.store.database.processes import Processes
from app.store.results.refolds import RatingRefolder
from app.table.clients.outbox import ReaderQueue
from app.table.lobby.account_changes import AccountChanges
from app.table.lobby.lessons import Lessons
from app.table.lobby.lobby import Lobby
from app.table.model.room import RoomId
from app.table.ports import Clock, RoomStore
from app.table.system import SystemClock
from app.web.context.mute_keeper import MuteKeeper
from app.web.context.news_follower import NewsFollower
from app.web.context.passwords import Passwords
from app.web.context.switch_keeper import SwitchKeeper
from app.web.pictures.picture_service import PictureService
from app.web.push.push_service import PushService
from app.web.rate_limits import Limits
from app.web.rendering.templating import Templates
from app.web.replay.look_backs import LookBacks
from app.web.replay.record_service import RecordService
from app.web.server.background import Background
from app.web.server.event_loop import Writable
from app.web.server.known_sessions import KnownSessions
from app.web.server.link_origin import LinkOrigin
from app.web.server.metrics import Metrics
from app.web.server.middleware import OwnOrigin
from app.web.server.siblings import Siblings
from app.web.server.socket_quota import SocketQuota


@dataclass(frozen=True, slots=True)
class Services:
    """One instance serves all requests of a process."""

    games: Mapping[str, AnyGame]
    """By slug, in the order of the home page."""
    db: Database
    lobby: Lobby
    account_changes: AccountChanges
    lessons: Lessons
    rooms: RoomStore
    clock: Clock
    templates: Templates
    records: RecordService
    pictures: PictureService
    look_backs: LookBacks
    passwords: Passwords
    mutes: MuteKeeper
    switches: SwitchKeeper
    limits: Limits
    metrics: Metrics
    origin: OwnOrigin
    links: LinkOrigin
    https: bool
    """True if visitors come by https."""
    why_not_ready: Callable[[], Awaitable[str | None]]
    """The reason to send no visitors here now, or None."""
    socket_quota: SocketQuota
    rating_refolder: RatingRefolder
    background: Background = field(default_factory=lambda: Background(SystemClock()))
    writes: ReaderQueue[Writable] = field(default_factory=ReaderQueue)
    """The connections whose outbox has something to write."""
    leads: Callable[[], bool] = lambda: True
    """True while this process does what one process does for all."""
    owns_database: Callable[[], bool] | None = None
    """True while nobody else can own what this process owns; None: it has no lock."""
    processes: Processes | None = None
    """None: this process is alone."""
    news: NewsFollower | None = None
    """The follower of deeds at other processes, where there are some."""
    push: PushService | None = None
    """The sender of notifications; None: this server has no key for them."""
    siblings: Siblings | None = None
    """The others, where `processes` knows of some."""
    known_sessions: KnownSessions = field(default_factory=lambda: KnownSessions(""))

    def lobby_of(self, room: RoomId) -> Lobby:
        """The lobby that has the room: one of lessons, or that of all other tables."""
        return self.lessons.lobby_of(room) if room in self.lessons.rooms else self.lobby

    async def runs_elsewhere(self, room: RoomId) -> bool:
        """True if another process has the room's table open. Raises StoreAway."""
        return self.processes is not None and await self.processes.owner("id", room) is not None

    async def socket_path(self, room: RoomId) -> str:
        """The address of the table's socket, with the process that runs it if there are several.

        Raises StoreAway.
        """
        path = f"/ws/table/{room}"
        if self.processes is None:
            return path
        owner = await self.processes.owner("id", room)
        return f"/at/{self.processes.name if owner is None else owner.name}{path}"

    @property
    def device_cookie(self) -> str:
        return f"{self.session_cookie}-devices"

    @property
    def session_cookie(self) -> str:
        return session_cookie(self.https)


def session_cookie(https: bool) -> str:
    """The session cookie's name; browsers take the prefix by https only."""
    return "__Host-po" if https else "po"


def services_of(connection: HTTPConnection) -> Services:
    return cast("Services", connection.app.state.services)
