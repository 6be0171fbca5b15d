"""Prompts with a deadline, and what a stall may cost."""

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import asyncpg
import pytest

from tests.prove.clients.client import TableClient
from tests.prove.connections.stalls.proof import Question, StallRun, asked
from tests.server_process import ServerProcess

DUE = 1_000_000.0


def window(
    window: int | None = None, soft: bool = False, due: int | None = int(DUE * 1000), **frame: Any
) -> TableClient:
    shown = {
        "match": "m", "seat": 1, "outcome": None, "moves": [1],
        "prompt": {"key": "1-2", "window": window},
        "clocks": [{"seat": 1, "due": due, "soft": soft}],
    }  # fmt: skip
    return cast("TableClient", SimpleNamespace(frame=shown | frame, room={"match": "m"}))


def test_a_question_by_the_clock_is_a_move_with_a_hard_deadline() -> None:
    assert asked(window()) == Question("m", "1-2", 1, DUE)


@pytest.mark.parametrize(
    "other",
    [
        window(window=5),
        window(soft=True),
        window(due=None),
        window(outcome=[1]),
        window(moves=[]),
        window(prompt=None),
        window(match="n"),
    ],
    ids=[
        "a window",
        "only shown",
        "no clock",
        "over",
        "nothing to choose",
        "not asked",
        "a former match",
    ],
)
def test_anything_else_is_none(other: TableClient) -> None:
    assert asked(other) is None


@pytest.mark.parametrize(
    ("late", "right"), [(5.0, True), (4.1, True), (9.0, True), (3.5, False), (0.0, False)]
)
def test_a_stall_costs_no_more_than_a_beat(late: float, right: bool) -> None:
    """A prompt was due at DUE, and a stall lasted five seconds: `late` says how much later time was
    up."""

    class Told(StallRun):
        async def _rows(self, query: str, *values: Any) -> list[asyncpg.Record]:
            return [cast("asyncpg.Record", {"at": datetime.fromtimestamp(DUE + late, UTC)})]

    watch = Told(cast("ServerProcess", None), 1)
    asyncio.run(watch._judge(Question("m", "1-2", 1, DUE), 5.0))
    assert (watch.faults == []) is right
