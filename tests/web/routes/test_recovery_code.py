"""The recovery code: shown once, kept as a hash, good once (issue 39)."""

import re

import pytest

from tests.web.conftest import NewVisitor, name_numbers
from tests.web.password_links import NEW, OLD, log_in_status
from tests.web.visitors import Visitor

CODE = re.compile(r"<span>(\w{5})</span>")


@pytest.fixture
def mia(visitor: NewVisitor) -> tuple[Visitor, str]:
    """A member who has just signed up, and the name."""
    person, name = visitor(), f"Mirabel {next(name_numbers)}"
    person.sign_up(name, OLD)
    return person, name


def shown_code(person: Visitor) -> str:
    """The code on the page, empty if it shows none."""
    return "-".join(CODE.findall(person.get("/account/recovery").text))


def test_sign_up_leads_to_the_code_which_is_shown_once_and_then_where_one_was_going(
    visitor: NewVisitor,
) -> None:
    person = visitor()
    form = {"name": f"Mirabel {next(name_numbers)}", "password": OLD, "next": "/lessons"}
    answer = person.post("/signup", form)
    assert (answer.status_code, answer.headers["location"]) == (
        303,
        "/account/recovery?next=%2Flessons",
    )
    page = person.get(answer.headers["location"])
    assert len(CODE.findall(page.text)) == 4
    assert 'href="/lessons"' in page.text
    assert page.headers["cache-control"] == "no-store"
    assert not shown_code(person), "it is shown once"


def test_the_code_sets_a_new_password_once_and_the_next_code_is_shown(
    visitor: NewVisitor, mia: tuple[Visitor, str]
) -> None:
    person, name = mia
    code, phone = shown_code(person), visitor()
    assert phone.post("/reset", {"token": code.lower()}).status_code == 303
    assert f"Choose a new password for <bdi>{name}</bdi>" in phone.get("/reset").text
    done = phone.post("/reset/password", {"token": code, "password": NEW})
    assert (done.status_code, done.headers["location"]) == (303, "/account/recovery?next=%2F")
    after = shown_code(phone)
    assert after not in ("", code)
    assert person.get("/account").status_code == 303, "the other device is logged out"
    assert (log_in_status(visitor(), name, OLD), log_in_status(visitor(), name, NEW)) == (422, 303)
    again = visitor().post("/reset/password", {"token": code, "password": OLD})
    assert again.status_code == 404


def test_another_code_needs_the_password_and_ends_the_first(
    visitor: NewVisitor, mia: tuple[Visitor, str]
) -> None:
    person, _ = mia
    first = shown_code(person)
    wrong = person.post("/account/recovery", {"password": "not mine at all"})
    assert wrong.status_code == 422
    assert "That is not your password." in wrong.text
    assert not shown_code(person)
    assert person.post("/account/recovery", {"password": OLD}).status_code == 303
    assert shown_code(person) not in ("", first)
    gone = visitor().post("/reset/password", {"token": first, "password": NEW})
    assert gone.status_code == 404


def test_whoever_logs_in_after_somebody_who_did_not_look_sees_no_code(
    visitor: NewVisitor, mia: tuple[Visitor, str]
) -> None:
    person, other = mia[0], visitor()
    name = f"Mirabel {next(name_numbers)}"
    other.sign_up(name, OLD)
    assert person.post("/account/logout").status_code == 303
    assert log_in_status(person, name, OLD) == 303
    assert not shown_code(person)
    person.http.cookies.set("recovery-code", "anything at all")
    assert not shown_code(person)
    assert shown_code(other)


def test_guests_and_strangers_have_none(visitor: NewVisitor) -> None:
    guest = visitor()
    guest.open_room("Otto")
    assert guest.get("/account/recovery").headers["location"] == "/account"
    assert guest.post("/account/recovery", {"password": ""}).headers["location"] == "/account"
    assert visitor().post("/account/recovery", {"password": ""}).status_code == 401
