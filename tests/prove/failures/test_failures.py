"""The proofs of P18 hold, and find what is planted for them."""

import pytest

from tests.prove.failures import background
from tests.prove.runner.proof import RunOptions

SHORT = RunOptions(minutes=0.0, seed=1, verbose=False)


@pytest.mark.slow
def test_each_background_job_survives_unexpected_errors() -> None:
    assert background.prove(SHORT).faults == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", background.PLANTS)
def test_a_planted_fault_of_the_background_is_found(name: str) -> None:
    assert background.PROOF.planted[name].run(SHORT).faults
