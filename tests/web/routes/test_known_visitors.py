"""Known people and devices have budgets that no stranger at their address can use up."""

from collections.abc import Callable, Iterator
from itertools import count
from time import monotonic

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from app.games import GAMES
from app.web.rate_limits import WRONG_PASSWORDS_BEFORE_WAIT
from tests.conftest import NewServer
from tests.server_process import ServerProcess
from tests.web.conftest import name_numbers
from tests.web.visitors import ANSWER_SECONDS, Visitor

PASSWORD = "a long enough secret"
addresses = (f"127.0.9.{number}" for number in count(1))

Arrive = Callable[[str], Visitor]


@pytest.fixture
def arrive(strict_server: ServerProcess) -> Iterator[Arrive]:
    """Somebody's browser at an address of this machine."""
    made: list[Visitor] = []

    def new(address: str) -> Visitor:
        made.append(Visitor(strict_server.base_url, GAMES[0].slug, address))
        return made[-1]

    yield new
    for one in made:
        one.http.close()


@pytest.fixture
def address() -> str:
    """One that no other test has used."""
    return next(addresses)


def member(visitor: Visitor) -> dict[str, str]:
    """The form with which the visitor, now a member, logs in; the visitor is logged out."""
    form = {"name": f"Known {next(name_numbers)}", "password": PASSWORD}
    visitor.sign_up(form["name"], PASSWORD)
    assert visitor.post("/account/logout").status_code == 303
    return form


def test_guesses_from_three_addresses_keep_no_owner_out_at_a_usual_device(arrive: Arrive) -> None:
    """S4: nine wrong ones from each, and the right one from where the owner was before."""
    owner = arrive(next(addresses))
    form = member(owner)
    for _ in range(3):
        stranger = arrive(next(addresses))
        for number in range(9):
            stranger.post("/login", form | {"password": f"guess {number}"})
    assert arrive(next(addresses)).post("/login", form).status_code == 429, "the name is besieged"
    assert owner.post("/login", form).status_code == 303


def test_guesses_at_ones_own_address_keep_no_known_device_out(arrive: Arrive, address: str) -> None:
    """S5: a prank in class. What the owner mistypes counts at the owner's device alone."""
    owner, prankster = arrive(address), arrive(address)
    form = member(owner)
    for number in range(WRONG_PASSWORDS_BEFORE_WAIT):
        prankster.post("/login", form | {"password": f"guess {number}"})
    assert prankster.post("/login", form).status_code == 429
    for number in range(WRONG_PASSWORDS_BEFORE_WAIT - 1):
        wrong = owner.post("/login", form | {"password": f"mistyped {number}"})
        assert wrong.status_code == 422
    assert owner.post("/login", form).status_code == 303


def test_what_is_wrong_at_a_known_device_counts_there_alone(arrive: Arrive) -> None:
    """A thief of the device locks out neither another device of the owner nor a new one."""
    thief, phone = arrive(next(addresses)), arrive(next(addresses))
    form = member(thief)
    assert phone.post("/login", form).status_code == 303
    phone.post("/account/logout")
    statuses = [
        thief.post("/login", form | {"password": f"guess {number}"}).status_code
        for number in range(WRONG_PASSWORDS_BEFORE_WAIT + 2)
    ]
    assert statuses == [422] * WRONG_PASSWORDS_BEFORE_WAIT + [429] * 2
    assert thief.post("/login", form).status_code == 429
    assert phone.post("/login", form).status_code == 303
    assert arrive(next(addresses)).post("/login", form).status_code == 303


def test_a_new_password_makes_known_devices_strangers(arrive: Arrive) -> None:
    phone, laptop = arrive(next(addresses)), arrive(next(addresses))
    form = member(phone)
    assert laptop.post("/login", form).status_code == 303
    new = {"current_password": PASSWORD, "new_password": "nine green bottles"}
    assert laptop.post("/account/password", new).status_code == 303
    laptop.post("/account/logout")
    form["password"] = new["new_password"]
    stranger = arrive(next(addresses))
    for _ in range(3):
        stranger = arrive(next(addresses))
        for number in range(8):
            stranger.post("/login", form | {"password": f"guess {number}"})
    assert phone.post("/login", form).status_code == 429
    assert laptop.post("/login", form).status_code == 303


def test_no_forged_or_borrowed_cookie_makes_a_known_device(arrive: Arrive, address: str) -> None:
    owner, borrower = arrive(address), arrive(address)
    form, others = member(owner), member(borrower)
    assert others["name"] != form["name"]
    cookie = borrower.http.cookies["po-devices"]
    for forged in (cookie, "x" * 40, ".".join(["A" * 40] * 5), "x" * 5000):
        borrower.http.cookies.clear()
        borrower.http.cookies.set("po-devices", forged)
        borrower.post("/login", form | {"password": "a guess"})
        borrower.post("/login", form | {"password": "a guess"})
    assert borrower.post("/login", form).status_code == 429, "all counted as one stranger's"


def test_the_cookie_of_known_devices_is_out_of_reach_of_scripts(
    arrive: Arrive, address: str
) -> None:
    answer = arrive(address).post(
        "/signup", {"name": f"Known {next(name_numbers)}", "password": PASSWORD}
    )
    cookie = next(
        one for one in answer.headers.get_list("set-cookie") if one.startswith("po-devices=")
    )
    assert all(part in cookie for part in ("HttpOnly", "SameSite=lax", "Max-Age="))


def socket_status(server: ServerProcess, room: str, address: str, cookie: str = "") -> int:
    """The answer to a handshake from that address: 101 where it is taken."""
    try:
        with connect(
            f"ws{server.base_url[4:]}/ws/table/{room}",
            origin=Origin(server.base_url),
            additional_headers={"Cookie": cookie},
            source_address=(address, 0),
            open_timeout=ANSWER_SECONDS,
            close_timeout=1,
        ):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def flood_with_sockets(server: ServerProcess, room: str, address: str) -> None:
    """Strangers connect until no more are taken."""
    began = monotonic()
    while socket_status(server, room, address, "po=" + "A" * 43) != 429:
        assert monotonic() < began + 60, "nobody slows the flood down"


def test_a_seated_player_connects_beside_a_flood_of_sockets(
    arrive: Arrive, address: str, strict_server: ServerProcess
) -> None:
    """S5: twenty sockets a second from one's own address, for as long as they go on."""
    player = arrive(address)
    room = player.open_room("Seated", listed="true")
    for _ in range(4):
        flood_with_sockets(strict_server, room, address)
        assert socket_status(strict_server, room, address, player.cookie) == 101


def test_who_was_known_before_a_restart_is_known_after_it(
    new_server: NewServer, database_url: str, address: str
) -> None:
    """Nobody has to get through a flood first, to show the cookie."""
    with new_server(DATABASE_URL=database_url) as before:
        player = Visitor(before.base_url, GAMES[0].slug, address)
        with player.http:
            room, cookie = player.open_room("Seated", listed="true"), player.cookie
    with new_server(DATABASE_URL=database_url) as after:
        flood_with_sockets(after, room, address)
        assert socket_status(after, room, address, cookie) == 101


def test_a_known_players_pages_come_beside_a_flood_of_pages(arrive: Arrive, address: str) -> None:
    player, flood = arrive(address), arrive(address)
    room = player.open_room("Reads On")
    began = monotonic()
    for _ in range(20):
        while flood.get("/healthz").status_code != 429:
            assert monotonic() < began + 60, "nobody slows the flood down"
        assert player.get(f"/table/{room}").status_code == 200
