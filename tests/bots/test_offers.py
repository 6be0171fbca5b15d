"""Offers among bots: the arena and the search know them, as a table does."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from app.bots import arena, search
from app.bots.move_choice import STRENGTHS
from app.bots.offers import Offers, may_offer
from app.games import BY_SLUG
from app.ops.arena import Tournament, play_match
from app.rules.game import Chance, Prompt, Seat, State, View, view
from tests.table.parley import GAME as PARLEY
from tests.table.parley import Move, Object, Parley, ParleyOptions, Private, Public, Speak, Table

A, B, C = Seat(0), Seat(1), Seat(2)
LOUD = 9
"""In place of a mute seat: somebody has spoken loudly."""
OFFER = Prompt("gift", "gift", offer=True)
QUESTION = Prompt("turn", "speak")
MASQUERADE = BY_SLUG["scum-the-masquerade"]


def test_an_offer_is_looked_at_once_and_again_after_an_own_move() -> None:
    offers, looked = Offers(), list[Seat]()

    def looking(seat: Seat, prompt: Prompt) -> Any:
        looked.append(seat)

    for _ in range(2):
        assert offers.next_taken({A: (QUESTION, OFFER), B: (OFFER,)}, looking) is None
    assert sorted(looked) == [A, B]
    offers.moved(A)
    offers.next_taken({A: (OFFER,), B: (OFFER,)}, looking)
    assert looked[2:] == [A]
    assert (offers.opened["gift"], offers.taken["gift"]) == (2, 0)


def test_an_offer_that_went_and_came_again_is_looked_at_again() -> None:
    offers, looked = Offers(), list[Seat]()

    def looking(seat: Seat, prompt: Prompt) -> Any:
        looked.append(seat)

    for open_to in ({A: (OFFER,)}, {}, {A: (OFFER,)}):
        offers.next_taken(open_to, looking)
    assert looked == [A, A]


def test_the_same_seat_is_not_always_the_first_to_look() -> None:
    offers, first = Offers(), set[Seat]()
    for number in range(4):
        taken = offers.next_taken(
            {seat: (Prompt(f"{number}", "gift", offer=True),) for seat in (A, B)},
            lambda seat, prompt: seat,
        )
        assert taken is not None
        first.add(taken.seat)
    assert first == {A, B}


def test_only_games_with_offers_pay_for_them() -> None:
    assert [slug for slug, game in BY_SLUG.items() if may_offer(game)] == [MASQUERADE.slug]


def test_the_arena_plays_offers_and_counts_them() -> None:
    wanted = Tournament(MASQUERADE.slug, ("steady", "casual"), 5, {"evening": "masquerade"})
    result = play_match(wanted, 0)
    assert result.taken["use"] + result.taken["play-with"] > 0
    assert all(result.taken[kind] <= result.opened[kind] for kind in result.taken)
    assert len(result.hands) == 3  # also where an offer emptied the last crypt


def test_a_round_that_settles_the_ranks_is_no_draw() -> None:
    assert not MASQUERADE.may_draw
    assert play_match(Tournament(MASQUERADE.slug, ("steady",), 4, {}), 0).drawn == 0


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_match_of_a_toy_game_with_offers_ends(strength: str) -> None:
    chance = random.Random(1)
    players = [STRENGTHS[strength]] * 2
    result = arena.play_match(PARLEY, players, ParleyOptions(), chance, [chance] * 2)
    assert result.taken == {"object": 1}


class Touchy(Parley):
    """Parley in which a loud word makes the third seat object to the next speaker, and an objection
    is bad for everybody but the third."""

    search_depth = 1

    def prompts(self, view: View[Public, Private]) -> tuple[Prompt, ...]:
        loud = view.public.mute == LOUD
        return tuple(one for one in super().prompts(view) if loud or one.kind == "speak")

    def accepted_offer(self, view: View[Public, Private], prompt: Prompt) -> Move | None:
        return Object() if view.seat == C and prompt.kind == "object" else None

    def apply(self, state: Table, seat: Seat, move: Move) -> Table:
        after = super().apply(state, seat, move)
        if isinstance(move, Speak) and move.loud:
            after = replace(after, public=replace(after.public, mute=LOUD))
        return after

    def resample(self, view: View[Public, Private], chance: Chance) -> Table:
        return State(view.public, (Private(),) * view.public.seats, None)

    def evaluate(self, world: Table) -> list[float]:
        return [0.0, 0.0, 1.0] if world.public.objected else [1.0, 1.0, 0.0]


def test_the_search_knows_what_others_take_up() -> None:
    game = Touchy()
    seen = view(game.setup(3, ParleyOptions(), False), A)
    for seed in range(5):
        moves = [Speak(True), Speak(False)]
        limit = search.playout_limit(40)
        assert search.choose(game, seen, moves, random.Random(seed), limit) == Speak(False)


def test_an_offer_answers_the_move_that_opened_it() -> None:
    state = PARLEY.setup(2, ParleyOptions(), False)
    seen = view(state, B)
    (offer,) = PARLEY.prompts(seen)
    assert PARLEY.accepted_offer(seen, offer) == Object()
