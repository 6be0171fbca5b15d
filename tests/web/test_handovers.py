"""A seat moves to another device over HTTP: the link is shown once, asks before it does anything, and is used once."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.games import GAMES
from tests.house import House
from tests.web.conftest import NewVisitor, names
from tests.web.visitors import Visitor, stocked, until_too_often

PASSWORD = "a long enough secret"
GONE = "This link is good no more"


class Ben:
    """Somebody with a seat at a table of his own, on a laptop."""

    def __init__(self, laptop: Visitor) -> None:
        self.laptop = laptop
        self.room = laptop.open_room("Ben")

    def made(self) -> dict[str, Any]:
        answer = self.laptop.post(f"/table/{self.room}/handover")
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def token(self) -> str:
        return str(self.made()["link"].partition("#")[2])


@pytest.fixture
def ben(visitor: NewVisitor) -> Ben:
    return Ben(visitor())


def looked(phone: Visitor, link: str) -> str:
    """The page that asks whether to go on."""
    answer = phone.post("/here", {"token": link})
    assert (answer.status_code, answer.headers["location"]) == (303, "/here")
    return phone.get("/here").text


def go_on(phone: Visitor, token: str, **more: str) -> int:
    return phone.post("/here/go-on", {"token": token, **more}).status_code


def test_the_link_carries_its_token_where_no_server_sees_it(ben: Ben) -> None:
    told = ben.made()
    link, _, token = told["link"].partition("#")
    assert link == f"{ben.laptop.base_url}/here"
    assert re.fullmatch(r"[\w-]{43}", token), "256 bits"
    assert told["qr"].startswith("data:image/svg+xml")
    assert told["seconds"] == 600


def test_the_phone_is_asked_and_then_sits_in_the_same_seat(ben: Ben, visitor: NewVisitor) -> None:
    phone, token = visitor(), ben.token()
    assert "The link" in phone.get("/here").text
    assert "Go on as <bdi>Ben</bdi> here?" in looked(phone, token)
    assert not phone.cookie, "looking makes nobody"
    with ben.laptop.at(ben.room) as old:
        before = old.until("room")
        stocked(old, GAMES[0].seats[0] - 1)
        assert old.ask("start")["type"] == "done"
        held = old.until("frame", lambda frame: frame["prompt"] is not None)
        assert old.ask("pause")["type"] == "done"
        answer = phone.post("/here/go-on", {"token": token})
        assert (answer.status_code, answer.headers["location"]) == (303, f"/table/{ben.room}")
        with phone.at(ben.room) as new:
            shown = new.until("room")
            frame = new.until("frame")
            assert (shown["you"], shown["seat"], shown["acting"]) == (before["you"], 0, True)
            assert frame["view"]["private"] == held["view"]["private"]
            old.until("room", lambda told: not told["acting"])
            assert old.ask("resume")["code"] == "elsewhere"
            assert old.ask("play-here")["type"] == "done"
            new.until("room", lambda told: not told["acting"])


def test_a_pasted_link_is_as_good_as_a_scanned_one(ben: Ben, visitor: NewVisitor) -> None:
    phone, link = visitor(), ben.made()["link"]
    token = re.search(r'name="token" value="([\w-]+)"', looked(phone, f" {link}\n"))
    assert token is not None
    assert go_on(phone, token[1]) == 303


def test_the_browser_remembers_the_link_for_the_question_alone(ben: Ben, visitor: NewVisitor) -> None:
    phone = visitor()
    told = phone.post("/here", {"token": ben.token()}).headers["set-cookie"]
    assert all(part in told for part in ("HttpOnly", "SameSite=lax", "Path=/here", "Max-Age=600"))
    token = phone.http.cookies["here"]
    assert ">Go on as Ben</button>" in phone.get("/here").text
    assert ">Go on as Ben</button>" in phone.get("/here").text, "a page that is loaded again"
    assert go_on(phone, token) == 303
    assert "here" not in phone.http.cookies
    assert 'name="token" type="text"' in phone.get("/here").text, "the way back leads to no error"


def test_what_is_said_yes_to_is_what_was_asked(ben: Ben, visitor: NewVisitor) -> None:
    """Another link may have been opened in the same browser meanwhile."""
    phone, mallory, token = visitor(), Ben(visitor()), ben.token()
    looked(phone, token)
    looked(phone, mallory.token())
    answer = phone.post("/here/go-on", {"token": token})
    assert answer.headers["location"] == f"/table/{ben.room}"


def test_looking_in_advance_uses_nothing_up(ben: Ben, visitor: NewVisitor) -> None:
    """Chat programs and browsers open links; none of them presses a button."""
    token, phone = ben.token(), visitor()
    for _ in range(3):
        assert visitor().get("/here").status_code == 200
        assert visitor().get(f"/here/go-on?token={token}").status_code == 405
        assert "Go on as" in looked(visitor(), token)
    assert go_on(phone, token) == 303


def test_a_link_is_good_once_and_the_second_reads_why(ben: Ben, visitor: NewVisitor) -> None:
    token, phone, late = ben.token(), visitor(), visitor()
    assert go_on(phone, token) == 303
    assert GONE in looked(late, token)
    answer = late.post("/here/go-on", {"token": token})
    assert answer.status_code == 404
    assert GONE in answer.text
    assert not late.cookie
    assert "here" not in late.http.cookies


def test_of_many_devices_at_once_one_goes_on(ben: Ben, visitor: NewVisitor) -> None:
    token, phones = ben.token(), [visitor() for _ in range(6)]
    with ThreadPoolExecutor(len(phones)) as all_at_once:
        answers = list(all_at_once.map(lambda phone: go_on(phone, token), phones))
    assert sorted(answers) == [303, 404, 404, 404, 404, 404]
    assert [bool(phone.cookie) for phone in phones] == [answer == 303 for answer in answers]


def test_another_link_voids_the_one_before(ben: Ben, visitor: NewVisitor) -> None:
    first, second = ben.token(), ben.token()
    assert go_on(visitor(), first) == 404
    assert go_on(visitor(), second) == 303


def test_a_link_runs_out(ben: Ben, visitor: NewVisitor, in_database: Any) -> None:
    token = ben.token()

    async def age(db: AsyncSession) -> None:
        ends = await db.scalar(text("SELECT max(ends) FROM handovers"))
        assert ends - datetime.now(UTC) <= timedelta(minutes=10)
        await db.execute(text("UPDATE handovers SET ends = ends - interval '10 minutes'"))

    in_database(age)
    assert go_on(visitor(), token) == 404


@pytest.mark.parametrize("forged", ["", "x", "A" * 43, "\x00" * 30, "é" * 30, "🐔" * 30, "A" * 900, "' OR 1=1 --AAAAAAAAAAAA"])
def test_a_forged_link_is_no_link(visitor: NewVisitor, forged: str) -> None:
    phone = visitor()
    if forged == "A" * 43:
        assert GONE in looked(phone, forged)
    else:
        answer = phone.post("/here", {"token": forged})
        assert answer.status_code == 422
        assert "That is not such a link" in answer.text
    answer = phone.post("/here/go-on", {"token": forged})
    assert answer.status_code == 404
    assert GONE in answer.text
    assert not phone.cookie


@pytest.mark.parametrize("planted", ["x", "A" * 43, "%00", '"quoted"'])
def test_a_planted_cookie_is_no_link(visitor: NewVisitor, planted: str) -> None:
    answer = visitor().get("/here", headers={"Cookie": f"here={planted}"})
    assert answer.status_code == 404
    assert GONE in answer.text


def test_a_cookie_is_no_link_and_a_link_is_no_cookie(ben: Ben, visitor: NewVisitor) -> None:
    token, phone = ben.token(), visitor()
    assert go_on(phone, ben.laptop.http.cookies["po"]) == 404
    assert phone.get("/account", headers={"Cookie": f"po={token}"}).status_code == 303


@pytest.mark.parametrize("way", ["/account/logout", "/account/logout-everywhere", "/signup", "/account/password", "/account/delete"])
def test_a_link_ends_with_the_login_that_made_it(ben: Ben, visitor: NewVisitor, way: str) -> None:
    name = f"Ben Links {next(names)}"
    if way == "/account/password":
        ben.laptop.sign_up(name, PASSWORD)
    token = ben.token()
    form = {
        "/signup": {"name": name, "password": PASSWORD},
        "/account/password": {"old": PASSWORD, "new": "another fine secret"},
        "/account/delete": {"confirm": "Ben"},
    }
    assert ben.laptop.post(way, form.get(way, {})).status_code == 303
    assert go_on(visitor(), token) == 404


def test_the_suspended_take_no_link_along(ben: Ben, visitor: NewVisitor, admin: Visitor) -> None:
    token = ben.token()
    with ben.laptop.at(ben.room) as line:
        you = line.until("room")["you"]
        assert admin.post(f"/admin/people/{you}/suspend", {"reason": "because", "forever": "true"}).status_code == 303
    assert go_on(visitor(), token) == 404
    assert ben.laptop.post(f"/table/{ben.room}/handover").status_code == 403, "nobody here any more"


def test_both_devices_stand_in_the_list_and_each_can_be_logged_out(ben: Ben, visitor: NewVisitor) -> None:
    phone = visitor()
    assert go_on(phone, ben.token()) == 303
    page = phone.get("/account").text
    listed = set(re.findall(r"/account/sessions/([\w-]+)/close", page))
    assert len(listed) == 2
    assert "A guest who logs out everywhere" in page
    assert "Taking it logs out your other devices" in page
    with ben.laptop.at(ben.room) as line:
        line.until("room")
        for session in listed:
            if re.search(rf'class="mine"(?:(?!</tr>).)*{session}', page, re.DOTALL) is None:
                assert phone.post(f"/account/sessions/{session}/close").status_code == 303
        assert line.end()[0] == 4401
    assert phone.get(f"/table/{ben.room}").status_code == 200


def test_a_guest_who_takes_a_password_is_logged_out_everywhere_else(ben: Ben, visitor: NewVisitor) -> None:
    """Or whoever made a guest and handed it over would stay inside the account that somebody else gave a password."""
    phone = visitor()
    assert go_on(phone, ben.token()) == 303
    with ben.laptop.at(ben.room) as line:
        line.until("room")
        phone.sign_up(f"Ben Phone {next(names)}", PASSWORD)
        assert line.end()[0] == 4401
    assert ben.laptop.get("/account").status_code == 303
    assert phone.get("/account").status_code == 200


# -- a phone that is somebody already


def test_whoever_is_that_person_already_uses_nothing_up(ben: Ben, visitor: NewVisitor) -> None:
    token = ben.token()
    assert "You are <bdi>Ben</bdi> here already" in looked(ben.laptop, token)
    before = ben.laptop.cookie
    assert go_on(ben.laptop, token) == 303
    assert ben.laptop.cookie == before
    assert go_on(visitor(), token) == 303


def test_a_guest_is_not_logged_out_without_having_said_so(ben: Ben, visitor: NewVisitor) -> None:
    """The phone that came by the room's own link, and is Ben 2."""
    phone, token = visitor(), ben.token()
    with ben.laptop.at(ben.room) as line:
        phone.join(line.until("room")["secret"], "Bern")
    before = phone.cookie
    asked = looked(phone, token)
    for words in ("This browser is", "a guest without a password cannot come back", "stays at this table", "give that guest a password"):
        assert words in asked
    refused = phone.post("/here/go-on", {"token": token})
    assert refused.status_code == 409
    assert "This browser is" in refused.text
    assert phone.cookie == before
    with phone.at(ben.room) as line:
        line.until("room")
        assert go_on(phone, token, instead="true") == 303
        assert line.end()[0] == 4401
    assert phone.cookie != before
    assert "Ben" in phone.get("/account").text
    assert visitor().get("/account", headers={"Cookie": before}).status_code == 303, "that login has ended"


def test_a_member_reads_that_the_password_lets_them_in_again(ben: Ben, visitor: NewVisitor) -> None:
    phone = visitor()
    phone.sign_up(f"Clara Phone {next(names)}", PASSWORD)
    asked = looked(phone, ben.token())
    assert "the password of that account lets it in again" in asked
    assert "stays at this table" not in asked


# -- who may


def test_only_people_of_the_table_make_links(ben: Ben, visitor: NewVisitor) -> None:
    stranger = visitor()
    stranger.open_room("Stranger")
    assert stranger.post(f"/table/{ben.room}/handover").status_code == 403
    assert visitor().post(f"/table/{ben.room}/handover").status_code == 403
    assert ben.laptop.post(f"/table/{'A' * 22}/handover").status_code == 404
    listed = visitor()
    room = listed.open_room("Open Door", listed="true")
    assert visitor().post(f"/table/{room}/handover").status_code == 403, "onlookers have no seat to take along"


def test_no_other_site_makes_or_uses_a_link(ben: Ben, visitor: NewVisitor) -> None:
    token = ben.token()
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        assert ben.laptop.post(f"/table/{ben.room}/handover", headers=headers).status_code == 403
        for path in ("/here", "/here/go-on"):
            assert visitor().post(path, {"token": token}, headers=headers).status_code == 403
    assert go_on(visitor(), token) == 303


def test_an_old_login_of_an_administrator_is_not_made_young_by_a_link(admin: Visitor, visitor: NewVisitor, in_database: Any) -> None:
    room, phone = admin.open_room(), visitor()

    async def age(db: AsyncSession) -> None:
        await db.execute(
            text("UPDATE sessions SET created = created - interval '13 hours' WHERE account_id IN (SELECT id FROM accounts WHERE admin)")
        )

    assert admin.get("/admin/matches").status_code == 200
    in_database(age)
    token = admin.post(f"/table/{room}/handover").json()["link"].partition("#")[2]
    assert go_on(phone, token) == 303
    assert phone.get("/admin/matches").headers["location"].startswith("/login?next=")


@pytest.fixture
def stranger(strict_house: House) -> Iterator[Visitor]:
    person = Visitor(strict_house.base_url, GAMES[0].slug)
    with person.http:
        yield person


def test_guessing_and_making_links_is_slowed_down(stranger: Visitor) -> None:
    answers = until_too_often("here", lambda: stranger.post("/here/go-on", {"token": "A" * 43}))
    assert {answer.status_code for answer in answers[:-1]} == {404}
    room = stranger.open_room("Ben")
    answers = until_too_often("handover", lambda: stranger.post(f"/table/{room}/handover"))
    assert {answer.status_code for answer in answers[:-1]} == {200}
