"""The invented matches of the browser's check: a lie changes the messages or the record."""

from random import Random

import pytest

from tests.prove.shuffles.browser import LIES, Lie, telling


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
@pytest.mark.parametrize("seed", range(6))
def test_every_lie_changes_what_is_told(lie: Lie, seed: int) -> None:
    honest, told = telling("a-match", Random(seed)), telling("a-match", Random(seed))
    lie(told, Random(seed))
    assert honest != told
