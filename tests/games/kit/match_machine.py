"""A match as a state machine of hypothesis: its record, and random moves one after the other."""

import random
from typing import Any, ClassVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine

from app.rules import codec
from app.rules.game import AnyGame, Prompt, Seat, view
from app.rules.play import prompts, take_up_to
from app.rules.replay import Entry, Played, Setup, Shuffled, replay, step
from tests.games.kit.random_matches import MOST_MOVES


class MatchMachine(RuleBasedStateMachine):
    """One match from its setup on; `entries` is its record."""

    game: ClassVar[AnyGame]
    state: Any
    setup: Setup

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry] = []

    def begin_match(self, setup: Setup) -> None:
        self.setup = setup
        self.state = self.game.setup(setup.seats, setup.options, setup.ranked)

    def take(self, entry: Entry) -> None:
        assert codec.read_entry(self.game, codec.to_json(entry)) == entry
        before = self.state
        self.state = step(self.game, before, entry)
        self.entries.append(entry)
        self.holds(before)

    def holds(self, before: Any) -> None:
        """Asserts the facts that are true after every entry; each game has its own."""
        raise NotImplementedError

    def asked(self) -> dict[Seat, Prompt]:
        return prompts(self.game, self.state)

    def over(self) -> bool:
        return self.game.outcome(self.state.public) is not None

    def somebody_is_awaited_or_it_is_over(self) -> None:
        asked = set(self.asked())
        assert asked == set(self.game.awaited_seats(self.state.public))
        assert bool(asked) + bool(self.game.pending_shuffle_size(self.state)) + self.over() == 1

    def play_some(self, steps: int, chance: random.Random) -> None:
        """Many moves at once, so that runs get deep."""
        for _ in range(steps):
            if self.over():
                return
            if self.game.pending_shuffle_size(self.state):
                self.shuffle_cards(chance)
            else:
                self.play_any(chance)

    def shuffle_cards(self, chance: random.Random) -> None:
        order = list(range(self.game.pending_shuffle_size(self.state)))
        chance.shuffle(order)
        self.take(Shuffled(tuple(order)))

    def play_any(self, chance: random.Random) -> None:
        seat, prompt = chance.choice(sorted(self.asked().items()))
        moves, _ = take_up_to(self.game.legal_moves(view(self.state, seat)), MOST_MOVES)
        self.take(Played(seat, prompt.key, chance.choice(moves)))

    def teardown(self) -> None:
        if self.entries:
            *_, last = replay(self.game, self.setup, self.entries)
            assert last == self.state


def runs(examples: int, steps: int) -> settings:
    """Settings for this many matches, each of this many rules."""
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        # shrinking a whole match takes minutes, and the steps printed are few
        phases=(Phase.explicit, Phase.reuse, Phase.generate),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
