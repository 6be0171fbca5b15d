"""The specialties of the last rank: inquisitor, ghoul and seer (section 7)."""

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.moves import Decide, Declare, React, Use
from app.games.scum_the_masquerade.powers import declaring
from app.games.scum_the_masquerade.powers.clans import CHARGES, Pack, Specialty
from app.games.scum_the_masquerade.powers.disciplines import COMMON
from app.games.scum_the_masquerade.powers.sheets import Dot, Sheet
from app.games.scum_the_masquerade.state import Phase
from app.rules.game import Seat
from tests.games.scum_the_masquerade.table import A, B, C, D, Table, playing
from tests.games.scum_the_masquerade.test_decisions import BRUJAH, CLANLESS, MORTAL, X, decided


def asked() -> Table:
    """A, B and C have declared, and D, the last rank, is asked."""
    table = decided(Decide((Pack.CAMARILLA,)))
    return table.time_is_up(A).time_is_up(B).time_is_up(C)


def mortal(**args: object) -> Table:
    """B leads against D, the last rank, with this declaration."""
    table = asked()
    return table.does(D, Declare(None, **{"disciplines": (), **args}))  # type: ignore[arg-type]  # by name


def revealed(table: Table) -> Sheet:
    return table.public.sheets[D]


def test_the_last_rank_chooses_a_specialty_and_silence_is_the_inquisitor() -> None:
    """Owner, 4.1 and 4.2."""
    assert revealed(asked().time_is_up(D)) == Sheet(specialty=Specialty.INQUISITOR, charges=CHARGES)
    seer = revealed(mortal(specialty=Specialty.SEER))
    assert (seer.charges, seer.unspent(X.AUSPEX), seer.highest_level(X.AUSPEX)) == (2, 2, 1)


def test_a_ghoul_has_two_dots_in_common_disciplines_which_may_be_one() -> None:
    """Section 7, A33: they are dots, not charges."""
    sheet = revealed(mortal(disciplines=(X.CELERITY, X.CELERITY), specialty=Specialty.GHOUL))
    assert (sheet.charges, sheet.highest_level(X.CELERITY), sheet.standing) == (0, 2, "mortal")
    table = asked()
    rare = Declare(None, (X.PROTEAN, X.POTENCE), Specialty.GHOUL)
    assert table.refusal(D, rare, "declare") == "not-a-declaration"
    listed = [one for one in declaring.choices(table.public, D) if one.disciplines]
    assert len(listed) == len(COMMON) * (len(COMMON) + 1) // 2


def test_a_seer_looks_for_a_charge_and_is_answered_like_any_use() -> None:
    """Section 7."""
    seer = Sheet(specialty=Specialty.SEER, charges=2)
    guarded = Sheet.of(None, (Dot(X.FORTITUDE),))
    sheets = (Sheet(), guarded, Sheet(), seer)
    table = playing("4C KH", "6C", "8C", "10C KC", sheets=sheets).plays(A, "4C").passes(B, C)
    assert table.refusal(D, Use(X.AUSPEX, (A,), 2), "use") == "no-dots"
    table.does(D, Use(X.AUSPEX, (A,)))
    assert table.state.private[D].snapshots[0].seat == A
    assert table.public.sheets[D].charges == 1
    answered = playing("4C KH", "6C", "8C", "10C KC", sheets=sheets).plays(A, "4C").passes(B, C)
    answered.does(D, Use(X.AUSPEX, (B,))).does(B, React(True))
    assert not answered.state.private[D].snapshots
    assert answered.public.sheets[B].unspent(X.FORTITUDE) == 0


def test_a_seer_cancels_nothing() -> None:
    seer = Sheet(specialty=Specialty.SEER, charges=2)
    sheets = (Sheet.of(None, (Dot(X.PRESENCE),)), Sheet(), Sheet(), seer)
    table = playing("4C KH", "6C", "8C", "10C KC", sheets=sheets).does(A, Use(X.PRESENCE, (B,)))
    assert table.public.pending is None


def test_a_new_specialty_is_chosen_when_somebody_falls_to_the_last_rank() -> None:
    """4.2: staying there keeps it."""
    sheets = (BRUJAH, BRUJAH, CLANLESS, MORTAL)
    kept = decided(Decide((Pack.CAMARILLA,)), sheets=sheets)
    assert kept.public.phase is not Phase.DECLARE
    fallen = decided(Decide((Pack.CAMARILLA,)), sheets=(BRUJAH, BRUJAH, CLANLESS, CLANLESS))
    assert GAME.awaited_seats(fallen.public) == (Seat(3),)
