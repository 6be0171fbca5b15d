"""Deeds about people from both sides: silences, removed lines, names, and pages that are stale."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.matches import summaries
from app.store.people.rows import Role
from tests.web.conftest import NewVisitor, name_numbers
from tests.web.routes.admin.conftest import NewMember, Written
from tests.web.scenes import finished_match
from tests.web.visitors import Message, TableConnection, Visitor, invite_of

RUDE = "You play like a wet sponge"
SOON = f"{datetime.now(UTC) + timedelta(days=7):%Y-%m-%d}"


def do(mona: Visitor, person: str, deed: str, **form: str) -> Any:
    """As the form on the person's page does."""
    page = mona.get(f"/admin/people/{person}").text
    seen = re.findall(r'name="seen" value="([0-9]+)"', page)
    return mona.post(f"/admin/people/{person}/{deed}", {"seen": seen[0] if seen else "0", **form})


def undo(mona: Visitor, person: str) -> Any:
    """The newest of what stands."""
    page = mona.get(f"/admin/people/{person}").text
    number = re.findall(r'name="number" value="([0-9]+)"', page)[0]
    return mona.post(f"/admin/people/{person}/undo", {"number": number})


def lines_of(line: TableConnection) -> list[Message]:
    """The lines of people as a page shows them in the end."""
    shown: list[Message] = []
    for message in line.received:
        if message["type"] == "chat":
            shown = [*([] if message.get("whole") else shown), *message["lines"]]
    return [one for one in shown if one["person"]]


def test_a_silenced_person_plays_on_and_their_lines_are_refused_with_the_time_left(
    mona: Visitor, member: NewMember, visitor: NewVisitor
) -> None:
    (rowdy, person), other = member(Role.NONE), visitor()
    room = rowdy.open_room("")
    other.join(invite_of(rowdy, room)[0], "Gustav")
    with rowdy.connect(room) as line, other.connect(room) as theirs:
        theirs.receive_until("room")
        assert line.ask("say", text="Hello")["type"] == "done"
        for form in ({"hours": "24"}, {"hours": "5", "reason": "Shouting"}):
            assert do(mona, person, "silence", **form).status_code == 422
        assert do(mona, person, "silence", hours="24", reason="Shouting").status_code == 303
        told = line.receive_until("mutes")
        assert told["silenced_until"] > 0
        for command in ({"kind": "say", "text": "But"}, {"kind": "react", "reaction": "laugh"}):
            refused = line.ask(command.pop("kind"), **command)
            assert refused["code"] == "not-now"
            assert "write here again in 24 hours" in refused["text"]
        assert line.ask("ready", ready=True)["type"] == "done"
        with rowdy.connect(room) as again:
            assert again.receive_until("mutes")["silenced_until"] == told["silenced_until"]
            assert again.ask("say", text="And here?")["type"] == "refused"
        assert theirs.ask("say", text="Quiet")["type"] == "done"
        kinds = {message["type"] for message in theirs.received}
        assert kinds <= {"welcome", "room", "chat", "done"}, "others notice nothing"
        account = rowdy.get("/account").text
        assert "You can write nothing in any chat until" in account
        assert "Shouting" in account
        assert undo(mona, person).status_code == 303
        assert line.receive_until("mutes")["silenced_until"] is None
        with rowdy.connect(room) as free:
            free.receive_until("room")
            assert free.ask("say", text="Sorry")["type"] == "done"
    account = rowdy.get("/account").text
    assert "You could write nothing in any chat until" in account
    assert "taken back" in account


def test_a_removed_line_says_so_to_all_and_the_report_alone_keeps_it(
    mona: Visitor, member: NewMember, visitor: NewVisitor, cases_of: Any
) -> None:
    (rowdy, person), other = member(Role.NONE), visitor()
    room = rowdy.open_room("")
    other.join(invite_of(rowdy, room)[0], "Gustav")
    with rowdy.connect(room) as line, other.connect(room) as theirs:
        theirs.receive_until("room")
        for text in ("Hello", RUDE, "Never mind"):
            assert line.ask("say", text=text)["type"] == "done"
        form = {"kind": "people", "said": "He is rude.", "accused": person}
        assert other.post(f"/table/{room}/report", form).status_code == 303
        [(case, *_)] = cases_of(person)
        chat = mona.post(f"/admin/queue/{case}/chat").text
        number = re.findall(r'name="line" value="([0-9]+)"', chat.split(RUDE)[1])[0]
        asked = f"/admin/queue/{case}/remove-line"
        for refused, status in (
            ({"line": number}, 422),
            ({"line": "1", "reason": "Not of this room"}, 404),
            ({"line": str(2**62), "reason": "None such"}, 404),
        ):
            assert mona.post(asked, refused).status_code == status
        assert mona.post(asked, {"line": number, "reason": "Rude"}).status_code == 303
        for one in (line, theirs):
            one.receive_until("chat", lambda chat: "whole" in chat)
            shown = [(said["text"], said.get("removed", False)) for said in lines_of(one)]
            assert shown == [("Hello", False), ("", True), ("Never mind", False)]
        again = mona.post(asked, {"line": number, "reason": "Rude"})
        assert again.status_code == 409
        with other.connect(room) as back:
            back.receive_until("chat")
            assert RUDE not in str(back.received)
            assert [one["text"] for one in lines_of(back)] == ["Hello", "", "Never mind"]
        chat = mona.post(f"/admin/queue/{case}/chat").text
        assert RUDE in chat
        assert "removed from the chat" in chat
        account = rowdy.get("/account").text
        assert "A line of yours was taken out of the chat." in account
        assert undo(mona, person).status_code == 303
        theirs.receive_until("chat", lambda chat: RUDE in str(chat))
        assert [one["text"] for one in lines_of(theirs)] == ["Hello", RUDE, "Never mind"]


def test_a_name_that_was_taken_away_is_locked_and_matches_show_the_new_one(
    mona: Visitor, member: NewMember, visitor: NewVisitor, in_database: Any
) -> None:
    bad = f"Badname {next(name_numbers)}"
    scene = finished_match(visitor, (bad, "Gustav"))
    scene.host.sign_up(bad)
    refused = do(mona, scene.host_id, "take-name", name="x", reason="It hurts people")
    assert refused.status_code == 422
    assert do(mona, scene.host_id, "take-name", name="", reason="It hurts").status_code == 303

    async def names(db: AsyncSession) -> set[str]:
        summary = await summaries.of_match(db, scene.match)
        assert summary is not None
        return {place.name for place in summary.places}

    assert bad not in in_database(names)
    assert bad not in scene.guest.get(f"/match/{scene.match}").text
    led = scene.host.get("/account")
    assert led.headers["location"] == "/account/warning?next=/account"
    page = scene.host.get("/account/warning").text
    assert bad in page
    assert "It hurts" in page
    number = page.split('name="number" value="')[1].split('"')[0]
    assert scene.host.post("/account/warning", {"number": number}).status_code == 303
    assert "can’t be used here" in scene.host.post("/account/rename", {"name": bad}).text
    stranger = visitor()
    taken = stranger.post("/signup", {"name": bad, "password": "a long enough secret"})
    assert taken.status_code == 422
    assert visitor().post("/rooms", {"name": bad, "game": scene.host.game}).status_code == 422
    again = visitor()
    login = {"name": bad, "password": "a long enough secret"}
    assert again.post("/login", login).status_code == 303, "the old name still logs in"
    assert again.get("/account").status_code == 200
    assert undo(mona, scene.host_id).status_code == 303
    assert scene.host.post("/account/rename", {"name": bad}).status_code == 303


def test_a_stale_page_and_a_second_click_do_nothing_twice(
    mona: Visitor, member: NewMember, written: Written
) -> None:
    _, person = member(Role.NONE)
    forms = {
        "note": {"text": "Was rude"},
        "warn": {"text": "Please be kind."},
        "silence": {"hours": "1", "reason": "Shouting"},
        "take-name": {"name": "", "reason": "It hurts"},
        "suspend": {"reason": "Shouting", "forever": ""},
    }
    for number, (deed, form) in enumerate(forms.items(), 1):
        page = mona.get(f"/admin/people/{person}").text
        seen = re.findall(r'name="seen" value="([0-9]+)"', page)[0]
        if deed == "suspend":
            form["until"] = SOON
        asked = f"/admin/people/{person}/{deed}"
        answers = [mona.post(asked, {"seen": seen, **form}) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [303, 409], deed
        assert "did something about this person meanwhile" in answers[1].text
        assert written(person) == (number, number), deed
    page = mona.get(f"/admin/people/{person}").text
    for one in re.findall(r'name="number" value="([0-9]+)"', page):
        asked = f"/admin/people/{person}/undo"
        answers = [mona.post(asked, {"number": one}) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [303, 409]
    assert mona.post(f"/admin/people/{person}/undo", {"number": "1"}).status_code == 409


@pytest.mark.parametrize("role", [Role.MODERATOR, Role.ADMINISTRATOR])
def test_a_moderator_does_nothing_to_those_with_a_role_nor_to_themselves(
    member: NewMember, role: Role
) -> None:
    (mona, own), (_, other) = member(Role.MODERATOR), member(role)
    for person, words in ((other, "Only an administrator does that"), (own, "to yourself")):
        for deed, form in (
            ("silence", {"hours": "1", "reason": "Shouting"}),
            ("take-name", {"name": "", "reason": "It hurts"}),
            ("undo", {"number": "1"}),
            ("suspend", {"reason": "Shouting", "until": SOON}),
            ("warn", {"text": "Be kind"}),
        ):
            refused = mona.post(f"/admin/people/{person}/{deed}", form)
            assert (refused.status_code, words in refused.text) == (422, True), deed
