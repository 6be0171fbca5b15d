"""The event loop: handshakes begin one to a turn, writes are one call for each turn."""

import asyncio
from functools import partial
from typing import Any

import pytest

from app.web.server.event_loop import HandshakeQueue, WriteBatches
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


async def test_one_whose_handshake_fails_keeps_nobody_out() -> None:
    entrance, heard, broken = HandshakeQueue(), list[str](), list[str]()
    asyncio.get_running_loop().set_exception_handler(
        lambda loop, told: broken.append(repr(told["exception"]))
    )
    entrance.add(lambda: heard[5])  # type: ignore[arg-type]
    entrance.add(lambda: heard.append("guest"))
    await wait_until(lambda: heard == ["guest"])
    assert len(broken) == 1


async def test_all_who_have_something_are_asked_once_after_what_is_being_done() -> None:
    post, sent = WriteBatches(), list[int]()
    for number in range(3):
        post.add(partial(sent.append, number))
    assert sent == []
    await asyncio.sleep(0)
    assert sent == [0, 1, 2]


async def test_one_that_cannot_be_sent_to_keeps_nothing_from_the_others() -> None:
    post, sent, heard = WriteBatches(), list[str](), list[dict[str, Any]]()
    asyncio.get_running_loop().set_exception_handler(lambda _, told: heard.append(told))
    post.add(partial(sent.remove, "what is not there"))
    post.add(partial(sent.append, "later"))
    await asyncio.sleep(0)
    assert sent == ["later"]
    assert [type(told["exception"]) for told in heard] == [ValueError]
