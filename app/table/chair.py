"""One connection's handle on a room: commands in as one fixed person, notices out; it never holds a table or a state."""

from app.table.messages import AnyCommand, AnyNotice
from app.table.room import PersonId


class Chair:
    """Made by the lobby. Never blocks the table: a slow reader's frames collapse to the newest, its events joined."""

    person: PersonId | None
    session: str | None

    async def say(self, command: AnyCommand) -> None:
        """Puts a command into the table's inbox; the answer comes as a notice."""
        raise NotImplementedError

    def heard(self) -> None:
        """The browser gave a sign of life."""
        raise NotImplementedError

    async def next(self) -> AnyNotice:
        """The next notice to send; after a Bye nothing follows and the connection should close."""
        raise NotImplementedError

    def close(self) -> None:
        """The connection is gone."""
        raise NotImplementedError
