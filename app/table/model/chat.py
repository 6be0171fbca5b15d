"""Chat lines inside the server: what a person wrote, or what the server has to say."""

from collections.abc import Hashable, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from app.table.model.room import PersonId
from app.table.model.server_lines import ServerLine, say
from app.table.model.server_messages import ChatLine

SERVER_NAME: Final = "The house"


class Spoken(msgspec.Struct, frozen=True):
    """A line that a person wrote."""

    person: PersonId
    name: str
    """The person's name when the line was made or read."""
    text: str
    """Empty where the line was removed."""
    removed: bool = False
    """A moderator has taken it out of the chat; the store alone keeps the words, for a report."""


class ChatEntry(msgspec.Struct, frozen=True):
    """A line as the store keeps it."""

    at: int
    """Milliseconds since 1970."""
    said: Spoken | ServerLine

    @property
    def about(self) -> tuple[PersonId, ...]:
        """Everybody with whom the line is erased."""
        return (self.said.person,) if isinstance(self.said, Spoken) else self.said.about

    def replaces(self, other: "ChatEntry") -> bool:
        """True if this is the other line, since removed or put back."""
        said, before = self.said, other.said
        if not isinstance(said, Spoken) or not isinstance(before, Spoken):
            return False
        same = (self.at, said.person) == (other.at, before.person)
        return same and said.removed is not before.removed

    @property
    def identity(self) -> Hashable:
        """Equal for the same line read twice, whatever its people are called by then."""
        if isinstance(self.said, Spoken):
            return (self.at, self.said.person, self.said.text)
        named = tuple(one.person or one.name for one in self.said.named)
        return (self.at, self.said.code, self.said.value, named)

    def called(self, names: Mapping[PersonId, str]) -> "ChatEntry":
        """The line with these names of people; the same value where it has no other."""
        said = self.said
        if isinstance(said, Spoken):
            name = names.get(said.person, said.name)
            return self if name == said.name else replace(self, said=replace(said, name=name))
        named = tuple(
            one if one.person is None else replace(one, name=names.get(one.person, one.name))
            for one in said.named
        )
        return self if named == said.named else replace(self, said=replace(said, named=named))

    def shown(self) -> ChatLine:
        """The line for a browser."""
        said = self.said
        if isinstance(said, Spoken):
            return ChatLine(said.person, said.name, said.text, self.at, said.removed)
        return ChatLine(None, SERVER_NAME, say(said), self.at)
