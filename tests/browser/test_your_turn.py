"""The slow tables on the home page: none, one, five and thirty, with long and odd names."""

import json
import re
import secrets
from collections.abc import Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from app.store.rooms.slow_rooms import MOST_SLOW
from tests.browser.conftest import PageOpener
from tests.browser.page_review import PICTURES, PageReview
from tests.conftest import NewDatabase, NewServer, run
from tests.database import connected
from tests.server_process import ServerProcess
from tests.web.routes.test_slow_tables import FOR_TWO, begin
from tests.web.visitors import Visitor

SIZES = (390, 844), (820, 1180), (1440, 900), (1920, 1080)
HOSTS = (
    "Rosalind",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "iiiiiiiiiiiiiiiiiiiiiiii",
    "Ælfþryð Þórðarson-Ðýrfinna",
    "مضيف الطاولة الكبيرة جدا",
    "ひよこひよこひよこひよこひよこひよこ",
)
TITLES = "() => [...document.querySelectorAll('[aria-labelledby=your-turn] h3')].length"


@pytest.fixture(scope="module")
def url(new_database: NewDatabase) -> str:
    return new_database()


@pytest.fixture(scope="module")
def live_server(new_server: NewServer, url: str) -> Iterator[ServerProcess]:
    with new_server(DATABASE_URL=url) as server:
        yield server


async def add_tables(url: str, room: str, number: int) -> None:
    """More slow matches of the same two people, as the store has them; they wait for Odette first.

    Each is due a little later, and one in four waits for others.
    """
    async with connected(url) as connection:
        row = await connection.fetchrow("SELECT * FROM rooms WHERE id = $1", room)
        assert row is not None
        seats = await connection.fetch("SELECT * FROM slow_seats WHERE room_id = $1", room)
        for index in range(number):
            state = json.loads(row["state"])
            id_, code = secrets.token_urlsafe(16)[:22], secrets.token_hex(5)
            state |= {"id": id_, "code": code, "secret": secrets.token_urlsafe(16)}
            for person in state["people"]:
                if person["id"] == state["host"]:
                    person["name"] = HOSTS[index % len(HOSTS)]
            await connection.execute(
                "INSERT INTO rooms (id, code, secret, game, listed, stage, match_id, people, state,"
                " state_version, created_at) SELECT $2, $3, $4, game, listed, stage, NULL, people,"
                " $5, state_version, created_at FROM rooms WHERE id = $1",
                room, id_, code, state["secret"], json.dumps(state),
            )  # fmt: skip
            await connection.execute("INSERT INTO slow_rooms (room_id) VALUES ($1)", id_)
            for seat in seats:
                await connection.execute(
                    "INSERT INTO slow_seats (room_id, account_id, due) VALUES ($1, $2,"
                    " CASE WHEN $3::int % 4 < 3 THEN now() + $3::int * interval '3 hours 7 minutes'"
                    " + interval '40 seconds' END)",
                    id_, seat["account_id"], index,
                )  # fmt: skip


def home_of(visit: PageOpener, person: Visitor) -> Page:
    page = visit()
    name, _, value = person.cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": person.base_url}])
    page.goto("/")
    return page


def look(review: PageReview, page: Page, name: str, axe: bool = False) -> None:
    for number, size in enumerate(SIZES):
        review.check(page, name, size, "light", axe=axe and number == 0)
        if PICTURES:
            review.check(page, name, size, "dark", axe=False)


def test_the_home_page_shows_any_number_of_slow_tables_at_every_width(
    visit: PageOpener, review: PageReview, live_server: ServerProcess, url: str
) -> None:
    with (
        closing(Visitor(live_server.base_url, FOR_TWO.slug)) as odette,
        closing(Visitor(live_server.base_url, FOR_TWO.slug)) as percy,
    ):
        room = begin(odette, percy)
    page, shown = home_of(visit, odette), 1
    look(review, page, "your-turn-1")
    for wanted in (5, MOST_SLOW):
        run(add_tables(url, room, wanted - shown))
        page.reload()
        assert page.evaluate(TITLES) == wanted
        expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
        assert page.get_by_role("link", name=re.compile("^(Play|Look) at")).count() == min(
            wanted, 6
        )
        look(review, page, f"your-turn-{wanted}")
        shown = wanted
    page.get_by_text(re.compile(r"24 more slow tables, your turn at \d+ of them")).click()
    expect(page.get_by_role("link", name=re.compile("^(Play|Look) at"))).to_have_count(MOST_SLOW)
    look(review, page, "your-turn-unfolded", axe=True)
    stranger = visit("/")
    expect(stranger.get_by_role("heading", name="Your turn")).to_have_count(0)
    look(review, stranger, "your-turn-0")
