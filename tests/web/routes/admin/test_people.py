"""Administration of people: suspending, and lifting a suspension."""

import html
import re
from typing import Any

from tests.web.conftest import NewVisitor
from tests.web.visitors import Visitor


def test_the_suspended_are_out_at_once_and_read_why(
    visitor: NewVisitor, admin: Visitor, in_database: Any
) -> None:
    person = visitor()
    person.sign_up("Rowdy", "a long enough secret")
    room = person.open_room()
    with person.connect(room) as line:
        you = line.receive_until("room")["you"]
        for form in (
            {"reason": "", "until": "2999-01-01"},
            {"reason": "Shouting", "until": ""},
            {"reason": "Shouting", "until": "2020-01-01"},
            {"reason": "Shouting", "until": "soon"},
            {"reason": "Shouting", "until": "9999-12-31x"},
            {"reason": "\x07\x07\x07", "forever": "true"},
        ):
            assert admin.post(f"/admin/people/{you}/suspend", form).status_code == 422, form
        form = {"reason": "Shouting", "until": "2999-01-01"}
        assert admin.post(f"/admin/people/{you}/suspend", form).status_code == 303
        code, bye = line.receive_to_end()
        assert code in (4401, 4403)
        assert bye is not None
        assert "suspended" in bye["text"]
    assert person.get("/account").status_code == 303
    login = {"name": "Rowdy", "password": "a long enough secret"}
    answer = visitor().post("/login", login)
    assert answer.status_code == 403
    assert "Shouting" in answer.text
    guessed = visitor().post("/login", login | {"password": "a wrong password"})
    assert "Shouting" not in guessed.text, "only to whom it concerns"
    assert "Rowdy" in admin.get("/admin/people", params={"q": "rowd", "suspended": "true"}).text
    assert "Shouting" in admin.get(f"/admin/people/{you}").text
    assert admin.post(f"/admin/people/{you}/lift", {"reason": ""}).status_code == 422
    assert admin.post(f"/admin/people/{you}/lift", {"reason": "Said sorry"}).status_code == 303
    assert visitor().post("/login", login).status_code == 303
    audit = admin.get("/admin/audit", params={"subject": f"account:{you}"}).text
    assert ">suspended</td>" in audit
    assert "Shouting (until 2999-01-02 00:00 UTC)" in audit
    assert ">lifted the suspension of</td>" in audit


def test_a_suspension_for_good_has_the_same_word_as_any_other(
    visitor: NewVisitor, admin: Visitor
) -> None:
    guest = visitor()
    room = guest.open_room("Cheat")
    with guest.connect(room) as line:
        you = line.receive_until("room")["you"]
        form = {"reason": "Cheating", "forever": "true"}
        assert admin.post(f"/admin/people/{you}/suspend", form).status_code == 303
        line.receive_to_end()
    assert guest.get("/account").status_code == 303
    page = admin.get(f"/admin/people/{you}").text
    assert "Suspended for good." in page
    assert "Cheating (for good)" in page
    assert "banned" not in page, "a ban is the host's, from one room"


def test_a_refused_suspension_keeps_what_was_typed(visitor: NewVisitor, admin: Visitor) -> None:
    guest = visitor()
    with guest.connect(guest.open_room("Rude")) as line:
        you = line.receive_until("room")["you"]
        form = {"reason": 'Insults, "as ever"', "until": "2020-01-01"}
        page = admin.post(f"/admin/people/{you}/suspend", form).text
        assert 'value="Insults, &#34;as ever&#34;"' in page
        assert 'value="2020-01-01"' in page


def test_an_administrator_cannot_shut_himself_out(admin: Visitor) -> None:
    you = admin.get("/account").text.split("/people/")[1].split('"')[0]
    form = {"reason": "Tired", "forever": "true"}
    assert admin.post(f"/admin/people/{you}/suspend", form).status_code == 422
    assert admin.get("/admin/matches").status_code == 200


def test_a_page_past_the_end_of_a_list_leads_to_its_last_page(admin: Visitor) -> None:
    """It does not say that nobody was found."""
    shown = admin.get("/admin/people", params={"page": "999"}).text
    assert "Nobody found" not in shown
    last = re.search(r'href="(/admin/people\?q=&amp;page=\d+)"[^>]*>Last page', shown)
    assert last is not None
    assert "<tbody>" in admin.get(html.unescape(last[1])).text
