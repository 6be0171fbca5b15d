"""The game Scroker: which module answers which question."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from app.games.scroker import (
    betting,
    between_hands,
    candidates,
    card_text,
    consent,
    dealing,
    drama,
    evaluation,
    event_text,
    hand_start,
    heuristics,
    opponent_model,
    prompt_text,
    prompts,
    reasons,
    refusal_text,
    resampling,
    rounds,
    session_clock,
    settlement,
    shuffle_plan,
    transitions,
)
from app.games.scroker.cards import pack
from app.games.scroker.events import LastDealCalled
from app.games.scroker.lesson import LESSONS
from app.games.scroker.moves import Move, Reason
from app.games.scroker.options import OPTION_GROUPS, PRESETS, SOLO_SEATS, Options
from app.games.scroker.state import Hand, Phase, ScrokerState, ScrokerView, Stock, Tableau
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
    Span,
)
from app.rules.lessons import Lesson
from app.rules.values import OptionGroups, Preset


class Scroker(Game[Tableau, Hand, Stock, Move]):
    """One instance serves every table."""

    slug: ClassVar[str] = "scroker"
    title: ClassVar[str] = "Scroker"
    tagline: ClassVar[str] = (
        "Hold the best word, or spell something with a straight face and hope that nobody looks it "
        "up."
    )
    minutes: ClassVar[tuple[int, int]] = (20, 90)
    seats: ClassVar[range] = hand_start.SEATS
    presets: ClassVar[tuple[Preset, ...]] = PRESETS
    solo_seats: ClassVar[int | None] = SOLO_SEATS
    option_groups: ClassVar[OptionGroups] = OPTION_GROUPS
    lessons: ClassVar[tuple[Lesson, ...]] = LESSONS
    points_name: ClassVar[str] = "play chips"
    reseats: ClassVar[bool] = True
    reveals_after_match: ClassVar[bool] = False
    search_depth: ClassVar[int] = 0
    switch_margin: ClassVar[float] = 1.0
    gives_reasons: ClassVar[bool] = True
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
    premove_stands = staticmethod(betting.said_out_of_turn)
    expire = staticmethod(transitions.expire)
    outcome = staticmethod(settlement.outcome)
    standings = staticmethod(settlement.standings)
    awaited_seats = staticmethod(prompts.awaited)

    def config_problem(self, seats: int, options: Options) -> str | None:
        return super().config_problem(seats, options) or prompt_text.config_problem(options)

    def setup(self, seats: int, options: Options, ranked: bool) -> ScrokerState:
        return replace(hand_start.begin(seats, options, ranked), events=())

    def pending_shuffle_size(self, state: ScrokerState) -> int:
        match state.public.phase:
            case Phase.LOT:
                return len(state.public.seats)
            case Phase.DEAL:
                return len(pack(state.public.named.scrokers))
            case Phase.RESHUFFLE:
                return len(state.hidden)
            case _:
                return 0

    def apply_shuffle(self, state: ScrokerState, order: Sequence[int]) -> ScrokerState:
        state = replace(state, events=())
        match state.public.phase:
            case Phase.LOT:
                return hand_start.draw_dealer(state, order)
            case Phase.DEAL:
                return rounds.begin_betting(dealing.deal(state, order))
            case _:
                return rounds.reshuffled(state, order)

    def hidden_codes(self, state: ScrokerState) -> tuple[str, ...]:
        return tuple(state.hidden)

    def opened_cards(self, view: ScrokerView) -> tuple[OpenedPosition, ...]:
        return shuffle_plan.opened(view.public, view.seat)

    def max_listed_moves(self, prompt: Prompt) -> int:
        return 10 if prompt.kind in ("name-game", "declare") else 60

    def spans(self, view: ScrokerView) -> tuple[Span, ...]:
        public = view.public
        asked = (consent.span(public),) if public.phase is Phase.CONSENT else ()
        return asked + session_clock.spans(public)

    def active_seats(self, public: Tableau) -> tuple[Seat, ...]:
        return public.seats

    # -- coming and going

    may_reseat = staticmethod(between_hands.may_reseat)
    reseat = staticmethod(between_hands.reseat)

    def last_deal(self, state: ScrokerState) -> ScrokerState:
        state = replace(state, events=())
        if state.public.last_deal or state.public.phase is Phase.OVER:
            return state
        return after(state, LastDealCalled(), last_deal=True)

    # -- worlds

    resample = staticmethod(resampling.resample)

    # -- bots

    candidate_moves = staticmethod(candidates.candidate_moves)
    score_moves = staticmethod(heuristics.score_moves)
    evaluate = staticmethod(evaluation.evaluate)
    sample_worlds = staticmethod(opponent_model.sample_worlds)
    payoff = staticmethod(evaluation.payoff)

    def say_reason(
        self, view: ScrokerView, moves: Sequence[Move], move: Move, names: Sequence[str]
    ) -> HintReason:
        return reasons.say_reason(view, move, names)

    # -- sentences

    say_wait = staticmethod(prompt_text.say_wait)

    def say_refusal(self, view: ScrokerView, move: Move, reason: Refusal) -> str:
        return refusal_text.say_refusal(view, move, Reason(reason))

    def say_card(self, view: ScrokerView, code: str, names: Sequence[str]) -> CardText | None:
        return card_text.say_card(view, code)

    def say_prompt(self, view: ScrokerView, prompt: Prompt, names: Sequence[str]) -> str:
        return prompt_text.say_prompt(view, names)

    def drama(self, before: Tableau, event: Event) -> Drama | None:
        return drama.drama(before, event)

    def say_event(self, public: Tableau, event: Event, names: Sequence[str]) -> str:
        # only events of this game come back
        return event_text.say_event(public, event, names)  # type: ignore[arg-type]  # ours
