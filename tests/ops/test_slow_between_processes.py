"""A slow table between two processes: one of them wakes it, and each leads people to it."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.conftest import NewDatabase, NewServer
from tests.ops.conftest import SECRET, Both, NewVisitor, until
from tests.web.routes.test_slow_tables import begin
from tests.web.slow_store import SlowStore


@pytest.fixture
def url(new_database: NewDatabase) -> str:
    return new_database()


@pytest.fixture
def both(url: str, new_server: NewServer) -> Iterator[Both]:
    """Two processes that look for slow tables all the time, and let them sleep soon."""
    shared = {
        "DATABASE_URL": url,
        "PECKING_ORDER_SIBLINGS_SECRET": SECRET,
        "PECKING_ORDER_PATIENCE": "0.02",
        "PECKING_ORDER_PACE": "1",
    }
    with ExitStack() as stack:
        one, two = (
            stack.enter_context(new_server("tests.ops.quick_look", **shared)) for _ in range(2)
        )
        yield one, two


def test_a_slow_table_that_is_due_is_woken_by_one_process_and_found_from_each(
    both: Both, visitor: NewVisitor, url: str
) -> None:
    odette, percy = visitor(both[0]), visitor(both[0])
    store = SlowStore(url, begin(odette, percy))
    store.until_asleep()
    epoch, entries = store.epoch, store.entries
    store.pass_by(72)
    until(lambda: len(store.entries) > len(entries), "nobody wakes the table")
    assert store.entries[: len(entries)] == entries
    assert store.epoch == epoch + 1, "it was taken once, by one of the two"
    epochs = set()
    with ExitStack() as lines:
        for process in both:
            for person in (odette, percy):
                there = visitor(process, person)
                assert there.get(f"/table/{store.room}").status_code == 200
                line = lines.enter_context(there.connect(store.room))
                assert line.receive_until("frame")["match"], "each page shows the match"
                epochs.add(store.epoch)
    assert len(epochs) == 1, "all were led to one table"


def test_a_slow_table_of_a_process_that_dies_goes_on_at_the_other(
    both: Both, visitor: NewVisitor, url: str
) -> None:
    odette, percy = visitor(both[0]), visitor(both[0])
    store = SlowStore(url, begin(odette, percy))
    with odette.connect(store.room) as line:
        line.receive_until("frame")
        entries, dues, owner = store.entries, store.dues, store.owner
        assert owner is not None, "the table is awake"
        both[0].kill()
    there = visitor(both[1], percy)
    with there.connect(store.room) as line:
        frame = line.receive_until("frame")
        own = [clock["due"] for clock in frame["clocks"]]
        assert set(own) <= set(dues.values()), "nobody has lost or won time"
    assert (store.entries, store.dues) == (entries, dues)
    store.until_asleep()
    store.pass_by(72)
    until(lambda: len(store.entries) > len(entries), "the other does not wake it")
    assert store.entries[: len(entries)] == entries


def test_a_slow_table_whose_process_died_is_woken_when_it_is_due(
    both: Both, visitor: NewVisitor, url: str
) -> None:
    odette, percy = visitor(both[0]), visitor(both[0])
    store = SlowStore(url, begin(odette, percy))
    with odette.connect(store.room) as line:
        line.receive_until("frame")
        entries, epoch = store.entries, store.epoch
        both[0].kill()
    assert store.owner is not None, "the dead one stands in the row"
    store.pass_by(72)
    until(lambda: len(store.entries) > len(entries), "nobody takes the table over")
    assert store.entries[: len(entries)] == entries
    assert store.epoch == epoch + 1
