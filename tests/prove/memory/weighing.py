"""Weighs a server: memory blocks, and the reference cycles that only a collector frees.

`weighed` is a patch of a real server whose collector never runs, and which answers `/weigh`.
"""

import gc
import sys
from collections.abc import Mapping
from typing import Final

import msgspec
from fastapi import FastAPI
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.table.ports import Patience
from tests.cycles import collect_garbage, describe_cycles

PATH: Final = "/weigh"


class Weight(msgspec.Struct, frozen=True):
    """One look at a process, after which it holds no garbage."""

    blocks: int
    """Memory blocks that are in use."""
    garbage: int
    """Objects that nobody could reach any more, and reference counts had not freed."""
    cycles: Mapping[str, int]
    """The number of cycles among them, by the labels of their members."""


def weigh() -> Weight:
    """Frees all garbage, and says what it was."""
    garbage = collect_garbage()
    cycles, count = describe_cycles(garbage), len(garbage)
    garbage.clear()
    gc.collect()
    return Weight(sys.getallocatedblocks(), count, cycles)


async def answer(request: Request) -> Response:
    return Response(msgspec.json.encode(weigh()), media_type="application/json")


def weighed() -> None:
    """The collector never runs by itself, `/weigh` is a page, and empty tables close soon."""
    from app import main

    gc.disable()
    gc.enable = lambda: None
    Patience.scaled = lambda self, factor: replace(self, doze=factor, retire=factor)  # type: ignore[method-assign]
    add_routes = main.add_routes

    def with_weigh(app: FastAPI) -> None:
        add_routes(app)
        app.router.routes.insert(0, Route(PATH, answer))

    main.add_routes = with_weigh
