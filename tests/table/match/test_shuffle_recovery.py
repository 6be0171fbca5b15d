"""Shuffles across lost connections, restarts of the server and an outage of the store."""

import pytest
from msgspec.structs import replace

from app.fair import parts
from app.table.model import client_messages as say
from app.table.model.match_messages import DealtShown, DecksShown, Frame, ShuffleShown
from app.table.model.server_messages import Refused
from tests.table.fair_check import asked_with
from tests.table.match.shuffle_parts import begun, open_, seal, shuffles
from tests.table.table_server import Guest, TableServer, command_id, table_server


async def test_a_seal_of_an_older_connection_is_dropped_and_the_new_one_is_waited_for() -> None:
    """A page draws a new part on every connection, so it could not open the older one."""
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        await seal(ann)
        await ann.leave()
        again = await server.connect("Ann")
        await again.do(say.JoinShuffles)
        await seal(bob)
        assert not bob.last(ShuffleShown).opening
        await seal(again, seal=parts.seal(server.match_id, 0, 0, 0, bytes(32)))
        assert bob.last(ShuffleShown).opening
        await open_(again, entropy="00" * 32)
        await open_(bob)
        assert shuffles(server)[0].proof.refused == ()  # type: ignore[union-attr]  # it has one


async def test_who_comes_back_is_told_the_deal_and_the_promise_again() -> None:
    async with table_server() as server:
        ann, _bob = await begun(server, "Ann", "Bob", willing=False)
        again = await server.connect("Ann")
        assert again.last(DealtShown) == ann.last(DealtShown)
        assert again.last(ShuffleShown) == ann.last(ShuffleShown)
        assert isinstance(again.all(ShuffleShown)[0].decks, DecksShown)
        kinds = [
            type(message)
            for message in again.messages
            if isinstance(message, Frame | DealtShown | ShuffleShown)
        ]
        assert kinds == [Frame, ShuffleShown, DealtShown, ShuffleShown]


async def test_who_lost_the_connection_before_anything_was_opened_is_not_waited_for() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        await seal(bob)
        await bob.leave()
        await seal(ann)
        assert ann.last(ShuffleShown).sealed == (0,)
        assert list(ann.last(ShuffleShown).seals) == ["0"]  # type: ignore[arg-type]  # it is set
        await open_(ann)
        (dealt,) = shuffles(server)
        assert dealt.proof is not None
        assert (list(dealt.proof.seals), dealt.proof.refused) == (["0"], ())


async def asked(server: TableServer) -> tuple[Guest, Guest]:
    """Ann and Bob have sealed, and are asked for their parts."""
    ann, bob = await begun(server, "Ann", "Bob")
    await seal(ann)
    await seal(bob)
    assert ann.last(ShuffleShown).opening
    return ann, bob


async def come_back(server: TableServer, *names: str) -> list[Guest]:
    guests = [await server.connect(name) for name in names]
    for guest in guests:
        await guest.do(say.JoinShuffles)
    return guests


@pytest.mark.parametrize("moment", ["between write and show", "after the show", "while opening"])
@pytest.mark.parametrize("times", [1, 3])
async def test_a_crash_asks_the_same_question_again_and_gives_no_second_order(
    moment: str, times: int
) -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        await seal(ann)
        if moment == "between write and show":
            server.store.lose_at = 1
        await seal(bob)
        if moment == "while opening":
            await open_(ann)
        written = server.store.matches[server.match_id].question
        assert written is not None
        shown = [one for one in ann.all(ShuffleShown) if one.opening]
        assert [asked_with(one) for one in shown] == [written.ask] * (moment[0] != "b")
        for _ in range(times):
            await server.restart()
            ann, bob = await come_back(server, "Ann", "Bob")
            for guest in (ann, bob):
                again = guest.last(ShuffleShown)
                assert again.opening
                assert (asked_with(again), again.attempt, again.refused) == (written.ask, 0, ())
                assert isinstance(await seal(guest, seal="ab" * 32), Refused), "it is fixed"
            assert server.store.matches[server.match_id].question == written
            await open_(ann)
        assert shuffles(server) == []
        await open_(bob)
        (dealt,) = shuffles(server)
        assert dealt.proof is not None
        assert set(dealt.proof.openings) == {"0", "1"}
        assert server.store.matches[server.match_id].question is None


async def test_a_crash_before_the_question_is_written_lets_people_seal_again() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        await seal(ann)
        promised = ann.last(ShuffleShown)
        server.store.fail_at = 1
        await seal(bob)
        assert not ann.last(ShuffleShown).opening, "a server that cannot write does not ask"
        await server.restart()
        ann, bob = await come_back(server, "Ann", "Bob")
        coming = ann.last(ShuffleShown)
        assert (coming.promise, coming.opening, coming.sealed) == (promised.promise, False, ())
        for guest in (ann, bob):
            await seal(guest)
        for guest in (ann, bob):
            await open_(guest)
        assert len(shuffles(server)) == 1


async def test_a_takeover_asks_the_same_question_and_its_answers_count() -> None:
    """The server that lost the table still lives, and hears an opening that counts no more."""
    async with table_server() as server:
        old_ann, _ = await asked(server)
        question = asked_with(old_ann.last(ShuffleShown))
        await server.restart()
        ann, bob = await come_back(server, "Ann", "Bob")
        await open_(old_ann)
        assert asked_with(ann.last(ShuffleShown)) == question
        await open_(bob)
        assert shuffles(server) == [], "Ann opened elsewhere"
        await open_(ann)
        (dealt,) = shuffles(server)
        assert dealt.proof is not None
        assert dealt.proof.refused == ()


@pytest.mark.parametrize("seconds", [1, 3, 9, 11.5])
async def test_after_a_restart_there_is_time_to_connect_again_and_open(seconds: float) -> None:
    """A page that lost its server tries again after eight seconds at most."""
    async with table_server() as server:
        await asked(server)
        await server.pass_by(2.9)
        await server.restart()
        (ann,) = await come_back(server, "Ann")
        await open_(ann)
        await server.pass_by(seconds, ann)
        assert shuffles(server) == []
        (bob,) = await come_back(server, "Bob")
        await open_(bob)
        (dealt,) = shuffles(server)
        assert dealt.proof is not None
        assert (dealt.proof.attempt, dealt.proof.refused) == (0, ())


async def test_who_does_not_come_back_to_open_is_named_in_front_of_everybody() -> None:
    async with table_server() as server:
        await asked(server)
        await server.restart()
        (ann,) = await come_back(server, "Ann")
        await open_(ann)
        await server.pass_by(12.1, ann)
        coming = ann.last(ShuffleShown)
        assert (coming.attempt, coming.refused, coming.opening) == (1, (1,), False)
        assert any("Bob sealed a part" in line for line in ann.chat)


@pytest.mark.parametrize("lost", [False, True])
async def test_a_naming_stands_through_a_crash(lost: bool) -> None:
    """Attempts never go back, also if the naming was written and shown to nobody."""
    async with table_server() as server:
        ann, bob = await asked(server)
        await open_(ann)
        if lost:
            server.store.lose_at = 1
        await server.pass_by(3.05, ann, bob)
        await server.restart()
        ann, bob = await come_back(server, "Ann", "Bob")
        coming = ann.last(ShuffleShown)
        assert (coming.attempt, coming.refused, coming.sealed) == (1, (1,), ())
        assert isinstance(await seal(bob), Refused)
        await seal(ann)
        await open_(ann)
        (dealt,) = shuffles(server)
        assert dealt.proof is not None
        assert (dealt.proof.attempt, dealt.proof.refused) == (1, (1,))


@pytest.mark.parametrize("seconds", [1, 3, 10, 30])
async def test_while_the_store_is_away_nobody_is_named_and_all_are_asked_again(
    seconds: float,
) -> None:
    async with table_server() as server:
        ann, bob = await asked(server)
        await open_(ann)
        asks = len(bob.all(ShuffleShown))
        server.store.down = True
        await ann.send(say.SetRoom(command_id(), spectators=False))
        refused = await open_(bob)
        assert isinstance(refused, Refused)
        await server.pass_by(seconds, ann, bob)
        assert len(bob.all(ShuffleShown)) == asks, "nothing is shown"
        server.store.down = False
        await server.pass_by(9, ann, bob)
        assert len(bob.all(ShuffleShown)) == asks + 1, "Bob is asked again"
        assert asked_with(bob.last(ShuffleShown)) == asked_with(bob.all(ShuffleShown)[asks - 1])
        await open_(bob)
        (dealt,) = shuffles(server)
        assert dealt.proof is not None
        assert (dealt.proof.attempt, dealt.proof.refused) == (0, ()), "Ann's opening stands"


@pytest.mark.parametrize("down", [False, True])
async def test_a_server_that_cannot_write_does_not_ask(down: bool) -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        await seal(ann)
        server.store.full, server.store.down = not down, down
        await seal(bob)
        await server.pass_by(5, ann, bob)
        assert not any(one.opening for one in ann.all(ShuffleShown))
        server.store.full = server.store.down = False
        await server.pass_by(2.5, ann, bob)
        assert ann.last(ShuffleShown).opening
        await open_(ann)
        await open_(bob)
        assert len(shuffles(server)) == 1


async def test_a_question_that_other_rules_would_ask_otherwise_stops_the_match() -> None:
    async with table_server() as server:
        await asked(server)
        stored = server.store.matches[server.match_id]
        assert stored.question is not None
        stored.question = replace(stored.question, ask="00" * 32)
        await server.restart()
        (ann,) = await come_back(server, "Ann")
        assert stored.state == "stopped: rules-changed"
        assert any("rules" in line for line in ann.chat)


async def test_a_match_without_proof_writes_no_question() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob", deals=2)
        writes = server.store.writes
        await server.deal(ann, bob)
        assert server.store.writes - writes == len(server.entries) - 1
        assert server.store.matches[server.match_id].question is None


async def test_after_a_restart_nobody_is_waited_for_longer_than_for_a_seal() -> None:
    async with table_server() as server:
        ann, _bob = await begun(server, "Ann", "Bob")
        await seal(ann)
        await server.restart()
        await server.connect("Bob")
        assert shuffles(server) == []
        await server.pass_by(3.1)
        (dealt,) = shuffles(server)
        assert dealt.proof is not None
        assert dealt.proof.seals == {}


async def test_a_restart_in_the_middle_of_a_deal_delays_no_later_shuffle() -> None:
    async with table_server() as server:
        await begun(server, "Ann", "Bob", willing=False)
        await server.restart()
        ann, bob = await server.connect("Ann"), await server.connect("Bob")
        await server.deal(ann, bob)
        assert len(shuffles(server)) == 2


async def test_where_the_store_is_away_the_openings_are_not_lost() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        await seal(ann)
        await seal(bob)
        await open_(ann)
        server.store.fail_at = 1
        await open_(bob)
        await server.pass_by(1, ann, bob)
        (dealt,) = shuffles(server)
        assert dealt.proof is not None
        assert set(dealt.proof.openings) == {"0", "1"}
