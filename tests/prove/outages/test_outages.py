"""Simulated runs in which one call to the store fails."""

from itertools import count

import pytest

from tests.prove.outages.failing_call import FATES, with_fault
from tests.prove.simulation.proof import SMALL, variants


@pytest.mark.parametrize("kind", FATES)
def test_whichever_call_fails_nobody_is_told_what_is_not_so(kind: str) -> None:
    for k in count(1):
        run, reached = with_fault(1, variants(SMALL), kind, k)
        assert run.failure is None, f"call {k} {kind}: {run.failure}"
        if not reached:
            break
    assert k > 10, "a run has more calls than that"
