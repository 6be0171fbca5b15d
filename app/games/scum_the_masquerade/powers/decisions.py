"""The decisions of a new first rank: packs of clans, how freely dots are placed, illegal trades."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Final

from msgspec.structs import replace

from app.games.scum_the_masquerade.moves import Decide
from app.games.scum_the_masquerade.powers.clans import LINEAGES, Clan, Pack
from app.games.scum_the_masquerade.powers.disciplines import COMMON, Discipline
from app.games.scum_the_masquerade.state import Tableau

SECONDS = 60


def due(public: Tableau) -> bool:
    """True if the first rank is new; one who stays changes nothing (H16)."""
    return public.options.decisions and public.ranked and public.decided_by != public.order[0]


def open_packs(public: Tableau) -> tuple[Pack, ...]:
    """The packs that the host allows."""
    built = {lineage.pack for lineage in LINEAGES.values()}
    wanted = {
        "camarilla": (Pack.CAMARILLA,),
        "all": (Pack.CAMARILLA, Pack.INDEPENDENT, Pack.SABBAT),
        "bloodlines": tuple(Pack),
    }[public.options.clans]
    return tuple(pack for pack in wanted if pack in built)


def choices(public: Tableau) -> Iterator[Decide]:
    """Every legal decision; first what stands, which is what silence says (A3)."""
    now = standing(public)
    yield now
    packs = open_packs(public)
    sets = [some for long in range(1, len(packs) + 1) for some in combinations(packs, long)]
    switches = product((False, True), (False, True), (False, True))
    for some, (loose, outside, illegal) in product(sets, list(switches)):
        move = Decide(some, loose, outside, illegal)
        if move != now and problem(public, move) is None:
            yield move


def standing(public: Tableau) -> Decide:
    """The decisions of the first rank before, without a rare dot that nobody can have any more."""
    now = public.decisions
    return now if problem(public, now) is None else replace(now, outside=False)


def problem(public: Tableau, move: Decide) -> str | None:
    """The part of a decision that cannot be, or None."""
    among = len(set(move.packs)) == len(move.packs) and set(move.packs) <= set(open_packs(public))
    if not among or not set(move.packs) - {Pack.BLOODLINES}:
        return "packs"
    if move.outside and not (move.loose and may_go_outside(public, move.packs)):
        return "outside"
    return "illegal" if move.illegal and not public.options.has_illegal_trades else None


def may_go_outside(public: Tableau, packs: tuple[Pack, ...]) -> bool:
    """True if Sabbat clans and others are allowed, or played (A8)."""
    played = [sheet.clan for sheet in public.sheets if sheet.clan is not None]
    sides = {LINEAGES[clan].sect == "sabbat" for clan in (*played, *clans_of(packs))}
    return len(sides) == 2


def clans_of(packs: tuple[Pack, ...]) -> tuple[Clan, ...]:
    """The clans of these packs; a bloodline also needs the pack of its side (H36)."""
    return tuple(
        clan
        for clan, lineage in LINEAGES.items()
        if lineage.pack in packs and (lineage.beside is None or lineage.beside in packs)
    )


def clans_to_declare(public: Tableau) -> tuple[Clan, ...]:
    """The clans that may be declared now: those that the first rank allows, or of a First Night."""
    if public.options.decisions:
        return clans_of(public.decisions.packs)
    return tuple(one for one in clans_of((Pack.CAMARILLA,)) if one not in LATER)


LATER: Final = frozenset({Clan.GANGREL})
"""Clans of the Camarilla that a First Night leaves out.

With one dot in each discipline the Gangrel were ahead of their rank by more than half a place.
"""


def default_clan(public: Tableau) -> Clan:
    """The clan of those who declare none: the antitribu where only they are allowed (H18, A28)."""
    packs = public.decisions.packs
    sabbat = Pack.SABBAT in packs and Pack.CAMARILLA not in packs
    return Clan.BRUJAH_ANTITRIBU if sabbat else Clan.BRUJAH


def outsiders(public: Tableau, clan: Clan) -> tuple[Discipline, ...]:
    """The disciplines outside a clan of which one dot may be had (H39)."""
    if not public.decisions.loose:
        return ()
    sabbat = LINEAGES[clan].sect == "sabbat"
    far = SPECIAL[1:] if sabbat else SPECIAL[:1]
    found = (*COMMON, *(far if public.decisions.outside else ()))
    return tuple(one for one in found if one not in LINEAGES[clan].disciplines)


def clanless(public: Tableau) -> tuple[Discipline, ...]:
    """The disciplines of which a Caitiff may have one: a Pander has more of them (owner, 3.2).

    The clan of the first rank says which of the two it is (owner, 1.1). Where all declare at once
    that clan may not be known yet: then the Sabbat has to be the only side allowed (ours).
    """
    first = public.sheets[public.order[0]].clan
    if first is not None:
        sides = {LINEAGES[first].sect}
    else:
        sides = {LINEAGES[clan].sect for clan in clans_of(public.decisions.packs)}
    return SPECIAL if sides == {"sabbat"} else SPECIAL[:1]


SPECIAL = (Discipline.PROTEAN, Discipline.OBTENEBRATION, Discipline.VICISSITUDE)
"""Protean, and what it is to Sabbat players."""
