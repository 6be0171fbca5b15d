"""`python -m tests.web.crash_on_word serve`: a server whose tables crash at a word in the chat."""

from app import cli
from app.table.clients.chat import ChatLog
from app.table.model.room import Person

WORD = "fall apart"


def plant() -> None:
    say = ChatLog.say

    async def fragile(self: ChatLog, person: Person, text: str) -> None:
        if text == WORD:
            raise RuntimeError("a table that holds a seven")
        await say(self, person, text)

    ChatLog.say = fragile  # type: ignore[method-assign]


if __name__ == "__main__":
    plant()
    cli.main()
