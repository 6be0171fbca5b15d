"""The invented matches of the browser's check: honest ones hold, and a lie changes the messages."""

from random import Random

import pytest

from app.fair import shuffle
from tests.prove.shuffles.browser import LIES, Lie, telling


def test_a_made_up_match_follows_from_its_secrets() -> None:
    told = telling("a-match", Random(5))
    for dealt, opened in zip(told["dealt"], told["opened"], strict=True):
        where = (told["match"], opened["number"], opened["attempt"])
        secret = bytes.fromhex(opened["secret"])
        openings = {
            int(seat): bytes.fromhex(entropy) for seat, entropy in opened["openings"].items()
        }
        assert shuffle.commitment(*where, secret) == dealt["commitment"]
        assert (
            list(shuffle.order(shuffle.seed(*where, secret, openings), opened["n"]))
            == opened["order"]
        )
        assert "secret" not in dealt


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
@pytest.mark.parametrize("seed", range(20))
def test_every_lie_changes_what_is_told(lie: Lie, seed: int) -> None:
    honest, told = telling("a-match", Random(seed)), telling("a-match", Random(seed))
    lie(told, Random(seed))
    assert (honest["dealt"], honest["opened"]) != (told["dealt"], told["opened"])
    assert honest["before"] == told["before"]
