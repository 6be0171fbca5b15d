"""A table while the disk is full: it is shown, takes nothing, and goes on when there is room."""

from app.table.model import client_messages as say
from app.table.model.errors import DISK_FULL
from app.table.model.match_messages import Frame
from app.table.model.server_messages import Done, Refused
from tests.table.table_server import table_server


async def test_a_command_is_refused_with_a_sentence_and_taken_when_there_is_room() -> None:
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        move = {"type": "choose", "card": ann.hand[0]}
        server.store.full = True
        refused = await ann.send(say.Play("one", key="choose.1", move=move))
        assert isinstance(refused, Refused)
        assert (refused.code, refused.text) == ("cannot-save", DISK_FULL)
        refused = await ann.send(say.Say("two", text="hello"))
        assert isinstance(refused, Refused)
        assert (refused.code, refused.text) == ("cannot-save", DISK_FULL)
        assert server.entries == ["shuffled"]
        server.store.full = False
        assert await ann.send(say.Play("three", key="choose.1", move=move)) == Done("three")
        assert server.entries == ["shuffled", "played"]


async def test_what_was_done_before_is_not_denied() -> None:
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        command = say.Play("one", key="choose.1", move={"type": "choose", "card": ann.hand[0]})
        assert await ann.send(command) == Done("one")
        server.store.full = True
        assert await ann.send(command) == Done("one")


async def test_who_comes_meanwhile_sees_the_table() -> None:
    async with table_server() as server:
        await server.match("Ann", "Bob")
        server.store.full = True
        again = await server.connect("Ann")
        assert again.all(Frame)


async def test_no_time_limit_runs_out_while_nothing_can_be_saved() -> None:
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        server.store.full = True
        await server.clock.pass_by(3600.0)
        assert server.entries == ["shuffled"]
        server.store.full = False
        await server.clock.pass_by(60.0)
        move = {"type": "choose", "card": ann.hand[0]}
        assert await ann.send(say.Play("one", key="choose.1", move=move)) == Done("one")
