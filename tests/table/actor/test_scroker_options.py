"""Options of Scroker that the table itself keeps: its length in minutes, and bets out of turn."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace

from app.games.scroker import GAME
from app.table.model import client_messages as say
from app.table.model.room import ClockLevel
from app.table.model.server_messages import Refused
from tests.table.table_server import Guest, TableServer, table_server

SLOW_MINUTES = (
    "“The match ends: After a set time” needs everybody at once, so it has no slow clock."
)


@asynccontextmanager
async def scroker(**options: Any) -> AsyncIterator[tuple[TableServer, list[Guest]]]:
    """Two people at a table without a clock, asked in turn."""
    async with table_server(games=(GAME,)) as server:
        ann = await server.room("Ann", "scroker", **options)
        bob = await server.come("Bob")
        await ann.do(say.SetRoom, clock=ClockLevel.OFF)
        await server.start(ann, bob)
        yield server, [ann, bob]


def public(guest: Guest) -> Any:
    return guest.frame.view["public"]


def outcome(guest: Guest) -> Any:
    return guest.frame.outcome


async def say_move(guest: Guest, **move: Any) -> None:
    prompt = guest.frame.prompt
    assert prompt is not None
    await guest.do(say.Play, key=prompt.key, move=move)


# -- "Agree on planned length of game"


async def test_a_session_of_minutes_and_a_slow_clock_are_refused_together() -> None:
    async with table_server(games=(GAME,)) as server:
        odette = await server.room("Odette", "scroker", ending="minutes")
        refused = await odette.refused(say.SetRoom, clock=ClockLevel.DAY)
        assert refused.text == SLOW_MINUTES
        assert odette.room.clock is not ClockLevel.DAY
        await odette.do(say.SetOptions, options={"ending": "hands"})
        await odette.do(say.SetRoom, clock=ClockLevel.DAY)
        refused = await odette.refused(say.SetOptions, options={"ending": "minutes"})
        assert (refused.code, refused.text) == ("bad-options", SLOW_MINUTES)
        assert odette.room.options["ending"] == "hands"


async def test_a_slow_session_of_minutes_that_a_room_already_has_does_not_begin() -> None:
    async with table_server(games=(GAME,)) as server:
        odette = await server.room("Odette", "scroker", ending="minutes")
        await odette.leave()
        await server.restart()
        room = server.store.rooms[server.id]
        server.store.rooms[server.id] = replace(room, clock=ClockLevel.HOURS)
        odette, percy = await server.connect("Odette"), await server.come("Percy")
        await percy.do(say.Ready, ready=True)
        assert (await odette.refused(say.Start, keep_ranks=False)).text == SLOW_MINUTES


async def test_after_its_minutes_a_session_ends_with_the_hand() -> None:
    async with scroker(ending="minutes", minutes=5) as (server, guests):
        ann, bob = guests
        for _ in range(4):
            await server.pass_by(60, ann, bob)
        assert public(ann)["minutes"] == 4
        await server.pass_by(59, ann, bob)
        due = ann.frame.spans[0].due
        assert due is not None
        assert outcome(ann) is None
        await server.pass_by(2, ann, bob)
        assert any("this hand is the last" in line.text for line in ann.frame.events)
        assert outcome(ann) is None, "the hand is played to its end"
        first = ann if ann.frame.prompt is not None else bob
        await say_move(first, type="fold")
        assert outcome(ann)["reason"] == "time-up"


async def test_a_pause_and_a_restart_add_no_more_than_a_minute_and_take_none() -> None:
    async with scroker(ending="minutes", minutes=5) as (server, guests):
        ann, bob = guests
        await server.pass_by(90, ann, bob)
        await ann.do(say.Pause)
        await server.pass_by(300, ann, bob)
        await ann.do(say.Resume)
        assert public(ann)["minutes"] == 1
        await server.restart()
        ann, bob = await server.connect("Ann"), await server.connect("Bob")
        assert public(ann)["minutes"] == 1
        await server.pass_by(61, ann, bob)
        assert public(ann)["minutes"] == 2


async def test_a_minute_goes_on_over_the_shuffles_of_new_hands() -> None:
    async with scroker(ending="minutes", minutes=5) as (server, guests):
        ann, bob = guests
        for _ in range(4):
            await server.pass_by(10, ann, bob)
            await say_move(ann if ann.frame.prompt is not None else bob, type="fold")
            for guest in guests:
                await say_move(guest, type="ready")
        await server.pass_by(21, ann, bob)
        assert public(ann)["minutes"] == 1
        assert public(ann)["hand"] == 5


# -- "A player who inadvertently bets out of turn may not change his mind and bet differently"


async def test_a_bet_said_out_of_turn_may_not_be_changed_where_it_stands() -> None:
    async with scroker(out_of_turn="stands") as (server, guests):
        ann, bob = guests
        first, second = (ann, bob) if ann.frame.prompt is not None else (bob, ann)
        await second.do(say.Premove, move={"type": "fold"})
        withdrawn = await second.refused(say.CancelPremove)
        assert "it stands" in withdrawn.text
        await second.refused(say.Premove, move={"type": "call"})
        await second.do(say.Premove, move={"type": "fold"})
        assert second.frame.premove == {"type": "fold"}
        await say_move(first, type="open", chips=2)
        prompt = second.frame.prompt
        assert prompt is not None
        differently = {"key": prompt.key, "move": {"type": "call"}}
        assert "it stands" in (await second.refused(say.Play, **differently)).text
        await server.pass_by(2, ann, bob)
        assert public(first)["phase"] == "interval"
        assert second.frame.premove is None


async def test_a_bet_said_out_of_turn_that_does_not_fit_is_dropped() -> None:
    async with scroker(out_of_turn="stands") as (_, guests):
        ann, bob = guests
        first, second = (ann, bob) if ann.frame.prompt is not None else (bob, ann)
        await second.do(say.Premove, move={"type": "check"})
        await say_move(first, type="open", chips=2)
        assert "Your premove was dropped" in second.last(Refused).text
        await say_move(second, type="call")


async def test_a_bet_said_out_of_turn_may_be_withdrawn_elsewhere() -> None:
    async with scroker() as (_, guests):
        ann, bob = guests
        second = bob if ann.frame.prompt is not None else ann
        await second.do(say.Premove, move={"type": "fold"})
        await second.do(say.Premove, move={"type": "call"})
        await second.do(say.CancelPremove)
        assert second.frame.premove is None


async def test_what_is_said_beforehand_outside_the_betting_may_be_withdrawn() -> None:
    async with scroker(out_of_turn="stands") as (_, guests):
        ann, bob = guests
        second = bob if ann.frame.prompt is not None else ann
        await second.do(say.Premove, move={"type": "draw", "cards": []})
        await second.do(say.CancelPremove)
