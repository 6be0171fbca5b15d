"""The deletion of an account over HTTP: all of it or nothing, and the tables go on."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import asyncpg

from app.settings import libpq_url
from tests.conftest import run
from tests.web.conftest import NewVisitor


@contextmanager
def locked_places(url: str) -> Iterator[None]:
    """Another session holds the table of places, as a dump or a migration may."""
    locked, done = Event(), Event()

    async def hold() -> None:
        connection = await asyncpg.connect(libpq_url(url))
        async with connection.transaction():
            await connection.execute("LOCK TABLE places IN EXCLUSIVE MODE")
            locked.set()
            await asyncio.to_thread(done.wait, 60)
        await connection.close()

    thread = Thread(target=lambda: run(hold()))
    thread.start()
    try:
        assert locked.wait(30)
        yield
    finally:
        done.set()
        thread.join(30)


def test_a_guest_whose_deletion_met_a_lock_is_still_logged_in_and_can_ask_again(
    visitor: NewVisitor, web_database: str
) -> None:
    """The logout was once committed first, and a guest without a password never came back."""
    guest = visitor()
    guest.open_room("Lockedout")
    with locked_places(web_database):
        refused = guest.post("/account/delete", {"confirm": "Lockedout"})
    assert refused.status_code == 503
    assert guest.get("/account").status_code == 200
    assert "nothing was deleted" in refused.text.casefold()
    assert guest.post("/account/delete", {"confirm": "Lockedout"}).status_code == 303
    assert guest.get("/account").status_code == 303
