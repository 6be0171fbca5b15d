"""Players who always give the same answer to a kind of question come to the end of each deal."""

import random
from dataclasses import dataclass, field
from typing import Final, Literal

from app.rules.game import Prompt, Seat, view
from app.rules.play import take_up_to
from app.rules.replay import MOST_ENTRIES, Entry, Expired, Played, Shuffled
from tests.games.kit.adapter import Adapter
from tests.games.kit.counts import Counts
from tests.games.kit.match_record import Record, require
from tests.games.kit.random_matches import new_match, some_answer

Habit = Literal["first", "last", "silence", "any"]
HABITS: Final[tuple[Habit, ...]] = ("first", "last", "silence", "any")
FAR: Final = 4
"""The share of a table's bound below which every deal has to stay here, as a divisor."""
TAKEN: Final = 0.7
"""The rate at which willing players take an offer."""


@dataclass
class DealLength:
    """The entries of the deal that is being played, of one match."""

    entries: int = 0
    deal: int = 0
    """The last deal that is over."""

    def take(self, record: Record) -> None:
        """Counts the last entry. Raises Broken once the deal is too long."""
        earned = record.game.standings(record.now.public)
        over = earned[0].deal if earned else self.deal
        self.entries = self.entries + 1 if over == self.deal else 0
        self.deal = over
        require(
            self.entries * FAR <= MOST_ENTRIES * len(record.now.private),
            "a deal ends within its share of entries for each seat",
            entries=self.entries,
            seats=len(record.now.private),
        )


@dataclass
class Habits:
    """The answers of everybody: drawn once for each kind of question."""

    chance: random.Random
    usual: Habit | None = None
    """For every kind; None: each has its own."""
    willing: bool = False
    """True if people take the offers that stand open to them."""
    by_kind: dict[str, Habit] = field(default_factory=dict)

    def entry(self, record: Record) -> Entry:
        """The next entry; the match is not over."""
        game, state, chance = record.game, record.now, self.chance
        if number := game.pending_shuffle_size(state):
            return Shuffled(tuple(chance.sample(range(number), number)))
        open_to = [(seat, prompt) for seat, found in record.open_to.items() for prompt in found]
        asked = [one for one in open_to if not one[1].offer]
        offers = [one for one in open_to if one[1].offer]
        if offers and self.willing and (not asked or chance.random() < TAKEN):
            asked = offers
        if not asked:
            waited = [key for key in record.keys if key not in record.beside]
            return Expired(chance.choice(waited or record.keys))
        return self._answer(record, *chance.choice(asked))

    def _answer(self, record: Record, seat: Seat, prompt: Prompt) -> Entry:
        game, seen = record.game, view(record.now, seat)
        drawn = self.chance.choice(HABITS) if self.usual is None else self.usual
        habit = self.by_kind.setdefault(prompt.kind, drawn)
        if habit == "silence" and not prompt.offer and not prompt.automatic:
            return Expired(prompt.within or prompt.key)
        if habit == "last" and not prompt.automatic:
            return Played(seat, prompt.key, take_up_to(game.legal_answers(seen, prompt), 50)[0][-1])
        if habit == "any" and not prompt.automatic:
            return Played(seat, prompt.key, some_answer(game, seen, prompt, self.chance))
        return Played(seat, prompt.key, next(iter(game.legal_answers(seen, prompt))))


def same_answers_end(adapter: Adapter, seed: int, steps: int, counts: Counts) -> None:
    """Plays at least this many entries, and on to the end of the deal."""
    record, chance, deal = new_match(adapter.game, seed), random.Random(seed), DealLength()
    usual: Habit | None = HABITS[seed] if seed < len(HABITS) else None
    habits = Habits(chance, usual, willing=bool(seed % 2))
    while not record.over and (len(record.entries) < steps or deal.entries):
        record.take(habits.entry(record))
        deal.take(record)
    counts.add("matches")
    counts.add("states", len(record.states))
