"""Mutes and blocks, by socket and by the account page: the other person learns nothing of them."""

from typing import Any

import pytest
from sqlalchemy import func, or_, select

from app.games import GAMES
from app.store.people.mutes import MuteRow
from tests.web.conftest import NewVisitor
from tests.web.visitors import Message, TableConnection, Visitor, invite_of

GAME = GAMES[-1]


def shown_to(line: TableConnection, kind: str = "room") -> Message:
    return line.receive_until(kind)


def two_at_a_table(visitor: NewVisitor) -> tuple[Visitor, Visitor, str]:
    host, guest = visitor(), visitor()
    room = host.open_room("Hanna")
    guest.join(invite_of(host, room)[0], "Gustav")
    return host, guest, room


def person_at(who: Visitor, room: str) -> str:
    with who.connect(room) as line:
        return str(shown_to(line)["you"])


def lines_on_arrival(who: Visitor, room: str, last: str) -> list[str]:
    """The lines that the chat holds for a new connection, which says `last` at the end."""
    with who.connect(room) as line:
        line.ask("say", text=last)
        heard = [one for one in line.received if one["type"] == "chat"]
    return [one["text"] for chat in heard for one in chat["lines"] if one["person"]]


def test_a_muted_person_is_not_heard_and_not_told(visitor: NewVisitor) -> None:
    host, guest, room = two_at_a_table(visitor)
    other = person_at(guest, room)
    with host.connect(room) as line, guest.connect(room) as theirs:
        theirs.receive_until("room")
        assert line.ask("mute", person=other, level="mute")["type"] == "done"
        shown = line.find("mutes", lambda one: True)
        assert (shown["muted"], shown["blocked"]) == ([other], [])
        answers = [theirs.ask("say", text=f"Hello {number}")["type"] for number in range(3)]
        assert answers == ["done"] * 3
        assert theirs.ask("react", reaction="laugh")["type"] == "done"
        assert theirs.received[-2] == {"type": "reacted", "person": other, "reaction": "laugh"}
        line.ask("say", text="Quiet here")
        assert not [one for one in line.received if one["type"] == "reacted"]
        heard = [one for message in line.received if message["type"] == "chat"
                 for one in message["lines"]]  # fmt: skip
        assert [one["text"] for one in heard if one["person"]] == ["Quiet here"]
        theirs.receive_until(
            "chat", lambda chat: any(one["text"] == "Quiet here" for one in chat["lines"])
        )
        kinds = {message["type"] for message in theirs.received}
        assert kinds <= {"welcome", "room", "chat", "done", "reacted"}, "nothing tells of the mute"
    assert lines_on_arrival(host, room, "Still quiet") == ["Quiet here", "Still quiet"]
    with host.connect(room) as line:
        assert line.receive_until("mutes")["muted"] == [other]
        assert line.ask("mute", person=other, level="none")["type"] == "done"
    assert "Hello 2" in lines_on_arrival(host, room, "Back")


def test_every_window_of_the_one_who_mutes_follows(visitor: NewVisitor) -> None:
    host, guest, room = two_at_a_table(visitor)
    other = person_at(guest, room)
    with host.connect(room) as first, host.connect(room) as second:
        second.receive_until("room")
        first.ask("mute", person=other, level="block")
        assert second.receive_until("mutes")["blocked"] == [other]


def test_what_cannot_be_muted_gets_a_sentence_and_changes_nothing(visitor: NewVisitor) -> None:
    host = visitor()
    room = host.open_room("Hanna")
    with host.connect(room) as line:
        own = shown_to(line)["you"]
        assert line.ask("mute", person=own, level="mute")["code"] == "not-now"
        for nobody in ("A" * 22, "", "x\x7f", "ä", "A" * 300):
            assert line.ask("mute", person=nobody, level="block")["code"] == "unknown"
        refused = line.send_raw('{"type":"mute","id":"m1","person":"A","level":"hate"}')
        assert refused["code"] == "malformed"
        assert not [one for one in line.received if one["type"] == "mutes"]


def test_who_is_blocked_knocks_unseen_and_waits_as_before(visitor: NewVisitor) -> None:
    host, guest, room = two_at_a_table(visitor)
    blocked = visitor()
    blocked.open_room("Knocker")
    other_room = blocked.open_room("")
    other = person_at(blocked, other_room)
    _, code = invite_of(host, room)
    with host.connect(room) as line:
        line.ask("mute", person=other, level="block")
    assert blocked.post("/knock", {"code": code}).headers["location"] == f"/knock/{room}"
    assert blocked.get(f"/api/knock/{room}").json()["state"] == "waiting"
    with guest.connect(room) as seated:
        assert [one["name"] for one in shown_to(seated)["knocks"]] == ["Knocker"]
    with host.connect(room) as line:
        assert shown_to(line)["knocks"] == []
        line.ask("mute", person=other, level="mute")
    with host.connect(room) as line:
        assert len(shown_to(line)["knocks"]) == 1, "a mute hides no knock"


def sat_down(somebody: Visitor, name: str) -> str:
    answer = somebody.post("/rooms/any", {"game": GAME.slug, "name": name})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"].rpartition("/")[2])


@pytest.mark.parametrize("blocker", ["who sits", "who comes"])
def test_whoever_has_blocked_whom_they_are_not_seated_together(
    visitor: NewVisitor, blocker: str
) -> None:
    """The table is passed over as if its last seat had just been taken."""
    host, guest, room = two_at_a_table(visitor)
    other = person_at(guest if blocker == "who sits" else host, room)
    with (host if blocker == "who sits" else guest).connect(room) as line:
        assert line.ask("mute", person=other, level="block")["type"] == "done"
    first = sat_down(host, "")
    with host.connect(first) as line:
        shown_to(line)
        assert next(card["open"] for card in cards_of(guest) if card["id"] == first)
        assert sat_down(guest, "") != first


def cards_of(somebody: Visitor) -> list[dict[str, Any]]:
    found = somebody.get(f"/api/tables?game={GAME.slug}").json()["tables"]
    assert isinstance(found, list)
    return found


def test_an_invitation_says_that_a_blocked_person_is_there_to_the_blocker_alone(
    visitor: NewVisitor,
) -> None:
    host, guest, room = two_at_a_table(visitor)
    with guest.connect(room) as line:
        line.ask("mute", person=person_at(host, room), level="block")
    secret, _ = invite_of(host, room)
    assert "You have blocked <bdi>Hanna</bdi>" in guest.get(f"/join/{secret}").text
    for other in (host, visitor()):
        assert "blocked" not in other.get(f"/join/{secret}").text


def test_the_account_page_lists_them_and_undoes_each(visitor: NewVisitor) -> None:
    host, guest, room = two_at_a_table(visitor)
    other = person_at(guest, room)
    assert "muted or blocked" not in host.get("/account").text
    with host.connect(room) as line:
        line.ask("mute", person=other, level="block")
        page = host.get("/account").text
        assert "Unblock" in page
        assert "Gustav" in page
        assert "muted or blocked" not in guest.get("/account").text
        undone = host.post("/account/mute", {"person": other, "level": "none"})
        assert undone.status_code == 303
        assert line.receive_until("mutes", lambda one: not one["muted"])["blocked"] == []
    assert "muted or blocked" not in host.get("/account").text
    assert host.post("/account/mute", {"person": "A" * 22, "level": "mute"}).status_code == 422
    assert visitor().post("/account/mute", {"person": other, "level": "mute"}).status_code == 401


def test_both_sides_of_a_mute_are_erased_with_a_person(
    visitor: NewVisitor, in_database: Any
) -> None:
    host, guest, room = two_at_a_table(visitor)
    hosts, guests = person_at(host, room), person_at(guest, room)
    for who, other in ((host, guests), (guest, hosts)):
        with who.connect(room) as line:
            assert line.ask("mute", person=other, level="mute")["type"] == "done"
    assert guest.post("/account/delete", {"confirm": "Gustav"}).status_code == 303

    async def rows(db: Any) -> int:
        found = or_(MuteRow.account_id == guests, MuteRow.other_id == guests)
        return int(await db.scalar(select(func.count()).select_from(MuteRow).where(found)))

    assert in_database(rows) == 0
    with host.connect(room) as line:
        assert line.ask("mute", person=guests, level="mute")["code"] == "unknown"
