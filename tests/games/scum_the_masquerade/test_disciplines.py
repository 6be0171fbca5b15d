"""The disciplines at their first level: effect and answers (page 6)."""

from app.games.scum_the_masquerade.moves import Demand, Pass, React
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.powers.clans import CHARGES
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.marks import Effect, EffectKind
from app.games.scum_the_masquerade.powers.sheets import Sheet
from app.games.scum_the_masquerade.state import Asked
from tests.games.scum_the_masquerade.discipline_table import (
    CRYPTS,
    INQUISITOR,
    X,
    sheet,
    table_with,
    use,
)
from tests.games.scum_the_masquerade.table import A, B, C, D, Table, cards, playing

BEFORE = {
    X.ANIMALISM: use(X.ANIMALISM, cards=cards("3C")),
    X.AUSPEX: use(X.AUSPEX, B),
    X.DOMINATE: use(X.DOMINATE, B, demand=Demand.HIGHEST),
    X.OBFUSCATE: use(X.OBFUSCATE),
    X.PRESENCE: use(X.PRESENCE, B),
    X.THAUMATURGY: use(X.THAUMATURGY, B, loses=(X.POTENCE,)),
}
"""A legal use of each discipline that is used before a play; B has a dot of Potence."""


def ready(discipline: Discipline, *more: Discipline, last: Sheet | None = None) -> Table:
    return table_with((discipline,), sheet(X.POTENCE, *more), last)


def test_without_anybody_who_could_answer_a_use_happens_at_once() -> None:
    """H48: that is public, so it tells nothing."""
    assert ready(X.PRESENCE).does(A, use(X.PRESENCE, B)).public.pending is None


def test_answers_are_secret_and_the_target_comes_before_the_inquisitor() -> None:
    """H48 and check 9: independent of the order of arrival, silence is a no."""
    table = ready(X.PRESENCE, X.FORTITUDE, last=INQUISITOR).does(A, use(X.PRESENCE, B))
    before = table.public
    table.does(D, React(True))
    assert table.public == before
    assert (table.kinds(B), table.kinds(D)) == (["react"], [])
    table.does(B, React(True))
    assert table.public.sheets[D].charges == CHARGES
    late = ready(X.PRESENCE, X.FORTITUDE, last=INQUISITOR).does(A, use(X.PRESENCE, B))
    late.time_is_up(B).time_is_up(D)
    assert late.public.effects == (Effect(EffectKind.AWED, B, A, until=2),)
    assert late.public.sheets[B].unspent(X.FORTITUDE) == 1


def test_the_window_closes_early_when_the_first_in_line_says_yes() -> None:
    """H48."""
    table = ready(X.PRESENCE, X.FORTITUDE, last=INQUISITOR).does(A, use(X.PRESENCE, B))
    assert table.does(B, React(True)).public.pending is None


# -- each discipline


def test_animalism_takes_a_card_from_3_to_10_out_of_the_finished_tricks() -> None:
    """Page 6.3, A9: never one of the running trick."""
    table = ready(X.ANIMALISM)
    assert table.refusal(A, use(X.ANIMALISM, cards=cards("JH")), "use") == "not-in-the-pile"
    assert table.refusal(A, use(X.ANIMALISM, cards=cards("6C")), "use") == "not-in-the-pile"
    table.does(A, BEFORE[X.ANIMALISM])
    assert (table.crypt(A), table.public.pile) == ("3C 4C 5C 5D 6H", cards("9H JH"))
    assert table.public.counts[A] == 5


def test_auspex_shows_the_crypt_as_it_is_to_the_user_alone() -> None:
    """Page 6.3 and section 9: it stays in view until the round ends."""
    table = ready(X.AUSPEX).does(A, BEFORE[X.AUSPEX])
    assert [snapshot.cards for snapshot in table.state.private[A].snapshots] == [cards(CRYPTS[1])]
    assert all(not table.state.private[seat].snapshots for seat in (B, C, D))
    table.plays(A, "4C").plays(B, "6C")
    assert table.state.private[A].snapshots[0].cards == cards(CRYPTS[1])


def test_dominate_makes_its_target_play_if_it_can() -> None:
    """Page 6.3, H52: on the next turn that is not a lead."""
    table = ready(X.DOMINATE).does(A, use(X.DOMINATE, B)).plays(A, "4C")
    assert table.refusal(B, Pass()) == "commanded"
    table.plays(B, "6C")
    assert table.public.effects == ()


def test_dominate_demands_the_highest_hand_of_a_lower_rank() -> None:
    table = ready(X.DOMINATE).does(A, BEFORE[X.DOMINATE]).plays(A, "4C")
    assert table.refuses(B, "6C") == "not-the-demanded-hand"
    table.plays(B, "8H")
    above = table_with((), sheet(X.DOMINATE))
    above.plays(A, "4C")
    assert above.refusal(B, use(X.DOMINATE, A, demand=Demand.HIGHEST), "use") == "wrong-target"
    assert above.prompt_for(B, use(X.DOMINATE, A)) is not None


def test_who_is_commanded_and_holds_no_hand_passes_and_the_order_is_used_up() -> None:
    """H52."""
    table = ready(X.DOMINATE).does(A, BEFORE[X.DOMINATE]).plays(A, "5C 5D")
    table.passes(B)
    assert table.public.effects == ()
    assert [proof.seat for proof in table.public.proofs] == [B]


def test_time_makes_a_commanded_player_play_the_lowest_demanded_hand() -> None:
    """A32."""
    table = ready(X.DOMINATE).does(A, use(X.DOMINATE, B)).plays(A, "4C").time_is_up(B)
    assert table.crypt(B) == "7C 8H"


def test_an_order_waits_while_its_seat_leads() -> None:
    """H45."""
    sheets = (sheet(X.DOMINATE), Sheet(), Sheet(), Sheet())
    table = playing("4C KH", "6C 7C 8H", "5D 8C", "5C 9C", sheets=sheets)
    table.plays(A, "4C").plays(B, "6C").passes(C, D)
    table.does(A, use(X.DOMINATE, B)).passes(A)
    assert (table.public.turn, table.public.asked) == (B, Asked.LEAD)
    assert len(table.plays(B, "7C").public.effects) == 1


def test_presence_makes_its_target_pass_until_the_trick_ends() -> None:
    """By the page's letter one pass was not worth a dot."""
    table = ready(X.PRESENCE).does(A, use(X.PRESENCE, B)).plays(A, "4C")
    assert table.refuses(B, "6C") == "awed"
    table.passes(B).plays(C, "8C").passes(D, A)
    assert table.refuses(B, "KC") == "awed"
    assert table.passes(B).public.effects == ()
    later = ready(X.PRESENCE)
    later.plays(A, "6H").plays(B, "8H").passes(C, D).does(A, use(X.PRESENCE, D)).passes(A)
    assert later.public.effects == ()


def test_a_newer_order_replaces_the_older_one() -> None:
    """H45."""
    table = table_with((X.DOMINATE,), sheet(X.PRESENCE)).does(A, use(X.DOMINATE, C))
    table.plays(A, "4C").does(B, use(X.PRESENCE, C))
    assert [one.kind for one in table.public.effects] == [EffectKind.AWED]


def test_obfuscate_hides_until_the_own_next_turn() -> None:
    table = table_with((X.OBFUSCATE,), sheet(X.PRESENCE, X.POTENCE)).does(A, use(X.OBFUSCATE))
    table.plays(A, "4C")
    assert table.refusal(B, use(X.PRESENCE, A), "use") == "target-hidden"
    table.plays(B, "6C").passes(C, D)
    assert (table.public.turn, table.public.effects) == (A, ())


def test_thaumaturgy_takes_a_dot_or_a_charge_until_the_next_round() -> None:
    """Page 6.3, A26."""
    table = ready(X.THAUMATURGY).does(A, BEFORE[X.THAUMATURGY])
    assert table.public.sheets[B].unspent(X.POTENCE) == 0
    assert table.public.sheets[B].refilled().unspent(X.POTENCE) == 1
    charged = ready(X.THAUMATURGY, last=INQUISITOR).does(
        A, use(X.THAUMATURGY, D, loses=("charge",))
    )
    assert charged.does(D, React(False)).public.sheets[D].charges == CHARGES - 1
    assert ready(X.THAUMATURGY).refusal(A, use(X.THAUMATURGY, B), "use") == "nothing-to-lose"
    assert (
        ready(X.THAUMATURGY).refusal(A, use(X.THAUMATURGY, B, loses=(X.AUSPEX,)), "use")
        == "nothing-to-lose"
    )


def test_fortitude_and_hands_are_not_used_before_a_play() -> None:
    table = table_with((X.FORTITUDE, X.AUSPEX, X.CELERITY))
    assert table.refusal(A, use(X.FORTITUDE), "use") == "wrong-time"
    assert table.refusal(A, use(X.CELERITY), "use") == "wrong-time"


def test_ranks_and_trades_alone_have_no_disciplines() -> None:
    table = playing(*CRYPTS, options=Options(evening="ranks"), sheets=())
    assert table.kinds(A) == ["lead", "conspire"]
