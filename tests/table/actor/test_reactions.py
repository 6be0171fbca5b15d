"""Reactions: who may react, how often, and who is told; like a line of chat, and never more."""

from app.table.clients.outbox import Outbox
from app.table.model import client_messages as say
from app.table.model.room import PersonId
from app.table.model.server_messages import Reacted
from app.table.system import SystemClock
from app.table.turn.talk import CHAT_WINDOW, MAX_LINES
from tests.table.table_server import table_server


async def test_everybody_of_the_room_is_told_once_and_the_chat_holds_nothing() -> None:
    async with table_server() as server:
        ann, ben = await server.match("Ann", "Ben")
        watcher = await server.come("Cleo", sit=False)
        other_window = await server.connect("Ben")
        lines, frames = list(ben.chat), ben.frame.n
        await ann.do(say.React, reaction="bravo")
        for guest in (ann, ben, watcher, other_window):
            assert guest.all(Reacted) == [Reacted(PersonId(str(ann.room.you)), "bravo")]
        assert (ben.chat, ben.frame.n) == (lines, frames), "nothing else is sent or kept"
        later = await server.connect("Ben")
        assert later.all(Reacted) == []


async def test_reactions_and_lines_share_one_pace() -> None:
    async with table_server() as server:
        ann, ben = await server.match("Ann", "Ben")
        for _ in range(MAX_LINES - 1):
            await ann.do(say.React, reaction="laugh")
        await ann.do(say.Say, text="Well")
        assert (await ann.refused(say.React, reaction="ouch")).code == "too-much"
        assert (await ann.refused(say.Say, text="played")).code == "too-much"
        await ben.do(say.React, reaction="bow")
        await server.pass_by(CHAT_WINDOW, ann, ben)
        await ann.do(say.React, reaction="ouch")
        assert len(ben.all(Reacted)) == MAX_LINES + 1


async def test_who_has_no_seat_or_whose_host_wants_none_does_not_react() -> None:
    async with table_server() as server:
        ann, ben = await server.match("Ann", "Ben")
        watcher = await server.come("Cleo", sit=False)
        assert (await watcher.refused(say.React, reaction="gasp")).code == "not-seated"
        assert (await ben.refused(say.SetRoom, reactions=False)).code == "not-host"
        await ann.do(say.SetRoom, reactions=False)
        assert not ben.room.reactions
        refused = await ben.refused(say.React, reaction="gasp")
        assert (refused.code, refused.text) == ("not-now", "The host has turned reactions off.")
        assert ann.all(Reacted) == []
        await ann.do(say.SetRoom, reactions=True)
        await ben.do(say.React, reaction="gasp")


async def test_who_reads_nothing_keeps_one_reaction_of_each_person() -> None:
    outbox = Outbox(SystemClock())
    for number in range(200):
        outbox.put(Reacted(PersonId(f"person {number % 2}"), "bravo" if number < 198 else "thanks"))
    assert [one.reaction for one in outbox.take_some(9) if isinstance(one, Reacted)] == [
        "thanks",
        "thanks",
    ]
