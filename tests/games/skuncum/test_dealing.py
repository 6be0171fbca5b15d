"""The deck, the deal and its reshuffle, the end of a hand and of the match: 7.4 and 7.5."""

import random
from collections import Counter
from itertools import islice

import pytest
from msgspec.structs import replace

from app.games.skuncum import GAME
from app.games.skuncum.cards import COLOURS, DECK, FACES, SUIT_CARDS, Card, Rank, suit_points
from app.games.skuncum.options import BOXES, MOST_HANDS, Options
from app.games.skuncum.resampling import resample
from app.games.skuncum.state import Hand, Phase, SkuncumState
from app.games.skuncum.table_records import Box
from app.rules.game import Seat, State, view
from tests.games.skuncum.table import ANN, BOB, CY, NAMES, Table, dealt

FULL = Box(BOXES["standard"].hats, BOXES["standard"].votes)


def test_the_deck_has_115_suit_cards_and_19_action_cards() -> None:
    assert (len(DECK), len(set(DECK)), len(SUIT_CARDS)) == (134, 134, 115)
    assert suit_points(DECK) == 1240
    faces = [FACES[card] for card in DECK]
    assert (sum(face.bonus for face in faces), sum(face.attack for face in faces)) == (9, 10)
    ranks = Counter(face.rank for face in faces if face.rank)
    assert [ranks[rank] for rank in Rank] == [28, 24, 20, 16, 12, 8, 4, 3]
    colours = Counter(face.colour for face in faces if face.colour)
    assert colours == dict.fromkeys(COLOURS, 28)


def test_seven_colour_cards_of_the_lowest_rank_and_one_of_the_highest() -> None:
    red = Counter(face.rank for face in FACES.values() if face.colour == "R")
    assert [red[rank] for rank in Rank if rank is not Rank.DH] == [7, 6, 5, 4, 3, 2, 1]


def started(seats: int, seed: int = 1) -> SkuncumState:
    state = GAME.apply_shuffle(GAME.setup(seats, Options(), False), list(range(seats)))
    order = list(range(len(DECK)))
    random.Random(seed).shuffle(order)
    return GAME.apply_shuffle(state, order)


def test_the_first_leader_is_drawn_and_dealt_the_first_card() -> None:
    """Errata A20: to him, not to his left."""
    state = GAME.apply_shuffle(GAME.setup(4, Options(), False), [2, 0, 1, 3])
    assert state.public.first == 2
    state = GAME.apply_shuffle(state, list(range(134)))
    assert DECK[0] in state.private[2].cards
    assert DECK[1] in state.private[3].cards
    assert [len(hand.cards) for hand in state.private] == [5, 5, 5, 5]
    assert (state.public.stock, len(state.hidden)) == (114, 114)


def last_cards(table: Table) -> Table:
    """Everybody is ready for the next hand."""
    return table.buy(*(0 for _ in table.public.seats))


def test_7_5_the_seventh_hand_of_four_is_dealt_from_two_decks() -> None:
    """Errata A17 and A19: one pile, and shuffled once the next card is needed."""
    table = dealt("MAY-R", "A5", "B5", "A10", stock=14, hand=6).lead(ANN, "MAY-R")
    table.drop(BOB).drop(CY).drop(3)
    last_cards(table)
    public = table.public
    assert (public.phase, public.hand) == (Phase.RESHUFFLE, 7)
    assert public.counts == (4, 4, 3, 3), "three full rounds and two more"
    assert GAME.pending_shuffle_size(table.state) == 120
    assert len(GAME.deck_codes(public)) == 120
    plan = GAME.deal_plan(public)
    assert (plan[:7], len(plan)) == (("2", "3", "0", "1", "2", "3", "-"), 120)
    table.state = GAME.apply_shuffle(table.state, list(range(120)))
    assert table.public.counts == (5, 5, 5, 5)
    assert (table.public.stock, len(table.state.hidden)) == (114, 114)


def test_a_deck_that_is_just_enough_is_dealt_to_its_end() -> None:
    """Errata A19: the shuffle waits for the next hand."""
    table = dealt("MAY-R", "A5", "B5", "A10", stock=20).lead(ANN, "MAY-R")
    last_cards(table.drop(BOB).drop(CY).drop(3))
    assert (table.public.phase, table.public.stock) == (Phase.LEAD, 0)


def test_cards_dealt_before_the_reshuffle_are_known_as_a_set() -> None:
    """Nobody's world gives a seat more of them than it was dealt."""
    table = dealt("MAY-R", "A5", "B5", "A10", stock=14).lead(ANN, "MAY-R")
    last_cards(table.drop(BOB).drop(CY).drop(3))
    old = table.public.kept_cards
    order = list(range(120))
    random.Random(3).shuffle(order)
    table.state = GAME.apply_shuffle(table.state, order)
    chance = random.Random(5)
    for _ in range(40):
        world = resample(view(table.state, ANN), chance)
        held = [sum(card in old for card in hand.cards) for hand in world.private]
        assert held == [4, 4, 3, 3]
        assert not set(old) & set(world.hidden)


def test_the_winner_of_the_last_race_is_asked_first_in_the_next_hand() -> None:
    table = dealt("GR-R", "MAY-U", "A5").lead(ANN, "GR-R").join(BOB, "MAY-U", "challenger")
    last_cards(table.drop(CY).concede(ANN))
    assert (table.public.hand, table.public.first, table.public.starter) == (2, BOB, BOB)


def test_no_view_has_a_card_of_another_hand_or_of_the_deck() -> None:
    state = started(5)
    for seat in (None, *map(Seat, range(5))):
        seen = view(state, seat)
        secret = {card for hand in state.private for card in hand.cards} | set(state.hidden)
        own = set(state.private[seat].cards) if seat is not None else set()
        text = repr(seen.public) + repr(seen.private)
        assert not [card for card in secret - own if f"'{card}'" in text]


# -- the end


def counted(*boxes: Box, won: tuple[str, ...] = (), hand: int = 3, last: bool = False) -> Table:
    """A hand is over; seat i has won the CARDS `won[i]` in it and everybody is asked."""
    piles = tuple(tuple(Card(f"{kind}.1") for kind in kinds.split()) for kinds in won)
    table = dealt("GR-R", *("A5", "B5", "A10")[: len(boxes) - 1], boxes=boxes)
    cards = {card for pile in piles for card in pile}
    hidden = tuple(card for card in table.state.hidden if card not in cards)
    public = replace(
        table.public,
        hand=hand,
        last_deal=last,
        piles=(*piles, *((),) * (len(boxes) - len(piles))),
        stock=len(hidden),
    )
    table.state = State(public, table.state.private, hidden)
    table.lead(ANN, "GR-R")
    for seat in range(1, len(boxes)):
        table.drop(seat)
    return table


def ranking(table: Table) -> tuple[tuple[int, ...], ...]:
    outcome = GAME.outcome(last_cards(table).public)
    assert outcome is not None
    return outcome.ranking


def test_7_4_of_two_full_boxes_the_one_with_more_vote_strokes_wins() -> None:
    table = counted(Box(), replace(FULL, vote_strokes=3), replace(FULL, vote_strokes=1))
    assert ranking(table) == ((BOB,), (CY,), (ANN,))
    assert table.said()[-1] == (
        "The match is over. Bob wins with a full score box and 3 Vote strokes."
    )


def test_7_4_with_equal_strokes_the_cards_of_the_last_hand_decide() -> None:
    strokes = replace(FULL, vote_strokes=0)
    table = counted(Box(), strokes, strokes, won=("", "MAY-R", "CON-R"))
    assert ranking(table) == ((CY,), (BOB,), (ANN,))


def test_7_4_equal_in_everything_they_share_the_match() -> None:
    table = counted(Box(), replace(FULL, vote_strokes=2), replace(FULL, vote_strokes=2))
    assert ranking(table) == ((BOB, CY), (ANN,))
    assert "Bob and Cy share it" in table.said()[-1]


def test_a_box_that_is_full_in_the_middle_of_a_hand_does_not_end_it() -> None:
    table = dealt("MAY-R GR-R", "GR-U", "A5", boxes=(FULL, Box(), Box())).lead(ANN, "MAY-R")
    table.join(BOB, "GR-U", "coalition").drop(CY).concede(BOB)
    assert table.public.phase == "lead"
    table.lead(ANN, "GR-R").drop(CY)
    outcome = GAME.outcome(last_cards(table).public)
    assert outcome is not None
    assert (outcome.ranking[0], outcome.reason) == ((ANN,), "full-box")


def test_after_forty_hands_full_boxes_and_then_marks_and_strokes_decide() -> None:
    """Errata A21."""
    table = counted(Box(votes=4), Box(votes=6), Box(votes=6, hats=(0,) * 7), hand=MOST_HANDS)
    outcome = GAME.outcome(last_cards(table).public)
    assert outcome is not None
    assert outcome.reason == "most-hands"
    assert outcome.ranking == ((ANN,), (BOB, CY)), "Ann has 4 + 2 votes and a hat"


def test_the_host_calls_the_last_hand() -> None:
    table = dealt("GR-R", "A5", "B5").lead(ANN, "GR-R")
    table.state = GAME.last_deal(table.state)
    assert table.said() == ["The host calls the last hand."]
    last_cards(table.drop(BOB).drop(CY))
    outcome = GAME.outcome(table.public)
    assert outcome is not None
    assert (outcome.reason, outcome.points) == ("last-deal", (3, 0, 0))


def test_a_hand_earns_its_marks_in_standings() -> None:
    table = counted(Box(), Box(), Box(vote_strokes=5))
    last_cards(table)
    earned = GAME.standings(table.public)
    assert [(one.deal, one.seat, one.rank, one.points) for one in earned] == [
        (3, ANN, 1, 3),
        (3, BOB, 2, 0),
        (3, CY, 2, 0),
    ]


@pytest.mark.parametrize("seats", range(2, 9))
def test_two_to_eight_play_to_an_end(seats: int) -> None:
    """The engine is for 2 to 8; tables offer 3 to 6."""
    chance, state = (
        random.Random(seats),
        GAME.setup(seats, Options(short_hands=seats % 2 > 0), False),
    )
    while GAME.outcome(state.public) is None:
        if number := GAME.pending_shuffle_size(state):
            state = GAME.apply_shuffle(state, chance.sample(range(number), number))
            continue
        seat = GAME.awaited_seats(state.public)[0]
        moves = list(islice(GAME.legal_moves(view(state, seat)), 40))
        state = GAME.apply(state, seat, chance.choice(moves))
    assert state.public.hand <= MOST_HANDS
    assert state.private == (Hand(),) * seats
    assert GAME.say_wait(state.public, NAMES).startswith("The match is over.")


def test_tables_offer_three_to_six_seats() -> None:
    assert GAME.config_problem(2, Options()) == "Skuncum is for 3 to 6 players; you are 2."
    assert GAME.config_problem(7, Options()) is not None
