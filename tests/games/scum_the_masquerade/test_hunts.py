"""Blood hunts: the right of the second rank, and the price of being hunted (page 8.2, A16)."""

from typing import Any

from app.games.scum_the_masquerade.events import HuntDeclared
from app.games.scum_the_masquerade.moves import Confirm, Hunt, React, Use
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.sheets import Sheet, dots
from app.games.scum_the_masquerade.state import Phase, Trick
from tests.games.scum_the_masquerade.table import A, B, C, D, E, Table, playing

MASQUERADE = Options(evening="masquerade")
CRYPTS = ("4C 5C 5D", "6C 7C 8H", "6D 8C 9C", "10C JC KC")
X = Discipline


def between(**public: Any) -> Table:
    """The interval after a round of five in which A, B, C and D went out in turn."""
    options = public.pop("options", MASQUERADE)
    table = playing("4C", "6C", "8C", "10C", "KC KD", options=options, **public)
    for seat in (A, B, C, D):
        table.plays(seat, table.crypt(seat))
    return table


def hunted(seat: int, *disciplines: Discipline) -> Table:
    """A is to lead and B is next; B has a dot in each of these, A has Presence and Obfuscate."""
    sheets = (
        Sheet.of(None, dots((X.PRESENCE, X.OBFUSCATE))),
        Sheet.of(None, dots(disciplines)),
        Sheet(),
        Sheet(),
    )
    return playing(*CRYPTS, options=MASQUERADE, sheets=sheets, hunted=seat)


def test_the_second_rank_may_declare_a_hunt_before_the_next_round() -> None:
    """Owner, 2.3; A16: no phase with a clock, an offer beside the interval."""
    table = between()
    assert [table.kinds(seat) for seat in (B, C)] == [["interval", "hunt"], ["interval"]]
    assert table.refusal(B, Hunt(A), "hunt") == "not-prey"
    assert table.refusal(B, Hunt(B), "hunt") == "not-prey"
    table.does(B, Hunt(D))
    assert HuntDeclared(B, D) in table.told
    assert table.kinds(B) == ["interval"]
    for seat in (A, B, C, D, E):
        table.does(seat, Confirm())
    assert (table.public.phase, table.public.hunted) == (Phase.DECIDE, D)


def test_a_hunt_may_still_be_declared_while_others_decide_and_declare() -> None:
    table = between()
    for seat in (A, B, C, D, E):
        table.does(seat, Confirm())
    assert table.kinds(B) == ["hunt"]
    table.time_is_up(A)
    assert table.kinds(B) == ["hunt"]
    table.time_is_up(A)
    assert table.kinds(B) == ["declare", "hunt"]


def test_nobody_is_hunted_two_rounds_running_and_a_hunt_ends_with_its_round() -> None:
    table = between(hunted=D)
    assert (table.public.hunted, table.public.hunted_before) == (None, D)
    assert table.refusal(B, Hunt(D), "hunt") == "not-prey"
    assert table.prompt_for(B, Hunt(C)) is not None


def test_a_first_night_knows_no_hunts() -> None:
    table = playing("4C", "6C", "8C", "10C KC", options=Options())
    for seat in (A, B, C):
        table.plays(seat, table.crypt(seat))
    assert table.kinds(B) == ["interval"]


def test_a_use_against_the_hunted_costs_one_dot_less() -> None:
    """At least none."""
    table = hunted(B).does(A, Use(X.PRESENCE, (B,)))
    assert table.public.sheets[A].unspent(X.PRESENCE) == 1
    assert len(table.public.effects) == 1
    assert "use" not in table.kinds(A), "once before each turn all the same"
    other = hunted(B).does(A, Use(X.PRESENCE, (C,)))
    assert other.public.sheets[A].unspent(X.PRESENCE) == 0


def test_the_hunted_pays_one_dot_of_fortitude_more() -> None:
    """8.2: one dot is too few then."""
    table = hunted(B, X.FORTITUDE).does(A, Use(X.PRESENCE, (B,)))
    assert table.public.pending is None
    rich = hunted(B, X.FORTITUDE, X.FORTITUDE).does(A, Use(X.PRESENCE, (B,))).does(B, React(True))
    assert rich.public.effects == ()
    assert rich.public.sheets[B].unspent(X.FORTITUDE) == 0


def test_the_hunted_does_not_hide_and_asks_for_no_boon() -> None:
    assert hunted(A).refusal(A, Use(X.OBFUSCATE), "use") == "hunted"
    table = playing(*CRYPTS, options=MASQUERADE, trick=Trick(1), hunted=C)
    assert ["ask-boon" in table.kinds(seat) for seat in (B, C, D)] == [True, False, True]
