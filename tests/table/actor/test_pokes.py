"""Pokes: who may poke, whom, how often, and who hears of it."""

from app.table.model import client_messages as say
from app.table.model.server_messages import Poked
from app.table.turn.talk import POKE_PAUSE as PAUSE
from tests.table.table_server import Guest, table_server


def seat(of: Guest) -> int:
    assert of.room.seat is not None
    return of.room.seat


async def test_every_window_of_who_is_waited_for_hears_of_it_and_nobody_elses() -> None:
    async with table_server() as server:
        ann, ben, cleo = await server.match("Ann", "Ben", "Cleo")
        bens_other = await server.connect("Ben")
        assert seat(ben) in ann.frame.awaited
        await ann.do(say.Poke, seat=seat(ben))
        assert [(one.name, one.person) for one in ben.all(Poked)] == [("Ann", ann.room.you)]
        assert len(bens_other.all(Poked)) == 1
        assert not ann.all(Poked) + cleo.all(Poked)
        assert cleo.chat[-1] == "Ann pokes Ben."


async def test_one_person_is_poked_once_in_a_while_whoever_pokes() -> None:
    async with table_server() as server:
        ann, ben, cleo = await server.match("Ann", "Ben", "Cleo")
        await ann.do(say.Poke, seat=seat(ben))
        for poker in (ann, cleo):
            refused = await poker.refused(say.Poke, seat=seat(ben))
            assert (refused.code, refused.text) == (
                "too-much",
                "Ben was poked a moment ago; wait a little.",
            )
        await cleo.do(say.Poke, seat=seat(ann))
        refused = await cleo.refused(say.Poke, seat=seat(ben))
        assert refused.code == "too-much", "a poke of another ends no pause"
        await server.pass_by(PAUSE, ann, ben, cleo)
        await cleo.do(say.Poke, seat=seat(ben))
        assert len(ben.all(Poked)) == 2


async def test_who_is_not_asked_is_left_alone() -> None:
    async with table_server() as server:
        ann, ben = await server.match("Ann", "Ben")
        for guest in (ann, ben):
            await guest.choose()
        asked, idle = (ann, ben) if ann.frame.awaited == (seat(ann),) else (ben, ann)
        assert asked.frame.awaited == (seat(asked),)
        assert (await asked.refused(say.Poke, seat=seat(idle))).code == "not-now"
        assert not idle.all(Poked)


async def test_a_poke_does_not_tell_who_has_answered_in_secret() -> None:
    async with table_server() as server:
        ann, ben, cleo = await server.match("Ann", "Ben", "Cleo")
        await ben.choose()
        await ann.do(say.Poke, seat=seat(ben))
        await ann.do(say.Poke, seat=seat(cleo))
        assert len(ben.all(Poked)) == len(cleo.all(Poked)) == 1


async def test_a_bot_a_seat_that_is_none_and_oneself_are_not_poked() -> None:
    async with table_server() as server:
        ann = await server.room()
        ben = await server.come("Ben")
        assert (await ann.refused(say.Poke, seat=seat(ben))).text == "No match is running."
        await ann.do(say.AddBot, strength="casual")
        await server.start(ann, ben)
        (bot,) = [shown.number for shown in ann.room.seats if shown.bot]
        assert (await ann.refused(say.Poke, seat=bot)).code == "not-now"
        assert (await ann.refused(say.Poke, seat=seat(ann))).text == "You can’t poke yourself."
        assert (await ann.refused(say.Poke, seat=77)).code == "unknown"


async def test_onlookers_poke_nobody_and_a_pause_is_no_time_for_it() -> None:
    async with table_server() as server:
        ann, ben = await server.match("Ann", "Ben")
        eve = await server.come("Eve", sit=False)
        assert (await eve.refused(say.Poke, seat=seat(ben))).code == "not-seated"
        await ben.do(say.Pause)
        assert (await ann.refused(say.Poke, seat=seat(ben))).text == "The table is paused."
        assert not ben.all(Poked)
