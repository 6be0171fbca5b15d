"""The game Scum of the Earth: which module answers which question."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from app.games.scum_of_the_earth import (
    card_text,
    dealing,
    drama,
    evaluation,
    event_text,
    heuristics,
    prompt_text,
    prompts,
    ranks,
    reasons,
    refusal_text,
    resampling,
    shuffle_plan,
    transitions,
    turns,
)
from app.games.scum_of_the_earth.events import CardsDrawn, LastDealCalled, RanksSet
from app.games.scum_of_the_earth.lesson import LESSONS
from app.games.scum_of_the_earth.moves import Move, Reason
from app.games.scum_of_the_earth.options import OPTION_GROUPS, PRESETS, SOLO_SEATS, Options
from app.games.scum_of_the_earth.state import Hand, Phase, ScumState, ScumView, Tableau
from app.games.scum_of_the_earth.titles import titles
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
    State,
)
from app.rules.lessons import Lesson
from app.rules.values import OptionGroups, Preset, TrickPass


class ScumOfTheEarth(Game[Tableau, Hand, None, Move]):
    """One instance serves every table."""

    slug: ClassVar[str] = "scum-of-the-earth"
    title: ClassVar[str] = "Scum of the Earth"
    tagline: ClassVar[str] = (
        "Empty your hand, climb the ladder, and be gracious to those below. Or don’t."
    )
    minutes: ClassVar[tuple[int, int]] = (30, 90)
    seats: ClassVar[range] = dealing.SEATS
    presets: ClassVar[tuple[Preset, ...]] = PRESETS
    solo_seats: ClassVar[int | None] = SOLO_SEATS
    option_groups: ClassVar[OptionGroups] = OPTION_GROUPS
    lessons: ClassVar[tuple[Lesson, ...]] = LESSONS
    points_name: ClassVar[str] = "salary"
    reseats: ClassVar[bool] = True
    switch_margin: ClassVar[float] = 1.0
    gives_reasons: ClassVar[bool] = True
    options = Options
    moves = Move

    # -- a match from setup to outcome

    config_problem = staticmethod(prompt_text.config_problem)
    deal_plan = staticmethod(shuffle_plan.deal_plan)
    opened_by = staticmethod(shuffle_plan.opened_by)
    prompt = staticmethod(prompts.prompt)
    legal_moves = staticmethod(prompts.legal)
    check = staticmethod(prompts.refusal)
    apply = staticmethod(transitions.apply)
    expire = staticmethod(transitions.expire)
    standings = staticmethod(ranks.standings)
    awaited_seats = staticmethod(prompts.awaited)

    def setup(self, seats: int, options: Options, ranked: bool) -> ScumState:
        public = Tableau(
            options=options,
            titles=titles(options.theme, options.own_titles),
            phase=Phase.DEAL if ranked else Phase.DRAW,
            deal=1 if ranked else 0,
            ranks=tuple(map(Seat, range(seats))),
            salaries=(0,) * seats,
            counts=(0,) * seats,
            played=((),) * seats,
            highest=0,
        )
        return State(dealing.with_deck(public), (Hand(),) * seats, None)

    def pending_shuffle_size(self, state: ScumState) -> int:
        return len(state.public.deck) if state.public.phase in (Phase.DRAW, Phase.DEAL) else 0

    def apply_shuffle(self, state: ScumState, order: Sequence[int]) -> ScumState:
        state = replace(state, events=())
        return (
            dealing.deal(state, order)
            if state.public.phase is Phase.DEAL
            else self._draw(state, order)
        )

    def _draw(self, state: ScumState, order: Sequence[int]) -> ScumState:
        public = state.public
        draws = ranks.draw(public.ranks, public.draws, [public.deck[index] for index in order])
        groups = ranks.groups(public.ranks, draws)
        state = after(
            state, *(CardsDrawn(draw.cards) for draw in draws[len(public.draws) :]), draws=draws
        )
        if len(groups) < len(public.ranks):
            return state
        drawn = tuple(seat for (seat,) in groups)
        return after(state, RanksSet(drawn), ranks=drawn, phase=Phase.DEAL, deal=1)

    def deck_codes(self, public: Tableau) -> tuple[str, ...]:
        return tuple(public.deck)

    def opened_cards(self, view: ScumView) -> tuple[OpenedPosition, ...]:
        return shuffle_plan.opened(view.public, view.seat)

    def trick_pass(self, view: ScumView) -> TrickPass[Move] | None:
        return None if view.seat is None else turns.trick_pass(view.public, view.seat)

    def outcome(self, public: Tableau) -> Outcome | None:
        if public.phase is not Phase.OVER:
            return None
        reason = ranks.ended(public)
        assert reason is not None
        return ranks.outcome(public, reason)

    def active_seats(self, public: Tableau) -> tuple[Seat, ...]:
        return public.ranks

    # -- coming and going

    may_reseat = staticmethod(dealing.may_reseat)
    reseat = staticmethod(dealing.reseat)

    def last_deal(self, state: ScumState) -> ScumState:
        state = replace(state, events=())
        if state.public.last_deal or state.public.phase is Phase.OVER:
            return state
        return after(state, LastDealCalled(), last_deal=True)

    # -- worlds

    resample = staticmethod(resampling.resample)

    # -- bots

    score_moves = staticmethod(heuristics.score_moves)
    say_reason = staticmethod(reasons.say_reason)
    evaluate = staticmethod(evaluation.evaluate)

    # -- sentences

    say_wait = staticmethod(prompt_text.say_wait)

    def say_refusal(self, view: ScumView, move: Move, reason: Refusal) -> str:
        return refusal_text.say_refusal(view, move, Reason(reason))

    def say_card(self, view: ScumView, code: str, names: Sequence[str]) -> CardText | None:
        return card_text.say_card(view, code)

    def say_prompt(self, view: ScumView, prompt: Prompt, names: Sequence[str]) -> str:
        return prompt_text.say_prompt(view, names)

    def drama(self, before: Tableau, event: Event) -> Drama | None:
        return drama.drama(before, event)

    def say_event(self, public: Tableau, event: Event, names: Sequence[str]) -> str:
        # only events of this game come back
        return event_text.say_event(public, event, names)  # type: ignore[arg-type]  # ours
