"""Mytherceria: ranks that may top no hand, leads apart (page 6.3, A24)."""

import random

import pytest
from msgspec.structs import replace

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.cards import RANKS, Card, sort_hand
from app.games.scum_the_masquerade.hands import HandType, hands_of, top
from app.games.scum_the_masquerade.moves import Demand, NameHand, Pass, Play, PlayWith, Use
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.powers import hands_with, rulesets
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.marks import Effect, EffectKind, ForbiddenRanks
from app.games.scum_the_masquerade.powers.possible_hands import highest_top, lowest_top
from app.games.scum_the_masquerade.powers.sheets import Dot, Sheet
from app.rules.game import Seat
from tests.games.scum_the_masquerade.table import A, B, C, D, Table, cards, playing
from tests.games.scum_the_masquerade.test_power_steps import choices, composed

X = Discipline
CRYPTS = ("4C 5C 5D 6H AC", "6C 7C 8H", "6D 8C 9C", "10C JC KC")
NAMES = ("Ada", "Ben", "Cleo", "Dan")
WITH = (Dot(X.POTENCE, 3), Dot(X.CELERITY, 2), Dot(X.PROTEAN))
LETTER = Options(evening="masquerade", ruleset="hr1")


def table_with(*, others: tuple[Sheet, ...] = (Sheet(),) * 3, **public: object) -> Table:
    """A is to lead, with dots of Mytherceria and of disciplines that go with a hand."""
    sheets = (Sheet.of(None, (Dot(X.MYTHERCERIA, 3), *WITH)), *others)
    return playing(*CRYPTS, sheets=sheets, **public)  # type: ignore[arg-type]  # by name


def riddle(*ranks: str) -> Use:
    return Use(X.MYTHERCERIA, (), len(ranks), ranks=ranks)


def after_trick(table: Table) -> Table:
    """Everybody passes until the trick is over."""
    while table.public.trick is not None and table.public.trick.hands:
        assert table.public.turn is not None
        table.passes(table.public.turn)
    return table


def listed(table: Table, seat: Seat) -> list[str]:
    """The hands that the question of this seat lists."""
    (prompt, *_) = GAME.prompts(table.view(seat))
    moves = GAME.legal_answers(table.view(seat), prompt)
    return [" ".join(move.cards) for move in moves if isinstance(move, Play)]


def test_no_hand_is_topped_by_a_forbidden_rank_and_the_question_says_so() -> None:
    """Page 6.3; A24: the user's neither."""
    table = table_with().does(A, riddle("7")).plays(A, "4C")
    assert (table.refuses(B, "7C"), listed(table, B)) == ("forbidden-rank", ["6C", "8H"])
    (turn, *_) = GAME.prompts(table.view(B))
    said = GAME.say_prompt(table.view(B), turn, NAMES)
    assert said == "To beat: the four of clubs. No hand topped by sevens. Play higher, or pass."
    own = table_with().does(A, riddle("A")).plays(A, "4C").passes(B, C).plays(D, "10C")
    assert own.refuses(A, "AC") == "forbidden-rank"
    assert listed(own, A) == []


def test_a_forbidden_card_may_be_in_a_hand_that_it_does_not_top() -> None:
    """A24: the top of the hand counts."""
    table = playing(
        "3C 3D 4C 4D 9H", "5C 5D 7C 7D 8C 8H", "6C", "6D",
        sheets=(Sheet.of(None, (Dot(X.MYTHERCERIA),)), Sheet(), Sheet(), Sheet()),
    )  # fmt: skip
    table.does(A, riddle("7")).plays(A, "3C 3D 4C 4D")
    assert table.refuses(B, "5C 5D 7C 7D") == "forbidden-rank"
    table.plays(B, "7C 7D 8C 8H")


def test_a_leader_may_lead_what_is_forbidden() -> None:
    """H57: so that nobody is stuck."""
    table = table_with().does(A, riddle("A"))
    assert "AC" in listed(table, A)
    table.plays(A, "AC")


@pytest.mark.parametrize("level", [1, 2, 3])
def test_it_lasts_until_the_trick_ends_for_one_rank_or_two_or_three(level: int) -> None:
    """Our numbers; a use before a lead means the trick that is led (A12)."""
    ranks = ("7", "8", "9")[:level]
    table = table_with().does(A, riddle(*ranks)).plays(A, "4C")
    assert table.public.forbidden == (ForbiddenRanks(A, ranks, 2),)
    assert listed(table, B) == [one for one in ("6C", "7C", "8H") if one[0] not in ranks]
    table.passes(B, C).plays(D, "10C").plays(A, "AC")
    assert len(table.public.forbidden) == 1, "still, after the user's next turn"
    assert not after_trick(table).public.forbidden


def test_by_the_letter_it_lasts_until_the_next_turn_then_a_trick_then_for_two_ranks() -> None:
    """Page 6.3, ruleset hr1; A12: a turn that is lost starts and ends."""
    assert rulesets.levels(LETTER, X.MYTHERCERIA)[0].startswith("Name a rank: until your next turn")
    table = table_with(options=LETTER).does(A, riddle("7")).plays(A, "4C").passes(B, C)
    assert table.public.forbidden
    assert table.plays(D, "10C").public.forbidden == ()
    second = Use(X.MYTHERCERIA, (), 2, ranks=("7",))
    longer = table_with(options=LETTER).does(A, second).plays(A, "4C").passes(B, C).plays(D, "10C")
    assert longer.public.forbidden
    third = Use(X.MYTHERCERIA, (), 3, ranks=("7", "8"))
    assert table_with(options=LETTER).does(A, third).public.forbidden
    lost = table_with(options=LETTER).does(A, riddle("9"))
    lost.does(A, PlayWith(X.CELERITY, cards("4C"), second=cards("5C"))).plays(B, "6C").passes(C)
    assert lost.public.forbidden
    assert lost.plays(D, "10C").public.forbidden == ()
    assert lost.public.turn == B, "the turn of A is lost"


def test_who_is_out_leaves_the_riddle_of_the_trick() -> None:
    sheets = (Sheet.of(None, (Dot(X.MYTHERCERIA),)), Sheet(), Sheet(), Sheet())
    table = playing("4C", *CRYPTS[1:], sheets=sheets).does(A, riddle("7")).plays(A, "4C")
    assert table.public.out == (A,)
    assert table.refuses(B, "7C") == "forbidden-rank"
    short = playing("4C", *CRYPTS[1:], sheets=sheets, options=LETTER).does(A, riddle("7"))
    assert short.plays(A, "4C").public.forbidden == (), "whose next turn never starts"


def test_it_names_as_many_different_ranks_as_the_level_has() -> None:
    table = table_with()
    for wrong in ((), ("7", "8"), ("1",), ("7C",)):
        move = Use(X.MYTHERCERIA, (), 1, ranks=wrong)
        assert table.refusal(A, move, "use") == "not-such-ranks"
    twice = Use(X.MYTHERCERIA, (), 2, ranks=("7", "7"))
    assert table.refusal(A, twice, "use") == "not-such-ranks"
    assert table.refusal(A, Use(X.MYTHERCERIA, (B,), 1, ranks=("7",)), "use") == "wrong-target"


def test_it_is_composed_of_level_and_ranks_and_told_to_all() -> None:
    sheets = (Sheet.of(None, (Dot(X.MYTHERCERIA, 2),)), Sheet(), Sheet(), Sheet())
    table = playing(*CRYPTS, sheets=sheets)
    assert choices(composed(table, "use")) == ("level", [1, 2])
    name, found = choices(composed(table, "use", [2]))
    assert (name, found) == ("ranks", list(RANKS))
    made = composed(table, "use", [2], ["A", "J"]).move
    assert isinstance(made, Use)
    event = table.does(A, made).told[0]
    said = GAME.say_event(table.public, event, NAMES)
    assert said == "Ada uses Mytherceria at level 2, and forbids jacks and aces on top."


# -- with orders and other disciplines


def test_an_order_to_play_counts_hands_that_are_not_forbidden() -> None:
    """A19; and a pass proves no more than that."""
    for demand in (Demand.ANY, Demand.HIGHEST, Demand.LOWEST):
        order = (Effect(EffectKind.COMMANDED, B, A, demand),)
        table = table_with(effects=order).does(A, riddle("7", "8")).plays(A, "5C")
        assert listed(table, B) == ["6C"]
        assert table.refusal(B, Pass()) == "commanded"
        table.plays(B, "6C")
    order = (Effect(EffectKind.COMMANDED, B, A),)
    table = table_with(effects=order).does(A, riddle("6", "7", "8")).plays(A, "5C")
    assert listed(table, B) == []
    table.passes(B)
    (proof,) = table.public.proofs
    assert (proof.seat, proof.forbidden) == (B, (3, 4, 5))
    for seed in range(10):
        world = GAME.resample(table.view(C), random.Random(seed))
        assert not {card.rank for card in world.private[B].cards} & {6, 7, 8, 9, 10, 11, 12}


def test_a_forbidden_hand_is_not_named() -> None:
    """A7, A19."""
    sheets = (Sheet.of(None, (Dot(X.DOMINATE, 3),)), Sheet(), Sheet(), Sheet())
    table = playing(*CRYPTS, sheets=sheets)
    table.does(A, Use(X.DOMINATE, (B,), 3, demand=Demand.NAMED)).plays(A, "4C")
    table = forbidding(table, "7")
    assert table.refusal(A, NameHand(cards("7C")), "name-hand") == "forbidden-rank"
    prompt = GAME.prompts(table.view(A))[0]
    named = list(GAME.legal_answers(table.view(A), prompt))
    assert named == [NameHand(), NameHand(cards("6C")), NameHand(cards("8H"))]


def test_the_counted_top_without_potence_is_what_is_forbidden() -> None:
    """A24."""
    table = table_with().plays(A, "4C").plays(B, "8H").passes(C, D)
    strong = PlayWith(X.POTENCE, cards("6H"), 3)
    assert forbidding(table, "6", "9").refusal(A, strong, "play-with") == "forbidden-rank"
    forbidding(table, "9").does(A, strong)
    changed = forbidding(table_with().plays(A, "4C").plays(B, "6C").passes(C, D), "7", "A")
    shape = PlayWith(X.PROTEAN, cards("6H"), changed=cards("6H")[0], counts_as=cards("7H")[0])
    assert changed.refusal(A, shape, "play-with") == "forbidden-rank"


def test_the_second_hand_of_celerity_is_no_lead() -> None:
    """A24."""
    table = forbidding(table_with(), "6", "4")
    twice = PlayWith(X.CELERITY, cards("4C"), second=cards("6H"))
    assert table.refusal(A, twice, "play-with") == "forbidden-rank"
    table.does(A, PlayWith(X.CELERITY, cards("4C"), second=cards("5C")))


def forbidding(table: Table, *ranks: str) -> Table:
    """The same moment with these ranks forbidden until the trick ends."""
    assert table.public.trick is not None
    marks = (ForbiddenRanks(D, ranks, table.public.trick.number),)
    public = replace(table.public, forbidden=marks)
    return Table(replace(table.state, public=public))


# -- the search


@pytest.mark.parametrize("packs", [1, 2])
def test_the_highest_and_lowest_allowed_tops_are_those_of_the_listed_hands(packs: int) -> None:
    chance = random.Random(packs)
    for _ in range(40):
        deck = [card for card in Card if packs == 2 or not card.second]
        own = sort_hand(chance.sample(deck, chance.randrange(1, 11)))
        ranks, above = chance.sample(range(13), 3), chance.randrange(-1, 40)
        for kind in HandType:
            tops = [top(one) for one in hands_of(kind, own, packs)]
            tops = [one for one in tops if one // 4 not in ranks]
            assert highest_top(own, kind, packs, ranks) == max(tops, default=None)
            higher = min((one for one in tops if one > above), default=None)
            assert lowest_top(own, kind, packs, above, ranks) == higher


@pytest.mark.parametrize("discipline", [X.CELERITY, X.POTENCE, X.PROTEAN])
def test_a_hand_with_a_discipline_is_offered_exactly_where_one_is_allowed(
    discipline: Discipline,
) -> None:
    chance = random.Random(5)
    for _ in range(30):
        own = chance.sample(list(Card)[:52], 9)
        mine = sort_hand(own[4:])
        sheets = (Sheet(), Sheet.of(None, (Dot(discipline, 3),)), Sheet(), Sheet())
        crypts = [" ".join(one) for one in (own[:4], mine)]
        table = playing(*crypts, "3C", "3D", sheets=sheets).plays(A, own[0])
        public = forbidding(table, *chance.sample(RANKS, 4)).public
        every = {
            (one.discipline, one.level)
            for level in (1, 2, 3)
            for one in hands_with.at_level(public, B, mine, discipline, level)
        }
        assert set(hands_with.kinds(public, B, mine)) == every
