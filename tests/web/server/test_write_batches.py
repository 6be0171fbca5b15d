"""Batched writes: one call for each turn of the loop, and one failure stops no other write."""

import asyncio
from functools import partial
from typing import Any

import pytest

from app.web.server.write_batches import WriteBatches

pytestmark = pytest.mark.anyio


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
