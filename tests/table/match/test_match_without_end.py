"""A match whose deal takes more entries than any that ends is stopped, and its record is kept."""

import pytest
import structlog

from app.rules.game import Standing
from app.table.match import live_match
from app.table.model import client_messages as say
from app.table.model.server_messages import Done
from tests.table.high_card import HighCard, Public
from tests.table.table_server import table_server

MOST = 6
"""Entries for each seat, so that a deal of two seats may take twelve."""


class NeverOver(HighCard):
    """Deals follow deals, and none of them ever earns anything."""

    def standings(self, public: Public) -> tuple[Standing, ...]:
        return ()


@pytest.fixture(autouse=True)
def few_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_match, "MOST_ENTRIES", MOST)


async def test_a_match_without_end_is_stopped_before_everybody_and_keeps_its_record() -> None:
    async with table_server(games=(NeverOver(),)) as server:
        ann, bob = await server.match("Ann", "Bob", deals=50)
        with structlog.testing.capture_logs() as logs:
            while ann.room.stage == "playing":
                await server.deal(ann, bob)
        match = server.store.matches[server.match_id]
        assert match.state == "stopped: without-end"
        assert len(match.lines) == 2 * MOST + 1
        assert [line["ply"] for line in logs if line["event"] == "match without end"] == [13]
        said = "This hand went on and on without an end"
        assert [sum(said in line for line in guest.chat) for guest in (ann, bob)] == [1, 1]


async def test_it_is_not_taken_up_again_after_a_restart() -> None:
    async with table_server(games=(NeverOver(),)) as server:
        ann, bob = await server.match("Ann", "Bob", deals=50)
        while ann.room.stage == "playing":
            await server.deal(ann, bob)
        await server.restart()
        ann = await server.connect("Ann")
        assert ann.room.stage == "gathering"
        assert sorted(ann.seated) == ["Ann", "Bob"]


async def test_a_long_match_whose_deals_end_goes_on() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=10)
        for _ in range(9):
            await server.deal(ann, bob)
        assert ann.room.stage == "playing"
        assert len(server.store.matches[server.match_id].lines) > 2 * MOST


async def test_a_restart_counts_the_entries_that_are_stored() -> None:
    async with table_server(games=(NeverOver(),)) as server:
        ann, bob = await server.match("Ann", "Bob", deals=50)
        await server.deal(ann, bob)
        await server.deal(ann, bob)
        await server.restart()
        ann, bob = await server.connect("Ann"), await server.connect("Bob")
        while ann.room.stage == "playing":
            await server.deal(ann, bob)
        assert len(server.store.matches[server.match_id].lines) == 2 * MOST + 1


async def test_a_stop_that_could_not_be_written_is_written_once_the_store_is_back() -> None:
    async with table_server(games=(NeverOver(),)) as server:
        ann, bob = await server.match("Ann", "Bob", deals=50)
        match = server.store.matches[server.match_id]
        for _ in range(2):
            await server.deal(ann, bob)
        await ann.choose()
        await bob.choose()
        winner = ann if ann.frame.prompt is not None else bob
        assert winner.frame.prompt is not None
        server.store.fail_at = 3  # the answer and the shuffle are written, the stop is not
        move = {"type": "crow", "loud": False}
        crow = say.Play("crow", key=winner.frame.prompt.key, move=move)
        assert await winner.send(crow) is None
        await server.clock.pass_by(1.0)
        assert winner.last(Done).id == "crow"
        assert (len(match.lines), match.state) == (2 * MOST + 1, "stopped: without-end")
