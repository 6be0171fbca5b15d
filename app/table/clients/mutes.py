"""The mutes of one person, as all of the person's connections in this process share them."""

from collections.abc import Iterable
from datetime import datetime

from app.table.model.room import PersonId
from app.table.model.server_messages import AnyServerMessage, Chat, MutesShown, Poked, Reacted
from app.table.model.timestamps import to_milliseconds


class Mutes:
    """The people of whom one person hears nothing. Only the person's own windows know of it."""

    def __init__(self) -> None:
        self.muted: frozenset[PersonId] = frozenset()
        """With those who are blocked."""
        self.blocked: frozenset[PersonId] = frozenset()
        self.silenced_until: datetime | None = None
        """The time until which a moderator lets this person write nothing."""

    def replace(
        self,
        muted: Iterable[PersonId],
        blocked: Iterable[PersonId],
        silenced_until: datetime | None = None,
    ) -> None:
        self.blocked = frozenset(blocked)
        self.muted = self.blocked | frozenset(muted)
        self.silenced_until = silenced_until

    def shown(self) -> MutesShown:
        until = None if self.silenced_until is None else to_milliseconds(self.silenced_until)
        return MutesShown(tuple(sorted(self.muted)), tuple(sorted(self.blocked)), until)

    def heard(self, message: AnyServerMessage) -> AnyServerMessage | None:
        """The message without what muted people said or did; None: nothing is left of it."""
        if not self.muted:
            return message
        match message:
            case Chat(lines=lines, whole=whole):
                kept = tuple(line for line in lines if line.person not in self.muted)
                return Chat(kept, whole) if kept or whole else None
            case Poked(person=person) | Reacted(person=person) if person in self.muted:
                return None
        return message
