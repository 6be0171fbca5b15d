"""The account over HTTP: name, password, devices, logout and deletion."""

import re

from tests.web.conftest import NewVisitor, name_numbers
from tests.web.scenes import paused_match

PASSWORD = "a long enough secret"


def test_one_device_can_be_logged_out_from_another_and_nobody_elses(visitor: NewVisitor) -> None:
    phone, desk, stranger = visitor(), visitor(), visitor()
    phone.sign_up("List Maker", PASSWORD)
    stranger.sign_up("Not Yours", PASSWORD)
    desk.post("/login", {"name": "List Maker", "password": PASSWORD})
    page = desk.get("/account").text
    listed = {
        session: bool(mine)
        for mine, session in re.findall(
            r'<tr( class="mine")?>\s*<td data-label="Device">.*?/account/sessions/([\w-]+)/close',
            page,
            re.DOTALL,
        )
    }
    assert sorted(listed.values()) == [False, True]
    for session in listed:
        stranger.post(f"/account/sessions/{session}/close")
    assert phone.get("/account").status_code == desk.get("/account").status_code == 200
    for session in sorted(listed, key=lambda session: listed[session]):
        assert desk.post(f"/account/sessions/{session}/close").status_code == 303
        assert phone.get("/account").status_code == 303
    assert desk.get("/account").status_code == 303


def test_a_new_password_logs_out_the_other_devices_and_renews_this_one(visitor: NewVisitor) -> None:
    phone, desk = visitor(), visitor()
    phone.sign_up("Changer", PASSWORD)
    desk.post("/login", {"name": "Changer", "password": PASSWORD})
    before = desk.cookie

    def change(current: str, new: str) -> int:
        form = {"current_password": current, "new_password": new}
        return desk.post("/account/password", form).status_code

    new = "another fine secret"
    assert (change("wrong one!", new), change(PASSWORD, "short")) == (422, 422)
    assert change(PASSWORD, new) == 303
    assert desk.cookie != before
    assert desk.get("/account").status_code == 200
    assert phone.get("/account").status_code == 303
    for password, status in ((PASSWORD, 422), (new, 303)):
        form = {"name": "Changer", "password": password}
        assert visitor().post("/login", form).status_code == status


def test_a_guest_becomes_a_member_and_keeps_seat_and_matches(visitor: NewVisitor) -> None:
    name = f"Greta the Great {next(name_numbers)}"
    with paused_match(visitor) as scene:
        scene.host.sign_up(name, PASSWORD)
        with scene.host.connect(scene.room) as line:
            assert line.receive_until("room")["you"] == scene.host_id
            assert line.receive_until("frame")["seat"] == 0
            assert line.ask("stop-match")["type"] == "done"
    elsewhere = visitor().log_in(name, PASSWORD)
    for device in (scene.host, elsewhere):
        assert f"/match/{scene.match}" in device.get("/history").text
        with device.connect(scene.room) as line:
            assert line.receive_until("room")["you"] == scene.host_id


def test_a_deleted_account_is_gone_and_its_matches_keep_no_name(visitor: NewVisitor) -> None:
    host = visitor()
    room = host.open_room("Vanisher")
    host.sign_up("Vanisher", PASSWORD)
    with host.connect(room) as line:
        you = line.receive_until("room")["you"]
        assert host.post("/account/delete", {"confirm": "wrong"}).status_code == 422
        assert host.post("/account/delete", {"confirm": PASSWORD}).status_code == 303
        assert line.receive_to_end()[0] in (4401, 4403)
    assert not host.cookie
    assert visitor().get(f"/people/{you}").status_code == 404
    assert visitor().post("/login", {"name": "Vanisher", "password": PASSWORD}).status_code == 422
    visitor().sign_up("Vanisher", PASSWORD)


def test_a_guest_deletes_itself_by_name(visitor: NewVisitor) -> None:
    guest = visitor()
    guest.open_room("Shortlived")
    assert guest.post("/account/delete", {"confirm": "x"}).status_code == 422
    assert guest.post("/account/delete", {"confirm": "Shortlived"}).status_code == 303


def test_a_message_after_a_redirect_is_shown_once(visitor: NewVisitor) -> None:
    person = visitor()
    person.sign_up("Welcome Guest", PASSWORD)
    assert "Your name is yours now" in person.get("/").text
    assert "Your name is yours now" not in person.get("/").text
