"""The device transfer over HTTP: the link is shown once, and its page asks first."""

import re

from app.games import GAMES
from tests.web.conftest import NewVisitor, name_numbers
from tests.web.device_links import PASSWORD, DeviceLinkMaker, confirmation_page, continue_here
from tests.web.visitors import add_bots


def test_the_link_carries_its_token_where_no_server_sees_it(ben: DeviceLinkMaker) -> None:
    told = ben.make_link()
    link, _, token = told["link"].partition("#")
    assert link == f"{ben.laptop.base_url}/device"
    assert re.fullmatch(r"[\w-]{43}", token), "256 bits"
    assert told["qr"].startswith("data:image/svg+xml")
    assert told["seconds"] == 600


def test_the_phone_is_asked_and_then_sits_in_the_same_seat(
    ben: DeviceLinkMaker, visitor: NewVisitor
) -> None:
    phone, token = visitor(), ben.token()
    assert "The link" in phone.get("/device").text
    assert "Continue as <bdi>Ben</bdi> on this device?" in confirmation_page(phone, token)
    assert not phone.cookie, "looking makes nobody"
    with ben.laptop.connect(ben.room) as old:
        before = old.receive_until("room")
        add_bots(old, GAMES[0].seats[0] - 1)
        assert old.ask("start")["type"] == "done"
        old.receive_until("frame", lambda frame: frame["prompt"] is not None)
        assert old.ask("pause")["type"] == "done"
        held = [told for told in old.received if told["type"] == "frame"][-1]
        answer = phone.post("/device/continue", {"token": token})
        assert (answer.status_code, answer.headers["location"]) == (303, f"/table/{ben.room}")
        with phone.connect(ben.room) as new:
            shown = new.receive_until("room")
            frame = new.receive_until("frame")
            assert (shown["you"], shown["seat"], shown["acting"]) == (before["you"], 0, True)
            assert frame["view"]["private"] == held["view"]["private"]
            old.receive_until("room", lambda told: not told["acting"])
            assert old.ask("resume")["code"] == "elsewhere"
            assert old.ask("play-here")["type"] == "done"
            new.receive_until("room", lambda told: not told["acting"])


def test_a_pasted_link_is_as_good_as_a_scanned_one(
    ben: DeviceLinkMaker, visitor: NewVisitor
) -> None:
    phone, link = visitor(), ben.make_link()["link"]
    token = re.search(r'name="token" value="([\w-]+)"', confirmation_page(phone, f" {link}\n"))
    assert token is not None
    assert continue_here(phone, token[1]) == 303


def test_the_browser_remembers_the_link_for_the_question_alone(
    ben: DeviceLinkMaker, visitor: NewVisitor
) -> None:
    phone = visitor()
    told = phone.post("/device", {"token": ben.token()}).headers["set-cookie"]
    assert all(part in told for part in ("HttpOnly", "SameSite=lax", "Path=/device", "Max-Age=600"))
    token = phone.http.cookies["device-link"]
    assert ">Continue as Ben</button>" in phone.get("/device").text
    assert ">Continue as Ben</button>" in phone.get("/device").text, "a page that is loaded again"
    assert continue_here(phone, token) == 303
    assert "device-link" not in phone.http.cookies
    assert 'name="token" type="text"' in phone.get("/device").text, "the way back leads to no error"


def test_what_is_said_yes_to_is_what_was_asked(ben: DeviceLinkMaker, visitor: NewVisitor) -> None:
    """Another link may have been opened in the same browser meanwhile."""
    phone, mallory, token = visitor(), DeviceLinkMaker(visitor()), ben.token()
    confirmation_page(phone, token)
    confirmation_page(phone, mallory.token())
    answer = phone.post("/device/continue", {"token": token})
    assert answer.headers["location"] == f"/table/{ben.room}"


def test_looking_in_advance_uses_nothing_up(ben: DeviceLinkMaker, visitor: NewVisitor) -> None:
    """Chat programs and browsers open links; none of them presses a button."""
    token, phone = ben.token(), visitor()
    for _ in range(3):
        assert visitor().get("/device").status_code == 200
        assert visitor().get(f"/device/continue?token={token}").status_code == 405
        assert "Continue as" in confirmation_page(visitor(), token)
    assert continue_here(phone, token) == 303


def test_both_devices_stand_in_the_list_and_each_can_be_logged_out(
    ben: DeviceLinkMaker, visitor: NewVisitor
) -> None:
    phone = visitor()
    assert continue_here(phone, ben.token()) == 303
    page = phone.get("/account").text
    listed = set(re.findall(r"/account/sessions/([\w-]+)/close", page))
    assert len(listed) == 2
    assert "A guest who logs out everywhere" in page
    assert "Your other devices are then logged out" in page
    with ben.laptop.connect(ben.room) as line:
        line.receive_until("room")
        for session in listed:
            if re.search(rf'class="mine"(?:(?!</tr>).)*{session}', page, re.DOTALL) is None:
                assert phone.post(f"/account/sessions/{session}/close").status_code == 303
        assert line.receive_to_end()[0] == 4401
    assert phone.get(f"/table/{ben.room}").status_code == 200


def test_a_guest_who_takes_a_password_is_logged_out_everywhere_else(
    ben: DeviceLinkMaker, visitor: NewVisitor
) -> None:
    """Otherwise a stranger who made the guest would stay in the new member's account."""
    phone = visitor()
    assert continue_here(phone, ben.token()) == 303
    with ben.laptop.connect(ben.room) as line:
        line.receive_until("room")
        phone.sign_up(f"Ben Phone {next(name_numbers)}", PASSWORD)
        assert line.receive_to_end()[0] == 4401
    assert ben.laptop.get("/account").status_code == 303
    assert phone.get("/account").status_code == 200


# -- a phone that is somebody already


def test_whoever_is_that_person_already_uses_nothing_up(
    ben: DeviceLinkMaker, visitor: NewVisitor
) -> None:
    token = ben.token()
    assert "You are already <bdi>Ben</bdi> on this device" in confirmation_page(ben.laptop, token)
    before = ben.laptop.cookie
    assert continue_here(ben.laptop, token) == 303
    assert ben.laptop.cookie == before
    assert continue_here(visitor(), token) == 303


def test_a_guest_is_not_logged_out_without_having_said_so(
    ben: DeviceLinkMaker, visitor: NewVisitor
) -> None:
    """The phone that came by the room's own link, and is Ben 2."""
    phone, token = visitor(), ben.token()
    with ben.laptop.connect(ben.room) as line:
        phone.join(line.receive_until("room")["secret"], "Bern")
    before = phone.cookie
    asked = confirmation_page(phone, token)
    for words in (
        "This browser is logged in as",
        "a guest without a password cannot come back",
        "keeps a seat at this table",
        "give that guest a password",
    ):
        assert words in asked
    refused = phone.post("/device/continue", {"token": token})
    assert refused.status_code == 409
    assert "This browser is logged in as" in refused.text
    assert phone.cookie == before
    with phone.connect(ben.room) as line:
        line.receive_until("room")
        assert continue_here(phone, token, instead="true") == 303
        assert line.receive_to_end()[0] == 4401
    assert phone.cookie != before
    assert "Ben" in phone.get("/account").text
    assert visitor().get("/account", headers={"Cookie": before}).status_code == 303, (
        "that login has ended"
    )


def test_a_member_reads_that_the_password_lets_them_in_again(
    ben: DeviceLinkMaker, visitor: NewVisitor
) -> None:
    phone = visitor()
    phone.sign_up(f"Clara Phone {next(name_numbers)}", PASSWORD)
    asked = confirmation_page(phone, ben.token())
    assert "can log in again with the password" in asked
    assert "keeps a seat at this table" not in asked
