"""The records of a table: public ones, then those of what one seat was shown or has asked."""

from enum import StrEnum

import msgspec

from app.games.scum_the_masquerade.cards import Card
from app.games.scum_the_masquerade.hands import HandType, kind_of, top
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.marks import Form
from app.rules.game import Seat


class Phase(StrEnum):
    DECIDE = "decide"
    """A new first rank says which clans are allowed, and more."""
    DECLARE = "declare"
    """Those whose kind of rank has changed declare clan and disciplines, all at once."""
    LOT = "lot"
    """The extra cards of a plain round are given out by lot (H2)."""
    DEAL = "deal"
    PACTS = "pacts"
    """The window in which pacts are taken in secret, before anybody sees a card."""
    TRADE = "trade"
    MARKET = "market"
    """Illegal trades, where the first rank allows them."""
    PLAY = "play"
    INTERVAL = "interval"
    """Between two rounds: everybody says when the next may start."""
    OVER = "over"


class Asked(StrEnum):
    """The question to the seat whose turn it is, during Phase.PLAY."""

    LEAD = "lead"
    FOLLOW = "follow"
    BOON = "answer-boon"
    """To the first rank, in place of its lead: somebody asks for it."""
    BARGAIN = "bargain"
    """To the two of an exchange that Serpentis forces, in turn; the turn waits."""
    RESHAPE = "reshape"
    """To the user of Vicissitude: the cards that may count as others."""
    DRAW = "draw"
    """Nobody is asked: chance draws the hand of this turn."""
    NAME = "name-hand"
    """To the user of Dominate: the hand that the next player has to play."""


class Laid(msgspec.Struct, frozen=True, omit_defaults=True):
    """One hand that lies in the trick; its type and height follow from what its cards count as."""

    seat: Seat
    cards: tuple[Card, ...]
    power: Discipline | None = None
    """The discipline that it was played with."""
    changed: Card | None = None
    """Protean: the card that counts as another one, and that other one."""
    counts_as: Card | None = None
    borrowed: tuple[Card, ...] = ()
    """Necromancy: those of its cards that come out of the pile."""
    announced: tuple[Card, ...] = ()
    """Chimerstry: the hand that it counts as."""
    forms: tuple[Form, ...] = ()
    """Vicissitude: its cards that count as others, and as which."""
    raised_to: int | None = None
    """Potence: the height that counts, in place of that of the highest card."""

    @property
    def counted(self) -> tuple[Card, ...]:
        """The cards as they count."""
        if self.announced:
            return self.announced
        into = {form.card: form.counts_as for form in self.forms}
        if self.changed is not None and self.counts_as is not None:
            into[self.changed] = self.counts_as
        return tuple(into.get(card, card) for card in self.cards) if into else self.cards

    @property
    def kind(self) -> HandType:
        return kind_of(self.counted)

    @property
    def top(self) -> int:
        """The height that counts: 0 (3 of clubs) to 51 (2 of hearts)."""
        return top(self.counted) if self.raised_to is None else self.raised_to


class Trick(msgspec.Struct, frozen=True, omit_defaults=True):
    """The hands of one trick, oldest first; empty before the lead."""

    number: int
    """1-based within the round."""
    hands: tuple[Laid, ...] = ()
    passed: tuple[Seat, ...] = ()
    """The seats that have passed since the last hand; of a finished trick it is empty."""
    resting: tuple[Seat, ...] = ()
    """The seats that pass for the rest of this trick; of a finished one it is empty."""

    def won(self) -> "Trick":
        """The trick once it is over, as it is remembered."""
        return Trick(self.number, self.hands)


class Boon(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request for the first lead."""

    seat: Seat
    first: Seat
    """The first rank, which is asked."""
    granted: bool | None = None
    """None while the first rank has not answered."""
    cards: tuple[Card, ...] = ()
    """The hand that was led by it."""


class Conspiracy(msgspec.Struct, frozen=True):
    """Two seats that looked at each other's cards; their snapshots are private."""

    seats: tuple[Seat, Seat]
    """The one that asked first."""
    trick: int


class Snapshot(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards of another seat as this one saw them."""

    seat: Seat
    cards: tuple[Card, ...]
    played: int
    """The number of cards that seat had played by then."""
    gained: int = 0
    """The number of cards that it had taken up from the pile by then."""


class Request(msgspec.Struct, frozen=True):
    """A request to conspire; it stays until the round ends, or until it is granted."""

    seat: Seat
    """The seat that asks."""
    partner: Seat
    refused: bool = False


class Shown(msgspec.Struct, frozen=True):
    """The hand that was shown to the first rank with a request for a boon."""

    seat: Seat
    cards: tuple[Card, ...]
