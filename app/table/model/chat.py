"""Chat lines inside the server: what the server says, and which people a line is about."""

import msgspec

from app.table.model.room import PersonId
from app.table.model.server_messages import ChatLine


class ServerLine(msgspec.Struct, frozen=True):
    """A line by the server itself."""

    text: str
    about: tuple[PersonId, ...] = ()
    """The people whose names stand in it: when one of them is erased, so is the line."""


def server_line(text: str, *about: PersonId | None) -> ServerLine:
    """`about`: the people named in the text; None stands for a bot."""
    return ServerLine(text, tuple(person for person in about if person is not None))


class ChatEntry(msgspec.Struct, frozen=True):
    """A line as the store keeps it. `about` never leaves the server."""

    line: ChatLine
    about: tuple[PersonId, ...] | None = ()
    """As in ServerLine; None: a line from before this was kept."""
