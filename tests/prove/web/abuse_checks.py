"""Nonsense frames, guessed passwords and invitations, and logins that ended."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from time import monotonic
from typing import Final

from app.games import GAMES
from app.store.database.pools import Database
from app.store.people import sessions
from app.web.context.passwords import Passwords
from app.web.rate_limits import (
    FIRST_WAIT,
    LONGEST_WAIT,
    OWN_RATES,
    RATES,
    WRONG_PASSWORDS_BEFORE_WAIT,
    Limits,
)
from tests.prove.clients.asgi_client import Caller, Line
from tests.prove.web.markup_checks import markup
from tests.prove.web.nonsense_check import (
    nonsense,
)
from tests.prove.web.personas import PASSWORD, Personas, opened_by
from tests.prove.web.route_table import PROGRAM

# -- passwords


class Counted(Passwords):
    """Counts what reaches the hash, and works nothing out."""

    def __init__(self) -> None:
        super().__init__()
        self.tried: list[bool] = []
        """For each comparison: there was such a member."""

    def _matches(self, stored: str | None, password: str) -> bool:
        self.tried.append(stored is not None)
        return False


class OwnTime:
    """A time of ours, for the counts of the process and for those in the database."""

    def __init__(self, database: Database) -> None:
        self.now = 0.0
        """Seconds."""
        self._database = database

    async def go_on(self, seconds: float) -> None:
        """The rows are moved into the past: their times are the database's."""
        self.now += seconds
        past = "last_at = last_at - $1 * interval '1 second'"
        past += ", full_at = full_at - $1 * interval '1 second'"
        async with self._database.table_connection() as connection:
            await connection.execute(f"UPDATE wrong_passwords SET {past}", seconds)

    async def forget(self) -> None:
        async with self._database.table_connection() as connection:
            await connection.execute("DELETE FROM wrong_passwords")


@asynccontextmanager
async def guarded(
    cast: Personas, counted: Counted | None = None
) -> AsyncIterator[tuple[Counted, OwnTime]]:
    """The application with real limits, in a time of ours, and passwords that are only counted."""
    before = cast.app.state.services
    time = OwnTime(before.db)
    await time.forget()
    passwords = counted or Counted()
    cast.app.state.services = replace(
        before, limits=Limits(1.0, lambda: time.now), passwords=passwords
    )
    try:
        yield passwords, time
    finally:
        cast.app.state.services = before
        passwords.close()


def tries_after_waits(seconds: float) -> int:
    """Wrong passwords that are taken in this time, one after each wait."""
    tries, wait, waited = 1, FIRST_WAIT, FIRST_WAIT
    while waited < seconds:
        tries, wait = tries + 1, min(2 * wait, LONGEST_WAIT)
        waited += wait
    return tries


async def guessing(cast: Personas) -> None:
    """T25: few of an hour's guesses reach the hash; members and unknown names cost the same."""
    hour, tries = 3600.0, 200 if cast.scale == 1 else 10_000
    for name, known in (("Nobody Of That Name", False), (f"{(await _name(cast))}", True)):
        async with guarded(cast) as (passwords, time):
            guesser = Caller(cast.app, "guesser", "198.51.100.1")
            most = WRONG_PASSWORDS_BEFORE_WAIT + tries_after_waits(hour)
            for number in range(tries if known else min(tries, 1000)):
                if len(passwords.tried) > most:
                    break
                await time.go_on(hour / tries)
                answer = await guesser.ask(
                    "POST", "/login", {"name": name, "password": f"guess {number}"}, headers=PROGRAM
                )
                if answer.status not in (422, 429):
                    cast.fault(f"a guess was answered by {answer.status}")
            cast.judge(
                0 < len(passwords.tried) <= most,
                f"{len(passwords.tried)} of {tries} guesses in an hour reached the hash",
            )
            cast.judge(
                set(passwords.tried) == {known}, "it is not the name's own hash that is compared"
            )
        async with guarded(cast) as (passwords, time):
            for number in range(min(tries // 2, 1000)):
                await time.go_on(hour / tries / 3)
                guesser = Caller(cast.app, "guesser", f"198.51.{number // 250}.{number % 250}")
                await guesser.ask(
                    "POST", "/login", {"name": name, "password": f"guess {number}"}, headers=PROGRAM
                )
            rate = OWN_RATES["login-name"]
            most = int(rate.burst + time.now / rate.seconds) + 1
            cast.judge(
                0 < len(passwords.tried) <= most,
                f"{len(passwords.tried)} guesses from everywhere reached the hash, not {most}",
            )


async def lockout(cast: Personas) -> None:
    """T25: endless guesses from one address do not keep the name's owner out."""
    name = await _name(cast)
    async with guarded(cast) as (_, time):
        owner, stranger = (
            Caller(cast.app, "owner", "203.0.113.70"),
            Caller(cast.app, "stranger", "198.51.100.2"),
        )
        for second in range(0, 3600, 20):
            await time.go_on(second - time.now)
            await stranger.ask(
                "POST", "/login", {"name": name, "password": f"guess {second}"}, headers=PROGRAM
            )
            if second % 600 == 300:
                answer = await owner.ask(
                    "POST", "/login", {"name": name, "password": "mistyped"}, headers=PROGRAM
                )
                cast.judge(
                    answer.status == 422,
                    f"a stranger's guesses keep the owner from logging in: {answer.status}",
                )


async def _name(cast: Personas) -> str:
    page = await cast.hanna.get("/account")
    return str(re.findall(r"<h1>([^<]+)", page.text)[0]).strip()


async def secrets_guessed(cast: Personas) -> None:
    """T2: guessed invitations and codes meet a limit, and all wrong ones read the same."""
    async with guarded(cast):
        answers = []
        for number in range(int(RATES["join"].burst) + 20):
            answers.append(await cast.nobody.get(f"/join/{number:022d}"))
        cast.judge(
            answers[-1].status == 429
            and sum(answer.status == 404 for answer in answers) <= RATES["join"].burst,
            "/join has no limit",
        )
        codes = [await cast.nobody.post("/knock", code="ZZZZZ", name="Knocker") for _ in range(60)]
        cast.judge(
            codes[-1].status == 429
            and sum(answer.status == 404 for answer in codes) <= RATES["knock"].burst,
            "/knock has no limit",
        )
    room = await opened_by(cast.stranger)
    async with cast.stranger.at(room) as line:
        void = (await line.until("room"))["secret"]
        await line.say("renew-invite", what="link")
    pages = [
        await cast.nobody.get(f"/join/{secret}") for secret in (void, "A" * 22, "x", "%F0%9F%90%94")
    ]
    same = {(page.status, re.sub(r'nonce="[^"]*"|/join/[^"<]*', "", page.text)) for page in pages}
    cast.judge(len(same) == 1, f"{len(same)} answers to invitations that are none")


# -- logins


async def endings(cast: Personas) -> None:
    """T6: however a login ends, its connections end at once and its cookie opens nothing."""
    for way in ("logout", "elsewhere", "everywhere", "password", "delete", "suspended"):
        person = Caller(cast.app, way, "203.0.113.50")
        name = f"{way[:6]} {cast.random.randrange(10**8)}"
        await person.post("/signup", name=name, password=PASSWORD)
        other = Caller(cast.app, way, "203.0.113.51")
        await other.post("/login", name=name, password=PASSWORD)
        room = await opened_by(person)
        token = person.cookies["po"]
        async with person.at(room) as line:
            you = (await line.until("room"))["you"]
            if way == "logout":
                await person.post("/account/logout")
            elif way == "elsewhere":
                async with cast.app.state.services.db.sessions.begin() as db:
                    found = await sessions.authenticate_orm(db, token)
                assert found is not None
                await other.post(f"/account/sessions/{found[1]}/close")
            elif way == "everywhere":
                await other.post("/account/logout-everywhere")
            elif way == "password":
                await other.post(
                    "/account/password",
                    current_password=PASSWORD,
                    new_password="eight blue candles",
                )
            elif way == "delete":
                await other.post("/account/delete", confirm=PASSWORD)
            else:
                await cast.keeper.post(
                    f"/admin/people/{you}/suspend", reason="because", forever="true"
                )
            code = await _told(line)
            cast.judge(
                code in (4401, 4403), f"a login that ended by {way} keeps its connection: {code}"
            )
            if code is None:
                return
        again = Caller(cast.app, way, "203.0.113.52")
        again.cookies["po"] = token
        async with again.at(room) as line:
            cast.judge(await _told(line) == 4401, f"a login that ended by {way} opens tables")
        cast.judge(
            (await again.get("/account")).status == 303,
            f"a login that ended by {way} still logs in",
        )


async def _told(line: Line) -> int | None:
    """The close code; None if pings are answered for longer than the promised second."""
    began, answered = monotonic(), 0
    while answered < 300 or monotonic() - began < 5:
        line.send_text('{"type":"ping"}')
        while (message := await line.hear()) is not None and message["type"] != "pong":
            pass
        if message is None:
            return line.code
        answered += 1
        await asyncio.sleep(0.005)
    return None


async def fixation(cast: Personas) -> None:
    """T1, T23: every step up gives a new token of ours; a token that the browser brings is not
    adopted."""
    person = Caller(cast.app, "fresh", "203.0.113.60")
    tokens = ["planted-by-somebody-AAAAAAAAAAAAAAAAAAAAAAA"]
    person.cookies["po"] = tokens[0]
    name = f"Fresh {cast.random.randrange(10**8)}"
    steps = (
        ("/rooms", {"name": "A guest", "game": GAMES[0].slug}),
        ("/signup", {"name": name, "password": PASSWORD}),
        ("/account/password", {"current_password": PASSWORD, "new_password": "eight blue candles"}),
        ("/login", {"name": name, "password": "eight blue candles"}),
    )
    for path, form in steps:
        answer = await person.post(path, **form)
        cast.judge(answer.status == 303, f"{path}: {answer.status}")
        told = [line for line in answer.all("set-cookie") if line.startswith("po=")]
        cast.judge(
            bool(told) and all(part in told[0] for part in ("HttpOnly", "SameSite=lax", "Path=/")),
            f"{path}: {told}",
        )
        cast.judge(person.cookies["po"] not in tokens, f"{path} keeps the token")
        for token in tokens:
            old = Caller(cast.app, "old", "203.0.113.61")
            old.cookies["po"] = token
            cast.judge(
                (await old.get("/account")).status == 303,
                f"the token from before {path} still opens the account",
            )
        tokens.append(person.cookies["po"])
    cast.judge(all(len(token) >= 43 for token in tokens[1:]), "a token has less than 256 bits")


HOSTILE: Final = {
    check.__name__: check
    for check in (markup, nonsense, guessing, lockout, secrets_guessed, endings, fixation)
}
