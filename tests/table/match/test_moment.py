"""A moment: all that follows from a state is made once, and not at all where nothing follows."""

from collections import Counter

from app.rules.game import Prompt, Seat, Span, State, View
from app.rules.replay import Played, Shuffled, step
from app.table.match.moment import Moment, first_moment, next_moment
from tests.table.high_card import Choose, HighCard, HighCardOptions, Private, Public

SEATS = 3


class Counted(HighCard):
    """Counts the questions that the table asks of the rules, by what and for whom."""

    def __init__(self) -> None:
        self.asked: Counter[tuple[str, Seat | None]] = Counter()

    def prompt(self, view: View[Public, Private]) -> Prompt | None:
        self.asked["prompt", view.seat] += 1
        return super().prompt(view)


class WithSpans(Counted):
    def spans(self, view: View[Public, Private]) -> tuple[Span, ...]:
        self.asked["spans", view.seat] += 1
        return ()


def dealt(game: Counted) -> Moment:
    first = first_moment(game, game.setup(SEATS, HighCardOptions(), ranked=False))
    order = tuple(range(3 * SEATS))
    return next_moment(game, first, step(game, first.state, Shuffled(order)))


def answered(game: Counted, before: Moment) -> Moment:
    """Seat 0 puts its lowest card down in secret."""
    asked = before.open_to[Seat(0)]
    card = before.state.private[0].hand[0]
    entry = Played(Seat(0), asked[0].key, Choose(card))
    return next_moment(game, before, step(game, before.state, entry, asked))


def test_a_secret_answer_asks_the_rules_anew_for_its_own_seat_alone() -> None:
    game = Counted()
    before = dealt(game)
    game.asked.clear()
    after = answered(game, before)
    assert after.state.public is before.state.public
    assert game.asked == {("prompt", Seat(0)): 1}
    assert [*after.open_to] == [Seat(1), Seat(2)]
    assert after.open_to[Seat(1)] is before.open_to[Seat(1)]


def test_a_public_part_that_is_equal_is_the_same_one() -> None:
    game = Counted()
    before = dealt(game)
    public = before.state.public
    alike: State[Public, Private, None] = State(
        Public(public.options, public.ranks, public.salaries, public.deal, public.phase),
        before.state.private,
        None,
    )
    assert alike.public is not public
    assert next_moment(game, before, alike).state.public is public


def test_a_game_without_spans_is_never_asked_for_them() -> None:
    plain, spanned = Counted(), WithSpans()
    answered(plain, dealt(plain))
    answered(spanned, dealt(spanned))
    spans = {one: count for one, count in spanned.asked.items() if one[0] == "spans"}
    assert spans, "a game that has them is asked"
    assert spanned.asked - Counter(spans) == plain.asked
