"""The account over HTTP: name, password, devices, logout and deletion."""

import re

from tests.web.conftest import NewVisitor

PASSWORD = "a long enough secret"


def test_logging_out_closes_the_tables_connections_at_once(visitor: NewVisitor) -> None:
    host = visitor()
    room = host.open_room()
    cookie = host.cookie
    with host.connect(room) as line:
        line.receive_until("room")
        assert host.post("/account/logout").status_code == 303
        code, bye = line.receive_to_end()
    assert code == 4401
    assert bye is not None
    assert bye["code"] == "signed-out"
    assert not host.cookie
    with host.connect(room, cookie=cookie) as line:
        assert line.receive_to_end()[0] == 4401


def test_logging_out_everywhere_closes_all_devices(visitor: NewVisitor) -> None:
    phone, desk = visitor(), visitor()
    phone.sign_up("Two Devices", PASSWORD)
    room = phone.open_room()
    desk.post("/login", {"name": "Two Devices", "password": PASSWORD})
    with phone.connect(room) as one, desk.connect(room) as two:
        one.receive_until("room")
        two.receive_until("room")
        assert desk.post("/account/logout-everywhere").status_code == 303
        assert one.receive_to_end()[0] == two.receive_to_end()[0] == 4401
    assert phone.get("/account").status_code == desk.get("/account").status_code == 303


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
    assert (
        desk.post(
            "/account/password",
            {"current_password": "wrong one!", "new_password": "another fine secret"},
        ).status_code
        == 422
    )
    assert (
        desk.post(
            "/account/password", {"current_password": PASSWORD, "new_password": "short"}
        ).status_code
        == 422
    )
    assert (
        desk.post(
            "/account/password",
            {"current_password": PASSWORD, "new_password": "another fine secret"},
        ).status_code
        == 303
    )
    assert desk.cookie != before
    assert desk.get("/account").status_code == 200
    assert phone.get("/account").status_code == 303
    assert visitor().post("/login", {"name": "Changer", "password": PASSWORD}).status_code == 422
    assert (
        visitor().post("/login", {"name": "Changer", "password": "another fine secret"}).status_code
        == 303
    )


def test_a_new_name_is_shown_at_the_table(visitor: NewVisitor) -> None:
    host = visitor()
    room = host.open_room("Old Name")
    with host.connect(room) as line:
        line.receive_until("room")
        assert host.post("/account/rename", {"name": "New Name"}).status_code == 303
        line.receive_until("room", lambda shown: shown["seats"][0]["name"] == "New Name")
    assert host.post("/account/rename", {"name": "x"}).status_code == 422


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


def test_what_is_not_ones_own_asks_for_a_login(visitor: NewVisitor) -> None:
    stranger = visitor()
    for path in (
        "/account/rename",
        "/account/password",
        "/account/delete",
        "/account/logout-everywhere",
        "/account/sessions/x/close",
    ):
        assert stranger.post(path).status_code == 401
    for path in ("/account", "/history", "/account/delete"):
        assert stranger.get(path).headers["location"].startswith("/login?next=/")


def test_a_message_after_a_redirect_is_shown_once(visitor: NewVisitor) -> None:
    person = visitor()
    person.sign_up("Welcome Guest", PASSWORD)
    assert "Your name is yours now" in person.get("/").text
    assert "Your name is yours now" not in person.get("/").text
