"""The game Usurp: which module answers which question."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from app.games.usurp import (
    card_text,
    dealing,
    drama,
    evaluation,
    event_text,
    heuristics,
    opponent_model,
    prompt_text,
    prompts,
    reasons,
    refusal_text,
    resampling,
    scoring,
    shuffle_plan,
    transitions,
)
from app.games.usurp.events import LastDealCalled
from app.games.usurp.lesson import LESSONS
from app.games.usurp.moves import Move, Reason
from app.games.usurp.options import OPTION_GROUPS, PRESETS, Options
from app.games.usurp.state import Hand, Phase, Stock, Tableau, UsurpState, UsurpView, pack
from app.kits.next_state import after
from app.rules.drama import Drama
from app.rules.game import (
    CardText,
    Event,
    Game,
    HintReason,
    OpenedPosition,
    Prompt,
    Refusal,
    Seat,
    State,
)
from app.rules.lessons import Lesson
from app.rules.values import OptionGroups, Preset


class Usurp(Game[Tableau, Hand, Stock, Move]):
    """One instance serves every table."""

    slug: ClassVar[str] = "usurp"
    title: ClassVar[str] = "Usurp"
    tagline: ClassVar[str] = "Outrank the card on top, or lay one face down and look innocent."
    minutes: ClassVar[tuple[int, int]] = (10, 40)
    seats: ClassVar[range] = dealing.SEATS
    presets: ClassVar[tuple[Preset, ...]] = PRESETS
    option_groups: ClassVar[OptionGroups] = OPTION_GROUPS
    lessons: ClassVar[tuple[Lesson, ...]] = LESSONS
    points_name: ClassVar[str] = "game points"
    may_draw: ClassVar[bool] = True
    search_depth: ClassVar[int] = 5
    switch_margin: ClassVar[float] = 1.0
    gives_reasons: ClassVar[bool] = True
    public_origin: ClassVar[tuple[str, ...]] = ("play",)
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

    def setup(self, seats: int, options: Options, ranked: bool) -> UsurpState:
        return State(dealing.begin(seats, options), (Hand(),) * seats, ())

    def pending_shuffle_size(self, state: UsurpState) -> int:
        match state.public.phase:
            case Phase.LOT:
                return len(state.public.seats)
            case Phase.DEAL:
                return len(pack(state.public))
            case _:
                return 0

    def apply_shuffle(self, state: UsurpState, order: Sequence[int]) -> UsurpState:
        state = replace(state, events=())
        return (
            dealing.draw_dealer(state, order)
            if state.public.phase is Phase.LOT
            else dealing.deal(state, order)
        )

    def opened_cards(self, view: UsurpView) -> tuple[OpenedPosition, ...]:
        return shuffle_plan.opened(view.public, view.seat)

    def expire(self, state: UsurpState, key: str) -> UsurpState:
        return transitions.expire(state)

    def active_seats(self, public: Tableau) -> tuple[Seat, ...]:
        return public.seats

    # -- coming and going

    def last_deal(self, state: UsurpState) -> UsurpState:
        state = replace(state, events=())
        if state.public.last_deal or state.public.phase is Phase.OVER:
            return state
        return after(state, LastDealCalled(), last_deal=True)

    # -- worlds

    resample = staticmethod(resampling.resample)
    sample_worlds = staticmethod(resampling.sample_worlds)

    # -- bots

    score_moves = staticmethod(heuristics.score_moves)
    evaluate = staticmethod(evaluation.evaluate)
    payoff = staticmethod(evaluation.payoff)
    likelihood = staticmethod(opponent_model.likelihood)

    def say_reason(
        self, view: UsurpView, moves: Sequence[Move], move: Move, names: Sequence[str]
    ) -> HintReason:
        return reasons.say_reason(view, moves, move)

    # -- sentences

    say_wait = staticmethod(prompt_text.say_wait)

    def say_refusal(self, view: UsurpView, move: Move, reason: Refusal) -> str:
        return refusal_text.say_refusal(view, Reason(reason))

    def say_card(self, view: UsurpView, code: str, names: Sequence[str]) -> CardText | None:
        return card_text.say_card(view, code)

    def say_prompt(self, view: UsurpView, prompt: Prompt, names: Sequence[str]) -> str:
        return prompt_text.say_prompt(view, names)

    def drama(self, before: Tableau, event: Event) -> Drama | None:
        return drama.drama(before, event)

    def say_event(self, public: Tableau, event: Event, names: Sequence[str]) -> str:
        # only events of this game come back
        return event_text.say_event(public, event, names)  # type: ignore[arg-type]  # ours
