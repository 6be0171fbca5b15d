"""Numbered acceptance checks of the rules that need more than one rule at a time (page 11)."""

import json
import re
from dataclasses import replace as changed
from functools import cache
from typing import Any

import pytest

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.moves import Confirm
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.powers import declaring
from app.games.scum_the_masquerade.powers.clans import CLANLESS_DEFAULT, LINEAGES, Clan, Specialty
from app.games.scum_the_masquerade.powers.sheets import Sheet, dots
from app.games.scum_the_masquerade.state import Phase, ScumState
from app.rules.codec import to_json
from app.rules.game import Seat, view
from tests.games.kit.adapter import adapter
from tests.games.kit.random_matches import random_match
from tests.games.scum_the_masquerade.table import playing
from tests.games.scum_the_masquerade.test_later_rounds import Later

CLANNED = Sheet.of(Clan.VENTRUE, dots(LINEAGES[Clan.VENTRUE].disciplines))
CLANLESS = Sheet.of(None, dots(CLANLESS_DEFAULT))
MORTAL = Sheet(specialty=Specialty.SEER, charges=1)
LOW = ("3C 3D", "4C 4D", "5C 5D", "6C 6D", "7C 7D", "8C 8D", "9C 9D")
CODE = re.compile(r'"((?:10|[2-9JQKA])[CDSH]b?)"')


@pytest.mark.parametrize("players", range(4, 9))
def test_after_a_revolution_exactly_the_first_two_and_the_last_two_declare(players: int) -> None:
    """Check 6, A37: the ranks reverse, and the table of 4.2 says who changes."""
    last = Seat(players - 1)
    sheets = (*[CLANNED] * (players - 2), CLANLESS, MORTAL)
    options = Options(evening="masquerade")
    table = playing(*LOW[:last], "KC", options=options, sheets=sheets, turn=last)
    table.plays(last, "KC")
    for seat in map(Seat, range(players)):
        table.does(seat, Confirm())
    table.time_is_up(last)
    assert table.public.phase is Phase.DECLARE
    assert set(declaring.must_declare(table.public)) == {0, 1, players - 2, players - 1}
    assert all(table.public.sheets[seat] == CLANNED for seat in range(2, players - 2))


@cache
def states() -> tuple[ScumState, ...]:
    """Moments of rounds with ranks, in which legal moves are made at random."""
    late = changed(adapter(GAME), game=Later())
    return tuple(state for seed in range(6) for state in random_match(late, seed, 120).states)


def test_nobody_who_is_out_comes_back_into_the_round() -> None:
    """Check 12: no use puts a card into an empty crypt."""
    for state in states():
        assert all(state.public.counts[seat] == 0 for seat in state.public.out)
    assert any(state.public.out for state in states())


CLAIMS = ("counts_as", "announced", "pending")
"""Fields that name a card which somebody claims to play, or asks for."""


def without_claims(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: without_claims(data[key]) for key in data if key not in CLAIMS}
    return [without_claims(one) for one in data] if isinstance(data, list | tuple) else data


def test_no_card_that_lies_in_a_crypt_is_named_to_everybody() -> None:
    """Check 8, for what the whole table is sent; the kit compares what each seat is sent."""
    seen = 0
    for state in states():
        public = state.public
        told = {gain.card for gain in public.gains} | {*public.promised}
        told |= {card for effect in public.effects for card in effect.cards}
        told |= {card for cards in public.played for card in cards}
        hidden = {card for hand in state.private for card in hand.cards}
        hidden |= {card for cards in state.hidden for card in cards}
        named = set(CODE.findall(json.dumps(without_claims(to_json(view(state, None))))))
        assert named.isdisjoint(hidden - told)
        seen += len(named)
    assert seen
