"""The disciplines as data: names, the moment of use, targets, and what each level does.

A discipline stands here once it is built. Effects are rulings of our own (page 6.3).
"""

from enum import StrEnum
from typing import Final, Literal

import msgspec


class Discipline(StrEnum):
    ANIMALISM = "animalism"
    AUSPEX = "auspex"
    CELERITY = "celerity"
    CHIMERSTRY = "chimerstry"
    DAIMOINON = "daimoinon"
    DEMENTATION = "dementation"
    DOMINATE = "dominate"
    FORTITUDE = "fortitude"
    MYTHERCERIA = "mytherceria"
    NECROMANCY = "necromancy"
    OBEAH = "obeah"
    OBFUSCATE = "obfuscate"
    OBTENEBRATION = "obtenebration"
    POTENCE = "potence"
    PRESENCE = "presence"
    PROTEAN = "protean"
    QUIETUS = "quietus"
    SERPENTIS = "serpentis"
    THAUMATURGY = "thaumaturgy"
    VICISSITUDE = "vicissitude"


class Power(msgspec.Struct, frozen=True):
    """One discipline."""

    name: str
    neutral: str
    timing: Literal["before", "with", "reaction"]
    """Before playing or passing, with a hand, or as an answer to a use."""
    targets: Literal["self", "other", "anybody"]
    fortitude: bool
    """True if its target may cancel it with Fortitude."""
    levels: tuple[str, ...]
    """The effect in words, by level; as many levels as are built."""


POWERS: Final[dict[Discipline, Power]] = {
    Discipline.ANIMALISM: Power(
        "Animalism",
        "Scavenging",
        "before",
        "self",
        False,
        (
            "Take one card from 3 to 10 out of the pile of finished tricks.",
            "Take one card from 3 to K out of the pile of finished tricks.",
            "Take any card out of the pile of finished tricks.",
        ),
    ),
    Discipline.AUSPEX: Power(
        "Auspex",
        "Insight",
        "before",
        "other",
        True,
        (
            "Look at one player’s cards as they are now.",
            "See one player’s cards until this trick ends.",
            "See one player’s cards until the round ends.",
        ),
    ),
    Discipline.CELERITY: Power(
        "Celerity",
        "Speed",
        "with",
        "self",
        False,
        (
            "Play a hand and at once a second one that beats it; you lose your next turn.",
            "Play a hand and at once a second one that beats it.",
            "Play three hands at once, each of which beats the one before.",
        ),
    ),
    Discipline.CHIMERSTRY: Power(
        "Chimerstry",
        "Illusion",
        "with",
        "self",
        False,
        (
            "Play a hand face down and announce one; at most one of its cards may be false.",
            "Play a hand face down and announce one; at most two of its cards may be false.",
            "Play a hand face down and announce one; any of its cards may be false.",
        ),
    ),
    Discipline.DAIMOINON: Power(
        "Daimoinon",
        "Curse",
        "before",
        "other",
        True,
        (
            "A card from 3 to 6 of the finished tricks goes into one player’s crypt.",
            "Up to two cards from 3 to 6 of the finished tricks go into one player’s crypt.",
            "Up to three cards from 3 to 6 of the finished tricks go into one player’s crypt.",
        ),
    ),
    Discipline.DEMENTATION: Power(
        "Dementation",
        "Madness",
        "before",
        "other",
        True,
        (
            "On one player’s next turn that is no lead, chance plays a hand for them.",
            "On one player’s next turn, even a lead, chance plays a hand for them.",
            "On one player’s next two turns, even leads, chance plays a hand for them.",
        ),
    ),
    Discipline.DOMINATE: Power(
        "Dominate",
        "Command",
        "before",
        "other",
        True,
        (
            (
                "One player must play on their next turn if they can; from a lower rank you may "
                "demand the highest hand."
            ),
            "One player must play their highest or lowest hand on their next turn, if they can.",
            "See one player’s cards; on their next turn you name the hand that they play.",
        ),
    ),
    Discipline.FORTITUDE: Power(
        "Fortitude",
        "Resistance",
        "reaction",
        "self",
        False,
        (
            "Cancel a use at level 1 against you.",
            "Cancel a use at level 2 against you.",
            "Cancel a use at level 3 against you.",
        ),
    ),
    Discipline.MYTHERCERIA: Power(
        "Mytherceria",
        "Riddle",
        "before",
        "self",
        False,
        (
            "Name a rank: until this trick ends no hand may be topped by it, except a lead.",
            "Name two ranks: until this trick ends no hand may be topped by them, except a lead.",
            "Name three ranks: until this trick ends no hand may be topped by them, except a lead.",
        ),
    ),
    Discipline.NECROMANCY: Power(
        "Necromancy",
        "Unearthing",
        "with",
        "self",
        False,
        (
            "One card out of the pile of finished tricks is part of your hand.",
            "Up to two cards out of the pile of finished tricks are part of your hand.",
            "Up to three cards out of the pile of finished tricks are part of your hand.",
        ),
    ),
    Discipline.OBEAH: Power(
        "Obeah",
        "Healing",
        "before",
        "anybody",
        False,
        (
            "A player, or you, gets a spent dot of another discipline back.",
            "A player, or you, gets up to two spent dots of other disciplines back.",
            "A player, or you, gets up to three spent dots of other disciplines back.",
        ),
    ),
    Discipline.OBFUSCATE: Power(
        "Obfuscate",
        "Hiding",
        "before",
        "self",
        False,
        (
            "Until your next turn no discipline may target you, unless Auspex finds you.",
            "Until this trick ends no discipline may target you, unless Auspex finds you.",
            "Until the next trick ends no discipline may target you, unless Auspex finds you.",
        ),
    ),
    Discipline.OBTENEBRATION: Power(
        "Obtenebration",
        "Shadow",
        "before",
        "other",
        True,
        (
            "A single on top goes back to its owner; whoever led it leads another hand.",
            (
                "A hand of up to four cards on top goes back to its owner; whoever led it leads "
                "another hand."
            ),
            "Any hand on top goes back to its owner; whoever led it leads another hand.",
        ),
    ),
    Discipline.POTENCE: Power(
        "Potence",
        "Strength",
        "with",
        "self",
        False,
        (
            "The highest card of your hand counts one rank higher.",
            "The highest card of your hand counts two ranks higher.",
            "The highest card of your hand counts three ranks higher.",
        ),
    ),
    Discipline.PRESENCE: Power(
        "Presence",
        "Awe",
        "before",
        "other",
        True,
        (
            "One player must pass until this trick ends.",
            "Two players must pass until this trick ends.",
            "All other players must pass until this trick ends.",
        ),
    ),
    Discipline.PROTEAN: Power(
        "Protean",
        "Shape",
        "with",
        "self",
        False,
        (
            "One card of your hand counts as one rank up or down, or as another suit.",
            "One card of your hand counts as any card up to three ranks away.",
            "One card of your hand counts as any card up to six ranks away.",
        ),
    ),
    Discipline.QUIETUS: Power(
        "Quietus",
        "Silence",
        "before",
        "other",
        True,
        (
            "One player may use no discipline or charge until this trick ends.",
            "One player may use no discipline or charge until the next trick ends.",
            "One player may use no discipline or charge until the round ends.",
        ),
    ),
    Discipline.SERPENTIS: Power(
        "Serpentis",
        "Temptation",
        "before",
        "other",
        True,
        (
            "Wish for up to three cards of a lower rank; for the first one held give one back.",
            "Wish for up to three cards of any player; for the first one held give one back.",
            "Twice, wish for up to three cards of any player, and give one back for each.",
        ),
    ),
    Discipline.THAUMATURGY: Power(
        "Thaumaturgy",
        "Theft",
        "before",
        "other",
        True,
        (
            "One player loses an unspent dot or charge of your choice.",
            "One player loses an unspent dot or charge, and you may use it once.",
            "One player loses two unspent dots or charges, and you may use each once.",
        ),
    ),
    Discipline.VICISSITUDE: Power(
        "Vicissitude",
        "Fleshcraft",
        "before",
        "self",
        False,
        (
            "This round one of your cards may count as a rank up or down, or as another suit.",
            "This round two of your cards may count as a rank up or down, or as another suit.",
            "This round one of your cards may count as a copy of another one of yours.",
        ),
    ),
}
COMMON: Final = (
    Discipline.ANIMALISM,
    Discipline.AUSPEX,
    Discipline.CELERITY,
    Discipline.DOMINATE,
    Discipline.FORTITUDE,
    Discipline.OBFUSCATE,
    Discipline.POTENCE,
    Discipline.PRESENCE,
)
"""The common disciplines (H40)."""
