"""Slow tables: they sleep between moves, wake when time is up, and play on for who is away."""

import pytest

from app.table.model import client_messages as say
from app.table.model.errors import TooMuch
from app.table.model.records import AccountChange, Fate
from app.table.model.room import ClockLevel, Person
from app.table.room import slow
from tests.table.fakes import person_id, settle
from tests.table.slow_match import HOUR, begin_slowly, is_asleep, leave_alone, look, nobody_there
from tests.table.table_server import table_server
from tests.table.timed_match import left


async def test_a_slow_table_sleeps_when_nobody_is_there_and_wakes_with_its_deadline() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server)
        assert left(odette, 0, server) == 24 * HOUR
        await odette.choose()
        await leave_alone(server, odette, percy)
        assert is_asleep(server)
        await server.clock.pass_by(5 * HOUR)
        percy = await server.connect("Percy")
        assert left(percy, 1, server) == 24 * HOUR - 5 * HOUR - 120
        await percy.choose()
        assert server.entries[-2:] == ["played", "played"]


async def test_a_sleeping_table_leaves_nothing_in_memory() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server)
        await leave_alone(server, odette, percy)
        assert is_asleep(server)
        assert [*server.lobby._dormant] == []
        assert all(timer.cancelled for timer in server.clock._timers)


async def test_a_restart_changes_no_deadline_of_a_slow_match() -> None:
    async with table_server() as server:
        odette, _ = await begin_slowly(server)
        due = odette.frame.clocks
        await server.clock.pass_by(3 * HOUR)
        await server.restart()
        assert (await server.connect("Odette")).frame.clocks == due


async def test_whoever_runs_out_of_time_is_played_for_until_they_open_the_table() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server, deals=9)
        await odette.choose()
        await percy.choose()
        asked = odette if odette.frame.prompt is not None else percy
        await leave_alone(server, odette, percy)
        await nobody_there(server, 24.25)
        assert server.entries.count("expired") == 1
        other = await server.connect("Percy" if asked.name == "Odette" else "Odette")
        assert (
            f"{asked.name} ran out of time. A bot plays for {asked.name} until {asked.name} is "
            "back." in other.chat
        )
        assert [seat.name for seat in other.room.seats if seat.stand_in] == [asked.name]
        await server.connect(asked.name)
        assert f"{asked.name} is back." in other.chat
        assert not [seat for seat in other.room.seats if seat.stand_in]


async def test_nobody_learns_from_the_end_of_the_time_who_had_answered_in_secret() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server)
        await odette.choose()
        await leave_alone(server, odette, percy)
        await nobody_there(server, 24.25)
        assert "expired" in server.entries
        assert not [seat for seat in server.store.rooms[server.id].seats if seat.stand_in]


async def test_who_sits_there_and_lets_the_time_run_out_has_to_say_a_word() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server, ClockLevel.HOURS, deals=9)
        await odette.choose()
        await percy.choose()
        asked = odette if odette.frame.prompt is not None else percy
        await server.clock.pass_by(4 * HOUR)
        await settle()
        assert asked.room.replaced
        await asked.do(say.Sit)
        assert not asked.room.replaced


async def test_a_match_rests_while_bots_play_for_everybody_and_goes_on_with_a_whole_time() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server, ClockLevel.HOURS, deals=40)
        await leave_alone(server, odette, percy)
        await nobody_there(server, 200)
        entries = server.entries
        room = server.store.rooms[server.id]
        assert all(seat.stand_in for seat in room.seats)
        assert is_asleep(server)
        await nobody_there(server, 48)
        assert server.entries == entries, "bots do not play the match out alone"
        odette = await server.connect("Odette")
        await server.pass_by(4, odette)
        assert len(server.entries) > len(entries)
        assert left(odette, 0, server) > 4 * HOUR - 10
        assert [seat.name for seat in odette.room.seats if seat.stand_in] == ["Percy"]


async def test_a_match_that_rests_for_thirty_days_is_stopped() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server, ClockLevel.HOURS, deals=40)
        await leave_alone(server, odette, percy)
        await nobody_there(server, 200)
        match = server.match_id
        await server.clock.pass_by(20 * 24 * HOUR)
        await look(server)
        assert server.store.matches[match].state == "running"
        await server.clock.pass_by(11 * 24 * HOUR)
        await look(server)
        assert server.store.matches[match].state == "stopped: rested-long"
        assert server.store.rooms[server.id].slow is None


async def test_after_an_outage_past_the_deadline_there_is_an_hour_more() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server)
        await leave_alone(server, odette, percy)
        await server.clock.pass_by(30 * HOUR)
        await look(server)
        assert server.entries == ["shuffled"]
        assert left(await server.connect("Odette"), 0, server) == HOUR
        await server.guests[-1].leave()
        await nobody_there(server, 1.25)
        assert server.entries[1] == "expired"


async def test_a_table_that_a_bot_left_in_the_middle_of_its_move_is_woken_for_it() -> None:
    async with table_server() as server:
        odette = await server.room("Odette")
        percy = await server.come("Percy")
        await odette.do(say.AddBot, strength="steady")
        await odette.do(say.SetRoom, clock=ClockLevel.DAY)
        await server.start(odette, percy)
        await server.restart()
        before = len(server.entries)
        await look(server)
        await server.clock.pass_by(5)
        await settle()
        assert len(server.entries) > before


async def test_those_who_are_awaited_and_not_there_are_told_of_once() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server)
        assert server.turns.told == []
        await percy.leave()
        await odette.choose()
        percy = await server.connect("Percy")
        await percy.choose()
        asked, other = (odette, percy) if odette.frame.prompt is not None else (percy, odette)
        await other.leave()
        await asked.crow()
        assert server.turns.told == [(server.id, person_id(other.name))]
        await asked.choose()
        await leave_alone(server, asked)
        await server.restart()
        await server.connect(asked.name)
        assert len(server.turns.told) == 1


async def test_an_absent_host_of_a_slow_table_has_no_deputy_and_nobody_counts_as_away() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server)
        await odette.leave()
        await server.pass_by(300, percy)
        assert percy.room.host == person_id("Odette")
        assert {seat.presence for seat in percy.room.seats} == {"present"}
        assert percy.room.votes == ()


async def test_what_a_slow_table_does_not_do_is_refused_in_a_sentence() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server)
        await server.pass_by(200, odette, percy)
        refusals = [
            await odette.refused(say.Pause),
            await odette.refused(say.StandIn, seat=1, choice="bot"),
            await odette.refused(say.SetRoom, clock=ClockLevel.BRISK),
            await odette.refused(say.SetRoom, clock=ClockLevel.HOURS),
        ]
        assert {one.code for one in refusals} == {"not-now"}
        assert len({one.text for one in refusals}) == 3


async def test_a_running_match_does_not_become_slow() -> None:
    async with table_server() as server:
        odette, _ = await server.match("Odette", "Percy")
        assert (await odette.refused(say.SetRoom, clock=ClockLevel.DAY)).code == "not-now"


async def test_a_slow_match_does_not_begin_with_one_person() -> None:
    async with table_server() as server:
        odette = await server.room("Odette")
        await odette.do(say.AddBot, strength="steady")
        await odette.do(say.SetRoom, clock=ClockLevel.DAY)
        assert "needs two people" in (await odette.refused(say.Start, keep_ranks=False)).text


async def test_a_premove_waits_for_its_turn_through_a_sleep_and_a_restart() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server)
        assert max(percy.hand) > max(odette.hand), "so Percy will be asked"
        await percy.choose(max(percy.hand))
        await percy.do(say.Premove, move={"type": "crow", "loud": True})
        await leave_alone(server, odette, percy)
        await server.restart()
        odette = await server.connect("Odette")
        await odette.choose()
        assert odette.frame.premove is None, "it is its seat's secret"
        await server.pass_by(2, odette)
        assert server.entries[:4] == ["shuffled", "played", "played", "played"]
        kept = server.store.rooms[server.id].slow
        assert kept is not None
        assert kept.premoves == {}


async def test_a_premove_that_was_taken_back_or_dropped_does_not_come_back() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server)
        await odette.do(say.Premove, move={"type": "crow", "loud": True})
        await settle()
        room = server.store.rooms[server.id].slow
        assert room is not None
        assert room.premoves == {}, "no question takes it, so it was dropped"
        await odette.choose()
        await odette.do(say.Premove, move={"type": "crow", "loud": True})
        await odette.do(say.CancelPremove)
        await leave_alone(server, odette, percy)
        await server.restart()
        assert (await server.connect("Odette")).frame.premove is None


async def test_whose_premove_was_dropped_while_they_were_away_is_told_of() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server)
        assert max(percy.hand) > max(odette.hand), "so Percy will be asked"
        chosen, other = sorted(percy.hand, reverse=True)[:2]
        await percy.choose(chosen)
        await percy.do(say.Premove, move={"type": "choose", "card": other})
        await leave_alone(server, odette, percy)
        server.turns.told.clear()
        odette = await server.connect("Odette")
        await odette.choose()
        await server.pass_by(2, odette)
        assert (server.id, person_id("Percy")) in server.turns.told


async def test_who_leaves_a_slow_match_is_awaited_no_more_and_the_last_one_ends_it() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server)
        await percy.do(say.Stand)
        room = server.store.rooms[server.id]
        assert list(slow.awaited_people(room)) == [person_id("Odette")]
        assert slow.players(room) == (person_id("Odette"),)
        await odette.do(say.Stand)
        assert server.store.rooms[server.id].slow is None
        assert server.store.matches[server.match_id].state == "stopped: everybody-left"


async def test_whoever_is_kicked_from_a_slow_match_leaves_it_to_a_bot() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server)
        await server.send_away(odette, percy)
        room = server.store.rooms[server.id]
        assert slow.players(room) == (person_id("Odette"),)
        assert room.slow is not None
        await server.pass_by(3, odette)
        assert server.entries == ["shuffled", "played"], "the bot has answered for Percy"


async def test_an_account_that_is_erased_while_the_table_sleeps_leaves_it() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server)
        await leave_alone(server, odette, percy)
        gone = Person(person_id("Percy"), "", registered=False)
        await server.lobby.accounts.follow(server.id, AccountChange(gone, Fate.ERASED))
        room = server.store.rooms[server.id]
        assert slow.players(room) == (person_id("Odette"),)
        assert all(seat.name != "Percy" for seat in room.seats)


async def test_a_next_match_that_one_of_them_may_not_begin_is_not_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server, deals=1)
        await odette.choose()
        await percy.choose()
        asked = odette if odette.frame.prompt is not None else percy
        await asked.crow()
        first = server.match_id

        async def refused(*_: object) -> int:
            raise TooMuch("One of you already plays at 30 slow tables, and that is the most.")

        monkeypatch.setattr(server.store, "begin", refused)
        await odette.do(say.Ready, ready=True)
        await percy.do(say.Ready, ready=True)
        await server.pass_by(1, odette, percy)
        assert server.match_id == first
        assert odette.chat[-1].startswith("The match did not begin")
        assert not any(seat.ready for seat in odette.room.seats)


async def test_at_a_slow_table_the_next_match_waits_for_everybody_there_or_not() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server, deals=1)
        await odette.choose()
        await percy.choose()
        asked = odette if odette.frame.prompt is not None else percy
        await asked.crow()
        first = server.match_id
        await percy.leave()
        await odette.do(say.Ready, ready=True)
        await server.pass_by(60, odette)
        assert server.match_id == first
        percy = await server.connect("Percy")
        await percy.do(say.Ready, ready=True)
        await server.pass_by(1, odette, percy)
        assert server.match_id != first
        assert server.store.rooms[server.id].slow is not None


async def test_nothing_moves_while_a_match_rests_even_if_somebody_looks_on() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server, deals=9)
        await odette.choose()
        await percy.choose()
        asked, other = (odette, percy) if odette.frame.prompt is not None else (percy, odette)
        await asked.leave()
        await server.clock.pass_by(24 * HOUR)
        await settle()
        assert "expired" in server.entries
        await other.do(say.Stand)
        entries = server.entries
        await server.pass_by(30, other)
        assert server.entries == entries
        assert all(clock.due is None for clock in other.frame.clocks)
        await server.connect(asked.name)
        await server.pass_by(5, other)
        assert len(server.entries) > len(entries)


async def test_a_secret_question_keeps_its_deadline_through_a_restart() -> None:
    async with table_server() as server:
        odette, _ = await begin_slowly(server, twice=True)
        await server.clock.pass_by(HOUR)
        await odette.choose()
        assert left(odette, 0, server) == 24 * HOUR
        await server.clock.pass_by(HOUR)
        await server.restart()
        assert left(await server.connect("Odette"), 0, server) == 23 * HOUR
        assert left(await server.connect("Percy"), 0, server) == 22 * HOUR


async def test_a_question_that_was_open_during_the_rest_has_its_whole_time_again() -> None:
    async with table_server() as server:
        odette, percy = await begin_slowly(server, deals=9)
        await odette.choose()
        await percy.choose()
        asked, other = (odette, percy) if odette.frame.prompt is not None else (percy, odette)
        await asked.leave()
        await server.clock.pass_by(24 * HOUR)
        await settle()
        await other.do(say.Stand)
        await server.clock.pass_by(23 * HOUR)
        await other.do(say.Sit)
        assert left(other, other.room.seat or 0, server) == 24 * HOUR
