"""The interface of a card game.

A game subclasses `Game`. Each method is handed only what it may know. Prompts, legal moves and
refusals follow from the mover's own view, so they cannot betray another hand. Results follow from
what is public. `view` is a function that no game can override. A default stands for whatever a
small game need not define; questions.py and bot_hooks.py hold the methods of those parts. Compare
OpenSpiel's `Game` and `State`.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, TypeAlias

import msgspec

from app.rules.bot_hooks import BotHooks
from app.rules.drama import Drama
from app.rules.lessons import Lesson
from app.rules.phrases import join_words, players, sentence
from app.rules.values import (
    STANDARD,
    CardText,
    Chance,
    DefaultRefusal,
    Event,
    H,
    HintReason,
    M,
    MoveStep,
    OpenedPosition,
    OptionGroups,
    Options,
    Outcome,
    P,
    Preset,
    PrivateEvent,
    Prompt,
    Q,
    Refusal,
    Seat,
    Span,
    Standing,
    State,
    View,
    with_usual,
)

__all__ = [
    "AnyGame",
    "AnyState",
    "AnyView",
    "CardText",
    "Chance",
    "DefaultRefusal",
    "Event",
    "Game",
    "HintReason",
    "MoveStep",
    "OpenedPosition",
    "Options",
    "Outcome",
    "PrivateEvent",
    "Prompt",
    "Refusal",
    "Seat",
    "Span",
    "Standing",
    "State",
    "View",
    "view",
]


class Game(BotHooks[P, Q, H, M]):
    """The rules of one game, as pure functions over frozen values. One instance serves all."""

    slug: ClassVar[str]
    """Kebab-case name in addresses and folders, stable for ever."""
    title: ClassVar[str]
    tagline: ClassVar[str]
    """One line for the cover."""
    minutes: ClassVar[tuple[int, int]] = (5, 15)
    """The usual length of a match, shortest and longest."""
    seats: ClassVar[range]
    """Numbers of seats that may start a match."""
    points_name: ClassVar[str] = "points"
    """The points that a deal earns, as pages call them: "salary", "chips". Always play points."""
    may_draw: ClassVar[bool] = False
    """True if a deal may be played out and earn nobody anything."""
    reseats: ClassVar[bool] = False
    """True if people may join and leave between the deals of a match; see `may_reseat`."""
    rules_version: ClassVar[int] = 1
    """Grows when stored matches would replay differently."""
    reveals_after_match: ClassVar[bool] = True
    """True if all cards may be known after the match; then the server reveals its shuffle
    secrets."""
    public_origin: ClassVar[tuple[str, ...]] = ()
    """The types of moves by which a seat plays cards that were dealt to it; () where cards may
    change hands in secret. A move that names another's card is none."""
    options: ClassVar[type[Options]] = Options
    moves: ClassVar[Any]
    """The union of the game's move records, tagged by `type`; what msgspec reads a move as."""
    presets: ClassVar[tuple[Preset, ...]] = (STANDARD,)
    """Ready choices of options, the shortest first: that one is what "Play now" plays."""
    solo_seats: ClassVar[int | None] = None
    """The seats of a table that one person plays with bots; None: the fewest."""
    option_groups: ClassVar[OptionGroups] = ()
    """The groups of the form of options. What stands in none comes last."""
    lessons: ClassVar[tuple[Lesson, ...]] = ()
    """Guided hands in the order of learning, the first hand first; (): the game has none."""
    covered_answers: ClassVar[frozenset[tuple[str, str]]] = frozenset()
    """Answers whose time may not say if there was another one: kind of question, type of move.

    A table makes them for people at a moment that it draws as it asks, or later."""
    rules_only: ClassVar[tuple[str, ...]] = ()
    """Fields of the public part that rules and bots count by, and that no page reads."""

    # -- a match from setup to outcome

    def config_problem(self, seats: int, options: Any) -> str | None:
        """A sentence that says why this many people cannot play with these options, or None."""
        if seats in self.seats:
            return None
        return f"{self.title} is for {players(self.seats)}; you are {seats}."

    @abstractmethod
    def setup(self, seats: int, options: Any, ranked: bool) -> State[P, Q, H]:
        """The state before the first shuffle.

        `ranked`: seat 0 had the best rank in the room's match before, seat 1 the next, and so on.
        Otherwise the game finds its own first order.
        """

    @abstractmethod
    def pending_shuffle_size(self, state: State[P, Q, H]) -> int:
        """The number of cards that wait for a random order; 0 if none do."""

    @abstractmethod
    def apply_shuffle(self, state: State[P, Q, H], order: Sequence[int]) -> State[P, Q, H]:
        """The state after a shuffle: `order` permutes range(pending_shuffle_size(state))."""

    # -- the fair shuffle

    def deck_codes(self, public: P) -> tuple[str, ...]:
        """The codes of the cards that wait for the order, by index. Called just before a shuffle.

        A lot has codes too: the numbers of the seats as people read them. By default (), which
        means that nobody may know what awaits the order.
        """
        return ()

    def hidden_codes(self, state: State[P, Q, H]) -> tuple[str, ...]:
        """The codes of the cards where `deck_codes` is empty, for the server alone.

        By default the numbers of the cards, from 1.
        """
        return tuple(str(index + 1) for index in range(self.pending_shuffle_size(state)))

    def deal_plan(self, public: P) -> tuple[str, ...]:
        """One word for each position of the coming order. Called just before a shuffle.

        "3": to seat 3 at once; "3?": to seat 3, seen later; "*": open to everybody; "-": stays in
        the stock, which is used from its lowest position on. (): all of it is stock.
        """
        return ()

    def opened_cards(self, view: View[P, Q]) -> tuple[OpenedPosition, ...]:
        """The positions whose cards this view was dealt or shown directly from a shuffle.

        Called after entries, see `opened_by`. What is listed once stays opened, so a game may
        stop listing it. The view of a seat lists what everybody sees as well. Never list a card
        that came through another hand: its position would tell through which.
        """
        return ()

    def opened_by(self, public: P) -> object:
        """All that decides which positions `opened_cards` lists, to whichever seat.

        While it is equal and no shuffle comes, no other card is opened, and nobody asks for them.
        None: they are asked for after every entry.
        """
        return None

    @abstractmethod
    def apply(self, state: State[P, Q, H], seat: Seat, move: M) -> State[P, Q, H]:
        """The state after a legal move; total on legal moves, checks nothing."""

    # -- time

    def expire(self, state: State[P, Q, H], key: str) -> State[P, Q, H]:
        """The state after time is up for the question or span `key`.

        By default every seat that is still asked under it makes its first legal move.
        """
        events: tuple[Event, ...] = ()
        own: tuple[PrivateEvent, ...] = ()
        for seat in map(Seat, range(len(state.private))):
            seen = view(state, seat)
            for prompt in self.prompts(seen):
                if key in (prompt.key, prompt.within) and not prompt.offer:
                    move = next(iter(self.legal_answers(seen, prompt)))
                    state = self.apply(state, seat, move)
                    events, own = events + state.events, own + state.private_events
                    break
        return msgspec.structs.replace(state, events=events, private_events=own)

    @abstractmethod
    def outcome(self, public: P) -> Outcome | None:
        """The result of the match, or None while it goes on."""

    def standings(self, public: P) -> tuple[Standing, ...]:
        """The points of the last finished deal, or () before the first one ends.

        By default a match is one deal.
        """
        outcome = self.outcome(public)
        if outcome is None:
            return ()
        ranks = [
            1 + sum(map(len, outcome.ranking[:place])) for place in range(len(outcome.ranking))
        ]
        return tuple(
            Standing(1, seat, rank, outcome.points[seat])
            for rank, group in zip(ranks, outcome.ranking, strict=True)
            for seat in group
        )

    @abstractmethod
    def awaited_seats(self, public: P) -> tuple[Seat, ...]:
        """The seats that everybody can see being waited for; never more than is public."""

    @abstractmethod
    def active_seats(self, public: P) -> tuple[Seat, ...]:
        """The seats in the match now, in playing order; best first if the game ranks them."""

    # -- pages

    def shown_public(self, public: P) -> P:
        """The public part as frames and replays hold it: what no page reads has its usual value.

        A usual value is not sent, see `codec.omitted_defaults`. Nothing may be added.
        """
        return with_usual(public, self.rules_only)

    def shown_private(self, private: Q) -> Q:
        """The private part of one seat likewise; by default all of it."""
        return private

    # -- coming and going

    def may_reseat(self, public: P) -> bool:
        """True if people may join and leave now, between two deals. Called before each shuffle."""
        return False

    def reseat(self, state: State[P, Q, H], left: Sequence[Seat], joined: int) -> State[P, Q, H]:
        """Seats in `left` leave, `joined` new ones are appended; only while `may_reseat`."""
        raise NotImplementedError

    def last_deal(self, state: State[P, Q, H]) -> State[P, Q, H]:
        """The host calls the last deal: the match ends when the present deal does.

        By default nothing changes.
        """
        return msgspec.structs.replace(state, events=(), private_events=())

    # -- sentences

    def say_refusal(self, view: View[P, Q], move: M, reason: Refusal) -> str:
        """A sentence that names the rule and what would work. By default the reason's own."""
        return reason.sentence

    def say_effect(self, view: View[P, Q], move: M) -> str:
        """The effect of a composed move, before it is made; by default nothing is said."""
        return ""

    def say_card(self, view: View[P, Q], code: str, names: Sequence[str]) -> CardText | None:
        """The card explained to this viewer, from the view alone.

        None, by default: there is no such card, or the game explains none.
        """
        return None

    def say_prompt(self, view: View[P, Q], prompt: Prompt, names: Sequence[str]) -> str:
        """The question in words; `names` by seat. By default its kind: "Give back."."""
        return sentence(prompt.kind)

    def say_wait(self, public: P, names: Sequence[str]) -> str:
        """A sentence for those who are not asked, from public facts. By default "Ann to play."."""
        awaited = [names[seat] for seat in self.awaited_seats(public)]
        return f"{join_words(awaited)} to play." if awaited else "One moment."

    def drama(self, before: P, event: Event) -> Drama | None:
        """The telling of a rare event once the match is over; None, by default, where it is usual.

        `before`: the public part before it. tests/games/moment_figures.py counts how rare each is.
        """
        return None

    def say_event(self, public: P, event: Event, names: Sequence[str]) -> str:
        """A sentence for the log; `public` is the state after the event.

        By default the event's own.
        """
        return event.say(names)


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
"""Any game, where code serves them all; the only place for `Any` types outside a game."""
AnyState: TypeAlias = State[Any, Any, Any]
AnyView: TypeAlias = View[Any, Any]


def view(state: State[P, Q, H], seat: Seat | None) -> View[P, Q]:
    """The public part of `state` and the private part of `seat` (None: a spectator)."""
    return View(seat, state.public, None if seat is None else state.private[seat])
