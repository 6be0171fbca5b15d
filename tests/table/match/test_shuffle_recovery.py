"""Shuffles across lost connections, restarts of the server and an outage of the store."""

import pytest

from app.fair import parts
from app.table.model import client_messages as say
from app.table.model.server_messages import Frame
from app.table.model.shuffle_messages import DealtShown, DecksShown, ShuffleShown
from tests.table.match.shuffle_parts import begun, open_, seal, shuffles
from tests.table.table_server import table_server

pytestmark = pytest.mark.anyio


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


async def test_after_a_restart_the_same_promise_stands_and_the_shuffle_begins_again() -> None:
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob")
        await seal(ann)
        await seal(bob)
        await open_(ann)
        promised, decks = ann.last(ShuffleShown).promise, ann.last(ShuffleShown).decks
        await server.restart()
        ann, bob = await server.connect("Ann"), await server.connect("Bob")
        assert shuffles(server) == []
        assert {guest.last(ShuffleShown).promise for guest in (ann, bob)} == {promised}
        assert ann.last(ShuffleShown).sealed == ()
        for guest in (ann, bob):
            await seal(guest)
        assert ann.last(ShuffleShown).decks == decks, "the same decks serve every attempt"
        for guest in (ann, bob):
            await open_(guest)
        assert len(shuffles(server)) == 1


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
