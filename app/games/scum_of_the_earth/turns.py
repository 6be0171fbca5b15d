"""The play of a hand: sets, passes, special cards, and the end of a trick and of the hand."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from app.games.scum_of_the_earth.cards import INFINITY_FACE, Card, sort_hand, without
from app.games.scum_of_the_earth.events import (
    Barred,
    Declined,
    HandEnded,
    HandLookedAt,
    MatchEnded,
    Passed,
    SetPlayed,
    Skipped,
    TrickWon,
    WentOut,
)
from app.games.scum_of_the_earth.moves import Decline, Move, Pass, Play, Target
from app.games.scum_of_the_earth.ranks import ended, outcome, pay
from app.games.scum_of_the_earth.skips import skip
from app.games.scum_of_the_earth.state import (
    Asked,
    Hand,
    Look,
    Phase,
    ScumState,
    Seen,
    Set,
    Tableau,
    Trick,
    still_in,
    with_hand,
)
from app.games.scum_of_the_earth.tricks import meanings, plays, size
from app.kits.next_state import after, put
from app.rules.game import Seat, State
from app.rules.values import TrickPass

POWERS: Final = frozenset({Card.SPECIAL_5, Card.SPECIAL_6, Card.SPECIAL_7})
"""The cards that ask something of their player."""


def moves(public: Tableau, seat: Seat, hand: tuple[Card, ...]) -> Sequence[Move]:
    """All that the seat whose turn it is may answer."""
    asked = public.asked
    if asked is Asked.FOLLOW:
        return [Pass(), *plays(hand, best_set(public))]
    if asked is Asked.LEAD:
        return plays(hand, None)
    if asked is Asked.AGAIN:
        return [Decline(), *plays(hand, best_set(public))]
    chosen = map(Target, targets(public, seat))
    return [Decline(), *chosen] if asked is Asked.LOOK else [*chosen]


def best_set(public: Tableau) -> Set | None:
    """The set that has to be beaten; None for a lead."""
    assert public.trick is not None
    return public.trick.sets[-1] if public.trick.sets else None


def play(state: ScumState, seat: Seat, move: Play) -> ScumState:
    """Plays the set, and goes on: going out, a special card's question, or the next turn."""
    public = state.public
    trick = public.trick
    assert trick is not None
    face = meanings(move, best_set(public))[0] if move.face is None else move.face
    cards, own = sort_hand(move.cards), state.private[seat]
    laid = Set(seat, cards, face, size(move))
    hand = replace(own, cards=without(own.cards, cards))
    table = replace(
        public,
        counts=put(public.counts, seat, len(hand.cards)),
        trick=Trick(trick.number, (*trick.sets, laid), barred=trick.barred),
        played=put(public.played, seat, public.played[seat] + cards),
        infinity=None if face == INFINITY_FACE else public.infinity,
        looks=_with_infinity_seen(public.looks, seat) if face == INFINITY_FACE else public.looks,
    )
    event = SetPlayed(seat, cards, face, laid.size, lead=not trick.sets)
    state = State(table, put(state.private, seat, hand), None, (*state.events, event))
    if not hand.cards:
        out = (*public.out, seat)
        state = after(state, WentOut(seat, len(out)), out=out)
        if len(still_in(state.public)) == 1:
            return end_hand(state)
    return _power(state, seat, cards)


def _power(state: ScumState, seat: Seat, cards: tuple[Card, ...]) -> ScumState:
    """The question of the special card in the set, before the turn moves on."""
    if POWERS.isdisjoint(cards):
        return advance(state, seat)
    public = state.public
    is_in = seat not in public.out
    if Card.SPECIAL_6 in cards:
        others = targets(public, seat)
        return bar(state, seat, others[0]) if len(others) == 1 else ask(state, seat, Asked.TARGET)
    if Card.SPECIAL_5 in cards and is_in:
        return ask(state, seat, Asked.LOOK)
    if Card.SPECIAL_7 in cards and is_in and skip(public, seat) is None:
        return ask(state, seat, Asked.AGAIN)
    return advance(state, seat)


def targets(public: Tableau, seat: Seat) -> tuple[Seat, ...]:
    """The seats that a special 5 or 6 of `seat` may pick, in order of play."""
    place = public.ranks.index(seat)
    return tuple(
        other
        for other in public.ranks[place + 1 :] + public.ranks[:place]
        if other not in public.out
    )


def ask(state: ScumState, seat: Seat, asked: Asked) -> ScumState:
    """The next question of the hand is put to `seat`."""
    return after(state, turn=seat, asked=asked, turns=state.public.turns + 1)


def pass_by(state: ScumState, seat: Seat) -> ScumState:
    """`seat` passes; it may play when the turn comes back."""
    trick = state.public.trick
    assert trick is not None
    return advance(
        after(state, Passed(seat), trick=replace(trick, passed=(*trick.passed, seat))), seat
    )


def trick_pass(public: Tableau, seat: Seat) -> TrickPass[Move] | None:
    """The pass for the rest of the trick; None where the seat leads, is out or kept out, or chooses
    for a special card."""
    trick = public.trick
    if trick is None or public.phase is not Phase.PLAY or seat in (*public.out, *trick.barred):
        return None
    if seat not in public.ranks or (public.turn == seat and public.asked is not Asked.FOLLOW):
        return None
    return TrickPass(f"{public.deal}-{trick.number}", Pass())


def bar(state: ScumState, seat: Seat, target: Seat) -> ScumState:
    """The special 6: `target` passes for the rest of the trick."""
    trick = state.public.trick
    assert trick is not None
    return advance(
        after(state, Barred(seat, target), trick=replace(trick, barred=(*trick.barred, target))),
        seat,
    )


def look(state: ScumState, seat: Seat, target: Seat) -> ScumState:
    """The special 5: the target's hand as it is now is copied to `seat`, and to nobody else."""
    public = state.public
    shown = Seen(target, state.private[target].cards, len(public.played[target]))
    known = public.infinity == target if infinity_was_played(public) else None
    own = state.private[seat]
    state = with_hand(state, seat, replace(own, seen=(*own.seen, shown)))
    looks = (*public.looks, Look(seat, target, shown.played, known))
    return advance(after(state, HandLookedAt(seat, target), looks=looks), seat)


def _with_infinity_seen(looks: tuple[Look, ...], seat: Seat) -> tuple[Look, ...]:
    """The looks once `seat` plays Infinity: who plays it first has held it since the deal."""
    return tuple(
        replace(look, infinity=look.target == seat) if look.infinity is None else look
        for look in looks
    )


def infinity_was_played(public: Tableau) -> bool:
    """True if the table has seen Infinity played in this hand."""
    return any(Card.INFINITY in cards for cards in public.played)


def decline(state: ScumState, seat: Seat) -> ScumState:
    """No look, or no second turn."""
    return advance(
        after(state, Declined(seat, "look" if state.public.asked is Asked.LOOK else "again")), seat
    )


def advance(state: ScumState, seat: Seat) -> ScumState:
    """Moves the turn on from `seat`, past all who visibly cannot answer."""
    public = state.public
    trick = public.trick
    assert trick is not None
    player = trick.sets[-1].seat
    place = public.ranks.index(seat)
    skipped: list[Skipped] = []
    for other in public.ranks[place + 1 :] + public.ranks[: place + 1]:
        if other == player:
            return end_trick(_passed_over(state, skipped) if skipped else state)
        if other not in public.out:
            why = skip(public, other)
            if why is None:
                return ask(_passed_over(state, skipped) if skipped else state, other, Asked.FOLLOW)
            skipped.append(Skipped(other, why))
    raise AssertionError("the player of the best set sits at the table")


def _passed_over(state: ScumState, skipped: Sequence[Skipped]) -> ScumState:
    trick = state.public.trick
    assert trick is not None
    passed = (*trick.passed, *(one.seat for one in skipped))
    return after(state, *skipped, trick=replace(trick, passed=passed))


def end_trick(state: ScumState) -> ScumState:
    """Everybody else has passed: the last set wins the trick, and its player leads.

    After a winner who has gone out the next player leads.
    """
    public = state.public
    trick = public.trick
    assert trick is not None
    winner = trick.sets[-1].seat
    is_in = winner not in public.out
    leader = winner if is_in else targets(public, winner)[0]
    infinity = trick.sets[0].face == INFINITY_FACE and len(trick.sets) > 1 and is_in
    if infinity:
        hand = state.private[winner]
        state = after(
            with_hand(state, winner, replace(hand, cards=sort_hand((*hand.cards, Card.INFINITY)))),
            infinity=winner,
        )
    state = after(
        state,
        TrickWon(winner, leader, infinity),
        last_trick=replace(trick, winner=winner),
        trick=Trick(trick.number + 1),
    )
    return ask(state, leader, Asked.LEAD)


def end_hand(state: ScumState) -> ScumState:
    """Ends the hand: the order of going out gives ranks and salaries; the match may be over."""
    public = state.public
    assert public.trick is not None
    order = public.out + still_in(public)
    earned = pay(len(order))
    salaries = list(public.salaries)
    for seat, points in zip(order, earned, strict=True):
        salaries[seat] += points
    state = after(
        replace(state, private=tuple(Hand(hand.cards) for hand in state.private)),
        HandEnded(public.deal, order, earned),
        phase=Phase.INTERVAL,
        ranks=order,
        salaries=tuple(salaries),
        confirmed=(),
        turn=None,
        asked=None,
        trick=None,
        last_trick=replace(public.trick, winner=public.trick.sets[-1].seat),
        looks=(),
        takeover=None,
        paid=tuple(zip(order, earned, strict=True)),
        paid_deal=public.deal,
    )
    reason = ended(state.public)
    if reason is None:
        return state
    return after(state, MatchEnded(outcome(state.public, reason).ranking[0][0]), phase=Phase.OVER)
