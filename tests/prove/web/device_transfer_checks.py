"""Device transfer links: guessed, used twice, at once, too late, and after the login ended."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from app.table.ports import Clock
from app.table.system import SystemClock
from app.web.rate_limits import RATES
from tests.prove.clients.asgi_client import Answer, Caller
from tests.prove.web.abuse_checks import guarded
from tests.prove.web.personas import PASSWORD, Personas, opened_by

TEN_MINUTES: Final = timedelta(minutes=10)


class Later(SystemClock):
    """The server's clock, set forward."""

    def __init__(self, by: timedelta) -> None:
        self._by = by
        self.now = self._now

    def _now(self) -> datetime:
        return SystemClock.now() + self._by


@contextmanager
def later(cast: Personas, by: timedelta) -> Iterator[None]:
    before = cast.app.state.services
    clock: Clock = Later(by)
    cast.app.state.services = replace(before, clock=clock)
    try:
        yield
    finally:
        cast.app.state.services = before


async def moving(cast: Personas) -> None:
    """T4: a link logs in once, within ten minutes, while the login that made it is good."""
    person, room = await _somebody(cast, "laptop")
    token = await link(cast, person, room)
    with later(cast, TEN_MINUTES):
        await _nobody(cast, token, "a link after ten minutes")
    answers = await asyncio.gather(*(_go_on(cast, token) for _ in range(6)))
    let_in = [answer for answer in answers if answer.status == 303]
    cast.judge(len(let_in) == 1, f"{len(let_in)} devices went on by one link at once")
    await _nobody(cast, token, "a link that was used")
    cookies = re.findall(r"po=([\w-]+)", " ".join(let_in[0].all("set-cookie"))) if let_in else []
    cast.judge(
        len(cookies) == 1 and cookies[0] not in (token, person.cookies["po"]),
        "the other device got a token that was known before",
    )
    first, second = await link(cast, person, room), await link(cast, person, room)
    await _nobody(cast, first, "a link that another one took the place of")
    cast.judge((await _go_on(cast, second)).status == 303, "the newest link is not good")
    await _endings(cast)
    await _guessed(cast)


async def _endings(cast: Personas) -> None:
    for way in ("logout", "logout-everywhere", "password", "elsewhere", "suspended", "delete"):
        person, room = await _somebody(cast, way)
        token = await link(cast, person, room)
        if way == "password":
            await person.post(
                "/account/password", current_password=PASSWORD, new_password="eight blue candles"
            )
        elif way == "elsewhere":
            session = re.findall(
                r"/account/sessions/([\w-]+)/close", (await person.get("/account")).text
            )[0]
            await person.post(f"/account/sessions/{session}/close")
        elif way == "suspended":
            async with person.at(room) as line:
                you = (await line.until("room"))["you"]
            await cast.keeper.post(f"/admin/people/{you}/suspend", reason="because", forever="true")
        else:
            await person.post(f"/account/{way}", confirm=PASSWORD)
        await _nobody(cast, token, f"a link after {way}")


async def _guessed(cast: Personas) -> None:
    """Guesses meet a limit, and all wrong ones read the same."""
    rate = RATES["device-transfer"]
    async with guarded(cast):
        answers = [await _go_on(cast, f"{number:043d}") for number in range(int(rate.burst) + 20)]
    cast.judge(
        answers[-1].status == 429 and sum(answer.status == 404 for answer in answers) <= rate.burst,
        "/device has no limit",
    )
    cast.judge(
        {answer.status for answer in answers} == {404, 429}, "a guess was answered in another way"
    )


async def _somebody(cast: Personas, name: str) -> tuple[Caller, str]:
    """A member with a room; the room."""
    person = Caller(cast.app, name, "203.0.113.70")
    await person.post(
        "/signup", name=f"Goes {name[:5]} {cast.random.randrange(10**8)}", password=PASSWORD
    )
    return person, await opened_by(person)


async def link(cast: Personas, person: Caller, room: str) -> str:
    """The token behind the link's #."""
    made = await person.post(f"/table/{room}/device-link")
    found = re.search(r"/device#([\w-]{43})\"", made.text)
    cast.judge(found is not None, f"no link was made: {made.status}")
    token = found[1] if found else ""
    cast.told.append(token)
    return token


async def _go_on(cast: Personas, token: str) -> Answer:
    return await Caller(cast.app, "phone", "203.0.113.71").post("/device/continue", token=token)


async def _nobody(cast: Personas, token: str, what: str) -> None:
    answer = await _go_on(cast, token)
    cast.judge(
        answer.status == 404
        and not any(line.startswith("po=") for line in answer.all("set-cookie")),
        f"{what} lets in",
    )
