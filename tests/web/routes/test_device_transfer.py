"""A seat moves to another device over HTTP: the link is shown once, and asks before it does anything."""

import re

from app.games import GAMES
from tests.web.conftest import NewVisitor, names
from tests.web.device_links import PASSWORD, Ben, go_on, looked
from tests.web.visitors import stocked


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


def test_the_browser_remembers_the_link_for_the_question_alone(
    ben: Ben, visitor: NewVisitor
) -> None:
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


def test_both_devices_stand_in_the_list_and_each_can_be_logged_out(
    ben: Ben, visitor: NewVisitor
) -> None:
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


def test_a_guest_who_takes_a_password_is_logged_out_everywhere_else(
    ben: Ben, visitor: NewVisitor
) -> None:
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
    for words in (
        "This browser is",
        "a guest without a password cannot come back",
        "stays at this table",
        "give that guest a password",
    ):
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
    assert visitor().get("/account", headers={"Cookie": before}).status_code == 303, (
        "that login has ended"
    )


def test_a_member_reads_that_the_password_lets_them_in_again(ben: Ben, visitor: NewVisitor) -> None:
    phone = visitor()
    phone.sign_up(f"Clara Phone {next(names)}", PASSWORD)
    asked = looked(phone, ben.token())
    assert "the password of that account lets it in again" in asked
    assert "stays at this table" not in asked
