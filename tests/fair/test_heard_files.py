"""examples/verify.py and what browsers kept: restarts, several files, and files beside a list."""

from random import Random

import pytest

from app.fair.decks import Deck
from tests.fair.conftest import FAIR, NOT_CHECKED, NOT_FAIR, Run
from tests.fair.sample_records import sample, sample_table
from tests.fair.sample_table import Attempt, Deal, Lines, Table, altered, chained, plain

# -- crashes, and people who did not open


def questions(table: Table, deal: int, *rounds: Attempt) -> Lines:
    """The lines of seat 0 about rounds of a shuffle, up to its opening."""
    lines: Lines = []
    for at in range(len(rounds)):
        before = altered(table)
        before.deals[deal].attempts = list(rounds[: at + 1])
        kept = before.shuffles[deal].heard(0)
        lines += [shown for shown in kept if shown["type"] in ("shuffle", "open")]
    return plain(lines)


@pytest.mark.parametrize("times", [1, 3])
def test_a_question_that_crashes_ask_again_is_fair(run: Run, times: int) -> None:
    table = sample_table()
    heard = questions(table, 1, table.deals[1].attempts[0]) * times
    status, said = run(table.record(), heard + table.heard(0))
    assert status == FAIR, said


@pytest.mark.parametrize("deal", [0, 1], ids=["the attempt of the deal", "an earlier one"])
def test_another_question_for_the_same_attempt_is_a_lie(run: Run, deal: int) -> None:
    """A crash forgot the question, as the server says, and other parts were sealed."""
    table = sample_table()
    other = Attempt({seat: bytes([seat, 7] * 16) for seat in (0, 3)})
    status, said = run(table.record(), questions(table, deal, other) + table.heard(0))
    assert status == NOT_FAIR, said
    assert "at the table one attempt asked for two things" in said or "than had been sealed" in said


def test_two_files_show_one_question_for_each_attempt(run: Run) -> None:
    table = sample_table()
    other = altered(table)
    first = other.deals[1].attempts[0].entropies
    first[0] = bytes(32)
    files = [table.heard(0), other.heard(None)]
    assert run(table.record(), files[0])[0] == FAIR
    status, said = run(table.record(), *files)
    assert status == NOT_FAIR
    assert "shuffle 2: at the table one attempt asked for two things" in said


def test_an_attempt_beyond_those_named_at_its_time_is_a_lie(run: Run) -> None:
    table = sample_table()
    first, _ = table.deals[1].attempts
    again = Attempt({seat: Random(seat).randbytes(32) for seat in (0, 2)}, [3])
    dealt = Attempt({seat: Random(9 + seat).randbytes(32) for seat in (0, 1)}, [3, 2])
    table.deals[1].attempts = [first, again, dealt]
    heard = table.heard(0)
    assert run(table.record(), heard)[0] == FAIR
    next(one for one in heard if one["number"] == one["attempt"] == 1)["refused"] = []
    status, said = run(table.record(), heard)
    assert status == NOT_FAIR
    assert "at the table there were more attempts than seats that were named" in said


def test_a_further_attempt_begins_only_where_somebody_who_had_sealed_was_named(run: Run) -> None:
    table = sample_table()
    del table.deals[1].attempts[0].entropies[3]
    status, said = run(table.record(), table.heard(0))
    assert status == NOT_FAIR
    assert "shuffle 2: a further attempt began, and nobody who had sealed was named" in said


def test_a_seat_that_was_named_may_leave_before_the_next_attempt(run: Run) -> None:
    lines, heard = sample()
    ply = lines[0]["shuffles"]["shuffles"][1]["ply"]
    left = {"type": "reseated", "left": [3], "joined": 0}
    lines.insert(1 + ply, {"ply": ply, "at": 1, "entry": left, "hash": None})
    del lines[0]["shuffles"]["shuffles"][2]
    for told in lines[0]["shuffles"]["shuffles"][1:]:
        told["ply"] += 1
    for at, one in enumerate(lines[1:]):
        one["ply"] = at
    chained(lines)
    status, said = run(lines, heard)
    assert "shuffle 2: the order is fair" in said, said
    assert (status, "NOT FAIR" in said) == (NOT_CHECKED, False)


def test_a_seat_that_opened_and_is_named_all_the_same_is_told(run: Run) -> None:
    table = sample_table()
    status, said = run(table.record(), table.heard(0), table.heard(3))
    assert status == NOT_CHECKED, said
    assert "shuffle 2: a seat was named for refusing, and its browser opened" in said


# -- several files, and the list of shuffles alone


def test_files_of_all_players_agree_with_an_honest_record(run: Run) -> None:
    table = sample_table()
    assert run(table.record(), *map(table.heard, (0, 1, 2, None)))[0] == FAIR


def test_one_card_at_two_places_is_found_in_the_files_of_two_players(run: Run) -> None:
    """The deck that was played is sealed for good, and the order with it."""
    lines, files = next(made for made in map(one_card_twice, range(100)) if made is not None)
    for only in files:
        assert "NOT FAIR" not in run(lines, only)[1]
    status, said = run(lines, *files)
    assert (status, "shuffle 1: a card was opened at two places" in said) == (NOT_FAIR, True), said


def one_card_twice(seed: int) -> tuple[Lines, list[Lines]] | None:
    """Deck 0 holds one card at two places, of seats 0 and 1; None where it came otherwise."""

    def stacked(decks: list[Deck]) -> None:
        decks[0].things = (decks[0].things[1], *decks[0].things[1:])

    parts = Attempt({seat: Random(seed + seat).randbytes(32) for seat in (0, 1)})
    deal = Deal(["2H", "3H", "4H", "5H"], ["0", "1", "0", "1"], [parts], stacked=stacked)
    table = Table("m", bytes(32), [deal], reveals=False)
    shuffle = table.shuffles[0]
    seats = {deal.plan[at] for at, index in enumerate(shuffle.perm) if index < 2}
    if shuffle.chosen or len(seats) < 2:
        return None
    return [table.record()[0]["shuffles"]], [table.heard(0), table.heard(1)]


def test_codes_that_were_hidden_and_stay_sealed_are_not_told(run: Run) -> None:
    lines, heard = sample(reveals=False)
    told = lines[0]["shuffles"]["shuffles"][1]
    told["codes"] = " ".join(["2H"] * told["n"])
    status, said = run(lines, heard)
    assert status == NOT_FAIR
    assert "shuffle 2: its codes are told, and were hidden" in said


def test_a_list_of_shuffles_without_orders_is_not_called_fair(run: Run) -> None:
    lines, heard = sample()
    for told in lines[0]["shuffles"]["shuffles"]:
        told["order"] = None
    assert run(lines, heard)[0] == FAIR, "the entries have the orders"
    assert "shuffle 1: its order is not shown" in run([lines[0]["shuffles"]], heard)[1]


def test_the_list_of_shuffles_alone_is_checked_as_far_as_it_goes(run: Run) -> None:
    for reveals in (True, False):
        lines, heard = sample(reveals=reveals)
        status, said = run([lines[0]["shuffles"]], heard)
        assert status == NOT_CHECKED
        assert "Checked: 3 of 3 shuffles" in said
        assert ("the order is fair" in said) is reveals
