"""Matches end, also by time alone; cards have one place; records replay; all has a sentence."""

import random
from collections import Counter
from typing import Any

import msgspec
from msgspec.structs import replace

from app.rules.codec import read_entry, read_view, to_json
from app.rules.errors import GameOver
from app.rules.game import AnyGame, AnyState, Prompt, Seat, view
from app.rules.play import play, take_up_to
from app.rules.replay import Entry, Expired, Played, step
from tests.games.kit.adapter import Adapter
from tests.games.kit.counts import Counts
from tests.games.kit.first_difference import first_difference
from tests.games.kit.match_record import Record, require, viewers
from tests.games.kit.random_matches import NAMES, new_match, play_to_end, random_entry
from tests.games.kit.same_answers import DealLength

MOST: int = 6000
"""Entries after which a match whose last deal was called has to be over."""


def matches_end(adapter: Adapter, seed: int, steps: int, counts: Counts) -> None:
    """Plays a random match of `steps` entries, then its last deal to the end, and checks it."""
    chance = random.Random(seed)
    record = new_match(adapter.game, seed)
    watch = Watch(adapter, record)
    while not record.over and len(record.entries) < steps:
        watch.take(random_entry(record, chance))
    if not record.over:
        tail = record.until(len(record.entries))
        play_to_end(tail, chance, MOST)
        for entry in tail.entries[steps:]:
            watch.take(entry)
    watch.finished()
    counts.add("matches")
    counts.add("states", len(record.states))


def time_alone_ends(adapter: Adapter, seed: int, steps: int, counts: Counts) -> None:
    """Nobody ever answers, and the match ends.

    Endless ones get their last deal after `steps` entries.
    """
    chance = random.Random(seed)
    record = new_match(adapter.game, seed)
    while not record.over and len(record.entries) < steps:
        record.take(random_entry(record, chance, timeouts=1.0))
    play_to_end(record, chance, MOST, timeouts=1.0)
    counts.add("matches")
    counts.add("states", len(record.states))


class Watch:
    """Follows a match entry by entry, and a second one that knows the first by its JSON alone."""

    def __init__(self, adapter: Adapter, record: Record) -> None:
        self.adapter, self.record, self.retold = adapter, record, record.now
        self.closed: set[str] = set()
        self.deals: list[int] = []
        self.length = DealLength()
        self.interrupted: dict[tuple[Seat, str], tuple[str, Any]] = {}
        """The questions that an offer interrupted, by seat and kind: key and answers."""
        self.look()

    def take(self, entry: Entry) -> None:
        game, before, open_before = self.record.game, self.record.now, self.record.open_to
        self.record.take(entry)
        self.length.take(self.record)
        read = read_entry(game, msgspec.json.decode(msgspec.json.encode(to_json(entry))))
        require(read == entry, "an entry comes back from JSON as it was", entry=to_json(entry))
        self.retold = step(game, replace(self.retold, events=(), private_events=()), read)
        require(
            self.retold.events_for(_seats(self.record.now))
            == self.record.now.events_for(_seats(self.record.now)),
            "a step tells no events of the step before",
            entry=to_json(entry),
        )
        require(
            self.retold == self.record.now,
            "the record leads to the same state",
            entry=to_json(entry),
            differs=first_difference(self.record.now, self.retold),
        )
        self._answered(entry)
        if not self.record.over:
            self._interruptions(before, open_before, entry)
        self.look()

    def _answered(self, entry: Entry) -> None:
        """A question that was interrupted may come back; one that was answered may not."""
        if not isinstance(entry, Played | Expired):
            return
        open_to = self.record.open_to
        if isinstance(entry, Played):
            own = {prompt.key for prompt in open_to.get(entry.seat, ())}
            require(entry.key not in own, "an answer closes its question", key=entry.key)
        else:
            require(entry.key not in self.record.keys, "time runs out once", key=entry.key)
        if all(prompt.key != entry.key for found in open_to.values() for prompt in found):
            self.closed.add(entry.key)

    def _interruptions(
        self, before: AnyState, open_to: dict[Seat, tuple[Prompt, ...]], entry: Entry
    ) -> None:
        """A question that an offer interrupts comes back under its key, so its clock goes on."""
        game, now = self.record.game, self.record.open_to
        taken = isinstance(entry, Played) and any(
            prompt.offer and prompt.key == entry.key for prompt in open_to.get(entry.seat, ())
        )
        for seat, found in open_to.items() if taken else ():
            for prompt in found:
                if not prompt.offer and prompt not in now.get(seat, ()):
                    answers = _answers(game, before, seat, prompt)
                    self.interrupted[seat, prompt.kind] = (prompt.key, answers)
        for seat, found in now.items():
            for prompt in found:
                key, answers = self.interrupted.pop((seat, prompt.kind), (prompt.key, None))
                same = key == prompt.key or answers != _answers(game, self.record.now, seat, prompt)
                require(same, "an offer resets no clock", seat=seat, was=key, now=prompt.key)
        kinds = {prompt.kind for found in now.values() for prompt in found}
        kept = self.interrupted.items()
        self.interrupted = {at: one for at, one in kept if at[1] not in kinds}

    def look(self) -> None:
        game, state = self.record.game, self.record.now
        open_to = {} if self.record.over else self.record.open_to
        keys = [] if self.record.over else self.record.keys
        waited = set(keys) - set(self.record.beside)
        busy = bool(waited) + bool(game.pending_shuffle_size(state)) + self.record.over
        require(
            busy == 1,
            "either somebody is asked, or a shuffle is due, or the match is over",
            asked=list(open_to),
            keys=keys,
        )
        known = [prompt.key for found in open_to.values() for prompt in found]
        again = self.closed.intersection(known, keys) | self.closed.intersection(known)
        require(not again, "a new question has a new key", keys=again)
        for seat, found in open_to.items():
            own = [prompt.key for prompt in found]
            require(len(set(own)) == len(own), "each question of a seat has its own key", seat=seat)
            within = {prompt.within for prompt in found} - {None}
            require(within <= set(keys), "a question ends with a span that runs", within=within)
        self._cards(state)
        self._people(state)
        for viewer in viewers(state):
            seen = view(state, viewer)
            found = game.prompts(seen)
            require(viewer is not None or not found, "a spectator is asked nothing")
            first = next((one for one in found if not one.offer), None)
            asked = first if self.record.over else game.prompt(seen)
            require(asked == first, "`prompt` is the first question")
            if len(self.record.entries) % 4 == 0:
                back = read_view(game, msgspec.json.decode(msgspec.json.encode(to_json(seen))))
                require(
                    back == seen,
                    "a view comes back from JSON as it was",
                    viewer=viewer,
                    differs=first_difference(seen, back),
                )
        self._words(state)

    def _cards(self, state: AnyState) -> None:
        where = self.adapter.places(state)
        lie = Counter(card for cards in where.values() for card in cards)
        deck = Counter(self.adapter.deck(state))
        require(
            lie == deck,
            "each card is in exactly one place",
            missing=list((deck - lie).elements()),
            more=list((lie - deck).elements()),
        )

    def _people(self, state: AnyState) -> None:
        game, public = self.record.game, state.public
        playing = game.active_seats(public)
        require(len(set(playing)) == len(playing), "each seat plays once", playing=playing)
        require(len(playing) in game.seats, "as many play as the game is for", playing=playing)
        require(
            set(game.awaited_seats(public)) <= set(playing),
            "only those who play are waited for",
            awaited=game.awaited_seats(public),
        )
        asked = {seat for seat, one in self.record.asked.items() if one.within is None}
        require(
            asked <= set(game.awaited_seats(public)),
            "the table visibly waits for all who are asked, but for those that a span waits for",
            asked=asked,
        )
        earned = game.standings(public)
        if earned and (not self.deals or earned[0].deal != self.deals[-1]):
            self.deals.append(earned[0].deal)
        require(len({standing.deal for standing in earned}) <= 1, "standings are of one deal")
        require(
            self.deals == list(range(1, len(self.deals) + 1)),
            "deals that earned something are numbered 1, 2, …",
            deals=self.deals,
        )

    def _words(self, state: AnyState) -> None:
        game = self.record.game
        if not self.record.over:
            sentence(game.say_wait(state.public, NAMES), "what the table waits for")
        for event in state.events_for(_seats(state)):
            require(bool(to_json(event)["type"]), "an event says what it is")
            sentence(
                game.say_event(state.public, event, NAMES), f"the event {to_json(event)['type']}"
            )
        for seat, found in self.record.open_to.items():
            for prompt in found:
                words = game.say_prompt(view(state, seat), prompt, NAMES)
                sentence(words, f"the question {prompt.kind}")

    def finished(self) -> None:
        game, state = self.record.game, self.record.now
        outcome = game.outcome(state.public)
        require(outcome is not None, "the match is over")
        assert outcome is not None
        ranked = [seat for group in outcome.ranking for seat in group]
        require(
            sorted(ranked) == sorted(set(ranked)),
            "each seat is ranked once",
            ranking=outcome.ranking,
        )
        require(
            set(game.active_seats(state.public)) <= set(ranked),
            "all who play are ranked",
            ranking=outcome.ranking,
        )
        require(
            len(outcome.points) == len(state.private), "points are by seat", points=outcome.points
        )
        nothing: Any = None
        try:
            play(game, state, Seat(0), "any", nothing)
        except GameOver:
            return
        require(False, "nobody can play on after the end")


def _answers(game: AnyGame, state: AnyState, seat: Seat, prompt: Prompt) -> Any:
    return take_up_to(game.legal_answers(view(state, seat), prompt), 50)


def _seats(state: AnyState) -> tuple[Seat, ...]:
    return tuple(map(Seat, range(len(state.private))))


def sentence(words: str, of: str) -> None:
    require(
        words.rstrip("”’)").endswith((".", "?", "!")),
        f"{of} is a whole sentence",
        words=words,
    )
