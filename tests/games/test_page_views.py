"""The parts of a view that pages are sent: facts of the view alone, without what no page reads."""

from itertools import chain, islice
from random import Random
from typing import Any

import msgspec
import pytest

from app.games import GAMES
from app.rules.codec import omitted_defaults, to_json
from app.rules.game import AnyGame, AnyState
from app.rules.replay import Setup
from bench.play import match
from tests.games.scum_the_masquerade.test_later_rounds import Later

MOMENTS = 120
"""Moments of a match that are looked at."""


def states(game: AnyGame) -> list[AnyState]:
    """Early moments, and those of later rounds with everything that Masquerade has."""
    setup = Setup(game.seats[-1], game.options(), ranked=False)
    found = [match(game, setup, Random(1))]
    if game.slug == Later.slug:
        found += [match(Later(), Setup(seats, game.options(), True), Random(2)) for seats in (6, 8)]
    return list(chain(*(islice(one, MOMENTS) for one in found)))


def added(shown: Any, whole: Any, usual: Any = None) -> bool:
    """True if `shown` has a value that `whole`, or what is left out of it, has not."""
    if isinstance(shown, dict) and isinstance(whole, dict):
        known = {**(usual if isinstance(usual, dict) else {}), **whole}
        return any(
            name not in known or added(value, known[name], (usual or {}).get(name))
            for name, value in shown.items()
        )
    if isinstance(shown, list) and isinstance(whole, list) and len(shown) == len(whole):
        return any(map(added, shown, whole))
    return bool(shown != whole)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_page_is_sent_facts_of_its_view_and_none_that_no_page_reads(game: AnyGame) -> None:
    usual = msgspec.json.decode(msgspec.json.encode(omitted_defaults(game)))["public"]
    assert set(game.rules_only) <= set(usual)
    for state in states(game):
        parts = [(state.public, game.shown_public(state.public))]
        parts += [(own, game.shown_private(own)) for own in state.private if own is not None]
        for whole, shown in parts:
            sent = msgspec.json.decode(msgspec.json.encode(to_json(shown)))
            known = msgspec.json.decode(msgspec.json.encode(to_json(whole)))
            assert not added(sent, known, usual)
        sent = to_json(game.shown_public(state.public))
        assert not {*sent} & {*game.rules_only}


def test_what_was_added_is_found() -> None:
    assert not added({"a": [{"b": 1}]}, {"a": [{"b": 1, "c": 2}], "d": 3})
    assert added({"a": [{"b": 2}]}, {"a": [{"b": 1}]})
    assert added({"e": 1}, {"a": 1})
