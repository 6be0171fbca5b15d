"""The scene of the proof `admin-access`: a paused match, a visitor of each role, and all routes."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import product
from typing import Any, Final

import msgspec
from fastapi import FastAPI
from fastapi.routing import APIRoute
from sqlalchemy import select

from app.games import BY_SLUG, GAMES
from app.rules.game import Seat
from app.rules.replay import Shuffled
from app.store.admin.case_rows import CaseRow
from app.store.matches import records
from app.store.matches.rows import MatchRow
from app.store.people import accounts
from app.store.people.rows import Role
from app.table.model.client_messages import (
    AddBot,
    Admit,
    Ban,
    CallLastDeal,
    Kick,
    Pause,
    Ready,
    Stand,
    Start,
)
from app.table.model.match_messages import ShuffleShown
from app.table.model.room import MatchId, PersonId, RoomId
from tests.prove.records.canaries import Words, hidden, seen_in
from tests.prove.records.in_process_app import InProcessApp, Visitor

PASSWORD: Final = "a long enough secret"

NOBODY: Final = "AAAAAAAAAAAAAAAAAAAAAA"
LOST: Final = ("kicked", "back-again", "banned", "blocked", "erased", "stood-up")
"""People who were dealt a seat, and what became of them then. Who stood up may have it back; who is
back again was kicked, and watches."""


class Scene(msgspec.Struct):
    """A match, and one visitor of each role."""

    roles: dict[str, Visitor]
    room: RoomId
    match: MatchId
    own: dict[str, tuple[Seat, ...]]
    dealt: dict[str, Seat]
    """The seat that each was dealt, whoever sits there now."""
    secret: str
    """Of the invitation."""
    before: str
    """All that could be read before the match began."""
    report: int
    """A report about the match, by the host, of somebody in the room."""
    case: int
    """Its case in the queue."""


def routes(app: FastAPI) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Method, path, and names in the query, of every route that the application has."""
    pending: list[Any] = [*app.routes]
    while pending:
        route = pending.pop(0)
        inner = getattr(route, "original_router", None)
        if inner is not None:
            pending += inner.routes
        elif isinstance(route, APIRoute):
            for method in sorted(route.methods or ()):
                yield method, route.path, tuple(one.alias for one in route.dependant.query_params)


def addresses(
    method: str, path: str, query: tuple[str, ...], scene: Scene, role: str
) -> Iterator[str]:
    """The addresses at which this route is asked about the scene."""
    member = role in ("host", "administrator-who-plays", "of-the-room")
    filled = path
    for name, value in {
        "match": scene.match, "room": scene.room, "secret": scene.secret if member else NOBODY,
        "slug": GAMES[0].slug,
        "person": scene.roles["host"].person, "session": NOBODY,
        "number": scene.case if path.startswith("/admin/queue") else scene.report,
    }.items():  # fmt: skip
        filled = filled.replace(f"{{{name}}}", str(value))
    yield filled
    if method != "GET":
        return
    values = {
        "seat": ("all", "0", str(scene.dealt.get(role, 1)), "public"),
        "count": ("200",),
        "subject": (f"match:{scene.match}",),
        "player": ("Hanna",),
    }
    asked = {name: values[name] for name in query if name in values}
    for chosen in product(*asked.values()) if asked else ():
        yield f"{filled}?" + "&".join(
            f"{name}={value}" for name, value in zip(asked, chosen, strict=True)
        )


@asynccontextmanager
async def staged(app: InProcessApp, seed: int) -> AsyncIterator[Scene]:
    """A paused match after its first prompt, with hands dealt; some have lost their seats since."""
    game, turn = GAMES[seed % len(GAMES)], seed // len(GAMES)
    leaving = [LOST[(turn + at) % len(LOST)] for at in range(min(len(LOST), game.seats[-1] - 2))]
    seats = next(many for many in game.seats if many >= len(leaving) + 2)
    async with AsyncExitStack() as stack:
        names = {
            "administrator": "Agathe", "administrator-who-plays": "Ada", "host": "Hanna",
            "of-the-room": "Mia", "guest": "Gustav", "moderator": "Mona",
            "suspended": "Sven", "anonymous": "",
        }  # fmt: skip
        names |= {role: role.replace("-", " ").title() for role in leaving}
        roles = {
            role: await stack.enter_async_context(app.visitor(name and f"{name} {seed}"))
            for role, name in names.items()
        }
        for role, rights in RIGHTS.items():
            await sign_up(roles[role], rights)
        host, second = roles["host"], roles["administrator-who-plays"]
        await roles["guest"].open_room(game.slug)
        room = await host.open_room(game.slug)
        await host.sit(room)
        secret = host.room.secret
        assert secret is not None
        players = {role: roles[role] for role in ("administrator-who-plays", *leaving)}
        for role in (*players, "of-the-room"):
            await _join(roles[role], room, secret, sit=role in players)
        for one in players.values():
            await one.do(Ready(one.id(), True))
        for _ in range(seats - 1 - len(players)):
            await host.do(AddBot(host.id(), "casual"))
        pages = [
            path
            for method, path, _ in routes(app.fastapi)
            if method == "GET" and "{match}" not in path
        ]
        before = [
            (await roles["anonymous"].http.get(path.replace("{slug}", game.slug))).text
            for path in sorted(set(pages))
        ]
        await host.do(Start(host.id(), False))
        await host.say(CallLastDeal(host.id()))
        while not any(one.frames and one.frames[-1].prompt for one in (host, second)):
            await host.news()
        await host.do(Pause(host.id()))
        match = host.frames[-1].match
        await _suspend(roles["suspended"])
        dealt = {
            role: seat
            for role, one in {"host": host, **players}.items()
            if (seat := one.frames[-1].seat) is not None
        }
        for role in leaving:
            await _lose_seat(role, roles, room, secret)
        keep = {"host", "administrator-who-plays", "stood-up"}
        own: dict[str, tuple[Seat, ...]] = {
            role: (seat,) for role, seat in dealt.items() if role in keep
        }
        report, case = await _report(host, room, roles["of-the-room"].person)
        yield Scene(roles, room, match, own, dealt, secret, "\n".join(before), report, case)


async def _join(one: Visitor, room: RoomId, secret: str, sit: bool) -> None:
    answer = await one.post(f"/join/{secret}", name=one.name, sit=str(sit).lower())
    assert answer.status_code == 303, answer.text
    await one.sit(room)


async def _report(one: Visitor, room: RoomId, accused: str) -> tuple[int, int]:
    """Reports that person; the numbers of the report and of its case."""
    form = {"kind": "people", "accused": accused, "said": "A test of the scales"}
    answer = await one.post(f"/table/{room}/report", **form)
    assert answer.status_code == 303, answer.text
    newest = select(CaseRow.report_number, CaseRow.number).order_by(CaseRow.number.desc()).limit(1)
    async with one.app.services.db.sessions() as db:
        report, case = (await db.execute(newest)).one()
    assert report is not None, "nobody has warned that person, so no other case was opened"
    return report, case


async def _lose_seat(role: str, roles: dict[str, Visitor], room: RoomId, secret: str) -> None:
    """Takes the seat from the person of that role, who has then seen nothing of the table."""
    one, host = roles[role], roles["host"]
    person = PersonId(one.person)
    match role:
        case "kicked" | "back-again":
            await host.do(Kick(host.id(), person))
        case "banned":
            await host.do(Ban(host.id(), person))
        case "stood-up":
            await one.do(Stand(one.id()))
        case "blocked":
            address = f"/admin/people/{person}/suspend"
            answer = await roles["administrator"].post(address, reason="a test", forever="on")
            assert answer.status_code == 303, answer.text
        case "erased":
            answer = await one.post("/account/delete", confirm=one.name)
            assert answer.status_code == 303, answer.text
    await one.leave()
    one.seen.clear()
    if role == "back-again":
        answer = await one.post(f"/join/{secret}")
        assert answer.headers["location"] == f"/knock/{room}", answer.text
        await host.do(Admit(host.id(), person, admit=True))
        await one.sit(room)


RIGHTS: Final = {
    "administrator-who-plays": Role.ADMINISTRATOR,
    "administrator": Role.ADMINISTRATOR,
    "moderator": Role.MODERATOR,
    "suspended": Role.NONE,
}


async def sign_up(one: Visitor, rights: Role) -> None:
    assert (await one.post("/signup", name=one.name, password=PASSWORD)).status_code == 303
    person, _ = await one.who()
    assert person is not None
    async with one.app.services.db.sessions.begin() as db:
        await accounts.set_role(db, person.id, rights)


async def _suspend(one: Visitor) -> None:
    person, _ = await one.who()
    assert person is not None
    async with one.app.services.db.sessions.begin() as db:
        await accounts.suspend(db, person.id, None, "a test")


async def marks_of(app: InProcessApp, scene: Scene) -> dict[str, set[Words]]:
    """By role: what it may not know of the match as it stands."""
    live = app.services.lobby._tables[scene.room].state.live
    assert live is not None
    async with app.services.db.sessions() as db:
        record = await records.read(db, scene.match, BY_SLUG)
        secret = await db.scalar(select(MatchRow.secret).where(MatchRow.id == scene.match))
    assert record is not None
    orders = [one.entry.order for one in record.entries if isinstance(one.entry, Shuffled)]
    found = {
        role: hidden(live.state, scene.own.get(role, ()), orders, secret) for role in scene.roles
    }
    things = [
        word
        for message in scene.roles["host"].seen
        if isinstance(message, ShuffleShown) and message.decks is not msgspec.UNSET
        for word in message.decks.codes.split()
    ]
    known = seen_in(f"{scene.before} {' '.join(things)}", set().union(*found.values()))
    return {role: marks - known for role, marks in found.items()}
