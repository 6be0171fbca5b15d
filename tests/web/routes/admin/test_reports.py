"""A report on the page of its case: whom it names, the chat around its moment, who finds it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.routing import APIRoute
from sqlalchemy.ext.asyncio import AsyncSession

from app.store.people import accounts
from app.store.people.rows import Role
from app.web.routers import ROUTERS
from tests.web.conftest import NewVisitor
from tests.web.scenes import MatchScene, paused_match
from tests.web.visitors import Visitor, whole_queue

RUDE = "You play like a wet sponge"
DEEDS = ("/chat", "/take", "/answer", "/remove-line")


@pytest.fixture
def quarrel(visitor: NewVisitor) -> Iterator[MatchScene]:
    """A running match at whose table the host was rude in the chat."""
    with paused_match(visitor) as scene:
        assert scene.connection.ask("say", text=RUDE)["type"] == "done"
        yield scene


def report(by: Visitor, scene: MatchScene, said: str, accused: str, kind: str = "people") -> None:
    answer = by.post(
        f"/table/{scene.room}/report", {"kind": kind, "said": said, "accused": accused}
    )
    assert answer.status_code == 303, answer.text


def address_of(admin: Visitor, said: str) -> str:
    """The address of the case whose report says so."""
    page = whole_queue(admin)
    part = next(part for part in page.split("<section") if said in part)
    assert RUDE not in page, "the queue shows no chat"
    return str(re.findall(r'"(/admin/queue/[0-9]+)"', part)[0])


def answer(admin: Visitor, address: str, words: str) -> None:
    assert admin.post(f"{address}/take").status_code == 303
    form = {"outcome": "nothing", "answer": words}
    assert admin.post(f"{address}/answer", form).status_code == 303


def looks(admin: Visitor, address: str) -> int:
    """The lines in the audit log about readings of the chat through that report."""
    number = re.findall(r"Report ([0-9]+)\.", admin.get(address).text)[0]
    log = admin.get(f"/admin/audit?subject=report:{number}").text
    line = rf"read the chat around</td>\s*<td[^>]*><a href=\"{address}\">"
    return len(re.findall(line, log))


def everything_about(scene: MatchScene, address: str) -> list[str]:
    """The address of every page, with the scene's ids in the gaps."""
    gaps = {
        "room": scene.room,
        "match": scene.match,
        "person": scene.host_id,
        "number": address.rpartition("/")[2],
        "code": scene.code,
        "slug": "scum",
    }
    return [
        re.sub(r"\{(\w+)\}", lambda gap: gaps.get(gap[1], "A" * 22), route.path)
        for router in ROUTERS
        for route in router.routes
        if isinstance(route, APIRoute) and "GET" in (route.methods or ())
    ]


def test_an_administrator_reads_a_tables_chat_through_a_report_alone(
    quarrel: MatchScene, admin: Visitor
) -> None:
    with admin.connect(quarrel.room) as line:
        line.receive_to_end()
    assert RUDE not in str(line.received)
    report(quarrel.guest, quarrel, "It flickers in the quarrel.", "", kind="fault")
    fault = address_of(admin, "It flickers in the quarrel.")
    assert admin.post(f"{fault}/chat").status_code == 403
    for path in everything_about(quarrel, fault):
        assert RUDE not in admin.get(path).text, path
    report(quarrel.guest, quarrel, "Hanna insults the table.", quarrel.host_id)
    address = address_of(admin, "Hanna insults the table.")
    for path in everything_about(quarrel, address):
        assert RUDE not in admin.get(path).text, path
    assert looks(admin, address) == 0
    page = admin.post(f"{address}/chat")
    assert page.status_code == 200
    assert RUDE in page.text
    assert looks(admin, address) == 1
    assert RUDE in admin.post(f"{address}/chat").text
    assert looks(admin, address) == 2


def test_the_lines_name_their_speakers_and_mark_the_accused_and_the_server_in_words(
    quarrel: MatchScene, admin: Visitor
) -> None:
    report(quarrel.guest, quarrel, "Hanna is rude in her lines.", quarrel.host_id)
    address = address_of(admin, "Hanna is rude in her lines.")
    page = admin.post(f"{address}/chat").text
    lines = re.findall(r"<li[ >].*?</li>", page.split('class="reported-chat"')[1], re.DOTALL)
    (rude,) = (line for line in lines if RUDE in line)
    assert "Hanna" in rude
    assert "named in the report" in rude
    assert "<time" in rude
    servers = [line for line in lines if "The house" in line]
    assert servers
    assert all(">server<" in line and "named in" not in line for line in servers)


def test_a_report_shows_whom_it_names_and_how_many_reports_name_the_same_person(
    quarrel: MatchScene, admin: Visitor
) -> None:
    for said in ("Hanna was rude once.", "Hanna was rude twice."):
        report(quarrel.guest, quarrel, said, quarrel.host_id)
    page = admin.get(address_of(admin, "Hanna was rude twice.")).text
    assert f'<a href="/admin/people/{quarrel.host_id}"><bdi>Hanna</bdi></a>' in page
    assert "named in 2 reports by 1 person" in page


def test_the_person_reported_never_learns_of_it(
    quarrel: MatchScene, admin: Visitor, in_database: Any
) -> None:
    report(quarrel.guest, quarrel, "A secret complaint about Hanna.", quarrel.host_id)
    address = address_of(admin, "A secret complaint about Hanna.")

    def pages() -> list[tuple[str, int]]:
        found = [(path, quarrel.host.get(path)) for path in everything_about(quarrel, address)]
        for path, answer in found:
            assert "secret complaint" not in answer.text, path
            assert "answered secretly" not in answer.text, path
        return [(path, answer.status_code) for path, answer in found]

    before = pages()
    admin.post(f"{address}/chat")
    answer(admin, address, "It was answered secretly.")
    assert pages() == before
    assert "answered secretly" in quarrel.guest.get("/account").text


def test_an_accused_administrator_finds_no_such_report_and_another_one_does(
    quarrel: MatchScene, admin: Visitor, in_database: Any
) -> None:
    async def promote(db: AsyncSession) -> None:
        await accounts.set_role(db, quarrel.host_id, Role.ADMINISTRATOR)

    quarrel.host.sign_up(f"Hanna of {quarrel.code}")
    in_database(promote)
    accused = quarrel.host
    report(quarrel.guest, quarrel, "The keeper cheats.", quarrel.host_id)
    address = address_of(admin, "The keeper cheats.")
    assert "The keeper cheats." not in whole_queue(accused)
    missing = accused.get("/admin/queue/999999999")
    hidden = accused.get(address)
    assert hidden.status_code == missing.status_code == 404
    assert "There is no such case" in hidden.text
    for deed in DEEDS:
        refused = accused.post(f"{address}{deed}", {"outcome": "nothing"})
        assert (refused.status_code, RUDE in refused.text) == (404, False)
    answer(admin, address, "We shall see.")
    assert "The keeper cheats." not in whole_queue(accused, closed=True)
    assert "The keeper cheats." in admin.get("/admin/queue?closed=true").text
    assert "We shall see." in admin.get(address).text


def test_a_number_that_no_case_has_is_not_found(admin: Visitor) -> None:
    for number in ("0", "-1", "many", "9" * 18, "9" * 30, "٣", "1.5"):
        assert admin.get(f"/admin/queue/{number}").status_code == 404, number
        for deed in DEEDS:
            refused = admin.post(f"/admin/queue/{number}{deed}", {"outcome": "nothing"})
            assert refused.status_code == 404, number
            assert "There is no such case" in refused.text
