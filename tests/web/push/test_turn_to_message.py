"""From a turn at a slow table to the words on a device: a whole server, and a push service."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread

from app.web.push.encryption import encode
from tests.conftest import NewServer
from tests.ops.conftest import until
from tests.web.push.browser import Browser
from tests.web.push.fake_push_service import FakePushService
from tests.web.push.led_server import CERTIFICATE, PORT
from tests.web.routes.test_push import PUSH_KEY
from tests.web.routes.test_slow_tables import FOR_TWO, begin
from tests.web.visitors import Visitor


@contextmanager
def push_service(folder: Path) -> Iterator[FakePushService]:
    """It runs in a thread of its own."""
    loop, service = asyncio.new_event_loop(), FakePushService(folder)
    thread = Thread(target=loop.run_forever)
    thread.start()
    opened = service.open()
    asyncio.run_coroutine_threadsafe(opened.__aenter__(), loop).result()
    yield service
    asyncio.run_coroutine_threadsafe(opened.__aexit__(None, None, None), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def answer(player: Visitor, room: str) -> bool:
    """The player opens the table, answers what is asked, and goes. Returns whether they were."""
    with player.connect(room) as line:
        frame = line.receive_until("frame")
        prompt = frame["prompt"]
        if prompt is not None:
            said = line.ask("play", key=prompt["key"], move=frame["moves"][0])
            assert said["type"] == "done", said
    return prompt is not None


def until_on_turn(awaited: Visitor, other: Visitor, room: str) -> None:
    """Both play until a move of the other makes the table wait for the first, who is away."""
    for _ in range(30):
        before = awaited.get("/api/waiting").json()["tables"]
        moved = answer(other, room)
        if moved and not before and awaited.get("/api/waiting").json()["tables"]:
            return
        if not moved:
            answer(awaited, room)
    raise AssertionError("the table never waits for one alone")


def test_a_move_of_another_reaches_the_device_of_whoever_is_on_turn_then(
    new_server: NewServer, tmp_path: Path
) -> None:
    device = Browser()
    with (
        push_service(tmp_path) as service,
        new_server(
            "tests.web.push.led_server",
            PECKING_ORDER_PUSH_KEY=PUSH_KEY,
            PECKING_ORDER_SECURITY_CONTACT="mailto:host@cards.example",
            **{PORT: str(service.port), CERTIFICATE: str(service.certificate)},
        ) as server,
        closing(Visitor(server.base_url, FOR_TWO.slug)) as odette,
        closing(Visitor(server.base_url, FOR_TWO.slug)) as percy,
    ):
        room = begin(odette, percy)
        keys = {"p256dh": encode(device.point), "auth": encode(device.auth)}
        subscribed = percy.post("/account/notifications", {"endpoint": device.endpoint, **keys})
        assert subscribed.status_code == 204, subscribed.text
        until_on_turn(percy, odette, room)
        until(lambda: bool(service.received), "no message comes")
        (message,) = service.received
        assert json.loads(device.read(message.body)) == {"table": FOR_TWO.title, "room": room}
        assert message.headers["authorization"].startswith("vapid t=")
        assert room not in str(message.headers), "the service learns nothing of the table"
        assert percy.get("/api/waiting").json() == {"tables": [room]}
        assert odette.get("/api/waiting").json() == {"tables": []}
        assert "your turn, <time" in percy.get("/").text
