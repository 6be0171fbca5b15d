"""Every clan and discipline of the rules is built: the tables of sections 5.1 and 6.3."""

import pytest

from app.games.scum_the_masquerade.powers.clans import LINEAGES, Pack
from app.games.scum_the_masquerade.powers.disciplines import COMMON, POWERS

CLANS = """
camarilla | Brujah | Celerity, Potence, Presence
camarilla | Malkavian | Auspex, Dominate, Obfuscate
camarilla | Nosferatu | Animalism, Obfuscate, Potence
camarilla | Toreador | Auspex, Celerity, Presence
camarilla | Tremere | Auspex, Dominate, Thaumaturgy
camarilla | Ventrue | Dominate, Fortitude, Presence
camarilla | Gangrel | Animalism, Fortitude, Protean
independent | Assamite | Celerity, Obfuscate, Quietus
independent | Followers of Set | Obfuscate, Presence, Serpentis
independent | Giovanni | Dominate, Necromancy, Potence
independent | Ravnos | Animalism, Chimerstry, Fortitude
sabbat | Lasombra | Dominate, Obtenebration, Potence
sabbat | Tzimisce | Animalism, Auspex, Vicissitude
sabbat | Brujah antitribu | Celerity, Potence, Presence
sabbat | Country Gangrel | Animalism, Fortitude, Protean
sabbat | City Gangrel | Celerity, Obfuscate, Protean
sabbat | Malkavian antitribu | Auspex, Dementation, Obfuscate
sabbat | Nosferatu antitribu | Animalism, Obfuscate, Potence
sabbat | Toreador antitribu | Auspex, Celerity, Presence
sabbat | Ventrue antitribu | Auspex, Dominate, Fortitude
sabbat bloodlines | Kiasyd | Dominate, Mytherceria, Obtenebration
sabbat bloodlines | Harbingers of Skulls | Auspex, Fortitude, Necromancy
sabbat bloodlines | Serpents of the Light | Obfuscate, Presence, Serpentis
independent bloodlines | Baali | Daimoinon, Obfuscate, Presence
independent bloodlines | Salubri | Auspex, Fortitude, Obeah
"""
DISCIPLINES = """
Animalism | before | self | no
Auspex | before | other | yes
Celerity | with | self | no
Dominate | before | other | yes
Fortitude | reaction | self | no
Obfuscate | before | self | no
Potence | with | self | no
Presence | before | other | yes
Protean | with | self | no
Thaumaturgy | before | other | yes
Quietus | before | other | yes
Serpentis | before | other | yes
Necromancy | with | self | no
Chimerstry | with | self | no
Obtenebration | before | other | yes
Vicissitude | before | self | no
Dementation | before | other | yes
Mytherceria | before | self | no
Daimoinon | before | other | yes
Obeah | before | anybody | no
"""


def rows(table: str) -> list[list[str]]:
    return [line.split(" | ") for line in table.strip().splitlines()]


@pytest.mark.parametrize(("pack", "name", "disciplines"), rows(CLANS))
def test_a_clan_of_section_5_1_has_its_pack_its_side_and_its_disciplines(
    pack: str, name: str, disciplines: str
) -> None:
    (lineage,) = [one for one in LINEAGES.values() if one.name == name]
    side, _, bloodline = pack.partition(" ")
    assert lineage.pack is Pack(bloodline or side)
    assert lineage.beside is (Pack(side) if bloodline else None)
    assert lineage.sect == ("sabbat" if side == "sabbat" else "camarilla")
    assert sorted(POWERS[one].name for one in lineage.disciplines) == disciplines.split(", ")


@pytest.mark.parametrize(("name", "timing", "targets", "fortitude"), rows(DISCIPLINES))
def test_a_discipline_of_section_6_3_has_its_time_its_targets_and_three_levels(
    name: str, timing: str, targets: str, fortitude: str
) -> None:
    (power,) = [one for one in POWERS.values() if one.name == name]
    assert (power.timing, power.targets) == (timing, targets)
    assert power.fortitude is (fortitude == "yes")
    assert len(set(power.levels)) == 3


def test_the_tables_have_every_clan_and_discipline_and_no_other_is_built() -> None:
    """Eight of them are common (H40)."""
    assert {one.name for one in LINEAGES.values()} == {name for _, name, _ in rows(CLANS)}
    assert {one.name for one in POWERS.values()} == {name for name, *_ in rows(DISCIPLINES)}
    assert [POWERS[one].name for one in COMMON] == [
        *("Animalism", "Auspex", "Celerity", "Dominate"),
        *("Fortitude", "Obfuscate", "Potence", "Presence"),
    ]
