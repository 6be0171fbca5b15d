"""The personas: people of one private room with a running match, and strangers to it."""

import html
import json
import re
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import msgspec
from fastapi import FastAPI

from app.games import BY_SLUG, GAMES
from app.rules.codec import to_json
from app.rules.replay import replay
from app.store.matches import records, summaries
from app.store.people import accounts, sessions
from app.store.people.rows import Role
from tests.prove.clients.asgi_client import Caller, Line
from tests.prove.web.web_app import services_of
from tests.web.all_routes import routes

PASSWORD = "seven green lanterns"


class Enough(Exception):
    """One fault was found, and one is enough."""


class Personas(msgspec.Struct):
    """The personas and their things.

    `hanna` is a registered host, `gustav` a guest at her table; `wanda` belongs to the room and
    only watches. `stranger` is registered with a room of his own, `keeper` an administrator,
    `mona` a moderator; `nobody` has no cookie.
    """

    app: FastAPI
    hanna: Caller
    gustav: Caller
    wanda: Caller
    stranger: Caller
    keeper: Caller
    mona: Caller
    nobody: Caller
    hanna_id: str
    gustav_id: str
    hanna_session: str
    token: str
    """Hanna's cookie."""
    room: str
    secret: str
    code: str
    match: str
    """The match that runs: dealt, paused."""
    over: str
    """Another match of hanna's, stopped."""
    hands: tuple[str, ...]
    """By seat, what each holds privately in `match`: JSON without spaces."""
    line: Line
    """Hanna's connection."""
    random: Random
    scale: int = 1
    """A factor for how much is tried where there is no end to it."""
    one_is_enough: bool = False
    focus: str = ""
    """The beginning of the paths that are asked one after the other; empty: of all."""
    looked: int = 0
    """The number of judged answers."""
    faults: list[str] = []
    told: list[str] = []
    """Secrets sent to one person, which no log may hold."""

    def fault(self, words: str) -> None:
        self.faults.append(words)
        if self.one_is_enough:
            raise Enough

    def judge(self, holds: bool, words: str) -> None:
        self.looked += 1
        if not holds:
            self.fault(words)

    def everybody(self) -> tuple[Caller, ...]:
        staff = (self.mona, self.keeper)
        return (self.nobody, self.stranger, self.wanda, self.gustav, self.hanna, *staff)

    def routes(self) -> list[tuple[str, str]]:
        """Method and path of each route in focus."""
        return [route for route in routes() if route[1].startswith(self.focus)]

    def writes(self) -> list[str]:
        return [path for method, path in self.routes() if method == "POST"]

    def filled(self, path: str) -> str:
        """A route's path with hanna's ids in its gaps."""
        here = {
            "room": self.room, "match": self.match, "person": self.hanna_id,
            "session": self.hanna_session,
            "slug": GAMES[0].slug, "secret": "A" * 22, "number": "1", "code": "A" * 12,
            "screen": "A" * 22, "key": "A" * 22,
        }  # fmt: skip
        return re.sub(r"\{(\w+)\}", lambda gap: here[gap[1]], path)

    async def state(self) -> str:
        """All of hanna's that a stranger could change, as one text."""
        services = services_of(self.app)
        room = await services.rooms.load(self.room)  # type: ignore[arg-type]  # a plain text
        assert room is not None
        async with services.db.sessions.begin() as db:
            account = await accounts.by_id(db, self.hanna_id)
            devices = len(await sessions.list_sessions(db, self.hanna_id))
            password = await accounts.password_hash_of(db, self.hanna_id)
            summary = await summaries.of_match(db, self.match)
        assert summary is not None
        people = sorted(person.id for person in room.people)
        return repr(
            (
                account,
                devices,
                password,
                summary.state,
                people,
                room.secret,
                room.listed,
                room.host,
                room.options,
            )
        )


def bare(text: str) -> str:
    """A page or JSON as the JSON in it would read without spaces and escapes."""
    return re.sub(
        r"\s", "", html.unescape(text).replace("\\u0022", '"').replace("\\u0026#34;", '"')
    )


@asynccontextmanager
async def personas(app: FastAPI, seed: int) -> AsyncIterator[Personas]:
    """All personas in place."""
    random = Random(seed)
    mark = secrets.token_hex(5)  # many applications share one database

    def caller(name: str, number: int) -> Caller:
        return Caller(app, name, f"203.0.113.{number}")

    hanna, gustav, wanda, stranger, keeper, mona, nobody = (
        caller(name, number + 1)
        for number, name in enumerate(
            ("hanna", "gustav", "wanda", "stranger", "keeper", "mona", "nobody")
        )
    )
    for person, name in (
        (hanna, f"Hanna {mark}"),
        (stranger, f"Strange {mark}"),
        (keeper, f"Keeps {mark}"),
        (mona, f"Mona {mark}"),
    ):
        answer = await person.post("/signup", name=name, password=PASSWORD)
        assert answer.status == 303, answer.text
    services = services_of(app)
    async with services.db.sessions.begin() as db:
        for name, role in (("Keeps", Role.ADMINISTRATOR), ("Mona", Role.MODERATOR)):
            found = await accounts.by_name(db, f"{name} {mark}")
            assert found is not None
            await accounts.set_role(db, found.id, role)
    await opened_by(stranger)
    over_room = await opened_by(hanna)
    async with hanna.at(over_room) as line:
        over = await begun(line, GAMES[0].seats[0] - 1)
        assert (await line.say("stop-match"))["type"] == "done"
    room = await opened_by(hanna)
    async with hanna.at(room) as line:
        shown = await line.until("room")
        for person, sit in ((gustav, "true"), (wanda, "false")):
            joined = await person.post(
                f"/join/{shown['secret']}", name=f"{person.name.title()} {mark}", sit=sit
            )
            assert joined.status == 303, joined.text
        async with gustav.at(room) as other:
            gustav_id = (await other.until("room"))["you"]
            assert (await other.say("ready", ready=True))["type"] == "done"
        match = await begun(line, GAMES[0].seats[0] - 2)
        async with services.db.sessions.begin() as db:
            record = await records.read(db, match, BY_SLUG)
            devices = await sessions.list_sessions(db, shown["you"])
        assert record is not None
        *_, last = replay(
            BY_SLUG[record.game], record.setup, (line.entry for line in record.entries)
        )
        hands = tuple(
            json.dumps(to_json(held), separators=(",", ":"), ensure_ascii=False)
            for held in last.private
        )
        assert all(len(hand) > 40 for hand in hands[:2]), "there is something to be seen"
        yield Personas(
            app, hanna, gustav, wanda, stranger, keeper, mona, nobody, shown["you"], gustav_id,
            devices[0].id,
            hanna.cookies["po"], room, shown["secret"], shown["code"],
            match, over, hands, line, random, faults=[],
        )  # fmt: skip


async def opened_by(person: Caller, **more: str) -> str:
    answer = await person.post("/rooms", name="A guest", game=GAMES[0].slug, **more)
    assert answer.status == 303, answer.text
    return (answer.header("location") or "").rpartition("/")[2]


async def begun(line: Line, bots: int) -> str:
    """Starts a match with bots and pauses it at the first prompt of this seat; its id."""
    for _ in range(bots):
        assert (await line.say("add-bot", strength="casual"))["type"] == "done"
    assert (await line.say("start"))["type"] == "done"
    frame: dict[str, Any] = {}
    while not frame.get("prompt"):
        frame = await line.until("frame")
    assert (await line.say("pause"))["type"] == "done"
    return str(frame["match"])
