"""The game Scum: The Masquerade: which module answers which question."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import ClassVar

from app.games.scum_the_masquerade import (
    candidates,
    card_text,
    dealing,
    drama,
    evaluation,
    event_text,
    heuristics,
    interests,
    legality,
    page_view,
    prompt_text,
    prompts,
    reasons,
    refusal_text,
    resampling,
    round_end,
    shuffle_plan,
    steps,
    transitions,
)
from app.games.scum_the_masquerade.events import LastRoundCalled
from app.games.scum_the_masquerade.lesson import LESSONS
from app.games.scum_the_masquerade.moves import Move
from app.games.scum_the_masquerade.options import OPTION_GROUPS, PRESETS, SOLO_SEATS, Options
from app.games.scum_the_masquerade.politics import conspiring, pacts
from app.games.scum_the_masquerade.powers import madness
from app.games.scum_the_masquerade.refusals import Reason
from app.games.scum_the_masquerade.state import (
    Asked,
    Crypts,
    Hand,
    Phase,
    ScumState,
    ScumView,
    Tableau,
)
from app.kits.next_state import after
from app.rules.drama import Drama
from app.rules.game import (
    CardText,
    Event,
    Game,
    OpenedPosition,
    Outcome,
    Prompt,
    Refusal,
    Seat,
    Span,
    State,
)
from app.rules.lessons import Lesson
from app.rules.questions import OpenQuestions
from app.rules.values import FAIR, Manner, OptionGroups, Preset

DECLARATIONS = 40
"""Declarations that a page is sent: each clan with a dot in each discipline comes first."""
COMPOSED = 1
"""Answers that a page is sent where they are composed: the first one is what time makes."""
MOST_LISTED = 60
"""Hands that a page is sent at most; it marks those, and other cards may be tried."""


class ScumTheMasquerade(
    OpenQuestions[Tableau, Hand, Crypts, Move], Game[Tableau, Hand, Crypts, Move]
):
    """One instance serves every table, and one every manner of bots."""

    slug: ClassVar[str] = "scum-the-masquerade"
    title: ClassVar[str] = "Scum: The Masquerade"
    rules_version: ClassVar[int] = 3
    tagline: ClassVar[str] = "Shed your cards, rise in rank, trade, beg a boon, and conspire."
    minutes: ClassVar[tuple[int, int]] = (30, 120)
    seats: ClassVar[range] = dealing.SEATS
    gives_reasons: ClassVar[bool] = True
    tempers: ClassVar[tuple[str, ...]] = interests.TEMPERS
    covered_answers: ClassVar[frozenset[tuple[str, str]]] = frozenset({("answer-offer", "decline")})
    options = Options
    presets: ClassVar[tuple[Preset, ...]] = PRESETS
    solo_seats: ClassVar[int | None] = SOLO_SEATS
    option_groups: ClassVar[OptionGroups] = OPTION_GROUPS
    lessons: ClassVar[tuple[Lesson, ...]] = LESSONS
    moves = Move
    rules_only: ClassVar[tuple[str, ...]] = page_view.RULES_ONLY

    # -- a match from setup to outcome

    config_problem = staticmethod(prompt_text.config_problem)
    deck_codes = staticmethod(shuffle_plan.deck_codes)
    deal_plan = staticmethod(shuffle_plan.deal_plan)
    opened_by = staticmethod(shuffle_plan.opened_by)
    legal_answers = staticmethod(prompts.legal)
    awaited_seats = staticmethod(prompts.awaited)
    check_answer = staticmethod(legality.refusal)
    next_step = staticmethod(steps.next_step)
    composed_move = staticmethod(steps.composed_move)
    apply = staticmethod(transitions.apply)
    expire = staticmethod(transitions.expire)
    standings = staticmethod(round_end.standings)

    def setup(self, seats: int, options: Options, ranked: bool) -> ScumState:
        return dealing.setup(seats, options)

    def pending_shuffle_size(self, state: ScumState) -> int:
        if state.public.asked is Asked.DRAW:
            return len(state.public.deck)
        match state.public.phase:
            case Phase.LOT:
                return len(state.public.order)
            case Phase.DEAL:
                return len(state.public.deck)
            case _:
                return 0

    def apply_shuffle(self, state: ScumState, order: Sequence[int]) -> ScumState:
        state = State(state.public, state.private, state.hidden)
        if state.public.asked is Asked.DRAW:
            return madness.play(state, order)
        lot = state.public.phase is Phase.LOT
        return dealing.draw_extras(state, order) if lot else dealing.deal(state, order)

    def opened_cards(self, view: ScumView) -> tuple[OpenedPosition, ...]:
        return shuffle_plan.opened(view.public, view.seat)

    def prompts(self, view: ScumView) -> tuple[Prompt, ...]:
        return prompts.prompts(view)

    def spans(self, view: ScumView) -> tuple[Span, ...]:
        found = (pacts.span(view.public), conspiring.pause(view))
        return tuple(one for one in found if one is not None)

    def check(self, view: ScumView, move: Move) -> Reason | None:
        asked = self.prompt(view)
        return Reason.NOT_ASKED if asked is None else legality.refusal(view, asked, move)

    def max_listed_moves(self, prompt: Prompt) -> int:
        if prompt.kind == "declare":
            return DECLARATIONS
        return COMPOSED if prompt.kind in steps.KINDS else MOST_LISTED

    def outcome(self, public: Tableau) -> Outcome | None:
        if public.phase is not Phase.OVER:
            return None
        reason = round_end.ended(public)
        assert reason is not None
        return round_end.outcome(public, reason)

    def active_seats(self, public: Tableau) -> tuple[Seat, ...]:
        return public.order

    def last_deal(self, state: ScumState) -> ScumState:
        state = State(state.public, state.private, state.hidden)
        if state.public.last_round or state.public.phase is Phase.OVER:
            return state
        return after(state, LastRoundCalled(), last_round=True)

    def shown_public(self, public: Tableau) -> Tableau:
        return page_view.shown(super().shown_public(public))

    def shown_private(self, private: Hand) -> Hand:
        return page_view.shown_hand(private)

    # -- worlds and bots

    resample = staticmethod(resampling.resample)
    candidate_answers = staticmethod(heuristics.candidates)
    say_reason = staticmethod(reasons.say_reason)
    evaluate = staticmethod(evaluation.evaluate)

    def __init__(self, manner: Manner = FAIR) -> None:
        self.manner = manner

    def in_manner(self, manner: Manner) -> "ScumTheMasquerade":
        return _in_manner(manner)

    def candidate_moves(self, view: ScumView) -> Iterator[Move]:
        asked = self.prompt(view)
        return iter(()) if asked is None else heuristics.candidates(view, asked)

    def accepted_offer(self, view: ScumView, prompt: Prompt) -> Move | None:
        return candidates.accepted_offer(view, prompt, self.manner)

    def score_moves(self, view: ScumView, moves: Sequence[Move]) -> Sequence[float]:
        return heuristics.score_moves(view, moves, self.manner)

    # -- sentences

    say_effect = staticmethod(steps.say_effect)
    say_prompt = staticmethod(prompt_text.say_prompt)
    say_wait = staticmethod(prompt_text.say_wait)

    def say_refusal(self, view: ScumView, move: Move, reason: Refusal) -> str:
        return refusal_text.say_refusal(view, move, Reason(reason))

    def say_card(self, view: ScumView, code: str, names: Sequence[str]) -> CardText | None:
        return card_text.say_card(view, code)

    def drama(self, before: Tableau, event: Event) -> Drama | None:
        return drama.drama(before, event)

    def say_event(self, public: Tableau, event: Event, names: Sequence[str]) -> str:
        # only events of this game come back
        return event_text.say_event(public, event, names)  # type: ignore[arg-type]  # ours


@cache
def _in_manner(manner: Manner) -> ScumTheMasquerade:
    return ScumTheMasquerade(manner)
