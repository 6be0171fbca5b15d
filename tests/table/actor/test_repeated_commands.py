"""Repeated commands: carried out once, answered again, and never refused once they were done."""

import asyncio

from app.table.clients.client import MAX_UNANSWERED
from app.table.model import client_messages as say
from app.table.model.server_messages import Done, Refused
from tests.table.fakes import settle
from tests.table.table_server import table_server


async def test_what_waits_to_be_done_is_not_refused_when_it_is_said_again() -> None:
    """However often: a refusal says that nothing has happened."""
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        server.store.gate = asyncio.Event()
        command = say.Play("c-1", key="choose.1", move={"type": "choose", "card": ann.hand[0]})
        for _ in range(2 * MAX_UNANSWERED):
            assert await ann.send(command) is None
        ann.client.send(say.CancelPremove("other"))
        await settle()
        assert ann.last(Refused).id == "other"
        server.store.gate.set()
        await settle()
        assert {done.id for done in ann.all(Done)} >= {"c-1"}
        assert [refused.id for refused in ann.all(Refused)] == ["other"]


async def test_a_repeated_command_is_answered_again_and_applied_once() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        command = say.Play("same-id", key="choose.1", move={"type": "choose", "card": ann.hand[0]})
        assert isinstance(await ann.send(command), Done)
        assert isinstance(await ann.send(command), Done)
        assert [done.id for done in ann.all(Done)].count("same-id") == 2
        assert server.entries == ["shuffled", "played"]
        await bob.choose()
        assert isinstance(await ann.send(command), Done)


async def test_a_repeated_command_is_known_after_a_restart() -> None:
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        command = say.Play("same-id", key="choose.1", move={"type": "choose", "card": ann.hand[0]})
        await ann.send(command)
        await server.restart()
        ann = await server.connect("Ann")
        assert isinstance(await ann.send(command), Done)
        assert server.entries == ["shuffled", "played"]


async def test_two_people_with_the_same_command_id_both_move() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        for guest in (ann, bob):
            await guest.send(
                say.Play("same-id", key="choose.1", move={"type": "choose", "card": guest.hand[0]})
            )
        assert server.entries == ["shuffled", "played", "played"]


async def test_what_was_done_is_never_refused_when_it_is_said_again() -> None:
    """A busy or closing table does not refuse it: the answer may be on its way.

    Found by restarts.
    """
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        mover = ann if ann.frame.prompt else bob
        assert mover.frame.prompt is not None
        move = say.Play("once", key=mover.frame.prompt.key, move=mover.frame.moves[0])
        mover.client.send(move)
        await settle()
        assert [message.id for message in mover.all(Done)][-1] == "once"
        server.store.gate = asyncio.Event()
        for number in range(17):
            mover.client.send(say.Say(f"say-{number}", text="hello"))
        mover.client.send(move)
        await settle()
        assert [refused.id for refused in mover.all(Refused)] == ["say-16"]
        server.store.gate.set()
        await settle(200)
        server.lobby._tables[server.id].mailbox.close()
        mover.client.send(move)
        mover.client.send(say.Say("late", text="hello"))
        await settle()
        refused = {refused.id for refused in mover.all(Refused)}
        assert "once" not in refused
        assert "late" in refused


async def test_a_move_is_known_again_after_a_restart_though_its_player_sits_elsewhere_by_now() -> (
    None
):
    """Found by simulation: the log knows moves by seat, and a person who returns has a new seat."""
    async with table_server() as server:
        ann, bob, cat = await server.match("Ann", "Bob", "Cat", deals=6)
        early = say.Play("early", key="choose.1", move={"type": "choose", "card": bob.hand[0]})
        assert isinstance(await bob.send(early), Done)
        await ann.choose()
        await cat.choose()
        await bob.do(say.Stand)
        await cat.crow()
        await bob.do(say.Sit)
        await server.deal(ann, cat)
        assert bob.frame.seat == 3
        await server.restart()
        bob = await server.connect("Bob")
        assert isinstance(await bob.send(early), Done)
