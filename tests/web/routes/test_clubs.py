"""Clubs over HTTP: founded by a host, joined by people of the table, left and ended."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from app.store.rooms.clubs import Evening
from tests.web.conftest import NewVisitor
from tests.web.visitors import Visitor

THURSDAY = {"name": "The Thursdays", "weekday": "3", "time": "20:00", "zone": "Europe/Vienna"}


@pytest.fixture
def ann(visitor: NewVisitor) -> Visitor:
    person = visitor()
    person.sign_up(unused("Odette"))
    return person


NUMBERS = iter(range(1000))


def unused(name: str) -> str:
    return f"{name} {next(NUMBERS)}"


@pytest.fixture
def room(ann: Visitor) -> str:
    return ann.open_room()


@pytest.fixture
def ben(ann: Visitor, room: str, visitor: NewVisitor) -> Iterator[Visitor]:
    """A member of the house at Ann's table."""
    person = visitor()
    person.sign_up(unused("Percy"))
    with ann.connect(room) as line:
        person.join(line.receive_until("room")["secret"])
        yield person


def members(person: Visitor, room: str) -> int:
    found = re.search(r'id="members">(\d+)', person.get(f"/clubs/{room}").text)
    return 0 if found is None else int(found[1])


def test_a_host_founds_a_club_and_another_person_of_the_table_joins(
    ann: Visitor, room: str, ben: Visitor
) -> None:
    assert "Found the club" in ann.get(f"/clubs/{room}").text
    assert "The host of the table can found it" in ben.get(f"/clubs/{room}").text
    assert ben.post(f"/clubs/{room}", THURSDAY).status_code == 403
    assert ann.post(f"/clubs/{room}", THURSDAY).status_code == 303
    assert ben.post(f"/clubs/{room}/join").status_code == 303
    assert ben.post(f"/clubs/{room}/join").status_code == 303, "twice is once"
    assert members(ann, room) == 2
    for page in (ann.get("/"), ben.get("/")):
        assert "The Thursdays" in page.text
        assert "20:00 (Europe/Vienna)" in page.text


def test_a_club_is_for_people_of_its_table_with_an_account(
    ann: Visitor, room: str, visitor: NewVisitor
) -> None:
    ann.post(f"/clubs/{room}", THURSDAY)
    stranger, guest = visitor(), visitor()
    assert stranger.get(f"/clubs/{room}").status_code == 403
    with ann.connect(room) as line:
        guest.join(line.receive_until("room")["secret"], unused("Quentin"))
    assert guest.post(f"/clubs/{room}/join").status_code == 403
    assert "Members have an account" in guest.get(f"/clubs/{room}").text
    for deed in ("join", "leave", "end"):
        assert stranger.post(f"/clubs/{room}/{deed}").status_code in (401, 403)
    assert members(ann, room) == 1


def test_the_club_goes_on_without_its_host_and_ends_with_its_last_member(
    ann: Visitor, room: str, ben: Visitor
) -> None:
    ann.post(f"/clubs/{room}", THURSDAY)
    ben.post(f"/clubs/{room}/join")
    assert ben.post(f"/clubs/{room}/end").status_code == 403
    assert ann.post(f"/clubs/{room}/leave").headers["location"] == "/"
    assert "End it for everybody" in ben.get(f"/clubs/{room}").text, "Ben is host now"
    assert "End it for everybody" not in ann.get(f"/clubs/{room}").text
    ben.post(f"/clubs/{room}/leave")
    assert "Found the club" in ann.get(f"/clubs/{room}").text


def test_a_host_takes_a_member_out_and_ends_the_club(ann: Visitor, room: str, ben: Visitor) -> None:
    ann.post(f"/clubs/{room}", THURSDAY)
    ben.post(f"/clubs/{room}/join")
    page = ann.get(f"/clubs/{room}").text
    person = re.search(r'name="person" value="([\w-]{22})"', page)
    assert person is not None
    host = re.search(r'/people/([\w-]{22})"><bdi>[^<]*</bdi></a> <span class="badge">host', page)
    assert host is not None
    assert ben.post(f"/clubs/{room}/leave", {"person": host[1]}).status_code == 403
    assert ann.post(f"/clubs/{room}/leave", {"person": person[1]}).status_code == 303
    assert members(ann, room) == 1
    assert ann.post(f"/clubs/{room}/end").status_code == 303
    assert members(ann, room) == 0


def test_a_wrong_evening_is_answered_and_changes_nothing(ann: Visitor, room: str) -> None:
    ann.post(f"/clubs/{room}", THURSDAY)
    for wrong, sentence in (
        ({"weekday": "7"}, "Choose a day"),
        ({"weekday": "-1"}, "Choose a day"),
        ({"time": "24:00"}, "a time like 20:00"),
        ({"time": "٢٠:٠٠"}, "a time like 20:00"),
        ({"zone": "Europe/Vienna\r\nX:1"}, "time zone"),
        ({"zone": ""}, "time zone"),
        ({"name": "\u200b"}, "A name"),
    ):
        answer = ann.post(f"/clubs/{room}", THURSDAY | wrong)
        assert (answer.status_code, sentence in answer.text) == (422, True), wrong
        assert "The Thursdays</bdi></h1>" in ann.get(f"/clubs/{room}").text, wrong


def test_the_evening_goes_into_a_calendar(ann: Visitor, room: str) -> None:
    ann.post(f"/clubs/{room}", {**THURSDAY, "name": "Cards, “wine”"})
    file = ann.get(f"/clubs/{room}/evening.ics")
    assert file.headers["content-type"].startswith("text/calendar")
    lines = file.text.split("\r\n")
    assert "RRULE:FREQ=WEEKLY;BYDAY=TH" in lines
    assert "SUMMARY:Cards\\, “wine”" in lines
    (start,) = (line for line in lines if line.startswith("DTSTART"))
    assert re.fullmatch(r"DTSTART;TZID=Europe/Vienna:\d{8}T200000", start)
    ann.post(f"/clubs/{room}", {**THURSDAY, "weekday": ""})
    assert ann.get(f"/clubs/{room}/evening.ics").status_code == 404


@pytest.mark.parametrize(
    ("now", "words"),
    [
        ("2026-12-03 12:00", "Thursday, 3 December, 20:00"),
        ("2026-12-03 21:30", "Thursday, 3 December, 20:00"),  # it has begun
        ("2026-12-03 22:30", "Thursday, 10 December, 20:00"),
        ("2026-12-04 00:30", "Thursday, 10 December, 20:00"),
        ("2027-03-25 22:30", "Thursday, 1 April, 20:00"),  # summer time begins in between
    ],
)
def test_the_next_evening_is_counted_in_its_own_time_zone(now: str, words: str) -> None:
    evening = Evening(3, 20 * 60, "Europe/Vienna")
    instant = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert evening.words(instant) == f"{words} (Europe/Vienna)"
    assert evening.next_after(instant).strftime("%H:%M") == "20:00"


def test_an_evening_in_a_zone_that_nobody_knows_is_shown_all_the_same() -> None:
    evening = Evening(3, 20 * 60, "Mars/Olympus")
    instant = datetime(2026, 12, 3, 12, tzinfo=UTC)
    assert evening.words(instant) == "Thursday, 3 December, 20:00 (Mars/Olympus)"
