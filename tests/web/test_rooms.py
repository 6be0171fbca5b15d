"""Rooms from outside: opening, invitations, codes, and what strangers may know."""

import re
import struct
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.games import GAMES
from app.web.guard import BODY_LIMIT
from app.web.limits import RATES
from tests.house import House
from tests.web.conftest import NewVisitor
from tests.web.visitors import Visitor, stocked, until_too_often

BAD_NAMES = {
    "nothing": "",
    "spaces": "   ",
    "one letter": "A",
    "markup": "<b>Anna</b>",
    "a control character": "An\x07na",
    "NUL": "An\x00na",
    "a line break": "An\nna",
    "a direction mark": "An\u202ena",
    "invisible": "An\u200bna",
    "half a pair": "An\ufffe",
    "far too long": "A" * 150,
    "punctuation": "!!!",
    "the house's": "Admin",
}


def invitation(host: Visitor, room: str) -> tuple[str, str]:
    """Secret and code of the room."""
    with host.at(room) as line:
        shown = line.until("room")
    return shown["secret"], shown["code"]


def test_a_host_opens_a_room_and_sits_in_it(visitor: NewVisitor) -> None:
    host = visitor()
    room = host.open_room("Hanna")
    with host.at(room) as line:
        shown = line.until("room")
    assert shown["host"] == shown["you"] == shown["seats"][0]["person"]
    assert shown["seats"][0]["name"] == "Hanna"
    page = host.get(f"/table/{room}")
    assert page.status_code == 200
    assert room in page.text


@pytest.mark.parametrize("name", BAD_NAMES.values(), ids=BAD_NAMES.keys())
@pytest.mark.parametrize("door", ["/rooms", "/join/{secret}", "/knock", "/table/{room}/enter"])
def test_a_bad_name_gets_a_sentence_and_no_seat(visitor: NewVisitor, name: str, door: str) -> None:
    host, guest = visitor(), visitor()
    room = host.open_room(listed="true")
    secret, code = invitation(host, room)
    answer = guest.post(door.format(secret=secret, room=room), {"name": name, "game": GAMES[0].slug, "code": code})
    assert answer.status_code == 422
    assert "po=" not in answer.headers.get("set-cookie", ""), "nobody was made"
    assert re.search(r'class="field-error"[^>]*>\s*\w', answer.text), "a sentence stands near the field"
    assert "<b>Anna</b>" not in answer.text
    with host.at(room) as line:
        assert len(line.until("room")["people"]) == 1


def test_looking_at_an_invitation_takes_no_seat(visitor: NewVisitor) -> None:
    host, preview = visitor(), visitor()
    room = host.open_room()
    secret, _ = invitation(host, room)
    for _ in range(3):
        page = preview.get(f"/join/{secret}", headers={"User-Agent": "PreviewBot"})
        assert page.status_code == 200
        assert "set-cookie" not in page.headers
    with host.at(room) as line:
        shown = line.until("room")
    assert (len(shown["people"]), len(shown["seats"])) == (1, 1)


def test_a_chat_program_finds_a_preview_of_the_link(visitor: NewVisitor) -> None:
    host, preview = visitor(), visitor()
    secret, _ = invitation(host, host.open_room("O'Hanna"))
    shown = dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', preview.get(f"/join/{secret}").text))
    assert shown["title"].startswith("O&#39;Hanna invites you: ")
    assert "kept a seat" in shown["description"]
    assert shown["image"].startswith(preview.base_url)
    picture = preview.get(shown["image"].removeprefix(preview.base_url))
    assert (picture.status_code, picture.headers["content-type"], picture.content[:4]) == (200, "image/png", b"\x89PNG")
    assert struct.unpack(">II", picture.content[16:24]) == (int(shown["image:width"]), int(shown["image:height"]))


def test_a_guest_joins_by_the_link_and_is_seated(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    room = host.open_room()
    secret, _ = invitation(host, room)
    answer = guest.join(secret, "Gustav")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/table/{room}")
    with guest.at(room) as line:
        shown = line.until("room")
    assert shown["member"]
    assert [seat["name"] for seat in shown["seats"]] == ["Hanna", "Gustav"]


@pytest.mark.parametrize("name", ["Hanna", "hanna", "Ｈａｎｎａ"])
@pytest.mark.parametrize("door", ["/join/{secret}", "/table/{room}/enter"])
def test_a_name_that_somebody_at_the_table_has_gets_another_one_offered_and_no_seat(visitor: NewVisitor, door: str, name: str) -> None:
    host, guest = visitor(), visitor()
    room = host.open_room("Hanna", listed="true")
    secret, _ = invitation(host, room)
    answer = guest.post(door.format(secret=secret, room=room), {"name": name})
    assert answer.status_code == 422
    assert "po=" not in answer.headers.get("set-cookie", ""), "nobody was made"
    offered = re.search(r'name="name"[^>]*value="([^"]*)"', answer.text)
    assert offered is not None
    assert offered[1] == f"{'hanna' if name == 'hanna' else 'Hanna'} 2"
    assert re.search(r'class="field-error"[^>]*>Somebody at this table is called', answer.text)
    assert guest.post(door.format(secret=secret, room=room), {"name": offered[1]}).status_code == 303
    with guest.at(room) as line:
        assert [seat["name"] for seat in line.until("room")["seats"]] == ["Hanna", offered[1]]


def test_the_name_that_is_offered_is_no_longer_than_names_may_be(visitor: NewVisitor) -> None:
    longest = "Wolfeschlegelsteinha"
    host, guests = visitor(), [visitor() for _ in range(3)]
    secret, _ = invitation(host, host.open_room(longest))
    for guest, expected in zip(guests, ("Wolfeschlegelste 2", "Wolfeschlegelste 2 2", "Wolfeschlegelste 2 3"), strict=True):
        answer = guest.join(secret, longest)
        assert answer.status_code == 422
        offered = re.search(r'name="name"[^>]*value="([^"]*)"', answer.text)
        assert offered is not None
        assert offered[1] == expected
        assert guest.join(secret, offered[1]).status_code == 303


def test_who_has_a_name_already_is_told_what_it_will_be_here(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    secret, _ = invitation(host, host.open_room("Hanna"))
    guest.open_room("Hanna")
    assert "You come in as <strong><bdi>Hanna 2</bdi></strong>" in guest.get(f"/join/{secret}").text
    room = guest.join(secret).headers["location"].rpartition("/")[2]
    with guest.at(room) as line:
        assert [seat["name"] for seat in line.until("room")["seats"]] == ["Hanna", "Hanna 2"]
    assert "You come in as <strong><bdi>Hanna 2</bdi></strong>" in guest.get(f"/join/{secret}").text, "and is so still"
    assert "You come in as <strong><bdi>Hanna</bdi></strong>." in host.get(f"/join/{secret}").text


def test_a_crowd_of_one_name_is_told_apart(visitor: NewVisitor) -> None:
    host, guests = visitor(), [visitor() for _ in range(4)]
    room = host.open_room("Hanna")
    secret, _ = invitation(host, room)
    with ThreadPoolExecutor(len(guests)) as crowd:
        answers = list(crowd.map(lambda guest: guest.join(secret, "Gustav").status_code, guests))
    assert set(answers) <= {303, 422}
    for guest, answer in zip(guests, answers, strict=True):
        if answer == 422:  # who came a moment later was asked; now takes another
            assert guest.join(secret, f"Gustav the {'I' * (guests.index(guest) + 1)}").status_code == 303
    with host.at(room) as line:
        names = [person["name"] for person in line.until("room")["people"]]
    assert len(set(names)) == len(names) == 5


def test_who_knocks_under_somebodys_name_is_shown_under_another(visitor: NewVisitor) -> None:
    host, stranger = visitor(), visitor()
    room = host.open_room("Hanna")
    _, code = invitation(host, room)
    assert stranger.post("/knock", {"code": code, "name": "Hanna"}).status_code == 303, "a code tells nothing of who is inside"
    with host.at(room) as line:
        shown = line.until("room", lambda shown: shown["knocks"])
        assert [knock["name"] for knock in shown["knocks"]] == ["Hanna 2"]


def test_joining_twice_takes_one_seat(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    room = host.open_room()
    secret, _ = invitation(host, room)
    for _ in range(2):
        assert guest.join(secret).status_code == 303
    with guest.at(room) as line:
        assert len(line.until("room")["seats"]) == 2


@pytest.mark.parametrize("secret", ["wrong", "A" * 22, "é" * 10, "%00", "a" * 3000, "'--"])
def test_a_wrong_invitation_is_one_answer_for_all(visitor: NewVisitor, secret: str) -> None:
    guest = visitor()
    for answer in (guest.get(f"/join/{secret}"), guest.join(secret)):
        assert answer.status_code in (400, 404)
        assert "set-cookie" not in answer.headers


def test_a_renewed_link_shuts_the_old_one(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    room = host.open_room()
    old, _ = invitation(host, room)
    with host.at(room) as line:
        line.until("room")
        assert line.ask("renew-invite", what="link")["type"] == "done"
    assert guest.join(old).status_code == 404
    new, _ = invitation(host, room)
    assert new != old
    assert guest.join(new).status_code == 303


def test_a_code_knocks_and_somebody_seated_lets_in(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    room = host.open_room()
    _, code = invitation(host, room)
    spelled = f" {code[:2].lower()}-{code[2:].lower()} "
    answer = guest.post("/knock", {"code": spelled, "name": "Gustav"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/knock/{room}")
    assert guest.get(f"/knock/{room}").status_code == 200
    assert guest.get(f"/api/knock/{room}").json() == {"state": "waiting", "table": f"/table/{room}"}
    assert guest.get(f"/table/{room}").status_code == 403
    with host.at(room) as line:
        shown = line.until("room", lambda shown: shown["knocks"])
        assert line.ask("admit", person=shown["knocks"][0]["id"], admit=True)["type"] == "done"
    assert guest.get(f"/api/knock/{room}").json()["state"] == "in"
    assert guest.get(f"/knock/{room}").headers["location"] == f"/table/{room}"


def test_who_is_not_let_in_stays_out(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    room = host.open_room()
    _, code = invitation(host, room)
    guest.post("/knock", {"code": code, "name": "Gustav"})
    with host.at(room) as line:
        shown = line.until("room", lambda shown: shown["knocks"])
        line.ask("admit", person=shown["knocks"][0]["id"], admit=False)
    assert guest.get(f"/api/knock/{room}").json()["state"] == "out"
    with guest.at(room) as line:
        assert line.end()[0] == 4403


@pytest.mark.parametrize("code", ["", "ABCD", "ABCDEF", "?????", "A\x00BCD", "ÄÖÜÄÖ", "ＡＢＣＤＥ", "a" * 90, "ZZZZZ"])
def test_a_wrong_code_gets_a_sentence(visitor: NewVisitor, code: str) -> None:
    answer = visitor().post("/knock", {"code": code, "name": "Gustav"})
    assert answer.status_code == 404
    assert "No table has that code." in answer.text
    assert "po=" not in answer.headers.get("set-cookie", "")


def test_a_full_room_has_no_seat_and_says_so(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    room = host.open_room()
    with host.at(room) as line:
        secret = line.until("room")["secret"]
        stocked(line, GAMES[0].seats[-1] - 1)
        assert line.ask("add-bot", strength="casual")["code"] == "room-full"
    answer = guest.join(secret)
    assert answer.status_code in (303, 409)
    with host.at(room) as line:
        shown = line.until("room")
    assert len(shown["seats"]) == GAMES[0].seats[-1]
    if answer.status_code == 303:  # let in to watch
        with guest.at(room) as line:
            line.until("room")
            assert line.ask("sit")["code"] == "room-full"


def test_the_banned_do_not_come_back_by_the_link(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    room = host.open_room()
    secret, _ = invitation(host, room)
    guest.join(secret)
    with host.at(room) as line, guest.at(room) as other:
        person = other.until("room")["you"]
        assert line.ask("ban", person=person)["type"] == "done"
        code, bye = other.end()
        assert code == 4403
        assert bye is not None
        assert (bye["code"], bye["retry_in"]) == ("banned", None)
    answer = guest.join(secret)
    assert answer.status_code == 403
    with guest.at(room) as other:
        assert other.end()[0] == 4403


def test_a_private_table_is_closed_to_strangers(visitor: NewVisitor) -> None:
    room = visitor().open_room()
    stranger = visitor()
    for path in (f"/table/{room}", f"/table/{room}/rules", f"/table/{room}/qr.svg"):
        assert stranger.get(path).status_code in (403, 404)
    assert stranger.post(f"/table/{room}/enter", {"name": "Fritz"}).status_code == 403
    assert room not in stranger.get("/api/tables").text


def test_a_listed_table_is_shown_and_open(visitor: NewVisitor) -> None:
    host, stranger = visitor(), visitor()
    room = host.open_room(listed="true")
    with host.at(room) as line:
        line.until("room")
        cards = {card["id"]: card for card in stranger.get("/api/tables", params={"open": "true", "game": GAMES[0].slug}).json()["tables"]}
        assert (cards[room]["host"], cards[room]["people"], cards[room]["open"], cards[room]["listed"]) == ("Hanna", 1, True, True)
        assert "secret" not in cards[room]
        assert "code" not in cards[room]
        assert stranger.get("/api/tables", params={"game": "none"}).json() == {"tables": []}
        assert stranger.get(f"/table/{room}").status_code == 200
        assert stranger.get(f"/table/{room}/qr.svg").status_code == 404, "the link is for people of the room"
        assert stranger.post(f"/table/{room}/enter", {"name": "Fritz"}).status_code == 303
    with stranger.at(room) as line:
        assert line.until("room")["seat"] == 1


def test_the_qr_code_holds_the_link(visitor: NewVisitor, web_house: House) -> None:
    host = visitor()
    room = host.open_room()
    answer = host.get(f"/table/{room}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.text.startswith("<svg xmlns=")
    assert "script" not in answer.text


def test_an_unknown_game_is_refused(visitor: NewVisitor) -> None:
    answer = visitor().post("/rooms", {"name": "Hanna", "game": "no-such-game"})
    assert answer.status_code == 422
    assert "There is no such game here." in answer.text


def test_the_newest_connection_acts_and_the_older_one_can_take_over(visitor: NewVisitor) -> None:
    host = visitor()
    room = host.open_room()
    with host.at(room) as first:
        assert first.until("room")["acting"]
        with host.at(room) as second:
            assert second.until("room")["acting"]
            first.until("room", lambda shown: not shown["acting"])
            assert first.ask("ready", ready=True)["code"] == "elsewhere"
            assert first.ask("play-here")["type"] == "done"
            second.until("room", lambda shown: not shown["acting"])


def test_names_come_out_as_words(visitor: NewVisitor) -> None:
    host = visitor()
    host.sign_up("O'Brien Söhne")
    page = host.get("/account").text
    assert "O&#39;Brien Söhne" in page


def test_forms_at_the_limit_are_read(visitor: NewVisitor) -> None:
    assert visitor().post("/login", {"name": "x", "password": "y" * (BODY_LIMIT // 100)}).status_code == 422


def test_a_flood_of_knocks_is_slowed_down(strict_house: House) -> None:
    guest = Visitor(strict_house.base_url, GAMES[0].slug)
    with guest.http:
        *before, last = until_too_often("knock", lambda: guest.post("/knock", {"code": "ZZZZZ", "name": "Gustav"}))
    assert len(before) >= RATES["knock"].burst
    assert {answer.status_code for answer in before} == {404}
    assert int(last.headers["retry-after"]) > 0


def test_the_way_to_the_rules_leads_to_every_game(visitor: NewVisitor) -> None:
    person = visitor()
    assert 'href="/rules"' in person.get("/").text
    page = person.get("/rules")
    assert page.status_code == 200
    for game in GAMES:
        assert f'href="/rules/{game.slug}"' in page.text.split("</main>")[0]
