"""Declarations in the order of the ranks, and what a Pander may have (owner, 2 to 4)."""

from msgspec.structs import replace

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.display_names import title
from app.games.scum_the_masquerade.moves import Decide, Declare, Hunt
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.powers import declaring
from app.games.scum_the_masquerade.powers.clans import LINEAGES, Clan, Pack
from app.games.scum_the_masquerade.powers.disciplines import Discipline as X
from app.games.scum_the_masquerade.powers.sheets import Sheet
from app.games.scum_the_masquerade.prompt_text import say_wait
from app.games.scum_the_masquerade.state import Phase
from tests.games.scum_the_masquerade.table import A, B, C, D
from tests.games.scum_the_masquerade.test_decisions import (
    ANTITRIBU,
    BRUJAH,
    CLANLESS,
    MASQUERADE,
    MORTAL,
    decided,
    next_round,
)

BOTH = Decide((Pack.CAMARILLA, Pack.SABBAT))
AT_ONCE = replace(MASQUERADE, declaring="at-once")
VICISSITUDE = Declare(None, (X.AUSPEX, X.CELERITY, X.VICISSITUDE))
PROTEAN = Declare(None, (X.AUSPEX, X.CELERITY, X.PROTEAN))
LASOMBRA = Declare(Clan.LASOMBRA, LINEAGES[Clan.LASOMBRA].disciplines)


def test_each_hears_what_was_declared_before() -> None:
    """Owner, 2: "In rank-order", the Justicar first."""
    table = decided()
    for seat in (A, B, C, D):
        assert GAME.awaited_seats(table.public) == (seat,)
        assert table.public.sheets[seat] == Sheet()
        table.time_is_up(seat)
        assert table.public.sheets[seat] != Sheet()
    assert table.public.phase is not Phase.DECLARE


def test_nobody_declares_before_their_turn() -> None:
    table = decided()
    assert table.kinds(B) == ["hunt"], "the second rank may declare a blood hunt meanwhile"
    assert table.does(B, Hunt(D)).public.hunted == D
    for seat in (C, D):
        assert table.kinds(seat) == []


def test_those_who_wait_read_who_declares_now_and_who_comes_later() -> None:
    names = ["Ada", "Bob", "Cleo", "Dan"]
    table = decided()
    said = say_wait(table.public, names)
    assert said == "Ada (Justicar) declares now, then Bob, Cleo and Dan."
    last = table.time_is_up(A).time_is_up(B).time_is_up(C)
    assert say_wait(last.public, names) == "Dan (Mortal Scum) declares now."


def test_the_host_may_have_all_declare_at_once_and_a_first_night_always_does() -> None:
    """Ours: for few people, or slow clocks."""
    for options in (AT_ONCE, Options()):
        table = next_round(options)
        if options.decisions:
            table.time_is_up(A)
        assert table.public.phase is Phase.DECLARE
        assert set(GAME.awaited_seats(table.public)) >= {A, B, C}


def test_once_the_first_rank_has_a_clan_others_may_change_sides_in_their_turn() -> None:
    """8.4, A17: the first rank came from the Caitiff, so its side is known only now."""
    sheets = (CLANLESS, BRUJAH, BRUJAH, MORTAL)
    table = next_round(sheets=sheets).does(A, BOTH)
    assert declaring.undeclared(table.public) == (A, C)
    table.does(A, LASOMBRA)
    assert declaring.undeclared(table.public) == (B, C)
    table.does(B, Declare(Clan.TOREADOR_ANTITRIBU, ANTITRIBU.disciplines))
    assert table.public.sheets[B].clan is Clan.TOREADOR_ANTITRIBU
    assert declaring.undeclared(table.public) == (C,)


def test_who_keeps_the_clan_declares_nothing() -> None:
    table = next_round(sheets=(ANTITRIBU, BRUJAH, CLANLESS, MORTAL)).does(A, BOTH)
    before = len(table.told)
    table.does(B, Declare(Clan.BRUJAH, BRUJAH.disciplines))
    assert table.public.sheets[B].clan is Clan.BRUJAH
    assert not any(type(one).__name__ == "Declared" for one in table.told[before:])
    assert table.public.phase is not Phase.DECLARE


# -- Caitiff or Pander


def test_a_pander_is_one_by_the_clan_of_the_first_rank() -> None:
    """Owner, 1.1 and 3.2: with Sabbat clans allowed under a Justicar it is a Caitiff still."""
    table = decided(BOTH).time_is_up(A).time_is_up(B)
    assert title(table.public, C) == "Caitiff"
    assert table.prompt_for(C, PROTEAN) is not None
    assert table.refusal(C, VICISSITUDE) == "not-a-declaration"
    under = decided(BOTH).does(A, LASOMBRA).time_is_up(B)
    assert title(under.public, C) == "Pander"
    assert under.prompt_for(C, VICISSITUDE) is not None


def test_a_regent_who_allows_no_sabbat_clans_still_has_a_pander() -> None:
    """Owner, 3.2: "Panders may always". The Regent kept a clan that nobody may declare now."""
    sheets = (ANTITRIBU, BRUJAH, BRUJAH, MORTAL)
    table = next_round(sheets=sheets).does(A, Decide((Pack.CAMARILLA,)))
    assert (title(table.public, C), table.kinds(C)) == ("Pander", ["declare"])
    assert table.prompt_for(C, VICISSITUDE) is not None


def test_where_all_declare_at_once_under_an_unknown_clan_only_the_sabbat_alone_makes_a_pander() -> (
    None
):
    """Ours: the clan of the first rank is a secret until the last one has declared."""
    for packs, pander in (((Pack.SABBAT,), True), ((Pack.CAMARILLA, Pack.SABBAT), False)):
        table = next_round(AT_ONCE).does(A, Decide(packs))
        refused = None if pander else "not-a-declaration"
        assert table.refusal(C, VICISSITUDE) == refused
