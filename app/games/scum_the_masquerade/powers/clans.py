"""The clans as data: pack, sect, and three disciplines each; specialties of the last rank."""

from enum import StrEnum
from typing import Final

import msgspec

from app.games.scum_the_masquerade.powers.disciplines import Discipline
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
    ASSAMITE = "assamite"
    FOLLOWERS_OF_SET = "followers-of-set"
    GIOVANNI = "giovanni"
    RAVNOS = "ravnos"
    BRUJAH_ANTITRIBU = "brujah-antitribu"
    GANGREL_COUNTRY = "gangrel-country"
    GANGREL_CITY = "gangrel-city"
    NOSFERATU_ANTITRIBU = "nosferatu-antitribu"
    TOREADOR_ANTITRIBU = "toreador-antitribu"
    VENTRUE_ANTITRIBU = "ventrue-antitribu"
    LASOMBRA = "lasombra"
    TZIMISCE = "tzimisce"
    MALKAVIAN_ANTITRIBU = "malkavian-antitribu"
    KIASYD = "kiasyd"
    HARBINGERS = "harbingers"
    SERPENTS = "serpents"
    BAALI = "baali"
    SALUBRI = "salubri"


class Pack(StrEnum):
    """A group of clans that the first rank allows, or not (H36)."""

    CAMARILLA = "camarilla"
    INDEPENDENT = "independent"
    SABBAT = "sabbat"
    BLOODLINES = "bloodlines"


class Lineage(msgspec.Struct, frozen=True):
    """One clan (page 5.1)."""

    name: str
    neutral: str
    sect: Sect
    disciplines: tuple[Discipline, Discipline, Discipline]
    pack: Pack = Pack.CAMARILLA
    beside: Pack | None = None
    """Of a bloodline: the pack of its side, which has to be allowed too (H36)."""


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
    Clan.ASSAMITE: Lineage(
        "Assamite",
        "Blades",
        "camarilla",
        (_D.CELERITY, _D.OBFUSCATE, _D.QUIETUS),
        Pack.INDEPENDENT,
    ),
    Clan.FOLLOWERS_OF_SET: Lineage(
        "Followers of Set",
        "Tempters",
        "camarilla",
        (_D.OBFUSCATE, _D.PRESENCE, _D.SERPENTIS),
        Pack.INDEPENDENT,
    ),
    Clan.GIOVANNI: Lineage(
        "Giovanni",
        "Gravekeepers",
        "camarilla",
        (_D.DOMINATE, _D.NECROMANCY, _D.POTENCE),
        Pack.INDEPENDENT,
    ),
    Clan.RAVNOS: Lineage(
        "Ravnos",
        "Jugglers",
        "camarilla",
        (_D.ANIMALISM, _D.CHIMERSTRY, _D.FORTITUDE),
        Pack.INDEPENDENT,
    ),
    Clan.BRUJAH_ANTITRIBU: Lineage(
        "Brujah antitribu",
        "Red Rebels",
        "sabbat",
        (_D.POTENCE, _D.PRESENCE, _D.CELERITY),
        Pack.SABBAT,
    ),
    Clan.GANGREL_COUNTRY: Lineage(
        "Country Gangrel",
        "Red Wanderers",
        "sabbat",
        (_D.ANIMALISM, _D.FORTITUDE, _D.PROTEAN),
        Pack.SABBAT,
    ),
    Clan.GANGREL_CITY: Lineage(
        "City Gangrel",
        "Red Runners",
        "sabbat",
        (_D.CELERITY, _D.OBFUSCATE, _D.PROTEAN),
        Pack.SABBAT,
    ),
    Clan.NOSFERATU_ANTITRIBU: Lineage(
        "Nosferatu antitribu",
        "Red Lurkers",
        "sabbat",
        (_D.ANIMALISM, _D.OBFUSCATE, _D.POTENCE),
        Pack.SABBAT,
    ),
    Clan.TOREADOR_ANTITRIBU: Lineage(
        "Toreador antitribu",
        "Red Artists",
        "sabbat",
        (_D.AUSPEX, _D.CELERITY, _D.PRESENCE),
        Pack.SABBAT,
    ),
    Clan.VENTRUE_ANTITRIBU: Lineage(
        "Ventrue antitribu",
        "Red Nobles",
        "sabbat",
        (_D.AUSPEX, _D.DOMINATE, _D.FORTITUDE),
        Pack.SABBAT,
    ),
    Clan.LASOMBRA: Lineage(
        "Lasombra",
        "Shades",
        "sabbat",
        (_D.DOMINATE, _D.OBTENEBRATION, _D.POTENCE),
        Pack.SABBAT,
    ),
    Clan.TZIMISCE: Lineage(
        "Tzimisce",
        "Sculptors",
        "sabbat",
        (_D.ANIMALISM, _D.AUSPEX, _D.VICISSITUDE),
        Pack.SABBAT,
    ),
    Clan.MALKAVIAN_ANTITRIBU: Lineage(
        "Malkavian antitribu",
        "Red Seers",
        "sabbat",
        (_D.AUSPEX, _D.DEMENTATION, _D.OBFUSCATE),
        Pack.SABBAT,
    ),
    Clan.KIASYD: Lineage(
        "Kiasyd",
        "Red Dreamers",
        "sabbat",
        (_D.DOMINATE, _D.MYTHERCERIA, _D.OBTENEBRATION),
        Pack.BLOODLINES,
        Pack.SABBAT,
    ),
    Clan.HARBINGERS: Lineage(
        "Harbingers of Skulls",
        "Red Heralds",
        "sabbat",
        (_D.AUSPEX, _D.FORTITUDE, _D.NECROMANCY),
        Pack.BLOODLINES,
        Pack.SABBAT,
    ),
    Clan.SERPENTS: Lineage(
        "Serpents of the Light",
        "Red Serpents",
        "sabbat",
        (_D.OBFUSCATE, _D.PRESENCE, _D.SERPENTIS),
        Pack.BLOODLINES,
        Pack.SABBAT,
    ),
    Clan.BAALI: Lineage(
        "Baali",
        "Accursed",
        "camarilla",
        (_D.DAIMOINON, _D.OBFUSCATE, _D.PRESENCE),
        Pack.BLOODLINES,
        Pack.INDEPENDENT,
    ),
    Clan.SALUBRI: Lineage(
        "Salubri",
        "Healers",
        "camarilla",
        (_D.AUSPEX, _D.FORTITUDE, _D.OBEAH),
        Pack.BLOODLINES,
        Pack.INDEPENDENT,
    ),
}
"""The clans by pack; the default clan comes first (owner, 2.4)."""
CLANLESS_DEFAULT: Final = (_D.POTENCE, _D.PRESENCE, _D.CELERITY)
"""The three dots of a Caitiff who declares nothing (owner, 3.4)."""


class Specialty(StrEnum):
    INQUISITOR = "inquisitor"
    """Two charges: each cancels any one use that was made before a play."""
    GHOUL = "ghoul"
    """Two dots in common disciplines."""
    HUNTER = "hunter"
    """Two charges: each is a use of Quietus at its first level."""
    SEER = "seer"
    """Two charges: each is a use of Auspex at its first level."""


CHARGES: Final = 2
GHOUL_DEFAULT: Final = (_D.FORTITUDE, _D.POTENCE)
"""The dots of a Ghoul (A33)."""
LENT: Final = {Specialty.SEER: _D.AUSPEX, Specialty.HUNTER: _D.QUIETUS}
"""The discipline that the charges of a specialty are used as."""
SPECIALTY_NAMES: Final = {
    Specialty.INQUISITOR: ("Inquisitor", "Watcher"),
    Specialty.GHOUL: ("Ghoul", "Servant"),
    Specialty.HUNTER: ("Hunter", "Chaser"),
    Specialty.SEER: ("Seer", "Reader"),
}
"""The name of each specialty, and its neutral one."""
SPECIALTY_EFFECTS: Final = {
    Specialty.INQUISITOR: "Twice a round, cancel any use that is made before a play.",
    Specialty.GHOUL: "Two dots in common disciplines.",
    Specialty.HUNTER: "Twice a round, bar one player from disciplines until the trick ends.",
    Specialty.SEER: "Twice a round, look at one player’s cards as they are.",
}
"""The effect of each specialty in words."""
