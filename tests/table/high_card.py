"""A toy game with everything that a table must cope with.

It has secret simultaneous answers, a public turn, a response window, deals, and people who come
and go. Everybody is dealt three cards and puts one down in secret. The highest wins the deal, and
its owner may crow about it or not.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Final, TypeAlias

import msgspec

from app.rules.game import (
    Chance,
    Event,
    Game,
    OpenedPosition,
    Options,
    Outcome,
    Prompt,
    Refusal,
    Seat,
    Standing,
    State,
    View,
)


class HighCardOptions(Options, frozen=True, forbid_unknown_fields=True):
    deals: Annotated[int, msgspec.Meta(ge=1, le=50)] = 2
    window: bool = False
    """Cards are put down in a window of 15 s instead of on the table's clock."""
    few: bool = False
    """Three players at most."""
    twice: bool = False
    """A player who has put a card down is asked in secret to put it down once more."""
    motto: str = ""


class Choose(msgspec.Struct, frozen=True, tag_field="type", tag="choose"):
    card: int


class Crow(msgspec.Struct, frozen=True, tag_field="type", tag="crow"):
    loud: bool


Move: TypeAlias = Choose | Crow


class Dealt(Event, frozen=True, tag="dealt"):
    deal: int


class Revealed(Event, frozen=True, tag="revealed"):
    cards: tuple[tuple[Seat, int], ...]


class Crowed(Event, frozen=True, tag="crowed"):
    seat: Seat
    loud: bool


class SeatsChanged(Event, frozen=True, tag="seats-changed"):
    left: tuple[Seat, ...]
    joined: tuple[Seat, ...]


class Public(msgspec.Struct, frozen=True):
    options: HighCardOptions
    ranks: tuple[Seat, ...]
    salaries: tuple[int, ...]
    deal: int = 0
    phase: str = "deal"
    last: bool = False
    paid: tuple[Standing, ...] = ()


class Private(msgspec.Struct, frozen=True):
    hand: tuple[int, ...] = ()
    chosen: int | None = None
    sure: bool = False


class Why(Refusal):
    NOT_YOURS = "not-yours"
    NOT_NOW = "not-now"


Table: TypeAlias = State[Public, Private, None]


class HighCard(Game[Public, Private, None, Move]):
    slug: ClassVar[str] = "high-card"
    title: ClassVar[str] = "High Card"
    tagline: ClassVar[str] = "The highest card wins."
    minutes: ClassVar[tuple[int, int]] = (1, 2)
    seats: ClassVar[range] = range(2, 6)
    reseats: ClassVar[bool] = True
    rules_version: ClassVar[int] = 1
    options: ClassVar[type[Options]] = HighCardOptions
    moves: ClassVar[Any] = Move

    def config_problem(self, seats: int, options: HighCardOptions) -> str | None:
        return "With few players, three at most." if options.few and seats > 3 else None

    def setup(self, seats: int, options: HighCardOptions, ranked: bool) -> Table:
        everybody = tuple(map(Seat, range(seats)))
        return State(Public(options, everybody, (0,) * seats), (Private(),) * seats, None)

    def pending_shuffle_size(self, state: Table) -> int:
        return 3 * len(state.public.ranks) if state.public.phase == "deal" else 0

    def apply_shuffle(self, state: Table, order: Sequence[int]) -> Table:
        public = msgspec.structs.replace(state.public, phase="choose", deal=state.public.deal + 1)
        private = list(state.private)
        for index, seat in enumerate(public.ranks):
            private[seat] = Private(tuple(sorted(order[3 * index : 3 * index + 3])))
        return State(public, tuple(private), None, (Dealt(public.deal),))

    def deck_codes(self, public: Public) -> tuple[str, ...]:
        return tuple(map(str, range(3 * len(public.ranks)))) if public.phase == "deal" else ()

    def deal_plan(self, public: Public) -> tuple[str, ...]:
        return tuple(str(seat) for seat in public.ranks for _ in range(3))

    def opened_cards(self, view: View[Public, Private]) -> tuple[OpenedPosition, ...]:
        ranks = view.public.ranks
        if view.seat not in ranks or view.public.phase != "choose":
            return ()
        first = 3 * ranks.index(view.seat)
        return tuple(map(OpenedPosition, range(first, first + 3)))

    def prompt(self, view: View[Public, Private]) -> Prompt | None:
        public, private = view.public, view.private
        if private is None or view.seat not in public.ranks or public.phase == "over":
            return None
        if public.phase == "choose" and private.chosen is None and private.hand:
            return Prompt(f"choose.{public.deal}", "choose", 15 if public.options.window else None)
        if public.phase == "choose" and public.options.twice and not private.sure:
            return Prompt(f"sure.{public.deal}.{view.seat}", "choose")
        if public.phase == "crow" and view.seat == public.ranks[0]:
            return Prompt(f"crow.{public.deal}", "crow")
        return None

    def legal_moves(self, view: View[Public, Private]) -> Iterator[Move]:
        if view.public.phase == "crow":
            yield from (Crow(False), Crow(True))
        elif view.private is not None:
            yield from map(Choose, view.private.hand)

    def check(self, view: View[Public, Private], move: Move) -> Why | None:
        match move:
            case Choose(card):
                if view.public.phase != "choose":
                    return Why.NOT_NOW
                return (
                    None
                    if view.private is not None and card in view.private.hand
                    else Why.NOT_YOURS
                )
            case Crow():
                return None if view.public.phase == "crow" else Why.NOT_NOW

    def apply(self, state: Table, seat: Seat, move: Move) -> Table:
        match move:
            case Choose(card):
                return self._chosen(state, {seat: card})
            case Crow(loud):
                return self._crowed(state, seat, loud)

    def _chosen(self, state: Table, cards: dict[Seat, int]) -> Table:
        public = state.public
        private = tuple(
            msgspec.structs.replace(
                one,
                chosen=cards[Seat(seat)],
                sure=one.chosen is not None or not public.options.twice,
            )
            if seat in cards
            else one
            for seat, one in enumerate(state.private)
        )
        down = {
            seat: chosen
            for seat in public.ranks
            if (chosen := private[seat].chosen) is not None and private[seat].sure
        }
        if len(down) < len(public.ranks):
            return State(public, private, None)
        ranks = tuple(sorted(public.ranks, key=lambda seat: -down[seat]))
        paid = tuple(
            Standing(public.deal, seat, place + 1, len(ranks) - 1 - place)
            for place, seat in enumerate(ranks)
        )
        salaries = list(public.salaries)
        for standing in paid:
            salaries[standing.seat] += standing.points
        public = msgspec.structs.replace(
            public, ranks=ranks, salaries=tuple(salaries), paid=paid, phase="crow"
        )
        return State(
            public,
            tuple(Private() for _ in private),
            None,
            (Revealed(tuple((seat, down[seat]) for seat in ranks)),),
        )

    def _crowed(self, state: Table, seat: Seat, loud: bool) -> Table:
        public = state.public
        over = public.last or public.deal >= public.options.deals
        return State(
            msgspec.structs.replace(public, phase="over" if over else "deal"),
            state.private,
            None,
            (Crowed(seat, loud),),
        )

    def expire(self, state: Table, key: str) -> Table:
        public = state.public
        if public.phase == "crow":
            return self._crowed(state, public.ranks[0], False)
        late = [seat for seat in public.ranks if not state.private[seat].sure]
        return self._chosen(state, {seat: state.private[seat].hand[0] for seat in late})

    def outcome(self, public: Public) -> Outcome | None:
        if public.phase != "over":
            return None
        best = sorted(public.ranks, key=lambda seat: -public.salaries[seat])
        return Outcome(tuple((seat,) for seat in best), public.salaries, "last-deal")

    def standings(self, public: Public) -> tuple[Standing, ...]:
        return public.paid

    def awaited_seats(self, public: Public) -> tuple[Seat, ...]:
        return {"choose": tuple(sorted(public.ranks)), "crow": public.ranks[:1]}.get(
            public.phase, ()
        )

    def active_seats(self, public: Public) -> tuple[Seat, ...]:
        return public.ranks

    def may_reseat(self, public: Public) -> bool:
        return public.phase == "deal"

    def reseat(self, state: Table, left: Sequence[Seat], joined: int) -> Table:
        public = state.public
        new = tuple(Seat(len(public.salaries) + index) for index in range(joined))
        ranks = (*(seat for seat in public.ranks if seat not in left), *new)
        assert len(ranks) in self.seats, "too few or too many"
        public = msgspec.structs.replace(
            public, ranks=ranks, salaries=(*public.salaries, *(0 for _ in new))
        )
        return State(
            public,
            (*state.private, *(Private() for _ in new)),
            None,
            (SeatsChanged(tuple(left), new),),
        )

    def last_deal(self, state: Table) -> Table:
        return State(msgspec.structs.replace(state.public, last=True), state.private, None)

    def resample(self, view: View[Public, Private], chance: Chance) -> Table:
        """Others hold any of the unseen cards.

        Not all have put one down, for that would have shown.
        """
        public, own = view.public, view.private or Private()
        private = [own if seat == view.seat else Private() for seat in range(len(public.salaries))]
        if public.phase == "choose":
            others = [seat for seat in public.ranks if seat != view.seat]
            unseen = [card for card in range(3 * len(public.ranks)) if card not in own.hand]
            chance.shuffle(unseen)
            for index, seat in enumerate(others):
                private[seat] = self._guess(
                    public, tuple(sorted(unseen[3 * index : 3 * index + 3])), chance
                )
            if all(private[seat].sure for seat in public.ranks):
                late = chance.choice(others)
                private[late] = msgspec.structs.replace(private[late], chosen=None, sure=False)
        return State(public, tuple(private), None)

    def _guess(self, public: Public, hand: tuple[int, ...], chance: Chance) -> Private:
        if chance.randrange(3) == 0:
            return Private(hand)
        return Private(
            hand, chance.choice(hand), sure=not public.options.twice or chance.randrange(2) == 0
        )

    def score_moves(self, view: View[Public, Private], moves: Sequence[Move]) -> Sequence[float]:
        return [1.0 for _ in moves]

    def say_refusal(self, view: View[Public, Private], move: Move, reason: Refusal) -> str:
        return (
            "You do not hold that card."
            if reason is Why.NOT_YOURS
            else "That is not asked of you now."
        )

    def say_prompt(self, view: View[Public, Private], prompt: Prompt, names: Sequence[str]) -> str:
        return "Put a card down." if prompt.kind == "choose" else "You won. Will you crow?"

    def say_wait(self, public: Public, names: Sequence[str]) -> str:
        return (
            "Cards are put down."
            if public.phase == "choose"
            else f"{names[public.ranks[0]]} thinks about crowing."
        )

    def say_event(self, public: Public, event: Event, names: Sequence[str]) -> str:
        match event:
            case Dealt(deal):
                return f"Deal {deal} begins."
            case Revealed(cards):
                return f"{names[cards[0][0]]} wins with {cards[0][1]}."
            case Crowed(seat, loud):
                return f"{names[seat]} {'crows' if loud else 'keeps quiet'}."
            case _:
                return "The seats change."


GAME: Final = HighCard()
