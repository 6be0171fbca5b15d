"""A guided game: the rules of a game along the one line of play of its lesson.

Prompts are asked and answers are accepted on that line alone. Views tell where a match stands, so
the table that plays it needs to know nothing of lessons.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from app.rules.codec import read_options
from app.rules.game import AnyGame, AnyState, AnyView, Game, Prompt, Seat, view
from app.rules.lessons import (
    LEARNER,
    OVER,
    Answer,
    Deal,
    Lesson,
    LessonRefusal,
    Script,
    Step,
    Together,
    is_same,
)
from app.rules.play import all_prompts, play
from app.rules.values import Refusal, Span


class Position(NamedTuple):
    """A moment of a lesson, with what may come next."""

    state: AnyState
    due: "Mapping[Seat, Step | Answer]"
    """By seat; empty at the end."""


class StepShown(NamedTuple):
    """A step with the key of its prompt, by which a page knows when it is due."""

    key: str
    step: Step


class Shuffle(NamedTuple):
    before: AnyState
    order: tuple[int, ...]


class Line:
    """All moments of a lesson, worked out once by the rules.

    Raises RuleError or AssertionError where the lesson does not fit them.
    """

    def __init__(self, game: AnyGame, lesson: Lesson) -> None:
        self.game, self.lesson = game, lesson
        self.options = read_options(game, dict(lesson.options))
        self.positions: list[Position] = []
        self.shuffles: list[Shuffle] = []
        self.steps: list[StepShown] = []
        self.start = game.setup(lesson.seats, self.options, False)
        """The state in which the match begins."""
        state = self._settle(self.start)
        if lesson.opening:
            state = self.start = _quiet(self._play_parts(state, lesson.opening))
            self.positions.clear()
        self.end = self._play_parts(state, lesson.script)
        self.positions.append(Position(self.end, {}))

    def _play_parts(self, state: AnyState, script: Script) -> AnyState:
        for part in script:
            moves = part.moves if isinstance(part, Together) else (part,)
            state = self._settle(self._play_all(state, moves))
        return state

    def _settle(self, state: AnyState) -> AnyState:
        """Makes the shuffles and the automatic moves that come next."""
        game = self.game
        while True:
            if size := game.pending_shuffle_size(state):
                number = len(self.shuffles)
                deals = self.lesson.deals
                deal = deals[number] if number < len(deals) else Deal()
                order = order_of(game, state, deal)
                assert len(order) == size, "an order holds every card"
                self.shuffles.append(Shuffle(_quiet(state), order))
                state = game.apply_shuffle(state, order)
                continue
            found = automatic_prompt(game, state)
            if found is None:
                return state
            seat, prompt = found
            move = next(iter(game.legal_answers(view(state, seat), prompt)))
            self.positions.append(Position(state, {seat: Answer(seat, move)}))
            state = play(game, state, seat, prompt.key, move)

    def _play_all(self, state: AnyState, moves: Sequence[Step | Answer]) -> AnyState:
        """The state after these moves, in whatever order they come; it is the same for each."""
        waiting = {_seat(one): one for one in moves}
        assert len(waiting) == len(moves), "a seat moves once in a group"
        for one in moves:
            if isinstance(one, Step):
                self.steps.append(StepShown(key_of(self.game, state, LEARNER, one.move), one))
        ends: list[AnyState] = []
        paths = [(state, waiting)]
        for here, left in paths:  # grows while it is read
            if not left:
                ends.append(here)
                continue
            self.positions.append(Position(here, left))
            for seat, one in left.items():
                key = key_of(self.game, here, seat, one.move)
                after = play(self.game, here, seat, key, one.move)
                paths.append((after, {other: left[other] for other in left if other != seat}))
        assert all(_quiet(end) == _quiet(ends[0]) for end in ends), (
            "orders lead to different states"
        )
        return ends[0]

    def due_at(self, seen: AnyView) -> Step | Answer | None:
        """The step that is due of the view's seat; None: nothing is due."""
        if seen.seat is None:
            return None
        for state, due in self.positions:
            if seen.seat in due and view(state, seen.seat) == seen:
                return due[seen.seat]
        return None

    def move_at(self, seen: AnyView) -> Any | None:
        """The move that is due of the view's seat; None: none is."""
        due = self.due_at(seen)
        return None if due is None else due.move


def _seat(one: Step | Answer) -> Seat:
    return LEARNER if isinstance(one, Step) else one.seat


def _quiet(state: AnyState) -> AnyState:
    """The state without the events that led to it."""
    return replace(state, events=(), private_events=())


def automatic_prompt(game: AnyGame, state: AnyState) -> tuple[Seat, Prompt] | None:
    return next(
        (
            (seat, prompt)
            for seat, found in all_prompts(game, state).items()
            for prompt in found
            if prompt.automatic
        ),
        None,
    )


def key_of(game: AnyGame, state: AnyState, seat: Seat, move: Any) -> str:
    """The key of the prompt that the move answers. Raises AssertionError if none takes it."""
    seen = view(state, seat)
    reasons = []
    for prompt in game.prompts(seen):
        reason = game.check_answer(seen, prompt, move)
        if reason is None:
            return prompt.key
        reasons.append(reason)
    raise AssertionError(f"seat {seat} cannot answer {move}: {reasons or 'nothing is asked'}")


def order_of(game: AnyGame, state: AnyState, deal: Deal) -> tuple[int, ...]:
    """The order in which the rules deal these cards. Raises AssertionError for a wrong code."""
    codes = game.deck_codes(state.public) or game.hidden_codes(state)
    plan = game.deal_plan(state.public) or ("-",) * len(codes)
    free: dict[str, list[int]] = {}
    for index, code in enumerate(codes):
        free.setdefault(code, []).append(index)
    wanted = {str(seat): iter(_take(free, cards)) for seat, cards in deal.hands.items()}
    stock = iter(_take(free, deal.stock))
    left = iter(sorted(index for indices in free.values() for index in indices))
    order = []
    for word in plan:
        source = wanted.get(word.rstrip("?"), iter(())) if word[0].isdigit() else stock
        order.append(next(source, None))
    assert not [*stock, *(card for cards in wanted.values() for card in cards)], "cards left over"
    return tuple(next(left) if index is None else index for index in order)


def _take(free: dict[str, list[int]], cards: str) -> list[int]:
    taken = []
    for code in cards.split():
        assert free.get(code), f"no {code} is left in the pack"
        taken.append(free[code].pop(0))
    return taken


class Guided(Game[Any, Any, Any, Any]):
    """The part that a guided game has before the game's own class; see `guided`."""

    gives_reasons = False
    """The coach says what to do, so no hint does."""
    tempers = ()
    """Its bots play what the lesson says."""
    line: Line

    def config_problem(self, seats: int, options: Any) -> str | None:
        if seats == self.line.lesson.seats and options == self.line.options:
            return None
        return "A lesson is played as it stands: leave its seats and rules alone."

    def setup(self, seats: int, options: Any, ranked: bool) -> AnyState:
        return self.line.start

    def apply_shuffle(self, state: AnyState, order: Sequence[int]) -> AnyState:
        fixed = (one.order for one in self.line.shuffles if one.before == _quiet(state))
        return self.line.game.apply_shuffle(state, next(fixed, order))

    def prompts(self, view: AnyView) -> tuple[Prompt, ...]:
        """The prompts of a seat whose move is due, without clocks."""
        move = self.line.move_at(view)
        if move is None:
            return ()
        asked, judge = self.line.game.prompts(view), self.line.game.check_answer
        return tuple(
            replace(prompt, window=None)
            for prompt in asked
            if view.seat == LEARNER or judge(view, prompt, move) is None
        )

    def spans(self, view: AnyView) -> tuple[Span, ...]:
        return ()

    def check_answer(self, view: AnyView, prompt: Prompt, move: Any) -> Refusal | None:
        reason = self.line.game.check_answer(view, prompt, move)
        if reason is not None or is_same(move, self.line.move_at(view)):
            return reason
        return LessonRefusal.ANOTHER_STEP

    def apply(self, state: AnyState, seat: Seat, move: Any) -> AnyState:
        due = self.line.move_at(view(state, seat))
        return self.line.game.apply(state, seat, due if is_same(move, due) else move)

    def candidate_answers(self, view: AnyView, prompt: Prompt) -> Iterator[Any]:
        yield self.line.move_at(view)

    def accepted_offer(self, view: AnyView, prompt: Prompt) -> Any | None:
        return self.line.move_at(view)

    def say_refusal(self, view: AnyView, move: Any, reason: Refusal) -> str:
        if isinstance(reason, LessonRefusal):
            due = self.line.due_at(view)
            return (isinstance(due, Step) and due.word_for(move)) or reason.sentence
        return self.line.game.say_refusal(view, move, reason)

    def awaited_seats(self, public: Any) -> tuple[Seat, ...]:
        return () if public == self.line.end.public else self.line.game.awaited_seats(public)

    def say_wait(self, public: Any, names: Sequence[str]) -> str:
        if public == self.line.end.public:
            return OVER
        return self.line.game.say_wait(public, names)


@lru_cache(maxsize=64)
def guided(game: AnyGame, number: int = 0) -> AnyGame:
    """The game along its lesson of that number. Raises IndexError if it has none."""
    made: AnyGame = type(f"Guided{type(game).__name__}", (Guided, type(game)), {})()
    made.line = Line(game, game.lessons[number])  # type: ignore[attr-defined]  # guided games have it
    return made
