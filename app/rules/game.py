"""What a card game is, and the one road a move can take. A game finds all that it is made of here; the values stand in values.py.

A game subclasses `Game`. What decides is what each method is handed: the question, the legal moves and the refusal
are judged from the mover's own view, so that none of them can betray another hand; results are judged from what is
public. `view` and `play` are functions of the house, and no game can override them. What a small game need not say
has a default here, which says what it takes for granted.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec

from app.rules.errors import GameOver, IllegalMove, NotYourTurn, StaleMove
from app.rules.phrases import join_words, players, sentence
from app.rules.values import (
    Chance,
    Event,
    H,
    Options,
    Outcome,
    P,
    Prompt,
    Q,
    Refusal,
    Seat,
    Standing,
    State,
    Unlisted,
    View,
)

__all__ = [
    "AnyGame",
    "AnyState",
    "AnyView",
    "Chance",
    "Event",
    "Game",
    "Options",
    "Outcome",
    "Prompt",
    "Refusal",
    "Seat",
    "Standing",
    "State",
    "Unlisted",
    "View",
    "play",
    "prompts",
    "take_limited",
    "view",
]

M = TypeVar("M")


class Game(ABC, Generic[P, Q, H, M]):
    """The rules of one game as pure functions over frozen values. One instance serves every table."""

    slug: ClassVar[str]
    """Kebab-case name in addresses and folders, stable for ever."""
    title: ClassVar[str]
    tagline: ClassVar[str]
    """One line for the cover."""
    minutes: ClassVar[tuple[int, int]] = (5, 15)
    """How long a match usually takes, shortest and longest."""
    seats: ClassVar[range]
    """Numbers of seats that may start a match."""
    points_name: ClassVar[str] = "points"
    """What pages call the points that a deal earns: "salary", "chips". They are play points all the same."""
    reseats: ClassVar[bool] = False
    """Whether people may sit down and leave between the deals of a running match; see `may_reseat`."""
    search_depth: ClassVar[int] = 12
    """How many real choices a search looks ahead before it asks for the `promise` of a deal, where the game gives one."""
    switch_margin: ClassVar[float] = 0.0
    """By how many standard errors a search must find another move better than the weightiest to choose it: more than 0 where what a
    move brings depends mostly on luck, so that the few worlds there is time for would mislead."""
    rules_version: ClassVar[int] = 1
    """Grows when stored matches would replay differently."""
    reveals_after_match: ClassVar[bool] = True
    """Whether everybody may know every card once the match is over; then the house opens the secrets of its shuffles."""
    options: ClassVar[type[Options]] = Options
    moves: ClassVar[Any]
    """The union of the game's move records, tagged by `type`; what msgspec reads a move as."""

    # -- a match from setup to outcome

    def config_problem(self, seats: int, options: Any) -> str | None:
        """A sentence why these options cannot be played by so many, or None. By default only `seats` decides."""
        return (
            None
            if seats in self.seats
            else f"{self.title} is for {players(self.seats)}; you are {seats}."
        )

    @abstractmethod
    def setup(self, seats: int, options: Any, ranked: bool) -> State[P, Q, H]:
        """The match before the first card is dealt. `ranked`: seat 0 brings the best rank from the match before in this
        room, seat 1 the next, and so on; otherwise the game finds its own first order."""

    @abstractmethod
    def pending_shuffle_size(self, state: State[P, Q, H]) -> int:
        """How many things await a random order now; 0 when none do."""

    @abstractmethod
    def apply_shuffle(self, state: State[P, Q, H], order: Sequence[int]) -> State[P, Q, H]:
        """The state after chance gave `order`, a permutation of range(awaits_shuffle(state))."""

    def deck_codes(self, public: P) -> tuple[str, ...]:
        """What awaits the order, by index: a card's code. Judged just before a shuffle; by default they have no names."""
        return ()

    def dealt_positions(self, view: View[P, Q]) -> tuple[int, ...]:
        """Which positions of the order were dealt to this view's own hand; judged right after a shuffle, none for a spectator. What lies
        there is opened to that seat, and to nobody else while the match goes on. By default nothing is."""
        return ()

    @abstractmethod
    def prompt(self, view: View[P, Q]) -> Prompt | None:
        """What this view's seat is asked now; None when nothing."""

    @abstractmethod
    def legal_moves(self, view: View[P, Q]) -> Iterator[M]:
        """The moves that `check` accepts, without repetition, in an order that depends on the view alone."""

    def max_listed_moves(self, prompt: Prompt) -> int:
        """How many legal moves a page is told at most when it asks this; fewer where its answer is made up piece by piece."""
        return 200

    def check(self, view: View[P, Q], move: M) -> Refusal | None:
        """The authority on legality: None, or the rule that forbids it. The seat is being asked.

        By default what `legal_moves` lists is legal, and one refusal serves for all else."""
        return None if move in self.legal_moves(view) else Unlisted.NOT_ON_OFFER

    @abstractmethod
    def apply(self, state: State[P, Q, H], seat: Seat, move: M) -> State[P, Q, H]:
        """The state after a legal move; total on legal moves, checks nothing."""

    def expire(self, state: State[P, Q, H], key: str) -> State[P, Q, H]:
        """Time is up for the question `key`: the default answer of every seat that it is still put to.

        By default the first of its legal moves, seat by seat, as long as the question stands."""
        told: tuple[Event, ...] = ()
        for seat in map(Seat, range(len(state.private))):
            seen = view(state, seat)
            prompt = self.prompt(seen)
            if prompt is not None and prompt.key == key:
                state = self.apply(state, seat, next(iter(self.legal_moves(seen))))
                told += state.events
        return msgspec.structs.replace(state, events=told)

    @abstractmethod
    def outcome(self, public: P) -> Outcome | None:
        """How the match ended, or None while it goes on."""

    def standings(self, public: P) -> tuple[Standing, ...]:
        """What the last finished deal earned; empty before the first one ends. By default a match is one deal."""
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
        """The seats that are part of the match now, in the order in which they sit and stand: best first where ranked."""

    # -- coming and going

    def may_reseat(self, public: P) -> bool:
        """Whether people may sit down and leave now: between two deals. The table asks before each shuffle."""
        return False

    def reseat(self, state: State[P, Q, H], left: Sequence[Seat], joined: int) -> State[P, Q, H]:
        """Seats in `left` leave, `joined` new ones are appended; only while `may_reseat`."""
        raise NotImplementedError

    def last_deal(self, state: State[P, Q, H]) -> State[P, Q, H]:
        """The host calls the last deal: the match ends when the present deal does."""
        return state

    # -- what nobody else may know

    @abstractmethod
    def resample(self, view: View[P, Q], chance: Chance) -> State[P, Q, H]:
        """A state drawn from those that this view's seat cannot tell from the truth."""

    # -- a bot's ear

    def candidate_moves(self, view: View[P, Q]) -> Iterator[M]:
        """The legal moves that a bot chooses among, at least one while its seat is asked, in an order that depends on the view alone.
        They go to bots and never to a page, so here a game may leave out the hopeless and name what it would not hint at to
        people. By default all."""
        return self.legal_moves(view)

    def score_moves(self, view: View[P, Q], moves: Sequence[M]) -> Sequence[float]:
        """How good each of these legal moves looks to somebody who sees `view`; larger is better, in no unit. By default all alike."""
        return [0.0] * len(moves)

    def evaluate(self, world: State[P, Q, H]) -> Sequence[float] | None:
        """What the running deal promises each seat, by seat, 0 (the worst result) to 1 (the best): a quick judgement that lets a search
        stop before the end. `world` is one that `resample` drew, never the truth. None: play on to the end."""
        return None

    def payoff(self, public: P) -> Sequence[float] | None:
        """What the deal that has just ended was worth to each seat, by seat, 0 to 1, on the scale of `promise`, where its ranks alone
        would mislead: a game of chips, in which folding early ranks well and wins nothing. None: by the ranks of its standings."""
        return None

    def sample_worlds(self, view: View[P, Q], chance: Chance) -> Iterator[State[P, Q, H]]:
        """Worlds for a search, without end: all of them such as `resample` draws. A game may have those oftener in which the others
        played as sensibly as `view` shows, where that is quicker than to draw many and ask for the `likelihood` of each."""
        while True:
            yield self.resample(view, chance)

    def likelihood(self, world: State[P, Q, H], viewer: Seat) -> float:
        """How likely the others would have played as `viewer` saw them play, had the world been this one, which `resample` drew:
        above 0, and only its ratio to another world's means anything. By default all are alike."""
        return 1.0

    # -- words for people

    def say_refusal(self, view: View[P, Q], move: M, reason: Refusal) -> str:
        """One sentence that names the rule with this table's options in it, and what would work. By default the reason's own."""
        return reason.sentence

    def say_prompt(self, view: View[P, Q], prompt: Prompt, names: Sequence[str]) -> str:
        """What is asked of this view's seat, in words; `names` by seat. By default the kind: `give-back` is "Give back."."""
        return sentence(prompt.kind)

    def say_wait(self, public: P, names: Sequence[str]) -> str:
        """What the table waits for, to somebody who is not asked; depends on public facts alone. By default for whom: "Ann to play."."""
        awaited = [names[seat] for seat in self.awaited_seats(public)]
        return f"{join_words(awaited)} to play." if awaited else "One moment."

    def say_event(self, public: P, event: Event, names: Sequence[str]) -> str:
        """One sentence for the log; `public` is the state that the event led to. By default the event's own."""
        return event.say(names)


AnyGame: TypeAlias = Game[Any, Any, Any, Any]
"""Any game, where code serves them all; the only place for `Any` types outside a game."""
AnyState: TypeAlias = State[Any, Any, Any]
AnyView: TypeAlias = View[Any, Any]


def view(state: State[P, Q, H], seat: Seat | None) -> View[P, Q]:
    """What `seat` (None: a spectator) may know of `state`: two attribute reads."""
    return View(seat, state.public, None if seat is None else state.private[seat])


def prompts(game: Game[P, Q, H, M], state: State[P, Q, H]) -> dict[Seat, Prompt]:
    """Who is being asked what, by seat in ascending order."""
    asked: dict[Seat, Prompt] = {}
    for number, private in enumerate(state.private):
        seat = Seat(number)
        prompt = game.prompt(View(seat, state.public, private))
        if prompt is not None:
            asked[seat] = prompt
    return asked


def play(
    game: Game[P, Q, H, M], state: State[P, Q, H], seat: Seat, key: str, move: M
) -> State[P, Q, H]:
    """The state after `seat` answers the question `key` with `move`: the only road a move can take.

    Raises GameOver, NotYourTurn, StaleMove or IllegalMove; then nothing has changed.
    """
    if game.outcome(state.public) is not None:
        raise GameOver("This match is over.")
    seen = view(state, seat)
    prompt = game.prompt(seen)
    if prompt is None:
        raise NotYourTurn("Nothing is asked of you at the moment.")
    if prompt.key != key:
        raise StaleMove("The table has moved on; look again.")
    reason = game.check(seen, move)
    if reason is not None:
        raise IllegalMove(reason, game.say_refusal(seen, move, reason))
    return game.apply(state, seat, move)


def take_limited(moves: Iterable[M], limit: int) -> tuple[tuple[M, ...], bool]:
    """At most `limit` of `moves`, and whether those are all."""
    taken = tuple(islice(moves, limit + 1))
    return (taken, True) if len(taken) <= limit else (taken[:limit], False)
