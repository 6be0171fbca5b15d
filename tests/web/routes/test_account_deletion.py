"""The deletion of an account over HTTP: all of it or nothing, and the tables go on."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from app.games import GAMES
from app.store.upkeep import erasure
from tests.database import locked
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor
from tests.web.visitors import Visitor, invite_of


def test_a_guest_whose_deletion_met_a_lock_is_still_logged_in_and_can_ask_again(
    visitor: NewVisitor, web_server: ServerProcess
) -> None:
    """The logout was once committed first, and a guest without a password never came back."""
    guest = visitor()
    guest.open_room("Lockedout")
    with locked(web_server.database_url, "LOCK TABLE places IN EXCLUSIVE MODE"):
        refused = guest.post("/account/delete", {"confirm": "Lockedout"})
    assert refused.status_code == 503
    assert guest.get("/account").status_code == 200
    assert "nothing was deleted" in refused.text.casefold()
    assert guest.post("/account/delete", {"confirm": "Lockedout"}).status_code == 303
    assert guest.get("/account").status_code == 303


def test_a_table_that_still_shows_an_erased_name_closes_and_its_people_come_back(
    visitor: NewVisitor, in_database: Any
) -> None:
    """As if the table had opened in the moment of the erasure: it knows nothing of it."""
    host, guest = visitor(), visitor()
    room = host.open_room("Stayer")
    guest.join(invite_of(host, room)[0], "Vanishing")
    with host.connect(room) as line:
        people = line.receive_until("room")["people"]
        gone = next(one["id"] for one in people if one["name"] == "Vanishing")

        async def erase(db: AsyncSession) -> None:
            await erasure.erase_account(db, gone)

        in_database(erase)
        line.send("ready", ready=True)
        code, bye = line.receive_to_end()
        assert (code, bye and bye["code"]) == (1012, "restart")
    with host.connect(room) as line:
        names = [one["name"] for one in line.receive_until("room")["people"]]
    assert names == ["Stayer", "somebody"]


def test_a_name_is_changed_ten_times_and_then_only_after_a_while(
    strict_server: ServerProcess,
) -> None:
    person = Visitor(strict_server.base_url, GAMES[0].slug)
    person.open_room("Name 0")
    for number in range(1, 11):
        assert person.post("/account/rename", {"name": f"Name {number}"}).status_code == 303
    refused = person.post("/account/rename", {"name": "Name 11"})
    assert refused.status_code == 429
    assert "You can change it again in 3 hours" in refused.text
    assert "Name 10" in person.get("/account").text
    person.http.close()
