"""The disciplines at their first level: effect, price, time, targets and answers (page 6)."""

import random

import pytest

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.events import TurnLost, UseCancelled
from app.games.scum_the_masquerade.moves import (
    AnswerBoon,
    AskBoon,
    Demand,
    Pass,
    PlayWith,
    React,
    Use,
)
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.powers.clans import CHARGES, Specialty
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.marks import Effect, EffectKind
from app.games.scum_the_masquerade.powers.sheets import Sheet, dots
from app.games.scum_the_masquerade.state import Asked, Trick
from app.rules.game import Seat
from tests.games.scum_the_masquerade.table import A, B, C, D, Table, cards, playing

INQUISITOR = Sheet(specialty=Specialty.INQUISITOR, charges=CHARGES)
CRYPTS = ("4C 5C 5D 6H", "6C 7C 8H", "6D 8C 9C", "10C JC KC")
X = Discipline


def sheet(*disciplines: Discipline) -> Sheet:
    return Sheet.of(None, dots(disciplines))


def table_with(
    own: tuple[Discipline, ...],
    second: Sheet | None = None,
    last: Sheet | None = None,
    crypts: tuple[str, ...] = CRYPTS,
) -> Table:
    """A is to lead and has a dot in each of these; B and the last rank have these sheets."""
    sheets = (sheet(*own), second or Sheet(), Sheet(), last or Sheet())
    return playing(*crypts, sheets=sheets, pile=cards("3C 9H JH"), order=(A, B, C, D))


def use(discipline: Discipline, target: Seat | None = None, **args: object) -> Use:
    return Use(discipline, () if target is None else (target,), **args)  # type: ignore[arg-type]  # by name


BEFORE = {
    X.ANIMALISM: use(X.ANIMALISM, cards=cards("3C")),
    X.AUSPEX: use(X.AUSPEX, B),
    X.DOMINATE: use(X.DOMINATE, B, demand=Demand.HIGHEST),
    X.OBFUSCATE: use(X.OBFUSCATE),
    X.PRESENCE: use(X.PRESENCE, B),
    X.THAUMATURGY: use(X.THAUMATURGY, B, loses=(X.POTENCE,)),
}
"""A legal use of each discipline that is used before a play; B has a dot of Potence."""
TARGETED = [X.AUSPEX, X.DOMINATE, X.PRESENCE, X.THAUMATURGY]


def ready(discipline: Discipline, *more: Discipline, last: Sheet | None = None) -> Table:
    return table_with((discipline,), sheet(X.POTENCE, *more), last)


# -- what holds for all uses before a play


@pytest.mark.parametrize("discipline", BEFORE)
def test_a_use_spends_its_dot_and_leaves_the_turn_where_it_was(discipline: Discipline) -> None:
    """H41, H44: one use before a play; the question of the turn stays the same."""
    table = ready(discipline)
    asked = GAME.prompt(table.view(A))
    table.does(A, BEFORE[discipline])
    assert table.public.sheets[A].unspent(discipline) == 0
    assert GAME.prompt(table.view(A)) == asked
    assert "use" not in table.kinds(A)


@pytest.mark.parametrize("discipline", BEFORE)
def test_an_inquisitor_cancels_any_use_and_the_dot_stays_spent(discipline: Discipline) -> None:
    """H48 and the cancelling matrix of 6.3."""
    table = ready(discipline, last=INQUISITOR)
    before = (table.public.pile, table.public.effects, table.public.looks, table.crypt(A))
    table.does(A, BEFORE[discipline]).does(D, React(True))
    assert (
        table.public.pile,
        table.public.effects,
        table.public.looks,
        table.crypt(A),
    ) == before
    assert table.public.sheets[D].charges == CHARGES - 1
    assert table.public.sheets[A].unspent(discipline) == 0
    assert UseCancelled(D, A, discipline) in table.told


@pytest.mark.parametrize("discipline", TARGETED)
def test_the_target_cancels_with_fortitude_for_as_many_dots(discipline: Discipline) -> None:
    """H53; the answer itself is not answered."""
    table = ready(discipline, X.FORTITUDE).does(A, BEFORE[discipline])
    assert table.kinds(B) == ["react"]
    table.does(B, React(True))
    assert (table.public.effects, table.public.looks) == ((), ())
    assert table.public.sheets[B].unspent(X.FORTITUDE) == 0
    assert table.public.sheets[B].unspent(X.POTENCE) == 1


@pytest.mark.parametrize("discipline", BEFORE)
def test_a_discipline_without_a_dot_is_refused(discipline: Discipline) -> None:
    table = table_with((X.AUSPEX if discipline is not X.AUSPEX else X.PRESENCE,))
    assert table.refusal(A, BEFORE[discipline], "use") == "no-dots"


@pytest.mark.parametrize("discipline", BEFORE)
def test_nothing_is_used_before_the_first_hand_of_the_round_lies(discipline: Discipline) -> None:
    """A5."""
    table = ready(discipline)
    table.state = playing(*CRYPTS, sheets=table.public.sheets, trick=Trick(1)).state
    assert "use" not in table.kinds(A)
    table.plays(A, "4C")
    assert "use" not in table.kinds(A), "only on the own turn"


@pytest.mark.parametrize("discipline", TARGETED)
def test_nobody_out_and_not_oneself_is_a_target(discipline: Discipline) -> None:
    """H43, and check 12: nobody comes back into the round."""
    table = ready(discipline)
    table.state = playing("4C 5C", "", "8C", "9C", sheets=table.public.sheets, out=(B,)).state
    expected = ("wrong-target", "not-open")
    assert table.refusal(A, BEFORE[discipline], "use") in expected
    assert ready(discipline).refusal(A, use(discipline, A), "use") == "wrong-target"


@pytest.mark.parametrize("discipline", TARGETED)
def test_a_hidden_player_is_found_by_auspex_or_for_one_dot_of_it_more(
    discipline: Discipline,
) -> None:
    """H54."""
    hidden = (Effect(EffectKind.HIDDEN, B, B),)
    sheets = (sheet(discipline), sheet(X.POTENCE), Sheet(), Sheet())
    table = playing(*CRYPTS, sheets=sheets, effects=hidden)
    if discipline is X.AUSPEX:
        assert table.does(A, use(X.AUSPEX, B)).public.looks
        return
    assert table.refusal(A, BEFORE[discipline], "use") in ("target-hidden", "not-open")
    table = playing(*CRYPTS, sheets=(sheet(discipline, X.AUSPEX), *sheets[1:]), effects=hidden)
    table.does(A, BEFORE[discipline])
    assert table.public.sheets[A].unspent(X.AUSPEX) == 0


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
    """Edition 2, build 4: by the page's letter one pass was not worth a dot."""
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


def played(discipline: Discipline, hand: str, **args: object) -> PlayWith:
    return PlayWith(discipline, cards(hand), **args)  # type: ignore[arg-type]  # by name


def test_celerity_plays_two_hands_and_loses_the_next_turn() -> None:
    """Page 6.3, H49, H51."""
    table = table_with((X.CELERITY,))
    low = played(X.CELERITY, "5C", second=cards("4C"))
    assert table.refusal(A, low, "play-with") == "not-beaten-by-second"
    table.does(A, played(X.CELERITY, "4C", second=cards("5C")))
    assert (table.crypt(A), table.public.turn) == ("5D 6H", B)
    table.plays(B, "6C").passes(C, D)
    assert TurnLost(A) in table.told
    assert (table.public.turn, table.public.asked) == (B, Asked.LEAD)


def test_a_lead_that_celerity_costs_goes_to_the_next_player() -> None:
    """H50."""
    table = table_with((X.CELERITY,)).does(A, played(X.CELERITY, "4C", second=cards("6H")))
    table.passes(B, C, D)
    assert (table.public.turn, table.public.asked) == (B, Asked.LEAD)
    assert TurnLost(A) in table.told


def test_potence_counts_one_rank_higher_and_never_above_the_2_of_hearts() -> None:
    """Page 6.3, A21: same suit; the true cards stay visible."""
    table = table_with((), sheet(X.POTENCE), crypts=("8H 9C", "7H 6C", "9D", "10C"))
    table.plays(A, "8H")
    assert table.refusal(B, played(X.POTENCE, "7H"), "play-with") == "not-open"
    strong = table_with((), sheet(X.POTENCE), crypts=("8D 9C", "7H 6C", "9D 3D", "10C"))
    strong.plays(A, "8D").does(B, played(X.POTENCE, "7H"))
    assert strong.refuses(C, "3D") == "not-higher"
    top = table_with((X.POTENCE,), crypts=("2C 3C", "6C", "7C", "8C"))
    laid = top.does(A, played(X.POTENCE, "2C")).public.trick
    assert laid is not None
    assert (laid.hands[-1].cards, laid.hands[-1].top) == (cards("2C"), 51)


def test_protean_makes_a_card_of_the_hand_another() -> None:
    """Page 6.3, A22: a rank up or down in its suit or another suit, no wrap, doubles allowed."""
    table = table_with((X.PROTEAN,))
    five, six, four, ace = cards("5C 6C 4C 4H")
    far = played(X.PROTEAN, "5C", changed=five, counts_as=ace)
    assert table.refusal(A, far, "play-with") == "no-such-shape"
    none = played(X.PROTEAN, "5C 6H", changed=four, counts_as=five)
    assert table.refusal(A, none, "play-with") == "no-such-shape"
    pair = played(X.PROTEAN, "5C 6H", changed=five, counts_as=six)
    laid = table.does(A, pair).public.trick
    assert laid is not None
    assert (laid.hands[-1].kind, laid.hands[-1].counts_as) == ("pair", six)
    double = table_with((X.PROTEAN,))
    twin = played(X.PROTEAN, "5C 5D", changed=five, counts_as=cards("5D")[0])
    assert double.prompt_for(A, twin) is not None


def test_a_hand_with_a_discipline_keeps_the_rules_of_the_trick() -> None:
    """H46."""
    table = table_with((), sheet(X.POTENCE, X.PROTEAN)).plays(A, "5C 5D")
    seven, six = cards("7C 6C")
    assert table.refusal(B, played(X.POTENCE, "6C"), "play-with") == "wrong-type"
    assert table.refusal(B, played(X.POTENCE, "6C 7C"), "play-with") == "no-hand"
    swapped = played(X.PROTEAN, "6C 7C", changed=seven, counts_as=seven)
    assert table.refusal(B, swapped, "play-with") == "no-such-shape"
    assert table.prompt_for(B, played(X.PROTEAN, "6C 7C", changed=seven, counts_as=six)) is not None


def test_somebody_awed_plays_nothing_with_a_discipline_either() -> None:
    table = table_with((X.PRESENCE,), sheet(X.POTENCE)).does(A, use(X.PRESENCE, B))
    assert "play-with" not in table.plays(A, "4C").kinds(B)


def test_a_granted_boon_may_be_led_with_a_discipline() -> None:
    """A5: exactly the shown hand; a second hand of Celerity is free."""
    sheets = (Sheet(), Sheet(), sheet(X.CELERITY), Sheet())
    table = playing(*CRYPTS, sheets=sheets, trick=Trick(1))
    table.does(C, AskBoon(cards("8C"))).does(A, AnswerBoon(True))
    assert (table.public.turn, table.public.promised) == (C, cards("8C"))
    assert table.refuses(C, "9C") == "promised-hand"
    other = played(X.CELERITY, "6D", second=cards("8C"))
    assert table.refusal(C, other, "play-with") == "promised-hand"
    table.does(C, played(X.CELERITY, "8C", second=cards("9C")))
    assert table.crypt(C) == "6D"
    silent = playing(*CRYPTS, sheets=sheets, trick=Trick(1))
    silent.does(C, AskBoon(cards("8C"))).does(A, AnswerBoon(True)).time_is_up(C)
    assert silent.crypt(C) == "6D 9C", "A30"


def test_in_every_world_the_asker_of_a_granted_boon_holds_the_promised_hand() -> None:
    sheets = (Sheet(), Sheet(), sheet(X.CELERITY), Sheet())
    table = playing(*CRYPTS, sheets=sheets, trick=Trick(1))
    table.does(C, AskBoon(cards("8C"))).does(A, AnswerBoon(True))
    chance = random.Random(1)
    for _ in range(30):
        world = GAME.resample(table.view(B), chance)
        assert cards("8C")[0] in world.private[C].cards


def test_ranks_and_trades_alone_have_no_disciplines() -> None:
    table = playing(*CRYPTS, options=Options(evening="ranks"), sheets=())
    assert table.kinds(A) == ["lead", "conspire"]
