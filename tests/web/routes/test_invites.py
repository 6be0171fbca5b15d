"""The link that invites: what it shows, whom it lets in, and under which name."""

import re
import struct
import time

import pytest

from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor
from tests.web.visitors import add_bots, invite_of


def test_looking_at_an_invitation_takes_no_seat(visitor: NewVisitor) -> None:
    host, preview = visitor(), visitor()
    room = host.open_room()
    secret, _ = invite_of(host, room)
    for _ in range(3):
        page = preview.get(f"/join/{secret}", headers={"User-Agent": "PreviewBot"})
        assert page.status_code == 200
        assert "set-cookie" not in page.headers
    with host.connect(room) as line:
        shown = line.receive_until("room")
    assert (len(shown["people"]), len(shown["seats"])) == (1, 1)


def test_a_chat_program_finds_a_preview_of_the_link(visitor: NewVisitor) -> None:
    host, preview = visitor(), visitor()
    secret, _ = invite_of(host, host.open_room("O'Hanna"))
    shown = dict(
        re.findall(
            r'<meta property="og:([\w:]+)" content="([^"]*)">', preview.get(f"/join/{secret}").text
        )
    )
    assert shown["title"].startswith("O&#39;Hanna invites you: ")
    assert "kept a seat" in shown["description"]
    assert shown["image"].startswith(preview.base_url)
    picture = preview.get(shown["image"].removeprefix(preview.base_url))
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
    assert picture.content[:4] == b"\x89PNG"
    size = int(shown["image:width"]), int(shown["image:height"])
    assert struct.unpack(">II", picture.content[16:24]) == size


def test_a_link_that_is_opened_after_everybody_left_says_so(visitor: NewVisitor) -> None:
    host, late = visitor(), visitor()
    room = host.open_room()
    nobody = "Nobody has this table open right now. Ask <bdi>Hanna</bdi> when you play next"
    with host.connect(room) as line:
        link = f"/join/{line.receive_until('room')['secret']}"
        assert nobody not in late.get(link).text
    began = time.monotonic()
    while nobody not in late.get(link).text:
        assert time.monotonic() < began + 60, "it takes a moment until a connection is gone"
        time.sleep(0.1)


def test_an_invitation_says_how_far_the_table_is(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    room = host.open_room()
    with host.connect(room) as line:
        link = f"/join/{line.receive_until('room')['secret']}"
        assert "not started yet" in guest.get(link).text
        add_bots(line, 3)
        assert line.ask("start")["type"] == "done"
        assert "playing now" in guest.get(link).text
        assert line.ask("stop-match")["type"] == "done"
        assert "between two matches" in guest.get(link).text


def test_a_guest_joins_by_the_link_and_is_seated(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    room = host.open_room()
    secret, _ = invite_of(host, room)
    answer = guest.join(secret, "Gustav")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/table/{room}")
    with guest.connect(room) as line:
        shown = line.receive_until("room")
    assert shown["member"]
    assert [seat["name"] for seat in shown["seats"]] == ["Hanna", "Gustav"]


@pytest.mark.parametrize("name", ["Hanna", "hanna", "Ｈａｎｎａ"])
@pytest.mark.parametrize("door", ["/join/{secret}", "/table/{room}/enter"])
def test_a_name_that_somebody_at_the_table_has_gets_another_one_offered_and_no_seat(
    visitor: NewVisitor, door: str, name: str
) -> None:
    host, guest = visitor(), visitor()
    room = host.open_room("Hanna", listed="true")
    secret, _ = invite_of(host, room)
    answer = guest.post(door.format(secret=secret, room=room), {"name": name})
    assert answer.status_code == 422
    assert "po=" not in answer.headers.get("set-cookie", ""), "nobody was made"
    offered = re.search(r'name="name"[^>]*value="([^"]*)"', answer.text)
    assert offered is not None
    assert offered[1] == f"{'hanna' if name == 'hanna' else 'Hanna'} 2"
    assert re.search(r'class="field-error"[^>]*>Somebody at this table is called', answer.text)
    assert (
        guest.post(door.format(secret=secret, room=room), {"name": offered[1]}).status_code == 303
    )
    with guest.connect(room) as line:
        assert [seat["name"] for seat in line.receive_until("room")["seats"]] == [
            "Hanna",
            offered[1],
        ]


def test_the_name_that_is_offered_is_no_longer_than_names_may_be(visitor: NewVisitor) -> None:
    longest = "Wolfeschlegelsteinha"
    host, guests = visitor(), [visitor() for _ in range(3)]
    secret, _ = invite_of(host, host.open_room(longest))
    for guest, expected in zip(
        guests, ("Wolfeschlegelste 2", "Wolfeschlegelste 2 2", "Wolfeschlegelste 2 3"), strict=True
    ):
        answer = guest.join(secret, longest)
        assert answer.status_code == 422
        offered = re.search(r'name="name"[^>]*value="([^"]*)"', answer.text)
        assert offered is not None
        assert offered[1] == expected
        assert guest.join(secret, offered[1]).status_code == 303


def test_who_has_a_name_already_is_told_what_it_will_be_here(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    secret, _ = invite_of(host, host.open_room("Hanna"))
    guest.open_room("Hanna")
    assert "You join as <strong><bdi>Hanna 2</bdi></strong>" in guest.get(f"/join/{secret}").text
    room = guest.join(secret).headers["location"].rpartition("/")[2]
    with guest.connect(room) as line:
        assert [seat["name"] for seat in line.receive_until("room")["seats"]] == [
            "Hanna",
            "Hanna 2",
        ]
    assert "You join as <strong><bdi>Hanna 2</bdi></strong>" in guest.get(f"/join/{secret}").text, (
        "and is so still"
    )
    assert "You join as <strong><bdi>Hanna</bdi></strong>." in host.get(f"/join/{secret}").text


def test_joining_twice_takes_one_seat(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    room = host.open_room()
    secret, _ = invite_of(host, room)
    for _ in range(2):
        assert guest.join(secret).status_code == 303
    with guest.connect(room) as line:
        assert len(line.receive_until("room")["seats"]) == 2


@pytest.mark.parametrize("secret", ["wrong", "A" * 22, "é" * 10, "%00", "a" * 3000, "'--"])
def test_a_wrong_invitation_is_one_answer_for_all(visitor: NewVisitor, secret: str) -> None:
    guest = visitor()
    for answer in (guest.get(f"/join/{secret}"), guest.join(secret)):
        assert answer.status_code in (400, 404)
        assert "set-cookie" not in answer.headers


def test_the_banned_do_not_come_back_by_the_link(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    room = host.open_room()
    secret, _ = invite_of(host, room)
    guest.join(secret)
    with host.connect(room) as line, guest.connect(room) as other:
        person = other.receive_until("room")["you"]
        assert line.ask("ban", person=person)["type"] == "done"
        code, bye = other.receive_to_end()
        assert code == 4403
        assert bye is not None
        assert (bye["code"], bye["retry_in"]) == ("banned", None)
    answer = guest.join(secret)
    assert answer.status_code == 403
    with guest.connect(room) as other:
        assert other.receive_to_end()[0] == 4403


def test_the_qr_code_holds_the_link(visitor: NewVisitor, web_server: ServerProcess) -> None:
    host = visitor()
    room = host.open_room()
    answer = host.get(f"/table/{room}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.text.startswith("<svg xmlns=")
    assert "script" not in answer.text
