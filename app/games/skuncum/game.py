"""The game Skuncum: which module answers which question."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, ClassVar

from msgspec.structs import replace

from app.games.skuncum import (
    card_text,
    dealing,
    drama,
    event_text,
    heuristics,
    prompt_text,
    prompts,
    reasons,
    refusal_text,
    resampling,
    scoring,
    shuffle_plan,
    steps,
    transitions,
)
from app.games.skuncum.cards import DECK
from app.games.skuncum.events import LastDealCalled
from app.games.skuncum.lesson import LESSONS
from app.games.skuncum.moves import Move, Reason
from app.games.skuncum.options import OPTION_GROUPS, PRESETS, Options
from app.games.skuncum.state import Hand, Phase, SkuncumState, SkuncumView, Stock, Tableau
from app.kits.next_state import after
from app.rules.drama import Drama
from app.rules.game import (
    Event,
    Game,
    MoveStep,
    OpenedPosition,
    Prompt,
    Refusal,
    Seat,
    State,
)
from app.rules.lessons import Lesson
from app.rules.values import OptionGroups, Preset

CONSIDERED_HATS: int = 24
"""Choices of hats that bots look at."""


class Skuncum(Game[Tableau, Hand, Stock, Move]):
    """One instance serves every table."""

    slug: ClassVar[str] = "skuncum"
    title: ClassVar[str] = "Skuncum"
    tagline: ClassVar[str] = "Run for office, ride a bandwagon, or make a king and sting one."
    minutes: ClassVar[tuple[int, int]] = (30, 75)
    seats: ClassVar[range] = dealing.SEATS
    presets: ClassVar[tuple[Preset, ...]] = PRESETS
    option_groups: ClassVar[OptionGroups] = OPTION_GROUPS
    lessons: ClassVar[tuple[Lesson, ...]] = LESSONS
    points_name: ClassVar[str] = "marks"
    gives_reasons: ClassVar[bool] = True
    covered_answers: ClassVar[frozenset[tuple[str, str]]] = frozenset(
        {("duel", "concede"), ("duel", "stand")}
    )
    public_origin: ClassVar[tuple[str, ...]] = (
        "lead",
        "politiks",
        "join",
        "play",
        "power-play",
    )
    options = Options
    moves = Move

    # -- a match from setup to outcome

    deck_codes = staticmethod(shuffle_plan.deck_codes)
    deal_plan = staticmethod(shuffle_plan.deal_plan)
    opened_by = staticmethod(shuffle_plan.opened_by)
    prompt = staticmethod(prompts.prompt)
    legal_moves = staticmethod(prompts.legal)
    check = staticmethod(prompts.refusal)
    apply = staticmethod(transitions.apply)
    outcome = staticmethod(scoring.outcome)
    standings = staticmethod(scoring.standings)
    awaited_seats = staticmethod(prompts.awaited)

    def setup(self, seats: int, options: Options, ranked: bool) -> SkuncumState:
        return State(dealing.begin(seats, options), (Hand(),) * seats, ())

    def pending_shuffle_size(self, state: SkuncumState) -> int:
        match state.public.phase:
            case Phase.LOT:
                return len(state.public.seats)
            case Phase.DEAL:
                return len(DECK)
            case Phase.RESHUFFLE:
                return state.public.stock
            case _:
                return 0

    def apply_shuffle(self, state: SkuncumState, order: Sequence[int]) -> SkuncumState:
        state = replace(state, events=())
        match state.public.phase:
            case Phase.LOT:
                return dealing.draw_leader(state, order)
            case Phase.DEAL:
                return dealing.first_deal(state, order)
            case _:
                return dealing.reshuffled(state, order)

    def opened_cards(self, view: SkuncumView) -> tuple[OpenedPosition, ...]:
        return shuffle_plan.opened(view.public, view.seat)

    def next_step(
        self, view: SkuncumView, prompt: Prompt, picks: tuple[tuple[Any, ...], ...]
    ) -> MoveStep | None:
        return steps.next_step(view, picks)

    def composed_move(
        self, view: SkuncumView, prompt: Prompt, picks: tuple[tuple[Any, ...], ...]
    ) -> Move:
        return steps.composed(view, picks)

    def expire(self, state: SkuncumState, key: str) -> SkuncumState:
        return transitions.expire(state)

    def active_seats(self, public: Tableau) -> tuple[Seat, ...]:
        return public.seats

    # -- coming and going

    def last_deal(self, state: SkuncumState) -> SkuncumState:
        state = replace(state, events=())
        if state.public.last_deal or state.public.phase is Phase.OVER:
            return state
        return after(state, LastDealCalled(), last_deal=True)

    # -- worlds

    resample = staticmethod(resampling.resample)
    sample_worlds = staticmethod(resampling.sample_worlds)

    # -- bots

    score_moves = staticmethod(heuristics.score_moves)
    say_reason = staticmethod(reasons.say_reason)

    def candidate_moves(self, view: SkuncumView) -> Iterator[Move]:
        moves = prompts.legal(view)
        hats = view.public.phase is Phase.HATS
        return islice(moves, CONSIDERED_HATS) if hats else moves

    # -- sentences

    say_card = staticmethod(card_text.say_card)
    say_wait = staticmethod(prompt_text.say_wait)

    def say_refusal(self, view: SkuncumView, move: Move, reason: Refusal) -> str:
        return refusal_text.say_refusal(view, Reason(reason))

    def say_prompt(self, view: SkuncumView, prompt: Prompt, names: Sequence[str]) -> str:
        return prompt_text.say_prompt(view, names)

    def drama(self, before: Tableau, event: Event) -> Drama | None:
        return drama.drama(before, event)

    def say_event(self, public: Tableau, event: Event, names: Sequence[str]) -> str:
        # only events of this game come back
        return event_text.say_event(public, event, names)  # type: ignore[arg-type]  # ours
