"""Disciplines composed in steps, and the search that says whether one can be played at all."""

import random
from collections.abc import Sequence

import pytest

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.cards import Card, sort_hand
from app.games.scum_the_masquerade.hands import HandType, hands_of, top
from app.games.scum_the_masquerade.moves import Demand, PlayWith, Use
from app.games.scum_the_masquerade.powers import hands_with
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.possible_hands import could_beat, highest_top
from app.games.scum_the_masquerade.powers.sheets import Dot, Sheet
from app.rules.composing import Composition, compose
from app.rules.errors import IllegalMove
from app.rules.game import Prompt
from tests.games.scum_the_masquerade.table import A, B, C, D, Table, cards, playing

X = Discipline
CRYPTS = ("4C 5C 5D 6H", "6C 7C 8H", "6D 8C 9C", "10C JC KC")


def table_with(*dots: Dot, target: Sheet | None = None) -> Table:
    """A is to lead with these dots; B has one of Potence."""
    sheets = (Sheet.of(None, dots), target or Sheet.of(None, (Dot(X.POTENCE),)), Sheet(), Sheet())
    return playing(*CRYPTS, sheets=sheets, pile=cards("3C 9H JH"))


def composed(table: Table, kind: str, *picks: Sequence[object]) -> Composition:
    prompt = next(one for one in GAME.prompts(table.view(A)) if one.kind == kind)
    return compose(GAME, table.view(A), prompt, picks)


def choices(found: Composition) -> tuple[str, list[object]]:
    assert found.step is not None
    return found.step.name, [choice.value for choice in found.step.choices]


def test_a_use_is_composed_of_what_its_legal_uses_differ_in() -> None:
    """A single thing that is left to choose has no step."""
    table = table_with(Dot(X.AUSPEX), Dot(X.DOMINATE), Dot(X.OBFUSCATE))
    assert choices(composed(table, "use")) == ("discipline", [X.AUSPEX, X.DOMINATE, X.OBFUSCATE])
    assert composed(table, "use", ["obfuscate"]).move == Use(X.OBFUSCATE)
    assert choices(composed(table, "use", ["auspex"])) == ("targets", [B, C, D])
    assert composed(table, "use", ["auspex"], [2]).move == Use(X.AUSPEX, (C,))
    assert choices(composed(table, "use", ["dominate"], [1])) == ("demand", ["any", "highest"])
    highest = composed(table, "use", ["dominate"], [1], ["highest"])
    assert highest.move == Use(X.DOMINATE, (B,), demand=Demand.HIGHEST)
    assert "highest hand" in highest.text


def test_more_dots_make_a_step_for_the_level_and_more_targets() -> None:
    """H41."""
    table = table_with(Dot(X.PRESENCE, 3))
    assert choices(composed(table, "use")) == ("level", [1, 2, 3])
    second = composed(table, "use", [2])
    assert second.step is not None
    assert (second.step.kind, second.step.least, second.step.most) == ("seats", 2, 2)
    assert composed(table, "use", [2], [3, 1]).move == Use(X.PRESENCE, (B, D), 2)
    assert composed(table, "use", [3]).move == Use(X.PRESENCE, (B, C, D), 3)


def test_what_is_lost_is_the_last_step_of_thaumaturgy() -> None:
    table = table_with(Dot(X.THAUMATURGY), target=Sheet.of(None, (Dot(X.AUSPEX), Dot(X.POTENCE))))
    assert choices(composed(table, "use")) == ("loses", ["auspex", "potence"])
    assert composed(table, "use", ["potence"]).move == Use(X.THAUMATURGY, (B,), loses=("potence",))


def test_a_hand_with_a_discipline_is_composed_of_the_crypt() -> None:
    """The cards are checked when the hand is complete; a sentence says why it is none."""
    table = table_with(Dot(X.CELERITY), Dot(X.PROTEAN))
    assert choices(composed(table, "play-with"))[1] == [X.CELERITY, X.PROTEAN]
    step = composed(table, "play-with", ["celerity"]).step
    assert step is not None
    assert (step.name, step.least, step.most, step.checked_after) == ("cards", 1, 4, True)
    name, rest = choices(composed(table, "play-with", ["celerity"], ["4C"]))
    assert (name, rest) == ("second", ["5C", "5D", "6H"])
    twice = composed(table, "play-with", ["celerity"], ["4C"], ["6H"]).move
    assert twice == PlayWith(X.CELERITY, cards("4C"), second=cards("6H"))
    with pytest.raises(IllegalMove, match="beat the first"):
        composed(table, "play-with", ["celerity"], ["6H"], ["4C"])
    protean = ["protean"]
    assert choices(composed(table, "play-with", protean, ["5C", "6H"])) == ("changed", ["5C", "6H"])
    name, shapes = choices(composed(table, "play-with", protean, ["5C", "6H"], ["5C"]))
    assert (name, shapes) == ("counts_as", ["6C"])
    made = composed(table, "play-with", protean, ["5C", "6H"], ["5C"], ["6C"]).move
    assert made == PlayWith(
        X.PROTEAN, cards("5C 6H"), changed=cards("5C")[0], counts_as=cards("6C")[0]
    )
    with pytest.raises(IllegalMove):
        composed(table, "play-with", protean, ["4C", "6H"])


def test_a_page_is_sent_the_step_and_not_the_many_answers() -> None:
    assert GAME.max_listed_moves(Prompt("use-1", "use")) == 1
    assert GAME.max_listed_moves(Prompt("turn-1", "follow")) > 1


# -- the search


def crypt(chance: random.Random, packs: int) -> tuple[Card, ...]:
    deck = [card for card in Card if packs == 2 or not card.second]
    return sort_hand(chance.sample(deck, chance.randrange(1, 11)))


@pytest.mark.parametrize("packs", [1, 2])
def test_the_highest_top_is_that_of_all_hands_of_the_type(packs: int) -> None:
    chance = random.Random(packs)
    for _ in range(60):
        own = crypt(chance, packs)
        for kind in HandType:
            listed = [top(one) for one in hands_of(kind, own, packs)]
            assert highest_top(own, kind, packs) == max(listed, default=None), (own, kind)


@pytest.mark.parametrize("packs", [1, 2])
def test_a_card_could_beat_a_height_if_some_listed_hand_with_it_does(packs: int) -> None:
    chance = random.Random(10 + packs)
    for _ in range(60):
        own, above = crypt(chance, packs), chance.randrange(-1, 52)
        card = chance.choice(own)
        for kind in HandType:
            listed = any(card in one and top(one) > above for one in hands_of(kind, own, packs))
            assert could_beat(own, card, kind, packs, above) is listed, (own, card, kind, above)


@pytest.mark.parametrize("discipline", [X.CELERITY, X.POTENCE, X.PROTEAN])
def test_a_hand_with_a_discipline_is_offered_exactly_where_one_is_legal(
    discipline: Discipline,
) -> None:
    """The search finds one where the list has one, and no other; at every level."""
    chance = random.Random(3)
    found = 0
    for _ in range(40):
        own, other = chance.sample(list(Card)[:52], 9), chance.choice([1, 2, 3, 5])
        mine = sort_hand(own[4:])
        hand = next((one for kind in HandType for one in hands_of(kind, own[:4], 1)), None)
        pair = list(hands_of(HandType.PAIR, own[:4], 1)) if other > 1 else []
        lead = pair[0] if pair else hand
        assert lead is not None
        sheets = (Sheet(), Sheet.of(None, (Dot(discipline, 3),)), Sheet(), Sheet())
        crypts = [" ".join(one) for one in (own[:4], mine)]
        table = playing(*crypts, "3C", "3D", sheets=sheets).plays(A, " ".join(lead))
        public = table.public
        listed = {(one.discipline, one.level) for one in hands_with.plays(public, B, mine)}
        every = {
            (one.discipline, one.level)
            for level in (1, 2, 3)
            for one in hands_with.at_level(public, B, mine, discipline, level)
        }
        assert set(hands_with.kinds(public, B, mine)) == listed == every
        found += bool(listed)
    assert found > 3
