"""Our extension for four players: two partnerships, or each alone."""

from typing import Any

import pytest

from app.games.usurp import GAME
from app.games.usurp.cards import PACK, Card, PlayType, write_cards
from app.games.usurp.events import GaveIn, Led, PassedOn, RenegCalled
from app.games.usurp.moves import CallReneg, Challenge, Play, Reason, Uprise
from app.games.usurp.options import Options
from app.games.usurp.state import Asked, Laid, Phase
from app.rules.game import Outcome, Seat, Standing
from tests.games.usurp.table import Table, fresh, playing

ALONE = Options(four="alone")
PARTNERS = Options(four="partners")
EACH = ("KS 4D", "9S 6H", "QC 7H", "2S 3C")
ADA, BEN, CLEO, DAN = map(Seat, range(4))


def four(upcard: str = "QS", options: Options = PARTNERS, **public: Any) -> Table:
    """Dan has led; Ada is to play."""
    return playing(*EACH, upcard=upcard, options=options, **public)


# -- both ways


def test_all_cards_are_dealt_and_there_is_no_stock() -> None:
    table = fresh(4, dealer=2).shuffle(range(52))
    assert [write_cards(hand.cards) for hand in table.state.private] == [
        write_cards(PACK[at::4]) for at in (1, 2, 3, 0)
    ]
    assert (table.state.hidden, table.public.stock, table.public.upcard) == ((), 0, None)


def test_the_dealer_names_the_order_before_anything_lies_there_and_the_leader_leads() -> None:
    table = fresh(4, dealer=2).shuffle(range(52)).name(2, "common")
    assert table.asked == (3, Asked.LEAD)


def test_the_lead_starts_the_discard_and_scores_nothing() -> None:
    table = fresh(4, dealer=2).shuffle(range(52)).name(2, "regal")
    card = table.state.private[3].cards[0]
    table.play(3, card)
    assert table.events == (Led(DAN, card),)
    assert table.public.discard == (Laid(DAN, PlayType.LEAD, card),)
    assert (table.points, table.public.owner, table.asked) == ((0, 0), 3, (0, Asked.PLAY))


def test_nobody_rises_or_calls_before_there_is_an_upcard() -> None:
    table = fresh(4, dealer=2).shuffle(range(52)).name(2, "regal")
    card = table.state.private[3].cards[0]
    assert table.legal(3) == [Play(card) for card in table.state.private[3].cards]
    assert table.refuses(3, Uprise(card)) is Reason.NO_UPRISING_YET
    assert table.refuses(3, CallReneg()) is Reason.NOTHING_TO_CALL


def test_turns_go_to_the_left() -> None:
    table = four().play(0, "KS")
    assert table.asked == (1, Asked.PLAY)
    assert table.play(1, "9S").asked == (2, Asked.PLAY)


def test_time_leads_the_cheapest_card() -> None:
    assert fresh(4, dealer=2).shuffle(range(52)).expire().expire().public.worth == 2


def test_the_deal_goes_on_to_the_left() -> None:
    table = (
        playing("", "", "", "3C", upcard="QC", turn=DAN, dealer=Seat(3), leader=Seat(0))
        .play(3, "3C")
        .confirm(0, 1, 2, 3)
    )
    assert (table.public.dealer, table.public.leader) == (0, 1)


# -- in partnerships


def test_partners_sit_crosswise_and_share_their_points() -> None:
    table = four()
    assert table.public.sides == ((0, 2), (1, 3))
    table.play(0, "KS").play(1, "9S")
    assert table.points == (12 + 13, 0), "Ada wins the queen, Ben loses to the king"


def test_either_opponent_may_challenge_the_one_to_the_left_first() -> None:
    table = four().uprise(0, "4D")
    assert (table.public.answers, table.asked) == ((1, 3), (1, Asked.ANSWER))
    assert Table(table.state).challenge(1).points == (0, 12 + 10)
    table.give_in(1)
    assert table.events == (PassedOn(BEN, DAN),)
    assert (table.points, table.asked) == ((0, 0), (3, Asked.ANSWER))
    assert table.challenge(3).points == (0, 12 + 10)


def test_an_uprising_is_given_in_to_when_both_opponents_leave_it() -> None:
    table = four().uprise(0, "4D").give_in(1, 3)
    assert table.events == (GaveIn(DAN, ADA, 12, 0),)
    assert (table.points, table.asked) == ((12, 0), (1, Asked.PLAY))


def test_what_one_loses_on_a_partners_card_goes_to_the_other_side() -> None:
    table = playing("4D 3D", *EACH[1:], upcard="QS", owner=CLEO, options=PARTNERS).play(0, "4D")
    assert table.points == (0, 12)


def test_a_partnership_wins_the_hand_and_the_match_together() -> None:
    table = playing(
        "",
        "",
        "",
        "3C",
        upcard="QC",
        turn=DAN,
        hand_points=(20, 5),
        game_points=(2, 2),
        options=PARTNERS,
    ).play(3, "3C")
    assert GAME.outcome(table.public) == Outcome(
        ((ADA, CLEO), (BEN, DAN)), (3, 2, 3, 2), "game-points"
    )
    assert GAME.standings(table.public) == (
        Standing(5, ADA, 1, 1),
        Standing(5, BEN, 3, 0),
        Standing(5, CLEO, 1, 1),
        Standing(5, DAN, 3, 0),
    )


def test_the_next_player_may_call_a_reneg_for_the_side() -> None:
    options = Options(renegs="honour")
    table = playing("4D KS", "9S 6H", "QC 7H", "2S 3C", upcard="QS", options=options).play(0, "4D")
    assert CallReneg() in table.legal(1)
    assert table.call(1).points == (0, 0), "before the next card it is taken back"
    table = playing("4D KS", "9S 6H", "QC 7H", "2S 3C", upcard="QS", options=options).play(0, "4D")
    points = table.play(1, "9S").points
    assert CallReneg(Card.D4) not in table.legal(2), "it was the partner's"
    table.play(2, "QC").move(3, CallReneg(Card.D4))
    assert table.events == (RenegCalled(Seat(3), Seat(0), True, 20, 1),)
    assert table.points[1] - points[1] in range(20, 40)


# -- each alone


def test_each_alone_is_a_side() -> None:
    assert four(options=ALONE).public.sides == ((0,), (1,), (2,), (3,))


def test_each_alone_is_ranked_by_hand_points() -> None:
    table = playing(
        "",
        "",
        "",
        "3C",
        upcard="QC",
        owner=CLEO,
        turn=DAN,
        hand_points=(40, 25, 13, 0),
        options=ALONE,
    ).play(3, "3C")
    assert table.public.paid is not None
    assert table.public.paid.hand_points == (40, 25, 25, 0)
    assert [(standing.rank, standing.points) for standing in GAME.standings(table.public)] == [
        (1, 1),
        (2, 0),
        (2, 0),
        (4, 0),
    ]


def test_what_one_does_not_win_goes_to_the_upcards_owner() -> None:
    table = playing("4D 3D", *EACH[1:], upcard="QS", options=ALONE).play(0, "4D")
    assert table.points == (0, 0, 0, 12)


def test_only_the_upcards_owner_may_challenge() -> None:
    table = four(options=ALONE).uprise(0, "4D")
    assert (table.public.answers, table.asked) == ((3,), (3, Asked.ANSWER))
    assert Table(table.state).challenge(3).points == (0, 0, 0, 12 + 10)
    assert table.give_in(3).points == (12, 0, 0, 0)


def test_on_ones_own_upcard_the_opponent_sits_to_the_left() -> None:
    table = playing("4D 3D", *EACH[1:], upcard="QS", owner=ADA, options=ALONE)
    assert Table(table.state).play(0, "4D").points == (0, 12, 0, 0)
    assert table.uprise(0, "4D").asked == (1, Asked.ANSWER)


def test_the_card_after_a_sluff_off_is_free_for_the_next_player() -> None:
    table = playing("4D 3D", *EACH[1:], upcard="QS", options=ALONE).play(0, "4D").play(1, "6H")
    assert table.points == (0, 4, 0, 12)


def test_the_caller_of_a_reneg_is_the_next_player_whoever_owns_the_upcard() -> None:
    options = Options(four="alone", renegs="honour")
    table = playing("4D KS", *EACH[1:], upcard="QS", options=options).play(0, "4D")
    assert table.call(1).points == (0, 0, 0, 0)
    table = playing("4D KS", *EACH[1:], upcard="QS", options=options).play(0, "4D")
    card = next(move.card for move in table.legal(1) if isinstance(move, Play))
    points = table.play(1, card).points
    table.move(2, CallReneg(Card.D4))
    assert table.points == (*points[:2], points[2] + 20, points[3]), "anybody may call it later"


@pytest.mark.parametrize(
    ("hand_points", "game_points"),
    [
        pytest.param((20, 5, 9, 30), (0, 0, 0, 1), id="the-most-of-all-win-the-hand"),
        pytest.param((30, 5, 9, 30), (0, 0, 0, 0), id="a-tie-wins-nobody-anything"),
    ],
)
def test_the_hand_goes_to_the_most_points(
    hand_points: tuple[int, ...], game_points: tuple[int, ...]
) -> None:
    table = playing(
        *("", "", "", "3C"),
        upcard="QC",
        owner=CLEO,
        turn=DAN,
        hand_points=hand_points,
        options=ALONE,
    ).play(3, "3C")
    assert table.public.game_points == game_points
    assert table.public.phase is Phase.INTERVAL


def test_the_reveal_pile_is_for_two_players() -> None:
    table = playing(*EACH, upcard="QS", options=Options(reveal=True)).play(0, "KS")
    assert table.public.reveal == ()


def test_a_challenge_is_no_answer_to_a_turn() -> None:
    assert four().refuses(0, Challenge()) is Reason.NOT_ASKED
    assert four().public.upcard is Card.SQ
