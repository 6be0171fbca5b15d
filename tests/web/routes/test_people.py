"""People somebody played with, a table opened with them, and the invitation on their home page."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from itertools import count
from typing import Any

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.games import GAMES
from app.store.people.invitations import MOST_AN_HOUR
from app.web.routes.people import NOBODY, OVER
from tests.database import locked
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor
from tests.web.scenes import paused_match
from tests.web.visitors import Visitor

GAME = GAMES[-1]
NUMBERS = count(1)
BENS_ROW = "SELECT FROM accounts WHERE id = $1 FOR UPDATE"
TO_A_TABLE = f"invites you to a table of {GAME.title}"


class Pair(msgspec.Struct):
    """Two members who have played together."""

    rhoda: Visitor
    ben: Visitor
    rhoda_id: str
    ben_id: str
    rhodas: str
    """Her name."""
    bens: str


@contextmanager
def pair(visitor: NewVisitor) -> Iterator[Pair]:
    number = next(NUMBERS)
    names = (f"Rhoda 'R' {number}", f"Ben 🦩 {number}")
    with paused_match(visitor, names) as scene:
        for who, name in zip((scene.host, scene.guest), names, strict=True):
            who.sign_up(name)
    yield Pair(scene.host, scene.guest, scene.host_id, scene.guest_id, *names)


def invite(who: Visitor, *people: str, game: str = GAME.slug) -> str:
    """Opens a table with these people; its id."""
    answer = who.post("/people/invite", {"game": game, "person": [*people]})
    assert answer.status_code == 303, answer.text
    room = answer.headers["location"].removeprefix("/table/")
    assert len(room) == 22, answer.headers["location"]
    return room


def home(who: Visitor) -> str:
    return unescape(who.get("/").text)


def test_an_invitation_is_found_at_home_and_taken_up_in_one_tap(visitor: NewVisitor) -> None:
    with pair(visitor) as two:
        assert f"<bdi>{two.bens}</bdi>" in unescape(two.rhoda.get("/people").text)
        assert "invites you" not in home(two.ben)
        room = invite(two.rhoda, two.ben_id)
        told = two.rhoda.get(f"/table/{room}").text
        assert "finds it on their home page" in told
        assert f"<bdi>{two.rhodas}</bdi> {TO_A_TABLE}" in home(two.ben)
        assert "invites you" not in home(two.rhoda)
        (news,) = two.ben.get("/api/invitations").json()["invitations"]
        assert (news["room"], news["name"], news["title"]) == (room, two.rhodas, GAME.title)
        assert two.rhoda.get("/api/invitations").json() == {"invitations": []}
        assert visitor().get("/api/invitations").status_code == 401
        for _ in range(2):  # the second is a second tap, or another window
            taken = two.ben.post(f"/table/{room}/accept")
            assert taken.headers.get("location") == f"/table/{room}", taken.text
        with two.ben.connect(room) as line:
            assert line.receive_until("room")["seat"] is not None
        assert "invites you" not in home(two.ben)


def test_an_invitation_is_declined_once_and_for_all_windows_and_the_sender_reads_nothing_of_it(
    visitor: NewVisitor,
) -> None:
    with pair(visitor) as two:
        room = invite(two.rhoda, two.ben_id)
        before = exported(two.rhoda)
        for _ in range(2):
            declined = two.ben.post("/invitations/decline", {"room": room})
            assert declined.headers["location"] == "/"
        assert "declined" in home(two.ben)
        assert TO_A_TABLE not in home(two.ben)
        late = two.ben.post(f"/table/{room}/accept")
        assert (late.status_code, OVER in unescape(late.text)) == (404, True)
        assert two.ben.get(f"/table/{room}").status_code == 403, "the table is private"
        after = exported(two.rhoda)
        assert after["invited"] == before["invited"]
        assert [one["to_id"] for one in after["invited"]] == [two.ben_id]
        assert "decline" not in json.dumps(after)
        assert [one["state"] for one in exported(two.ben)["invitations"]] == ["declined"]


def exported(who: Visitor) -> dict[str, Any]:
    answer = who.get("/account/export")
    assert answer.status_code == 200
    told: dict[str, Any] = json.loads(answer.text)
    return told


def block(who: Visitor, other: str, level: str) -> None:
    answer = who.post("/account/mute", {"person": other, "level": level})
    assert answer.status_code == 303, answer.text


def test_whoever_is_blocked_reads_the_same_as_whoever_is_not(visitor: NewVisitor) -> None:
    """The form of a page from before the block is still sent."""
    with pair(visitor) as two:
        block(two.ben, two.rhoda_id, "block")
        sent = two.rhoda.post("/people/invite", {"game": GAME.slug, "person": [two.ben_id]})
        assert sent.status_code == 303
        assert "finds it on their home page" in two.rhoda.get(sent.headers["location"]).text
        assert TO_A_TABLE not in home(two.ben)


def test_only_members_find_people_and_guests_read_why(visitor: NewVisitor) -> None:
    with paused_match(visitor, (f"Hilda {next(NUMBERS)}", f"Gunnar {next(NUMBERS)}")) as scene:
        page = scene.host.get("/people").text
        assert "Only members find people again here" in page
        assert "Become a member" in page
        refused = scene.host.post("/people/invite", {"game": GAME.slug, "person": [scene.guest_id]})
        assert refused.status_code == 403
        scene.host.sign_up(f"Moira {next(NUMBERS)}")
        assert "Nobody yet" in scene.host.get("/people").text, "a guest is not listed"
    stranger = visitor()
    assert stranger.get("/people").headers["location"] == "/login?next=/people"
    for path, form in (
        ("/people/invite", {"game": GAME.slug, "person": ["A" * 22]}),
        (f"/table/{scene.room}/accept", {}),
        ("/invitations/decline", {"room": scene.room}),
    ):
        assert stranger.post(path, form).status_code == 401, path


def test_a_wrong_form_gets_a_sentence_keeps_what_was_chosen_and_opens_nothing(
    visitor: NewVisitor, in_database: Any
) -> None:
    with pair(visitor) as two:

        async def rooms(db: AsyncSession) -> int:
            return int(await db.scalar(text("SELECT count(*) FROM rooms")) or 0)

        before = in_database(rooms)
        nobody = two.rhoda.post("/people/invite", {"game": GAMES[0].slug})
        assert (nobody.status_code, NOBODY in nobody.text) == (422, True)
        assert f'value="{GAMES[0].slug}" required checked' in nobody.text
        unknown = two.rhoda.post("/people/invite", {"game": "chess", "person": [two.ben_id]})
        assert unknown.status_code == 422
        assert f'value="{two.ben_id}" checked' in unknown.text
        assert "Choose one from the list" in unknown.text
        assert in_database(rooms) == before
        for room in ("A" * 22, "x", "lessonAAAAAAxxxxxxxxxx"):
            assert two.ben.post(f"/table/{room}/accept").status_code == 404, room
        for room in ("A" * 22, "\x00", "ä"):
            gone = two.ben.post("/invitations/decline", {"room": room})
            assert gone.headers["location"] == "/", room


def test_nobody_is_invited_who_was_not_played_with(visitor: NewVisitor, in_database: Any) -> None:
    with pair(visitor) as two, pair(visitor) as others:
        room = invite(two.rhoda, others.ben_id, two.rhoda_id, "A" * 22, "no id\x00", two.ben_id)

        async def invited(db: AsyncSession) -> list[str]:
            rows = "SELECT to_id FROM invitations WHERE room_id = :room"
            return list(await db.scalars(text(rows), {"room": room}))

        assert in_database(invited) == [two.ben_id]
        assert "invites you" not in home(others.ben)
        assert others.ben.post(f"/table/{room}/accept").status_code == 404


def test_beyond_the_limit_nothing_is_opened_and_the_page_says_so(
    visitor: NewVisitor, in_database: Any
) -> None:
    with pair(visitor) as two:
        room = invite(two.rhoda, two.ben_id)
        number = next(NUMBERS)

        async def send_many(db: AsyncSession) -> None:
            await db.execute(
                text(
                    "WITH many AS (INSERT INTO accounts (id, name, skeleton, kind) SELECT"
                    " lpad(n::text, 22, :mark), 'x', 'x', 'guest' FROM generate_series(1, :most)"
                    " AS n RETURNING id) INSERT INTO invitations (room_id, to_id, from_id)"
                    " SELECT :room, id, :sender FROM many"
                ),
                {
                    "mark": f"many-{number}-",
                    "most": MOST_AN_HOUR - 1,
                    "room": room,
                    "sender": two.rhoda_id,
                },
            )

        in_database(send_many)
        refused = two.rhoda.post("/people/invite", {"game": GAME.slug, "person": [two.ben_id]})
        assert (refused.status_code, "within an hour" in refused.text) == (429, True)
        assert f'value="{two.ben_id}" checked' in refused.text
        assert room in home(two.ben), "the one before still stands"


def test_a_table_whose_invitations_are_not_written_in_time_is_open_and_says_so(
    visitor: NewVisitor, web_server: ServerProcess
) -> None:
    with pair(visitor) as two:
        with locked(web_server.database_url, BENS_ROW, two.ben_id):
            room = invite(two.rhoda, two.ben_id)
        assert "could not be sent" in two.rhoda.get(f"/table/{room}").text
        assert TO_A_TABLE not in home(two.ben)
