"""The code that knocks: somebody seated opens, a wrong code says so, and a flood is slowed down."""

import pytest

from app.games import GAMES
from app.web.rate_limits import RATES
from tests.server_process import ServerProcess
from tests.web.conftest import NewVisitor
from tests.web.visitors import Visitor, invite_of, request_until_limited


def test_who_knocks_under_somebodys_name_is_shown_under_another(visitor: NewVisitor) -> None:
    host, stranger = visitor(), visitor()
    room = host.open_room("Hanna")
    _, code = invite_of(host, room)
    assert stranger.post("/knock", {"code": code, "name": "Hanna"}).status_code == 303, (
        "a code tells nothing of who is inside"
    )
    with host.connect(room) as line:
        shown = line.receive_until("room", lambda shown: shown["knocks"])
        assert [knock["name"] for knock in shown["knocks"]] == ["Hanna 2"]


def test_a_code_knocks_and_somebody_seated_lets_in(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    room = host.open_room()
    _, code = invite_of(host, room)
    spelled = f" {code[:2].lower()}-{code[2:].lower()} "
    answer = guest.post("/knock", {"code": spelled, "name": "Gustav"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/knock/{room}")
    assert guest.get(f"/knock/{room}").status_code == 200
    assert guest.get(f"/api/knock/{room}").json() == {"state": "waiting", "table": f"/table/{room}"}
    assert guest.get(f"/table/{room}").status_code == 403
    with host.connect(room) as line:
        shown = line.receive_until("room", lambda shown: shown["knocks"])
        assert line.ask("admit", person=shown["knocks"][0]["id"], admit=True)["type"] == "done"
    assert guest.get(f"/api/knock/{room}").json()["state"] == "in"
    assert guest.get(f"/knock/{room}").headers["location"] == f"/table/{room}"


def test_who_is_not_let_in_stays_out(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    room = host.open_room()
    _, code = invite_of(host, room)
    guest.post("/knock", {"code": code, "name": "Gustav"})
    with host.connect(room) as line:
        shown = line.receive_until("room", lambda shown: shown["knocks"])
        line.ask("admit", person=shown["knocks"][0]["id"], admit=False)
    assert guest.get(f"/api/knock/{room}").json()["state"] == "out"
    with guest.connect(room) as line:
        assert line.receive_to_end()[0] == 4403


@pytest.mark.parametrize(
    "code", ["", "ABCD", "ABCDEF", "?????", "A\x00BCD", "ÄÖÜÄÖ", "ＡＢＣＤＥ", "a" * 90, "ZZZZZ"]
)
def test_a_wrong_code_gets_a_sentence(visitor: NewVisitor, code: str) -> None:
    answer = visitor().post("/knock", {"code": code, "name": "Gustav"})
    assert answer.status_code == 404
    assert "No table has that code." in answer.text
    assert "po=" not in answer.headers.get("set-cookie", "")


def test_a_flood_of_knocks_is_slowed_down(strict_server: ServerProcess) -> None:
    guest = Visitor(strict_server.base_url, GAMES[0].slug)
    with guest.http:
        *before, last = request_until_limited(
            "knock", lambda: guest.post("/knock", {"code": "ZZZZZ", "name": "Gustav"})
        )
    assert len(before) >= RATES["knock"].burst
    assert {answer.status_code for answer in before} == {404}
    assert int(last.headers["retry-after"]) > 0
