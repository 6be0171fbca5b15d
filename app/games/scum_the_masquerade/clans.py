"""The clans as data: pack, sect, and three disciplines each; specialties of the last rank."""

from enum import StrEnum
from typing import Final

import msgspec

from app.games.scum_the_masquerade.disciplines import Discipline
from app.games.scum_the_masquerade.titles import Sect

_D = Discipline


class Clan(StrEnum):
    BRUJAH = "brujah"
    MALKAVIAN = "malkavian"
    NOSFERATU = "nosferatu"
    TOREADOR = "toreador"
    TREMERE = "tremere"
    VENTRUE = "ventrue"
    GANGREL = "gangrel"


class Lineage(msgspec.Struct, frozen=True):
    """One clan (page 5.1)."""

    name: str
    neutral: str
    sect: Sect
    disciplines: tuple[Discipline, Discipline, Discipline]


LINEAGES: Final[dict[Clan, Lineage]] = {
    Clan.BRUJAH: Lineage("Brujah", "Rebels", "camarilla", (_D.POTENCE, _D.PRESENCE, _D.CELERITY)),
    Clan.MALKAVIAN: Lineage(
        "Malkavian", "Seers", "camarilla", (_D.AUSPEX, _D.DOMINATE, _D.OBFUSCATE)
    ),
    Clan.NOSFERATU: Lineage(
        "Nosferatu", "Lurkers", "camarilla", (_D.ANIMALISM, _D.OBFUSCATE, _D.POTENCE)
    ),
    Clan.TOREADOR: Lineage(
        "Toreador", "Artists", "camarilla", (_D.AUSPEX, _D.CELERITY, _D.PRESENCE)
    ),
    Clan.TREMERE: Lineage(
        "Tremere", "Mages", "camarilla", (_D.AUSPEX, _D.DOMINATE, _D.THAUMATURGY)
    ),
    Clan.VENTRUE: Lineage(
        "Ventrue", "Nobles", "camarilla", (_D.DOMINATE, _D.FORTITUDE, _D.PRESENCE)
    ),
    Clan.GANGREL: Lineage(
        "Gangrel", "Wanderers", "camarilla", (_D.ANIMALISM, _D.FORTITUDE, _D.PROTEAN)
    ),
}
"""The Camarilla pack; the default clan comes first (owner, 2.4)."""
DEFAULT_CLAN: Final = Clan.BRUJAH
CLANLESS_DEFAULT: Final = (_D.POTENCE, _D.PRESENCE, _D.CELERITY)
"""The three dots of a Caitiff who declares nothing (owner, 3.4)."""


class Specialty(StrEnum):
    INQUISITOR = "inquisitor"
    """Two charges: each cancels any one use that was made before a play."""


CHARGES: Final = 2
SPECIALTY_NAMES: Final = {Specialty.INQUISITOR: ("Inquisitor", "Watcher")}
"""The name of each specialty, and its neutral one."""
