"""`python -m tests.web.crash_on_word serve`: a server whose tables crash at a word in the chat."""

from typing import Any

from app import cli
from app.table.model.client_messages import Say
from app.table.turn import commands
from app.table.turn.change import Change

WORD = "fall apart"


def plant() -> None:
    obey = commands.obey

    def fragile(state: Any, people: Any, client: Any, command: Any) -> Change:
        if isinstance(command, Say) and command.text == WORD:
            raise RuntimeError("a table that holds a seven")
        return obey(state, people, client, command)

    commands.obey = fragile


if __name__ == "__main__":
    plant()
    cli.main()
