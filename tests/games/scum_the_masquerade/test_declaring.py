"""Clans and declarations: who declares, drafts, defaults, and what is kept (page 4.2 and 4.4)."""

import pytest
from msgspec.structs import replace

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.events import Declared
from app.games.scum_the_masquerade.moves import Confirm, Declare
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.powers import declaring
from app.games.scum_the_masquerade.powers.clans import (
    CHARGES,
    CLANLESS_DEFAULT,
    LINEAGES,
    SPECIALTY_NAMES,
    Clan,
    Specialty,
)
from app.games.scum_the_masquerade.powers.disciplines import COMMON, POWERS, Discipline
from app.games.scum_the_masquerade.powers.sheets import Sheet, dots, standing_of
from app.games.scum_the_masquerade.state import Phase
from app.rules.game import Seat
from tests.games.scum_the_masquerade.table import A, B, C, D, Table, playing

D_ = Discipline
CLANNED = Sheet.of(Clan.VENTRUE, dots(LINEAGES[Clan.VENTRUE].disciplines))
CLANLESS = Sheet.of(None, dots(CLANLESS_DEFAULT))
MORTAL = Sheet(specialty=Specialty.INQUISITOR, charges=1)


def next_round(*sheets: Sheet) -> Table:
    """The beginning of a round of this many ranks, whose players held these sheets before."""
    seats = len(sheets)
    crypts = [f"{rank}C" for rank in ("4", "5", "6", "7", "8", "9", "10", "J")[: seats - 1]]
    table = playing(*crypts, "KC KD", sheets=sheets)
    for seat in map(Seat, range(seats - 1)):
        table.plays(seat, table.crypt(seat))
    for seat in map(Seat, range(seats)):
        table.does(seat, Confirm())
    return table


def test_the_first_time_everybody_declares_and_the_last_rank_is_the_inquisitor() -> None:
    """First Night: the specialty is fixed."""
    table = next_round(*[Sheet()] * 4)
    assert table.public.phase is Phase.DECLARE
    assert [table.kinds(seat) for seat in (A, B, C, D)] == [["declare"]] * 3 + [[]]
    assert table.public.sheets[D] == Sheet(specialty=Specialty.INQUISITOR, charges=CHARGES)
    assert Declared(D, None, (), Specialty.INQUISITOR) in table.told


@pytest.mark.parametrize("before", [CLANNED, CLANLESS, MORTAL])
@pytest.mark.parametrize("place", range(4))
def test_a_sheet_is_kept_where_the_kind_of_rank_is_the_same(before: Sheet, place: int) -> None:
    """Owner, "The Next Round" 2, and check 6: the matrix of 4.2."""
    sheets = [CLANNED, CLANNED, CLANLESS, MORTAL]
    sheets[place] = before
    table = next_round(*sheets)
    kept = before.standing == standing_of(place, 4)
    asked = [seat for seat in (A, B, C, D) if table.kinds(seat) == ["declare"]]
    assert asked == ([] if kept or place == 3 else [Seat(place)])
    if kept:
        assert table.public.sheets[place].dots == before.dots
    assert table.public.phase is (Phase.DECLARE if asked else Phase.DEAL)


def test_dots_and_charges_are_refilled_every_round() -> None:
    """H41."""
    spent = CLANNED.less(D_.DOMINATE, 1)
    table = next_round(spent, CLANNED, CLANLESS, MORTAL)
    assert table.public.sheets[A].unspent(D_.DOMINATE) == 1
    assert table.public.sheets[D].charges == CHARGES


def test_drafts_are_secret_until_the_last_one_and_revealed_by_rank() -> None:
    """All draft at once."""
    table = next_round(*[Sheet()] * 4)
    ventrue = Declare(Clan.VENTRUE, LINEAGES[Clan.VENTRUE].disciplines)
    table.does(B, ventrue)
    assert table.public.sheets[B] == Sheet()
    assert table.view(B).private.draft == ventrue  # type: ignore[union-attr]  # B is seated
    assert table.kinds(B) == []
    assert GAME.awaited_seats(table.public) == (A, C)
    table.time_is_up(C).time_is_up(A)
    told = [event.seat for event in table.told if isinstance(event, Declared)]
    assert told[-3:] == [A, B, C]
    assert table.public.sheets[B].clan is Clan.VENTRUE
    assert table.public.phase is Phase.DEAL
    assert all(hand.draft is None for hand in table.state.private)


def test_who_declares_nothing_is_brujah_or_has_the_three_disciplines_of_a_caitiff() -> None:
    """Owner, 2.4 and 3.4; H18."""
    table = next_round(*[Sheet()] * 4).time_is_up(A).time_is_up(B).time_is_up(C)
    three = (D_.POTENCE, D_.PRESENCE, D_.CELERITY)
    assert table.public.sheets[A] == Sheet.of(Clan.BRUJAH, dots(three))
    assert table.public.sheets[C] == Sheet.of(None, dots(three))


def test_a_first_night_has_six_clans_of_the_camarilla_and_a_masquerade_all_seven() -> None:
    """Ours: with one dot in each discipline the Gangrel were ahead by more than half a place."""
    table = next_round(*[Sheet()] * 4)
    gangrel = Declare(Clan.GANGREL, LINEAGES[Clan.GANGREL].disciplines)
    offered = [move.clan for move in declaring.choices(table.public, A)]
    assert len(offered) == 6
    assert gangrel.clan not in offered
    assert table.refusal(A, gangrel) == "not-a-declaration"
    free = replace(table.public, options=Options(evening="masquerade", clans="camarilla"))
    assert gangrel in declaring.choices(free, A)


def test_a_caitiff_has_three_different_common_disciplines_one_of_which_may_be_protean() -> None:
    """Owner, 3.1 and 3.2."""
    table = next_round(*[Sheet()] * 4)
    for legal in ((D_.AUSPEX, D_.CELERITY, D_.PROTEAN), (D_.ANIMALISM, D_.AUSPEX, D_.PRESENCE)):
        assert table.prompt_for(C, Declare(None, legal)) is not None
    for three in ((D_.AUSPEX,) * 3, (D_.AUSPEX, D_.THAUMATURGY, D_.CELERITY)):
        assert table.refusal(C, Declare(None, three)) == "not-a-declaration"
    assert table.refusal(C, Declare(Clan.BRUJAH, CLANLESS_DEFAULT)) == "not-a-declaration"
    assert table.refusal(A, Declare(None, CLANLESS_DEFAULT)) == "not-a-declaration"
    listed = [move.disciplines for move in declaring.choices(table.public, C)]
    assert len(listed) == len({frozenset(one) for one in listed}) == 56 + 28


def test_every_clan_has_three_built_disciplines_and_every_name_a_neutral_one() -> None:
    """Not one clan is offered whose disciplines are not built."""
    assert [len(set(lineage.disciplines)) for lineage in LINEAGES.values()] == [3] * len(LINEAGES)
    assert {one for lineage in LINEAGES.values() for one in lineage.disciplines} <= set(POWERS)
    assert set(COMMON) < set(POWERS)
    names = [(clan.name, clan.neutral) for clan in LINEAGES.values()]
    names += [(power.name, power.neutral) for power in POWERS.values()]
    names += list(SPECIALTY_NAMES.values())
    assert len({neutral for _, neutral in names}) == len(names)
    assert not {name for name, _ in names} & {neutral for _, neutral in names}


def test_a_fall_and_a_rise_are_declared_for_the_next_round() -> None:
    table = next_round(CLANLESS, CLANNED, CLANNED, CLANNED)
    assert [table.kinds(seat) for seat in (A, B, C)] == [["declare"], [], ["declare"]]
    assert replace(table.public.sheets[D]).standing == "mortal"
