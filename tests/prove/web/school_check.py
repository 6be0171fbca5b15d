"""A school: two hundred people behind one address log in, open tables and join them."""

from app.games import GAMES
from app.store.people import accounts
from tests.prove.clients.asgi_client import Caller
from tests.prove.web.abuse_checks import Counted, guarded
from tests.prove.web.personas import PASSWORD, Personas
from tests.prove.web.web_app import services_of

PEOPLE = 200
MINUTES = 10
ADDRESS = "203.0.113.200"
A_TABLE = 4


class Trusting(Counted):
    """Every password of a member is right."""

    def _matches(self, stored: str | None, password: str) -> bool:
        super()._matches(stored, password)
        return stored is not None


async def school(cast: Personas) -> None:
    """S5: the real limits, on a clock of ours: none is met in ten minutes."""
    names = [f"Pupil {cast.random.randrange(10**9)}" for _ in range(PEOPLE)]
    services = services_of(cast.app)
    stored = await services.passwords.hash(PASSWORD, "")
    async with services.db.sessions.begin() as db:
        for name in names:
            guest = await accounts.create_guest(db, name)
            await accounts.register(db, guest.id, name, stored)
    game = GAMES[0].slug
    async with guarded(cast, Trusting()) as (passwords, time):
        for number, name in enumerate(names):
            await time.go_on(number * MINUTES * 60 / PEOPLE - time.now)
            pupil = Caller(cast.app, name, ADDRESS)
            if number % 3 == 0:  # mistypes the name
                await pupil.post("/login", name=f"{name} x", password=PASSWORD)
            login = await pupil.post("/login", name=name, password=PASSWORD)
            opens = number % A_TABLE == 0
            way = "/rooms" if opens else "/rooms/any"
            more = {"listed": "true"} if opens else {}
            seat = await pupil.post(way, game=game, **more)
            room = (seat.header("location") or "/").rpartition("/")[2]
            page = await pupil.get(f"/table/{room}")
            said = (login.status, seat.status, page.status)
            cast.judge(said == (303, 303, 200), f"pupil {number + 1} of {PEOPLE} got {said}")
    cast.judge(len(passwords.tried) > PEOPLE, "the school did not log in")
