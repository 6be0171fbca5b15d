"""`bench crowd` still works: honest people play beside an attack, and a slow hand is found."""

import pytest
import uvloop

from bench.crowd import Beside, Taps, judged, measured, server_with_history
from bench.report import Ask, Progress


def beside(p50: float, p99: float, lost: int = 0) -> Beside:
    """An attack beside which moves took this long, and 2 and 10 ms without it."""
    quiet, attacked = Taps(100, 2.0, 10.0, 0.1), Taps(100, p50, p99, 0.5)
    return Beside("pages", quiet, attacked, {"200": 7}, lost)


@pytest.mark.parametrize(
    ("found", "passed"),
    [
        (beside(5.9, 49.0), True),
        (beside(6.1, 49.0), False),
        (beside(5.9, 51.0), False),
        (beside(2.0, 10.0, lost=1), False),
    ],
)
def test_a_hand_that_an_attack_slows_is_found(found: Beside, passed: bool) -> None:
    assert judged([found]).passed is passed
    assert judged([beside(2.0, 10.0), found]).passed is passed


@pytest.mark.slow
def test_honest_people_play_on_beside_an_attack() -> None:
    tell, names = Progress(Ask(loud=False)), ["records", "sockets", "rooms"]
    with server_with_history((40, 20), tell) as (server, matches):
        assert len(dict(matches)) == 2, "two matches are over"
        found = uvloop.run(measured(server, matches, names, 2.0, tell, tables=2))
    assert [one.name for one in found] == names
    for one in found:
        assert one.attacked.moves > 0
        assert sum(one.counts.values()) > 0
        assert not one.lost
