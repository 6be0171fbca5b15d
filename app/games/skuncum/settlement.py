"""The end of a Race and of a hand: hats, votes, CARDS, the tally, conversions, and the match."""

from collections.abc import Sequence

from msgspec.structs import replace

from app.games.skuncum import board, dealing, leading
from app.games.skuncum.cards import DECK, Rank, packed, suit_points, unpacked
from app.games.skuncum.events import (
    HandOver,
    HatsBought,
    HatsMarked,
    MatchOver,
    RaceWon,
    Stalemate,
    Tallied,
    VotesWon,
)
from app.games.skuncum.hats import (
    STROKE_VOTES,
    cards_votes,
    free_purchases,
    hats_won,
    is_full,
    mark,
    marks,
    purchases,
    size_of,
    strokes_converted,
    votes_won,
    with_votes,
)
from app.games.skuncum.scoring import ended, leaders
from app.games.skuncum.state import Hand, Phase, SkuncumState, Tableau, with_hand
from app.games.skuncum.table_records import Gain, Paid, RaceResult, Role, Tally, Winning
from app.kits.next_state import after
from app.rules.game import Event, Seat, State

# -- a Race


def stalemate(state: SkuncumState) -> SkuncumState:
    """Nobody stands: the cards are out of play, and who led is asked to lead again."""
    public = state.public
    assert public.candidate is not None
    leader, cards = public.candidate.seat, board.board_cards(public)
    state = after(
        state,
        Stalemate(len(cards)),
        played=packed((*unpacked(public.played), *cards)),
        result=_result(public, None, None, ()),
    )
    return _next_race(state, leader)


def win_race(state: SkuncumState, winner: Seat, *, landslide: bool = False) -> SkuncumState:
    """Scores the Race, or asks those first who have hats to choose."""
    public = state.public
    role = board.role_of(public, winner)
    won = RaceWon(winner, role, landslide, len(board.board_cards(public)))
    winnings = tuple(
        Winning(seat, cards, bool(mark(cards, public.boxes[seat].hats, public.hat_sizes).choices))
        for seat, cards in hats_won(public, winner, role)
    )
    result = _result(public, winner, role, (), landslide)
    state = after(state, won, turn=None, duel=None, winnings=winnings, result=result, stakes=())
    if not any(one.choosing for one in winnings):
        return _scored(state)
    return after(state, phase=Phase.HATS, questions=public.questions + 1)


def _result(
    public: Tableau,
    winner: Seat | None,
    role: Role | None,
    gains: tuple[Gain, ...],
    landslide: bool = False,
) -> RaceResult:
    assert public.candidate is not None
    return RaceResult(
        public.hand,
        public.race,
        public.candidate.seat,
        len(board.board_cards(public)),
        winner,
        role,
        landslide,
        gains,
        public.duels,
    )


def choosing(public: Tableau) -> tuple[Seat, ...]:
    """The seats that have yet to choose their hats."""
    return tuple(
        one.seat for one in public.winnings if one.choosing and one.seat not in public.answered
    )


def choose_hats(state: SkuncumState, seat: Seat, picks: tuple[Rank, ...]) -> SkuncumState:
    """The choice is kept until all have chosen; then all hats are marked together."""
    state = with_hand(state, seat, replace(state.private[seat], picks=picks))
    state = after(state, answered=tuple(sorted((*state.public.answered, seat))))
    return state if choosing(state.public) else _scored(state)


def _scored(state: SkuncumState) -> SkuncumState:
    """Marks hats and votes; the winner takes CARDS and is asked to lead next."""
    public, result = state.public, state.public.result
    assert result is not None
    assert result.winner is not None
    boxes, gains, events = list(public.boxes), list[Gain](), list[Event]()
    for one in public.winnings:
        picks = state.private[one.seat].picks or ()
        done = mark(one.cards, boxes[one.seat].hats, public.hat_sizes, picks)
        strokes = boxes[one.seat].hat_strokes + done.strokes
        boxes[one.seat] = replace(boxes[one.seat], hats=done.hats, hat_strokes=strokes)
        gains.append(Gain(one.seat, done.marked, done.strokes))
        events.append(HatsMarked(one.seat, done.marked, done.strokes))
    if result.role is Role.COALITION:
        gains += votes_won(public)
        for gain in gains:
            boxes[gain.seat] = with_votes(boxes[gain.seat], gain.votes, size_of(public))
        events.append(VotesWon(tuple(gains)))
    piles = list(public.piles)
    piles[result.winner] += tuple(board.board_cards(public))
    private = tuple(replace(hand, picks=None) for hand in state.private)
    state = State(state.public, private, state.hidden, state.events)
    state = after(
        state,
        *events,
        boxes=tuple(boxes),
        piles=tuple(piles),
        result=replace(result, gains=tuple(gains)),
    )
    return _next_race(state, result.winner)


def _next_race(state: SkuncumState, first: Seat) -> SkuncumState:
    if leading.hand_ends(state):
        return _end_hand(after(state, first=first))
    return leading.begin_race(state, first)


# -- a hand


def _end_hand(state: SkuncumState) -> SkuncumState:
    """Cards still held are out of play; CARDS and Hat strokes are turned into votes."""
    public, size = state.public, size_of(state.public)
    forfeited = tuple(
        (seat, state.private[seat].cards) for seat in public.seats if state.private[seat].cards
    )
    boxes, tallies = list(public.boxes), list[Tally]()
    for seat in public.seats:
        points = suit_points(public.piles[seat])
        votes = cards_votes(points) if public.piles[seat] else 0
        stroke_votes = STROKE_VOTES * boxes[seat].hat_strokes
        boxes[seat] = strokes_converted(with_votes(boxes[seat], votes, size), size)
        if votes or stroke_votes:
            cards = len(public.piles[seat])
            tallies.append(Tally(seat, cards, points, votes, stroke_votes))
    cleared = leading.cleared(public)
    done = replace(
        cleared,
        phase=Phase.CONVERT,
        turn=None,
        boxes=tuple(boxes),
        tallies=tuple(tallies),
        counts=(0,) * len(public.seats),
        piles=((),) * len(public.seats),
        played=packed(set(DECK) - set(state.hidden)),
        kept_cards=(),
        kept_counts=(),
        suited=(),
        one_of=(),
        questions=public.questions + 1,
    )
    events = (HandOver(public.hand, forfeited), Tallied(tuple(tallies)))
    return State(done, (Hand(),) * len(public.seats), state.hidden, (*state.events, *events))


def buy_hats(state: SkuncumState, bought: Sequence[tuple[Seat, int]]) -> SkuncumState:
    """The numbers are kept until all seats have answered; then all hats are bought together."""
    for seat, number in bought:
        state = with_hand(state, seat, replace(state.private[seat], bought=number))
    answered = (*state.public.answered, *(seat for seat, _ in bought))
    state = after(state, answered=tuple(sorted(answered)))
    return state if len(answered) < len(state.public.seats) else _converted(state)


def default_purchase(public: Tableau, seat: Seat) -> int:
    """The hats that Vote strokes alone pay for."""
    return free_purchases(public.boxes[seat], size_of(public))


def _converted(state: SkuncumState) -> SkuncumState:
    """Buys the hats, and begins the next hand or ends the match."""
    public, boxes, events = state.public, list(state.public.boxes), list[Event]()
    for seat in public.seats:
        number = state.private[seat].bought
        assert number is not None
        bought = purchases(boxes[seat], size_of(public))[number]
        boxes[seat] = bought.box
        if number:
            events.append(HatsBought(seat, bought.hats, bought.price))
    points = [0] * len(public.seats)
    for tally in public.tallies:
        points[tally.seat] = tally.points
    gained = tuple(marks(box) - had for box, had in zip(boxes, public.before, strict=True))
    paid = Paid(public.hand, gained, tuple(points))
    done = replace(public, boxes=tuple(boxes), paid=paid)
    private = (Hand(),) * len(public.seats)
    state = State(done, private, state.hidden, (*state.events, *events))
    if ended(done) is None:
        return dealing.begin_hand(state)
    winners = leaders(done)
    full = is_full(done.boxes[winners[0]], size_of(done))
    return after(state, MatchOver(winners, full), phase=Phase.OVER, answered=())
