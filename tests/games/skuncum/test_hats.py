"""Hats, votes, the tally and conversions: sections 7.2 and 7.3 of the reconstruction."""

from itertools import permutations, product

import pytest

from app.games.skuncum import GAME
from app.games.skuncum.cards import HATS, Card, Rank, read_cards
from app.games.skuncum.hats import (
    eligible,
    free_purchases,
    is_full,
    mark,
    marking_order,
    purchases,
    strokes_converted,
    with_votes,
)
from app.games.skuncum.moves import BuyHats, ChooseHats, Reason
from app.games.skuncum.options import BOXES
from app.games.skuncum.table_records import Box
from app.rules.composing import compose
from app.rules.game import Seat
from tests.games.skuncum.table import ANN, BOB, CY, Table, dealt

STANDARD, SHORT = BOXES["standard"], BOXES["short"]
FULL = STANDARD.hats


def open_to(kind: str, hats: tuple[int, ...]) -> list[str]:
    return [HATS[at].value for at in eligible(Card(f"{kind}.1"), hats, FULL)]


def test_the_boxes_have_16_hats_and_10_votes_or_10_and_6() -> None:
    assert (sum(STANDARD.hats), STANDARD.votes) == (16, 10)
    assert (sum(SHORT.hats), SHORT.votes) == (10, 6)


def test_7_2_an_open_hat_of_the_rank_is_marked() -> None:
    assert open_to("MAY-R", (0, 0, 0, 1, 0, 0, 0)) == ["MAY"]


def test_7_2_without_one_the_player_chooses_a_lower_open_one() -> None:
    hats = (0, 3, 2, 2, 0, 0, 0)
    assert open_to("MAY-R", hats) == ["GR", "DEL"]
    assert mark((Card("MAY-R.1"),), hats, FULL).marked == (Rank.DEL,), "the highest by default"


def test_7_2_without_a_lower_one_it_is_a_hat_stroke_although_a_higher_one_is_open() -> None:
    done = mark((Card("MAY-R.1"),), (3, 3, 3, 2, 0, 0, 0), FULL)
    assert (done.marked, done.strokes, done.hats) == ((), 1, (3, 3, 3, 2, 0, 0, 0))


def test_7_2_fifty_points_win_any_open_hat() -> None:
    assert open_to("GOV-R", (3, 3, 3, 2, 2, 1, 1)) == ["SEN"]
    assert open_to("GOV-R", (3, 3, 3, 2, 2, 1, 0)) == ["SEN", "GOV"]
    assert open_to("DH", FULL) == []
    assert mark((Card("DH.1"),), FULL, FULL).strokes == 1


def test_hats_are_marked_by_rising_value_and_a_challengers_twice() -> None:
    cards = read_cards("DH MAY-R GR-U A5 SEN-K")
    assert [card.split(".")[0] for card in marking_order(cards)] == ["GR-U", "MAY-R", "SEN-K", "DH"]
    assert len(marking_order(cards, 2)) == 8


def test_votes_fill_the_box_and_the_rest_are_strokes() -> None:
    box = with_votes(Box(votes=9), 3, STANDARD)
    assert (box.votes, box.vote_strokes) == (10, 2)


def test_7_3_the_end_of_a_hand_step_by_step() -> None:
    box = Box((3, 3, 2, 2, 1, 2, 0), 8, hat_strokes=2)
    box = with_votes(box, 2 + 163 // 50, STANDARD)
    assert (box.votes, box.vote_strokes) == (10, 3)
    box = strokes_converted(box, STANDARD)
    assert (box.vote_strokes, box.hat_strokes) == (7, 0)
    assert free_purchases(box, STANDARD) == 1
    none, one, two = purchases(box, STANDARD)
    assert none.box == box
    assert (one.hats, one.box.hats, one.box.votes, one.box.vote_strokes) == (
        (Rank.DEL,), (3, 3, 3, 2, 1, 2, 0), 10, 2,
    )  # fmt: skip
    assert not is_full(one.box, STANDARD)
    assert (two.hats, two.price) == ((Rank.DEL, Rank.CON), 15)
    assert (two.box.votes, two.box.vote_strokes, two.box.hats[4]) == (2, 0, 2)


@pytest.mark.parametrize(
    ("rank", "price"),
    [("GR", 5), ("COM", 5), ("DEL", 5), ("MAY", 10), ("CON", 10), ("SEN", 10), ("GOV", 15)],
)
def test_only_the_lowest_open_hat_is_for_sale_at_the_price_of_its_rank(
    rank: str, price: int
) -> None:
    at = HATS.index(Rank(rank))
    hats = tuple(many if number < at else 0 for number, many in enumerate(FULL))
    assert len(purchases(Box(hats, vote_strokes=price - 1), STANDARD)) == 1
    bought = purchases(Box(hats, vote_strokes=price), STANDARD)[1]
    assert (bought.hats, bought.price, bought.box.vote_strokes) == ((Rank(rank),), price, 0)


def test_the_marking_order_never_gives_more_strokes_than_another_one() -> None:
    """Errata A24, on small boxes: with the best choices, and with the highest hats by default."""
    sizes = (1, 1, 1, 0, 0, 0, 1)
    kinds = ("GR-R.1", "COM-R.1", "DEL-R.1", "GOV-R.1")
    for many in product(range(3), repeat=4):
        won = tuple(
            Card(kind) for kind, times in zip(kinds, many, strict=True) for _ in range(times)
        )
        if len(won) > 5:
            continue
        ours = mark(marking_order(won), (0,) * 7, sizes).strokes
        others = (mark(order, (0,) * 7, sizes).strokes for order in set(permutations(won)))
        assert ours <= min(others)


# -- choices at the table


def choosing(boxes: tuple[Box, ...] = ()) -> Table:
    """Bob and Cy joined Ann's Bandwagon and all three have hats to choose."""
    low = Box((0, 0, 0, 2, 2, 2, 1))
    table = dealt("MAY-R GR-U", "MAY-R GR-G", "CON-R GR-K", boxes=boxes or (low, low, low))
    return table.lead(ANN, "MAY-R").join(BOB, "MAY-R", "bandwagon").join(CY, "CON-R", "bandwagon")


def test_only_winners_with_a_real_choice_are_asked() -> None:
    assert GAME.awaited_seats(choosing().public) == (ANN, BOB, CY)
    one = Box((3, 3, 2, 2, 2, 2, 1))
    table = choosing((Box((0, 0, 0, 2, 2, 2, 1)), one, Box()))
    assert GAME.awaited_seats(table.public) == (ANN,)
    assert not GAME.prompts(table.view(BOB))


def test_choices_of_hats_are_shown_together() -> None:
    table = choosing().choose(BOB, "GR")
    assert (table.public.answered, table.events) == ((BOB,), ())
    assert table.view(ANN).public.boxes[BOB].hats == (0, 0, 0, 2, 2, 2, 1)
    table.choose(ANN).choose(CY, "COM")
    assert table.hats(BOB)["GR"] == 1
    assert table.said()[:3] == [
        "Ann marks the hat Delegate 3 times.",
        "Bob marks the hat Grass Roots.",
        "Cy marks the hat Committeeman.",
    ]


def test_picks_are_for_real_choices_alone_and_missing_ones_mark_the_highest() -> None:
    """Errata A12."""
    table = choosing()
    first = (Rank.GR,)
    assert table.refuses(ANN, ChooseHats((Rank.GR,) * 4)) is Reason.TOO_MANY_PICKS
    assert table.refuses(ANN, ChooseHats((Rank.MAY,))) is Reason.HAT_NOT_OPEN
    assert table.refuses(BOB, ChooseHats((Rank.DEL, Rank.GR))) is Reason.TOO_MANY_PICKS
    table.move(ANN, ChooseHats(first)).choose(BOB).choose(CY)
    assert table.hats(ANN) == {"GR": 1, "DEL": 2, "MAY": 2, "CON": 2, "SEN": 2, "GOV": 1}


def test_hats_are_chosen_step_by_step() -> None:
    table = choosing()
    seen, prompt = table.view(ANN), table.question(ANN)
    step = compose(GAME, seen, prompt, []).step
    assert step is not None
    assert [choice.value for choice in step.choices] == ["DEL", "COM", "GR"]
    done = compose(GAME, seen, prompt, [["GR"], ["GR"], ["GR"]])
    assert done.move == ChooseHats((Rank.GR, Rank.GR, Rank.GR))
    fourth = compose(GAME, seen, prompt, [["GR"], ["GR"]]).step
    assert fourth is not None
    assert fourth.name == "hat-3"


def test_time_marks_the_highest_hats_of_all_who_have_not_chosen() -> None:
    table = choosing().choose(BOB, "GR").expire()
    assert [table.hats(seat).get("DEL", 0) for seat in (ANN, BOB, CY)] == [3, 0, 1]
    assert table.public.phase == "lead"


def test_a_skunked_card_and_a_doubled_one_give_the_hat_of_the_printed_card() -> None:
    """Errata A13."""
    table = dealt("SEN-R GR-R", "BDBL MAY-U", "ASKUNK GR-U").lead(ANN, "SEN-R")
    table.politiks(BOB, "BDBL", ANN)
    assert table.public.candidate is not None
    assert (table.public.candidate.opening, table.public.candidate.value) == (50, 50)
    table.drop(BOB).politiks(CY, "ASKUNK", ANN)
    assert table.public.candidate.value == 0, "the Skunk beats the Double Ticket"
    table.drop(CY)
    assert table.hats(ANN) == {"SEN": 1}


def test_a_challenger_gets_two_hats_for_cards_laid_on_the_candidate_too() -> None:
    """Errata A14."""
    table = dealt("MAY-R SEN-R", "CON-U DEL-U SEN-U GR-U", "A5").lead(ANN, "MAY-R")
    table.join(BOB, "CON-U", "challenger").drop(CY)
    table.play(ANN, "SEN-R").play(BOB, "SEN-U").concede(ANN)
    assert table.hats(BOB) == {"MAY": 2, "SEN": 2}


def test_votes_do_not_buy_more_hats_than_they_cover() -> None:
    table = dealt("MAY-R", "A5", "A10", boxes=(Box(vote_strokes=9),) * 3).lead(ANN, "MAY-R")
    table.drop(BOB).drop(CY)
    assert table.refuses(BOB, BuyHats(2)) is Reason.CANNOT_BUY
    assert table.refuses(BOB, BuyHats(-1)) is Reason.CANNOT_BUY


def test_conversions_are_shown_together_and_vote_strokes_stay() -> None:
    """Errata A10 and A15: buying is optional, and what is not spent stays."""
    boxes = (Box(), Box(votes=10, vote_strokes=9), Box(votes=10, vote_strokes=4))
    table = dealt("MAY-R", "A5", "A10", boxes=boxes).lead(ANN, "MAY-R").drop(BOB).drop(CY)
    table.move(BOB, BuyHats(1))
    assert table.public.boxes[BOB] == boxes[BOB]
    assert table.public.answered == (BOB,)
    table.expire()
    assert table.public.hand == 2
    assert (table.public.boxes[BOB].vote_strokes, table.hats(BOB)) == (4, {"GR": 1})
    assert (table.public.boxes[CY].vote_strokes, table.hats(CY)) == (4, {})


def test_time_buys_what_strokes_alone_cover() -> None:
    boxes = (Box(), Box(votes=10, vote_strokes=9), Box(votes=10, vote_strokes=4))
    table = dealt("MAY-R", "A5", "A10", boxes=boxes).lead(ANN, "MAY-R").drop(BOB).drop(CY).expire()
    assert [sum(box.hats) for box in table.public.boxes] == [1, 1, 0]
    assert [box.votes for box in table.public.boxes] == [2, 10, 10]


def test_seats_without_a_choice_say_that_they_are_ready() -> None:
    table = dealt("MAY-R", "A5", "A10").lead(ANN, "MAY-R").drop(BOB).drop(CY)
    assert table.legal(CY) == [BuyHats(0)]
    assert GAME.awaited_seats(table.public) == tuple(map(Seat, range(3)))
