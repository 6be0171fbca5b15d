"""The marks that disciplines leave on the table, for all to see."""

from enum import StrEnum

import msgspec

from app.games.scum_the_masquerade.cards import Card
from app.games.scum_the_masquerade.hands import HandType
from app.games.scum_the_masquerade.moves import Use
from app.rules.game import Seat


class Look(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat saw the crypt of another; its own snapshot has the cards."""

    seat: Seat
    target: Seat
    played: int
    """The number of cards that the target had played by then."""
    gained: int = 0
    """The number of cards that it had taken up from the pile by then."""


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


class EffectKind(StrEnum):
    COMMANDED = "commanded"
    AWED = "awed"
    LOST_TURN = "lost-turn"
    HIDDEN = "hidden"


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that a discipline has put on a seat, for all to see."""

    kind: EffectKind
    seat: Seat
    by: Seat
    highest: bool = False
    """The highest hand is demanded."""


class Pending(msgspec.Struct, frozen=True):
    """A use that may be cancelled before it takes effect."""

    seat: Seat
    use: Use
    may: tuple[Seat, ...]
    """The seats that can answer, the one that counts first (H48)."""
