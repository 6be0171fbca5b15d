"""`python -m tests.web.breaking serve`: the house, whose tables break when somebody says so."""

from app import cli
from app.table.clients.chat import Talk
from app.table.model.room import Person

WORD = "fall apart"


def plant() -> None:
    say = Talk.say

    async def fragile(self: Talk, person: Person, text: str) -> None:
        if text == WORD:
            raise RuntimeError("a table that holds a seven")
        await say(self, person, text)

    Talk.say = fragile  # type: ignore[method-assign]


if __name__ == "__main__":
    plant()
    cli.main()
