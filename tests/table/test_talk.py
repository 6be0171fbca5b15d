"""Talk at the table: who may, how fast, and that it is stored before it is shown."""

import pytest

from app.table import commands as say
from app.table.notices import Chat
from tests.table.evening import evening

pytestmark = pytest.mark.anyio


async def test_only_members_talk_and_not_too_fast() -> None:
    async with evening() as house:
        ann = await house.room(listed=True)
        stranger = await house.connect("Eve")
        assert (await stranger.refused(say.Say, text="psst")).code == "not-member"
        for number in range(5):
            await ann.do(say.Say, text=f"line {number}")
        assert (await ann.refused(say.Say, text="one more")).code == "too-much"
        await house.pass_by(10, ann)
        await ann.do(say.Say, text="  a\u202eb \n c\u0007 ")
        assert ann.chat[-1] == "ab c"
        assert (await ann.refused(say.Say, text="\u200b\u0001")).code == "bad-text"
        assert house.store.lines[house.id][-1].text == "ab c"
        assert not stranger.all(Chat)


async def test_chat_is_stored_before_it_is_shown_and_outlives_a_restart() -> None:
    async with evening() as house:
        ann = await house.room()
        await ann.do(say.Say, text="hello")
        await house.restart()
        ann = await house.connect("Ann")
        assert "hello" in ann.chat
        await ann.do(say.Say, text="again")
        assert ann.chat.count("again") == 1
