"""A toy game: everybody shows the one card they were dealt, and the highest is first."""

from collections.abc import Iterator, Sequence

import msgspec

from app.rules import game
from app.rules.game import Chance, Outcome, Prompt, Seat, Standing, State, View
from app.rules.replay import Played


class Options(game.Options, frozen=True, forbid_unknown_fields=True):
    deals: int = 2
    motto: str = ""


class Show(msgspec.Struct, frozen=True, tag_field="type", tag="show"):
    """The only move."""


class Board(msgspec.Struct, frozen=True):
    options: Options
    deal: int
    shown: tuple[int | None, ...]
    points: tuple[int, ...]
    last: tuple[Seat, ...] = ()
    """The last finished deal, best first."""


class Hand(msgspec.Struct, frozen=True):
    card: int | None = None


class Toy(game.Game[Board, Hand, None, Show]):
    slug = "toy"
    title = "Toy"
    tagline = "The higher card."
    minutes = (1, 2)
    seats = range(2, 11)
    rules_version = 1
    options = Options
    moves = Show

    def setup(self, seats: int, options: Options, ranked: bool) -> State[Board, Hand, None]:
        return State(Board(options, 1, (None,) * seats, (0,) * seats), (Hand(),) * seats, None)

    def pending_shuffle_size(self, state: State[Board, Hand, None]) -> int:
        over = state.public.deal > state.public.options.deals
        return 0 if over or state.private[0].card is not None else len(state.private)

    def apply_shuffle(
        self, state: State[Board, Hand, None], order: Sequence[int]
    ) -> State[Board, Hand, None]:
        return msgspec.structs.replace(state, private=tuple(Hand(card) for card in order))

    def prompt(self, view: View[Board, Hand]) -> Prompt | None:
        if (
            view.private is None
            or view.seat is None
            or view.private.card is None
            or view.public.shown[view.seat] is not None
        ):
            return None
        return Prompt(f"show:{view.public.deal}", "show")

    def legal_moves(self, view: View[Board, Hand]) -> Iterator[Show]:
        yield Show()

    def apply(
        self, state: State[Board, Hand, None], seat: Seat, move: Show
    ) -> State[Board, Hand, None]:
        board = state.public
        shown = tuple(
            state.private[seat].card if other == seat else card
            for other, card in enumerate(board.shown)
        )
        if any(card is None for card in shown):
            return msgspec.structs.replace(
                state, public=msgspec.structs.replace(board, shown=shown)
            )
        best_first = tuple(
            sorted(map(Seat, range(len(shown))), key=lambda seat: -(shown[seat] or 0))
        )
        points = tuple(
            total + len(shown) - 1 - best_first.index(Seat(seat))
            for seat, total in enumerate(board.points)
        )
        after = Board(board.options, board.deal + 1, (None,) * len(shown), points, best_first)
        return State(after, (Hand(),) * len(shown), None)

    def expire(self, state: State[Board, Hand, None], key: str) -> State[Board, Hand, None]:
        for seat in map(Seat, range(len(state.private))):
            if self.prompt(game.view(state, seat)) is not None:
                state = self.apply(state, seat, Show())
        return state

    def outcome(self, public: Board) -> Outcome | None:
        if public.deal <= public.options.deals:
            return None
        totals = sorted(set(public.points), reverse=True)
        ranking = tuple(
            tuple(Seat(seat) for seat, points in enumerate(public.points) if points == total)
            for total in totals
        )
        return Outcome(ranking, public.points, "last-deal")

    def standings(self, public: Board) -> tuple[Standing, ...]:
        sat = len(public.last)
        return tuple(
            Standing(public.deal - 1, seat, place + 1, sat - 1 - place)
            for place, seat in enumerate(public.last)
        )

    def awaited_seats(self, public: Board) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat, card in enumerate(public.shown) if card is None)

    def active_seats(self, public: Board) -> tuple[Seat, ...]:
        return tuple(map(Seat, range(len(public.shown))))

    def resample(self, view: View[Board, Hand], chance: Chance) -> State[Board, Hand, None]:
        raise NotImplementedError

    def score_moves(self, view: View[Board, Hand], moves: Sequence[Show]) -> Sequence[float]:
        return [0.0] * len(moves)

    def say_prompt(self, view: View[Board, Hand], prompt: Prompt, names: Sequence[str]) -> str:
        return "Show your card."

    def say_wait(self, public: Board, names: Sequence[str]) -> str:
        return "Waiting."

    def say_event(self, public: Board, event: game.Event, names: Sequence[str]) -> str:
        return ""


TOY = Toy()
SHOW = Played(Seat(0), "show:1", Show())
"""The first move of a match."""
