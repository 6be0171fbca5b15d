"""The seals of a shuffle: a page finds every set but the sealed one, and accuses nobody else.

The rules are those of docs/fair-shuffle.md, "Waiting and naming", and of decision 207.
"""

import pytest

from tests.browser.conftest import PageOpener
from tests.browser.page_witness import PageWitness, seal
from tests.fair.sample_match import made_up

OTHER = made_up("another part")
EXCHANGED = "The sealed part of seat 2 was exchanged after parts were asked for."
ADDED = "Seat 3 got a part in the shuffle after parts were asked for."
DROPPED = "The sealed part of seat 2 vanished after parts were asked for."
CHECKED = "fit the sealed deal"


@pytest.fixture
def ann(visit: PageOpener) -> PageWitness:
    return PageWitness(visit("/fair"))


@pytest.fixture
def eve(visit: PageOpener) -> PageWitness:
    """A spectator's page."""
    return PageWitness(visit("/fair"), acting=False)


def asked(page: PageWitness, *others: int, attempt: int = 0, refused: tuple[int, ...] = ()) -> None:
    """An honest server up to the moment at which all who sealed are asked to open."""
    page.hear(page.shuffle(attempt, refused=refused))
    page.hear(page.shuffle(attempt, page.seals(*others, attempt=attempt), True, refused))


def test_an_honest_shuffle_is_called_checked(ann: PageWitness) -> None:
    asked(ann, 1)
    dealt = ann.dealt(1)
    ann.hear(dealt)
    assert ann.lies == []
    assert CHECKED in ann.told["deal"]
    assert ann.told["deal"].endswith("Your browser helped shuffle.")
    ann.end(ann.opened(dealt))
    assert ann.told["match"] == (
        "The orders of the cards fit the promises: checked 52 of 52 places."
    )


SETS = pytest.mark.parametrize(
    ("others", "more", "lie"),
    [((), {1: OTHER}, EXCHANGED), ((1, 2), {}, ADDED), ((2,), {}, DROPPED)],
    ids=("exchanged", "added", "dropped"),
)


@SETS
def test_a_seal_that_was_exchanged_added_or_dropped_is_a_lie(
    ann: PageWitness, others: tuple[int, ...], more: dict[int, bytes], lie: str
) -> None:
    """A server that knows an honest part could grind a seal of its own against it."""
    asked(ann, 1)
    ann.hear(ann.dealt(*others, more=more))
    assert lie in ann.lies
    assert ann.told["deal"] is None, "nothing is called checked"


@SETS
def test_a_spectators_page_finds_the_same(
    eve: PageWitness, others: tuple[int, ...], more: dict[int, bytes], lie: str
) -> None:
    eve.hear(eve.shuffle())
    eve.hear(eve.shuffle(seals=eve.seals(1), opening=True))
    eve.hear(eve.dealt(*others, more=more))
    assert lie in eve.lies


def test_a_set_that_changes_while_parts_are_opened_is_a_lie_at_once(ann: PageWitness) -> None:
    asked(ann, 1)
    ann.hear(ann.shuffle(seals=ann.seals(1, 2), opening=True))
    assert ann.lies[0] == ADDED


def test_a_shuffle_that_begins_again_for_no_reason_is_a_lie(ann: PageWitness) -> None:
    asked(ann, 1)
    ann.hear(ann.shuffle())
    assert ann.lies == ["The shuffle was begun again after parts were asked for."]


def test_a_seat_that_does_not_open_may_be_named_and_all_seal_anew(ann: PageWitness) -> None:
    asked(ann, 1, 2)
    asked(ann, 2, attempt=1, refused=(1,))
    first, second = ann.sent("open")
    assert first["entropy"] != second["entropy"]
    ann.hear(ann.dealt(2, attempt=1, refused=(1,)))
    assert ann.lies == []
    assert ann.told["deal"].endswith("Your browser helped shuffle.")


@pytest.mark.parametrize(("attempt", "refused"), [(1, ()), (2, (1,)), (2, (1, 1))], ids=str)
def test_more_attempts_than_seats_named_are_a_lie(
    ann: PageWitness, attempt: int, refused: tuple[int, ...]
) -> None:
    """Attempts without end would be a choice without end."""
    asked(ann, 1, 2)
    ann.hear(ann.shuffle(attempt, refused=refused))
    assert "The shuffle was begun more often than seats are named for." in ann.lies
    asked(ann, 2, attempt=attempt, refused=refused)
    ann.hear(ann.dealt(2, attempt=attempt, refused=refused))
    assert ann.told["deal"] is None


def test_naming_a_seat_that_had_sealed_nothing_is_a_lie(ann: PageWitness) -> None:
    asked(ann, 1)
    ann.hear(ann.shuffle(1, refused=(2,)))
    assert ann.lies == ["Seat 3 is named for not opening a part, but it had sealed none."]


def test_being_named_after_opening_in_time_is_a_lie(ann: PageWitness) -> None:
    """Without the only honest part the server would choose freely."""
    asked(ann, 1)
    ann.hear(ann.shuffle(1, refused=(0,)))
    lie = "You are named for not opening your part, but you opened it in time."
    assert ann.lies == [lie]
    ann.begin()
    ann.hear(ann.dealt(1, attempt=1, refused=(0,), own=False))
    assert lie in ann.lies


def test_a_bots_seal_is_a_lie_and_so_is_a_bot_that_is_named(ann: PageWitness) -> None:
    """Bots belong to the server: their parts would give it a choice."""
    lie = "Seat 4 is a bot's, and bots have no part in a shuffle."
    ann.hear(ann.shuffle())
    ann.hear(ann.shuffle(seals=ann.seals(3)))
    assert ann.lies == [lie]
    ann = PageWitness(ann.page)
    ann.hear(ann.shuffle(1, refused=(3,)))
    assert ann.lies == [lie]
    ann = PageWitness(ann.page)
    asked(ann, 1)
    ann.hear(ann.dealt(1, 3))
    assert lie in ann.lies


def test_after_a_restart_a_page_draws_a_new_part_and_accuses_nobody(ann: PageWitness) -> None:
    """An honest crash while parts are opened; the page has opened already."""
    asked(ann, 1)
    ann.reconnect()
    ann.hear(ann.shuffle(restarted=True))
    ann.hear(ann.shuffle(seals=ann.seals(1), opening=True, restarted=True))
    seals, opened = ann.sent("seal"), ann.sent("open")
    assert len({one["seal"] for one in seals}) == 2
    assert len({one["entropy"] for one in opened}) == 2
    ann.hear(ann.dealt(1, restarted=True))
    assert ann.lies == []
    assert ann.told["deal"].endswith("Your browser helped shuffle.")


def test_a_crash_before_the_opening_gives_a_new_part_too(ann: PageWitness) -> None:
    ann.hear(ann.shuffle())
    ann.reconnect()
    ann.hear(ann.shuffle(restarted=True))
    assert len({one["seal"] for one in ann.sent("seal")}) == 2
    ann.begin()
    ann.hear(ann.shuffle(restarted=True))
    assert ann.sent("seal")[-1]["seal"] not in {one["seal"] for one in ann.sent("seal")[:-1]}


def test_a_part_that_a_crash_left_behind_is_told_as_that(ann: PageWitness) -> None:
    """The others came back before this page did."""
    asked(ann, 1)
    ann.reconnect()
    ann.hear(ann.dealt(1, restarted=True, own=False))
    assert ann.lies == []
    assert ann.told["deal"].endswith(
        "The server restarted during the shuffle, so the part of your browser is not in it."
    )


def test_a_lost_connection_alone_excuses_nothing(ann: PageWitness) -> None:
    """A server that cuts one player off has not restarted, and cannot tell the others so."""
    asked(ann, 1)
    ann.reconnect()
    ann.hear(ann.dealt(1, own=False))
    assert "Your own part of the shuffle was opened in time, but it was left out." in ann.lies
    assert ann.told["deal"] is None


def test_a_restart_without_a_lost_connection_is_a_lie(ann: PageWitness) -> None:
    """A feigned crash would give the server another try."""
    lie = "The server says that it restarted, but this page was connected all the time."
    asked(ann, 1)
    ann.hear(ann.shuffle(restarted=True))
    assert lie in ann.lies
    ann = PageWitness(ann.page)
    asked(ann, 1)
    ann.hear(ann.dealt(1, restarted=True))
    assert ann.lies == [lie]
    assert ann.told["deal"] is None


def test_a_lost_connection_while_parts_are_opened_changes_nothing(ann: PageWitness) -> None:
    asked(ann, 1)
    ann.reconnect()
    ann.hear(ann.shuffle(seals=ann.seals(1), opening=True))
    assert len({one["entropy"] for one in ann.sent("open")}) == 1
    ann.hear(ann.dealt(1))
    assert ann.lies == []
    assert ann.told["deal"].endswith("Your browser helped shuffle.")


def test_a_part_that_was_opened_is_never_opened_among_other_seals(ann: PageWitness) -> None:
    asked(ann, 1)
    old = ann.seals(1)
    ann.reconnect()
    ann.hear(ann.shuffle(seals=old | {2: seal(2)}, opening=True, restarted=True))
    assert ann.lies == ["The server used a part of yours again that you had opened before."]
    assert len(ann.sent("open")) == 1


def test_the_end_never_calls_fair_what_was_a_lie_at_the_table(ann: PageWitness) -> None:
    asked(ann, 1)
    ann.hear(ann.shuffle(seals=ann.seals(1, 2), opening=True))
    dealt = ann.dealt(1)
    ann.hear(dealt)
    ann.end(ann.opened(dealt))
    assert ann.told["match"] == "The shuffles do not fit what was promised."
