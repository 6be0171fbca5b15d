"""The live match: its state, seats, event lines, and how it is rebuilt from the log."""

from collections import deque
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from app.rules import chain
from app.rules.codec import read_options, to_json, to_json_text
from app.rules.game import (
    AnyGame,
    AnyState,
    AnyView,
    Event,
    Outcome,
    Prompt,
    Seat,
    Span,
    Standing,
    view,
)
from app.rules.play import all_prompts, first_questions, spans
from app.rules.replay import MOST_ENTRIES, Entry, Reseated, Setup, Shuffled, step
from app.table.match.event_log import EventLog, name_marks
from app.table.match.shown_shuffles import ShownShuffles
from app.table.model.memo import Memo
from app.table.model.room import MatchId, PersonId
from app.table.model.server_messages import Frame
from app.table.model.timestamps import to_milliseconds
from app.table.ports import MatchRecord, Place
from app.text.sanitize import NOBODY

_RECENT_ENTRIES: Final = 64


class Premove(msgspec.Struct, frozen=True):
    """A move that a player wants to make when next asked; nobody else ever learns of it."""

    move: Any


class Step(msgspec.Struct, frozen=True):
    """The result of one more entry; nothing has happened yet."""

    entry: Entry
    state: AnyState
    standings: tuple[Standing, ...]
    """The standings that changed, if a deal ended with the entry."""
    outcome: Outcome | None

    def __repr__(self) -> str:
        return "Step(…)"


class LiveMatch:
    """Changed by the table alone, and only after the entry stands in the log."""

    def __init__(
        self,
        game: AnyGame,
        match: MatchId,
        epoch: int,
        setup: Setup,
        places: Iterable[Place],
        secret: bytes | None = None,
    ) -> None:
        self.game = game
        self.match = match
        self.epoch = epoch
        self.ply = 0
        """The number of the next entry."""
        self.deal_entries = 0
        """Entries since the last deal that earned something."""
        self.last_hash = chain.initial_hash(match, game.slug, game.rules_version, to_json(setup))
        """The last hash of the chain of entries: the receipt of a finished match."""
        self.secret = secret
        """See ports.MatchRecord; shown to nobody while the match goes on."""
        self.shuffles = 0
        """The number of shuffles so far."""
        self.shown_shuffles = None if secret is None else ShownShuffles(game, match, secret)
        """The last shuffles and the cards of each that were shown, if they can be checked."""
        self.state: AnyState = game.setup(setup.seats, setup.options, setup.ranked)
        self.places = list(places)
        self.names = [place.name for place in self.places]
        self.known_commands: set[str] = set()
        """The commands that stand in the log."""
        self.premoves: dict[Seat, Premove] = {}
        self.final_seats: dict[PersonId, Seat] = {}
        """Each person's seat once the match is over and the room may number its seats anew."""
        self.event_log = EventLog()
        self.open_to: dict[Seat, tuple[Prompt, ...]] = {}
        """Every open question and offer, by seat."""
        self.prompts: dict[Seat, Prompt] = {}
        """The first question to each seat that is asked something."""
        self.spans: dict[Seat | None, tuple[Span, ...]] = {}
        """The spans that run, by viewer."""
        self.outcome: Outcome | None = None
        self.awaited: tuple[Seat, ...] = ()
        self.changes = 0
        """Grows with every change that anybody may see."""
        self.spectator_frame = Memo[Frame]()
        """The frame that spectators are shown; see client_views.py."""
        self._private_texts: dict[Seat, tuple[Any, msgspec.Raw]] = {}
        """The private part of each seat's view, with its JSON."""
        self._seats_of: dict[PersonId, tuple[Seat, ...]] = {}
        """See `seats_of`."""
        self._add_seats(self.places)
        self._refresh()
        self._add_events()

    # -- one step

    def step(self, entry: Entry) -> Step:
        """Pure. Raises RuleError."""
        state = step(self.game, self.state, entry)
        earned = self.game.standings(state.public)
        return Step(
            entry=entry,
            state=state,
            standings=earned if earned != self.game.standings(self.state.public) else (),
            outcome=self.game.outcome(state.public),
        )

    def link(self, entry: Entry, at: datetime) -> bytes:
        """The hash of one more entry. Nothing has happened yet."""
        return chain.entry_hash(self.last_hash, self.match, self.ply, to_milliseconds(at), entry)

    def apply(
        self, step: Step, last_hash: bytes, places: Sequence[Place] = (), command: str | None = None
    ) -> bool:
        """Applies a step that stands in the log. Returns whether the public state changed."""
        public = self.state.public
        self.last_hash = last_hash
        if isinstance(step.entry, Shuffled):
            if self.shown_shuffles is not None:
                self.shown_shuffles.add(self.shuffles, self.state, step.entry)
            self.shuffles += 1
        self.state = step.state
        if self.shown_shuffles is not None:
            self.shown_shuffles.open_cards(step.state)
        self.ply += 1
        self.deal_entries = 0 if step.standings else self.deal_entries + 1
        if places:
            self.places.extend(places)
            self.names.extend(place.name for place in places)
            self._add_seats(places)
        if command is not None:
            self.known_commands.add(command)
        self._refresh()
        self._add_events()
        return bool(public != self.state.public)

    def _refresh(self) -> None:
        self.changes += 1
        public = self.state.public
        self.outcome = self.game.outcome(public)
        over = self.outcome is not None
        self.open_to = {} if over else all_prompts(self.game, self.state)
        self.prompts = first_questions(self.open_to)
        self.spans = {} if over else spans(self.game, self.state)
        self.awaited = () if over else self.game.awaited_seats(public)

    def _add_events(self) -> None:
        state, marks = self.state, name_marks(len(self.names))
        told: list[tuple[Event, tuple[Seat, ...] | None]] = [(one, None) for one in state.events]
        told += [(one.event, one.seats) for one in state.private_events]
        for event, seats in told:
            marked = self.game.say_event(state.public, event, marks)
            self.event_log.add(to_json_text(event), marked, self.names, seats)

    # -- readings

    def view(self, seat: Seat | None) -> AnyView:
        return view(self.state, seat)

    def private_text(self, seat: Seat) -> msgspec.Raw:
        """The private part of a seat's view as JSON; the same text while the part is the same."""
        private = self.state.private[seat]
        known = self._private_texts.get(seat)
        if known is None or known[0] is not private:
            text = to_json_text(self.game.shown_private(private))
            known = self._private_texts[seat] = (private, text)
        return known[1]

    def seats_of(self, person: PersonId) -> Sequence[Seat]:
        """Every seat that was dealt to this person: one who leaves and returns has another."""
        return self._seats_of.get(person, ())

    def _add_seats(self, places: Iterable[Place]) -> None:
        for place in places:
            if place.person is not None:
                self._seats_of[place.person] = (*self.seats_of(place.person), place.seat)

    @property
    def has_no_end(self) -> bool:
        """True once its deal has taken more entries than any deal that ends."""
        return self.deal_entries > MOST_ENTRIES * len(self.names)

    @property
    def active_seats(self) -> tuple[Seat, ...]:
        return self.game.active_seats(self.state.public)

    def forget(self, person: PersonId) -> None:
        """Takes the person's name from the seats, and says the lines that name those seats anew."""
        seats = self.seats_of(person)
        if not seats:
            return
        self.places = [
            msgspec.structs.replace(place, name=NOBODY) if place.person == person else place
            for place in self.places
        ]
        for seat in seats:
            self.rename(seat, NOBODY)
        self.event_log.rename(seats, self.names)

    def rename(self, seat: Seat, name: str) -> None:
        self.names[seat] = name
        self.changes += 1


class PromptSnapshot(msgspec.Struct, frozen=True):
    """The prompts after one entry, for the clocks."""

    at: float
    """Seconds since 1970."""
    dealt: bool
    """The entry was a shuffle."""
    open_to: dict[Seat, tuple[Prompt, ...]]
    spans: dict[Seat | None, tuple[Span, ...]]
    awaited: tuple[Seat, ...]
    public_changed: bool


def rebuild(game: AnyGame, record: MatchRecord) -> tuple[LiveMatch, Sequence[PromptSnapshot]]:
    """The match as its log tells it, and the prompts after each of the last entries, oldest first.

    Raises RuleError or AssertionError if the log is not one of this game's.
    """
    first = record.setup.seats
    setup = msgspec.structs.replace(record.setup, options=_options(game, record.setup.options))
    live = LiveMatch(game, record.match, record.epoch, setup, record.places[:first], record.secret)
    recent: deque[PromptSnapshot] = deque(maxlen=_RECENT_ENTRIES)
    coming = list(record.places[first:])
    for written in record.entries:
        joined = written.entry.joined if isinstance(written.entry, Reseated) else 0
        places, coming = coming[:joined], coming[joined:]
        changed = live.apply(
            live.step(written.entry), live.link(written.entry, written.at), places, written.command
        )
        dealt = isinstance(written.entry, Shuffled)
        recent.append(
            PromptSnapshot(
                written.at.timestamp(), dealt, live.open_to, live.spans, live.awaited, changed
            )
        )
    if record.last_hash is not None:
        live.last_hash = record.last_hash
    return live, recent


def _options(game: AnyGame, options: Any) -> Any:
    return options if isinstance(options, game.options) else read_options(game, options)
