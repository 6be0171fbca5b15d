"""Talk at the table: who may, how fast, and that it is stored before it is shown."""

import pytest

from app.table.model import client_messages as say
from app.table.model.chat import Spoken
from app.table.model.errors import BadText
from app.table.model.server_messages import Chat
from app.table.turn.talk import readable
from app.text.sanitize import MAX_MARKS, visible_line
from tests.table.table_server import table_server


async def test_only_members_talk_and_not_too_fast() -> None:
    async with table_server() as server:
        ann = await server.room(listed=True)
        stranger = await server.connect("Eve")
        assert (await stranger.refused(say.Say, text="psst")).code == "not-member"
        for number in range(5):
            await ann.do(say.Say, text=f"line {number}")
        assert (await ann.refused(say.Say, text="one more")).code == "too-much"
        await server.pass_by(10, ann)
        await ann.do(say.Say, text="  a\u202eb \n c\u0007 ")
        assert ann.chat[-1] == "ab c"
        assert (await ann.refused(say.Say, text="\u200b\u0001")).code == "bad-text"
        said = server.store.lines[server.id][-1].said
        assert isinstance(said, Spoken)
        assert said.text == "ab c"
        assert not stranger.all(Chat)


async def test_chat_is_stored_before_it_is_shown_and_outlives_a_restart() -> None:
    async with table_server() as server:
        ann = await server.room()
        await ann.do(say.Say, text="hello")
        await server.restart()
        ann = await server.connect("Ann")
        assert "hello" in ann.chat
        await ann.do(say.Say, text="again")
        assert ann.chat.count("again") == 1


@pytest.mark.parametrize("text", ["", " ", "\u200d", "\u3164", "\u2800 \u115f", "\u202e\u2066"])
def test_what_shows_nothing_is_no_line(text: str) -> None:
    with pytest.raises(BadText):
        readable(text)


def test_a_letter_carries_no_tower_of_accents_over_the_lines_around() -> None:
    tower, joined = "Z" + "\u0301" * 300, "a" + "\u200d\u0488" * 100
    assert (
        visible_line(tower + joined).rstrip("\u200d")
        == "Z" + "\u0301" * MAX_MARKS + "a" + "\u200d\u0488" * MAX_MARKS
    )


@pytest.mark.parametrize(
    "text",
    ["Nguyễn ơi", "שָׁל֑וֹם", "ที่นั่น", "བསྒྲུབས", "1\ufe0f\u20e3 \U0001f468\u200d\U0001f469", "¡olé!"],
)
def test_what_people_write_in_their_own_script_stays_as_it_is(text: str) -> None:
    assert visible_line(text) == text
