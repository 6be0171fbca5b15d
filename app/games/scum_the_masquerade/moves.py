"""The moves of Scum: The Masquerade."""

from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from app.games.scum_the_masquerade.cards import Card
from app.games.scum_the_masquerade.powers.clans import Clan, Pack, Specialty
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.rules.game import Seat


class _Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class Confirm(_Move, frozen=True, tag="confirm"):
    """Ready for the next round."""


class ChooseExtras(_Move, frozen=True, tag="choose-extras"):
    """The seats that get the extra cards of the next round, by the first rank."""

    seats: tuple[Seat, ...]


class Decide(_Move, frozen=True, tag="decide"):
    """The decisions of a new first rank, for this round and later ones."""

    packs: tuple[Pack, ...]
    """The packs whose clans may be declared."""
    loose: bool = False
    """One dot may be in a common discipline outside the clan (H39)."""
    outside: bool = False
    """That dot may be in Protean; of Sabbat clans in Obtenebration or Vicissitude."""
    illegal: bool = False
    """Illegal trades are allowed."""


class Declare(_Move, frozen=True, tag="declare"):
    """A clan with the disciplines that get a dot; without a clan, three disciplines (page 4.4)."""

    clan: Clan | None
    disciplines: tuple[Discipline, ...]
    """One for each dot: one with two dots stands here twice."""
    specialty: Specialty | None = None
    """The specialty of the last rank."""


class Pact(_Move, frozen=True, tag="pact"):
    """A rank higher, for a round without seeing the own crypt; or not."""

    take: bool


class Hunt(_Move, frozen=True, tag="hunt"):
    """A blood hunt on this player, for the coming round."""

    seat: Seat


class Play(_Move, frozen=True, tag="play"):
    """A legal hand, led or played on the trick."""

    cards: tuple[Card, ...]


class PlayWith(_Move, frozen=True, tag="play-with"):
    """A hand played with a discipline that is part of it."""

    discipline: Discipline
    cards: tuple[Card, ...]
    level: int = 1
    """1 to 3: the dots that it costs."""
    second: tuple[Card, ...] = ()
    """Celerity: the hand that follows at once and beats the first."""
    third: tuple[Card, ...] = ()
    """Celerity at its third level: the hand that beats the second."""
    changed: Card | None = None
    """Protean: the card of the hand that counts as another."""
    counts_as: Card | None = None
    """Protean: that other card, by rank and suit."""
    borrowed: tuple[Card, ...] = ()
    """Necromancy: the cards out of the pile that are part of the hand too."""
    announced: tuple[Card, ...] = ()
    """Chimerstry: the hand that the cards are said to be."""


class PlayReshaped(_Move, frozen=True, tag="play-reshaped"):
    """A hand in which cards that Vicissitude has changed count as what they became."""

    cards: tuple[Card, ...]


class Reshape(_Move, frozen=True, tag="reshape"):
    """The cards that Vicissitude changes, and what each may count as; none: nothing changes."""

    card: Card | None = None
    counts_as: Card | None = None
    """By rank and suit; at the third level the own card that is copied."""
    second: Card | None = None
    """A second card, at the second level."""
    second_as: Card | None = None

    @property
    def pairs(self) -> tuple[tuple[Card | None, Card | None], ...]:
        """The cards with their forms, lowest first as a rule."""
        both = ((self.card, self.counts_as), (self.second, self.second_as))
        return tuple(pair for pair in both if pair != (None, None))


class Demand(StrEnum):
    """The hand that an order demands."""

    ANY = "any"
    HIGHEST = "highest"
    LOWEST = "lowest"
    NAMED = "named"
    """The one that the user names when the target's turn has come (A7)."""


CHARGE: Final = "charge"
"""The name of a charge, where something is lost."""


class Use(_Move, frozen=True, tag="use"):
    """A discipline used before playing or passing."""

    discipline: Discipline
    targets: tuple[Seat, ...] = ()
    level: int = 1
    """1 to 3: the dots that it costs."""
    cards: tuple[Card, ...] = ()
    """Animalism: the card out of the pile."""
    demand: Demand = Demand.ANY
    """Dominate: the hand that has to be played."""
    loses: tuple[str, ...] = ()
    """Thaumaturgy: a discipline for each dot that is lost, or `charge`."""
    restores: tuple[str, ...] = ()
    """Obeah: the disciplines of which spent dots come back, in turn."""
    ranks: tuple[str, ...] = ()
    """Mytherceria: the ranks that are forbidden, "3" to "2"."""

    @property
    def target(self) -> Seat | None:
        """The first of the targets."""
        return self.targets[0] if self.targets else None


class NameHand(_Move, frozen=True, tag="name-hand"):
    """The hand that a target of Dominate has to play; none: any hand (A7)."""

    cards: tuple[Card, ...] = ()


class SeeThrough(_Move, frozen=True, tag="see-through"):
    """A dot of Auspex shows the cards of an announced hand, to its user alone."""


class React(_Move, frozen=True, tag="react"):
    """The answer to a use: cancel it, or let it happen."""

    cancel: bool


class Pass(_Move, frozen=True, tag="pass"):
    """Not now; the turn may come back."""

    rest: bool = False
    """For the rest of this trick."""


class Wish(_Move, frozen=True, tag="wish"):
    """The higher rank's wish list, by rank and suit; the first card held must be given (H22)."""

    cards: tuple[Card, ...]


class Give(_Move, frozen=True, tag="give"):
    """One card in a forced exchange: the lower's own choice after a miss, or the return card."""

    card: Card
    asks: Card | None = None
    """After a miss: the card that the lower rank asks for in return, by rank and suit."""


class Ask(_Move, frozen=True, tag="ask"):
    """The card that the lower rank asks for in return, by rank and suit; None: nothing."""

    card: Card | None = None


class Propose(_Move, frozen=True, tag="propose"):
    """An offer in an optional trade: my card for one that I want, by rank and suit (H26)."""

    give: Card
    want: Card


class Accept(_Move, frozen=True, tag="accept"):
    """Yes: to an offer."""


class Decline(_Move, frozen=True, tag="decline"):
    """No: to an offer, or to making one."""


class AskBoon(_Move, frozen=True, tag="ask-boon"):
    """A request for the first lead, with the hand that is to be led."""

    cards: tuple[Card, ...]


class AnswerBoon(_Move, frozen=True, tag="answer-boon"):
    grant: bool


class Conspire(_Move, frozen=True, tag="conspire"):
    """A request to look at each other's crypts (H34)."""

    partner: Seat


class AnswerConspiracy(_Move, frozen=True, tag="answer-conspiracy"):
    """The answer to a request to conspire."""

    seat: Seat
    """The seat that asks."""
    yes: bool


class Smuggle(_Move, frozen=True, tag="smuggle"):
    """An offer in an illegal trade: my cards for as many that I want, by rank and suit."""

    partner: Seat
    give: tuple[Card, ...]
    want: tuple[Card, ...]


class AnswerSmuggle(_Move, frozen=True, tag="answer-smuggle"):
    """The answer to an offer in an illegal trade."""

    seat: Seat
    """The seat that offers."""
    yes: bool


Move: TypeAlias = (
    Confirm
    | ChooseExtras
    | Decide
    | Declare
    | Pact
    | Hunt
    | Play
    | PlayWith
    | PlayReshaped
    | Reshape
    | Use
    | NameHand
    | SeeThrough
    | React
    | Pass
    | Wish
    | Give
    | Ask
    | Propose
    | Accept
    | Decline
    | AskBoon
    | AnswerBoon
    | Conspire
    | AnswerConspiracy
    | Smuggle
    | AnswerSmuggle
)
