"""The marks that disciplines leave on the table, for all to see."""

from enum import StrEnum

import msgspec

from app.games.scum_the_masquerade.cards import Card
from app.games.scum_the_masquerade.hands import HandType
from app.games.scum_the_masquerade.moves import Demand, Use
from app.rules.game import Seat


class Look(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat saw the crypt of another; its own snapshot has the cards."""

    seat: Seat
    target: Seat
    played: int
    """The number of cards that the target had played by then."""
    gained: int = 0
    """The number of cards that it had taken up from the pile by then."""
    swaps: int = 0
    """The number of secret exchanges at the table by then."""


class Gain(msgspec.Struct, frozen=True):
    """A card that a seat took up from the pile, for all to see."""

    seat: Seat
    card: Card


class Proof(msgspec.Struct, frozen=True, omit_defaults=True):
    """A crypt held no hand of this type with its top above this height.

    An order to play shows that: by a pass, or by the hand that was demanded.
    """

    seat: Seat
    kind: HandType
    above: int
    played: int
    gained: int = 0
    swaps: int = 0
    """The number of secret exchanges at the table by then."""
    below: int = 52
    """Hands from this height on are not meant."""
    forbidden: tuple[int, ...] = ()
    """Hands with their top of these ranks are not meant."""


class Form(msgspec.Struct, frozen=True):
    """A card that may count as another one in this round, by Vicissitude."""

    card: Card
    counts_as: Card
    use: int
    """The number of the use, of all in the round."""


class Reshaping(msgspec.Struct, frozen=True):
    """A use of Vicissitude; its owner alone knows the cards until they are played so."""

    seat: Seat
    level: int
    use: int
    """The number of the use, of all in the round."""
    played: int
    """The number of cards that the seat had played by then."""
    gained: int
    swaps: int


class EffectKind(StrEnum):
    COMMANDED = "commanded"
    AWED = "awed"
    MADDENED = "maddened"
    """Chance plays the next hand."""
    LOST_TURN = "lost-turn"
    HIDDEN = "hidden"
    SILENCED = "silenced"
    """No discipline or charge can be used."""
    WATCHED = "watched"
    """The user of Auspex sees every change of this seat's crypt."""


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that a discipline has put on a seat, for all to see."""

    kind: EffectKind
    seat: Seat
    by: Seat
    demand: Demand = Demand.ANY
    """The hand that an order to play demands."""
    cards: tuple[Card, ...] = ()
    """The hand that was named."""
    until: int = 0
    """The number of the trick at whose end it ends; 0: its kind says when."""
    turns: int = 1
    """Of a seat whose hands chance plays: the number of its turns that are left to it."""
    leads: bool = False
    """Leads are among them."""


class ForbiddenRanks(msgspec.Struct, frozen=True, omit_defaults=True):
    """Ranks of which no hand may have its top, leads apart: a use of Mytherceria."""

    by: Seat
    ranks: tuple[str, ...]
    """ "3" to "2", lowest first."""
    until: int = 0
    """The number of the trick at whose end they are free again; 0: with the next turn of `by`."""


class Pending(msgspec.Struct, frozen=True):
    """A use that may be cancelled before it takes effect."""

    seat: Seat
    use: Use
    may: tuple[Seat, ...]
    """The seats that can answer, the one that counts first (H48)."""
