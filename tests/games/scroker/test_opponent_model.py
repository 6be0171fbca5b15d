"""The opponent model: likelier hands come more often, none is ruled out, the view stays."""

import random
from itertools import islice
from statistics import mean
from typing import Literal

import pytest

from app.bots import search
from app.games.scroker import GAME
from app.games.scroker.cards import pack
from app.games.scroker.constraints import fits
from app.games.scroker.dealing import DRAWS
from app.games.scroker.hand_finder import best_cards, best_key
from app.games.scroker.hands import Category
from app.games.scroker.lexicon import lexicon
from app.games.scroker.moves import Draw, Fold, Move
from app.games.scroker.named_game import hand_rules
from app.games.scroker.openers import openers
from app.games.scroker.opponent_samples import draw_keys, share_beaten, spare_cards
from app.games.scroker.options import Options
from app.games.scroker.state import Phase, ScrokerState
from app.rules.game import Seat, view
from app.rules.play import prompts
from app.rules.replay import Played, Shuffled, step
from tests.games.scroker.table import JUNK, A, B, C, D, Session

WIDE = lexicon("wide")


def worlds(session: Session, viewer: Seat, number: int = 120) -> list[ScrokerState]:
    return list(islice(GAME.sample_worlds(view(session.state, viewer), random.Random(7)), number))


def share(session: Session, viewer: Seat, seat: Seat) -> float:
    """Of all hands, how many those lose to that this seat is taken to have been dealt, the mean."""
    named = session.public.named
    keys = draw_keys(named, "wide", session.public.spit, 0, None)
    return mean(
        share_beaten(keys, best_key(world.private[seat].dealt, hand_rules(named), WIDE))
        for world in worlds(session, viewer)
    )


@pytest.mark.parametrize("openers_are", ["honour", "enforced"])
@pytest.mark.parametrize("game", ["scroker", "spit", "longhorn", "dealers-choice"])
def test_a_world_that_is_supposed_looks_the_same_and_holds_every_card(
    game: Literal["scroker", "spit", "longhorn", "dealers-choice"],
    openers_are: Literal["honour", "enforced"],
) -> None:
    """Random play, reshuffles and showdowns among it."""
    chance = random.Random(3)
    state = GAME.setup(
        6, Options(game=game, hands=1, openers=openers_are, assist="hint", scrokers=1), False
    )
    looked = 0
    while GAME.outcome(state.public) is None:
        if number := GAME.pending_shuffle_size(state):
            state = step(GAME, state, Shuffled(tuple(chance.sample(range(number), number))))
            continue
        seat, prompt = chance.choice(list(prompts(GAME, state).items()))
        seen = view(state, seat)
        for world in islice(GAME.sample_worlds(seen, chance), 2):
            assert view(world, seat) == seen
            if world.public.stock:
                lying = [card for hand in world.private for card in hand.cards + hand.discards]
                lying += [*world.hidden, *(card for cards in world.public.up for card in cards)]
                lying += [
                    card for card in (world.public.spit, world.public.common) if card is not None
                ]
                assert sorted(lying) == sorted(pack(world.public.named.scrokers))
                assert fits(world)
                looked += 1
        state = step(
            GAME, state, Played(seat, prompt.key, chance.choice(list(GAME.candidate_moves(seen))))
        )
    assert looked > 15


def test_who_opens_is_taken_to_hold_a_better_hand_than_who_checked() -> None:
    session = Session(4).deal(*JUNK).bet("k o5")
    assert share(session, A, C) > share(session, A, D) + 0.15, (
        "who has not spoken may have anything"
    )
    assert share(session, A, D) > share(session, A, B) + 0.1


def test_who_opens_is_taken_to_have_openers_mostly_and_may_have_none() -> None:
    found = [
        openers(world.private[B].dealt, hand_rules(world.public.named), WIDE)
        for world in worlds(Session(3).deal().bet("o5"), A, 400)
    ]
    assert 0 < found.count(None) < 0.1 * len(found)


def test_who_stands_pat_is_taken_to_need_no_card() -> None:
    session = Session(2).deal(*JUNK[:2]).bet("o1 c").do(B, Draw(()))
    made = [
        best_key(world.private[B].cards, hand_rules(world.public.named), WIDE).category
        for world in worlds(session, A, 200)
    ]
    assert sum(category >= Category.BULLFROG for category in made) > 0.5 * len(made)
    assert min(made) < Category.BULLFROG, "and may have nothing"


def test_what_was_discarded_is_what_the_hand_did_not_need() -> None:
    session = Session(2).deal(*JUNK[:2]).bet("o1 c")
    session.do(B, Draw(session.hand(B).cards[:2]))
    alike = 0
    for world in worlds(session, A, 200):
        hand, named = world.private[B], world.public.named
        assert len(hand.discards) == 2
        assert {*hand.dealt} == {*hand.discards} | ({*hand.dealt} & {*hand.cards})
        alike += {*hand.discards} == {
            *spare_cards(
                hand.dealt, best_cards(hand.dealt, hand_rules(named), WIDE)[1], (), DRAWS["scroker"]
            )
        }
    assert alike > 100


def test_a_bet_of_the_second_round_tells_about_the_hand_as_it_is_now() -> None:
    quiet = Session(2).deal(*JUNK[:2]).bet("o1 c")
    for seat in (B, A):
        quiet.do(seat, Draw(quiet.hand(seat).cards[:2]))
    assert quiet.public.phase is Phase.BET
    bets = Session(2).deal(*JUNK[:2]).bet("o1 c")
    for seat in (B, A):
        bets.do(seat, Draw(bets.hand(seat).cards[:2]))
    bets.bet("o5")

    def held(session: Session) -> float:
        return mean(
            best_key(world.private[B].cards, hand_rules(world.public.named), WIDE).category
            for world in worlds(session, A, 300)
        )

    assert held(bets) > held(quiet)


def test_an_unknown_card_may_still_lie_anywhere() -> None:
    session = Session(3).deal(*JUNK[:3]).bet("o5 c")
    unknown = {*pack(0)} - {*session.hand(A).cards}
    drawn = worlds(session, A, 600)
    assert {card for world in drawn for card in world.private[B].cards} == unknown
    assert {card for world in drawn for card in world.private[C].cards} == unknown
    assert {world.hidden[0] for world in drawn} == unknown


def test_4_4_after_a_reshuffle_nothing_is_read() -> None:
    session = Session(8).deal().bet("o1 " + "c " * 7)
    while session.public.phase is Phase.DRAW:
        turn = session.public.turn
        assert turn is not None
        session.do(turn, Draw(session.hand(turn).cards[:3]))
    assert session.public.phase is Phase.RESHUFFLE
    seen = view(session.state, A)
    assert [next(GAME.sample_worlds(seen, random.Random(5)))] == [
        GAME.resample(seen, random.Random(5))
    ]


def facing_a_bet(drawn: int) -> list[Move]:
    """The choices of three searches with RAIN, facing a bet after this many exchanges."""
    session = Session(2).deal("le:R le:A le:I le:N li:X", "").bet("o5 c")
    session.do(B, Draw(session.hand(B).cards[:drawn])).do(A, Draw(())).bet("o5")
    seen = view(session.state, A)
    moves = list(GAME.candidate_moves(seen))
    return [
        search.choose(GAME, seen, moves, random.Random(seed), search.playout_limit(150))
        for seed in range(3)
    ]


def test_a_search_folds_four_letters_to_a_pat_hand_but_not_to_three_new_cards() -> None:
    assert facing_a_bet(0) == [Fold()] * 3
    assert Fold() not in facing_a_bet(3)
