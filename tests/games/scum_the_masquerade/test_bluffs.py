"""Chimerstry: hands that are played face down and announced, and their challenges (H56, A2)."""

import random

import pytest

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.cards import Card, sort_hand
from app.games.scum_the_masquerade.events import BluffCalled, HandPlayed
from app.games.scum_the_masquerade.hands import HandType, hands_of
from app.games.scum_the_masquerade.moves import Demand, Move, Pass, PlayWith, React, SeeThrough
from app.games.scum_the_masquerade.powers import hands_with
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.marks import Effect, EffectKind, ForbiddenRanks
from app.games.scum_the_masquerade.powers.sheets import Dot, Sheet
from app.games.scum_the_masquerade.state import Trick
from app.rules.game import Seat, view
from tests.games.scum_the_masquerade.table import A, B, C, D, Table, cards, playing
from tests.games.scum_the_masquerade.test_power_steps import choices, composed

X = Discipline
CRYPTS = ("3C 4C 5C 5D 6H", "6C 7C 8H AS", "6D 8C 9C", "10C JC KC")
NAMES = ("Ada", "Ben", "Cleo", "Dan")
YES, NO = React(True), React(False)


def bluff(own: str, announced: str, level: int = 1) -> PlayWith:
    return PlayWith(X.CHIMERSTRY, cards(own), level, announced=cards(announced))


def table_with(have: int = 3, *more: Dot, b: Sheet | None = None, **public: object) -> Table:
    """A is to lead with this many dots of Chimerstry."""
    sheets = (Sheet.of(None, (Dot(X.CHIMERSTRY, have), *more)), b or Sheet(), Sheet(), Sheet())
    return playing(*CRYPTS, sheets=sheets, **public)  # type: ignore[arg-type]  # by name


def refusal(move: Move, have: int = 3, **public: object) -> str | None:
    return table_with(have, **public).refusal(A, move, "play-with")  # type: ignore[arg-type]  # by name


def test_an_announced_hand_waits_for_all_others_and_nobody_sees_its_cards() -> None:
    """H56: a window for all others with cards; section 9: true cards are the player's alone."""
    table = table_with().does(A, bluff("3C 4C", "8D 8S", 2))
    assert GAME.awaited_seats(table.public) == (B, C, D)
    assert [table.kinds(seat)[0] for seat in (B, C, D)] == ["react"] * 3
    assert table.public.sheets[A].unspent(X.CHIMERSTRY) == 1
    (prompt, *_) = GAME.prompts(table.view(B))
    said = GAME.say_prompt(table.view(B), prompt, NAMES)
    assert said == (
        "Ada plays face down, with Chimerstry at level 2, and announces the "
        "eight of diamonds and eight of spades. Challenge it?"
    )
    for seat in (B, C, D):
        assert not table.view(seat).private.bluff  # type: ignore[union-attr]  # a seat's view
    assert "3C" not in str(table.public.pending)


def test_without_a_challenge_it_counts_as_announced_and_is_turned_up() -> None:
    """H56; turned up when the window closes (ours)."""
    table = table_with().does(A, bluff("3C 4C", "8D 8S", 2)).does(D, NO).does(B, NO).does(C, NO)
    assert table.public.trick is not None
    (laid,) = table.public.trick.hands
    assert (laid.cards, laid.kind, laid.top) == (cards("3C 4C"), HandType.PAIR, 22)
    assert table.crypt(A) == "5C 5D 6H"
    assert (table.public.turn, table.kinds(B)[0]) == (B, "follow")
    event = next(one for one in table.told if isinstance(one, HandPlayed))
    assert GAME.say_event(table.public, event, NAMES) == (
        "Ada leads the three of clubs and four of clubs, with Chimerstry, "
        "which counts as the eight of diamonds and eight of spades."
    )


def test_a_false_lead_that_is_challenged_goes_back_and_the_next_player_leads() -> None:
    """A2: the trick has no hand, so the lead goes on as with a lost turn."""
    table = table_with().does(A, bluff("3C", "2H")).does(D, YES).does(B, NO).does(C, YES)
    assert BluffCalled(C, A, cards("3C"), True) in table.told
    assert (table.crypt(A), table.public.counts[A]) == ("3C 4C 5C 5D 6H", 5)
    assert (table.public.turn, table.kinds(B)[0]) == (B, "lead")
    assert table.public.sheets[A].unspent(X.CHIMERSTRY) == 2, "the dot stays spent"
    for seed in range(5):
        world = GAME.resample(table.view(D), random.Random(seed))
        assert cards("3C")[0] in world.private[A].cards, "all have seen it"


def test_a_false_hand_on_a_trick_that_is_challenged_is_a_pass() -> None:
    """H56; and a pass that proves nothing of the crypt."""
    own = Sheet.of(None, (Dot(X.CHIMERSTRY),))
    order = (Effect(EffectKind.COMMANDED, B, A),)
    table = table_with(b=own, effects=order).plays(A, "5C").does(B, bluff("6C", "AH"))
    table.does(C, YES)
    assert table.public.trick is not None
    assert (table.public.trick.passed, table.public.turn) == ((B,), C)
    assert (table.public.effects, table.public.proofs) == ((), ())
    assert table.crypt(B) == "6C 7C 8H AS"


def test_who_challenges_a_true_hand_must_pass() -> None:
    """H56: on the next turn."""
    table = table_with().does(A, bluff("5C 5D", "5C 5D")).does(B, NO).does(C, YES)
    assert BluffCalled(C, A, cards("5C 5D"), False) in table.told
    assert table.public.effects == (Effect(EffectKind.AWED, C, A),)
    table.passes(B)
    assert table.refuses(C, "8C") == "awed"


def test_the_first_challenger_in_turn_order_counts_and_silence_is_none() -> None:
    """H48, H56: the order of arrival does not."""
    table = table_with().does(A, bluff("5C", "5C")).does(D, YES).does(C, YES)
    assert table.public.pending is not None
    table.time_is_up(B)
    assert [effect.seat for effect in table.public.effects] == [C]
    silent = table_with().does(A, bluff("3C", "2H")).time_is_up(B).time_is_up(C).time_is_up(D)
    assert silent.public.trick is not None
    assert silent.public.trick.hands[0].top == 51


def test_a_dot_of_auspex_sees_through_it_before_the_answer() -> None:
    """H56: alone."""
    seer = Sheet.of(None, (Dot(X.AUSPEX, 2),))
    table = table_with(b=seer).does(A, bluff("3C", "2H"))
    assert (table.kinds(B), table.kinds(C)) == (["react", "see-through"], ["react"])
    table.does(B, SeeThrough())
    assert table.public.sheets[B].unspent(X.AUSPEX) == 1
    assert table.state.private[B].seen_through == cards("3C")
    assert not table.state.private[C].seen_through
    assert table.kinds(B) == ["react"], "once is enough"
    (prompt,) = GAME.prompts(table.view(B))
    said = GAME.say_prompt(table.view(B), prompt, NAMES)
    assert said.endswith("In truth: the three of clubs. Challenge it?")
    for seed in range(5):
        assert GAME.resample(table.view(B), random.Random(seed)).private[A].bluff == cards("3C")
    table.does(B, YES)
    assert not table.state.private[B].seen_through
    silent = table_with(b=seer, effects=(Effect(EffectKind.SILENCED, B, A),))
    assert "see-through" not in silent.does(A, bluff("3C", "2H")).kinds(B)


@pytest.mark.parametrize(("level", "legal"), [(1, [True, False, False]), (2, [True, True, False])])
def test_a_level_allows_this_many_false_cards(level: int, legal: list[bool]) -> None:
    """Page 6.3: one, two, any number."""
    for own, announced, expected in (
        ("5C 5D 6H", "5C 5D 5S", legal[0]),
        ("5C 4C 6H", "5C 5H 5S", legal[1]),
        ("3C 4C 6H", "8C 8D 8S", legal[2]),
    ):
        found = refusal(bluff(own, announced, level))
        assert (found is None) is expected
        assert refusal(bluff(own, announced, 3)) is None


def test_a_bluff_is_a_hand_of_as_many_cards_that_beats_the_trick_and_keeps_a_card() -> None:
    """H56: not with the last cards; H46: type and beating as ever."""
    assert refusal(bluff("3C 4C 5C 5D 6H", "8C 8D 8S 9C 9D", 3)) == "last-cards"
    assert refusal(bluff("3C", "8C 8D", 3)) == "no-such-bluff"
    assert refusal(bluff("3C 4C", "8C 8C", 3)) == "no-such-bluff"
    assert refusal(bluff("3C 4C", "8C 9C", 3)) == "no-hand"
    assert refusal(bluff("7C", "8C")) == "not-your-cards"
    assert refusal(PlayWith(X.POTENCE, cards("3C"), announced=cards("8C"))) in ("no-dots",)
    second = Sheet.of(None, (Dot(X.CHIMERSTRY),))
    table = table_with(b=second).plays(A, "5C")
    assert table.refusal(B, bluff("6C", "5D"), "play-with") is None
    lower = table_with(b=second).plays(A, "6H")
    assert lower.refusal(B, bluff("6C", "6D"), "play-with") == "not-higher"
    marks = (ForbiddenRanks(A, ("A",), 2),)
    forbidden = table_with(b=second, forbidden=marks).plays(A, "5C")
    assert forbidden.refusal(B, bluff("6C", "AD"), "play-with") == "forbidden-rank"


def test_a_bluff_needs_its_dots_its_turn_and_no_demanded_hand() -> None:
    """H41, H44; a hand that was demanded is no illusion (ours)."""
    for level in (1, 2, 3):
        assert refusal(bluff("3C", "2H", level), level - 1) in ("no-dots", "not-open")
    own = Sheet.of(None, (Dot(X.CHIMERSTRY),))
    assert "play-with" not in table_with(b=own).kinds(B)
    first = table_with(trick=Trick(1)).does(A, bluff("3C", "2H"))
    assert first.public.pending is not None, "with the first hand of the round, as the rules say"
    for demand, expected in ((Demand.ANY, True), (Demand.HIGHEST, False)):
        order = (Effect(EffectKind.COMMANDED, B, A, demand),)
        table = table_with(b=own, effects=order).plays(A, "5C")
        assert (table.prompt_for(B, bluff("6C", "AH")) is not None) is expected
    met = table_with(b=own, effects=(Effect(EffectKind.COMMANDED, B, A),)).plays(A, "5C")
    met.does(B, bluff("6C", "AH")).does(C, NO).does(D, NO).does(A, NO)
    assert met.public.effects == (), "A19: an order is met by what the hand counts as"
    assert met.refusal(C, Pass()) is None


def test_a_bluff_is_composed_of_level_cards_and_what_is_announced() -> None:
    table = table_with(2)
    assert choices(composed(table, "play-with")) == ("level", [1, 2])
    assert choices(composed(table, "play-with", [2]))[0] == "cards"
    name, deck = choices(composed(table, "play-with", [2], ["3C", "4C"]))
    assert (name, len(deck)) == ("announced", 52)
    made = composed(table, "play-with", [2], ["3C", "4C"], ["9H", "9D"])
    assert isinstance(made.move, PlayWith)
    assert table.does(A, made.move).public.pending is not None
    assert "at most two" in made.text


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_worlds_of_a_window_have_a_bluff_that_fits(level: int) -> None:
    """Section 9: no view tells a true hand from a false one; a few true cards are certain."""
    own, said = {1: ("5C 6H", "5C 5S"), 2: ("3C 5D", "9C 9S"), 3: ("3C 4C 6H", "9C 9S 9D")}[level]
    table = table_with().does(A, bluff(own, said, level))
    for seed in range(20):
        world = GAME.resample(table.view(C), random.Random(seed))
        drawn = world.private[A].bluff
        assert len(drawn) == len(cards(own))
        assert set(drawn) <= set(world.private[A].cards)
        assert len(set(cards(said)) - set(drawn)) <= level
        assert view(world, C) == table.view(C)


def test_a_bluff_is_offered_exactly_where_one_can_be_announced() -> None:
    """The search finds one where the list has one."""
    chance = random.Random(9)
    for _ in range(40):
        own = chance.sample(list(Card)[:52], 10)
        mine, theirs = sort_hand(own[5:]), own[:5]
        lead = next(one for kind in reversed(HandType) for one in hands_of(kind, theirs, 1))
        sheets = (Sheet(), Sheet.of(None, (Dot(X.CHIMERSTRY, 3),)), Sheet(), Sheet())
        crypts = [" ".join(one) for one in (theirs, mine)]
        table = playing(*crypts, "3C", "3D", sheets=sheets)
        if len(lead) == len(theirs):
            continue
        public = table.plays(A, " ".join(lead)).public
        every = {
            (X.CHIMERSTRY, level)
            for level in (1, 2, 3)
            if next(hands_with.at_level(public, Seat(1), mine, X.CHIMERSTRY, level), None)
            is not None
        }
        assert set(hands_with.kinds(public, B, mine)) == every, (mine, lead)
