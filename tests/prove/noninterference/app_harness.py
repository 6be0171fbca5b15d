"""The server of one run with every kind of viewer: a lobby on fakes under the real application."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from itertools import count
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest
from structlog.testing import capture_logs

from app.main import create_app
from app.rules.game import AnyGame, AnyView
from app.settings import ROOT, Settings
from app.store.log.buckets import Buckets
from app.table.clients.client import Client, Mutes
from app.table.lobby.lessons import Lessons
from app.table.lobby.lobby import Lobby
from app.table.model.room import Person, PersonId, RoomId, Stage
from app.table.ports import TableServices
from app.web.context.mute_keeper import MuteKeeper
from app.web.context.services import Services
from app.web.context.switch_keeper import SwitchKeeper
from app.web.rate_limits import Limits
from app.web.rendering import phrases
from app.web.rendering.templating import Templates
from app.web.replay.record_service import RecordService
from app.web.server import middleware
from app.web.server.event_loop import write_in_turn
from app.web.server.link_origin import LinkOrigin
from app.web.server.metrics import Metrics
from app.web.server.socket_quota import SocketQuota
from tests.games.kit.random_matches import NAMES
from tests.prove.clients.asgi_client import HOST
from tests.prove.noninterference.fake_database import FakeDatabase, token_of
from tests.prove.noninterference.fake_reads import replace_reads
from tests.prove.noninterference.in_process_client import (
    InProcessConnection,
    Journal,
    Part,
    fetch,
)
from tests.prove.noninterference.ordered_loop import quiet, waiting_in_order
from tests.prove.noninterference.probes import match_addresses, wrong_commands
from tests.table.fakes import person_id
from tests.table.rigged_decks import rigged
from tests.table.table_server import Guest, TableServer
from tests.web.replay.inline_maker import InlineMaker

GENEROUS: Final = 1_000_000.0
STRANGER, GUEST, LINK, PERSON, ADMIN = "stranger", "Sue", "Lee", "Guy", "Zoe"
"""The viewers without a seat: nobody known, a guest of no room, the holder of an invite link, a
member of the room, and an administrator."""
WATCHERS: Final[Mapping[str, str | None]] = {
    STRANGER: None, "guest": GUEST, "link holder": LINK, "person of the room": PERSON,
    "administrator": ADMIN,
}  # fmt: skip


@cache
def application() -> Any:
    """The real application, made once; each run puts its own services behind it."""
    nowhere_url = "postgresql://nobody@127.0.0.1:9/none"
    app = create_app(Settings(database_url=nowhere_url, host=HOST, limits=GENEROUS))
    app.state.assets.version = cache(
        app.state.assets.version
    )  # who edits a script meanwhile makes no difference
    return app


@cache
def pages(game: AnyGame) -> Templates:
    """Templates, compiled once for a game."""
    made = Templates(ROOT / "templates", application().state.assets, {game.slug: game})
    made._jinja.auto_reload = False  # nor who edits a template
    return made


SENT_AWAY: Final = "person sent away"
"""The viewer who was dealt a seat and then kicked or banned, before anything else happened."""


class AppHarness(TableServer):
    """A run whose connections pass through the application's own route.

    `looks`: the steps after which pages are fetched and wrong commands sent, the same for both runs
    of a pair. `focus`: only addresses that contain it. `parts`: the players' parts in the fair
    shuffle.
    """

    def __init__(
        self,
        game: AnyGame,
        looks: Mapping[int, Sequence[int]],
        focus: str | None = None,
        parts: Sequence[Part] = (),
    ) -> None:
        super().__init__(games=(game,))
        self.game, self.looks, self.focus = game, looks, focus
        self.parts = dict(zip(NAMES, parts, strict=False))
        self.journal = Journal(lambda: self.clock.seconds)
        self.reads = FakeDatabase(self.store, (*NAMES, GUEST, LINK, PERSON, ADMIN), ADMIN)
        self.metrics = Metrics(Buckets(()))
        services = TableServices(
            self.games,
            self.store,
            self.store,
            self.clock,
            self.dealer,
            self.bots,
        )
        self.lobby, self.lessons = Lobby(services), Lessons(services)
        self.watchers: dict[str, Guest] = {}
        self.sent_away: list[str] = []
        """The name of the person who was sent away, if somebody was."""
        self.steps = 0
        self.marks: list[int] = []
        """The length of the journal when each step began."""
        self.app = application()
        self.app.state.services = self._services()
        self._attach()
        self.bots.ponder = self._think_again  # type: ignore[method-assign]
        self._logs: list[Any] = []
        self._ids = count(1)

    def _services(self) -> Services:
        async def ready() -> None:
            return None

        quota, nowhere = SocketQuota(GENEROUS), cast("Any", None)
        origin = middleware.OwnOrigin(None)
        self.metrics.add_gauge("sockets", "Open table connections", lambda: quota.open)
        self.metrics.add_gauge("tables", "Tables awake", lambda: self.lobby.table_count)
        return Services(
            games=self.games, db=cast("Any", self.reads), lobby=self.lobby,
            account_changes=nowhere, lessons=self.lessons,
            rooms=self.store, clock=self.clock, templates=pages(self.game),
            records=RecordService(InlineMaker(self.games)), pictures=nowhere,
            look_backs=nowhere, passwords=nowhere,
            mutes=MuteKeeper(cast("Any", self.reads)),
            switches=SwitchKeeper(cast("Any", self.reads), self.clock),
            limits=Limits(GENEROUS), metrics=self.metrics, origin=origin,
            links=LinkOrigin(origin, ()), https=False, why_not_ready=ready, socket_quota=quota,
            rating_refolder=nowhere,
        )  # fmt: skip

    def _attach(self) -> None:
        """Notes the client that a connection was given."""
        attach = self.lobby.connect

        async def noting(
            room: RoomId,
            person: Any,
            session: str | None,
            network: str = "",
            mutes: Mutes | None = None,
            shown_by: PersonId | None = None,
        ) -> Client:
            client = await attach(room, person, session, network, mutes, shown_by)
            self._connecting.client = client
            return client

        self.lobby.connect = noting  # type: ignore[method-assign]

    async def _think_again(
        self, strength: str, game: AnyGame, view: AnyView, moves: Sequence[Any], within: float
    ) -> Any:
        """Second thoughts repeat the first move, so that nobody sees that there was a choice."""
        return self.bots.choose(strength, game, view, moves)

    # -- who comes

    async def connect(
        self, name: str | None, session: str | None = None, viewer: str = ""
    ) -> Guest:
        self._connecting = wire = InProcessConnection(
            self.app,
            self.journal,
            viewer or name or STRANGER,
            self.id,
            name and token_of(name),
            self.parts.get(name or "", "none"),
        )
        guest = Guest(name or STRANGER, cast("Client", wire), self.clock)
        self.guests.append(guest)
        await quiet()
        return guest

    async def come(self, name: str, sit: bool = True) -> Guest:
        """The viewers without a seat come with the first player; the stranger comes with the
        script."""
        guest = await super().come(name, sit)
        if not self.watchers:
            await self.lobby.enter(
                self.id, Person(person_id(PERSON), PERSON, registered=False), sit=False
            )
            for viewer, who in WATCHERS.items():
                if who is not None:
                    self.watchers[viewer] = await self.connect(who, viewer=viewer)
        return guest

    async def send_away(self, host: Guest, guest: Guest, for_good: bool = False) -> None:
        """The person comes back at once, as far as the table lets them."""
        await super().send_away(host, guest, for_good)
        await quiet()
        self.sent_away.append(guest.name)
        self.guests.remove(guest)
        self.watchers[SENT_AWAY] = await self.connect(guest.name, viewer=SENT_AWAY)

    # -- how time passes

    async def pass_by(self, seconds: float, *present: Guest) -> None:
        """One step of the run, if time passes in it."""
        if seconds <= 0:
            return
        self.marks.append(len(self.journal.heard))
        self.steps += 1
        await super().pass_by(seconds, *present, *self.watchers.values())
        for number in self.looks.get(self.steps, ()):
            await self.look(number)

    # -- what everybody tries

    async def look(self, number: int) -> None:
        """Every viewer sends refused commands and asks for pages, always in the same order."""
        if self.store.rooms[self.id].stage is not Stage.PLAYING:
            return
        for guest in self.guests_now():
            self._say_wrong(guest, number)
            await quiet()
        for viewer, name in self.viewers():
            for path, headers in self.addresses(number):
                await self._ask(viewer, name, path, headers)
        self._tell_operator()

    def end(self) -> None:
        """Ends what is compared of this run."""
        self._tell_operator()
        self.marks.append(len(self.journal.heard))

    def guests_now(self) -> list[Guest]:
        """Everybody's newest connection, by viewer."""
        seen: dict[str, Guest] = {}
        for guest in self.guests:
            seen[cast("InProcessConnection", guest.client).viewer] = guest
        return [seen[viewer] for viewer in sorted(seen)]

    def viewers(self) -> list[tuple[str, str | None]]:
        away = [(SENT_AWAY, name) for name in self.sent_away]
        names = [one.name for one in self.guests_now() if one.name in NAMES]
        seated = [(name, name) for name in names if name not in self.sent_away]
        return [*seated, *WATCHERS.items(), *away]

    def _say_wrong(self, guest: Guest, number: int) -> None:
        """Sends what is always refused, whoever sends it and whatever they hold."""
        wire, n = cast("InProcessConnection", guest.client), next(self._ids)
        seat = self.store.rooms[self.id].seats[0]
        wrong = wrong_commands(n, self.match_id, seat.number)
        for text in (wrong[number % len(wrong)], wrong[(number + 4) % len(wrong)], wrong[7]):
            wire.write(text)

    def addresses(self, number: int) -> list[tuple[str, dict[str, str]]]:
        """A share of all addresses about a running match; the next look takes the next share."""
        room, match = self.store.rooms[self.id], self.match_id
        places = self.store.matches[match].places
        person = next(place.person for place in places if place.person is not None)
        every = match_addresses(room.id, room.secret, match, person, self.game.slug)
        lost = [place.seat for place in places if place.name in self.sent_away]
        every += [(f"/api/matches/{match}/steps?seat={seat}", {}) for seat in lost]
        if not (ROOT / "templates" / "games" / self.game.slug / "rules.html").exists():
            every = [asked for asked in every if not asked[0].endswith("/rules")]
        if self.focus is not None:
            return [asked for asked in every if self.focus in asked[0]]
        start = number * SHARE % len(every)
        return [*every, *every][start : start + SHARE]

    async def _ask(
        self, viewer: str, name: str | None, path: str, headers: Mapping[str, str]
    ) -> None:
        if (
            path.startswith("/join/")
            and viewer not in ("link holder", "person of the room")
            and name not in NAMES
        ):
            path = "/join/" + "x" * 22
        status, data = await fetch(self.app, path, name and token_of(name), headers)
        assert status < 500, f"{path} answers {status}"
        if path == "/metrics":
            return  # see _tell_operator: what others said counts there
        kind = (
            f"{re.sub(r'/[^/]{22}(?=[/?]|$)', '/…', path)}{' as JSON' if headers else ''} {status}"
        )
        self.journal.add(viewer, "api" if path.startswith("/api/") else "page", kind, data)

    def _tell_operator(self) -> None:
        """Adds operators' log lines and metrics, but for durations and what this process uses."""
        for line in self._logs:
            self.journal.add(
                "operator", "log", str(line["event"]), repr(sorted(line.items())).encode()
            )
        self._logs.clear()
        numbers = [
            line
            for line in self.metrics.as_text().decode().splitlines()
            if not re.search(r"_(sum|bucket|created)\b|^#|^process_", line)
        ]
        self.journal.add("operator", "metrics", "numbers", "\n".join(numbers).encode())


SHARE: Final = 3
"""Addresses of one look."""


@asynccontextmanager
async def app_harness(
    game: AnyGame,
    looks: Mapping[int, Sequence[int]],
    focus: str | None = None,
    parts: Sequence[Part] = (),
) -> AsyncIterator[AppHarness]:
    """The server of one run. Nothing random is left in what it sends."""
    with pytest.MonkeyPatch.context() as patch, capture_logs() as logs:
        patch.setattr(
            middleware,
            "secrets",
            SimpleNamespace(
                token_hex=lambda size: "0" * 2 * size, token_urlsafe=lambda size: "n" * 22
            ),
        )
        patch.setattr(phrases, "secrets", SimpleNamespace(choice=lambda words: words[0]))
        replace_reads(patch)
        waiting_in_order(patch)
        harness = AppHarness(game, looks, focus, parts)
        harness._logs = logs
        writing = asyncio.create_task(write_in_turn(harness.app.state.services.writes))
        with rigged(harness.dealer):
            yield harness
            for guest in harness.guests:
                guest.stop_reading()
                guest.client.close()
            await quiet()
            await harness.lobby.drain()
            await quiet()
        writing.cancel()
