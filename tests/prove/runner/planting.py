"""Faults planted in this process for the length of one look."""

from collections.abc import Callable

import pytest

from tests.prove.runner.proof import Findings, Run, RunOptions

Plant = Callable[[pytest.MonkeyPatch], None]


def with_patch(plant: Plant, look: Run) -> Run:
    """`look` with that fault planted meanwhile."""

    def run(options: RunOptions) -> Findings:
        with pytest.MonkeyPatch.context() as patch:
            plant(patch)
            return look(options)

    return run
