"""The proof `one-server` holds, and finds what is planted for it."""

import pytest

from tests.ops import pgbouncer
from tests.prove.fencing import one_server
from tests.prove.runner.proof import RunOptions

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(pgbouncer.program() is None, reason=one_server.NO_POOLER),
]
SHORT = RunOptions(minutes=0.0, seed=1, verbose=False)


def test_the_lock_is_one_servers_behind_a_pooler_and_on_a_starved_machine() -> None:
    assert one_server.prove(SHORT).faults == ()


@pytest.mark.parametrize("name", one_server.PLANTS)
def test_a_planted_fault_of_the_lock_is_found(name: str) -> None:
    assert one_server.PROOF.planted[name].run(SHORT).faults
