"""The disciplines at their second and third level."""

import pytest

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.moves import Demand, NameHand, Pass, PlayWith, React, Use
from app.games.scum_the_masquerade.powers.clans import CHARGES, Specialty
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.marks import Effect, EffectKind
from app.games.scum_the_masquerade.powers.sheets import Dot, Sheet
from app.games.scum_the_masquerade.refusals import Reason
from app.rules.game import Seat
from tests.games.scum_the_masquerade.discipline_table import (
    CRYPTS,
    INQUISITOR,
    X,
    legal_use,
    with_dots,
)
from tests.games.scum_the_masquerade.table import A, B, C, D, cards, playing


def test_animalism_takes_a_king_at_the_second_level_and_a_2_at_the_third() -> None:
    second = with_dots(X.ANIMALISM)
    two = Use(X.ANIMALISM, (), 2, cards("2D"))
    assert second.refusal(A, two, "use") == "not-in-the-pile"
    assert "JH" in second.does(A, legal_use(X.ANIMALISM, 2)).crypt(A)
    assert "2D" in with_dots(X.ANIMALISM).does(A, legal_use(X.ANIMALISM, 3)).crypt(A)


@pytest.mark.parametrize(("level", "ends"), [(2, True), (3, False)])
def test_auspex_sees_every_change_until_the_trick_or_the_round_ends(level: int, ends: bool) -> None:
    """Section 9: live; what was seen last stays in view."""
    table = with_dots(X.AUSPEX).does(A, legal_use(X.AUSPEX, level)).plays(A, "4C").plays(B, "6C")
    (seen,) = table.state.private[A].snapshots
    assert seen.cards == cards("7C 8H")
    table.passes(C, D, A).plays(B, "7C")
    (seen,) = table.state.private[A].snapshots
    assert seen.cards == (cards("7C 8H") if ends else cards("8H"))
    assert not any(hand.snapshots for hand in table.state.private[1:])


def test_celerity_keeps_its_turn_at_the_second_level_and_plays_three_hands_at_the_third() -> None:
    second = with_dots(X.CELERITY)
    second.does(A, PlayWith(X.CELERITY, cards("4C"), 2, second=cards("5C")))
    assert second.public.effects == ()
    third = with_dots(X.CELERITY)
    short = PlayWith(X.CELERITY, cards("4C"), 3, second=cards("5C"))
    assert third.refusal(A, short, "play-with") == "not-beaten-by-second"
    third.does(A, PlayWith(X.CELERITY, cards("4C"), 3, cards("5C"), cards("6H")))
    assert (third.crypt(A), third.public.effects) == ("5D", ())
    assert third.public.sheets[A].unspent(X.CELERITY) == 0


@pytest.mark.parametrize("discipline", [X.CELERITY, X.POTENCE, X.PROTEAN])
@pytest.mark.parametrize("level", [2, 3])
def test_a_hand_of_a_level_needs_its_dots(discipline: Discipline, level: int) -> None:
    table = with_dots(discipline, level - 1)
    move = {
        X.CELERITY: PlayWith(X.CELERITY, cards("4C"), level, cards("5C"), cards("6H")),
        X.POTENCE: PlayWith(X.POTENCE, cards("4C"), level),
        X.PROTEAN: PlayWith(
            X.PROTEAN, cards("4C"), level, changed=cards("4C")[0], counts_as=cards("5D")[0]
        ),
    }[discipline]
    assert table.refusal(A, move, "play-with") == "no-dots"


def test_dominate_demands_the_lowest_hand_that_beats_the_trick_whatever_the_ranks() -> None:
    table = playing(
        *CRYPTS, order=(B, A, C, D), turn=A,
        sheets=(Sheet.of(None, (Dot(X.DOMINATE, 2),)), Sheet(), Sheet(), Sheet()),
    )  # fmt: skip
    table.does(A, Use(X.DOMINATE, (C,), 2, demand=Demand.LOWEST)).plays(A, "6H")
    assert table.refuses(C, "9C") == "not-the-demanded-hand"
    assert table.refusal(C, Pass()) == "commanded"
    table.plays(C, "8C")
    (proof,) = table.public.proofs
    assert (proof.seat, proof.above, proof.below) == (C, 15, 20)


def test_dominate_of_the_third_level_sees_the_crypt_and_names_the_hand() -> None:
    """A7: when the target's turn has come; silence leaves the choice, and it must play."""
    table = with_dots(X.DOMINATE).does(A, legal_use(X.DOMINATE, 3))
    assert table.state.private[A].snapshots[0].cards == cards(CRYPTS[1])
    table.plays(A, "4C")
    assert (table.kinds(A)[0], GAME.awaited_seats(table.public)) == ("name-hand", (A,))
    assert table.refusal(A, NameHand(cards("9C")), "name-hand") == "not-your-cards"
    assert table.refusal(A, NameHand(cards("6C 7C")), "name-hand") == "no-hand"
    low = GAME.say_refusal(table.view(A), NameHand(cards("6C")), Reason.NOT_HIGHER)
    assert low.startswith("The four of clubs lies there: the highest card of the hand")
    table.does(A, NameHand(cards("7C")))
    assert table.refuses(B, "8H") == "not-the-demanded-hand"
    assert table.refusal(B, Pass()) == "commanded"
    table.plays(B, "7C")
    assert table.public.effects == ()
    silent = with_dots(X.DOMINATE).does(A, legal_use(X.DOMINATE, 3)).plays(A, "4C").time_is_up(A)
    assert silent.refusal(B, Pass()) == "commanded"
    assert silent.plays(B, "8H").public.effects == ()


def test_obfuscate_lasts_until_this_trick_ends_or_the_next_one() -> None:
    for level, tricks in ((2, 1), (3, 2)):
        table = with_dots(X.OBFUSCATE).does(A, legal_use(X.OBFUSCATE, level))
        lasted = 0
        for card, above in (("4C", "6C"), ("7C", "9C")):
            leader = table.public.turn
            assert leader is not None
            table.plays(leader, card)
            other = Seat(leader + 1)
            table.plays(other, above)
            while table.public.trick is not None and table.public.trick.hands:
                assert table.public.effects
                assert table.public.turn is not None
                table.passes(table.public.turn)
            lasted += 1
            if not table.public.effects:
                break
        assert lasted == tricks


def test_potence_counts_two_and_three_ranks_higher() -> None:
    for level, top in ((2, 12), (3, 16)):
        table = with_dots(X.POTENCE).does(A, PlayWith(X.POTENCE, cards("4C"), level))
        assert table.public.trick is not None
        assert table.public.trick.hands[-1].top == top


def test_presence_makes_two_or_all_others_pass_and_each_answers_for_itself() -> None:
    """A6."""
    guarded = (Dot(X.FORTITUDE),)
    table = with_dots(X.PRESENCE, b=guarded, d=INQUISITOR).does(A, legal_use(X.PRESENCE, 3))
    assert table.public.pending is not None
    assert table.public.pending.may == (D, B), "who can cancel all of it comes first"
    table.does(B, React(True)).does(D, React(False))
    assert [effect.seat for effect in table.public.effects] == [C, D]
    assert table.public.sheets[B].unspent(X.FORTITUDE) == 0
    whole = with_dots(X.PRESENCE, b=guarded, d=INQUISITOR).does(A, legal_use(X.PRESENCE, 3))
    whole.does(B, React(True)).does(D, React(True))
    assert whole.public.effects == ()
    assert whole.public.sheets[B].unspent(X.FORTITUDE) == 1, "no Fortitude is spent then"
    one = Use(X.PRESENCE, (B,), 2)
    assert with_dots(X.PRESENCE, 2).refusal(A, one, "use") == "wrong-target"


def test_protean_reaches_three_ranks_and_then_six() -> None:
    """No card but a near one counts as a 2."""
    four = cards("4C")[0]

    def changed(level: int, into: str) -> PlayWith:
        return PlayWith(X.PROTEAN, cards("4C"), level, changed=four, counts_as=cards(into)[0])

    table = with_dots(X.PROTEAN)
    assert table.prompt_for(A, changed(2, "7H")) is not None
    assert table.refusal(A, changed(2, "8C"), "play-with") == "no-such-shape"
    assert table.prompt_for(A, changed(3, "10H")) is not None
    assert table.refusal(A, changed(3, "JC"), "play-with") == "no-such-shape"


def test_thaumaturgy_gains_what_it_takes_for_one_use_each() -> None:
    """A26: of the first level, not to be combined, gone with the round."""
    table = with_dots(X.THAUMATURGY).does(A, legal_use(X.THAUMATURGY, 2))
    mine, theirs = table.public.sheets[:2]
    assert (mine.unspent(X.POTENCE), theirs.unspent(X.POTENCE)) == (1, 0)
    assert mine.refilled().unspent(X.POTENCE) == 0
    own = with_dots(X.THAUMATURGY, more=(Dot(X.POTENCE),)).does(A, legal_use(X.THAUMATURGY, 2))
    assert own.public.sheets[A].unspent(X.POTENCE) == 2
    assert own.public.sheets[A].refilled().unspent(X.POTENCE) == 1
    sheets = (Sheet.of(None, (Dot(X.THAUMATURGY, 3),)), Sheet.of(None, (Dot(X.POTENCE, 2),)))
    both = with_dots(X.THAUMATURGY, sheets=(*sheets, Sheet(), Sheet()))
    both.does(A, Use(X.THAUMATURGY, (B,), 3, loses=("potence",)))
    assert (both.public.sheets[A].unspent(X.POTENCE), both.public.sheets[B].unspent(X.POTENCE)) == (
        2,
        0,
    )
    assert both.public.sheets[A].highest_level(X.POTENCE) == 1
    charged = with_dots(X.THAUMATURGY, d=INQUISITOR)
    charged.does(A, Use(X.THAUMATURGY, (D,), 2, loses=("charge",))).does(D, React(False))
    assert (charged.public.sheets[A].charges, charged.public.sheets[D].charges) == (1, 1)
    charged.plays(A, "4C")
    seer = Sheet(specialty=Specialty.SEER, charges=CHARGES)
    seeing = with_dots(X.THAUMATURGY, d=seer)
    seeing.does(A, Use(X.THAUMATURGY, (D,), 2, loses=("charge",)))
    assert seeing.public.sheets[A].unspent(X.AUSPEX) == 1


def test_quietus_silences_for_this_trick_the_next_one_or_the_round() -> None:
    """Page 6.3: no use, no hand with a discipline, and no answer."""
    guarded = (Dot(X.PRESENCE), Dot(X.FORTITUDE))
    for level, silent in ((1, [False, False]), (2, [True, False]), (3, [True, True])):
        table = with_dots(X.QUIETUS, b=guarded)
        table.does(A, Use(X.QUIETUS, (B,), level))
        if table.public.pending is not None:
            table.does(B, React(False))
        table.plays(A, "4C")
        assert not {"use", "play-with"} & set(table.kinds(B))
        found = []
        for card in ("5C", "5D"):
            table.passes(B, C, D)
            found.append(bool(table.public.effects))
            table.plays(A, card)
        assert found == silent


def test_a_silenced_player_and_a_silenced_inquisitor_answer_nothing() -> None:
    guarded = (Dot(X.FORTITUDE, 2),)
    silenced = (Effect(EffectKind.SILENCED, B, A), Effect(EffectKind.SILENCED, D, A))
    table = with_dots(X.PRESENCE, 1, b=guarded, d=INQUISITOR, effects=silenced)
    assert table.does(A, Use(X.PRESENCE, (B,))).public.pending is None


def test_a_shorter_silence_does_not_end_a_longer_one() -> None:
    longer = (Effect(EffectKind.SILENCED, B, C),)
    table = with_dots(X.QUIETUS, effects=longer).does(A, Use(X.QUIETUS, (B,), 1))
    assert table.public.effects == longer


def test_a_hunter_silences_for_a_charge() -> None:
    """Section 7."""
    hunter = Sheet(specialty=Specialty.HUNTER, charges=CHARGES)
    sheets = (Sheet(), Sheet(), Sheet(), hunter)
    table = playing("4C KH", "6C", "8C", "10C KC", sheets=sheets).plays(A, "4C").passes(B, C)
    table.does(D, Use(X.QUIETUS, (A,)))
    assert table.public.sheets[D].charges == CHARGES - 1
    assert [effect.kind for effect in table.public.effects] == [EffectKind.SILENCED]
