"""Matches of the registered games as an honest server deals them, without table and sockets.

Rounds, decks, proofs and messages are the server's own; players move by chance. A match may be cut
off after some entries, since the verifiers know no rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Final

import msgspec

from app.fair import parts
from app.rules.codec import to_json
from app.rules.game import AnyGame, AnyState, Seat, view
from app.rules.play import all_prompts, clock_keys, prompts, spans, take_up_to
from app.rules.replay import Entry, Expired, Played, Reseated, Shuffled, step
from app.table.match.prompt_clock import Instant
from app.table.match.shuffle_proofs import ShownShuffles
from app.table.match.shuffle_round import RETURN_SECONDS, ShuffleRound
from app.table.model.match_messages import CardsOpened, DealtShown, ShuffleShown
from app.table.model.records import LoggedEntry, MatchRecord, Place, Question
from app.table.model.room import MatchId
from app.web.replay.replay import Replay
from app.web.replay.shuffle_reveal import revealed_shuffles
from tests.fair.sample_table import Lines, chained
from tests.games.kit.pairwise_setups import pairwise_setups
from tests.table.fair_check import asked_with

LISTED: Final = 64
"""Legal moves of which one is played."""


@dataclass
class Browser:
    """A page, or a spectator's: it keeps what it hears, seals and opens as its manner is."""

    seat: Seat | None
    seals: bool = True
    opens: bool = True
    kept: Lines = field(default_factory=list)
    parts: dict[tuple[int, int], bytes] = field(default_factory=dict)
    seen: dict[int, int] = field(default_factory=dict)
    """The number of opened cards that it was shown, by shuffle."""

    def hear(self, message: ShuffleShown | DealtShown | CardsOpened) -> None:
        self.kept.append(msgspec.json.decode(msgspec.json.encode(message)))

    def open(self, asked: ShuffleShown) -> tuple[bytes, str]:
        part, ask = self.parts[asked.number, asked.attempt], asked_with(asked)
        about = {"match": asked.match, "number": asked.number, "attempt": asked.attempt}
        self.kept.append({"type": "open", **about, "entropy": part.hex(), "ask": ask})
        return part, ask


class PlayedMatch:
    """One match: its entries, and what each browser kept."""

    def __init__(self, game: AnyGame, name: str, chance: Random, entries: int) -> None:
        """Plays about this many entries at most."""
        self.game, self.match, self.chance = game, MatchId(name), chance
        self.secret = chance.randbytes(32)
        self._eager = chance.random() < 0.4
        """Nobody leaves a hand early, and the most cards are exchanged: then stocks run out."""
        self.setup = chance.choice(pairwise_setups(game))
        self.start = self.state = game.setup(
            self.setup.seats, self.setup.options, self.setup.ranked
        )
        self._helped = chance.random() < 0.9
        """Seat 0 is a person who takes part."""
        self.places: list[Place] = []
        self.browsers: list[Browser] = [Browser(None, seals=False)]
        for _ in range(self.setup.seats):
            self._sit_down()
        self.shown = ShownShuffles(game, self.match, self.secret)
        self.coming = ShuffleRound(self.match, self.shown.promise)
        self._written: Question | None = None
        self.now = Instant(0.0, 1_000_000)
        self.entries: list[Entry] = []
        self.states: list[AnyState] = []
        while len(self.entries) < entries and game.outcome(self.state.public) is None:
            self._write(self._next_entry())

    def _sit_down(self) -> None:
        seat = Seat(len(self.places))
        sure, chance = seat == 0 and self._helped, self.chance
        bot = None if sure or chance.random() < 0.7 else "sharp"
        self.places.append(Place(seat, None, bot, f"Player {seat + 1}"))
        if bot is None:
            seals, opens = sure or chance.random() < 0.85, sure or chance.random() < 0.9
            self.browsers.append(Browser(seat, seals, opens))

    # -- entries

    def _next_entry(self) -> Entry:
        game, state, chance = self.game, self.state, self.chance
        if game.pending_shuffle_size(state):
            return self._shuffled()
        if game.reseats and game.may_reseat(state.public) and chance.random() < 0.1:
            active = game.active_seats(state.public)
            if len(active) > game.seats[0] and active[-1] != 0:
                return Reseated((active[-1],), 0)
            if len(active) < game.seats[-1]:
                self._sit_down()
                return Reseated((), 1)
        asked = prompts(game, state)
        if not asked or chance.random() < 0.02:
            keys = clock_keys(all_prompts(game, state), spans(game, state))
            return Expired(chance.choice(sorted(keys)))
        seat = chance.choice(sorted(asked))
        moves, _ = take_up_to(game.legal_moves(view(state, seat)), LISTED)
        if self._eager:
            most = max(len(getattr(move, "cards", ())) for move in moves)
            moves = tuple(move for move in moves if len(getattr(move, "cards", ())) == most)[:1]
        return Played(seat, asked[seat].key, chance.choice(moves))

    def _write(self, entry: Entry) -> None:
        before, self.state = self.state, step(self.game, self.state, entry)
        self.entries.append(entry)
        self.states.append(self.state)
        dealt = isinstance(entry, Shuffled)
        if isinstance(entry, Shuffled):
            self.shown.add(self.coming.number, before, entry)
        self.shown.open_cards(self.state)
        last = self.shown.last
        for browser in self.browsers:
            for proof in self.shown:
                number, count = proof.proof.number, proof.opened_count(browser.seat)
                if dealt and proof is last:
                    browser.hear(proof.dealt_for(browser.seat))
                elif number in browser.seen and browser.seen[number] < count:
                    browser.hear(proof.cards_for(browser.seat, browser.seen[number]))
                elif number not in browser.seen:
                    continue
                browser.seen[number] = count
        if dealt:
            self.coming, self._written = self.coming.next_round(self.shown.head), None

    # -- shuffles

    def _shuffled(self) -> Shuffled:
        coming = self.coming
        if self.chance.random() < 0.05:
            self._attempt()
            question = self._written
            self.coming = coming = ShuffleRound(
                coming.match,
                coming.promise,
                coming.number,
                coming.head,
                after_restart=True,
                unopened=coming.unopened,
            )
            if question is not None:
                coming.take_over(question, self.shown.decks(coming.number, self.state))
            coming.come_back()
        while not self._attempt():
            self.now = self.now.later(RETURN_SECONDS)
            naming = coming.due_naming(self.now, self._playing())
            if naming is not None:
                self._take_over(naming)
        return Shuffled(coming.order(), coming.proof())

    def _attempt(self) -> bool:
        """True if the order can be drawn."""
        coming, playing = self.coming, self._playing()
        self._announce()
        for browser in self.browsers:
            seat = browser.seat
            named = (*coming.refused, *coming.barred)
            if seat in playing and browser.seals and seat not in named and not coming.opening:
                self._seal(browser, seat)
        decks = self.shown.decks(coming.number, self.state)
        question = coming.due_question(self.now, (), dict.fromkeys(playing), decks)
        if question is not None:
            self._take_over(question)
        self._announce()
        if coming.complete:
            return True
        coming.due_naming(self.now, playing)
        for browser in self.browsers:
            if browser.seat in coming.seals and (browser.opens or self.chance.random() < 0.8):
                part, ask = browser.open(coming.message_for(browser.seat))
                coming.open(browser.seat, coming.number, coming.attempt, part, ask)
        return coming.complete

    def _take_over(self, question: Question) -> None:
        self._written = question
        self.coming.take_over(question, self.shown.decks(self.coming.number, self.state))

    def _seal(self, browser: Browser, seat: Seat | None) -> None:
        coming, part = self.coming, self.chance.randbytes(32)
        assert seat is not None
        browser.parts[coming.number, coming.attempt] = part
        sealed = parts.seal(coming.match, coming.number, coming.attempt, seat, part)
        coming.seal(seat, coming.number, coming.attempt, sealed)

    def _announce(self) -> None:
        for browser in self.browsers:
            browser.hear(self.coming.message_for(browser.seat))

    def _playing(self) -> Sequence[Seat]:
        return self.game.active_seats(self.state.public)

    # -- files

    def record(self) -> Lines:
        """The lines of the export, also of a game whose records only administrators get."""
        game, places = self.game, tuple(self.places)
        logged = [LoggedEntry(entry, datetime.now(UTC), None) for entry in self.entries]
        record = MatchRecord(
            self.match, 1, game.slug, 1, self.setup, places, tuple(logged), None, self.secret
        )
        replay = Replay(game, self.setup, places, self.start, logged, self.states)
        head = {
            "match": self.match,
            "game": game.slug,
            "rules_version": game.rules_version,
            "setup": to_json(self.setup),
            "state": "stopped" if self.chance.random() < 0.05 else "finished",
            "places": [{"seat": one.seat, "name": one.name, "bot": one.bot} for one in places],
            "receipt": None,
            "public_origin": game.public_origin,
            "shuffles": revealed_shuffles(game, record, replay),
        }
        lines = [
            head,
            *(
                {"ply": ply, "at": 1000 * ply, "entry": to_json(entry), "hash": None}
                for ply, entry in enumerate(self.entries)
            ),
        ]
        told: Lines = msgspec.json.decode(msgspec.json.encode(lines))
        chained(told)
        return told

    def files(self) -> list[Lines]:
        """The files of some browsers: seat 0's in most cases, and now and then others'."""
        return [
            one.kept
            for one in self.browsers
            if self.chance.random() < (0.9 if one.seat == 0 else 0.25)
        ]
