"""Covered answers are made at a moment drawn as the question is put, whenever they are given."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, ClassVar, TypeAlias

import msgspec

from app.rules.game import Seat, View
from app.table.model import client_messages as say
from app.table.model.room import ClockLevel
from app.table.model.server_messages import Done, Refused
from tests.table.high_card import Choose, Crow, HighCard, Private, Public, Table, Why
from tests.table.table_server import Guest, TableServer, table_server

MOMENT = 3.75
"""The dealer of the tests draws the middle."""


class Hush(msgspec.Struct, frozen=True, tag_field="type", tag="hush"):
    """The winner does not crow, as one may have to."""


Move: TypeAlias = Choose | Crow | Hush


class Coy(HighCard):
    moves: ClassVar[Any] = Move
    covered_answers: ClassVar[frozenset[tuple[str, str]]] = frozenset({("crow", "hush")})

    def legal_moves(self, view: View[Public, Private]) -> Iterator[Any]:
        yield from super().legal_moves(view)
        if view.public.phase == "crow":
            yield Hush()

    def check(self, view: View[Public, Private], move: Any) -> Why | None:
        return super().check(view, Crow(False) if isinstance(move, Hush) else move)

    def apply(self, state: Table, seat: Seat, move: Any) -> Table:
        return super().apply(state, seat, Crow(False) if isinstance(move, Hush) else move)


@asynccontextmanager
async def won_by_bob(**options: Any) -> AsyncIterator[tuple[TableServer, Guest, Guest]]:
    """Bob has won the first deal and is asked; his moment is in MOMENT seconds."""
    async with table_server(games=(Coy(),)) as server:
        ann, bob = await server.match("Ann", "Bob", deals=3, **options)
        await ann.choose()
        await bob.choose()
        assert bob.frame.prompt is not None
        yield server, ann, bob


def hush(id_: str = "hush", key: str = "crow.1") -> say.Play:
    return say.Play(id_, key=key, move={"type": "hush"})


def hushed(server: TableServer) -> int:
    """The number of winners who have answered."""
    lines = server.store.matches[server.match_id].lines
    return sum(getattr(line.entry, "key", "").startswith("crow") for line in lines)


async def test_it_is_made_at_its_moment_and_nobody_hears_of_it_before() -> None:
    for wait in (0.0, 1.0, 3.0):
        async with won_by_bob() as (server, ann, bob):
            await server.pass_by(wait, ann, bob)
            before = len(ann.messages), len(bob.messages)
            assert await bob.send(hush()) is None
            await server.pass_by(MOMENT - 0.25 - wait, ann, bob)
            assert (len(ann.messages), len(bob.messages)) == before
            await server.pass_by(0.25, ann, bob)
            assert bob.last(Done).id == "hush"
            assert hushed(server) == 1


async def test_after_its_moment_and_for_other_answers_nothing_waits() -> None:
    async with won_by_bob() as (server, ann, bob):
        await server.pass_by(MOMENT, ann, bob)
        assert hushed(server) == 0, "the table answers for nobody"
        assert isinstance(await bob.send(hush()), Done)
    async with won_by_bob() as (server, ann, bob):
        await bob.crow()
        assert hushed(server) == 1


async def test_an_answer_that_is_not_legal_is_refused_at_once() -> None:
    async with won_by_bob() as (server, ann, bob):
        for guest, command in ((ann, hush()), (bob, hush(key="crow.9"))):
            assert isinstance(await guest.send(command), Refused)
        await server.pass_by(6, ann, bob)
        assert hushed(server) == 0


async def test_said_again_on_another_connection_it_is_made_once_and_answered_there() -> None:
    async with won_by_bob() as (server, ann, bob):
        await bob.send(hush())
        await bob.leave()
        again = await server.connect("Bob")
        assert await again.send(hush()) is None
        assert await again.send(hush("impatient")) is None
        await server.pass_by(MOMENT, ann, again)
        answers = {one.id: one for one in again.messages if isinstance(one, Done | Refused)}
        assert isinstance(answers["hush"], Done)
        assert isinstance(answers["impatient"], Refused)
        assert hushed(server) == 1


async def test_another_answer_overtakes_it() -> None:
    async with won_by_bob() as (server, ann, bob):
        await bob.send(hush())
        await bob.crow(loud=True)
        assert hushed(server) == 1
        assert bob.last(Refused).id == "hush"
        await server.pass_by(6, ann, bob)
        assert hushed(server) == 1


async def test_time_that_runs_out_overtakes_it() -> None:
    async with table_server(games=(Coy(),)) as server:
        ann, bob = await server.match("Ann", "Bob", deals=3)
        await ann.do(say.SetRoom, clock=ClockLevel.BRISK)
        server.dealer.uniform = lambda low, high: 200.0  # type: ignore[method-assign]
        await ann.choose()
        await bob.choose()
        await bob.send(hush())
        await server.pass_by(90, ann, bob)
        assert bob.last(Refused).code == "stale-move"
        assert hushed(server) == 1


async def test_nothing_is_made_while_the_table_is_paused() -> None:
    async with won_by_bob() as (server, ann, bob):
        await bob.send(hush())
        await ann.do(say.Pause)
        await server.pass_by(10, ann, bob)
        assert hushed(server) == 0
        assert bob.all(Refused) == []
        await ann.do(say.Resume)
        await server.pass_by(6, ann, bob)
        assert hushed(server) == 1
        assert bob.last(Done).id == "hush"


async def test_a_premove_waits_for_the_moment_too() -> None:
    async with table_server(games=(Coy(),)) as server:
        ann, bob = await server.match("Ann", "Bob", deals=3)
        await bob.do(say.Premove, move={"type": "hush"})
        await ann.choose()
        await bob.choose()
        await bob.do(say.Premove, move={"type": "hush"})
        await server.pass_by(MOMENT - 0.25, ann, bob)
        assert hushed(server) == 0
        await server.pass_by(0.5, ann, bob)
        assert hushed(server) == 1


async def test_after_a_restart_it_is_as_if_it_had_not_been_said() -> None:
    async with won_by_bob() as (server, _, bob):
        await bob.send(hush())
        await server.restart()
        ann, bob = await server.connect("Ann"), await server.connect("Bob")
        await server.pass_by(10, ann, bob)
        assert hushed(server) == 0
        assert isinstance(await bob.send(hush()), Done)
        assert hushed(server) == 1


async def test_an_outage_refuses_it_and_nothing_comes_of_it_afterwards() -> None:
    async with won_by_bob() as (server, ann, bob):
        await bob.send(hush())
        server.store.down = True
        await ann.send(say.Say("hello", text="Hello."))
        assert bob.last(Refused).id == "hush", "a refusal promises that nothing comes"
        server.store.down = False
        await server.pass_by(10, ann, bob)
        assert hushed(server) == 0
        assert isinstance(await bob.send(hush("again")), Done)
