"""Random matches of the kit; the invariants of section 3.4 hold after every entry."""

from itertools import pairwise

import pytest

from app.games.skuncum import GAME
from app.games.skuncum.board import stacks
from app.games.skuncum.cards import FACES, SUIT_CARDS, Effect
from app.games.skuncum.hats import size_of
from app.games.skuncum.state import Phase, SkuncumState, Tableau
from app.games.skuncum.table_records import Stack
from app.rules.game import Seat
from app.rules.play import prompts
from tests.games.kit.adapter import adapter
from tests.games.kit.pairwise_setups import pairwise_setups
from tests.games.kit.random_matches import random_match
from tests.games.skuncum.conformance import BEFORE


def worth(stack: Stack) -> int:
    """The value of a stack, worked out again from section 3.1."""
    faces = [FACES[card] for card in stack.laid]
    effects = {face.effect for face in faces}
    opening = FACES[stack.card].value * (2 if Effect.DOUBLE in effects else 1)
    if Effect.SKUNK in effects:
        opening = 0
    added = sum(face.value for face in faces if face.rank or face.effect is Effect.BONUS)
    taken = sum(face.value for face in faces if face.effect is Effect.ATTACK)
    return max(0, opening + added - taken)


@pytest.mark.parametrize("seed", range(3 * len(pairwise_setups(GAME))))
def test_what_the_rules_say_is_true_after_every_entry(seed: int) -> None:
    kings: set[Seat | None] = set()
    """The Kingmakers of a Race, present and former."""
    for before, state in pairwise(random_match(adapter(GAME), seed, 320).states):
        public = state.public
        assert set(prompts(GAME, state)) == set(GAME.awaited_seats(public))
        if public.phase in BEFORE:
            continue
        assert public.counts == tuple(len(hand.cards) for hand in state.private)
        assert public.stock == len(state.hidden)
        kings = {*kings, public.kingmaker} if any(stacks(public)) else set()
        the_board_is_as_the_rules_allow(public, kings)
        boxes_are_never_overfull(before, state)


def the_board_is_as_the_rules_allow(public: Tableau, kings: set[Seat | None]) -> None:
    found = list(stacks(public))
    owners = [stack.seat for stack in found]
    assert len(set(owners)) == len(owners), "one opening card a player a Race"
    assert sorted(stack.at for stack in found) == list(range(len(found)))
    for stack in found:
        assert stack.card in SUIT_CARDS
        assert stack.value == worth(stack)
    assert not any(stack.laid for stack in public.bandwagon)
    for stack in public.coalition:
        assert not stack.laid or stack.seat in kings
    if public.duel is not None and public.turn is not None:
        mine, theirs = sorted(public.duel.sides, key=lambda side: side.seat != public.turn)
        assert mine.total <= theirs.total, "the lower side is to move"
        assert public.duel.needs == max(1, theirs.total - mine.total)


def boxes_are_never_overfull(before: SkuncumState, state: SkuncumState) -> None:
    """Errata A18: there are no Vote strokes beside open votes."""
    public, size = state.public, size_of(state.public)
    for box, old in zip(public.boxes, before.public.boxes, strict=True):
        assert all(0 <= many <= most for many, most in zip(box.hats, size.hats, strict=True))
        assert 0 <= box.votes <= size.votes
        assert box.votes == size.votes or box.vote_strokes == 0
        playing = (Phase.LEAD, Phase.SCRUM, Phase.PLAYOFF, Phase.HATS)
        if {before.public.phase, public.phase} <= set(playing):
            assert box.hat_strokes >= old.hat_strokes
            assert box.vote_strokes >= old.vote_strokes
