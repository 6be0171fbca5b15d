"""The choice of a portrait: kept with the account, shown at its tables, gone with the person."""

import json
import re
from typing import Any

from sqlalchemy import select

from app.store.people.rows import AccountRow
from tests.web.conftest import NewVisitor
from tests.web.scenes import paused_match
from tests.web.visitors import Visitor, invite_of


def choose(who: Visitor, code: str) -> int:
    return who.post("/account/portrait", {"portrait": code}).status_code


def test_a_choice_is_shown_at_once_at_the_table_and_in_the_next_room(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    room = host.open_room("Hanna")
    guest.join(invite_of(host, room)[0], "Gustav")
    with host.connect(room) as line:
        before = line.receive_until("room")
        assert [one.get("portrait") for one in before["people"]] == [None, None]
        assert choose(guest, "d12") == 303
        shown = line.receive_until("room", lambda one: "portrait" in one["people"][1])
        assert shown["people"][1]["portrait"] == "d12"
        assert len(json.dumps(shown)) - len(json.dumps(before)) <= 64
        line.ask("say", text="Fine feathers")
        assert not [one for one in line.received if "Gustav" in json.dumps(one.get("lines", ""))
                    and "portrait" in json.dumps(one)], "the chat says nothing of it"  # fmt: skip
    other = guest.open_room("")
    with guest.connect(other) as line:
        assert line.receive_until("room")["people"][0]["portrait"] == "d12"
    assert choose(guest, "") == 303
    with guest.connect(room) as line:
        assert not any("portrait" in one for one in line.receive_until("room")["people"])


def test_what_is_no_code_is_refused(visitor: NewVisitor) -> None:
    guest = visitor()
    guest.open_room("Hanna")
    for code in ("d1", "d123", "D12", "d12x", "d12s\n", "<b>", "é12", "d" * 900):
        assert choose(guest, code) == 422, code
    assert choose(guest, "d12s") == 303


def test_a_program_gets_no_page(visitor: NewVisitor) -> None:
    guest = visitor()
    headers = {"Accept": "application/json"}
    data = {"portrait": "a00"}
    assert guest.post("/account/portrait", data, headers=headers).status_code == 401
    guest.open_room("Hanna")
    assert guest.post("/account/portrait", data, headers=headers).status_code == 204


def test_a_portrait_goes_with_the_person(visitor: NewVisitor, in_database: Any) -> None:
    guest = visitor()
    room = guest.open_room("Fleeting")
    with guest.connect(room) as line:
        person = line.receive_until("room")["you"]
    assert choose(guest, "d12") == 303
    assert guest.post("/account/delete", {"confirm": "Fleeting"}).status_code == 303

    async def kept(db: Any) -> str:
        found = await db.scalar(select(AccountRow.portrait).where(AccountRow.id == person))
        return str(found)

    assert in_database(kept) == ""


def codes_of(page: str) -> list[str]:
    return re.findall(r'name="portrait" value="([a-z?0-9]+)"', page)


def test_without_scripts_the_account_page_is_a_form_that_changes_the_portrait(
    visitor: NewVisitor,
) -> None:
    guest = visitor()
    guest.open_room("Hanna")
    fresh = codes_of(guest.get("/account").text)
    assert len(fresh) == 13
    assert {code[1:] for code in fresh} == {"60"}, "a bird first: which one was drawn, scripts know"
    assert choose(guest, fresh[3]) == 303
    page = guest.get("/account").text
    assert "You are <b>a heron</b>" in page
    assert re.search(r'value="d60" aria-pressed="true">a heron<', page)
    assert choose(guest, "d20") == 303
    assert "You are <b>a heron with a bow tie</b>" in guest.get("/account").text
    assert {choose(guest, code) for code in codes_of(guest.get("/account").text)} == {303}


def test_a_replay_shows_the_chosen_portrait_of_a_member_who_lets_it_and_a_seat_of_others(
    visitor: NewVisitor,
) -> None:
    with paused_match(visitor) as scene:
        member, guest = scene.host, scene.guest
        member.sign_up("Hanna the Elder")
        assert {choose(member, "d12"), choose(guest, "e00")} == {303}

        def faces() -> Any:
            page = guest.get(f"/match/{scene.match}").text
            (island,) = re.findall(r'id="table-page">(.*?)</script>', page, re.DOTALL)
            return json.loads(island)["faces"]

        first, *others = faces()
        assert first["portrait"] == "d12"
        assert others[0] == {"id": "seat 1", "portrait": ""}, "a guest"
        assert others[1]["id"].startswith("casual "), "a bot, as at the table"
        assert choose(member, "d12s") == 303
        assert faces() == [{"id": "seat 0", "portrait": ""}, *others]
