"""A crowd at the door: its handshakes begin one to a turn of the loop."""

import asyncio

import pytest

from app.web.server.handshake_queue import HandshakeQueue
from tests.web.server.fake_transport import wait_until

pytestmark = pytest.mark.anyio


async def test_those_inside_go_on_between_any_two_who_come_in() -> None:
    entrance, heard = HandshakeQueue(), list[str]()
    for number in range(3):
        entrance.add(lambda number=number: heard.append(f"guest {number}"))  # type: ignore[misc]
    while len(heard) < 6:
        await asyncio.sleep(0)
        heard.append("inside")
    assert [one for one in heard if one != "inside"] == ["guest 0", "guest 1", "guest 2"]
    assert "inside" in heard[heard.index("guest 0") : heard.index("guest 1")]
    assert "inside" in heard[heard.index("guest 1") : heard.index("guest 2")]


async def test_one_who_breaks_the_door_keeps_nobody_out() -> None:
    entrance, heard, broken = HandshakeQueue(), list[str](), list[str]()
    asyncio.get_running_loop().set_exception_handler(
        lambda loop, told: broken.append(repr(told["exception"]))
    )
    entrance.add(lambda: heard[5])  # type: ignore[arg-type]
    entrance.add(lambda: heard.append("guest"))
    await wait_until(lambda: heard == ["guest"])
    assert len(broken) == 1
