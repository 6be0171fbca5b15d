"""The mutes of one person, as all of the person's connections in this process share them."""

from collections.abc import Iterable

from app.table.model.room import PersonId
from app.table.model.server_messages import AnyServerMessage, Chat, MutesShown, Poked, Reacted


class Mutes:
    """The people of whom one person hears nothing. Only the person's own windows know of it."""

    def __init__(self) -> None:
        self.muted: frozenset[PersonId] = frozenset()
        """With those who are blocked."""
        self.blocked: frozenset[PersonId] = frozenset()

    def replace(self, muted: Iterable[PersonId], blocked: Iterable[PersonId]) -> None:
        self.blocked = frozenset(blocked)
        self.muted = self.blocked | frozenset(muted)

    def shown(self) -> MutesShown:
        return MutesShown(tuple(sorted(self.muted)), tuple(sorted(self.blocked)))

    def heard(self, message: AnyServerMessage) -> AnyServerMessage | None:
        """The message without what muted people said or did; None: nothing is left of it."""
        if not self.muted:
            return message
        match message:
            case Chat(lines=lines):
                kept = tuple(line for line in lines if line.person not in self.muted)
                return Chat(kept) if kept else None
            case Poked(person=person) | Reacted(person=person) if person in self.muted:
                return None
        return message
