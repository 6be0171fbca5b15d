"""Rulings that no other file of tests is about."""

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.moves import Confirm, Decide, Declare, Pass, Use
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.powers import decisions
from app.games.scum_the_masquerade.powers.clans import LINEAGES, Clan, Pack
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.sheets import Dot, Sheet, dots
from app.games.scum_the_masquerade.state import Phase
from app.rules.codec import to_json
from app.rules.game import Seat
from tests.games.scum_the_masquerade.table import A, B, C, D, playing
from tests.games.scum_the_masquerade.test_decisions import (
    BRUJAH,
    CLANLESS,
    MORTAL,
    decided,
    next_round,
)
from tests.games.scum_the_masquerade.test_pacts import closed, window

X = Discipline


def test_two_players_may_be_of_one_clan() -> None:
    """H17: no limit is stated."""
    table = decided(Decide((Pack.CAMARILLA,)))
    brujah = Declare(Clan.BRUJAH, LINEAGES[Clan.BRUJAH].disciplines)
    table.does(A, brujah).does(B, brujah)
    for seat in (C, D):
        table.time_is_up(seat)
    assert [table.public.sheets[seat].clan for seat in (A, B)] == [Clan.BRUJAH] * 2


def test_gangrel_are_of_the_camarilla_pack() -> None:
    """H35."""
    assert Clan.GANGREL in decisions.clans_of((Pack.CAMARILLA,))


def test_cards_that_were_not_played_are_shown_to_nobody_after_the_round() -> None:
    """H59: nobody is entitled to them."""
    table = playing("4C", "6C", "8C", "KC KD").plays(A, "4C").plays(B, "6C").plays(C, "8C")
    assert table.public.phase is Phase.INTERVAL
    for seat in (A, B, C, None):
        assert '"KC"' not in str(to_json(table.view(seat))).replace("'", '"')


def test_nobody_is_passed_for_the_cards_that_are_held() -> None:
    """A38: an automatic pass tells that a seat holds nothing."""
    table = playing("2H 3C", "4C 5C", "6C 7C", "8C 9C").plays(A, "2H")
    (asked, *_) = GAME.prompts(table.view(B))
    assert (asked.kind, asked.automatic) == ("follow", False)


def test_who_has_to_pass_may_use_a_discipline_first() -> None:
    """A20: it is a turn."""
    sheets = (
        Sheet.of(None, (Dot(X.PRESENCE),)),
        Sheet.of(None, (Dot(X.AUSPEX),)),
        Sheet(),
        Sheet(),
    )
    table = playing("4C KC", "6C 7C", "8C 9C", "10C JC", sheets=sheets)
    table.does(A, Use(X.PRESENCE, (B,))).plays(A, "4C")
    table.does(B, Use(X.AUSPEX, (C,)))
    assert table.refuses(B, "6C") == "awed"
    assert table.does(B, Pass()).public.turn == C


def test_dots_that_may_not_be_had_any_more_are_kept() -> None:
    """A35: the freeze; here one outside the clan after a change to straight dots."""
    loose = Sheet.of(Clan.BRUJAH, dots((X.POTENCE, X.POTENCE, X.AUSPEX)))
    table = next_round(sheets=(BRUJAH, loose, CLANLESS, MORTAL)).does(A, Decide((Pack.CAMARILLA,)))
    assert table.public.sheets[B] == loose


def test_a_seat_is_the_same_player_whatever_the_rank() -> None:
    """H15, A15: the places round the table follow the rank, the numbers of seats do not."""
    options = Options(evening="ranks")
    table = playing("4C 4D", "6C", "8C", "KC", options=options, turn=D)
    table.plays(D, "KC")
    assert table.public.order == (D, C, B, A)
    for seat in map(Seat, range(4)):
        table.does(seat, Confirm())
    assert table.public.scores == (1, 2, 3, 4)


def test_after_pacts_crypts_extras_and_hunt_stay_and_no_second_window_opens() -> None:
    """H21: cards are dealt already, and the loop must end."""
    before = window(hunted=C)
    table = closed(B, D, hunted=C)
    assert table.state.hidden == before.state.hidden
    table.time_is_up(B)
    for seat in (B, D, C):
        table.time_is_up(seat)
    assert table.public.phase is Phase.PLAY
    assert (table.public.hunted, table.public.extras) == (C, before.public.extras)
    assert [hand.cards for hand in table.state.private] == list(before.state.hidden)
