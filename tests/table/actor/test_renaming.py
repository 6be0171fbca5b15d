"""A new name at an open table: in chat, log, seats and bans, also of somebody who left it."""

import msgspec

from app.table.model import client_messages as say
from app.table.model.chat import ChatEntry, Spoken
from app.table.model.server_messages import Chat
from app.table.turn.recent import ChatLog
from tests.table.changed_accounts import rename
from tests.table.fakes import person_id, settle
from tests.table.table_server import Guest, TableServer, table_server


async def rename_and_settle(server: TableServer, name: str, new: str) -> None:
    await rename(server, person_id(name), new)
    await server.clock.pass_by(0)
    await settle()


def said(page: Guest) -> list[tuple[str, str]]:
    return [(line.name, line.text) for line in page.chat_lines if line.person is not None]


async def test_chat_calls_people_what_they_are_called_now_on_open_pages_and_on_new_ones() -> None:
    async with table_server() as server:
        ann = await server.room("Ann")
        bob, cem = await server.come("Quentin"), await server.come("Rosalind")
        await bob.do(say.Say, text="Hello")
        await cem.do(say.Say, text="Good evening")
        await server.send_away(ann, cem)
        assert said(ann) == [("Quentin", "Hello"), ("Rosalind", "Good evening")]
        await rename_and_settle(server, "Quentin", "Uwe")
        await rename_and_settle(server, "Rosalind", "Vera")
        for page in (ann, await server.connect("Ann")):
            assert said(page) == [("Uwe", "Hello"), ("Vera", "Good evening")]
            read = str(page.chat_lines)
            assert "Uwe sits down." in read
            assert "The host has kicked Vera." in read
            assert "Quentin" not in read
            assert "Rosalind" not in read
        before = len(ann.all(Chat))
        await rename_and_settle(server, "Quentin", "Uwe")
        assert len(ann.all(Chat)) == before, "nothing is told twice"


async def test_a_spectator_is_told_no_line_that_is_said_anew() -> None:
    async with table_server() as server:
        ann = await server.room("Ann", listed=True)
        bob, stranger = await server.come("Bob"), await server.connect("Eve")
        await bob.do(say.Say, text="Hello")
        await rename_and_settle(server, "Bob", "Robert")
        assert said(ann) == [("Robert", "Hello")]
        assert not stranger.all(Chat)


async def test_what_the_match_has_told_has_the_new_name_and_so_has_a_seat_that_was_left() -> None:
    async with table_server() as server:
        ann, bob, cem = await server.match("Ann", "Quentin", "Rosalind", deals=3)
        for _ in range(2):
            for guest in (ann, bob, cem):
                await guest.choose()
            for guest in (ann, bob, cem):
                if guest.frame.prompt is not None and guest.frame.prompt.kind == "crow":
                    await guest.crow()
        told = [one.text for one in (await server.connect("Ann")).frame.events]
        await server.send_away(ann, cem)
        await rename_and_settle(server, "Quentin", "Uwe")
        await rename_and_settle(server, "Rosalind", "Vera")
        window = await server.connect("Ann")
        assert window.frame.names == ann.frame.names == ("Ann", "Uwe", "Vera")
        assert ann.seated == ["Ann", "Uwe", "Vera"]
        now = [one.text for one in window.frame.events]
        assert now[: len(told)] == [
            text.replace("Quentin", "Uwe").replace("Rosalind", "Vera") for text in told
        ]


async def test_the_banned_are_called_by_their_new_name() -> None:
    async with table_server() as server:
        ann = await server.room("Ann")
        bob = await server.come("Quentin")
        await server.send_away(ann, bob, for_good=True)
        assert [one.name for one in ann.room.banned] == ["Quentin"]
        await rename_and_settle(server, "Quentin", "Uwe")
        assert [one.name for one in ann.room.banned] == ["Uwe"]
        kept = msgspec.json.encode(server.store.rooms[server.id]).decode()
        assert "Quentin" not in kept


def test_a_line_that_the_store_has_under_another_name_is_the_same_line() -> None:
    """After a name was taken away, the next removed line doubled all lines of that person."""
    person, chat = person_id("Bob"), ChatLog()
    lines = [ChatEntry(at, Spoken(person, "Bob", text)) for at, text in ((1, "One"), (2, "Two"))]
    chat.follow(lines)
    assert not chat.take_changed(), "new lines are no change of earlier ones"
    stored = [
        ChatEntry(1, Spoken(person, "Uwe", "One")),
        ChatEntry(2, Spoken(person, "Uwe", "", True)),
    ]
    chat.follow(stored)
    assert chat.take_changed()
    assert [(line.name, line.text) for line in chat.since(0)] == [("Uwe", "One"), ("Uwe", "")]
    chat.follow(stored)
    assert not chat.take_changed()
