"""Pacts: a secret window of full length, ranks that change, crypts unseen, and debts (page 8.1)."""

import pytest
from msgspec.structs import replace

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.events import DebtsCollected, PactsRevealed
from app.games.scum_the_masquerade.moves import Declare, Pact
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.politics import pacts
from app.games.scum_the_masquerade.powers import declaring
from app.games.scum_the_masquerade.powers.clans import CLANLESS_DEFAULT, LINEAGES, Clan, Specialty
from app.games.scum_the_masquerade.powers.sheets import Sheet, dots
from app.games.scum_the_masquerade.round_end import next_extras
from app.games.scum_the_masquerade.state import Phase, ScumState
from app.rules.game import Seat, State, view
from tests.games.scum_the_masquerade.table import A, B, C, D, E, Table, playing

MASQUERADE = Options(evening="masquerade")
CLANNED = Sheet.of(Clan.VENTRUE, dots(LINEAGES[Clan.VENTRUE].disciplines))
SHEETS = (
    CLANNED,
    CLANNED,
    CLANNED,
    Sheet.of(None, dots(CLANLESS_DEFAULT)),
    Sheet(specialty=Specialty.INQUISITOR, charges=2),
)


def window(**public: object) -> Table:
    """Five players; everything is dealt, and nobody has seen a card."""
    state = GAME.setup(5, MASQUERADE, False)
    order = state.public.order
    started = replace(
        state.public,
        phase=Phase.DEAL,
        round=1,
        placed=order,
        sheets=SHEETS,
        extras=next_extras(state.public, order),
        decided_by=A,
        **public,
    )
    return Table(GAME.apply_shuffle(State(started, state.private, ()), range(52)))


def closed(*takers: Seat, **public: object) -> Table:
    table = window(**public)
    for seat in takers:
        table.does(seat, Pact(True))
    return over(table)


def over(table: Table) -> Table:
    """The window has run its full time."""
    table.state = GAME.expire(table.state, "pacts-1")
    table.told += table.state.events
    return table


def names(state: ScumState) -> str:
    return "".join("ABCDE"[seat] for seat in state.public.order)


@pytest.mark.parametrize(
    ("takers", "ranks"), [((D, E), "ABDEC"), ((B, C), "BCADE"), ((), "ABCDE"), ((E,), "ABCED")]
)
def test_takers_climb_from_the_highest_rank_down(takers: tuple[Seat, ...], ranks: str) -> None:
    """The examples of 8.1, and check 7."""
    table = closed(*takers)
    assert names(table.state) == ranks
    revealed = [event for event in table.told if isinstance(event, PactsRevealed)]
    assert bool(revealed) is bool(takers)


def test_nobody_sees_a_card_before_the_window_closes_not_even_their_own() -> None:
    """Section 9: at the deal the own crypt is hidden from its owner, too."""
    table = window()
    assert table.public.counts == (10, 10, 10, 11, 11)
    assert all(hand.cards == () for hand in table.state.private)
    assert [len(cards) for cards in table.state.hidden] == [10, 10, 10, 11, 11]
    assert GAME.opened_cards(table.view(A)) == ()


def test_the_window_runs_its_full_length_and_tells_nothing() -> None:
    """Section 9: who has answered is not shown."""
    table, before = window(), window().view(B)
    assert [span.key for span in GAME.spans(table.view(None))] == ["pacts-1"]
    for seat in (C, D, E):
        table.does(seat, Pact(seat == C))
    assert table.view(B) == before
    assert GAME.awaited_seats(table.public) == ()
    assert table.public.phase is Phase.PACTS
    assert table.kinds(C) == []


def test_the_first_rank_takes_no_pact_and_nobody_does_two_rounds_running() -> None:
    table = window(takers=(D,))
    assert [table.kinds(seat) for seat in (A, B, D, E)] == [[], ["pact"], [], ["pact"]]
    assert over(table).public.takers == ()


def test_takers_do_not_look_and_their_pairs_do_not_trade() -> None:
    """A1; owner, 6: "besides any which took Infernalism"."""
    table = closed(B)
    while table.public.phase in (Phase.DECIDE, Phase.DECLARE):
        table.time_is_up(GAME.awaited_seats(table.public)[0])
    assert names(table.state) == "BACDE"
    assert table.public.phase is Phase.TRADE
    assert [len(hand.cards) for hand in table.state.private] == [10, 0, 10, 11, 11]
    assert [(pair.higher, pair.lower) for pair in table.public.pairs] == [(A, C)]
    assert not GAME.opened_cards(table.view(B))
    table.time_is_up(A).time_is_up(C)
    assert (table.public.phase, table.public.turn) == (Phase.PLAY, B)
    assert len(table.state.private[B].cards) == 10
    assert table.state.hidden == ()
    assert len(GAME.opened_cards(table.view(B))) == 10


def test_who_came_to_another_kind_of_rank_declares_again_and_so_does_a_new_justicar() -> None:
    """Owner, 5; A4: a Justicar by pact declares anew, and keeps what he has when time is up."""
    table = closed(B, D)
    assert names(table.state) == "BADCE"
    assert table.kinds(B) == ["decide"]
    table.time_is_up(B)
    assert table.public.phase is Phase.DECLARE
    assert declaring.undeclared(table.public) == (B, D, C), "in the order of the ranks"
    ventrue = Declare(Clan.VENTRUE, LINEAGES[Clan.VENTRUE].disciplines)
    (asked,) = GAME.prompts(table.view(B))
    assert next(GAME.legal_answers(table.view(B), asked)) == ventrue
    for seat in (B, D, C):
        table.time_is_up(seat)
    assert table.public.sheets[B].clan is Clan.VENTRUE
    assert table.public.sheets[C].standing == "clanless"
    assert table.public.sheets[D].clan is Clan.BRUJAH
    assert table.kinds(B)[0] == "lead", "no pair is left that could trade"


def test_a_mortal_who_rises_leaves_the_specialty_to_whoever_falls() -> None:
    table = closed(E)
    assert declaring.undeclared(table.public) == (E, D)
    table.time_is_up(E).time_is_up(D)
    assert table.public.sheets[D].specialty is Specialty.INQUISITOR
    assert table.public.sheets[E].standing == "clanless"


def ended(takers: tuple[Seat, ...], *finish: Seat) -> Table:
    """A round of four with pacts that ends in this order."""
    crypts = {seat: f"{rank}C" for seat, rank in zip(finish, ("4", "6", "8"), strict=False)}
    crypts[finish[3]] = "KC KD"
    table = playing(
        *(crypts[seat] for seat in (A, B, C, D)),
        options=MASQUERADE,
        takers=takers,
        turn=finish[0],
    )
    table.plays(finish[0], "4C")
    for seat, card in zip(finish[1:3], ("6C", "8C"), strict=True):
        while table.public.turn != seat:
            turn = table.public.turn
            assert turn is not None
            table.passes(turn)
        table.plays(seat, card)
    return table


def test_a_taker_who_finishes_below_the_rank_of_the_pact_comes_last() -> None:
    """8.1, price 2, and A11: the score follows from the rank held next."""
    table = ended((B,), A, C, B, D)
    assert table.public.order == (A, C, D, B)
    assert DebtsCollected((B,)) in table.told
    assert table.public.scores == (4, 1, 3, 2)


def test_a_taker_who_holds_the_rank_owes_nothing() -> None:
    table = ended((B,), B, C, A, D)
    assert table.public.order == (B, C, A, D)
    assert ended((B,), A, B, C, D).public.order == (A, B, C, D), "held exactly"


def test_the_raw_places_decide_for_all_takers_at_once() -> None:
    """A14: they keep their order among themselves, and none saves another."""
    table = ended((A, B), C, A, D, B)
    assert table.public.order == (C, D, A, B)


def test_a_revolution_collects_no_debts() -> None:
    """H32."""
    table = playing(
        "4C 5C", "6C 7C", "8C 9C", "10C", options=MASQUERADE, takers=(B,), turn=D
    ).plays(D, "10C")
    assert table.public.order == (D, C, B, A)


def test_places_round_the_table() -> None:
    assert pacts.climbed((A, B, C), ()) == (A, B, C)
    assert view(window().state, None).private is None
