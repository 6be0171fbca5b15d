"""Another world for one viewer of a table's match, with a past that the second match can play.

The viewer observed the same, and people and clock act at the same moments in both.
"""

import random
from typing import Final

from app.rules.game import Seat, view
from app.rules.play import all_prompts, clock_keys, spans
from app.rules.replay import Expired, Played
from tests.games.kit.adapter import Adapter
from tests.games.kit.match_record import Record
from tests.games.kit.noninterference_history import history_of
from tests.games.kit.table_script import Answers

WORLDS: Final = 12
"""Worlds that are drawn before the search for a twin is given up."""


def world_for(
    adapter: Adapter, record: Record, viewer: Seat | None, people: int, chance: random.Random
) -> Record | None:
    """A whole record that fits the viewer's observations and the script, or None."""
    truth = record.deal(adapter.deck)
    if truth is None:
        return None
    for _ in range(WORLDS):
        twin = history_of(
            adapter, truth, adapter.game.resample(view(record.now, viewer), chance), viewer
        )
        entries = _by_the_clock(truth, twin)
        if (
            entries is not None
            and _bots_answer_the_same_questions(truth, entries, people)
            and _people_take_no_other_offers(truth, entries)
        ):
            first = len(record.entries) - len(truth.entries)
            return Record(
                record.game,
                record.setup,
                [*record.states[:first], *entries.states],
                [*record.entries[:first], *entries.entries],
            )
    return None


def _by_the_clock(truth: Record, twin: Record) -> Record | None:
    """The twin's record with the truth's time-outs; None if the clock's moves would differ."""
    late = [ply for ply, entry in enumerate(truth.entries) if isinstance(entry, Expired)]
    if late and len(truth.entries) != len(twin.entries):
        return None
    entries = list(twin.entries)
    for ply in late:
        entry, before = truth.entries[ply], twin.states[ply]
        assert isinstance(entry, Expired)
        if entry.key not in clock_keys(all_prompts(twin.game, before), spans(twin.game, before)):
            return None
        if twin.game.expire(before, entry.key) != twin.states[ply + 1]:
            return None
        entries[ply] = entry
    return Record(twin.game, twin.setup, twin.states, entries)


def _bots_answer_the_same_questions(truth: Record, twin: Record, people: int) -> bool:
    """Bots always answer, at times that do not depend on cards; so the numbers must agree."""
    one, other = (
        [key for key in answers_of(record) if key[0] >= people] for record in (truth, twin)
    )
    return sorted(one) == sorted(other)


def _people_take_no_other_offers(truth: Record, twin: Record) -> bool:
    """People act when they did in the first match, so its offers are the ones they take.

    The numbers of offers may count what only two know of.
    """
    others = answers_of(twin).keys() - answers_of(truth).keys()
    return not others or others.isdisjoint(
        (seat, prompt.key)
        for state in twin.states
        for seat, found in all_prompts(twin.game, state).items()
        for prompt in found
        if prompt.offer
    )


def answers_of(record: Record) -> Answers:
    return {
        (entry.seat, entry.key): entry.move for entry in record.entries if isinstance(entry, Played)
    }
